// <bonesetter-picture ruleset picture>: a picture that the build has drawn already; where it has knobs, they turn (and
// are reckoned in this browser, whoever's table the reader has joined).

import { tell } from "./chance-words.js";
import { refill } from "./dom.js";
import { drawKnobs } from "./knobs.js";
import { drawPicture } from "./plot.js";
import { ReckonedElement } from "./reckoned.js";
import { grow } from "./tree.js";
import { language } from "./words.js";

/** @typedef {import("./knobs.js").Knob} Knob */

export class PictureElement extends ReckonedElement {
  /** @type {Record<string, unknown>} */
  settings = {};

  /** @override */
  drawControls() {
    /** @type {Knob[]} */
    const knobs = JSON.parse(this.getAttribute("data-knobs") ?? "[]");
    if (!knobs.length) return null;
    return drawKnobs(knobs, language(this), (name, value) => {
      this.settings[name] = value;
      void this.ask();
    });
  }

  /** @override @returns {import("./messages").Message} */
  message() {
    return { type: "picture", ruleset: this.getAttribute("ruleset") ?? "", picture: this.getAttribute("picture") ?? "", settings: this.settings };
  }

  /** @override @param {{picture: import("./plot.js").Picture}} reply */
  draw({ picture }) {
    const lang = language(this);
    const body = this.querySelector(".bs-picture-body");
    if (body) refill(body, drawPicture(picture, lang).map(grow));
    const heading = this.closest("section, article")?.querySelector(`[id="${CSS.escape(this.getAttribute("heading") ?? "")}"]`);
    if (heading?.firstChild) heading.firstChild.textContent = picture.title;
    return tell(lang, "drawn");
  }
}
