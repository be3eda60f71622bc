// Checks the module against the real Foundry types: errors, and members that Foundry is giving up.
//
//     node tests/module/types/check.mjs [--module DIR] [--also FILE.ts] [--members FILE.json]
//
// --also checks one more file with it; --members writes down which members of Foundry's API the scripts use.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const given = (name) => {
  const place = process.argv.indexOf(name);
  return place < 0 ? null : resolve(process.argv[place + 1]);
};
const folder = given("--module") ?? join(root, "foundry-module");
const also = given("--also");

const config = ts.parseJsonConfigFileContent(ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile).config, ts.sys, folder);
const files = also ? [...config.fileNames, also] : config.fileNames;
const service = ts.createLanguageService({
  getScriptFileNames: () => files,
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => (existsSync(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined),
  getCurrentDirectory: () => folder,
  getCompilationSettings: () => config.options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  realpath: ts.sys.realpath,
});

const found = [...config.errors];
for (const name of files) {
  found.push(...service.getSyntacticDiagnostics(name), ...service.getSemanticDiagnostics(name));
  found.push(...service.getSuggestionDiagnostics(name).filter((one) => one.reportsDeprecated));
}
for (const one of found) {
  const place = one.file && one.start !== undefined ? one.file.getLineAndCharacterOfPosition(one.start) : null;
  const where = one.file && place ? `${relative(process.cwd(), one.file.fileName)}:${place.line + 1}:${place.character + 1}` : "tsconfig";
  console.log(`${where} ${ts.flattenDiagnosticMessageText(one.messageText, " ").slice(0, 300)} [${one.code}]`);
}

const membersFile = given("--members");
if (membersFile) writeFileSync(membersFile, JSON.stringify([...members()].sort()));
process.exit(found.length ? 1 : 0);

/** The names of all members of Foundry's API that the scripts use. */
function members() {
  const program = service.getProgram();
  const checker = program.getTypeChecker();
  const names = new Set();
  const foundrys = (symbol) => symbol?.declarations?.some((one) => one.getSourceFile().fileName.includes("/fvtt-types/"));
  const look = (node) => {
    if (ts.isPropertyAccessExpression(node) && foundrys(checker.getSymbolAtLocation(node.name))) names.add(node.name.text);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name) && foundrys(checker.getTypeAtLocation(node.parent).getProperty(name.text))) names.add(name.text);
    }
    if (ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent) && foundrys(checker.getSymbolAtLocation(node)) && ts.isExpression(node)) names.add(node.text);
    // what a class of ours overrides is a member of Foundry's, too
    if ((ts.isMethodDeclaration(node) || ts.isPropertyDeclaration(node)) && ts.getJSDocOverrideTagNoCache(node) && node.name) names.add(node.name.getText());
    ts.forEachChild(node, look);
  };
  for (const name of config.fileNames) if (name.endsWith(".js") && name.includes("/scripts/")) look(program.getSourceFile(name));
  return names;
}
