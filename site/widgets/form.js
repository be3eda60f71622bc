// A form: the fields of a procedure as the desk describes them. There is no second way to write one.

import { h, refill, unique } from "./dom.js";
import { stepper } from "./stepper.js";
import { say } from "./words.js";

/** @typedef {import("./types").Form} Form */
/** @typedef {import("./types").FormField} FormField */
/** @typedef {import("./types").Lang} Lang */

/** @typedef {{element: HTMLElement, read: () => unknown}} Control reads undefined where nothing was given */

/**
 * @typedef {object} DrawnForm
 * @property {HTMLElement} element
 * @property {() => {args: Record<string, any>, missing: FormField[]}} read
 * @property {(name: string | null | undefined, message: string) => boolean} complain shows a message at a field; false where there is none
 */

/**
 * @param {Form} form
 * @param {object} options
 * @param {Lang} options.lang
 * @param {(name: string) => void} options.onrefresh a field changed on which others depend
 * @param {() => void} [options.onchange] any field changed
 * @param {(field: FormField) => HTMLElement | null} [options.newcomer] offers to add a character
 * @returns {DrawnForm}
 */
export function drawForm(form, { lang, onrefresh, onchange, newcomer }) {
  /** @type {Map<string, {field: FormField, control: Control, complaint: HTMLElement}>} */
  const fields = new Map();
  const element = h("div", { class: "bs-form", "data-verb": form.verb });
  for (const field of form.fields) {
    const changed = () => {
      refill(complaint);
      if (field.refreshes) onrefresh(field.name);
      else onchange?.();
    };
    const complaint = h("p", { class: "bs-complaint", role: "alert" });
    const control = draw(field, lang, changed);
    const extra = field.type === "character" || field.type === "characters" ? newcomer?.(field) : null;
    fields.set(field.name, { field, control, complaint });
    element.append(h("div", { class: `bs-field bs-field-${field.type}`, "data-field": field.name },
      control.element, extra, field.help && h("p", { class: "bs-help" }, field.help), complaint));
  }
  const read = () => {
    /** @type {Record<string, any>} */
    const args = {};
    const missing = [];
    for (const { field, control } of fields.values()) {
      const value = control.read();
      if (value !== undefined && value !== null && !(typeof value === "number" && Number.isNaN(value))) args[field.name] = value;
      else if (field.required || Number.isNaN(value)) missing.push(field);
    }
    return { args, missing };
  };
  /** @type {DrawnForm["complain"]} */
  const complain = (name, message) => {
    const found = name ? fields.get(name) : undefined;
    if (!found) return false;
    refill(found.complaint, message);
    /** @type {HTMLElement | null} */ (found.control.element.querySelector("input,select,textarea"))?.focus();
    return true;
  };
  return { element, read, complain };
}

/** @param {FormField} field @param {Lang} lang @param {() => void} changed @returns {Control} */
function draw(field, lang, changed) {
  if (field.type === "flag") return flag(field, changed);
  if (field.type === "integer") return integer(field, lang, changed);
  if (field.type === "characters") return several(field, changed);
  if (field.type === "choice" || field.type === "character") return choice(field, lang, changed);
  return text(field, lang, changed);
}

/** @param {FormField} field @param {string} id @param {Lang} lang */
function label(field, id, lang) {
  return h("label", { for: id }, field.label,
    field.unit && h("span", { class: "bs-unit" }, ` (${field.unit})`),
    !field.required && h("span", { class: "bs-optional" }, ` ${say(lang, "optional")}`));
}

/** @param {FormField} field @param {() => void} changed @returns {Control} */
function flag(field, changed) {
  const input = h("input", { type: "checkbox", checked: field.value === true, onchange: changed });
  return { element: h("label", { class: "bs-flag" }, input, h("span", {}, field.label)), read: () => input.checked };
}

/** @param {FormField} field @param {Lang} lang @param {() => void} changed @returns {Control} */
function integer(field, lang, changed) {
  if (!field.required && field.value === null) {
    const id = unique("field");
    const input = h("input", { id, class: "bs-number", type: "text", inputmode: "numeric", autocomplete: "off", onchange: changed });
    const read = () => {
      const found = input.value.trim().replace(/[−–—]/g, "-");
      return found === "" ? undefined : /^[+-]?\d+$/.test(found) ? Number(found) : Number.NaN;
    };
    return { element: h("div", {}, label(field, id, lang), input), read };
  }
  const step = stepper({
    label: field.label, unit: field.unit, value: field.value ?? field.min ?? 0, min: field.min ?? null, max: field.max ?? null,
    less: say(lang, "less"), more: say(lang, "more"), onchange: changed,
  });
  return { element: step.element, read: step.value };
}

/** @param {FormField} field @param {Lang} lang @param {() => void} changed @returns {Control} */
function choice(field, lang, changed) {
  const options = field.options ?? [];
  const few = field.type === "choice" && options.length > 0 && options.length <= 6;
  if (few) return radios(field, lang, changed);
  const id = unique("field");
  const select = h("select", { id, onchange: changed },
    h("option", { value: "" }, field.required ? say(lang, "choose_one") : say(lang, "none")),
    options.map((option) => h("option", { value: option.value, selected: option.value === field.value }, option.label)));
  return { element: h("div", {}, label(field, id, lang), select), read: () => select.value || undefined };
}

/** @param {FormField} field @param {Lang} lang @param {() => void} changed @returns {Control} */
function radios(field, lang, changed) {
  const name = unique("choice");
  const options = [...(field.required ? [] : [{ value: "", label: say(lang, "none") }]), ...(field.options ?? [])];
  const inputs = options.map((option) => h("input", {
    type: "radio", name, value: option.value, onchange: changed,
    checked: option.value === (field.value ?? (field.required ? null : "")),
  }));
  const element = h("fieldset", { class: "bs-radios" },
    h("legend", {}, field.label, !field.required && h("span", { class: "bs-optional" }, ` ${say(lang, "optional")}`)),
    options.map((option, place) => h("label", { class: "bs-radio" }, inputs[place], h("span", {}, option.label))));
  return { element, read: () => inputs.find((input) => input.checked)?.value || undefined };
}

/** @param {FormField} field @param {() => void} changed @returns {Control} */
function several(field, changed) {
  const chosen = new Set(Array.isArray(field.value) ? field.value : []);
  const inputs = (field.options ?? []).map((option) => h("input", {
    type: "checkbox", value: option.value, checked: chosen.has(option.value), onchange: changed,
  }));
  const element = h("fieldset", { class: "bs-radios" },
    h("legend", {}, field.label),
    inputs.map((input, place) => h("label", { class: "bs-radio" }, input, h("span", {}, field.options?.[place].label))));
  const read = () => {
    const found = inputs.filter((input) => input.checked).map((input) => input.value);
    return found.length ? found : undefined;
  };
  return { element, read };
}

/** @param {FormField} field @param {Lang} lang @param {() => void} changed @returns {Control} */
function text(field, lang, changed) {
  const id = unique("field");
  const json = field.type === "json";
  const input = h(json ? "textarea" : "input", { id, onchange: changed, autocomplete: "off", ...(json ? { rows: 3, spellcheck: "false", class: "bs-json" } : { type: "text" }) });
  if (field.value !== null && field.value !== undefined) input.value = json ? JSON.stringify(field.value) : String(field.value);
  const read = () => {
    const found = input.value.trim();
    if (!found) return undefined;
    if (!json) return found;
    try {
      return JSON.parse(found);
    } catch {
      return Number.NaN; // unreadable: counts as not given, and is said at the field
    }
  };
  return { element: h("div", {}, label(field, id, lang), input), read };
}
