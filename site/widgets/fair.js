// Fair dice at the reader's own table, beside the page that checks them: begin, add one's own words, reveal, fetch.

import { tell } from "./chance-words.js";
import { act, ask } from "./course.js";
import { button, h, refill, unique } from "./dom.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./types").Lang} Lang */
/** @typedef {{fair: string, by?: string, seed?: string, hashes?: {public: string, secret: string}}} Line */

/**
 * @param {Desk} desk a bridge that has been joined
 * @param {Lang} lang
 * @param {(text: string) => void} onlog takes the table's log, one entry a line
 * @param {(error: unknown) => void} onfault
 * @returns {HTMLElement}
 */
export function drawFair(desk, lang, onlog, onfault) {
  const place = h("section", { class: "bs-card bs-fair" });
  /** @param {() => Promise<unknown>} does */
  const then = (does) => () => { does().then(draw).catch(onfault); };
  /** @param {string} step @param {Record<string, unknown>} [facts] */
  const fair = (step, facts) => act(desk, lang, { type: "fair", step, ...facts });
  const draw = async () => {
    const lines = /** @type {Line[]} */ ((await ask(desk, lang, { type: "export", fair: true })).lines);
    const last = lines.findLast((line) => line.fair === "commit" || line.fair === "reveal");
    const running = last?.fair === "commit" ? last : null;
    const gm = desk.person?.role === "gm";
    const id = unique("words");
    const words = h("input", { id, type: "text", maxlength: 200, autocomplete: "off" });
    refill(place,
      h("h3", {}, tell(lang, "table")),
      h("p", {}, tell(lang, running ? "running" : lines.length ? "ended" : "not_running")),
      running?.hashes && h("p", { class: "bs-quiet bs-hashes" }, tell(lang, "hashes", running.hashes)),
      running && desk.person?.role !== "spectator" && h("div", { class: "bs-new-row" }, h("label", { for: id }, tell(lang, "words")), words,
        button(tell(lang, "add_words"), () => { if (words.value.trim()) then(() => fair("seed", { seed: words.value.trim() }))(); }, { class: "bs-button bs-small" })),
      h("div", { class: "bs-actions" },
        gm && !running && button(tell(lang, "promise"), then(() => fair("commit")), { class: "bs-button" }),
        gm && running && button(tell(lang, "reveal"), then(() => fair("reveal")), { class: "bs-button" }),
        lines.length > 0 && button(tell(lang, "fetch"), () => onlog(lines.map((line) => JSON.stringify(line)).join("\n")), { class: "bs-button" })));
  };
  draw().catch(onfault);
  return place;
}
