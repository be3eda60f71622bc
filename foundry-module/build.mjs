// Puts the module together: its own files, the widgets it shares with the site, and socket.io's client from npm.
//
//     node foundry-module/build.mjs [OUT]      (default build/foundry)
//
// The bridge serves the folder's module.json and packs the folder; OUT/bonesetter.zip is for carrying elsewhere.

import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { zip } from "./zip.mjs";

const source = dirname(fileURLToPath(import.meta.url));
const root = dirname(source);
const out = resolve(process.argv[2] ?? join(root, "build", "foundry"));

/** What is the module's own. */
const OWN = ["module.json", "README.md", "CHECKLIST.md", "scripts", "lang", "styles", "icons"];

/** Widgets that the scripts use, with all that these import themselves. */
const WIDGETS = ["ask.js", "card.js", "desk.js", "dom.js", "form.js"];

/** @param {string[]} names @returns {Set<string>} */
function withImports(names) {
  const all = new Set();
  const look = [...names];
  while (look.length) {
    const name = /** @type {string} */ (look.pop());
    if (all.has(name)) continue;
    all.add(name);
    const text = readFileSync(join(root, "site", "widgets", name), "utf8");
    for (const [, found] of text.matchAll(/^import .* from "\.\/([\w-]+\.js)";$/gm)) look.push(found);
  }
  return all;
}

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "widgets"), { recursive: true });
mkdirSync(join(out, "vendor"));
for (const name of OWN) cpSync(join(source, name), join(out, name), { recursive: true });
for (const name of withImports(WIDGETS)) cpSync(join(root, "site", "widgets", name), join(out, "widgets", name));
cpSync(join(root, "LICENSE"), join(out, "LICENSE"));
const client = dirname(createRequire(join(root, "package.json")).resolve("socket.io-client/package.json"));
cpSync(join(client, "dist", "socket.io.esm.min.js"), join(out, "vendor", "socket.io.esm.min.js"));
cpSync(join(client, "LICENSE"), join(out, "vendor", "LICENSE.socket.io-client"));
zip(out, join(out, "bonesetter.zip"));
