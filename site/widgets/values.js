// What the rules answer about somebody (a question's answer, a sheet), in labelled lines.

import { h } from "./dom.js";

/**
 * @param {import("./types").Line[]} lines
 * @returns {Node}
 */
export function drawLines(lines) {
  if (lines.every(({ label }) => !label)) return h("ul", { class: "bs-values" }, lines.map((line) => h("li", {}, content(line))));
  return h("dl", { class: "bs-values" }, lines.map((line) => [h("dt", {}, line.label), h("dd", {}, content(line))]));
}

/** @param {import("./types").Line} line */
function content({ text, lines }) {
  return lines ? drawLines(lines) : document.createTextNode(text ?? "");
}
