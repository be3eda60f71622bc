// <bonesetter-explorer ruleset verb>: a procedure's exact odds, its inputs as knobs. The example is drawn when the site
// is built; the first knob that turns starts Python, and from then on every answer comes at once.

import { tell } from "./chance-words.js";
import { button, h, refill, unique } from "./dom.js";
import { drawExplored } from "./explored.js";
import { percent } from "./format.js";
import { drawKnobs } from "./knobs.js";
import { ReckonedElement } from "./reckoned.js";
import { grow } from "./tree.js";
import { language } from "./words.js";

/** @typedef {import("./explored.js").Explored} Explored */
/** @typedef {import("./knobs.js").Knob} Knob */

/** How many chances are said aloud. */
const SPOKEN = 3;

export class ExplorerElement extends ReckonedElement {
  /** @type {Record<string, unknown>} */
  filled = {};
  /** @type {Record<string, unknown>} */
  knobs = {};
  /** @type {string} */
  by = "";
  /** @type {string | null} */
  goal = null;
  shape = "";

  /** @override */
  drawControls() {
    return h("div", { class: "bs-explorer-controls" });
  }

  /** @override */
  begin() {
    this.shape = "";
    const example = this.getAttribute("data-example");
    if (example) this.offer(JSON.parse(example));
    else void this.ask();
  }

  /** Draws the knobs, unless they are the same as those that stand there: whoever turns one keeps hold of it. @param {Explored} explored */
  offer(explored) {
    const lang = language(this);
    const fields = (explored.form ?? []).map((field) => ({ ...field, name: `form:${field.name}` }));
    const state = explored.knobs.map((knob) => ({ ...knob, name: `knob:${knob.path}` }));
    const knobs = /** @type {Knob[]} */ ([...fields, ...state]);
    const shape = JSON.stringify([knobs.map(({ name, min, max, options }) => [name, min, max, options]), explored.groupings, explored.endings]);
    if (shape === this.shape || !this.controls) return;
    this.shape = shape;
    const held = this.controls.contains(document.activeElement) ? document.activeElement?.closest("[data-knob]")?.getAttribute("data-knob") : null;
    refill(this.controls,
      drawKnobs(knobs, lang, (name, value) => this.turn(name, value)),
      h("div", { class: "bs-knobs bs-explorer-view" },
        explored.groupings.length > 1 && this.select(tell(lang, "grouped"), explored.groupings.map(({ by, label }) => ({ value: by, label })), this.by || explored.by,
          (value) => { this.by = value; this.goal = null; void this.ask(); }),
        (explored.endings ?? []).length > 1 && this.select(tell(lang, "goal"), [{ value: "", label: tell(lang, "no_goal") }, ...explored.endings ?? []], this.goal ?? "",
          (value) => { this.goal = value || null; void this.ask(); }),
        (knobs.length > 0 || explored.groupings.length > 1) && button(tell(lang, "again"), () => this.restart(), { class: "bs-link" })));
    if (held) /** @type {HTMLElement | null} */ (this.controls.querySelector(`[data-knob="${CSS.escape(held)}"] :is(input, select)`))?.focus();
  }

  /** @param {string} label @param {{value: string, label: string}[]} options @param {string} value @param {(value: string) => void} chosen */
  select(label, options, value, chosen) {
    const id = unique("view");
    const select = h("select", { id, onchange: () => chosen(select.value) },
      options.map((option) => h("option", { value: option.value, selected: option.value === value }, option.label)));
    return h("div", { class: "bs-knob" }, h("label", { for: id }, label), select);
  }

  /** @param {string} name @param {unknown} value */
  turn(name, value) {
    const at = name.indexOf(":");
    if (name.startsWith("form:")) this.filled[name.slice(at + 1)] = value;
    else this.knobs[name.slice(at + 1)] = value;
    void this.ask();
  }

  restart() {
    this.filled = {};
    this.knobs = {};
    this.by = "";
    this.goal = null;
    this.shape = "";
    void this.ask();
  }

  /** @override @returns {import("./messages").Message} */
  message() {
    return {
      type: "explore", ruleset: this.getAttribute("ruleset") ?? "", verb: this.getAttribute("verb") ?? "",
      filled: this.filled, knobs: this.knobs, by: this.by, goal: this.goal,
    };
  }

  /** @override @param {{explorer: Explored}} reply */
  draw({ explorer }) {
    const lang = language(this);
    if (explorer.form) this.offer(explorer);
    const body = this.querySelector(".bs-explored") ?? this.appendChild(h("div", { class: "bs-explored" }));
    if (explorer.odds) refill(body, drawExplored(explorer, lang).map(grow));
    this.classList.toggle("bs-stale", Boolean(explorer.refusal));
    if (explorer.refusal) return h("span", { class: "bs-complaint" }, tell(lang, "refused", { message: explorer.refusal.message }));
    const likely = [...explorer.odds?.rows ?? []].sort((one, other) => other.chance.value - one.chance.value);
    return likely.slice(0, SPOKEN).map(({ label, chance }) => `${label}: ${percent(chance.value, lang)}`).join(", ");
  }
}
