// The module's settings: where the bridge is, the tokens (kept in this browser only), and what the world remembers.

import { ID } from "./names.js";

/**
 * Tokens, in this browser only. Foundry sends world settings to every client, so none may ever stand in one.
 * @typedef {object} Keys
 * @property {string} [gm] the Game Master's
 * @property {string} [table] of the onlooker whose view everybody may see
 * @property {Record<string, string>} [users] of players, by Foundry user id
 */

/**
 * Who is who at the bridge: ids, no secrets.
 * @typedef {object} Persons
 * @property {string} [table]
 * @property {Record<string, string>} [users]
 */

/**
 * How far this world has followed the bridge's log.
 * @typedef {object} Seen
 * @property {string} [log] which log: the time and maker of its first entry
 * @property {number} [head] the number of the last entry that was dealt with
 */

export const DEFAULT_ADDRESS = "http://127.0.0.1:8765";

/**
 * Register all settings; in `init`.
 * @param {new () => foundry.applications.api.ApplicationV2.Any} connection the window that the menu opens
 */
export function registerSettings(connection) {
  game.settings.registerMenu(ID, "connection", {
    name: "BONESETTER.Connection.title",
    label: "BONESETTER.Connection.open",
    hint: "BONESETTER.Connection.hint",
    icon: "fa-solid fa-plug",
    type: connection,
    restricted: true,
  });
  game.settings.register(ID, "address", { scope: "client", config: false, type: String, default: DEFAULT_ADDRESS });
  game.settings.register(ID, "keys", { scope: "client", config: false, type: Object, default: {} });
  game.settings.register(ID, "ruleset", { scope: "client", config: false, type: String, default: "" });
  game.settings.register(ID, "seen", { scope: "world", config: false, type: Object, default: {} });
  game.settings.register(ID, "persons", { scope: "world", config: false, type: Object, default: {} });
  game.settings.register(ID, "fields", {
    name: "BONESETTER.Fields.name",
    hint: "BONESETTER.Fields.hint",
    scope: "world",
    config: true,
    type: String,
    default: "",
  });
}

/** @returns {Keys} a copy */
export function keys() {
  return { ...game.settings.get(ID, "keys") };
}

/** @param {Keys} changed */
export async function keep(changed) {
  await game.settings.set(ID, "keys", { ...keys(), ...changed });
}

/**
 * The token in what somebody pasted: a bare token, or an invite link with the token behind its hash.
 * @param {string} pasted
 */
export function tokenIn(pasted) {
  const text = pasted.trim();
  return /[#&](?:invite|join)=([\w-]+)/.exec(text)?.[1] ?? text;
}
