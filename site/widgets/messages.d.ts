// Made from the engine's description of its messages by `python -m maker.messages`; not to be edited.

/** What there is: rulesets with their verbs, tables and options; characters; who is asking. */
export interface Catalog {
  type: "catalog";
  lang?: string;
}

/** The fields of a procedure, given what is filled in so far. */
export interface Form {
  type: "form";
  lang?: string;
  ruleset: string;
  verb: string;
  filled?: Record<string, any>;
}

/** Carry out a procedure. `dice`: `roll` them, or `enter` real ones when asked. */
export interface Start {
  type: "start";
  lang?: string;
  request_id?: string | null;
  ruleset: string;
  verb: string;
  args?: Record<string, any>;
  dice?: string;
  secret?: boolean;
}

/** Answer what a course asks: a value, or the faces of real dice (null rolls them after all). */
export interface Answer {
  type: "answer";
  lang?: string;
  request_id?: string | null;
  entry: number;
  hash: string;
  value?: any;
  faces?: (any)[] | null;
}

/** Give a course up. After its first die, only a GM may. */
export interface Abandon {
  type: "abandon";
  lang?: string;
  request_id?: string | null;
  entry: number;
}

/** Take an entry back; `with_later` takes back all that depends on it too. */
export interface Undo {
  type: "undo";
  lang?: string;
  request_id?: string | null;
  entry: number;
  with_later?: boolean;
}

/** Let an undone entry count again. */
export interface Redo {
  type: "redo";
  lang?: string;
  request_id?: string | null;
  entry: number;
}

/** The GM sets a field of a character, or of the scene (no character). */
export interface Correct {
  type: "correct";
  lang?: string;
  request_id?: string | null;
  ruleset: string;
  character?: string | null;
  path: string;
  now?: any;
}

/** A host that owns a field (Foundry's HP, say) reports its value as a fact. */
export interface Observe {
  type: "observe";
  lang?: string;
  request_id?: string | null;
  ruleset: string;
  character: string;
  path: string;
  now?: any;
}

/** The GM sets an option of a ruleset for this campaign. */
export interface Options {
  type: "options";
  lang?: string;
  request_id?: string | null;
  ruleset: string;
  option: string;
  value?: any;
}

/** Name a character, give it to players, or put it away. */
export interface Persona {
  type: "persona";
  lang?: string;
  request_id?: string | null;
  id: string;
  name?: string | null;
  owners?: (string)[] | null;
  archived?: boolean | null;
}

/** Bring a character in under a ruleset, or replace it: its state in the ruleset's own fields; left out, that of the ruleset's newcomer. */
export interface Import {
  type: "import";
  lang?: string;
  request_id?: string | null;
  id: string;
  ruleset: string;
  name?: string | null;
  state?: Record<string, any> | null;
}

/** Fair dice: `commit` to a seed (GM), add one's own `seed`, `reveal` (GM) and so end it. */
export interface Fair {
  type: "fair";
  lang?: string;
  request_id?: string | null;
  step: string;
  seed?: string | null;
}

/** Ask a read-only question of the rules. */
export interface Query {
  type: "query";
  lang?: string;
  ruleset: string;
  verb: string;
  args?: Record<string, any>;
}

/** A character's derived values and open injuries. */
export interface Sheet {
  type: "sheet";
  lang?: string;
  ruleset: string;
  character: string;
}

/** A table with the chance of each row under a modifier. */
export interface Table {
  type: "table";
  lang?: string;
  ruleset: string;
  table: string;
  modifier?: number;
}

/** Exact odds of a procedure (`verb` and `args`), a table with a modifier, or a dice expression. `by` groups them: `ending`, `row`, or the name of a number in the result. `course` follows a course to its end, `acts` asks for the ends by act 1, 2 … too, and `each` is what precedes every act (a night's nursing before each day of a fever), left out where it is refused later on. `policy` answers choices by purpose, the others take their default (or, `uniform`, each option alike); `goal`, an ending, asks for the best and the worst that choices can make of it. `characters`, `scene` and `options` put a state in place of the campaign's. */
export interface Odds {
  type: "odds";
  lang?: string;
  ruleset?: string | null;
  verb?: string | null;
  table?: string | null;
  dice?: string | null;
  args?: Record<string, any>;
  modifier?: number;
  by?: string;
  course?: boolean;
  acts?: number;
  each?: { verb: string; args?: Record<string, any>; } | null;
  goal?: string | null;
  policy?: Record<string, string>;
  uniform?: boolean;
  precise?: boolean;
  characters?: Record<string, any> | null;
  scene?: Record<string, any>;
  options?: Record<string, any>;
}

/** A ready-made picture of a ruleset's odds, in numbers, under some settings of its own (`bonesetter.pictures`). */
export interface Picture {
  type: "picture";
  lang?: string;
  ruleset: string;
  picture: string;
  settings?: Record<string, any>;
}

/** A procedure's odds to be played with (`bonesetter.exploring`): `filled` are its arguments as far as they are set, `knobs` what of the state is set, by path; both begin as an example. `by` groups the odds (empty: as the ruleset would), `goal` is an ending that choices are to be made for and against. */
export interface Explore {
  type: "explore";
  lang?: string;
  ruleset: string;
  verb: string;
  filled?: Record<string, any>;
  knobs?: Record<string, any>;
  by?: string;
  goal?: string | null;
}

/** The entries after number `since` (the viewer's own numbers), oldest first, `limit` at most. */
export interface Log {
  type: "log";
  lang?: string;
  since?: number;
  limit?: number;
}

/** A course as a case that replays alone (`entry`), the lines that prove the dice (`fair`), or the campaign. */
export interface Export {
  type: "export";
  lang?: string;
  entry?: number | null;
  fair?: boolean;
}

/** Verify the lines that prove the dice, as text: one JSON object a line, as `export` with `fair` gives them. */
export interface Verify {
  type: "verify";
  lang?: string;
  text: string;
}

export type Message =
  | Catalog
  | Form
  | Start
  | Answer
  | Abandon
  | Undo
  | Redo
  | Correct
  | Observe
  | Options
  | Persona
  | Import
  | Fair
  | Query
  | Sheet
  | Table
  | Odds
  | Picture
  | Explore
  | Log
  | Export
  | Verify;
