// A number with a thumb-sized minus and plus.

import { button, h, unique } from "./dom.js";
import { number } from "./format.js";

/**
 * @typedef {object} Stepper
 * @property {HTMLElement} element
 * @property {HTMLInputElement} input
 * @property {() => number} value the number; NaN while what stands there is none
 * @property {(value: number) => void} set
 */

/**
 * @param {object} given
 * @param {string} given.label
 * @param {number} [given.value]
 * @param {number | null} [given.min]
 * @param {number | null} [given.max]
 * @param {string | null} [given.unit]
 * @param {string} given.less what the minus button says to whoever can't see it
 * @param {string} given.more
 * @param {() => void} given.onchange
 * @returns {Stepper}
 */
export function stepper({ label, value = 0, min = null, max = null, unit = null, less, more, onchange }) {
  const id = unique("step");
  const input = h("input", {
    id, class: "bs-number", type: "text", inputmode: "numeric", autocomplete: "off", value: number(value),
    oninput: () => onchange(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "ArrowUp") step(1, event);
      if (event.key === "ArrowDown") step(-1, event);
    },
  });
  const read = () => {
    const text = input.value.trim().replace(/[−–—]/g, "-");
    return /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  };
  /** @param {number} wanted */
  const set = (wanted) => {
    input.value = number(Math.min(Math.max(wanted, min ?? -Infinity), max ?? Infinity));
    onchange();
  };
  /** @param {number} by @param {Event} event */
  const step = (by, event) => {
    event.preventDefault();
    set((Number.isNaN(read()) ? value : read()) + by);
  };
  const element = h("div", { class: "bs-stepper" },
    h("label", { for: id }, label, unit && h("span", { class: "bs-unit" }, ` (${unit})`)),
    h("div", { class: "bs-stepper-row" },
      button("−", (event) => step(-1, event), { class: "bs-step", "aria-label": `${less}: ${label}` }),
      input,
      button("+", (event) => step(1, event), { class: "bs-step", "aria-label": `${more}: ${label}` })));
  return { element, input, value: read, set };
}
