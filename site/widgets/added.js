// <bonesetter-added>: rulesets that were added at run time, which no page was built for. Lists what the bridge offers,
// loads it into this page's own engine, and draws tables and procedures as on the built pages.

import { ask } from "./course.js";
import { bridgeAddress, currentDesk } from "./current.js";
import { LocalDesk } from "./desk.js";
import { button, h, refill } from "./dom.js";
import { language, say } from "./words.js";

/** @typedef {import("./types").RulesetFacts} RulesetFacts */

export class Added extends HTMLElement {
  connectedCallback() {
    if (this.body) return;
    this.body = h("div", {});
    this.append(this.body);
    this.lang_ = language(this);
    void this.draw();
  }

  disconnectedCallback() {
    this.body?.remove();
    this.body = undefined;
  }

  /** @param {import("./words.js").Key} key @param {Record<string, string | number>} [facts] */
  t(key, facts) {
    return say(this.lang_ ?? "en", key, facts);
  }

  async draw() {
    if (!this.body) return;
    const body = this.body;
    /** @type {{id: string, archive: string}[]} */
    let offered;
    try {
      const response = await fetch(new URL("/rulesets/index.json", bridgeAddress()));
      if (!response.ok) throw new Error(String(response.status));
      offered = (await response.json()).rulesets;
    } catch {
      refill(body, h("p", {}, this.t("added_offline")));
      return;
    }
    if (!offered.length) {
      refill(body, h("p", {}, this.t("added_none")));
      return;
    }
    const wanted = new URLSearchParams(location.search).get("ruleset") ?? location.hash.slice(1).split("/")[0];
    refill(body, h("ul", { class: "bs-added-list" }, offered.map((each) => h("li", {},
      button(each.id, () => this.open(each), { class: "bs-button", "data-ruleset": each.id })))));
    this.place = h("div", { class: "bs-added-place" });
    body.append(this.place);
    const only = offered.find(({ id }) => id === wanted) ?? (offered.length === 1 ? offered[0] : null);
    if (only) await this.open(only);
  }

  /** @param {{id: string, archive: string}} offered */
  async open(offered) {
    const { place, lang_ } = this;
    if (!place || !lang_) return;
    const desk = currentDesk();
    refill(place, h("p", { class: "bs-status", role: "status" }, this.t("starting", { percent: "" })));
    try {
      if (desk instanceof LocalDesk) {
        const archive = await (await fetch(new URL(offered.archive, bridgeAddress()))).arrayBuffer();
        await desk.job("add", { id: offered.id, archive });
      }
      const { rulesets } = await ask(desk, lang_, { type: "catalog" });
      const ruleset = rulesets.find((/** @type {RulesetFacts} */ { id }) => id === offered.id);
      if (!ruleset) throw new Error(offered.id);
      refill(place, this.ruleset(ruleset));
    } catch (error) {
      refill(place, h("p", { class: "bs-complaint", role: "alert" },
        this.t("added_bad", { name: offered.id, reason: error instanceof Error ? error.message : "" })));
    }
  }

  /** @param {RulesetFacts} ruleset */
  ruleset(ruleset) {
    const table = (/** @type {RulesetFacts["tables"][number]} */ { id, title, about }) => h("section", { class: "bs-added-table" },
      h("h3", { id: `${ruleset.id}/${id}` }, title), h("p", {}, about),
      h("bonesetter-roller", { ruleset: ruleset.id, table: id }));
    const verb = (/** @type {RulesetFacts["verbs"][number]} */ each) => h("section", {},
      h("h3", {}, each.name), h("p", {}, each.help),
      h("bonesetter-procedure", { ruleset: ruleset.id, verb: each.verb, label: each.name, plain: true, query: each.query }));
    const verbs = ruleset.verbs.filter((each) => each.verb !== "roll");
    return h("article", { "data-ruleset": ruleset.id },
      h("h2", {}, ruleset.title), h("p", {}, ruleset.about),
      ruleset.tables.map(table), verbs.map(verb));
  }
}
