// <bonesetter-explorer ruleset verb>: a procedure's exact odds, its inputs as knobs. The example is drawn when the site
// is built; the first knob that turns starts Python, and from then on every answer comes at once. It is about nobody's
// campaign, so it is always reckoned here, also for readers who have joined a bridge.

import { tell } from "./chance-words.js";
import { ask, Refused } from "./course.js";
import { localDesk } from "./current.js";
import { button, h, refill, unique } from "./dom.js";
import { drawExplored } from "./explored.js";
import { drawKnobs } from "./knobs.js";
import { grow } from "./tree.js";
import { wait } from "./waiting.js";
import { language, say } from "./words.js";

/** @typedef {import("./explored.js").Explored} Explored */
/** @typedef {import("./knobs.js").Knob} Knob */

export class ExplorerElement extends HTMLElement {
  /** @type {AbortController | null} */
  listening = null;
  /** @type {Record<string, unknown>} */
  filled = {};
  /** @type {Record<string, unknown>} */
  knobs = {};
  /** @type {string} */
  by = "";
  /** @type {string | null} */
  goal = null;
  asked = 0;
  shape = "";

  connectedCallback() {
    if (this.listening) return;
    this.listening = new AbortController();
    const { signal } = this.listening;
    const desk = localDesk();
    this.controls = h("div", { class: "bs-explorer-controls" });
    this.note = h("p", { class: "bs-status", role: "status" });
    this.prepend(this.controls, this.note);
    this.controls.addEventListener("pointerenter", () => desk.warm(), { once: true, signal });
    this.controls.addEventListener("focusin", () => desk.warm(), { once: true, signal });
    const example = this.getAttribute("data-example");
    if (example) this.offer(JSON.parse(example));
    else void this.ask();
  }

  disconnectedCallback() {
    this.listening?.abort();
    this.listening = null;
    this.controls?.remove();
    this.note?.remove();
    this.shape = "";
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

  /** Asks for the odds as the knobs stand; an answer that a later question has overtaken is not shown. */
  async ask() {
    if (!this.note) return;
    this.asked += 1;
    const mine = this.asked;
    const lang = language(this);
    this.classList.add("bs-waiting");
    const over = wait(this.note, lang);
    try {
      const { explorer } = await ask(localDesk(), lang, {
        type: "explore", ruleset: this.getAttribute("ruleset") ?? "", verb: this.getAttribute("verb") ?? "",
        filled: this.filled, knobs: this.knobs, by: this.by, goal: this.goal,
      });
      if (mine !== this.asked) return;
      if (explorer.form) this.offer(explorer);
      const body = this.querySelector(".bs-explored") ?? this.appendChild(h("div", { class: "bs-explored" }));
      if (explorer.odds) refill(body, drawExplored(explorer, lang).map(grow));
      refill(this.note, explorer.refusal && h("span", { class: "bs-complaint" }, tell(lang, "refused", { message: explorer.refusal.message })));
      this.classList.toggle("bs-stale", Boolean(explorer.refusal));
    } catch (error) {
      if (mine !== this.asked) return;
      const reason = error instanceof Refused ? error.fault.message : say(lang, "failed", { reason: error instanceof Error ? error.message : "" });
      refill(this.note, h("span", { class: "bs-complaint", role: "alert" }, reason), " ", button(say(lang, "retry"), () => this.ask(), { class: "bs-button bs-small" }));
    } finally {
      over();
    }
    this.classList.remove("bs-waiting");
  }
}
