// <bonesetter-roller ruleset table>: makes a table roll. Around a table that stands in the page it adds steppers, one
// big button, chances that follow the numbers, the result, and a small log; without a table inside it draws one.

import { typed } from "./ask.js";
import { drawCard, cardText } from "./card.js";
import { answer, ask, abandon, Refused, start, undo } from "./course.js";
import { currentDesk } from "./current.js";
import { button, h, refill, still } from "./dom.js";
import { addend, number, percent, share } from "./format.js";
import { stepper } from "./stepper.js";
import { drawTable } from "./table.js";
import { language, say } from "./words.js";

/** @typedef {import("./types").Chance} Chance */
/** @typedef {import("./types").Course} Course */
/** @typedef {import("./types").Modifier} Modifier */

/** The dice a table asks for at the start, by its die. @param {string} die @returns {number[]} */
function sidesOf(die) {
  if (/^d66$/i.test(die)) return [6, 6];
  const found = /^(\d*)d(\d+|%)/i.exec(die);
  if (!found) return [6];
  return Array.from({ length: Number(found[1] || 1) }, () => (found[2] === "%" ? 100 : Number(found[2])));
}

export class Roller extends HTMLElement {
  lang_ = /** @type {import("./types").Lang} */ ("en");
  ruleset = "";
  table = "";
  die = "";
  /** @type {Modifier[]} */
  modifiers = [];
  /** @type {Map<string, import("./stepper.js").Stepper>} */
  steppers = new Map();
  /** Chances by modifier that this page's engine was asked for. @type {Record<string, Record<string, [number, number]>>} */
  chances = {};
  /** Chances by row for the modifiers from `lo` to `hi`, reckoned by the engine when the page was built. @type {any} */
  built = {};
  /** @type {Course | null} a roll begun with real dice, still waiting for a readable face */
  open = null;
  /** @type {Course[]} */
  rolls = [];
  busy = false;
  /** Which of the button and the result are in sight. @type {Map<Element | undefined, boolean>} */
  seen = new Map();
  /** @type {AbortController | null} */
  listening = null;

  connectedCallback() {
    if (this.listening) return;
    this.listening = new AbortController();
    this.lang_ = language(this);
    this.ruleset = this.getAttribute("ruleset") ?? "";
    this.table = this.getAttribute("table") ?? "";
    this.desk = currentDesk();
    if (this.querySelector("table")) this.dress();
    else this.fetchTable().catch((error) => this.say_(error));
  }

  disconnectedCallback() {
    this.watcher?.disconnect();
    this.listening?.abort();
    this.listening = null;
    this.replaceChildren(...this.querySelectorAll(":scope > .bs-sheet-of-rows"));
  }

  /** A table that isn't in the page: drawn from the desk's answer. */
  async fetchTable() {
    this.append(this.status());
    const { table } = await ask(this.current(), this.lang_, { type: "table", ruleset: this.ruleset, table: this.table, modifier: 0 });
    this.dataset.die = table.die ?? "";
    this.dataset.modifiers = JSON.stringify(table.modifiers);
    this.replaceChildren(drawTable(table, this.lang_));
    this.dress();
  }

  current() {
    return this.desk ?? currentDesk();
  }

  /** @param {import("./words.js").Key} key @param {Record<string, string | number>} [facts] */
  t(key, facts) {
    return say(this.lang_, key, facts);
  }

  /** Puts the controls around the table. */
  dress() {
    this.die = this.dataset.die ?? "";
    if (!this.die) return;
    this.modifiers = JSON.parse(this.dataset.modifiers ?? "[]");
    this.built = JSON.parse(this.dataset.chances ?? "{}");
    const desk = this.current();
    const signal = this.listening?.signal;
    for (const modifier of this.modifiers) {
      this.steppers.set(modifier.id, stepper({
        label: modifier.label, value: Math.max(0, modifier.min ?? 0), min: modifier.min ?? null, less: this.t("less"), more: this.t("more"), onchange: () => this.changed(),
      }));
    }
    this.button = button("", () => this.roll(), { class: "bs-button bs-roll" });
    this.stuckButton = button("", () => this.roll(), { class: "bs-button bs-roll" });
    this.stuckSum = button("", () => this.result?.scrollIntoView({ block: "center", behavior: still() ? "auto" : "smooth" }), { class: "bs-stuck-result" });
    this.stuck = h("div", { class: "bs-stuck", hidden: true }, this.stuckSum, this.stuckButton);
    this.secret = h("input", { type: "checkbox" });
    this.secretLabel = h("label", { class: "bs-flag bs-secret", hidden: true }, this.secret, h("span", {}, this.t("secret")));
    this.typed = typed({ lang: this.lang_, sides: sidesOf(this.die), onfaces: (faces) => this.enter(faces) });
    this.note = this.status();
    this.result = h("div", { class: "bs-result" });
    this.spoken = h("p", { class: "bs-hidden", role: "status", "aria-live": "polite" });
    this.log = h("details", { class: "bs-log", hidden: true, open: true });
    this.bar = h("div", { class: "bs-bar", "data-search-exclude": true },
      this.steppers.size > 0 && h("div", { class: "bs-steppers" }, [...this.steppers.values()].map(({ element }) => element)),
      h("div", { class: "bs-actions" }, this.button, this.typed, this.secretLabel),
      this.note);
    this.prepend(this.bar);
    this.append(this.result, this.log, this.spoken, this.stuck);
    this.changed();
    this.showRole();
    desk.addEventListener("state", () => { this.showState(); this.showRole(); }, { signal });
    desk.addEventListener("progress", () => this.showState(), { signal });
    desk.addEventListener("news", () => this.refreshLog(), { signal });
    this.showState();
    // the button, and what was rolled, stay within reach when the table has scrolled them away
    this.watcher = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting, boundingClientRect: { top } } of changes) this.seen.set(target, isIntersecting || (target === this.button && top > 0));
      this.showStuck();
    });
    this.watcher.observe(this.button);
    this.watcher.observe(this.result);
    if (desk.state === "ready") this.refreshLog();
    this.percentSwitch();
  }

  /** The small bar at the edge: there while the button, or what was rolled last, is out of sight. */
  showStuck() {
    const lost = this.seen.get(this.button) === false;
    const rolledAway = this.result?.hasChildNodes() && this.seen.get(this.result) === false;
    if (this.stuck) this.stuck.hidden = !lost && !rolledAway;
  }

  status() {
    return h("p", { class: "bs-status", role: "status" });
  }

  /** Chances as fractions or per cent: a tap on the column's head changes it. */
  percentSwitch() {
    const head = this.querySelector("th.bs-chance");
    if (!head) return;
    const flip = button(head.textContent ?? "", () => {
      this.classList.toggle("bs-percents");
      flip.title = this.t(this.classList.contains("bs-percents") ? "percent_off" : "percent_on");
    }, { class: "bs-flip", title: this.t("percent_on") });
    refill(head, flip);
  }

  /** The sum of the steppers; NaN while one of them holds no number that its rule knows. */
  modifier() {
    return [...this.steppers].reduce((sum, [id, step]) => sum + (step.value() < this.least(id) ? Number.NaN : step.value()), 0);
  }

  /** @param {string} id */
  least(id) {
    return this.modifiers.find((known) => known.id === id)?.min ?? -Infinity;
  }

  /** A stepper moved: the button says the new dice, the bars follow. */
  changed() {
    const modifier = this.modifier();
    const text = this.t("roll", { dice: this.die + addend(Number.isNaN(modifier) ? 0 : modifier) });
    for (const each of [this.button, this.stuckButton]) if (each) each.textContent = text;
    if (!Number.isNaN(modifier) && this.steppers.size) void this.showChances(modifier);
  }

  /** @param {number} modifier */
  async showChances(modifier) {
    const known = this.held(modifier) ?? (await this.reckon(modifier).catch(() => null));
    if (!known || this.modifier() !== modifier) return;
    const most = Math.max(...Object.values(known).map(([n, d]) => n / d));
    for (const row of this.querySelectorAll("tr[data-row]")) {
      const [n, d] = known[/** @type {HTMLElement} */ (row).dataset.row ?? ""] ?? [0, 1];
      row.classList.toggle("bs-impossible", n === 0);
      const cell = row.querySelector(".bs-chance");
      if (!cell) continue;
      const part = n / d;
      cell.querySelector(".bs-fraction")?.replaceChildren(n === 0 ? "0" : n === d ? "1" : `${n}/${d}`);
      cell.querySelector(".bs-percent")?.replaceChildren(percent(part, this.lang_));
      cell.querySelector("rect.bs-filled")?.setAttribute("width", `${(part / most) * 100}%`);
    }
  }

  /** The chances that came with the page; beyond either end of what it holds, everything falls on the same row. @param {number} modifier */
  held(modifier) {
    const { lo, hi, rows } = this.built ?? {};
    return this.chances[modifier] ?? rows?.[Math.min(Math.max(modifier, lo), hi) - lo];
  }

  /** Chances that the page doesn't hold: the engine reckons them. @param {number} modifier */
  async reckon(modifier) {
    const { table } = await ask(this.current(), this.lang_, { type: "table", ruleset: this.ruleset, table: this.table, modifier });
    /** @type {Record<string, [number, number]>} */
    const found = {};
    for (const row of table.rows) if (share(row.chance)) found[row.id] = [Number(row.chance.n), Number(row.chance.d)];
    this.chances[modifier] = found;
    return found;
  }

  showState() {
    const { state, share: part } = this.current();
    if (!this.note) return;
    const starting = state === "starting";
    refill(this.note, starting && this.busy ? this.t("starting", { percent: percent(Math.round(part * 100) / 100, this.lang_) }) : null);
    this.button?.classList.toggle("bs-waiting-start", starting && this.busy);
  }

  showRole() {
    const { shared, person } = this.current();
    if (this.secretLabel) this.secretLabel.hidden = !(shared && person?.role === "gm");
  }

  /** @param {unknown} error */
  say_(error) {
    const fault = error instanceof Refused ? error.fault.message : null;
    const reason = error instanceof Error ? error.message : this.t("unknown_reason");
    if (!this.note) this.append((this.note = this.status()));
    refill(this.note, h("span", { class: "bs-complaint", role: "alert" }, fault ?? this.t("failed", { reason })),
      !fault && button(this.t("retry"), () => this.roll(), { class: "bs-button bs-small" }));
  }

  /** What the roll is made of. @returns {any} null while a stepper holds no number */
  order() {
    /** @type {Record<string, number>} */
    const modifiers = {};
    for (const [id, step] of this.steppers) {
      const value = step.value();
      const min = this.least(id);
      if (Number.isNaN(value) || value < min) {
        const { label } = this.modifiers.find((known) => known.id === id) ?? { label: id };
        const complaint = this.t(value < min ? "too_small" : "not_a_number", { label, min: number(min) });
        refill(this.note ?? this, h("span", { class: "bs-complaint", role: "alert" }, complaint));
        step.input.focus();
        return null;
      }
      if (value) modifiers[id] = value;
    }
    const secret = this.secret?.checked && this.secretLabel?.hidden === false;
    return { ruleset: this.ruleset, verb: "roll", args: { table: this.table, modifiers }, ...(secret ? { secret } : {}) };
  }

  /** One thing at a time; the click made while Python starts is honoured as soon as it can be. @param {() => Promise<void>} does */
  async once(does) {
    if (this.busy) return;
    this.busy = true;
    this.showState();
    this.setAttribute("aria-busy", "true");
    try {
      await does();
      this.busy = false;
      this.showState();
    } catch (error) {
      this.busy = false;
      this.showState();
      this.say_(error);
    }
    this.removeAttribute("aria-busy");
  }

  roll() {
    const order = this.order();
    return order && this.once(async () => {
      await this.giveUp();
      this.show(await start(this.current(), this.lang_, { ...order, dice: "roll" }));
    });
  }

  /** Real dice. Faces that can't be leave the roll open, to be typed again. @param {number[]} faces */
  enter(faces) {
    const order = this.order();
    return order && this.once(async () => {
      const desk = this.current();
      if (this.open && JSON.stringify(this.openOrder) !== JSON.stringify(order)) await this.giveUp();
      this.openOrder = order;
      this.open ??= await start(desk, this.lang_, { ...order, dice: "enter" });
      const course = await answer(desk, this.lang_, this.open, { faces });
      this.open = course.state === "asking" ? course : null;
      if (course.state === "done") {
        const input = this.typed?.querySelector("input");
        if (input) input.value = "";
        this.show(course);
      }
    });
  }

  /** A roll that real dice never finished is given up before another begins. */
  async giveUp() {
    if (!this.open) return;
    await abandon(this.current(), this.lang_, this.open.entry);
    this.open = null;
  }

  /** @param {Course} course */
  show(course) {
    const drawn = course.card.steps?.findLast((each) => each.kind === "dice" && each.row);
    const row = drawn?.kind === "dice" ? drawn.row : null;
    for (const each of this.querySelectorAll("tr.bs-rolled")) {
      each.classList.remove("bs-rolled");
      each.removeAttribute("aria-current");
    }
    const found = row && this.querySelector(`tr[data-row="${CSS.escape(row.id)}"]`);
    if (found) {
      found.classList.add("bs-rolled");
      found.setAttribute("aria-current", "true");
      if (!this.inView(found)) found.scrollIntoView({ block: "center", behavior: still() ? "auto" : "smooth" });
    }
    const actions = [
      button(this.t("roll_again"), () => this.roll(), { class: "bs-button bs-again" }),
      button(this.t("copy"), (event) => this.copy(course, event), { class: "bs-button" }),
    ];
    refill(this.result ?? this, drawCard(course.card, { lang: this.lang_, row: true, actions, onoffer: (offer) => this.follow(offer) }));
    if (drawn?.kind === "dice" && row) {
      if (this.spoken) this.spoken.textContent = `${this.t("rolled_row", { total: number(drawn.total), name: row.name })} ${row.clauses.join(". ")}`;
      if (this.stuckSum) refill(this.stuckSum, h("strong", {}, number(drawn.total)), ` ${row.name}`);
    }
    this.showStuck();
    this.dispatchEvent(new CustomEvent("bonesetter-rolled", { bubbles: true, detail: course }));
    void this.refreshLog();
  }

  /** @param {Element} element */
  inView(element) {
    const { top, bottom } = element.getBoundingClientRect();
    return top > 60 && bottom < innerHeight - 90;
  }

  /** @param {Course} course @param {Event} event */
  async copy(course, event) {
    const pressed = /** @type {HTMLElement} */ (event.currentTarget);
    await navigator.clipboard?.writeText(cardText(course)).catch(() => undefined);
    pressed.textContent = this.t("copied");
  }

  /** @param {import("./types").Offer} offer */
  follow(offer) {
    this.dispatchEvent(new CustomEvent("bonesetter-offer", { bubbles: true, detail: offer }));
  }

  /** The last rolls on this table, newest first, with the newest that still counts to be taken back. */
  async refreshLog() {
    const desk = this.current();
    if (!this.log) return;
    try {
      const { head } = await ask(desk, this.lang_, { type: "log", since: Number.MAX_SAFE_INTEGER });
      const { entries } = await ask(desk, this.lang_, { type: "log", since: Math.max(0, head - 200), limit: 200 });
      const courses = [...new Map(entries.map((/** @type {Course} */ course) => [course.entry, course])).values()];
      this.rolls = courses.filter((/** @type {Course} */ { card, state }) =>
        card.ruleset === this.ruleset && card.verb === "roll" && (state === "done" || state === "undone") &&
        card.steps?.some((step) => step.kind === "dice" && step.row?.table === this.table)).slice(-10).reverse();
    } catch {
      return; // the log is a comfort; the roll itself has already said what is wrong
    }
    this.log.hidden = this.rolls.length === 0;
    const newest = this.rolls.find(({ state }) => state === "done");
    refill(this.log, h("summary", {}, this.t("your_rolls")),
      h("ol", {}, this.rolls.map((course) => this.logLine(course, course === newest))));
  }

  /** @param {Course} course @param {boolean} newest */
  logLine(course, newest) {
    const step = course.card.steps?.findLast((each) => each.kind === "dice");
    const undone = course.state === "undone";
    return h("li", { class: undone ? "bs-undone" : null },
      step?.kind === "dice" && [h("strong", {}, number(step.total)), ` ${step.row?.name ?? ""}`],
      undone && h("span", { class: "bs-quiet" }, ` (${this.t("undone")})`),
      newest && button(this.t("undo"), () => this.once(async () => {
        await undo(this.current(), this.lang_, course.entry);
        await this.refreshLog();
      }), { class: "bs-link" }));
  }
}
