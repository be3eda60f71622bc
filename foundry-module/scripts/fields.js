// Who owns a number. A field that the Game Master has mapped belongs to Foundry: its value is told to the campaign as an
// observed fact before anything is rolled, and what the rules change is written back. All other fields are the campaign's.

import { actorOf } from "./actors.js";
import { bridge } from "./bridge.js";
import { act, agreed } from "./line.js";
import { ID } from "./names.js";

/** One mapped field: a ruleset's field, and where an actor keeps it. @typedef {{ruleset: string, field: string, path: string}} Mapped */

const LINE = /^\s*([\w-]+)\.([\w/-]+)\s*=\s*([\w.-]+)\s*$/;

/**
 * The mapping as it is written in the settings: `frontier.wounds = system.wounds.value`, several with semicolons between.
 * What can't be read is passed over.
 * @param {string} text
 * @returns {Mapped[]}
 */
export function mapping(text) {
  return text.split(/[;\n]/).flatMap((line) => {
    const found = LINE.exec(line);
    return found ? [{ ruleset: found[1], field: found[2], path: found[3] }] : [];
  });
}

/** @param {string} ruleset @returns {Mapped[]} */
function mapped(ruleset) {
  return mapping(game.settings.get(ID, "fields")).filter((one) => one.ruleset === ruleset);
}

/** @param {Actor.Implementation} actor @param {string} path @returns {unknown} */
function valueAt(actor, path) {
  return foundry.utils.getProperty(actor, path) ?? null;
}

/**
 * What a character begins with under a ruleset: its mapped fields as the actor has them.
 * @param {Actor.Implementation} actor
 * @param {string} ruleset
 */
export function initial(actor, ruleset) {
  /** @type {Record<string, any>} */
  const state = {};
  for (const { field, path } of mapped(ruleset)) {
    const value = valueAt(actor, path);
    if (value === null) continue;
    let place = state;
    const pieces = field.split("/");
    for (const piece of pieces.slice(0, -1)) place = place[piece] ??= {};
    place[pieces[pieces.length - 1]] = value;
  }
  return state;
}

/**
 * Tell the campaign what Foundry's numbers are now, where they differ.
 * @param {Iterable<string>} characters ids
 * @param {string} ruleset
 */
export async function observe(characters, ruleset) {
  await eachDifference(characters, ruleset, async ({ id, field, now }) => {
    agreed(await bridge.ask(act({ type: "observe", ruleset, character: id, path: field, now })));
  });
}

/**
 * Write what the rules have changed back to the actors.
 * @param {Iterable<string>} characters ids
 * @param {string} ruleset
 */
export async function writeBack(characters, ruleset) {
  await eachDifference(characters, ruleset, async ({ actor, path, was }) => {
    await actor.update({ [path]: was });
  });
}

/**
 * @param {Iterable<string>} characters
 * @param {string} ruleset
 * @param {(found: {id: string, actor: Actor.Implementation, field: string, path: string, now: unknown, was: unknown}) => Promise<void>} each
 */
async function eachDifference(characters, ruleset, each) {
  const fields = mapped(ruleset);
  if (!fields.length) return;
  for (const id of characters) {
    const actor = actorOf(id);
    const reply = actor && (await bridge.ask({ type: "sheet", ruleset, character: id }));
    if (!actor || !reply?.ok) continue;
    for (const { field, path } of fields) {
      const now = valueAt(actor, path);
      const was = foundry.utils.getProperty(reply.state, field.replaceAll("/", ".")) ?? null;
      if (now !== null && was !== null && now !== was) await each({ id, actor, field, path, now, was });
    }
  }
}
