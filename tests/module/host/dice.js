// Rolls whose dice fell elsewhere: terms made from data, and the guard of `fromTerms`.

import { strict } from "./strict.js";

const DATA = Symbol("data");

class RollTerm {
  constructor(data) {
    this[DATA] = data;
  }
  static fromData(data) {
    const kind = { Die, OperatorTerm, NumericTerm }[data.class];
    if (!kind) throw new Error(`there is no term class ${data.class}`);
    return new kind(data);
  }
  get [Symbol.toStringTag]() { return "RollTerm"; }
}

class Die extends RollTerm {
  constructor(data) {
    super(data);
    if (!Number.isInteger(data.faces) || !Array.isArray(data.results)) throw new Error("a Die has faces and results");
  }
  get total() { return this[DATA].results.reduce((sum, { result, active }) => sum + (active ? result : 0), 0); }
  get expression() { return `${this[DATA].number}d${this[DATA].faces}`; }
}

class NumericTerm extends RollTerm {
  get total() { return this[DATA].number; }
  get expression() { return String(this[DATA].number); }
}

class OperatorTerm extends RollTerm {
  get total() { return this[DATA].operator; }
  get expression() { return ` ${this[DATA].operator} `; }
}

export class Roll {
  constructor(terms) {
    this[DATA] = terms;
  }
  static fromTerms(terms) {
    for (const [place, term] of terms.entries()) {
      if (!(term instanceof RollTerm)) throw new Error("fromTerms takes RollTerm instances");
      if ((place % 2 === 1) !== term instanceof OperatorTerm) throw new Error("terms and operators take turns");
    }
    if (terms.length % 2 === 0) throw new Error("a roll ends with a term");
    const evaluated = terms.filter((term) => term[DATA].evaluated);
    if (evaluated.length && evaluated.length !== terms.length) throw new Error("You can only call Roll.fromTerms with an array of terms which are either all evaluated, or none evaluated");
    return strict(new Roll(terms), "Roll");
  }
  static fromData(data) {
    if (data.class !== "Roll") throw new Error("no roll");
    const roll = Roll.fromTerms(data.terms.map((term) => RollTerm.fromData(term)));
    if (roll.total !== data.total) throw new Error("a roll's stored total is not its terms'");
    return roll;
  }
  get formula() { return this[DATA].map((term) => term.expression).join(""); }
  get total() {
    const text = this[DATA].map((term) => term.total).join(" ");
    if (!/^[\d\s+*-]+$/.test(text)) throw new Error(`unsafe: ${text}`);
    return Function(`"use strict"; return (${text});`)();
  }
  get dice() { return this[DATA].filter((term) => term instanceof Die).map((term) => ({ faces: term[DATA].faces, results: term[DATA].results.map((one) => ({ ...one })) })); }
  toJSON() {
    return { class: "Roll", options: {}, dice: [], formula: this.formula, terms: this[DATA].map((term) => ({ ...term[DATA] })), total: this.total, evaluated: this[DATA].every((term) => term[DATA].evaluated) };
  }
}

export const dice = strict({ Roll: strict(Roll, "typeof foundry.dice.Roll"), terms: strict({ RollTerm: strict(RollTerm, "typeof foundry.dice.terms.RollTerm") }, "typeof foundry.dice.terms") }, "typeof foundry.dice");
