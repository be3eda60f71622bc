// Which actor is which character at the bridge. An unlinked token's actor is a character of its own: its flag names the
// actor it was written for, because tokens inherit the flags of the actor they are made from.

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
