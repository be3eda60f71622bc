// Numbers as they are read: real minus signs, fractions, percentages.

/**
 * A number with a real minus sign.
 * @param {number} value
 */
export function number(value) {
  return value < 0 ? `−${-value}` : String(value);
}

/**
 * An addend as it follows a sum: " + 3", " − 2", nothing for 0.
 * @param {number} value
 */
export function addend(value) {
  if (!value) return "";
  return value < 0 ? ` − ${-value}` : ` + ${value}`;
}

/**
 * A share of one in percent, one digit behind the point unless it is whole.
 * @param {number} share
 * @param {string} lang
 */
export function percent(share, lang) {
  return new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1 }).format(share);
}

/**
 * A bound from above in percent, however small: never less than it is.
 * @param {number} share
 * @param {string} lang
 */
export function atMost(share, lang) {
  return new Intl.NumberFormat(lang, { style: "percent", maximumSignificantDigits: 1, roundingMode: "ceil" }).format(share);
}

/**
 * @param {{n: number | string, d: number | string} | null} chance
 * @returns {number} the share of one; 0 for none
 */
export function share(chance) {
  return chance ? Number(chance.n) / Number(chance.d) : 0;
}

/**
 * Faces that somebody typed: "4", "3, 5", "35" for two dice.
 * @param {string} text
 * @param {number} count how many dice are asked for
 * @returns {number[]} empty when there is nothing to read
 */
export function faces(text, count) {
  const found = text.match(/\d+/g) ?? [];
  if (found.length === 1 && count > 1 && found[0].length === count) return [...found[0]].map(Number);
  return found.map(Number);
}
