// What an explorer shows of a procedure's odds: bars, numbers, what choices can do, and a course act by act.

import { tell } from "./chance-words.js";
import { drawPicture, ofActs, ofOdds, rounded } from "./plot.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./types").Lang} Lang */
/** @typedef {import("./plot.js").Exact} Exact */
/**
 * @typedef {object} Explored
 * @property {{path: string, label: string, type: "integer" | "choice" | "flag", value: any, min?: number, max?: number, options: {value: any, label: string}[]}[]} knobs
 * @property {any[]} [form]
 * @property {string} by
 * @property {{by: string, label: string}[]} groupings
 * @property {{message: string} | null} refusal
 * @property {import("./plot.js").Odds} [odds]
 * @property {{value: string, label: string}[]} [endings]
 * @property {{ending: string, best: Exact, worst: Exact}} [goal]
 */

/**
 * @param {Explored} explored
 * @param {Lang} lang
 * @returns {Tree[]}
 */
export function drawExplored(explored, lang) {
  const { odds } = explored;
  if (!odds) return [["p", { class: "bs-complaint" }, tell(lang, "refused", { message: explored.refusal?.message ?? "" })]];
  const label = explored.groupings.find(({ by }) => by === explored.by)?.label ?? "";
  const acts = ofActs(odds, lang);
  return [
    ...drawPicture(ofOdds(odds, tell(lang, "explore"), label, lang), lang),
    ...said(odds, lang),
    ...choices(explored, lang),
    ...(acts ? [/** @type {Tree} */ (["h3", {}, acts.title]), ...drawPicture(acts, lang)] : []),
  ];
}

/** @param {import("./plot.js").Odds} odds @param {Lang} lang @returns {Tree[]} */
function said(odds, lang) {
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 2 });
  /** @type {Tree[]} */
  const lines = [];
  if (odds.mean && odds.quantiles) {
    const facts = { mean: number.format(odds.mean.value), half: String(odds.quantiles["1/2"]), most: String(odds.quantiles["9/10"]) };
    lines.push(["p", { class: "bs-quiet" }, tell(lang, "mean", facts)]);
  }
  if (odds.acts) {
    const count = odds.acts.value === 1 ? tell(lang, "acts_one") : tell(lang, "acts_many", { count: number.format(odds.acts.value) });
    lines.push(["p", { class: "bs-quiet" }, tell(lang, "acts", { count })]);
  }
  return lines;
}

/** @param {Explored} explored @param {Lang} lang @returns {Tree[]} */
function choices(explored, lang) {
  if (!explored.endings?.length) return [];
  const { goal } = explored;
  if (!goal) return [["p", { class: "bs-quiet" }, tell(lang, "defaults")]];
  const ending = explored.endings.find(({ value }) => value === goal.ending)?.label ?? "";
  return [["dl", { class: "bs-goal" },
    ["dt", {}, `${ending}, ${tell(lang, "best")}`], ["dd", {}, `${goal.best.text} · ${rounded(goal.best, lang)}`],
    ["dt", {}, `${ending}, ${tell(lang, "worst")}`], ["dd", {}, `${goal.worst.text} · ${rounded(goal.worst, lang)}`]]];
}
