// The strip under the header: who the reader is at which table, the invite, the state of the connection, and what the
// offline copy has to say.

import { changes, currentDesk, knock, leave, opened, settle } from "./current.js";
import { button, h, refill, unique } from "./dom.js";
import { language, say } from "./words.js";

/** @typedef {import("./bridge.js").BridgeDesk} BridgeDesk */

/** The strip, made once for the life of the page. */
export class Connection {
  constructor() {
    this.element = h("div", { class: "bs-strip", "data-search-exclude": true });
    changes.addEventListener("desk", () => this.follow());
  }

  /** @param {import("./words.js").Key} key @param {Record<string, string | number>} [facts] */
  t(key, facts) {
    return say(language(null), key, facts);
  }

  /** Shows a line with buttons. @param {...import("./dom.js").Child} children */
  line(...children) {
    refill(this.element, h("div", { class: "bs-strip-line", role: "status" }, ...children));
  }

  /** Looks at what the page was opened with, and connects when there is something to connect to. */
  async open() {
    const { invite, token } = opened();
    const given = invite ?? token;
    if (!given) return;
    this.line(this.t("connecting"));
    try {
      const bridge = await knock(given, language(null));
      if (bridge.person) settle(bridge, given);
      else this.welcome(bridge);
    } catch (error) {
      this.line(h("span", { class: "bs-complaint" }, this.t("refused", { reason: error instanceof Error ? error.message : "" })),
        button(this.t("alone"), () => { leave(); refill(this.element); }, { class: "bs-button bs-small" }));
    }
  }

  /** Somebody with an invite gives their name. @param {BridgeDesk} bridge */
  welcome(bridge) {
    const id = unique("name");
    const input = h("input", { id, type: "text", maxlength: 60, autocomplete: "nickname", value: bridge.invite?.name ?? "" });
    const complaint = h("p", { class: "bs-complaint", role: "alert" });
    const take = async () => {
      try {
        settle(bridge, await bridge.take(input.value.trim()));
      } catch (error) {
        refill(complaint, error instanceof Error ? error.message : "");
        input.focus();
      }
    };
    const form = h("form", { class: "bs-welcome", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void take(); } },
      h("h2", {}, this.t("join_title")), h("p", {}, this.t("join_text")),
      h("label", { for: id }, this.t("your_name")), input, complaint,
      h("button", { type: "submit", class: "bs-button bs-go" }, this.t("join")));
    refill(this.element, form);
    input.focus();
  }

  /** Keeps the strip true to the desk in use. */
  follow() {
    const desk = currentDesk();
    const show = () => {
      if (desk !== currentDesk()) return;
      if (!desk.shared) refill(this.element);
      else if (desk.state === "lost") this.line(h("span", { class: "bs-complaint" }, this.t("reconnecting")));
      else this.line(this.t("connected", { name: desk.person?.name ?? "" }),
        button(this.t("leave"), () => leave(), { class: "bs-link" }));
    };
    desk.addEventListener("state", show);
    show();
  }
}
