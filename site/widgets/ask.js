// The one open question of a course, drawn large: dice to roll or to type, a choice, a number, a text.

import { button, h, refill, unique } from "./dom.js";
import { addend, faces, number } from "./format.js";
import { stepper } from "./stepper.js";
import { say } from "./words.js";

/** @typedef {import("./types").Ask} Ask */
/** @typedef {import("./types").Lang} Lang */

/**
 * What a person answers: a value, faces, or (for dice) nothing, which rolls them.
 * @typedef {{value?: unknown, faces?: number[] | null}} Given
 */

/**
 * The dice of a request with what is added: `d6 + 3`.
 * @param {Ask} ask
 */
export function diceText(ask) {
  return `${ask.dice ?? ""}${(ask.parts ?? []).map((part) => addend(part.value)).join("")}`;
}

/**
 * @param {Ask} ask
 * @param {object} options
 * @param {Lang} options.lang
 * @param {(given: Given) => void} options.onanswer
 * @param {boolean} [options.mine] whether the reader may answer; otherwise it says who is awaited
 * @returns {HTMLElement}
 */
export function drawAsk(ask, { lang, onanswer, mine = true }) {
  const title = h("h3", { class: "bs-ask-title" }, ask.label);
  if (!mine) {
    const who = ask.who === "gm" ? say(lang, "the_gm") : (ask.who_name ?? say(lang, "someone"));
    return h("section", { class: "bs-ask bs-waiting" }, title, h("p", { role: "status" }, say(lang, "waiting", { who })));
  }
  /** @type {Record<Ask["kind"], () => (Node | null)[]>} */
  const kinds = {
    dice: () => diceAsk(ask, lang, onanswer),
    choose: () => chooseAsk(ask, onanswer),
    count: () => countAsk(ask, lang, onanswer),
    words: () => wordsAsk(ask, lang, onanswer),
  };
  return h("section", { class: "bs-ask", "data-kind": ask.kind, "data-purpose": ask.purpose }, title, kinds[ask.kind]());
}

/** @param {Ask} ask @param {Lang} lang @param {(given: Given) => void} onanswer */
function diceAsk(ask, lang, onanswer) {
  const parts = ask.parts?.filter((part) => part.value) ?? [];
  return [
    parts.length || ask.difficulty !== undefined
      ? h("p", { class: "bs-ask-parts" },
          parts.map((part) => `${part.source} ${part.value < 0 ? "" : "+"}${number(part.value)}`).join(" · "),
          ask.difficulty !== undefined && ` ${say(lang, "against", { difficulty: number(ask.difficulty) })}`)
      : null,
    button(say(lang, "roll", { dice: diceText(ask) }), () => onanswer({ faces: null }), { class: "bs-button bs-roll" }),
    typed({ lang, sides: ask.sides ?? [ask.next ?? 6], onfaces: (found) => onanswer({ faces: found }) }),
  ];
}

/**
 * A field for faces read off real dice.
 * @param {object} given
 * @param {Lang} given.lang
 * @param {number[]} given.sides
 * @param {(faces: number[]) => void} given.onfaces
 * @returns {HTMLElement}
 */
export function typed({ lang, sides, onfaces }) {
  const id = unique("faces");
  const example = sides.map((side, place) => Math.min(side, 3 + place)).join(", ");
  const complaint = h("span", { class: "bs-complaint", role: "alert" });
  const input = h("input", {
    id, class: "bs-faces", type: "text", inputmode: sides.length > 1 ? "text" : "numeric", autocomplete: "off",
    placeholder: sides.map((side) => `d${side}`).join(", "), "aria-describedby": `${id}-help`,
  });
  const use = () => {
    const found = faces(input.value, sides.length);
    refill(complaint, found.length ? null : say(lang, "no_faces", { example }));
    if (found.length) onfaces(found);
    else input.focus();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    use();
  });
  return h("div", { class: "bs-typed" },
    h("label", { for: id }, say(lang, "i_rolled")),
    input,
    button(say(lang, "use"), use, { class: "bs-button bs-use" }),
    h("span", { id: `${id}-help`, class: "bs-hidden" }, say(lang, "i_rolled_help", { example })),
    complaint);
}

/** @param {Ask} ask @param {(given: Given) => void} onanswer */
function chooseAsk(ask, onanswer) {
  return [
    h("div", { class: "bs-options" }, (ask.options ?? []).map((option) => h("div", { class: "bs-option" },
      button(option.label, () => onanswer({ value: option.value }), {
        "data-value": option.value,
        class: `bs-button bs-choice${option.value === ask.default ? " bs-default" : ""}`,
        disabled: Boolean(option.refused),
      }),
      option.refused && h("p", { class: "bs-quiet" }, option.refused)))),
  ];
}

/** @param {Ask} ask @param {Lang} lang @param {(given: Given) => void} onanswer */
function countAsk(ask, lang, onanswer) {
  const complaint = h("span", { class: "bs-complaint", role: "alert" });
  const step = stepper({
    label: ask.label, value: ask.default ?? ask.lo ?? 0, min: ask.lo ?? null, max: ask.hi ?? null,
    less: say(lang, "less"), more: say(lang, "more"), onchange: () => refill(complaint),
  });
  const give = () => {
    if (Number.isNaN(step.value())) refill(complaint, say(lang, "not_a_number", { label: ask.label }));
    else onanswer({ value: step.value() });
  };
  return [step.element, complaint, button(say(lang, "answer"), give, { class: "bs-button bs-go" })];
}

/** @param {Ask} ask @param {Lang} lang @param {(given: Given) => void} onanswer */
function wordsAsk(ask, lang, onanswer) {
  const input = h("textarea", { class: "bs-words", rows: 3, "aria-label": ask.label });
  input.value = ask.default ?? "";
  return [input, button(say(lang, "answer"), () => onanswer({ value: input.value }), { class: "bs-button bs-go" })];
}
