// Between players' clients and the active Game Master's: requests travel over Foundry's own channel, whose handlers are
// told the true sender by Foundry's server. The Game Master's client checks that the sender owns the actor, and asks the
// bridge on the player's own line, so that they are answered only what they may know.

import { characterOf } from "./actors.js";
import { bridge } from "./bridge.js";
import { bringIn, letPlay } from "./characters.js";
import { observe } from "./fields.js";
import { Away } from "./line.js";
import { CHANNEL, ID } from "./names.js";

/** @typedef {import("../widgets/types").Reply} Reply */
/** @typedef {import("../widgets/types").VerbFacts} VerbFacts */
/** @typedef {import("./line.js").Message} Message */
/** @typedef {{kind: "ask", id: string, uuid: string, message: Message}} Asked */
/** @typedef {{kind: "answer", id: string, to: string, reply: Reply}} Answered */

/** The messages that a player may send. */
const ALLOWED = ["catalog", "form", "start", "answer", "abandon", "log", "sheet"];

/** The fields that say who acts, first to last, as the bridge reads them. */
const ACTING = ["by", "on", "who"];

const PATIENCE = 15_000;

/** @type {Map<string, (reply: Reply) => void>} */
const waiting = new Map();

/** Begin to listen; in `ready`. */
export function openRelay() {
  game.socket.on(CHANNEL, (/** @type {Asked | Answered} */ said, /** @type {string} */ sender) => {
    if (said?.kind === "ask" && game.user.isActiveGM) void answer(said, sender);
    // only a Game Master's word is an answer, whoever else may speak on this channel
    if (said?.kind === "answer" && said.to === game.user.id && game.users.get(sender)?.isGM) waiting.get(said.id)?.(said.reply);
  });
}

/**
 * Have the active Game Master's client ask the bridge, for an actor of this player's.
 * @param {Actor.Implementation} actor
 * @param {Message} message
 * @returns {Promise<Reply>} refusals of the relay have codes of its own: no_gm, no_answer, not_owner, bridge_away
 */
export async function askGm(actor, message) {
  if (!game.users.activeGM) return no("no_gm");
  for (let times = 1; times <= 2; times += 1) {
    const id = foundry.utils.randomID();
    /** @type {Promise<Reply>} */
    const heard = new Promise((resolve) => waiting.set(id, resolve));
    game.socket.emit(CHANNEL, { kind: "ask", id, uuid: actor.uuid, message });
    const reply = await Promise.race([heard, silence()]);
    waiting.delete(id);
    // said again in the very same words: a change carries its request id and is done once
    if (reply) return reply;
  }
  return no("no_answer");
}

/** @returns {Promise<null>} */
function silence() {
  return new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
}

/** @param {string} code @returns {Reply} */
function no(code) {
  return { ok: false, error: { code, message: game.i18n.localize(`BONESETTER.Relay.${code}`) } };
}

/** @param {Asked} said @param {string} sender */
async function answer({ id, uuid, message }, sender) {
  const reply = await asked(sender, uuid, message).catch((error) => {
    if (error instanceof Away) return no("bridge_away");
    console.error(`${ID} | a player's request failed`, error);
    return no("failed");
  });
  game.socket.emit(CHANNEL, { kind: "answer", id, to: sender, reply });
}

/**
 * @param {string} sender
 * @param {string} uuid
 * @param {Message} message
 * @returns {Promise<Reply>}
 */
async function asked(sender, uuid, message) {
  const user = game.users.get(sender);
  const actor = await fromUuid(uuid);
  if (!user || !(actor instanceof Actor) || !actor.testUserPermission(user, "OWNER")) return no("not_owner");
  if (!ALLOWED.includes(message?.type)) return no("not_allowed");
  if (bridge.state !== "on") return no("bridge_away");
  const line = user.isGM && bridge.gm ? bridge.gm : await bridge.player({ id: sender, name: user.name });
  const ruleset = message.ruleset;
  if (message.type === "form" || message.type === "start") {
    const { rulesets } = await line.ask({ type: "catalog" });
    /** @type {VerbFacts | undefined} */
    const verb = rulesets?.find((/** @type {{id: string}} */ one) => one.id === ruleset)?.verbs
      .find((/** @type {VerbFacts} */ one) => one.verb === message.verb);
    const character = characterOf(actor);
    const acting = ACTING.find((field) => verb?.fields.includes(field) && message.args?.[field]);
    if (message.type === "start" && acting && message.args[acting] !== character) return no("not_owner");
    if (verb && !verb.gm) {
      await bringIn(actor, ruleset);
      if (!user.isGM) await letPlay(character, line.person?.id ?? "");
    }
    if (message.type === "start") await observe(named(message.args), ruleset);
  }
  return line.ask(message);
}

/** The characters that arguments may name. @param {Record<string, unknown>} args */
export function named(args) {
  return new Set(Object.values(args ?? {}).flat().filter((value) => typeof value === "string"));
}
