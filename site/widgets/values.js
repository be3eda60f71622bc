// Plain values of the rules (a query's answer, a sheet) as nested lists.

import { h } from "./dom.js";
import { number } from "./format.js";
import { say } from "./words.js";

/** @typedef {import("./types").Lang} Lang */

/** A key as words. @param {string} key */
export function readable(key) {
  const words = key.replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * @param {unknown} value
 * @param {Lang} lang
 * @returns {Node}
 */
export function drawAnswer(value, lang) {
  if (Array.isArray(value)) {
    if (!value.length) return document.createTextNode("–");
    if (value.every((item) => item === null || typeof item !== "object")) return document.createTextNode(value.map((item) => plain(item, lang)).join(", "));
    return h("ul", { class: "bs-values" }, value.map((item) => h("li", {}, drawAnswer(item, lang))));
  }
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).filter(([, item]) => item !== null);
    if (!entries.length) return document.createTextNode("–");
    return h("dl", { class: "bs-values" }, entries.map(([key, item]) => [h("dt", {}, readable(key)), h("dd", {}, drawAnswer(item, lang))]));
  }
  return document.createTextNode(plain(value, lang));
}

/** @param {unknown} value @param {Lang} lang */
function plain(value, lang) {
  if (typeof value === "boolean") return value ? say(lang, "yes") : say(lang, "no");
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "number" ? number(value) : String(value);
}
