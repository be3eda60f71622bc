// <bonesetter-picture ruleset picture>: a picture that the build has drawn already; where it has knobs, they turn (and
// are reckoned in this browser, whoever's table the reader has joined).

import { ask, Refused } from "./course.js";
import { localDesk } from "./current.js";
import { h, refill } from "./dom.js";
import { drawKnobs } from "./knobs.js";
import { drawPicture } from "./plot.js";
import { grow } from "./tree.js";
import { wait } from "./waiting.js";
import { language, say } from "./words.js";

/** @typedef {import("./knobs.js").Knob} Knob */

export class PictureElement extends HTMLElement {
  /** @type {AbortController | null} */
  listening = null;
  /** @type {Record<string, unknown>} */
  settings = {};
  asked = 0;

  connectedCallback() {
    if (this.listening) return;
    /** @type {Knob[]} */
    const knobs = JSON.parse(this.getAttribute("data-knobs") ?? "[]");
    this.listening = new AbortController();
    if (!knobs.length) return;
    const { signal } = this.listening;
    const lang = language(this);
    const desk = localDesk();
    this.controls = drawKnobs(knobs, lang, (name, value) => {
      this.settings[name] = value;
      void this.ask();
    });
    this.note = h("p", { class: "bs-status", role: "status" });
    this.prepend(this.controls, this.note);
    // Python is started as soon as somebody reaches for a knob
    this.controls.addEventListener("pointerenter", () => desk.warm(), { once: true, signal });
    this.controls.addEventListener("focusin", () => desk.warm(), { once: true, signal });
  }

  disconnectedCallback() {
    this.listening?.abort();
    this.listening = null;
    this.controls?.remove();
    this.note?.remove();
  }

  /** The picture under the settings as they are now; an answer that a later question has overtaken is not shown. */
  async ask() {
    if (!this.note) return;
    this.asked += 1;
    const mine = this.asked;
    const lang = language(this);
    this.classList.add("bs-waiting");
    const over = wait(this.note, lang);
    try {
      const { picture } = await ask(localDesk(), lang, {
        type: "picture", ruleset: this.getAttribute("ruleset") ?? "", picture: this.getAttribute("picture") ?? "", settings: this.settings,
      });
      if (mine !== this.asked) return;
      const body = this.querySelector(".bs-picture-body");
      if (body) refill(body, drawPicture(picture, lang).map(grow));
      const heading = this.closest("section, article")?.querySelector(`[id="${CSS.escape(this.getAttribute("heading") ?? "")}"]`);
      if (heading?.firstChild) heading.firstChild.textContent = picture.title;
      refill(this.note);
    } catch (error) {
      if (mine !== this.asked) return;
      const reason = error instanceof Refused ? error.fault.message : say(lang, "failed", { reason: error instanceof Error ? error.message : "" });
      refill(this.note, h("span", { class: "bs-complaint", role: "alert" }, reason));
    } finally {
      over();
    }
    this.classList.remove("bs-waiting");
  }
}
