// Lint for the site's scripts and the Foundry module's. Only faults, no taste.

import js from "@eslint/js";
import globals from "globals";

const strict = {
  "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "none" }],
  "no-var": "error",
  "prefer-const": "error",
  eqeqeq: "error",
  "no-implied-eval": "error",
  "no-eval": "error",
  "no-restricted-properties": [
    "error",
    ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => ({ property, message: "Text is always text: build elements." })),
  ],
};

/** What Foundry puts into the page for modules. */
const foundry = Object.fromEntries(["Actor", "CONFIG", "ChatMessage", "Hooks", "canvas", "foundry", "fromUuid", "game", "ui"].map((name) => [name, "readonly"]));

export default [
  { ignores: ["build/", "dist/", "node_modules/", ".venv*/", "**/vendor/"] },
  js.configs.recommended,
  { rules: strict },
  { files: ["site/widgets/**/*.js", "foundry-module/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["foundry-module/scripts/**/*.js"], languageOptions: { globals: foundry } },
  { files: ["tests/module/host/*.js"], languageOptions: { globals: { ...globals.browser, ...foundry } }, rules: { "no-restricted-properties": "off", "no-implied-eval": "off" } },
  { files: ["site/worker/worker.js"], languageOptions: { globals: { ...globals.worker } } },
  { files: ["site/worker/sw.js"], languageOptions: { globals: { ...globals.serviceworker, SITE: "readonly" } } },
  { files: ["site/maker/**/*.mjs", "foundry-module/*.mjs", "tests/**/*.mjs", "tests/**/*.js", "bench/**/*.mjs", "eslint.config.js"], languageOptions: { globals: globals.node } },
];
