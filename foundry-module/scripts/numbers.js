// What the campaign keeps of a character, for the Game Master to read and set right: the last word is theirs. Fields that
// Foundry keeps are changed on the actor's sheet, not here; what the rules keep in lists is theirs to change.

import { button, h, refill } from "../widgets/dom.js";
import { nameOf } from "./actors.js";
import { bringIn } from "./characters.js";
import { deskFor } from "./desks.js";
import { mapping } from "./fields.js";
import { ID } from "./names.js";
import { t } from "./text.js";

/** @typedef {import("../widgets/types").Reply} Reply */

/**
 * The values of a state that stand alone, by their paths.
 * @param {Record<string, unknown>} state
 * @param {string} [under]
 * @returns {[string, unknown][]}
 */
function values(state, under = "") {
  return Object.entries(state).flatMap(([key, value]) => {
    if (Array.isArray(value)) return [];
    if (value !== null && typeof value === "object") return values(/** @type {Record<string, unknown>} */ (value), `${under}${key}/`);
    return [/** @type {[string, unknown]} */ ([`${under}${key}`, value])];
  });
}

/** What somebody typed: a number, true, false or null where it reads as one, else text. @param {string} text */
function read(text) {
  try {
    return JSON.parse(text.replace(/^−/, "-"));
  } catch {
    return text;
  }
}

export class NumbersWindow extends foundry.applications.api.ApplicationV2 {
  /** @override */
  static DEFAULT_OPTIONS = {
    id: "bonesetter-numbers-{id}",
    classes: ["bonesetter"],
    window: { icon: "fa-solid fa-list-ol", resizable: true },
    position: { width: 420 },
  };

  #complaint = h("p", { class: "bs-complaint", role: "alert" });

  /** @param {Actor.Implementation} actor @param {string} ruleset */
  constructor(actor, ruleset) {
    super({ window: { title: t("Numbers.title", { name: nameOf(actor) }) } });
    this.actor = actor;
    this.ruleset = ruleset;
    this.desk = deskFor(actor);
  }

  /** @override @returns {Promise<HTMLElement>} */
  async _renderHTML() {
    const character = await bringIn(this.actor, this.ruleset);
    const reply = await this.desk.ask({ type: "sheet", ruleset: this.ruleset, character });
    if (!reply.ok) return h("p", { class: "bs-complaint", role: "alert" }, reply.error?.message || t("Relay.failed"));
    const foreign = mapping(game.settings.get(ID, "fields")).filter((one) => one.ruleset === this.ruleset).map((one) => one.field);
    const path = h("input", { type: "text", "aria-label": t("Numbers.path"), placeholder: "attributes/Endurance", spellcheck: "false" });
    const value = h("input", { type: "text", "aria-label": t("Numbers.value") });
    return h("div", { class: "bs-numbers" },
      h("p", { class: "bs-help" }, t("Numbers.help")),
      h("div", { class: "bs-number-list" }, values(reply.state).map(([name, now]) => this.#row(character, name, now, foreign.includes(name)))),
      h("div", { class: "bs-number-row" }, path, value,
        button(t("Numbers.set"), () => void this.#set(character, path.value.trim(), value.value), { class: "bs-button", "data-action": "bonesetter-set" })),
      this.#complaint);
  }

  /** @override @param {HTMLElement} result @param {HTMLElement} content */
  _replaceHTML(result, content) {
    content.replaceChildren(result);
  }

  /** @param {string} character @param {string} name @param {unknown} now @param {boolean} foreign */
  #row(character, name, now, foreign) {
    const input = h("input", {
      type: "text", value: now === null ? "" : String(now), disabled: foreign, "data-path": name,
      onchange: () => void this.#set(character, name, input.value === "" ? "null" : input.value),
    });
    return h("label", { class: "bs-number-row" }, h("span", {}, name.replaceAll("_", " ").replaceAll("/", " · ")), input);
  }

  /** @param {string} character @param {string} path @param {string} text */
  async #set(character, path, text) {
    const reply = await this.desk.act({ type: "correct", ruleset: this.ruleset, character, path, now: read(text) });
    refill(this.#complaint, reply.ok ? null : (reply.error?.message ?? t("Relay.failed")));
    if (reply.ok) await this.render();
  }
}
