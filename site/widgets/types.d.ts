// What the desk answers, as the widgets read it. What they may ask is in messages.d.ts, made from the engine's own
// description of its messages.

export type Lang = "en" | "it";

export interface Fault {
  code: string;
  message: string;
  field?: string | null;
  data?: Record<string, any>;
}

export interface Reply {
  ok: boolean;
  error?: Fault;
  [key: string]: any;
}

export interface Chance {
  n: number | string;
  d: number | string;
  text: string;
}

export interface RowFacts {
  table?: string;
  id: string;
  span: string | null;
  name: string;
  clauses: string[];
}

export interface TableRow extends RowFacts {
  cells: Record<string, string>;
  chance: Chance | null;
}

/** Something that the rules say of somebody: a text, or lines of its own; an item of a list has an empty label. */
export interface Line {
  label: string;
  text?: string;
  lines?: Line[];
}

export interface Named {
  id: string;
  label: string;
}

/** An addend that a table's rule knows; `min` is the smallest that it can be by the rule. */
export interface Modifier extends Named {
  min: number | null;
}

export interface TableFacts {
  id: string;
  title: string;
  about: string;
  die: string | null;
  modifiers: Modifier[];
  columns: Named[];
  source?: string;
  house: boolean;
  rows: TableRow[];
}

export interface Part {
  source: string;
  value: number;
}

export interface DiceStep {
  kind: "dice";
  purpose: string;
  label: string;
  dice: string;
  faces: [number, number][];
  passed: number[];
  sum?: number;
  total: number;
  parts: Part[];
  difficulty?: number;
  margin?: number;
  under?: boolean;
  success?: boolean;
  row?: RowFacts;
}

export interface ChoiceStep {
  kind: "choice";
  purpose?: string;
  label: string;
  value: unknown;
  text: string;
  by?: string | null;
}

export type Step = DiceStep | ChoiceStep;

export interface Offer {
  ruleset: string;
  verb: string;
  label: string;
  args: Record<string, any>;
}

export interface Injury {
  id: string;
  name: string;
  clauses: string[];
  left?: string | null;
}

export interface Card {
  entry: number;
  number: number;
  ruleset?: string | null;
  verb?: string;
  act?: string;
  title: string;
  who: { id: string; name: string }[];
  by: string;
  via: string;
  at: string;
  secret: boolean;
  undone: boolean;
  house?: boolean;
  steps?: Step[];
  lines: string[];
  ending?: { id: string; text: string } | null;
  offers?: Offer[];
}

export interface AskOption {
  value: string;
  label: string;
  refused?: string;
}

export interface Ask {
  hash: string;
  kind: "dice" | "choose" | "count" | "words";
  purpose: string;
  label: string;
  who: string | null;
  who_name?: string | null;
  secret?: boolean;
  dice?: string;
  sides?: number[];
  next?: number;
  passed?: number[];
  parts?: Part[];
  difficulty?: number;
  table?: { id: string; title: string };
  options?: AskOption[];
  default?: any;
  lo?: number | null;
  hi?: number | null;
}

export interface Course {
  entry: number;
  of?: number;
  state: "asking" | "done" | "abandoned" | "undone";
  card: Card;
  ask: Ask | null;
  result: Record<string, any> | null;
  injuries: Record<string, Injury[]>;
  changed?: Fault;
}

export interface FormField {
  name: string;
  type: "character" | "characters" | "integer" | "choice" | "flag" | "text" | "json";
  label: string;
  help: string;
  unit?: string | null;
  min?: number | null;
  max?: number | null;
  options?: { value: string; label: string }[];
  required: boolean;
  value: any;
  refreshes: boolean;
  shape?: string;
}

export interface Form {
  ruleset: string;
  verb: string;
  title: string;
  help: string;
  submit: string;
  group?: string;
  fields: FormField[];
  refusal: Fault | null;
}

export interface VerbFacts {
  verb: string;
  name: string;
  help: string;
  group: string;
  gm: boolean;
  query: boolean;
  fields: string[];
}

export interface RulesetFacts {
  id: string;
  title: string;
  about: string;
  version: string;
  source: string;
  languages: string[];
  house: boolean;
  groups: Named[];
  verbs: VerbFacts[];
  tables: Omit<TableFacts, "rows">[];
  options: {
    name: string;
    label: string;
    help: string;
    type: string;
    notable: boolean;
    values: { value: any; label: string }[];
    default: any;
    value: any;
  }[];
}

export interface CharacterFacts {
  id: string;
  name: string;
  rulesets: string[];
  mine: boolean;
  owners?: string[];
  archived?: boolean;
}

export interface Catalog {
  viewer: { id: string; name: string; role: "gm" | "player" | "spectator" };
  languages: Lang[];
  rulesets: RulesetFacts[];
  characters: CharacterFacts[];
}

declare global {
  interface HTMLElementTagNameMap {
    "bonesetter-roller": HTMLElement;
    "bonesetter-procedure": HTMLElement;
    "bonesetter-sheet": HTMLElement;
    "bonesetter-added": HTMLElement;
  }
}
