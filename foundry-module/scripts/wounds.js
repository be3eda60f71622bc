// Open injuries as effects on the actor. Each injury owns one effect, known by ids in its flag: what is missing is made,
// what is gone is deleted, and doing it twice changes nothing.

import { h } from "../widgets/dom.js";
import { actorOf } from "./actors.js";
import { bridge } from "./bridge.js";
import { effectExtras } from "./generation.js";
import { ICON, ID, STATUS } from "./names.js";

/** @typedef {import("../widgets/types").Injury} Injury */

/**
 * The tie of an effect to an injury.
 * @typedef {object} WoundFlag
 * @property {string} ruleset
 * @property {string} character id at the bridge
 * @property {string} injury the injury's id within the character
 * @property {number} entry the number of the log's entry it came with
 */

/** @type {Map<string, Promise<void>>} by actor: one change after the other */
const queues = new Map();

/**
 * The effects of ours on an actor.
 * @param {Actor.Implementation} actor
 * @param {string} [ruleset]
 */
export function woundsOn(actor, ruleset) {
  return actor.effects.filter((effect) => {
    const tie = effect.getFlag(ID, "wound");
    return tie !== undefined && (ruleset === undefined || tie.ruleset === ruleset);
  });
}

/**
 * Make the effects of a character's actor agree with the injuries that everybody may see.
 * @param {string} character
 * @param {string} ruleset
 * @param {number} entry the log's entry that this follows from
 */
export async function showWounds(character, ruleset, entry) {
  const actor = actorOf(character);
  if (!actor) return;
  const before = queues.get(actor.uuid) ?? Promise.resolve();
  const made = before.catch(() => undefined).then(async () => {
    const reply = await bridge.askAsTable({ type: "sheet", ruleset, character });
    // somebody whose bringing in was taken back has no injuries either
    if (reply.ok || reply.error?.code === "unknown_character") {
      await agree(actor, { ruleset, character, entry }, reply.injuries ?? []);
    }
  });
  queues.set(actor.uuid, made);
  await made;
}

/**
 * @param {Actor.Implementation} actor
 * @param {Omit<WoundFlag, "injury">} tie
 * @param {Injury[]} injuries
 */
async function agree(actor, tie, injuries) {
  const open = new Map(injuries.map((injury) => [injury.id, injury]));
  const gone = [];
  const changed = [];
  for (const effect of woundsOn(actor, tie.ruleset)) {
    const flag = /** @type {WoundFlag} */ (effect.getFlag(ID, "wound"));
    const injury = flag.character === tie.character ? open.get(flag.injury) : undefined;
    if (!injury) gone.push(/** @type {string} */ (effect.id));
    else {
      open.delete(flag.injury);
      const now = { name: injury.name, description: describe(injury) };
      if (effect.name !== now.name || effect.description !== now.description) changed.push({ _id: effect.id, ...now });
    }
  }
  if (gone.length) await actor.deleteEmbeddedDocuments("ActiveEffect", gone);
  if (changed.length) await actor.updateEmbeddedDocuments("ActiveEffect", changed);
  if (open.size) await actor.createEmbeddedDocuments("ActiveEffect", [...open.values()].map((injury) => effect(injury, tie)));
}

/** @param {Injury} injury @param {Omit<WoundFlag, "injury">} tie */
function effect(injury, tie) {
  return {
    name: injury.name,
    img: ICON,
    description: describe(injury),
    statuses: [STATUS],
    flags: { [ID]: { wound: { ...tie, injury: injury.id } } },
    ...effectExtras(),
  };
}

/** What an injury does, as HTML; the bridge's words are text in it, never markup. @param {Injury} injury */
function describe(injury) {
  return h("div", {},
    injury.clauses.length > 0 && h("ul", {}, injury.clauses.map((clause) => h("li", {}, clause))),
    injury.left && h("p", {}, injury.left)).getHTML();
}
