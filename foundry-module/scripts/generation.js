// What differs between Foundry's generations 13 and 14. No other file asks which one this is.

import { ICON, STATUS } from "./names.js";

/** @typedef {import("../types/v14").V14ContextMenuEntry} V14ContextMenuEntry */
/** @typedef {import("../types/v14").V14StatusEffects} V14StatusEffects */
/** @typedef {import("../types/v14").V14EffectData} V14EffectData */
/** @typedef {foundry.applications.ux.ContextMenu.Entry<HTMLElement>} V13ContextMenuEntry */

function fourteen() {
  return game.release.generation >= 14;
}

/**
 * An entry of a context menu.
 * @param {object} given
 * @param {string} given.label a key of the language files
 * @param {string} given.icon classes of an icon
 * @param {(target: HTMLElement) => boolean} given.visible
 * @param {(target: HTMLElement) => void} given.onClick
 * @returns {V13ContextMenuEntry | V14ContextMenuEntry}
 */
export function menuEntry({ label, icon, visible, onClick }) {
  if (fourteen()) return { label, icon, visible, onClick: (_event, target) => onClick(target) };
  return { name: label, icon: `<i class="${icon}"></i>`, condition: visible, callback: onClick };
}

/** Make the status of a wound known to Foundry; it is not offered in the token's palette. */
export function registerStatus() {
  const status = { id: STATUS, name: "BONESETTER.Status.wound", img: ICON, hud: false };
  if (fourteen()) /** @type {V14StatusEffects} */ (/** @type {unknown} */ (CONFIG.statusEffects))[STATUS] = status;
  else CONFIG.statusEffects.push(status);
}

/**
 * What a wound's effect needs besides what both generations share: in 14, to show its picture on the token although it
 * has no duration.
 * @returns {V14EffectData}
 */
export function effectExtras() {
  return fourteen() ? { showIcon: 2 } : {};
}
