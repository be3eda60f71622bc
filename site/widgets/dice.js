// Dice as they fell: small inline SVG faces, pips for six-sided dice, numerals for the others.

import { h, still, svg } from "./dom.js";

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[12, 12]],
  2: [[7, 17], [17, 7]],
  3: [[7, 17], [12, 12], [17, 7]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  6: [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]],
};

/** @type {Record<number, string>} outlines that tell dice apart by shape, in a box of 24 */
const OUTLINES = {
  4: "M12 2.5 22.5 21H1.5Z",
  8: "M12 1.5 22 12 12 22.5 2 12Z",
  10: "M12 1.5 22.5 10.5 12 22.5 1.5 10.5Z",
  12: "M12 1.5 22 9 18.2 21.5H5.8L2 9Z",
  20: "M12 1.2 21.5 6.6V17.4L12 22.8 2.5 17.4V6.6Z",
};

/**
 * One die.
 * @param {number} sides
 * @param {number} face
 * @returns {SVGElement}
 */
export function die(sides, face) {
  const picture = svg("svg", { viewBox: "0 0 24 24", class: `bs-die bs-d${sides}`, role: "img", "aria-label": `d${sides}: ${face}` });
  if (!still()) picture.classList.add("bs-falling");
  if (sides === 6 && PIPS[face]) {
    picture.append(svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4.5 }));
    for (const [cx, cy] of PIPS[face]) picture.append(svg("circle", { cx, cy, r: 2.1 }));
    return picture;
  }
  const outline = OUTLINES[sides];
  picture.append(
    outline ? svg("path", { d: outline, "stroke-linejoin": "round" }) : svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 10.5 }),
    svg("text", { x: 12, y: sides === 4 ? 18.4 : 15.9, "text-anchor": "middle", "font-size": face > 99 ? 8 : 11 }, String(face)),
  );
  return picture;
}

/**
 * A handful of dice in a row.
 * @param {[number, number][]} faces pairs of sides and face
 */
export function dice(faces) {
  return h("span", { class: "bs-dice" }, faces.map(([sides, face]) => die(sides, face)));
}
