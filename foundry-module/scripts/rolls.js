// The bridge's dice as Foundry's own rolls: made once at the bridge, read here by card, tooltip and 3D dice alike.

/** @typedef {import("../widgets/types").DiceStep} DiceStep */
/** @typedef {{result: number, active: boolean, rerolled?: boolean, discarded?: boolean}} Result */
/** @typedef {{faces: number, results: Result[]}} Hand */
/** Dice, operators and numbers in the order of a formula. @typedef {(Hand | "+" | "-" | "*" | number)[]} Formula */

/** Numbers behind the `d` that are dice read as digits, highest place first (as in the engine's `DIGITS`). */
const DIGITS = /** @type {Record<number, number[]>} */ ({ 44: [4, 4], 66: [6, 6], 88: [8, 8], 666: [6, 6, 6] });

const TERM = /([+-]?)(?:(\d*)d(\d+)|(\d+))/g;

/**
 * A step's dice and what was added to them, as a formula of evaluated terms whose total is the step's.
 * @param {DiceStep} step
 * @returns {Formula}
 */
export function formula(step) {
  const hands = step.passed.length + 1;
  const each = step.faces.length / hands;
  const written = Number.isInteger(each) ? read(step, hands, each) : null;
  const made = written ?? pool(step);
  const added = step.parts.reduce((sum, part) => sum + part.value, 0);
  return plus(made, step.total - total(made) === added ? added : step.total - total(made));
}

/**
 * The dice as they are written. Null for notation whose sum Foundry would reckon otherwise (dropped and exploding dice):
 * that is pooled.
 * @param {DiceStep} step
 * @param {number} hands how many times the dice were rolled; all but the last were passed over
 * @param {number} each how many dice a hand has
 * @returns {Formula | null}
 */
function read(step, hands, each) {
  if (/!|[kd][hl]/.test(step.dice)) return null;
  /** @param {number} place @param {number} sides @param {number} count @returns {Hand} */
  const dice = (place, sides, count) => ({
    faces: sides,
    results: Array.from({ length: hands }, (_, hand) => {
      const last = hand === hands - 1;
      return step.faces.slice(hand * each + place, hand * each + place + count)
        .map(([, result]) => (last ? { result, active: true } : { result, active: false, rerolled: true }));
    }).flat(),
  });
  /** @type {Formula} */
  const made = [];
  let place = 0;
  for (const [, sign, count, sides, number] of step.dice.matchAll(TERM)) {
    if (made.length || sign === "-") made.push(sign === "-" ? "-" : "+");
    if (number) made.push(Number(number));
    else if (!DIGITS[Number(sides)]) {
      made.push(dice(place, Number(sides), Number(count || 1)));
      place += Number(count || 1);
    } else {
      if (Number(count || 1) !== 1 || sign === "-") return null;
      const digits = DIGITS[Number(sides)];
      for (const [power, die] of digits.entries()) {
        if (power) made.push("+");
        const weight = 10 ** (digits.length - 1 - power);
        if (weight > 1) made.push(weight, "*");
        made.push(dice(place, die, 1));
        place += 1;
      }
    }
  }
  return place === each ? made : null;
}

/** All faces in one heap, by kind of die. @param {DiceStep} step @returns {Formula} */
function pool(step) {
  const kinds = new Map();
  for (const [sides, result] of step.faces) kinds.set(sides, [...(kinds.get(sides) ?? []), { result, active: true }]);
  return [...kinds].flatMap(([faces, results], place) => [...(place ? [/** @type {const} */ ("+")] : []), { faces, results }]);
}

/** @param {Formula} made @param {number} added @returns {Formula} */
function plus(made, added) {
  if (!added) return made;
  return [...made, added < 0 ? "-" : "+", Math.abs(added)];
}

/** What a formula comes to: a number before a `*` multiplies the dice behind it. @param {Formula} made */
function total(made) {
  let sum = 0;
  let sign = 1;
  let factor = 1;
  for (const [place, term] of made.entries()) {
    if (term === "+" || term === "-") [sign, factor] = [term === "-" ? -1 : 1, 1];
    else if (typeof term === "number" && made[place + 1] === "*") factor = term;
    else if (typeof term === "number") sum += sign * term;
    else if (term !== "*") sum += sign * factor * shown(term);
  }
  return sum;
}

/** @param {Hand} hand */
function shown(hand) {
  return hand.results.reduce((sum, { result, active }) => sum + (active ? result : 0), 0);
}

/**
 * A step as an evaluated Roll.
 * @param {DiceStep} step
 */
export function rollOf(step) {
  const { RollTerm } = foundry.dice.terms;
  const terms = formula(step).map((term) => {
    if (typeof term === "string") return RollTerm.fromData({ class: "OperatorTerm", evaluated: true, operator: term });
    if (typeof term === "number") return RollTerm.fromData({ class: "NumericTerm", evaluated: true, number: term });
    const number = term.results.filter((result) => result.active).length;
    return RollTerm.fromData({ class: "Die", evaluated: true, number, faces: term.faces, modifiers: [], results: term.results });
  });
  return foundry.dice.Roll.fromTerms(terms);
}
