// What pictures, explorers and the page that checks dice say themselves; everything about rules comes from the desk.

/** @typedef {import("./types").Lang} Lang */

const EN = {
  exact: "Exact fractions",
  chance: "Chance",
  left_over: "Not followed to the end: at most {value}.",
  set: "Change the numbers",
  again: "Back to the example",
  explore: "How likely is it?",
  grouped: "Show",
  mean: "On average {mean}; half the time at most {half}, nine times in ten at most {most}.",
  acts: "On average it takes {count}.",
  acts_one: "1 roll",
  acts_many: "{count} rolls",
  by_act: "How far is it after each roll?",
  act: "roll",
  going_on: "still going on",
  defaults: "Choices are made as the rules make them by themselves.",
  goal: "If every choice is made for or against",
  no_goal: "choose an ending",
  best: "made for it",
  worst: "made against it",
  certain: "certain",
  never: "never",
  refused: "Not like this: {message}",
  percents: "Per cent",
  fractions: "Fractions",
  paste: "Paste the log here, one entry a line",
  file: "Or choose its file",
  drop: "You may also drop the file anywhere on this box.",
  check: "Check the dice",
  checking: "Checking…",
  sound: "Everything is right",
  wrong: "Something is wrong",
  unsure: "Not everything can be checked yet",
  empty: "There is no log to check yet.",
  unread: "That file can’t be read.",
  rolls: "Rolls checked",
  faces: "Dice checked",
  pending: "Rolls not checked yet",
  first: "First entry that doesn’t match",
  evenness: "How evenly did they fall?",
  die: "Die",
  rolled: "Rolled",
  fell: "How often each face fell",
  says: "What that says",
};

/** @type {typeof EN} */
const IT = {
  exact: "Frazioni esatte",
  chance: "Probabilità",
  left_over: "Non seguito fino in fondo: al massimo {value}.",
  set: "Cambia i numeri",
  again: "Torna all’esempio",
  explore: "Quanto è probabile?",
  grouped: "Mostra",
  mean: "In media {mean}; una volta su due al massimo {half}, nove su dieci al massimo {most}.",
  acts: "In media ci vogliono {count}.",
  acts_one: "1 tiro",
  acts_many: "{count} tiri",
  by_act: "A che punto si è dopo ogni tiro?",
  act: "tiro",
  going_on: "ancora in corso",
  defaults: "Le scelte sono quelle che le regole fanno da sé.",
  goal: "Se ogni scelta è fatta a favore o contro",
  no_goal: "scegli un esito",
  best: "a favore",
  worst: "contro",
  certain: "certo",
  never: "mai",
  refused: "Così non si può: {message}",
  percents: "Percentuali",
  fractions: "Frazioni",
  paste: "Incolla qui il registro, una voce per riga",
  file: "Oppure scegli il file",
  drop: "Puoi anche trascinare il file su questo riquadro.",
  check: "Controlla i dadi",
  checking: "Controllo…",
  sound: "È tutto a posto",
  wrong: "Qualcosa non torna",
  unsure: "Non tutto si può ancora controllare",
  empty: "Non c’è ancora alcun registro da controllare.",
  unread: "Questo file non si legge.",
  rolls: "Tiri controllati",
  faces: "Dadi controllati",
  pending: "Tiri non ancora controllabili",
  first: "Prima voce che non corrisponde",
  evenness: "Sono caduti in modo regolare?",
  die: "Dado",
  rolled: "Tiri",
  fell: "Quante volte è uscita ogni faccia",
  says: "Che cosa dice",
};

/** @type {Record<Lang, typeof EN>} */
const WORDS = { en: EN, it: IT };

/** @typedef {keyof typeof EN} Key */

/**
 * A text with its facts filled in.
 * @param {Lang} lang
 * @param {Key} key
 * @param {Record<string, string | number>} [facts]
 */
export function tell(lang, key, facts = {}) {
  return WORDS[lang][key].replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}
