// What stands beside a picture while its numbers are on their way: how far Python has started, then that it reckons.
// The knobs stay free meanwhile: whoever turns one asks anew.

import { tell } from "./chance-words.js";
import { localDesk } from "./current.js";
import { refill } from "./dom.js";
import { percent } from "./format.js";
import { say } from "./words.js";

/** Milliseconds that an answer may take without a word. */
const SOON = 600;

/**
 * @param {HTMLElement} note
 * @param {import("./types").Lang} lang
 * @returns {() => void} to be called when the answer is there
 */
export function wait(note, lang) {
  const desk = localDesk();
  let late = false;
  const show = () => {
    const starting = desk.state === "starting" && say(lang, "starting", { percent: percent(Math.round(desk.share * 100) / 100, lang) });
    refill(note, starting || (late && tell(lang, "reckoning")));
  };
  const timer = setTimeout(() => { late = true; show(); }, SOON);
  for (const kind of ["progress", "state"]) desk.addEventListener(kind, show);
  show();
  return () => {
    clearTimeout(timer);
    for (const kind of ["progress", "state"]) desk.removeEventListener(kind, show);
  };
}
