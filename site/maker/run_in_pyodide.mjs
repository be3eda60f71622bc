// Runs pyodide-build's and pyodide-lock's commands inside Pyodide itself, so that the bytecode they write is by
// construction that of the interpreter the site ships, whatever Python the builder's machine has.
//
//   node run_in_pyodide.mjs DEPS WORK COMMAND [ARG…]
//
// DEPS is the folder pip installed pyodide-build into; WORK the folder the command runs in.

import { loadPyodide } from "pyodide";

const [deps, work, ...command] = process.argv.slice(2);
const entryPoints = { "py-compile": "pyodide_build.cli.py_compile", lockfile: "pyodide_lock.cli" };
const module = entryPoints[command[0]];
if (!deps || !work || !module) {
  console.error("usage: node run_in_pyodide.mjs DEPS WORK py-compile|lockfile [ARG…]");
  process.exit(2);
}

const pyodide = await loadPyodide({
  env: { SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? "", HOME: "/home/pyodide" },
});
for (const [folder, place] of [[deps, "/deps"], [work, "/build"]]) {
  pyodide.FS.mkdirTree(place);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, place);
}
pyodide.globals.set("module", module);
pyodide.globals.set("arguments", pyodide.toPy(command.slice(1)));
const code = pyodide.runPython(`
import importlib, os, sys
sys.path.insert(0, "/deps")
os.chdir("/build")
try:
    importlib.import_module(module).main(list(arguments), standalone_mode=False)
    code = 0
except SystemExit as stop:
    code = int(stop.code or 0)
code
`);
process.exit(code);
