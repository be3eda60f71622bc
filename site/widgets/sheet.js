// <bonesetter-sheet>: the characters of the reader's campaign (or of the table's, when connected): who they are, what
// hurts, what counts now, what may happen next, and what happened. Kept in this browser, saved and loaded as a file.

import { injuryList } from "./card.js";
import { act, ask, redo, Refused, undo } from "./course.js";
import { currentDesk } from "./current.js";
import { button, h, refill, unique } from "./dom.js";
import { percent } from "./format.js";
import { drawLines } from "./values.js";
import { language, say } from "./words.js";

/** @typedef {import("./types").Catalog} Catalog */
/** @typedef {import("./types").CharacterFacts} CharacterFacts */
/** @typedef {import("./types").Course} Course */
/** @typedef {import("./types").RulesetFacts} RulesetFacts */

const FORMAT = "bonesetter-characters/1";

export class SheetElement extends HTMLElement {
  lang_ = /** @type {import("./types").Lang} */ ("en");
  /** @type {Catalog | null} */
  catalog = null;
  /** @type {string | null} the character shown */
  chosen = null;
  /** @type {AbortController | null} */
  listening = null;

  connectedCallback() {
    if (this.listening) return;
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.lang_ = language(this);
    this.desk = currentDesk();
    this.note = h("p", { class: "bs-status", role: "status" });
    this.body = h("div", { class: "bs-sheet" });
    this.append(this.note, this.body);
    this.desk.addEventListener("progress", () => this.showState(), { signal });
    this.desk.addEventListener("state", () => this.showState(), { signal });
    this.desk.addEventListener("news", () => void this.refresh(), { signal });
    this.desk.addEventListener("unkept", () => this.tell(this.t("not_kept")), { signal });
    void this.refresh();
  }

  disconnectedCallback() {
    this.listening?.abort();
    this.listening = null;
    this.replaceChildren();
  }

  /** @param {import("./words.js").Key} key @param {Record<string, string | number>} [facts] */
  t(key, facts) {
    return say(this.lang_, key, facts);
  }

  current() {
    return this.desk ?? currentDesk();
  }

  showState() {
    const { state, share } = this.current();
    if (state === "starting") this.tell(this.t("starting", { percent: percent(Math.round(share * 100) / 100, this.lang_) }));
    else if (state === "ready") this.tell(null);
  }

  /** @param {string | null} text */
  tell(text) {
    if (this.note) refill(this.note, text);
  }

  /** Does something and shows the outcome; refusals are said, and nothing is lost. @param {() => Promise<unknown>} does */
  async then_(does) {
    try {
      await does();
      await this.refresh();
    } catch (error) {
      const text = error instanceof Refused ? error.fault.message : this.t("failed", { reason: error instanceof Error ? error.message : "" });
      if (this.note) refill(this.note, h("span", { class: "bs-complaint", role: "alert" }, text));
    }
  }

  async refresh() {
    const found = /** @type {any} */ (await ask(this.current(), this.lang_, { type: "catalog" }).catch((error) => {
      this.tell(this.t("failed", { reason: error.message }));
      return null;
    }));
    if (!found || !this.body) return;
    this.catalog = found;
    const { characters } = /** @type {Catalog} */ (found);
    if (!characters.some(({ id }) => id === this.chosen)) this.chosen = characters.find(({ archived }) => !archived)?.id ?? characters[0]?.id ?? null;
    const panel = this.chosen ? await this.panel(characters.find(({ id }) => id === this.chosen)) : null;
    refill(this.body,
      characters.length
        ? h("nav", { class: "bs-people", "aria-label": this.t("characters") }, characters.map((each) => button(each.name, () => {
            this.chosen = each.id;
            void this.refresh();
          }, { class: `bs-button bs-person${each.archived ? " bs-archived" : ""}`, "aria-pressed": String(each.id === this.chosen) })))
        : h("p", {}, this.t("no_characters")),
      this.newcomer(), panel, this.files());
  }

  /** A new character under some rules. */
  newcomer() {
    const name = h("input", { id: unique("name"), type: "text", maxlength: 60, autocomplete: "off" });
    const rules = h("select", { id: unique("rules") }, this.catalog?.rulesets.map(({ id, title }) => h("option", { value: id }, title)));
    const add = () => {
      const given = name.value.trim();
      if (!given) { name.focus(); return; }
      const id = `${given.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").slice(0, 40)}-${Date.now().toString(36)}`;
      this.chosen = id;
      void this.then_(() => act(this.current(), this.lang_, { type: "import", id, name: given, ruleset: rules.value }));
    };
    return h("details", { class: "bs-new", open: !this.catalog?.characters.length },
      h("summary", {}, this.t("new_character")),
      h("form", { class: "bs-new-row", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); add(); } },
        h("div", {}, h("label", { for: name.id }, this.t("name")), name),
        h("div", {}, h("label", { for: rules.id }, this.t("ruleset")), rules),
        h("button", { type: "submit", class: "bs-button bs-go" }, this.t("add"))));
  }

  /** @param {CharacterFacts | undefined} character */
  async panel(character) {
    if (!character || !this.catalog) return null;
    const { id, name, archived = false } = character;
    const parts = await Promise.all(character.rulesets.map(async (ruleset) => {
      const facts = this.catalog?.rulesets.find((each) => each.id === ruleset);
      const { lines, state, injuries } = await ask(this.current(), this.lang_, { type: "sheet", ruleset, character: id });
      return facts ? this.compartment(facts, character, { lines, state, injuries }) : null;
    }));
    const state = { id, name, archived: !archived };
    return h("article", { class: "bs-panel", "data-character": id },
      h("header", { class: "bs-panel-head" }, h("h2", {}, name), archived && h("span", { class: "bs-mark" }, this.t("archived"))),
      await this.players(character), parts, await this.history(id),
      h("div", { class: "bs-actions" },
        button(this.t("duplicate"), () => this.then_(() => this.copyOf(character)), { class: "bs-button" }),
        button(this.t(archived ? "unarchive" : "archive"), () => this.then_(() => act(this.current(), this.lang_, { type: "persona", ...state })), { class: "bs-button" })));
  }

  /** At a table, the Game Master says who plays a character. @param {CharacterFacts} character */
  async players({ id, owners = [] }) {
    const { shared, person } = this.current();
    if (!shared || person?.role !== "gm") return null;
    const { people } = await ask(this.current(), this.lang_, { type: "people" });
    const boxes = people.filter((/** @type {{role: string}} */ { role }) => role === "player").map((/** @type {{id: string, name: string}} */ each) => {
      const box = h("input", { type: "checkbox", value: each.id, checked: owners.includes(each.id), onchange: () => save() });
      return { box, label: h("label", { class: "bs-radio" }, box, h("span", {}, each.name)) };
    });
    const save = () => this.then_(() => act(this.current(), this.lang_, {
      type: "persona", id, owners: boxes.filter((/** @type {{box: HTMLInputElement}} */ { box }) => box.checked).map((/** @type {{box: HTMLInputElement}} */ { box }) => box.value),
    }));
    return h("fieldset", { class: "bs-radios bs-players" }, h("legend", {}, this.t("played_by")),
      boxes.length ? boxes.map((/** @type {{label: HTMLElement}} */ { label }) => label) : h("p", { class: "bs-quiet" }, this.t("no_players")));
  }

  /**
   * @param {RulesetFacts} ruleset @param {CharacterFacts} character
   * @param {{lines: import("./types").Line[], state: Record<string, unknown>, injuries: import("./types").Injury[]}} facts
   */
  compartment(ruleset, character, { lines, state, injuries }) {
    const verbs = ruleset.verbs.filter(({ verb, fields, query }) => !query && verb !== "roll" && fields.some((field) => field === "on" || field === "who"));
    const go = (/** @type {import("./types").VerbFacts} */ { verb, name, fields }) => button(name, () => {
      const args = { [fields.includes("on") ? "on" : "who"]: character.id };
      this.dispatchEvent(new CustomEvent("bonesetter-offer", { bubbles: true, detail: { ruleset: ruleset.id, verb, label: name, args } }));
    }, { class: "bs-button bs-small" });
    return h("section", { class: "bs-compartment", "data-ruleset": ruleset.id },
      h("h3", {}, ruleset.title),
      injuries.length ? injuryList(injuries, this.t("injuries", { who: character.name })) : h("p", { class: "bs-quiet" }, this.t("no_injuries")),
      lines.length ? h("details", {}, h("summary", {}, this.t("penalties")), drawLines(lines)) : null,
      this.correction(ruleset.id, character.id, state),
      h("h4", {}, this.t("act")),
      ruleset.groups.filter((group) => verbs.some((each) => each.group === group.id)).map((group, place) =>
        h("details", { class: "bs-group", open: place === 0 }, h("summary", {}, group.label),
          h("div", { class: "bs-verbs" }, verbs.filter((each) => each.group === group.id).map(go)))));
  }

  /**
   * The Game Master's word on any value that is kept.
   * @param {string} ruleset @param {string} who @param {Record<string, unknown>} state
   */
  correction(ruleset, who, state) {
    const { shared, person } = this.current();
    if (shared && person?.role !== "gm") return null;
    const paths = leaves(state);
    const list = h("datalist", { id: unique("paths") }, [...paths.keys()].map((path) => h("option", { value: path })));
    const path = h("input", { id: unique("path"), type: "text", list: list.id, autocomplete: "off", spellcheck: "false", onchange: () => {
      if (paths.has(path.value)) value.value = shown(paths.get(path.value));
    } });
    const value = h("input", { id: unique("value"), type: "text", autocomplete: "off" });
    const save = () => {
      if (!path.value.trim()) { path.focus(); return; }
      void this.then_(() => act(this.current(), this.lang_, { type: "correct", ruleset, character: who, path: path.value.trim(), now: meant(value.value) }));
    };
    return h("details", { class: "bs-correct" }, h("summary", {}, this.t("correct")), list,
      h("form", { class: "bs-new-row", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); save(); } },
        h("div", {}, h("label", { for: path.id }, this.t("what")), path),
        h("div", {}, h("label", { for: value.id }, this.t("value")), value),
        h("button", { type: "submit", class: "bs-button" }, this.t("save"))));
  }

  /** What happened to somebody, newest first, each to be taken back. @param {string} who */
  async history(who) {
    const { head } = await ask(this.current(), this.lang_, { type: "log", since: Number.MAX_SAFE_INTEGER });
    const { entries } = await ask(this.current(), this.lang_, { type: "log", since: Math.max(0, head - 300), limit: 300 });
    const seen = new Set();
    const mine = entries.filter((/** @type {Course} */ { card, entry }) => {
      if (seen.has(entry) || !card.who.some(({ id }) => id === who)) return false;
      seen.add(entry);
      return true;
    }).slice(-30).reverse();
    if (!mine.length) return null;
    return h("details", { class: "bs-log", open: true }, h("summary", {}, this.t("history")),
      h("ol", {}, mine.map((/** @type {Course} */ { card, entry, state }) => h("li", { class: card.undone ? "bs-undone" : null },
        h("strong", {}, card.title), " ", [card.ending?.text, ...card.lines].filter(Boolean).join(" "),
        state === "abandoned" && ` (${this.t("abandoned")})`,
        card.undone
          ? button(this.t("redo"), () => this.then_(() => redo(this.current(), this.lang_, entry)), { class: "bs-link" })
          : state !== "abandoned" && card.act !== "undo" && card.act !== "redo" &&
            button(this.t("undo"), () => this.then_(() => undo(this.current(), this.lang_, entry)), { class: "bs-link" })))));
  }

  /** @param {CharacterFacts} character */
  async copyOf({ id, name, rulesets }) {
    const copy = `${id}-${Date.now().toString(36)}`;
    for (const ruleset of rulesets) {
      const { state } = await ask(this.current(), this.lang_, { type: "sheet", ruleset, character: id });
      await act(this.current(), this.lang_, { type: "import", id: copy, name: `${name} (2)`, ruleset, state });
    }
    this.chosen = copy;
  }

  /** Saving and loading. */
  files() {
    const input = h("input", { type: "file", accept: "application/json,.json", class: "bs-hidden", tabindex: -1, "aria-label": this.t("import"), onchange: () => this.then_(() => this.load(input.files?.[0])) });
    return h("section", { class: "bs-files" },
      h("p", { class: "bs-quiet" }, !this.current().shared && this.t("kept_here")),
      h("div", { class: "bs-actions" },
        button(this.t("export"), () => this.then_(() => this.save()), { class: "bs-button" }),
        button(this.t("import"), () => input.click(), { class: "bs-button" }), input));
  }

  async save() {
    const characters = [];
    for (const { id, name, rulesets } of this.catalog?.characters ?? []) {
      for (const ruleset of rulesets) {
        const { state } = await ask(this.current(), this.lang_, { type: "sheet", ruleset, character: id });
        characters.push({ id, name, ruleset, state });
      }
    }
    const blob = new Blob([JSON.stringify({ format: FORMAT, characters }, null, 1)], { type: "application/json" });
    const link = h("a", { href: URL.createObjectURL(blob), download: "bonesetter-characters.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** @param {File | undefined} file */
  async load(file) {
    if (!file) return;
    const found = JSON.parse(await file.text().catch(() => "null"));
    if (found?.format !== FORMAT || !Array.isArray(found.characters)) throw new Refused({ code: "bad_file", message: this.t("import_bad") });
    for (const { id, name, ruleset, state } of found.characters) {
      await act(this.current(), this.lang_, { type: "import", id, name, ruleset, state });
    }
  }
}

/**
 * The plain values of a state by their paths, as `correct` names them.
 * @param {Record<string, unknown>} state @param {string} [prefix] @param {Map<string, unknown>} [found]
 */
function leaves(state, prefix = "", found = new Map()) {
  for (const [key, value] of Object.entries(state)) {
    const path = prefix + key;
    if (Array.isArray(value)) {
      for (const item of value) if (item && typeof item === "object" && "id" in item) leaves(item, `${path}/${item.id}/`, found);
    } else if (value !== null && typeof value === "object") leaves(/** @type {Record<string, unknown>} */ (value), `${path}/`, found);
    else found.set(path, value);
  }
  return found;
}

/** A plain value as it is typed. @param {unknown} value */
function shown(value) {
  return value === null || value === undefined ? "" : String(value);
}

/** What somebody typed, as a value. @param {string} text */
function meant(text) {
  const plain = text.trim().replace(/^[−–]/, "-");
  if (plain === "") return null;
  if (/^-?\d+$/.test(plain)) return Number(plain);
  return { true: true, false: false }[plain] ?? plain;
}
