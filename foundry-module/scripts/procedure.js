// A procedure carried out: the form that the bridge describes, one open question at a time, and then the card in the
// chat. A single column; what was answered stays above, small. Closing the window gives nothing up: the menu offers to
// go on.

import { drawAsk } from "../widgets/ask.js";
import { stepLine } from "../widgets/card.js";
import { button, h, refill } from "../widgets/dom.js";
import { drawForm } from "../widgets/form.js";
import { characterOf, nameOf } from "./actors.js";
import { bridge } from "./bridge.js";
import { bringIn } from "./characters.js";
import { courses } from "./chronicle.js";
import { deskFor } from "./desks.js";
import { lang, t } from "./text.js";

/** @typedef {import("../widgets/types").Course} Course */
/** @typedef {import("../widgets/types").Form} Form */
/** @typedef {import("../widgets/types").FormField} FormField */
/** @typedef {import("../widgets/types").Reply} Reply */
/** @typedef {import("./line.js").Message} Message */

export class ProcedureWindow extends foundry.applications.api.ApplicationV2 {
  /** @override */
  static DEFAULT_OPTIONS = {
    id: "bonesetter-procedure-{id}",
    classes: ["bonesetter"],
    window: { icon: "fa-solid fa-bone", resizable: true },
    position: { width: 460 },
  };

  /** @type {Course | null} */
  course = null;
  /** @type {import("../widgets/form.js").DrawnForm | null} */
  drawn = null;
  #body = h("div", { class: "bs-procedure" });
  #complaint = h("p", { class: "bs-complaint", role: "alert" });
  #busy = false;
  #heard = (/** @type {Event} */ event) => this.#hear(/** @type {CustomEvent} */ (event).detail.course);
  #back = () => void this.#lookAgain();
  #state = () => this.#say(bridge.state === "lost" ? t("Bridge.lost") : "");

  /**
   * @param {object} given
   * @param {Actor.Implementation} given.actor
   * @param {string} given.ruleset
   * @param {string} given.verb
   * @param {Record<string, any>} given.args what is filled in already
   * @param {Course} [given.course] one that was begun before
   */
  constructor({ actor, ruleset, verb, args, course }) {
    super({ window: { title: nameOf(actor) } });
    this.actor = actor;
    this.ruleset = ruleset;
    this.verb = verb;
    this.args = args;
    this.course = course ?? null;
    this.desk = deskFor(actor);
  }

  /** @override @returns {Promise<HTMLElement>} */
  async _renderHTML() {
    if (this.course) this.#showCourse(this.course);
    else await this.#showForm();
    return h("div", {}, this.#body, this.#complaint);
  }

  /** @override @param {HTMLElement} result @param {HTMLElement} content */
  _replaceHTML(result, content) {
    content.replaceChildren(result);
  }

  /** @override */
  async _onFirstRender() {
    courses.addEventListener("course", this.#heard);
    bridge.addEventListener("back", this.#back);
    bridge.addEventListener("state", this.#state);
  }

  /** @override */
  _onClose() {
    courses.removeEventListener("course", this.#heard);
    bridge.removeEventListener("back", this.#back);
    bridge.removeEventListener("state", this.#state);
  }

  /** @param {string} text */
  #say(text) {
    refill(this.#complaint, text);
  }

  /**
   * Do one thing at a time; a refusal stands where it belongs.
   * @param {() => Promise<void>} does
   */
  async #once(does) {
    if (this.#busy) return;
    this.#busy = true;
    this.#say("");
    this.#body.setAttribute("aria-busy", "true");
    try {
      await does();
    } finally {
      this.#busy = false;
      this.#body.removeAttribute("aria-busy");
    }
  }

  /** What a reply says; a refusal is shown, and null. @param {Reply} reply @returns {Reply | null} */
  #agreed(reply) {
    if (reply.ok) return reply;
    const { field, message } = reply.error ?? { field: null, message: "" };
    const text = message || t("Relay.failed");
    if (!this.drawn?.complain(field, text)) this.#say(text);
    return null;
  }

  async #showForm() {
    const message = { type: "form", ruleset: this.ruleset, verb: this.verb, filled: this.args };
    const reply = this.#agreed(await this.desk.ask(message));
    if (reply) this.#drawForm(reply.form);
    else if (!this.drawn) refill(this.#body);
  }

  /** @param {Form} form */
  #drawForm(form) {
    const drawn = drawForm(form, {
      lang: lang(),
      onrefresh: () => void this.#refresh(),
      newcomer: this.desk.gm ? (field) => this.#newcomer(field) : undefined,
    });
    this.drawn = drawn;
    const entered = h("input", { type: "checkbox", name: "bonesetter-enter" });
    const secret = h("input", { type: "checkbox", name: "bonesetter-secret" });
    const begin = () => void this.#begin(entered.checked, secret.checked);
    refill(this.#body,
      h("h2", { class: "bs-title" }, form.title),
      form.help && h("p", { class: "bs-help" }, form.help),
      drawn.element,
      h("div", { class: "bs-dice-choice" },
        h("label", { class: "bs-flag" }, entered, h("span", {}, t("Procedure.enter"))),
        game.user.isGM && h("label", { class: "bs-flag" }, secret, h("span", {}, t("Procedure.secret")))),
      h("footer", { class: "bs-actions" }, button(form.submit, begin, { class: "bs-button bs-go", "data-action": "bonesetter-begin" })));
    if (form.refusal && !drawn.complain(form.refusal.field, form.refusal.message)) this.#say(form.refusal.message);
  }

  async #refresh() {
    await this.#once(async () => {
      this.args = this.drawn?.read().args ?? this.args;
      await this.#showForm();
    });
  }

  /** Somebody of the scene who isn't a character yet. @param {FormField} field @returns {HTMLElement | null} */
  #newcomer(field) {
    const known = new Set((field.options ?? []).map(({ value }) => value));
    const others = [...(canvas.scene?.tokens ?? [])].flatMap((token) => (token.actor && !known.has(characterOf(token.actor)) ? [token.actor] : []));
    if (!others.length) return null;
    const select = h("select", {
      class: "bs-newcomer", "aria-label": t("Procedure.newcomer"),
      onchange: () => void this.#once(async () => {
        const actor = others[select.selectedIndex - 1];
        const id = await bringIn(actor, this.ruleset);
        this.args = { ...this.drawn?.read().args, [field.name]: field.type === "characters" ? [...(field.value ?? []), id] : id };
        await this.#showForm();
      }),
    }, h("option", { value: "" }, t("Procedure.newcomer")), others.map((actor) => h("option", {}, nameOf(actor))));
    return select;
  }

  /** @param {boolean} enter whether real dice will be typed in @param {boolean} secret */
  async #begin(enter, secret) {
    const { args, missing } = this.drawn?.read() ?? { args: {}, missing: [] };
    if (missing.length) {
      this.drawn?.complain(missing[0].name, t("Procedure.missing", { label: missing[0].label }));
      return;
    }
    this.args = args;
    const message = { type: "start", ruleset: this.ruleset, verb: this.verb, args, dice: enter ? "enter" : "roll", ...(secret ? { secret } : {}) };
    await this.#once(async () => this.#took(await this.desk.act(message)));
  }

  /** @param {Reply} reply */
  #took(reply) {
    const agreed = this.#agreed(reply);
    if (agreed?.course) this.#showCourse(agreed.course);
  }

  /** The course as it stands: steps above, the question large; once it is over, the card is in the chat. @param {Course} course */
  #showCourse(course) {
    this.course = course;
    this.drawn = null;
    if (course.state !== "asking") return void this.close();
    const { card, ask } = course;
    const mine = this.desk.gm || ask?.who !== "gm";
    refill(this.#body,
      h("h2", { class: "bs-title" }, card.title, card.who.length > 0 && ` · ${card.who.map(({ name }) => name).join(", ")}`),
      (card.steps ?? []).length > 0 && h("ol", { class: "bs-steps" }, (card.steps ?? []).map((step) => stepLine(step, lang()))),
      ask ? drawAsk(ask, { lang: lang(), mine, onanswer: (given) => void this.#answer(given) }) : h("p", { class: "bs-quiet" }, t("Procedure.waiting")),
      h("footer", { class: "bs-actions" }, button(t("Procedure.abandon"), () => void this.#abandon(), { class: "bs-link", "data-action": "bonesetter-abandon" })));
    if (course.changed) this.#say(course.changed.message);
  }

  /** @param {import("../widgets/ask.js").Given} given */
  async #answer(given) {
    const { course } = this;
    if (!course?.ask) return;
    const message = { type: "answer", entry: course.entry, hash: course.ask.hash, ...given };
    await this.#once(async () => this.#took(await this.desk.act(message)));
  }

  async #abandon() {
    const { course } = this;
    if (course) await this.#once(async () => this.#took(await this.desk.act({ type: "abandon", entry: course.entry })));
  }

  /**
   * The open course as the log has it. The same question again leaves what is being typed alone.
   * @param {Course} course
   */
  #hear(course) {
    const mine = this.desk.gm && this.course && course.entry === this.course.entry && !this.#busy;
    if (mine && (course.state !== this.course?.state || course.ask?.hash !== this.course.ask?.hash)) this.#showCourse(course);
  }

  /** After the bridge was away: the course as it stands there. */
  async #lookAgain() {
    const { course } = this;
    if (!course || !this.desk.gm) return;
    const reply = await this.desk.ask({ type: "log", since: course.entry - 1, limit: 1 });
    if (reply.ok && reply.entries[0]) this.#hear(reply.entries[0]);
  }
}
