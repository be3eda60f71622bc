// Runs work.py, as a program, in the Pyodide that the site ships: the folder of the first argument.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide({
  indexURL: `${folder}/`,
  packageBaseUrl: `${folder}/`,
  lockFileContents: await readFile(resolve(folder, "pyodide-lock.json"), "utf-8"),
  stdLibURL: resolve(folder, "python_stdlib.zip"),
});
await python.loadPackage("bonesetter", { messageCallback: () => {} });
python.runPython(await readFile(new URL("work.py", import.meta.url), "utf-8"));
