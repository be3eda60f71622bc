// Windows: the life of an ApplicationV2, and a DialogV2 that closes as null.

import { FOREIGN, strict } from "./strict.js";

const STATE = Symbol("state");
const OPTIONS = Symbol("options");
const FRAME = Symbol("frame");

let last = 0;

function merge(under, over) {
  const made = { ...under };
  for (const [key, value] of Object.entries(over ?? {})) {
    const here = made[key];
    if (Array.isArray(here) && Array.isArray(value)) made[key] = [...here, ...value];
    else if (here && value && typeof here === "object" && typeof value === "object" && !(value instanceof Node) && typeof value !== "function") made[key] = merge(here, value);
    else made[key] = value;
  }
  return made;
}

export function makeApplications(host) {
  class ApplicationV2 {
    static DEFAULT_OPTIONS = { id: "app-{id}", classes: [], window: { title: "", icon: "", frame: true, resizable: false }, position: {} };

    constructor(options = {}) {
      if (!("_renderHTML" in new.target.prototype) || new.target.prototype._renderHTML === ApplicationV2.prototype._renderHTML) {
        throw new Error(`The ${new.target.name} Application class is not renderable because it does not implement _renderHTML and _replaceHTML`);
      }
      for (let kind = new.target; kind !== ApplicationV2 && kind !== bare.ApplicationV2 && kind !== Function.prototype; kind = Object.getPrototypeOf(kind)) {
        if (!kind.name.startsWith("DialogV2")) kind[FOREIGN] = true;
      }
      last += 1;
      let merged = {};
      const chain = [];
      for (let kind = new.target; kind && kind !== Function.prototype; kind = Object.getPrototypeOf(kind)) chain.unshift(kind);
      for (const kind of chain) if (Object.hasOwn(kind, "DEFAULT_OPTIONS")) merged = merge(merged, kind.DEFAULT_OPTIONS);
      merged = merge(merged, options);
      merged.id = merged.id.replace("{id}", String(last));
      this[OPTIONS] = merged;
      this[STATE] = { element: null, rendered: false };
      return strict(this, "foundry.applications.api.ApplicationV2", { quiet: new.target !== ApplicationV2, open: true });
    }

    get options() { return this[OPTIONS]; }
    get id() { return this[OPTIONS].id; }
    get title() { return host.localize(this[OPTIONS].window.title); }
    get element() { return this[STATE].element; }
    get rendered() { return this[STATE].rendered; }

    async render(options = {}) {
      if (typeof options === "boolean") throw new Error("render(boolean) is deprecated");
      const first = !this[STATE].rendered;
      if (first && !options.force) return this;
      const context = {};
      const result = await this._renderHTML(context, { ...options, isFirstRender: first });
      if (first) this[FRAME]();
      this._replaceHTML(result, this[STATE].element.querySelector(".window-content"), { ...options, isFirstRender: first });
      if (first) {
        document.querySelector("#windows").append(this[STATE].element);
        this[STATE].rendered = true;
        await this._onFirstRender(context, options);
      }
      await this._onRender(context, options);
      return this;
    }

    [FRAME]() {
      const element = document.createElement("div");
      element.id = this.id;
      element.className = ["application", ...this[OPTIONS].classes].join(" ");
      element.innerHTML = '<header class="window-header"><h1 class="window-title"></h1><button type="button" class="header-control" aria-label="close">×</button></header><section class="window-content"></section>';
      element.querySelector("h1").textContent = this.title;
      element.querySelector("header button").addEventListener("click", () => void this.close());
      if (this[OPTIONS].position.width) element.style.width = `${this[OPTIONS].position.width}px`;
      this[STATE].element = element;
    }

    async close() {
      if (!this[STATE].rendered) return this;
      this[STATE].element.remove();
      this[STATE].rendered = false;
      this._onClose({});
      return this;
    }

    async _renderHTML() { throw new Error("not implemented"); }
    _replaceHTML() { throw new Error("not implemented"); }
    async _onFirstRender() {}
    async _onRender() {}
    _onClose() {}
  }

  class DialogV2 extends ApplicationV2 {
    static DEFAULT_OPTIONS = { id: "dialog-{id}", classes: ["dialog"] };

    /** Yes, no, or null when it is closed without an answer. */
    static async confirm({ content, window = {}, ...rest } = {}) {
      if (Object.keys(rest).length) throw new Error(`the stand-in's confirm knows no ${Object.keys(rest)}`);
      if (typeof content !== "string" && !(content instanceof HTMLDivElement)) throw new Error("a dialog's content is a string or a <div>");
      return new Promise((resolve) => {
        const dialog = new Confirm({ window });
        dialog[STATE].content = content;
        dialog[STATE].answer = resolve;
        void dialog.render({ force: true });
      });
    }
    async _renderHTML() {
      const form = document.createElement("form");
      const content = this[STATE].content;
      if (typeof content === "string") form.insertAdjacentHTML("beforeend", content);
      else form.append(content);
      for (const [action, value] of [["yes", true], ["no", false]]) {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", textContent: action });
        button.dataset.action = action;
        button.addEventListener("click", () => { this[STATE].answer(value); void this.close(); });
        form.append(button);
      }
      return form;
    }
    _replaceHTML(result, content) { content.replaceChildren(result); }
    _onClose() { this[STATE].answer(null); }
  }
  class Confirm extends DialogV2 {}

  const bare = {};
  bare.ApplicationV2 = strict(ApplicationV2, "typeof foundry.applications.api.ApplicationV2");
  strict(ApplicationV2.prototype, "foundry.applications.api.ApplicationV2");
  return strict({
    api: strict({ ApplicationV2: bare.ApplicationV2, DialogV2: strict(DialogV2, "typeof foundry.applications.api.DialogV2") }, "typeof foundry.applications.api"),
  }, "typeof foundry.applications");
}
