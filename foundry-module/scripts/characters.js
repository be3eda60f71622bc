// Bringing actors in at the bridge as characters, and saying who plays them.

import { characterOf, nameOf } from "./actors.js";
import { bridge } from "./bridge.js";
import { initial } from "./fields.js";
import { act, agreed } from "./line.js";
import { ID } from "./names.js";

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
