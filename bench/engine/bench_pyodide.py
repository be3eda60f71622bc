"""The engine in the browser's Python beside CPython: the same work (`work.py`), in Pyodide as the site ships it, under
Node, whose WebAssembly is Chromium's."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PYODIDE = Path(__file__).parents[2] / "build" / "python"
GOAL = 8


def run(*command: str | Path) -> dict[str, float]:
    """Seconds for one doing of each job, as a program prints them."""
    done = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout))


def main() -> bool:
    """Each job in both, Pyodide as a multiple of CPython."""
    if not (PYODIDE / "pyodide.mjs").exists():
        sys.exit(f"{PYODIDE} has no Pyodide: make bench builds it.")
    here = run(sys.executable, HERE / "work.py")
    there = run("node", HERE / "in_pyodide.mjs", PYODIDE)
    print(f"\nThe same engine in Pyodide, × CPython {sys.version.split()[0]}")
    met = True
    for name, seconds in here.items():
        ratio = there[name] / seconds
        met &= ratio <= GOAL
        print(f"  {name:<32}{there[name] * 1e3:10.3f} ms   × {ratio:.2f}{'' if ratio <= GOAL else '   MISSED'}")
    if not met:
        print(f"  MISSED: at most {GOAL} × was the goal")
    return met
