"""Builds the Python that the site ships: Pyodide's runtime, its standard library and the engine's wheel as bytecode.

    python -m maker.python WHEEL DEPS OUT

npm's Pyodide has its standard library as source, which every start would compile anew; bytecode cuts the start to
less than half. DEPS holds pyodide-build, which runs inside Pyodide itself (see run_in_pyodide.mjs).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "node_modules" / "pyodide"
RUNNER = Path(__file__).with_name("run_in_pyodide.mjs")


EPOCH = "1577836800"
"""The date that archives carry (2020-01-01). It never moves: a reader's browser fetches a file again only when its
contents have changed, and contents alone decide the hashes."""


def build(wheel: Path, deps: Path, out: Path) -> None:
    """Fill `out` with all that `loadPyodide` needs. Raises CalledProcessError when pyodide-build fails."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    shutil.copy2(wheel, out)
    shutil.copy2(RUNTIME / "python_stdlib.zip", out)
    lock = json.loads((RUNTIME / "pyodide-lock.json").read_text("utf-8"))
    (out / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), "utf-8")
    # wheels are entered first and compiled second: the lock refuses wheels that are compiled already
    for command in (
        ["lockfile", "add-wheels", "--input", "pyodide-lock.json", "--output", "pyodide-lock.json", wheel.name],
        ["py-compile", "--no-keep", "--silent", "."],
    ):
        subprocess.run(
            ["node", str(RUNNER), str(deps), str(out), *command],
            check=True,
            cwd=ROOT,
            env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH},
        )
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copy2(RUNTIME / name, out)


if __name__ == "__main__":
    build(*(Path(argument).resolve() for argument in sys.argv[1:4]))
