// What pictures, explorers and the page that checks dice say themselves; everything about rules comes from the desk.

/** @typedef {import("./types").Lang} Lang */

const EN = {
  exact: "Exact fractions",
  chance: "Chance",
  left_over: "Not followed to the end: at most {value}.",
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
  refused: "Not like this: {message}",
  reckoning: "Reckoning…",
  drawn: "The picture and its numbers have changed.",
  beyond: "{min} to {max}, please.",
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
  too_large: "That file is too large for a log of dice: {size} MB, and {most} are the most that is read.",
  rolls: "Rolls checked",
  faces: "Dice checked",
  pending: "Rolls not checked yet",
  first: "First entry that doesn’t match",
  evenness: "How evenly did they fall?",
  table: "At your table",
  not_running: "No fair dice have been begun here.",
  running: "Fair dice are running: every roll is fixed already, and will be provable.",
  ended: "The last run of fair dice is over; its seed is revealed.",
  hash_public: "Fingerprint of the open rolls’ seed, to note down if you like",
  hash_secret: "Fingerprint of the secret rolls’ seed",
  words_so_far: "Mixed in: {words}",
  words_yours: "“{text}” (yours)",
  words_other: "“{text}”",
  words: "Your own words, mixed into every roll from now on",
  add_words: "Add them",
  promise: "Begin fair dice",
  reveal: "End and reveal the open seed",
  fetch: "Fetch the log and check it",
};

/** @type {typeof EN} */
const IT = {
  exact: "Frazioni esatte",
  chance: "Probabilità",
  left_over: "Non seguito fino in fondo: al massimo {value}.",
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
  refused: "Così non si può: {message}",
  reckoning: "Sto facendo i conti…",
  drawn: "L’immagine e i suoi numeri sono cambiati.",
  beyond: "Da {min} a {max}, per favore.",
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
  too_large: "Questo file è troppo grande per un registro di dadi: {size} MB, e se ne leggono al massimo {most}.",
  rolls: "Tiri controllati",
  faces: "Dadi controllati",
  pending: "Tiri non ancora controllabili",
  first: "Prima voce che non corrisponde",
  evenness: "Sono caduti in modo regolare?",
  table: "Al tuo tavolo",
  not_running: "Qui non sono mai stati avviati dadi equi.",
  running: "I dadi equi sono in corso: ogni tiro è già fissato e si potrà dimostrare.",
  ended: "L’ultima serie di dadi equi è finita; il suo seme è rivelato.",
  hash_public: "Impronta del seme dei tiri palesi, da annotare se vuoi",
  hash_secret: "Impronta del seme dei tiri segreti",
  words_so_far: "Mescolate finora: {words}",
  words_yours: "«{text}» (tue)",
  words_other: "«{text}»",
  words: "Parole tue, mescolate a ogni tiro da adesso in poi",
  add_words: "Aggiungile",
  promise: "Avvia i dadi equi",
  reveal: "Concludi e rivela il seme palese",
  fetch: "Prendi il registro e controllalo",
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
