// The window of the connection: where the bridge is, the Game Master's token, how things stand, and one button.

import { button, h, refill } from "../widgets/dom.js";
import { bridge } from "./bridge.js";
import { ID } from "./names.js";
import { clean, permission } from "./reach.js";
import { keep, keys, tokenIn } from "./settings.js";
import { t } from "./text.js";

/**
 * How things stand, in words.
 * @returns {string}
 */
export function status() {
  if (bridge.state !== "trouble") return t(`Status.${bridge.state}`);
  const key = `Trouble.${bridge.trouble}`;
  const facts = { address: bridge.address, origin: location.origin };
  const known = game.i18n.has(`BONESETTER.${key}`);
  return known ? t(key, facts) : t("Trouble.refused", { reason: bridge.reason || bridge.trouble });
}

export class ConnectionWindow extends foundry.applications.api.ApplicationV2 {
  /** @override */
  static DEFAULT_OPTIONS = {
    id: "bonesetter-connection",
    classes: ["bonesetter"],
    window: { title: "BONESETTER.Connection.title", icon: "fa-solid fa-plug" },
    position: { width: 460 },
  };

  #line = h("p", { class: "bs-status", role: "status" });
  #permission = h("p", { class: "bs-help" });
  #heard = () => void this.#show();

  /** @override @returns {Promise<HTMLElement>} */
  async _renderHTML() {
    const address = h("input", { type: "url", id: "bonesetter-address", value: game.settings.get(ID, "address"), spellcheck: "false" });
    const token = h("input", { type: "password", id: "bonesetter-token", autocomplete: "off", placeholder: keys().gm ? t("Connection.kept") : "" });
    const connect = button(t("Connection.connect"), () => void this.#connect(address, token), { class: "bs-button bs-go", "data-action": "bonesetter-connect" });
    await this.#show();
    return h("div", { class: "bs-connection" },
      h("div", { class: "bs-field" }, h("label", { for: address.id }, t("Connection.address")), address,
        h("p", { class: "bs-help" }, t("Connection.address_help"))),
      h("div", { class: "bs-field" }, h("label", { for: token.id }, t("Connection.token")), token,
        h("p", { class: "bs-help" }, t("Connection.token_help"))),
      this.#line, this.#permission,
      h("footer", { class: "bs-actions" }, connect,
        button(t("Connection.disconnect"), () => bridge.disconnect(), { class: "bs-button" })));
  }

  /** @override @param {HTMLElement} result @param {HTMLElement} content */
  _replaceHTML(result, content) {
    content.replaceChildren(result);
  }

  /** @override */
  async _onFirstRender() {
    bridge.addEventListener("state", this.#heard);
  }

  /** @override */
  _onClose() {
    bridge.removeEventListener("state", this.#heard);
  }

  async #show() {
    refill(this.#line, status());
    this.#line.dataset.state = bridge.state;
    this.#line.dataset.trouble = bridge.trouble;
    const state = await permission();
    refill(this.#permission, state && bridge.state !== "on" && t(`Permission.${state}`));
  }

  /** @param {HTMLInputElement} address @param {HTMLInputElement} token */
  async #connect(address, token) {
    const read = clean(address.value);
    if (!read) return void refill(this.#line, t("Trouble.bad_address", { address: address.value }));
    await game.settings.set(ID, "address", read);
    const given = tokenIn(token.value);
    if (given) await keep({ gm: given });
    token.value = "";
    if (!game.user.isActiveGM) return void refill(this.#line, t("Status.not_active"));
    await bridge.connect();
  }
}
