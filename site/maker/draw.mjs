// Draws what the pages hold of pictures and explorers, with the widgets' own drawing code: a JSON list of
// {kind: "picture" | "explored", lang, data} on standard input, a list of HTML on standard output.

import { drawExplored } from "../widgets/explored.js";
import { drawPicture } from "../widgets/plot.js";
import { write } from "../widgets/tree.js";

const DRAW = { picture: drawPicture, explored: drawExplored };

let text = "";
for await (const piece of process.stdin) text += piece;
const made = JSON.parse(text).map(({ kind, lang, data }) => DRAW[kind](data, lang).map(write).join(""));
process.stdout.write(JSON.stringify(made));
