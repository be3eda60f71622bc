// A rules table drawn from the desk's answer: the same anatomy as the tables that are in the pages already.

import { h, svg } from "./dom.js";
import { percent, share } from "./format.js";
import { say } from "./words.js";

/** @typedef {import("./types").Lang} Lang */
/** @typedef {import("./types").TableFacts} TableFacts */
/** @typedef {import("./types").TableRow} TableRow */

/**
 * @param {TableFacts} table
 * @param {Lang} lang
 * @returns {HTMLElement}
 */
export function drawTable(table, lang) {
  const rolled = Boolean(table.die);
  const spans = table.rows.some((row) => row.span);
  const clauses = table.rows.some((row) => row.clauses.length);
  const most = Math.max(...table.rows.map((row) => share(row.chance))) || 1;
  /** @param {string} text @param {string} [kind] */
  const head = (text, kind) => h("th", { scope: "col", role: "columnheader", class: kind }, text);
  return h("div", { class: "bs-sheet-of-rows" },
    h("table", { class: "bs-table", role: "table" },
      h("caption", {}, table.title),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" },
        spans && head(say(lang, "col_roll"), "bs-span"),
        rolled && head(say(lang, "col_chance"), "bs-chance"),
        head(say(lang, spans ? "col_result" : "col_name")),
        clauses && head(say(lang, "col_effects")),
        table.columns.map((column) => head(column.label)))),
      h("tbody", { role: "rowgroup" }, table.rows.map((row) => drawRow(row, { table, lang, most, rolled, spans, clauses })))));
}

/**
 * @param {TableRow} row
 * @param {{table: TableFacts, lang: Lang, most: number, rolled: boolean, spans: boolean, clauses: boolean}} options
 */
function drawRow(row, { table, lang, most, rolled, spans, clauses }) {
  /** @param {string} kind @param {string} label @param {...import("./dom.js").Child} children */
  const cell = (kind, label, ...children) => h("td", { role: "cell", class: kind, "data-label": label }, ...children);
  const part = share(row.chance);
  return h("tr", { id: row.id, role: "row", "data-row": row.id, class: rolled && !part ? "bs-impossible" : null },
    spans && cell("bs-span", say(lang, "col_roll"), h("a", { href: `#${row.id}`, title: say(lang, "link_row") }, row.span ?? "")),
    rolled && cell("bs-chance", say(lang, "col_chance"),
      h("span", { class: "bs-fraction" }, row.chance?.text ?? "0"),
      h("span", { class: "bs-percent" }, percent(part, lang)),
      chanceBar(part / most)),
    h("th", { scope: "row", role: "rowheader" }, row.name),
    clauses && cell("bs-effects", say(lang, "col_effects"),
      row.clauses.length ? h("ul", { class: "bs-clauses" }, row.clauses.map((clause) => h("li", {}, clause))) : "–"),
    table.columns.map((column) => cell("bs-cell", column.label, row.cells[column.id] ?? "–")));
}

/** A bar of a length: 1 is full, which the likeliest row's is. @param {number} part */
export function chanceBar(part) {
  return svg("svg", { class: "bs-chance-bar", "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "bs-filled", width: `${part * 100}%`, height: "100%" }));
}
