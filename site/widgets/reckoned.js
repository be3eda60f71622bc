// What an explorer and a picture share: knobs whose turning asks this browser's own engine for numbers (it is about
// nobody's campaign, so also for readers who have joined a bridge), and a line that says how that goes.

import { ask, Refused } from "./course.js";
import { localDesk } from "./current.js";
import { button, h, refill } from "./dom.js";
import { wait } from "./waiting.js";
import { language, say } from "./words.js";

/** @typedef {import("./messages").Message} Message */

export class ReckonedElement extends HTMLElement {
  /** @type {HTMLElement | null} */
  controls = null;
  /** @type {HTMLElement | null} */
  note = null;
  asked = 0;

  connectedCallback() {
    if (this.note) return;
    this.controls = this.drawControls();
    if (!this.controls) return;
    this.note = h("p", { class: "bs-status", role: "status" });
    this.prepend(this.controls, this.note);
    // Python is started as soon as somebody reaches for a knob
    const desk = localDesk();
    for (const reaching of ["pointerenter", "focusin"]) this.controls.addEventListener(reaching, () => desk.warm(), { once: true });
    this.begin();
  }

  disconnectedCallback() {
    this.controls?.remove();
    this.note?.remove();
    this.controls = this.note = null;
  }

  /** The knobs, or null: nothing to turn. @returns {HTMLElement | null} */
  drawControls() {
    return null;
  }

  /** What happens once the knobs stand. */
  begin() {}

  /** The question as the knobs stand. @returns {Message} */
  message() {
    throw new Error("the element says what it asks");
  }

  /**
   * Draws an answer.
   * @param {any} _reply
   * @returns {string | HTMLElement} what is said of it: a sentence for those who can't see it change, or a complaint
   */
  draw(_reply) {
    return "";
  }

  /** Asks as the knobs stand; an answer that a later question has overtaken is not shown. */
  async ask() {
    if (!this.note) return;
    const mine = ++this.asked;
    const lang = language(this);
    this.classList.add("bs-waiting");
    const over = wait(this.note, lang);
    try {
      const reply = await ask(localDesk(), lang, this.message());
      if (mine !== this.asked) return;
      const said = this.draw(reply);
      refill(this.note, typeof said === "string" ? h("span", { class: "bs-hidden" }, said) : said);
    } catch (error) {
      if (mine !== this.asked) return;
      const reason = error instanceof Refused ? error.fault.message : say(lang, "failed", { reason: error instanceof Error ? error.message : "" });
      refill(this.note, h("span", { class: "bs-complaint" }, reason), " ", button(say(lang, "retry"), () => this.ask(), { class: "bs-button bs-small" }));
    } finally {
      over();
    }
    this.classList.remove("bs-waiting");
  }
}
