// What can happen to an actor, or what they can do: the procedures of every ruleset at the bridge, grouped as the rules
// group them, and what was begun and not finished.

import { button, h } from "../widgets/dom.js";
import { characterOf, nameOf } from "./actors.js";
import { deskFor } from "./desks.js";
import { ID } from "./names.js";
import { NumbersWindow } from "./numbers.js";
import { ProcedureWindow } from "./procedure.js";
import { t } from "./text.js";

/** @typedef {import("../widgets/types").Course} Course */
/** @typedef {import("../widgets/types").RulesetFacts} RulesetFacts */
/** @typedef {import("../widgets/types").VerbFacts} VerbFacts */

/** How far back unfinished courses are looked for. */
const BACK = 100;

export class MenuWindow extends foundry.applications.api.ApplicationV2 {
  /** @override */
  static DEFAULT_OPTIONS = {
    id: "bonesetter-menu-{id}",
    classes: ["bonesetter"],
    window: { icon: "fa-solid fa-bone", resizable: true },
    position: { width: 420 },
  };

  /** @param {Actor.Implementation} actor */
  constructor(actor) {
    super({ window: { title: t("Menu.title", { name: nameOf(actor) }) } });
    this.actor = actor;
    this.desk = deskFor(actor);
  }

  /** @override @returns {Promise<HTMLElement>} */
  async _renderHTML() {
    const reply = await this.desk.ask({ type: "catalog" });
    if (!reply.ok) {
      return h("div", { class: "bs-menu" }, h("p", { class: "bs-complaint", role: "alert" }, reply.error?.message || t("Relay.failed")));
    }
    const rulesets = /** @type {RulesetFacts[]} */ (reply.rulesets);
    const mine = reply.characters.find((/** @type {{id: string}} */ one) => one.id === characterOf(this.actor))?.rulesets ?? [];
    const recent = game.settings.get(ID, "ruleset");
    /** @param {RulesetFacts} ruleset */
    const open = (ruleset) => (recent ? ruleset.id === recent : mine.includes(ruleset.id)) || rulesets.length === 1;
    return h("div", { class: "bs-menu" },
      await this.#unfinished(),
      rulesets.map((ruleset) => h("details", { class: "bs-menu-ruleset", open: open(ruleset), "data-ruleset": ruleset.id },
        h("summary", {}, ruleset.title),
        ruleset.groups.map((group) => this.#group(ruleset, group)),
        this.desk.gm && button(t("Numbers.open"), () => void new NumbersWindow(this.actor, ruleset.id).render({ force: true }), {
          class: "bs-link", "data-action": "bonesetter-numbers",
        }))));
  }

  /** @override @param {HTMLElement} result @param {HTMLElement} content */
  _replaceHTML(result, content) {
    content.replaceChildren(result);
  }

  /** @param {RulesetFacts} ruleset @param {{id: string, label: string}} group */
  #group(ruleset, group) {
    const verbs = ruleset.verbs.filter((verb) => verb.group === group.id && !verb.query && (game.user.isGM || !verb.gm));
    return verbs.length > 0 && h("section", { class: "bs-menu-group" },
      h("h3", {}, group.label),
      h("div", { class: "bs-menu-verbs" }, verbs.map((verb) => button(verb.name, () => void this.#begin(ruleset.id, verb), {
        class: "bs-button", title: verb.help, "data-verb": verb.verb,
      }))));
  }

  async #unfinished() {
    const { head } = await this.desk.ask({ type: "log", since: Number.MAX_SAFE_INTEGER, limit: 1 });
    const reply = await this.desk.ask({ type: "log", since: Math.max(0, (head ?? 0) - BACK), limit: BACK });
    const me = characterOf(this.actor);
    const open = (reply.entries ?? []).filter((/** @type {Course & {of: number}} */ course) =>
      course.of === course.entry && course.state === "asking" && course.ask && course.card.who.some(({ id }) => id === me));
    return open.length > 0 && h("section", { class: "bs-menu-open" },
      h("h3", {}, t("Menu.unfinished")),
      open.map((/** @type {Course} */ course) => button(course.card.title, () => void this.#goOn(course), { class: "bs-button bs-go", "data-entry": course.entry })));
  }

  /** @param {string} ruleset @param {VerbFacts} verb */
  async #begin(ruleset, verb) {
    await game.settings.set(ID, "ruleset", ruleset);
    const args = filled(verb.fields, this.actor);
    await this.close();
    await new ProcedureWindow({ actor: this.actor, ruleset, verb: verb.verb, args }).render({ force: true });
  }

  /** @param {Course} course */
  async #goOn(course) {
    await this.close();
    await new ProcedureWindow({ actor: this.actor, ruleset: course.card.ruleset ?? "", verb: course.card.verb ?? "", args: {}, course }).render({ force: true });
  }
}

/**
 * The actor in the field of a form that is theirs: whom it happens to, or who does it to the one token that is targeted.
 * @param {string[]} fields
 * @param {Actor.Implementation} actor
 * @returns {Record<string, string>}
 */
export function filled(fields, actor) {
  const me = characterOf(actor);
  const others = [...game.user.targets].flatMap((token) => (token.actor && token.actor !== actor ? [token.actor] : []));
  if (others.length === 1 && fields.includes("on") && fields.includes("by")) return { by: me, on: characterOf(others[0]) };
  const field = ["on", "who", "by"].find((name) => fields.includes(name));
  return field ? { [field]: me } : {};
}
