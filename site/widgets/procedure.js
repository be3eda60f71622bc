// <bonesetter-procedure ruleset verb>: a rule carried out as a dialog: the form, one open question at a time, the
// outcome, and what may come next. A single column; what was answered stays above, small.

import { drawAsk } from "./ask.js";
import { cardText, drawCard, stepLine } from "./card.js";
import { abandon, act, answer, ask, Refused, start, undo } from "./course.js";
import { currentDesk } from "./current.js";
import { button, fill, h, refill, still, unique } from "./dom.js";
import { drawForm } from "./form.js";
import { percent } from "./format.js";
import { drawOdds } from "./odds.js";
import { drawLines } from "./values.js";
import { language, say } from "./words.js";

/** @typedef {import("./types").Course} Course */
/** @typedef {import("./types").Form} Form */
/** @typedef {import("./types").FormField} FormField */
/** @typedef {import("./types").Offer} Offer */

export class ProcedureElement extends HTMLElement {
  lang_ = /** @type {import("./types").Lang} */ ("en");
  ruleset = "";
  verb = "";
  query = false;
  /** @type {Record<string, any>} what is filled in */
  filled = {};
  /** @type {Course | null} */
  course = null;
  /** @type {import("./form.js").DrawnForm | null} */
  form = null;
  /** @type {AbortController | null} */
  listening = null;
  busy = false;

  connectedCallback() {
    if (this.listening) return;
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.lang_ = language(this);
    this.ruleset = this.getAttribute("ruleset") ?? "";
    this.verb = this.getAttribute("verb") ?? "";
    this.query = this.hasAttribute("query");
    this.desk = currentDesk();
    this.body = h("div", { class: "bs-procedure" });
    this.note = h("p", { class: "bs-status", role: "status" });
    this.append(this.body, this.note);
    this.desk.addEventListener("progress", () => this.showState(), { signal });
    this.desk.addEventListener("state", () => this.showState(), { signal });
    this.desk.addEventListener("news", (event) => this.hear(/** @type {CustomEvent} */ (event).detail), { signal });
    const given = /[#&]args=([^&]*)/.exec(location.hash);
    if (given) {
      history.replaceState(history.state, "", location.pathname + location.search);
      this.filled = JSON.parse(decodeURIComponent(given[1]));
    }
    if (given || this.desk.state === "ready" || this.hasAttribute("open")) void this.showForm();
    else refill(this.body, button(this.label(), () => this.showForm(), { class: "bs-button bs-roll bs-open" }));
  }

  disconnectedCallback() {
    this.listening?.abort();
    this.listening = null;
    this.body?.remove();
    this.note?.remove();
    this.course = null;
  }

  label() {
    return this.getAttribute("label") ?? this.t("begin");
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
    if (!this.note) return;
    if (state === "starting" && this.busy) refill(this.note, this.t("starting", { percent: percent(Math.round(share * 100) / 100, this.lang_) }));
    else if (this.note.querySelector(".bs-complaint") === null) refill(this.note);
  }

  /** One thing at a time; what goes wrong is said where it belongs. @param {() => Promise<void>} does */
  async once(does) {
    if (this.busy) return;
    this.busy = true;
    if (this.note) refill(this.note);
    this.showState();
    this.setAttribute("aria-busy", "true");
    try {
      await does();
    } catch (error) {
      this.complain(error);
    }
    this.busy = false;
    this.removeAttribute("aria-busy");
    this.showState();
  }

  /** @param {unknown} error */
  complain(error) {
    const refusal = error instanceof Refused;
    const text = refusal ? error.fault.message : this.t("failed", { reason: error instanceof Error ? error.message : this.t("unknown_reason") });
    if (refusal && !this.course && this.form?.complain(error.fault.field, text)) return;
    if (this.note) refill(this.note, h("span", { class: "bs-complaint", role: "alert" }, text));
  }

  /** The form, with what is filled in so far. */
  showForm() {
    return this.once(async () => {
      this.course = null;
      const { form } = await ask(this.current(), this.lang_, { type: "form", ruleset: this.ruleset, verb: this.verb, filled: this.filled });
      this.draw(form);
    });
  }

  /** @param {Form} form */
  draw(form) {
    const focused = document.activeElement?.closest("[data-field]")?.getAttribute("data-field");
    // what somebody typed wins over what the desk suggests
    for (const field of form.fields) if (field.name in this.filled) field.value = this.filled[field.name];
    this.form = drawForm(form, {
      lang: this.lang_,
      onrefresh: () => { this.keep(); void this.showForm(); },
      onchange: () => { this.keep(); if (this.odds) refill(this.odds); },
      newcomer: (field) => this.newcomer(field),
    });
    const mode = unique("dice");
    this.real = h("input", { type: "radio", name: mode, value: "enter" });
    const dice = this.query ? null : h("fieldset", { class: "bs-radios bs-dice-mode" },
      h("legend", {}, this.t("how_rolled")),
      h("label", { class: "bs-radio" }, h("input", { type: "radio", name: mode, value: "roll", checked: true }), h("span", {}, this.t("roll_for_me"))),
      h("label", { class: "bs-radio" }, this.real, h("span", {}, this.t("roll_myself"))));
    this.odds = h("div", { class: "bs-odds-place" });
    refill(this.body ?? this,
      form.help && !this.hasAttribute("plain") && h("p", { class: "bs-quiet" }, form.help),
      this.form.element, dice,
      h("div", { class: "bs-actions" },
        button(this.query ? this.t("ask") : form.submit, () => this.submit(), { class: "bs-button bs-roll bs-begin" }),
        !this.query && button(this.t("show_odds"), () => this.showOdds(), { class: "bs-button" })),
      this.odds);
    if (form.refusal && this.form && !this.form.complain(form.refusal.field, form.refusal.message) && this.note) {
      refill(this.note, h("span", { class: "bs-complaint" }, this.t("refusal", { message: form.refusal.message })));
    }
    if (focused) /** @type {HTMLElement | null} */ (this.querySelector(`[data-field="${CSS.escape(focused)}"] :is(input,select,textarea)`))?.focus();
  }

  /** Remembers what is filled in. */
  keep() {
    if (this.form) this.filled = { ...this.form.read().args };
  }

  /** A way to add somebody, beside a field that wants a character. @param {FormField} field */
  newcomer(field) {
    if (!field.required) return null;
    const id = unique("new");
    const input = h("input", { id, type: "text", autocomplete: "off", maxlength: 60 });
    const add = () => {
      const name = input.value.trim();
      if (!name) { input.focus(); return; }
      void this.once(async () => {
        this.keep();
        const { characters } = await ask(this.current(), this.lang_, { type: "catalog" });
        const known = characters.find((/** @type {import("./types").CharacterFacts} */ each) =>
          each.name.toLowerCase() === name.toLowerCase() && !each.rulesets.includes(this.ruleset));
        const who = known?.id ?? `${name.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").slice(0, 40)}-${unique("c").split("-").pop()}${Date.now() % 10000}`;
        await act(this.current(), this.lang_, { type: "import", id: who, name, ruleset: this.ruleset });
        this.filled[field.name] = field.type === "characters" ? [...(this.filled[field.name] ?? []), who] : who;
        const { form } = await ask(this.current(), this.lang_, { type: "form", ruleset: this.ruleset, verb: this.verb, filled: this.filled });
        this.draw(form);
      });
    };
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } });
    return h("details", { class: "bs-new", open: !(field.options?.length) },
      h("summary", {}, this.t("new_character")),
      h("div", { class: "bs-new-row" }, h("label", { for: id }, this.t("name")), input, button(this.t("add"), add, { class: "bs-button bs-small" })));
  }

  submit() {
    if (!this.form) return;
    const { args, missing } = this.form.read();
    if (missing.length) {
      this.form.complain(missing[0].name, missing[0].type === "integer" ? this.t("not_a_number", { label: missing[0].label }) : this.t("choose_one"));
      return;
    }
    this.filled = args;
    void this.once(async () => {
      if (this.query) {
        const { lines } = await ask(this.current(), this.lang_, { type: "query", ruleset: this.ruleset, verb: this.verb, args });
        if (this.odds) refill(this.odds, h("section", { class: "bs-card" }, h("h3", {}, this.t("answer_is")), drawLines(lines)));
        return;
      }
      const dice = this.real?.checked ? "enter" : "roll";
      this.show(await start(this.current(), this.lang_, { ruleset: this.ruleset, verb: this.verb, args, dice }));
    });
  }

  showOdds() {
    const { args, missing } = this.form?.read() ?? { args: {}, missing: [] };
    if (!this.odds) return;
    if (missing.length) {
      refill(this.odds, h("p", { class: "bs-quiet" }, this.t("odds_none")));
      return;
    }
    void this.once(async () => {
      const { odds } = await ask(this.current(), this.lang_, { type: "odds", ruleset: this.ruleset, verb: this.verb, args });
      if (this.odds) refill(this.odds, drawOdds(odds, this.lang_));
    });
  }

  /** News of the course that is open here: somebody else answered. @param {{course?: Course} | null} news */
  hear(news) {
    if (news?.course && this.course && news.course.entry === this.course.entry) this.show(news.course);
  }

  /** The course as it stands: steps above, the question large, or the outcome. @param {Course} course */
  show(course) {
    this.course = course;
    const { card } = course;
    const steps = card.steps ?? [];
    if (!this.body) return;
    if (course.state !== "asking" || !course.ask) {
      const over = course.state !== "asking";
      refill(this.body,
        drawCard(card, { lang: this.lang_, injuries: course.injuries, onoffer: (offer) => this.follow(offer), actions: [
          over && course.state === "done" ? button(this.t("undo"), () => this.takeBack(), { class: "bs-button" }) : button(this.t("abandon"), () => this.giveUp(), { class: "bs-button" }),
          button(this.t("copy"), (event) => this.copy(course, event), { class: "bs-button" }),
          button(this.t("start_over"), () => this.showForm(), { class: "bs-button bs-again" }),
        ] }));
      const first = this.body.querySelector("article");
      first?.setAttribute("tabindex", "-1");
      /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
      first?.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
      return;
    }
    const mine = !this.current().shared || this.mayAnswer(course);
    const question = drawAsk(course.ask, { lang: this.lang_, mine, onanswer: (given) => this.give(given) });
    refill(this.body,
      h("p", { class: "bs-course-title" }, card.title, card.who.length > 0 && ` · ${card.who.map(({ name }) => name).join(", ")}`),
      steps.length > 0 && h("ol", { class: "bs-steps" }, steps.map((step) => stepLine(step, this.lang_))),
      question,
      h("div", { class: "bs-actions" }, button(this.t("abandon"), () => this.giveUp(), { class: "bs-link" })));
    /** @type {HTMLElement | null} */ (question.querySelector("button.bs-default, button, input"))?.focus({ preventScroll: true });
    question.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
  }

  /** @param {Course} course */
  mayAnswer(course) {
    const { person } = this.current();
    return person?.role === "gm" || (course.ask?.who ?? null) !== "gm";
  }

  /** @param {import("./ask.js").Given} given */
  give(given) {
    const { course } = this;
    if (course) void this.once(async () => this.show(await answer(this.current(), this.lang_, course, given)));
  }

  giveUp() {
    const { course } = this;
    if (!course) return;
    void this.once(async () => {
      await abandon(this.current(), this.lang_, course.entry);
      this.course = null;
      const { form } = await ask(this.current(), this.lang_, { type: "form", ruleset: this.ruleset, verb: this.verb, filled: this.filled });
      this.draw(form);
    });
  }

  takeBack() {
    const { course } = this;
    if (!course) return;
    void this.once(async () => {
      const reply = await undo(this.current(), this.lang_, course.entry);
      this.course = null;
      if (reply.course) this.show(reply.course);
    });
  }

  /** What now: the next procedure, here. @param {Offer} offer */
  follow(offer) {
    if (offer.ruleset === this.ruleset && offer.verb === this.verb) {
      this.filled = offer.args;
      void this.showForm();
      return;
    }
    this.dispatchEvent(new CustomEvent("bonesetter-offer", { bubbles: true, detail: offer }));
  }

  /** @param {Course} course @param {Event} event */
  async copy(course, event) {
    const pressed = /** @type {HTMLElement} */ (event.currentTarget);
    await navigator.clipboard?.writeText(cardText(course)).catch(() => undefined);
    fill(pressed).textContent = this.t("copied");
  }
}
