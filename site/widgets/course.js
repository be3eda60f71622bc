// Carrying out a procedure: start, answer, answer, done. Used by the page's dialogs and by Foundry's.

import { requestId } from "./desk.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Message} Message */
/** @typedef {import("./types").Course} Course */
/** @typedef {import("./types").Fault} Fault */
/** @typedef {import("./types").Lang} Lang */

/** A refusal, thrown: what the desk said. */
export class Refused extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * Ask a desk; a refusal is thrown.
 * @param {Desk} desk
 * @param {Lang} lang
 * @param {Message} message
 */
export async function ask(desk, lang, message) {
  const reply = await desk.ask({ lang, ...message });
  if (!reply.ok) throw new Refused(reply.error ?? { code: "unknown", message: "?" });
  return reply;
}

/**
 * The same for messages that change something: each carries an id, so that a repeat does nothing twice.
 * @param {Desk} desk
 * @param {Lang} lang
 * @param {Message} message
 */
export function act(desk, lang, message) {
  return ask(desk, lang, /** @type {Message} */ ({ request_id: requestId(), ...message }));
}

/**
 * @param {Desk} desk @param {Lang} lang
 * @param {{ruleset: string, verb: string, args: Record<string, any>, dice: "roll" | "enter", secret?: boolean}} what
 * @returns {Promise<Course>}
 */
export async function start(desk, lang, what) {
  return (await act(desk, lang, { type: "start", ...what })).course;
}

/**
 * @param {Desk} desk @param {Lang} lang
 * @param {Course} course
 * @param {{value?: unknown, faces?: number[] | null}} given
 * @returns {Promise<Course>}
 */
export async function answer(desk, lang, course, given) {
  return (await act(desk, lang, { type: "answer", entry: course.entry, hash: course.ask?.hash ?? "", ...given })).course;
}

/** @param {Desk} desk @param {Lang} lang @param {number} entry @returns {Promise<Course>} */
export async function abandon(desk, lang, entry) {
  return (await act(desk, lang, { type: "abandon", entry })).course;
}

/** @param {Desk} desk @param {Lang} lang @param {number} entry */
export function undo(desk, lang, entry) {
  return act(desk, lang, { type: "undo", entry });
}

/** @param {Desk} desk @param {Lang} lang @param {number} entry */
export function redo(desk, lang, entry) {
  return act(desk, lang, { type: "redo", entry });
}
