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
 * @param {AbortSignal} signal ends following what others do
 * @returns {HTMLElement}
 */
export function drawFair(desk, lang, onlog, onfault, signal) {
  const place = h("section", { class: "bs-card bs-fair" });
  /** @param {() => Promise<unknown>} does */
  const then = (does) => () => { does().then(draw).catch(onfault); };
  /** @param {string} step @param {Record<string, unknown>} [facts] */
  const fair = (step, facts) => act(desk, lang, { type: "fair", step, ...facts });
  const id = unique("words");
  const words = h("input", { id, type: "text", maxlength: 200, autocomplete: "off" });
  const add = then(async () => {
    if (!words.value.trim()) return;
    await fair("seed", { seed: words.value.trim() });
    words.value = "";
  });
  words.addEventListener("keydown", (event) => { if (event.key === "Enter") add(); });
  let drawn = "";
  const draw = async () => {
    const lines = /** @type {Line[]} */ ((await ask(desk, lang, { type: "export", fair: true })).lines);
    const last = lines.findLastIndex((line) => line.fair === "commit" || line.fair === "reveal");
    const running = lines[last]?.fair === "commit" ? lines[last] : null;
    const gm = desk.person?.role === "gm";
    // each person's newest words count
    const said = new Map(lines.slice(last + 1).filter((line) => line.fair === "seed").map((line) => [line.by, line.seed ?? ""]));
    const state = JSON.stringify([lines[last], [...said], lines.length > 0]);
    if (state === drawn) return;
    drawn = state;
    const typing = document.activeElement === words;
    refill(place,
      h("h3", {}, tell(lang, "table")),
      h("p", {}, tell(lang, running ? "running" : lines.length ? "ended" : "not_running")),
      running?.hashes && h("dl", { class: "bs-hashes" },
        h("dt", {}, tell(lang, "hash_public")), h("dd", {}, h("code", {}, running.hashes.public)),
        h("dt", {}, tell(lang, "hash_secret")), h("dd", {}, h("code", {}, running.hashes.secret))),
      running && said.size > 0 && h("p", { class: "bs-seeds", role: "status" }, tell(lang, "words_so_far", {
        words: [...said].map(([by, text]) => tell(lang, by === desk.person?.id ? "words_yours" : "words_other", { text })).join(" · ") })),
      running && desk.person?.role !== "spectator" && h("div", { class: "bs-new-row" }, h("label", { for: id }, tell(lang, "words")), words,
        button(tell(lang, "add_words"), add, { class: "bs-button bs-small" })),
      h("div", { class: "bs-actions" },
        gm && !running && button(tell(lang, "promise"), then(() => fair("commit")), { class: "bs-button" }),
        gm && running && button(tell(lang, "reveal"), then(() => fair("reveal")), { class: "bs-button" }),
        lines.length > 0 && button(tell(lang, "fetch"), then(async () => {
          const { lines: now } = await ask(desk, lang, { type: "export", fair: true });
          onlog(now.map((/** @type {Line} */ line) => JSON.stringify(line)).join("\n"));
        }), { class: "bs-button" })));
    if (typing) words.focus();
  };
  desk.addEventListener("news", () => { draw().catch(onfault); }, { signal });
  draw().catch(onfault);
  return place;
}
