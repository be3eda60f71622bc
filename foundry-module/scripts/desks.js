// The desk that this client asks: the bridge itself for the active Game Master, the Game Master's client for everybody
// else.

import { bridge } from "./bridge.js";
import { bringIn } from "./characters.js";
import { observe } from "./fields.js";
import { act, Away } from "./line.js";
import { askGm, named } from "./relay.js";
import { lang, t } from "./text.js";

/** @typedef {import("../widgets/types").Reply} Reply */
/** @typedef {import("./line.js").Message} Message */

/**
 * @typedef {object} ActorDesk
 * @property {(message: Message) => Promise<Reply>} ask refusals are replies too; throws Away
 * @property {(message: Message) => Promise<Reply>} act the same, with a request id
 * @property {boolean} gm whether it is the Game Master's own
 */

/**
 * The desk for acting with an actor.
 * @param {Actor.Implementation} actor
 * @returns {ActorDesk}
 */
export function deskFor(actor) {
  const gm = game.user.isActiveGM;
  const ask = gm ? (/** @type {Message} */ message) => askBridge(actor, message) : (/** @type {Message} */ message) => askGm(actor, { ...message, lang: message.lang ?? lang() });
  return { gm, ask, act: (message) => ask(act(message)) };
}

/** @param {Actor.Implementation} actor @param {Message} message @returns {Promise<Reply>} */
async function askBridge(actor, message) {
  if (bridge.state === "off" || bridge.state === "trouble" || bridge.state === "connecting") {
    return { ok: false, error: { code: "bridge_away", message: t("Relay.bridge_away") } };
  }
  try {
    if (message.type === "form") await bringIn(actor, message.ruleset);
    if (message.type === "start") await observe(named(message.args), message.ruleset);
    return await bridge.ask(message);
  } catch (error) {
    if (error instanceof Away) return { ok: false, error: { code: "bridge_away", message: t("Relay.bridge_away") } };
    throw error;
  }
}
