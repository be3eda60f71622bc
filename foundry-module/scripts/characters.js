// Which actor is which character at the bridge. An unlinked token's actor is a character of its own: its flag names the
// actor it was written for, because tokens inherit the flags of the actor they are made from.

import { bridge } from "./bridge.js";
import { initial } from "./fields.js";
import { act, agreed } from "./line.js";
import { ID } from "./names.js";

/**
 * The character of an actor: the one it was tied to, or one named after the actor itself.
 * @param {Actor.Implementation} actor
 */
export function characterOf(actor) {
  const tie = actor.getFlag(ID, "character");
  return tie && tie.uuid === actor.uuid ? tie.id : actor.uuid;
}

/**
 * Every actor there is in this world: those of the directory, and those of tokens that have their own.
 * @returns {Generator<Actor.Implementation, void, undefined>}
 */
export function* everyActor() {
  for (const actor of game.actors) yield actor;
  for (const scene of game.scenes) {
    for (const token of scene.tokens) if (!token.actorLink && token.actor) yield token.actor;
  }
}

/**
 * The actor of a character, or null.
 * @param {string} id
 */
export function actorOf(id) {
  for (const actor of everyActor()) if (characterOf(actor) === id) return actor;
  return null;
}

/** The name that everybody sees. @param {Actor.Implementation} actor */
export function nameOf(actor) {
  return actor.token?.name ?? actor.name;
}

/** @type {Promise<unknown>} one at a time: two clicks must not bring somebody in twice */
let last = Promise.resolve();

/**
 * See that an actor is a character under a ruleset: brought in at first use. The Game Master's client only.
 * @param {Actor.Implementation} actor
 * @param {string} ruleset
 * @returns {Promise<string>} the character's id
 */
export function bringIn(actor, ruleset) {
  const made = last.then(async () => {
    const id = characterOf(actor);
    const { characters } = agreed(await bridge.ask({ type: "catalog" }));
    const known = characters.find((/** @type {import("../widgets/types").CharacterFacts} */ one) => one.id === id);
    if (known?.rulesets.includes(ruleset)) return id;
    const named = known ? {} : { name: nameOf(actor) };
    agreed(await bridge.ask(act({ type: "import", id, ruleset, state: initial(actor, ruleset), ...named })));
    const tie = actor.getFlag(ID, "character");
    if (tie?.id !== id || tie.uuid !== actor.uuid) await actor.setFlag(ID, "character", { id, uuid: actor.uuid });
    return id;
  });
  last = made.catch(() => undefined);
  return made;
}

/**
 * See that a player may act for a character at the bridge. The Game Master's client only, which has checked that they
 * own the actor.
 * @param {string} id
 * @param {string} person the player's id at the bridge
 */
export async function letPlay(id, person) {
  const { characters } = agreed(await bridge.ask({ type: "catalog" }));
  const owners = characters.find((/** @type {{id: string}} */ one) => one.id === id)?.owners ?? [];
  if (!owners.includes(person)) agreed(await bridge.ask(act({ type: "persona", id, owners: [...owners, person] })));
}
