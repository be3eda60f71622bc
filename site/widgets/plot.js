// Pictures of chances: panels of bars as SVG, and the same numbers as a table. Ink and one accent, direct labels, never
// colour alone. Draws trees (tree.js), so the site's build and the page draw alike.

import { tell } from "./chance-words.js";
import { atMost, percent } from "./format.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./types").Lang} Lang */
/** @typedef {{text: string, value: number}} Exact */
/** @typedef {{id: string, label: string, notable?: boolean, bars: Exact[][], unresolved: Exact}} Panel */
/**
 * @typedef {object} Picture
 * @property {string} title
 * @property {string} about
 * @property {{label: string, ticks: string[]}} across
 * @property {{label: string, notable: boolean}[]} parts
 * @property {string | null} rest
 * @property {Panel[]} panels
 * @property {boolean[] | null} [grave] the ticks that are grave, where it is not the same part everywhere
 */

const WIDE = 320;
const HIGH = 168;
const TOP = 18;
const FLOOR = 128;
/** Characters of a fraction that stands above a bar, and of one that stands in the table. */
const SHORT = 4;
const LONG = 9;
/** Room at the right for the names of the parts of a bar. */
const NAMES = 108;
const LINE = 13;

/** @param {string} text */
const numeric = (text) => /^[−-]?\d+$/.test(text);

/** A chance that fits above a narrow bar. @param {Exact} chance @param {boolean} fractions @param {Lang} lang */
function short(chance, fractions, lang) {
  if (fractions || chance.value === 0 || chance.value === 1) return chance.text;
  if (chance.value < 0.005) return "<1";
  if (chance.value > 0.995) return ">99";
  return new Intl.NumberFormat(lang, { maximumFractionDigits: 0 }).format(chance.value * 100);
}

/** A chance in per cent; what isn't certain is never called so. @param {Exact} chance @param {Lang} lang */
export function rounded(chance, lang) {
  if (chance.value > 0.9995 && chance.text !== "1") return `>${percent(0.999, lang)}`;
  if (chance.value < 0.0005 && chance.text !== "0") return `<${percent(0.001, lang)}`;
  return percent(chance.value, lang);
}

/** What is no more exact as a fraction: never, and always. @param {Exact} chance */
const plain = ({ text }) => text === "0" || text === "1";

/** Whether every chance of a picture is a fraction of at most so many characters. @param {Picture} picture @param {number} most */
const fits = (picture, most) => picture.panels.every(({ bars, unresolved }) =>
  unresolved.value === 0 && bars.every((bar) => bar.every(({ text }) => text.length <= most)));

/**
 * A whole picture below its title.
 * @param {Picture} picture
 * @param {Lang} lang
 * @returns {Tree[]}
 */
export function drawPicture(picture, lang) {
  return [
    ["div", { class: "bs-panels" }, picture.panels.map((panel) => drawPanel(picture, panel, lang))],
    ...remarks(picture, lang),
    drawNumbers(picture, lang),
    ...exactly(picture, lang),
  ];
}

/** @param {Picture} picture @param {Lang} lang @returns {Tree[]} */
function remarks(picture, lang) {
  const most = Math.max(...picture.panels.map(({ unresolved }) => unresolved.value));
  if (!(most > 0)) return [];
  return [["p", { class: "bs-quiet" }, tell(lang, "left_over", { value: atMost(most, lang) })]];
}

/** @param {Picture} picture @param {Panel} panel @param {Lang} lang @returns {Tree} */
function drawPanel(picture, panel, lang) {
  const wordy = picture.across.ticks.some((tick) => !numeric(tick));
  return ["figure", { class: "bs-chart", "data-panel": panel.id },
    panel.label ? ["figcaption", {}, panel.label] : null,
    wordy ? lying(picture, panel, lang) : standing(picture, panel, lang)];
}

/**
 * Bars that stand on a line, one for each number along it.
 * @param {Picture} picture @param {Panel} panel @param {Lang} lang @returns {Tree}
 */
function standing(picture, panel, lang) {
  const { ticks } = picture.across;
  const stacked = picture.parts.length > 1 || picture.rest !== null;
  const fractions = fits(picture, SHORT);
  const room = WIDE - (stacked ? NAMES : 0);
  const step = room / ticks.length;
  const bar = Math.min(step * 0.72, 34);
  /** @type {Tree[]} */
  const drawn = [
    ["line", { class: "bs-full", x1: 0, x2: room, y1: TOP, y2: TOP }],
    ["line", { class: "bs-base", x1: 0, x2: room, y1: FLOOR, y2: FLOOR }],
  ];
  ticks.forEach((tick, at) => {
    const middle = step * (at + 0.5);
    drawn.push(...column(picture, panel, panel.bars[at], middle - bar / 2, bar));
    if (step >= 18 || at % 2 === 0) drawn.push(["text", { class: "bs-tick", x: round(middle), y: FLOOR + 14, "text-anchor": "middle" }, tick]);
    if (!stacked) {
      const [chance] = panel.bars[at];
      const y = FLOOR - chance.value * (FLOOR - TOP) - 4;
      drawn.push(["text", { class: chance.value ? "bs-value" : "bs-value bs-zero", x: round(middle), y: round(y), "text-anchor": "middle" }, short(chance, fractions, lang)]);
    }
  });
  const unit = !stacked && !fractions ? ` (${picture.parts[0].label}, %)` : !stacked ? ` (${picture.parts[0].label})` : "";
  drawn.push(["text", { class: "bs-across", x: 0, y: HIGH - 8 }, `→ ${picture.across.label}${unit}`]);
  if (stacked) drawn.push(...names(picture, panel, panel.bars[ticks.length - 1], room + 8, lang));
  return ["svg", { class: "bs-plot", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${picture.title} ${panel.label}` }, drawn];
}

/** Room that a bar leaves to what has no name of its own. @param {Exact[]} bar */
const over = (bar) => Math.max(0, 1 - bar.reduce((sum, { value }) => sum + value, 0));

/**
 * The parts of a bar: the first stands on the line, the last hangs from the top, the rest is between them.
 * @param {Picture} picture @param {Panel} panel @param {Exact[]} bar
 * @returns {{from: number, to: number, kind: string, label: string, value: number}[]}
 */
function stack(picture, panel, bar) {
  const parts = [];
  let so_far = 0;
  bar.forEach(({ value }, at) => {
    const last = picture.rest !== null && at === bar.length - 1 && bar.length > 1;
    if (last) {
      const rest = over(bar);
      parts.push({ from: so_far, to: so_far + rest, kind: "bs-rest", label: picture.rest ?? "", value: rest });
      so_far += rest;
    }
    const { notable, label } = picture.parts[at];
    parts.push({ from: so_far, to: so_far + value, kind: notable && panel.notable !== false ? "bs-notable" : `bs-part bs-part-${Math.min(at, 3)}`, label, value });
    so_far += value;
  });
  if (picture.rest !== null && bar.length === 1) parts.push({ from: so_far, to: 1, kind: "bs-rest", label: picture.rest, value: over(bar) });
  return parts;
}

/** @param {Picture} picture @param {Panel} panel @param {Exact[]} bar @param {number} x @param {number} wide @returns {Tree[]} */
function column(picture, panel, bar, x, wide) {
  return stack(picture, panel, bar).filter(({ from, to }) => to > from).map(({ from, to, kind }) => {
    const high = (to - from) * (FLOOR - TOP);
    return ["rect", { class: kind, x: round(x), y: round(FLOOR - to * (FLOOR - TOP)), width: round(wide), height: round(high) }];
  });
}

/** The names of the parts beside the last bar, none over another. @param {Picture} picture @param {Panel} panel @param {Exact[]} bar @param {number} x @param {Lang} lang @returns {Tree[]} */
function names(picture, panel, bar, x, lang) {
  const placed = stack(picture, panel, bar).map((part) => ({ ...part, y: Math.min(FLOOR - ((part.from + part.to) / 2) * (FLOOR - TOP) + 4, FLOOR - LINE) }));
  placed.sort((a, b) => b.y - a.y);
  placed.forEach((part, at) => { if (at) part.y = Math.min(part.y, placed[at - 1].y - 2 * LINE); });
  const above = TOP - 2 - Math.min(...placed.map(({ y }) => y));
  if (above > 0) for (const part of placed) part.y += above;
  return placed.flatMap(({ label, value, y }) => /** @type {Tree[]} */ ([
    ["text", { class: "bs-name", x, y: round(y) }, label],
    ["text", { class: "bs-value", x, y: round(y + LINE - 1) }, percent(value, lang)],
  ]));
}

/**
 * Bars that lie, one under another, each with its word; the line below a bar is as long as certainty.
 * @param {Picture} picture @param {Panel} panel @param {Lang} lang @returns {Tree}
 */
function lying(picture, panel, lang) {
  const line = 34;
  const high = picture.across.ticks.length * line;
  const fractions = fits(picture, LONG);
  /** @type {Tree[]} */
  const drawn = picture.across.ticks.flatMap((tick, at) => {
    const [chance] = panel.bars[at];
    const top = at * line;
    const notable = picture.grave?.[at] ?? (picture.parts[0].notable && panel.notable !== false);
    const value = fractions && !plain(chance) ? `${chance.text} · ${rounded(chance, lang)}` : rounded(chance, lang);
    return /** @type {Tree[]} */ ([
      ["text", { class: "bs-name", x: 0, y: top + 12 }, tick],
      ["text", { class: "bs-value", x: WIDE, y: top + 12, "text-anchor": "end" }, value],
      ["rect", { class: notable ? "bs-notable" : "bs-part bs-part-0", x: 0, y: top + 17, width: round(chance.value * WIDE), height: 9 }],
      ["line", { class: "bs-base", x1: 0, x2: WIDE, y1: top + 26, y2: top + 26 }],
    ]);
  });
  return ["svg", { class: "bs-plot", viewBox: `0 0 ${WIDE} ${high}`, role: "img", "aria-label": `${picture.title} ${panel.label}` }, drawn];
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

// --- the numbers -------------------------------------------------------------------------------------------------

/** @typedef {{label: string, cells: Exact[]}} Row */

/** What a picture shows, as rows of a table: by tick, or by panel where there are more panels than ticks. @param {Picture} picture @returns {{corner: string, heads: string[], rows: Row[]}} */
function numbers(picture) {
  const { label, ticks } = picture.across;
  const several = picture.parts.length > 1;
  const series = picture.panels.flatMap((panel) => picture.parts.map((part, at) => ({
    label: several ? [panel.label, part.label].filter(Boolean).join(": ") : panel.label || part.label,
    cells: panel.bars.map((bar) => bar[at]),
  })));
  if (series.length > ticks.length) return { corner: "", heads: ticks.map((tick) => `${tick}`), rows: series };
  return {
    corner: label,
    heads: series.map((one) => one.label),
    rows: ticks.map((tick, at) => ({ label: tick, cells: series.map(({ cells }) => cells[at]) })),
  };
}

/** What may begin a syllable of Italian, beside any one consonant. */
const ONSET = /^(?:[bcdfgpt][lr]|[cg]h[lr]?|gn|s[^s]+|.)$/iu;

/**
 * Where the long words of Italian heads may be divided: narrow screens ask for it, and not every browser can tell.
 * English ones are short enough.
 * @param {string} text @param {Lang} lang
 */
function hyphened(text, lang) {
  if (lang !== "it") return text;
  return text.replace(/\p{L}{8,}/gu, (word) => word.replace(/(?<=\p{L}[aeiouàèéìòù])[^aeiouàèéìòù]+(?=[aeiouàèéìòù])/giu,
    (between) => (ONSET.test(between) ? `\u00AD${between}` : `${between[0]}\u00AD${between.slice(1)}`)));
}

/** A fraction that may break after its stroke. @param {string} text @returns {(string | Tree)[]} */
function breakable(text) {
  const at = text.indexOf("/") + 1;
  return at ? [text.slice(0, at), ["wbr", {}], text.slice(at)] : [text];
}

/** @param {Picture} picture @param {Lang} lang @returns {Tree} */
function drawNumbers(picture, lang) {
  const { corner, heads, rows } = numbers(picture);
  const fractions = fits(picture, LONG);
  const cell = (/** @type {Exact} */ chance) => /** @type {Tree} */ (["td", { "data-exact": chance.text },
    ...(fractions && !plain(chance) ? [/** @type {Tree} */ (["span", { class: "bs-fraction" }, ...breakable(chance.text)]), " "] : []),
    ["span", { class: "bs-percent" }, rounded(chance, lang)]]);
  const caption = corner ? picture.title : `${picture.title} → ${picture.across.label}`;
  const head = (/** @type {string} */ text) => /** @type {Tree} */ (["th", { scope: "col" }, hyphened(text, lang)]);
  const width = heads.length > 4 ? " bs-wide" : heads.length < 3 ? " bs-narrow" : "";
  return ["table", { class: `bs-numbers${width}` },
    ["caption", {}, caption],
    ["thead", {}, ["tr", {}, head(corner), heads.map(head)]],
    ["tbody", {}, rows.map((row) => /** @type {Tree} */ (["tr", {}, ["th", { scope: "row" }, hyphened(row.label, lang)], row.cells.map(cell)]))]];
}

/** The fractions, where some of them are too long for the table. @param {Picture} picture @param {Lang} lang @returns {Tree[]} */
function exactly(picture, lang) {
  if (picture.panels.some(({ unresolved }) => unresolved.value > 0) || fits(picture, LONG)) return [];
  const { heads, rows } = numbers(picture);
  const long = rows.flatMap((row) => row.cells.map((chance, at) => ({ label: `${row.label} · ${heads[at]}`, chance })))
    .filter(({ chance }) => !plain(chance));
  return [["details", { class: "bs-exact" }, ["summary", {}, tell(lang, "exact")],
    ["dl", {}, long.flatMap(({ label, chance }) => /** @type {Tree[]} */ ([["dt", {}, label], ["dd", {}, chance.text]]))]]];
}

// --- odds as pictures ------------------------------------------------------------------------------------------------

/** @typedef {{by: string, rows: {key: unknown, label: string, chance: Exact, grave?: boolean}[], unresolved: Exact, by_act?: Record<string, Exact>[], acts?: Exact, mean?: Exact, quantiles?: Record<string, unknown>}} Odds */

/** The likeliest first, except along numbers. @param {Odds} odds */
export function ordered(odds) {
  const along = odds.rows.every(({ key }) => typeof key === "number");
  return along ? odds.rows : [...odds.rows].sort((a, b) => b.chance.value - a.chance.value);
}

/**
 * The odds of something as a picture of one panel.
 * @param {Odds} odds @param {string} title @param {string} label what they are grouped by
 * @param {Lang} lang
 * @returns {Picture}
 */
export function ofOdds(odds, title, label, lang) {
  const rows = ordered(odds);
  return {
    title, about: "", rest: null,
    across: { label, ticks: rows.map((row) => row.label) },
    parts: [{ label: tell(lang, "chance"), notable: false }],
    grave: rows.map(({ grave }) => grave === true),
    panels: [{ id: "odds", label: "", bars: rows.map(({ chance }) => [chance]), unresolved: odds.unresolved }],
  };
}

/**
 * What has become of a course after each of its acts.
 * @param {Odds} odds @param {Lang} lang
 * @returns {Picture | null}
 */
export function ofActs(odds, lang) {
  const acts = odds.by_act ?? [];
  const rows = [...odds.rows].sort((a, b) => Number(b.grave ?? false) - Number(a.grave ?? false));
  if (!acts.length || !rows.length) return null;
  const none = { text: "0", value: 0 };
  return {
    title: tell(lang, "by_act"), about: "", rest: tell(lang, "going_on"),
    across: { label: tell(lang, "act"), ticks: acts.map((_, at) => String(at + 1)) },
    parts: rows.map(({ label, grave }) => ({ label, notable: grave === true })),
    panels: [{ id: "acts", label: "", bars: acts.map((act) => rows.map(({ key }) => act[String(key)] ?? none)), unresolved: none }],
  };
}
