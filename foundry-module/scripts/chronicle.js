// Follows the bridge's log: whatever stands in it that this world has not dealt with yet is shown, in order, once. News
// is only a hint that there may be more; what was missed and what happens now come the same way.

import { actorOf } from "./actors.js";
import { bridge } from "./bridge.js";
import { post } from "./cards.js";
import { writeBack } from "./fields.js";
import { agreed, Away } from "./line.js";
import { ID } from "./names.js";
import { LANGUAGES } from "./text.js";
import { showWounds } from "./wounds.js";

/** @typedef {import("../widgets/types").Course} Course */
/** @typedef {import("../widgets/types").Lang} Lang */
/** @typedef {import("./cards.js").Told} Told */
/** @typedef {Course & {of: number, taken?: number[]}} Entry */

/** How many entries are asked for at once; and how many of the newest are looked through first. */
const PAGE = 50;
const NEAR = 4;

/** Tells `course` {course} when one that somebody may have open has moved on. */
export const courses = new EventTarget();

/** @type {Promise<unknown>} one pull after the other */
let last = Promise.resolve();

/**
 * Deal with everything in the log that is new. When the bridge goes away meanwhile, the rest waits until it is back.
 * @returns {Promise<number>} how many new cards came of it
 */
export function follow() {
  return inTurn(pull);
}

/**
 * @param {() => Promise<number>} does
 * @returns {Promise<number>}
 */
function inTurn(does) {
  const made = last.then(does).catch((error) => {
    if (!(error instanceof Away)) throw error;
    return 0;
  });
  last = made.catch(() => undefined);
  return made;
}

async function pull() {
  let shown = 0;
  for (let from = await start(); ; ) {
    const { head, entries } = agreed(await bridge.ask({ type: "log", since: from, limit: PAGE }));
    for (const entry of entries) shown += (await tell(entry)) ? 1 : 0;
    const to = Math.min(from + PAGE, head);
    if (to > from) await game.settings.set(ID, "seen", { ...game.settings.get(ID, "seen"), head: to });
    if (to >= head) break;
    from = to;
  }
  return shown;
}

/**
 * From where on the log is new to this world. The first time a log is met, its past is not retold.
 * @returns {Promise<number>}
 */
async function start() {
  const { head, entries } = agreed(await bridge.ask({ type: "log", since: 0, limit: 1 }));
  const seen = game.settings.get(ID, "seen");
  const log = entries.length ? `${entries[0].card.at} ${entries[0].card.by}` : "";
  if (seen.log === log && (seen.head ?? 0) <= head) return seen.head ?? 0;
  // a log that was empty when it was met has its first entry now: all of it is new
  const met = seen.log === "" && seen.head === 0 ? 0 : head;
  await game.settings.set(ID, "seen", { log, head: met });
  return met;
}

/** Show what an entry came to. @param {Entry} entry @returns {Promise<boolean>} whether a new card came of it */
async function tell(entry) {
  courses.dispatchEvent(new CustomEvent("course", { detail: { course: entry } }));
  if (!entry.card.act) return entry.state === "done" ? settle(entry.entry) : false;
  for (const n of entry.taken ?? []) await settle(n);
  for (const who of Object.keys(entry.injuries)) await refresh(who, entry.card.ruleset ?? "", entry.of);
  return false;
}

/**
 * Bring card, effects and mapped fields in line with a course as it stands now.
 * @param {number} n
 * @returns {Promise<boolean>} whether there is a new card
 */
async function settle(n) {
  const course = await one(n);
  if (!course || course.card.act || (course.state !== "done" && course.state !== "undone")) return false;
  const whole = await told(course);
  const open = course.card.secret ? null : await asAllSee(course);
  const news = [];
  if (open) news.push(await post(n, "all", open));
  // what only Game Masters may know of it, and a secret card, is a card of its own
  if (!open || !same(whole.en, open.en)) news.push(await post(n, "gm", whole));
  for (const { id } of course.card.who) await refresh(id, course.card.ruleset ?? "", n);
  return news.includes(true);
}

/** @param {string} who @param {string} ruleset @param {number} entry */
async function refresh(who, ruleset, entry) {
  if (!actorOf(who)) return;
  await showWounds(who, ruleset, entry);
  await writeBack([who], ruleset);
}

/** Bring the effects of everybody the bridge knows in line: after time away. */
export function refreshAll() {
  return inTurn(async () => {
    const { characters } = agreed(await bridge.ask({ type: "catalog" }));
    const entry = game.settings.get(ID, "seen").head ?? 0;
    for (const { id, rulesets } of characters) {
      if (actorOf(id)) for (const ruleset of rulesets) await showWounds(id, ruleset, entry);
    }
    return 0;
  });
}

/** A course as the Game Master sees it now. @param {number} n @returns {Promise<Entry | null>} */
async function one(n) {
  return agreed(await bridge.ask({ type: "log", since: n - 1, limit: 1 })).entries[0] ?? null;
}

/** A course in every language. @param {Entry} course @returns {Promise<Told>} */
async function told(course) {
  const page = (/** @type {Lang} */ lang) => bridge.ask({ type: "log", since: course.entry - 1, limit: 1, lang });
  return each(async (lang) => agreed(await page(lang)).entries[0]);
}

/** @param {(lang: Lang) => Promise<Course>} make @returns {Promise<Told>} */
async function each(make) {
  return { en: await make(LANGUAGES[0]), it: await make(LANGUAGES[1]) };
}

/**
 * A course as everybody may see it, in every language; null when they may not see it at all. The onlooker's log has
 * numbers of its own, without what is secret: the course is found by when, who and what, newest first.
 * @param {Course} course
 * @returns {Promise<Told | null>}
 */
async function asAllSee(course) {
  const { head } = agreed(await bridge.askAsTable({ type: "log", since: Number.MAX_SAFE_INTEGER, limit: 1 }));
  for (let to = head, size = NEAR; to > 0; to -= size, size = PAGE) {
    const since = Math.max(0, to - size);
    const { entries } = agreed(await bridge.askAsTable({ type: "log", since, limit: to - since }));
    const found = entries.findLast((/** @type {Course} */ seen) => samePlace(seen, course));
    if (found) {
      return each(async (lang) => {
        const page = agreed(await bridge.askAsTable({ type: "log", since: found.entry - 1, limit: 1, lang }));
        return page.entries[0];
      });
    }
  }
  return null;
}

/** @param {Course} a @param {Course} b */
function samePlace(a, b) {
  return a.card.at === b.card.at && a.card.by === b.card.by && a.card.verb === b.card.verb && a.card.ruleset === b.card.ruleset;
}

/** Whether two views of a course say the same, numbers aside. @param {Course} a @param {Course} b */
function same(a, b) {
  const said = (/** @type {Course} */ { card, state }) => JSON.stringify([state, card.steps, card.lines, card.ending, card.who]);
  return said(a) === said(b);
}
