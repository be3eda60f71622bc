// A card: what happened, as the desk tells it. The same anatomy on a page, in a chat and in a handout.

import { dice } from "./dice.js";
import { h } from "./dom.js";
import { addend, number } from "./format.js";
import { say } from "./words.js";

/** @typedef {import("./types").Card} Card */
/** @typedef {import("./types").Course} Course */
/** @typedef {import("./types").DiceStep} DiceStep */
/** @typedef {import("./types").Injury} Injury */
/** @typedef {import("./types").Lang} Lang */
/** @typedef {import("./types").Offer} Offer */
/** @typedef {import("./types").RowFacts} RowFacts */
/** @typedef {import("./types").Step} Step */

/**
 * Dice, what was added and the sum: `⚃ + 3 = 7`.
 * @param {DiceStep} step
 * @param {Lang} lang
 */
export function sum(step, lang) {
  const sources = step.parts.filter((part) => part.value);
  return h("span", { class: "bs-sum" },
    dice(step.faces),
    sources.map((part) => h("span", { class: "bs-part", title: part.source }, addend(part.value).trim())),
    h("span", { class: "bs-total" }, `= ${number(step.total)}`),
    step.difficulty !== undefined && h("span", { class: "bs-against" },
      say(lang, step.under ? "at_most" : "against", { difficulty: number(step.difficulty) })),
    step.passed.length > 0 && h("span", { class: "bs-passed" },
      say(lang, "passed", { totals: step.passed.map(number).join(", ") })));
}

/**
 * What a row does, clause by clause.
 * @param {string[]} clauses
 * @param {Lang} lang
 */
export function effects(clauses, lang) {
  return clauses.length
    ? h("ul", { class: "bs-clauses" }, clauses.map((clause) => h("li", {}, clause)))
    : h("p", { class: "bs-quiet" }, say(lang, "no_effect"));
}

/**
 * A step that was answered, small.
 * @param {Step} step
 * @param {Lang} lang
 * @param {boolean} [named] whether it names the row it came to
 */
export function stepLine(step, lang, named = true) {
  if (step.kind === "choice") {
    return h("li", { class: "bs-step-line" }, h("span", { class: "bs-step-label" }, step.label), " ", h("strong", {}, step.text));
  }
  const margin = step.success === undefined ? null : [
    h("strong", {}, say(lang, step.success ? "success" : "failure")),
    step.margin ? ` ${say(lang, "margin", { margin: Math.abs(step.margin) })}` : "",
  ];
  return h("li", { class: "bs-step-line" },
    h("span", { class: "bs-step-label" }, step.label), " ", sum(step, lang), " ", margin,
    named && step.row && h("strong", { class: "bs-step-row" }, step.row.name));
}

/**
 * @typedef {object} CardOptions
 * @property {Lang} lang
 * @property {(offer: Offer) => void} [onoffer] what a button of the card does; none: no buttons
 * @property {HTMLElement[]} [actions] further buttons
 * @property {boolean} [row] whether the last row drawn heads the card (a table's roller)
 * @property {Record<string, Injury[]>} [injuries]
 */

/**
 * A whole card.
 * @param {Card} card
 * @param {CardOptions} options
 */
export function drawCard(card, { lang, onoffer, actions = [], row = false, injuries = {} }) {
  const steps = card.steps ?? [];
  const drawn = row ? steps.findLast((step) => step.kind === "dice" && step.row) : undefined;
  const roll = drawn?.kind === "dice" && drawn.row ? { step: drawn, row: drawn.row } : null;
  const who = card.who.map(({ name }) => name).join(", ");
  const head = roll
    ? [
        h("span", { class: "bs-card-number" }, number(roll.step.total)),
        h("h3", { class: "bs-card-title" }, roll.row.name),
        sum(roll.step, lang),
      ]
    : [h("h3", { class: "bs-card-title" }, card.title, who && h("span", { class: "bs-card-who" }, ` · ${who}`))];
  const offers = onoffer ? (card.offers ?? []) : [];
  return h("article", { class: `bs-card${card.undone ? " bs-undone" : ""}`, "data-entry": card.entry },
    h("header", { class: "bs-card-head" }, head),
    card.secret && h("p", { class: "bs-mark" }, say(lang, "secret_mark")),
    card.undone && h("p", { class: "bs-mark" }, say(lang, "undone")),
    !roll && steps.length > 0 && h("ol", { class: "bs-steps" }, steps.map((step) => stepLine(step, lang, false))),
    roll ? effects(roll.row.clauses, lang) : steps.map((step) => step.kind === "dice" && step.row && rowBlock(step.row)),
    !roll && card.ending && h("p", { class: "bs-ending" }, card.ending.text),
    !roll && card.lines.length > 0 && h("ul", { class: "bs-lines" }, card.lines.map((line) => h("li", {}, line))),
    Object.values(injuries).some((open) => open.length > 0) && h("div", { class: "bs-card-injuries" },
      card.who.map(({ id, name }) => injuries[id]?.length > 0 && injuryList(injuries[id], say(lang, "injuries", { who: name })))),
    card.house && h("p", { class: "bs-mark bs-house" }, say(lang, "house_mark")),
    (offers.length > 0 || actions.length > 0) && h("footer", { class: "bs-card-foot" },
      offers.map((offer) => h("button", { type: "button", class: "bs-button bs-offer", onclick: () => onoffer?.(offer) }, offer.label)),
      actions));
}

/** @param {RowFacts} row */
function rowBlock(row) {
  return h("div", { class: "bs-row-block" },
    h("p", { class: "bs-row-name" }, row.span && h("span", { class: "bs-row-span" }, row.span), " ", row.name),
    row.clauses.length > 0 && h("ul", { class: "bs-clauses" }, row.clauses.map((clause) => h("li", {}, clause))));
}

/**
 * Open injuries, one line each that opens.
 * @param {Injury[]} injuries
 * @param {string} title
 */
export function injuryList(injuries, title) {
  return h("section", { class: "bs-injuries" },
    h("h4", {}, title),
    injuries.map((injury) => h("details", { class: "bs-injury" },
      h("summary", {}, h("strong", {}, injury.name), injury.left && h("span", { class: "bs-left" }, injury.left)),
      injury.clauses.length > 0 && h("ul", { class: "bs-clauses" }, injury.clauses.map((clause) => h("li", {}, clause))))));
}

/**
 * A card as plain text, to be pasted anywhere.
 * @param {Course} course
 */
export function cardText(course) {
  const { card } = course;
  const lines = [[card.title, ...card.who.map(({ name }) => name)].join(" · ")];
  for (const step of card.steps ?? []) {
    if (step.kind === "choice") lines.push(`${step.label}: ${step.text}`);
    else {
      const faces = step.faces.map(([, face]) => face).join(", ");
      lines.push(`${step.label}: ${step.dice} [${faces}]${step.parts.map((part) => addend(part.value)).join("")} = ${number(step.total)}`);
      if (step.row) lines.push(`${step.row.name}: ${step.row.clauses.join("; ")}`);
    }
  }
  return [...lines, ...(card.ending ? [card.ending.text] : []), ...card.lines].join("\n");
}
