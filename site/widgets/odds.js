// Exact odds as bars with their numbers: a table that answers the question in its title.

import { tell } from "./chance-words.js";
import { h, svg } from "./dom.js";
import { atMost, percent } from "./format.js";
import { say } from "./words.js";

/** @typedef {import("./types").Lang} Lang */
/** @typedef {{n: number, d: number, text: string, value: number}} Exact */
/** @typedef {{by: string, rows: {key: unknown, label: string, chance: Exact}[], unresolved: Exact, acts?: Exact, mean?: Exact}} Odds */

/**
 * @param {Odds} odds
 * @param {Lang} lang
 * @returns {HTMLElement}
 */
export function drawOdds(odds, lang) {
  const rows = [...odds.rows].sort((a, b) => (odds.by === "ending" ? b.chance.value - a.chance.value : 0));
  return h("div", { class: "bs-odds" },
    h("table", { class: "bs-odds-table" },
      h("caption", {}, say(lang, "odds_title")),
      h("tbody", {}, rows.map(({ label, chance }) => h("tr", {},
        h("th", { scope: "row" }, label),
        h("td", { class: "bs-odds-bar" }, bar(chance.value)),
        h("td", { class: "bs-odds-share" }, percent(chance.value, lang)),
        h("td", { class: "bs-odds-exact" }, chance.text.length <= 24 ? chance.text : ""))))),
    odds.acts && h("p", { class: "bs-quiet" }, say(lang, "odds_acts", { count: odds.acts.value.toLocaleString(lang, { maximumFractionDigits: 1 }) })),
    odds.unresolved.value > 0 && h("p", { class: "bs-quiet" }, tell(lang, "left_over", { value: atMost(odds.unresolved.value, lang) })));
}

/** @param {number} share */
function bar(share) {
  return svg("svg", { class: "bs-chance-bar", "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "bs-filled", width: `${share * 100}%`, height: "100%" }));
}
