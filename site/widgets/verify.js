// <bonesetter-verify>: a log of fair dice pasted, chosen or dropped, recomputed by the same engine in this browser.

import { tell } from "./chance-words.js";
import { ask, Refused } from "./course.js";
import { currentDesk, localDesk } from "./current.js";
import { button, h, refill, unique } from "./dom.js";
import { drawFair } from "./fair.js";
import { number, percent } from "./format.js";
import { language, say } from "./words.js";

const MB = 1_000_000;

/** Bytes of a log that are read at most, and characters that are shown. */
const LARGEST = 20 * MB;
const SHOWN = 200_000;

export class VerifyElement extends HTMLElement {
  /** @type {AbortController | null} */
  listening = null;
  busy = false;

  connectedCallback() {
    if (this.listening) return;
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.lang_ = language(this);
    const lang = this.lang_;
    // always the reader's own engine: a bridge would be asked to vouch for itself
    this.desk = localDesk();
    const [paste, file] = [unique("log"), unique("file")];
    this.text = h("textarea", { id: paste, rows: 8, spellcheck: "false", class: "bs-json" });
    this.file = h("input", { id: file, type: "file", accept: ".jsonl,.json,.txt,application/json,text/plain", onchange: () => this.read(this.file?.files?.[0]) });
    this.note = h("p", { class: "bs-status", role: "status" });
    this.verdict = h("div", { class: "bs-verdict", "aria-live": "polite" });
    this.body = h("div", { class: "bs-verify" },
      h("label", { for: paste }, tell(lang, "paste")), this.text,
      h("div", { class: "bs-new-row" }, h("label", { for: file }, tell(lang, "file")), this.file),
      h("p", { class: "bs-quiet" }, tell(lang, "drop")),
      button(tell(lang, "check"), () => this.check(), { class: "bs-button bs-roll" }));
    const joined = currentDesk();
    const take = (/** @type {string} */ text) => {
      if (this.text) this.text.value = text;
      void this.check();
    };
    this.table = joined.shared ? drawFair(joined, lang, take, (error) => this.fail(error), signal) : null;
    this.append(...(this.table ? [this.table] : []), this.body, this.note, this.verdict);
    this.addEventListener("dragover", (event) => event.preventDefault(), { signal });
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      void this.read(event.dataTransfer?.files[0]);
    }, { signal });
    for (const kind of ["progress", "state"]) this.desk.addEventListener(kind, () => this.showState(), { signal });
    this.text.addEventListener("focus", () => this.desk?.warm(), { once: true, signal });
  }

  disconnectedCallback() {
    this.listening?.abort();
    this.listening = null;
    for (const part of [this.table, this.body, this.note, this.verdict]) part?.remove();
  }

  showState() {
    if (!this.note || !this.desk || !this.busy) return;
    const { state, share } = this.desk;
    const lang = language(this);
    refill(this.note, state === "starting" ? say(lang, "starting", { percent: percent(Math.round(share * 100) / 100, lang) }) : tell(lang, "checking"));
  }

  /** A file is checked at once; a long one isn't shown, since a box of that much text stops the page. @param {File | undefined} file */
  async read(file) {
    if (!file || !this.text || this.busy) return;
    const lang = language(this);
    if (file.size > LARGEST) {
      this.complain(tell(lang, "too_large", { size: Math.round(file.size / MB), most: LARGEST / MB }));
      return;
    }
    const content = await file.text().catch(() => null);
    if (content === null) {
      this.complain(tell(lang, "unread"));
      return;
    }
    this.text.value = content.length > SHOWN ? "" : content;
    await this.check(content);
  }

  /** Instead of a verdict. @param {string} text */
  complain(text) {
    if (this.verdict) refill(this.verdict);
    if (this.note) refill(this.note, h("span", { class: "bs-complaint", role: "alert" }, text));
  }

  /** @param {unknown} error */
  fail(error) {
    const failed = () => say(language(this), "failed", { reason: error instanceof Error ? error.message : "" });
    this.complain(error instanceof Refused ? error.fault.message : failed());
  }

  async check(text = this.text?.value ?? "") {
    const lang = language(this);
    if (this.busy || !this.desk || !this.verdict || !this.note) return;
    if (!text.trim()) {
      this.complain(tell(lang, "empty"));
      return;
    }
    this.busy = true;
    this.showState();
    try {
      const { verified } = await ask(this.desk, lang, { type: "verify", text });
      refill(this.verdict, drawVerdict(verified, lang));
      refill(this.note);
    } catch (error) {
      this.fail(error);
    }
    this.busy = false;
  }
}

/**
 * @typedef {object} Verified
 * @property {boolean} sound
 * @property {number} rolls
 * @property {number} faces
 * @property {number} pending
 * @property {{n: number, code: string} | null} fault
 * @property {string[]} said
 * @property {{dice: {sides: number, rolls: number, counts: number[], verdict: string, text: string}[], said: string[]}} evenness
 */

/** @param {Verified} verified @param {import("./types").Lang} lang @returns {HTMLElement[]} */
function drawVerdict(verified, lang) {
  const title = verified.fault ? "wrong" : verified.sound && verified.rolls ? "sound" : "unsure";
  const facts = [
    ["rolls", verified.rolls], ["faces", verified.faces], verified.pending && !verified.fault ? ["pending", verified.pending] : null,
    verified.fault ? ["first", verified.fault.n] : null,
  ].filter((fact) => fact !== null);
  return [
    h("section", { class: `bs-card bs-verdict-${title}`, "data-verdict": title },
      h("h3", {}, title === "sound" ? "✓ " : title === "wrong" ? "✗ " : "… ", tell(lang, title)),
      verified.said.map((sentence) => h("p", {}, sentence)),
      h("dl", { class: "bs-values" }, facts.flatMap(([key, value]) => [
        h("dt", {}, tell(lang, /** @type {"rolls"} */ (key))), h("dd", {}, number(Number(value)))]))),
    h("section", { class: "bs-card bs-evenness" },
      h("h3", {}, tell(lang, "evenness")),
      h("ul", {}, verified.evenness.said.map((sentence) => h("li", {}, sentence))),
      verified.evenness.dice.map((die) => h("p", { class: "bs-counts" }, `d${die.sides}: `, die.counts.map((count, at) => `${at + 1} × ${count}`).join(" · ")))),
  ];
}
