// Knobs: numbers as steppers with a slider, choices as selects or radios, flags as boxes; each tells of itself at once.

import { tell } from "./chance-words.js";
import { h, unique } from "./dom.js";
import { number } from "./format.js";
import { stepper } from "./stepper.js";
import { say } from "./words.js";

/** @typedef {import("./types").Lang} Lang */
/**
 * @typedef {object} Knob
 * @property {string} name
 * @property {string} label
 * @property {"integer" | "choice" | "flag"} [type]
 * @property {any} value
 * @property {number | null} [min]
 * @property {number | null} [max]
 * @property {string | null} [unit]
 * @property {string} [help]
 * @property {boolean} [required]
 * @property {{value: any, label: string}[]} [options]
 */

/**
 * @param {Knob[]} knobs
 * @param {Lang} lang
 * @param {(name: string, value: any) => void} onchange
 * @returns {HTMLElement}
 */
export function drawKnobs(knobs, lang, onchange) {
  return h("div", { class: "bs-knobs" }, knobs.map((knob) => h("div", { class: "bs-knob", "data-knob": knob.name }, drawn(knob, lang, onchange))));
}

/** @param {Knob} knob @param {Lang} lang @param {(name: string, value: any) => void} onchange */
function drawn(knob, lang, onchange) {
  if (knob.type === "flag") return flag(knob, onchange);
  if (knob.options?.length) return choice(knob, lang, onchange);
  return numeric(knob, lang, onchange);
}

/** @param {Knob} knob @param {Lang} lang @param {(name: string, value: any) => void} onchange */
function numeric(knob, lang, onchange) {
  const complaint = h("p", { class: "bs-complaint", role: "alert", id: unique("complaint") });
  const bounded = typeof knob.min === "number" && typeof knob.max === "number";
  const slider = bounded && h("input", {
    type: "range", min: knob.min, max: knob.max, step: 1, "aria-label": knob.label,
    oninput: () => { if (slider) step.set(Number(slider.value)); },
  });
  const step = stepper({
    label: knob.label, unit: knob.unit ?? null, value: knob.value ?? knob.min ?? 0, min: knob.min ?? null, max: knob.max ?? null,
    less: say(lang, "less"), more: say(lang, "more"),
    onchange: () => {
      const value = step.value();
      const wrong = Number.isNaN(value) ? say(lang, "not_a_number", { label: knob.label })
        : bounded && (value < Number(knob.min) || value > Number(knob.max)) ? tell(lang, "beyond", { min: number(Number(knob.min)), max: number(Number(knob.max)) })
        : "";
      complaint.textContent = wrong;
      step.input.toggleAttribute("aria-invalid", Boolean(wrong));
      if (wrong) return;
      if (slider) slider.value = String(value);
      onchange(knob.name, value);
    },
  });
  if (slider) slider.value = String(knob.value ?? 0);
  step.input.setAttribute("aria-describedby", complaint.id);
  return [step.element, slider || null, complaint];
}

/** @param {Knob} knob @param {Lang} lang @param {(name: string, value: any) => void} onchange */
function choice(knob, lang, onchange) {
  const id = unique("knob");
  const options = knob.options ?? [];
  const select = h("select", { id, onchange: () => onchange(knob.name, options[select.selectedIndex - (empty ? 1 : 0)]?.value ?? null) },
    knob.required === false && h("option", { value: "" }, say(lang, "none")),
    options.map((option, at) => h("option", { value: String(at), selected: option.value === knob.value }, option.label)));
  const empty = knob.required === false;
  return [h("label", { for: id }, knob.label), select];
}

/** @param {Knob} knob @param {(name: string, value: any) => void} onchange */
function flag(knob, onchange) {
  const input = h("input", { type: "checkbox", checked: knob.value === true, onchange: () => onchange(knob.name, input.checked) });
  return [h("label", { class: "bs-flag" }, input, h("span", {}, knob.label))];
}
