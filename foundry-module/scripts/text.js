// What the module itself says, in the reader's language. Everything about rules comes from the bridge.

/** @typedef {import("../widgets/types").Lang} Lang */

/** @type {readonly Lang[]} the languages of the bridge's cards */
export const LANGUAGES = ["en", "it"];

/**
 * A text of ours with its facts filled in.
 * @param {string} key without the leading `BONESETTER.`
 * @param {Record<string, string>} [facts]
 */
export function t(key, facts) {
  return facts ? game.i18n.format(`BONESETTER.${key}`, facts) : game.i18n.localize(`BONESETTER.${key}`);
}

/** The reader's language, or English where the bridge doesn't speak theirs. @returns {Lang} */
export function lang() {
  return game.i18n.lang.startsWith("it") ? "it" : "en";
}
