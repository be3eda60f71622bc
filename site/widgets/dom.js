// Building elements. Text is always text: nothing that comes from a desk is ever read as markup.

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[] | Leaf[][]} Child */
/** @typedef {Record<string, any>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Puts children (and lists of children) into an element; null, undefined and false leave nothing.
 * @template {Element} E
 * @param {E} element
 * @param {Child[]} children
 * @returns {E}
 */
export function fill(element, ...children) {
  for (const child of /** @type {Leaf[]} */ (children.flat(2))) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes `on…` are listeners; true and false set or leave out; null and undefined leave out
 */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element with attributes, listeners and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  return fill(element, ...children);
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  set(element, attributes);
  return fill(element, ...children);
}

/**
 * Empties an element and fills it anew.
 * @param {Element} element
 * @param {...Child} children
 */
export function refill(element, ...children) {
  element.replaceChildren();
  fill(element, ...children);
}

let last = 0;

/**
 * An id that no other element of this page has.
 * @param {string} stem
 */
export function unique(stem) {
  last += 1;
  return `bs-${stem}-${last}`;
}

/**
 * A button that does something.
 * @param {string} text
 * @param {(event: Event) => void} does
 * @param {Attributes} [attributes]
 */
export function button(text, does, attributes = {}) {
  return h("button", { type: "button", class: "bs-button", onclick: does, ...attributes }, text);
}

/** Whether whoever reads wants as little motion as can be. */
export function still() {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}
