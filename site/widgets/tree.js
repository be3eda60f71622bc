// Markup as a plain tree, so that the same drawing is written out when the site is built (under Node) and grown in the
// page afterwards. Text is always text.

/** @typedef {string | number | null | false | undefined} Text */
/** @typedef {[string, Record<string, any>, ...(Text | Tree | Tree[])[]]} Tree */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "rect", "line", "text", "title", "path"]);
const VOID = new Set(["rect", "line", "path", "wbr"]);

/** @param {unknown} value */
const left = (value) => value === null || value === undefined || value === false;

/** @param {Tree} tree @returns {(Text | Tree)[]} */
const childrenOf = (tree) => /** @type {any} */ (tree.slice(2)).flatMap((/** @type {any} */ child) =>
  (Array.isArray(child) && typeof child[0] !== "string" ? child : [child]));

/**
 * A tree as elements of the page.
 * @param {Tree} tree
 * @returns {Element}
 */
export function grow(tree) {
  const [tag, attributes] = tree;
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (!left(value)) element.setAttribute(name, value === true ? "" : String(value));
  for (const child of childrenOf(tree)) {
    if (!left(child)) element.append(Array.isArray(child) ? grow(/** @type {Tree} */ (child)) : String(child));
  }
  return element;
}

/** @param {unknown} text */
const escaped = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/**
 * A tree as HTML.
 * @param {Tree} tree
 * @returns {string}
 */
export function write(tree) {
  const [tag, attributes] = tree;
  const set = Object.entries(attributes).filter(([, value]) => !left(value))
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(value)}"`)).join("");
  const inner = childrenOf(tree).filter((child) => !left(child))
    .map((child) => (Array.isArray(child) ? write(/** @type {Tree} */ (child)) : escaped(child))).join("");
  return VOID.has(tag) ? `<${tag}${set}/>` : `<${tag}${set}>${inner}</${tag}>`;
}
