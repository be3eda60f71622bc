// Chat cards: posted by the active Game Master's client, drawn by every reader's own in their language. What a card
// says stands in its flag; the message's content is the same in plain words, for exports and for the day the module is
// gone. Cards are recognised by their flag, never by their text.

import { cardText, drawCard } from "../widgets/card.js";
import { h } from "../widgets/dom.js";
import { actorOf, nameOf } from "./actors.js";
import { ID } from "./names.js";
import { rollOf } from "./rolls.js";
import { lang, LANGUAGES, t } from "./text.js";

/** @typedef {import("../widgets/types").Course} Course */
/** @typedef {import("../widgets/types").Lang} Lang */
/** @typedef {import("../widgets/types").Offer} Offer */

/** A course in each language. @typedef {Record<Lang, Course>} Told */

/**
 * `part`: `all` is what everybody may see, `gm` what only Game Masters may.
 * @typedef {object} CardFlag
 * @property {number} entry the number of the log's entry, as the Game Master numbers them
 * @property {"all" | "gm"} part
 * @property {string} ruleset
 * @property {string} told a Told as JSON: Foundry would take apart keys with dots, which ids may have
 */

/**
 * Who sees a card: the one place where that is decided. A secret card names its readers and depends on no roll mode;
 * it carries no rolls, because Foundry tells everybody that somebody "privately rolled some dice".
 * @param {CardFlag["part"]} part
 */
export function visibility(part) {
  if (part === "all") return { whisper: [], blind: false };
  const gms = game.users.filter((user) => user.isGM).map((user) => user.id);
  return { whisper: gms.length ? gms : [game.user.id], blind: false };
}

/**
 * The message that a part of an entry's card already has, or undefined.
 * @param {number} entry
 * @param {CardFlag["part"]} part
 */
export function cardOf(entry, part) {
  return game.messages.find((message) => {
    const flag = message.getFlag(ID, "card");
    return flag?.entry === entry && flag.part === part;
  });
}

/**
 * Post a card, or bring the one that is there up to date: never twice.
 * @param {number} entry
 * @param {CardFlag["part"]} part
 * @param {Told} told
 * @returns {Promise<boolean>} whether it is a new card
 */
export async function post(entry, part, told) {
  const course = told[lang()];
  /** @type {CardFlag} */
  const card = { entry, part, ruleset: course.card.ruleset ?? "", told: JSON.stringify(told) };
  const content = plain(course);
  const known = cardOf(entry, part);
  if (known) {
    if (known.getFlag(ID, "card")?.told !== card.told) await known.update({ content, flags: { [ID]: { card } } });
    return false;
  }
  const who = course.card.who[0];
  const actor = who ? actorOf(who.id) : null;
  await ChatMessage.create({
    ...visibility(part),
    speaker: actor ? ChatMessage.getSpeaker({ actor, alias: nameOf(actor) }) : ChatMessage.getSpeaker({ alias: who?.name ?? t("title") }),
    content,
    rolls: part === "all" ? rolls(course) : [],
    flags: { [ID]: { card } },
  });
  return true;
}

/** @param {Course} course */
function rolls(course) {
  return (course.card.steps ?? []).flatMap((step) => (step.kind === "dice" ? [rollOf(step)] : []));
}

/** A card without its drawing. It holds an element, or Foundry would put its own view of the rolls in its place. @param {Course} course */
function plain(course) {
  return h("div", {}, cardText(course).split("\n").map((line) => h("p", {}, line))).getHTML();
}

/**
 * Draw a card into a message, for this reader.
 * @param {ChatMessage.Implementation} message
 * @param {HTMLElement} html
 * @param {object} does
 * @param {(offer: Offer) => void} does.onoffer
 * @param {(entry: number) => void} does.onundo
 */
export function draw(message, html, { onoffer, onundo }) {
  const flag = message.getFlag(ID, "card");
  const place = html.querySelector(".message-content");
  if (!flag || !place || !message.isContentVisible) return;
  /** @type {Told} */
  const told = JSON.parse(flag.told);
  const course = told[lang()] ?? told[LANGUAGES[0]];
  const undo = game.user.isGM && course.state === "done" && flag.part === (course.card.secret ? "gm" : "all")
    ? h("button", { type: "button", class: "bs-button bs-undo", "data-action": "bonesetter-undo", onclick: () => onundo(flag.entry) }, t("Card.undo"))
    : null;
  const card = drawCard(course.card, { lang: lang(), onoffer: course.state === "done" ? onoffer : undefined, actions: undo ? [undo] : [] });
  if (flag.part === "gm" && !course.card.secret) card.prepend(h("p", { class: "bs-mark" }, t("Card.gm")));
  place.replaceChildren(h("div", { class: "bonesetter bs-chat" }, card));
  html.classList.add("bonesetter-message");
}
