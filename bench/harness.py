"""What the benchmarks share: timing, the peers' installation, and how ratios are printed."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

HERE = Path(__file__).parent
ROUNDS = 15
"""Each thing is timed this often, in turn with its peers; the best round counts. A busy machine slows all alike."""

Loop = Callable[[int], object]
"""Does a thing so many times."""


def install_peers() -> None:
    """Install what `requirements.txt` and `peers/package.json` pin, where it isn't there yet. Needs a virtual
    environment: nothing is put into a system's Python."""
    wanted = [line for line in (HERE / "requirements.txt").read_text("utf-8").split() if "==" in line]
    if any(_installed(name) != number for name, _, number in (line.partition("==") for line in wanted)):
        if sys.prefix == sys.base_prefix:
            sys.exit("The benchmarks install their peers: run them in a virtual environment (make bench).")
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", *wanted], check=True)
    if not (HERE / "peers" / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-progress", "--loglevel=error"], cwd=HERE / "peers", check=True)


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def race(loops: Mapping[str, Loop], times: int) -> dict[str, float]:
    """Seconds for one doing of each thing: the best of several rounds in which they take turns."""
    best = dict.fromkeys(loops, float("inf"))
    for _ in range(ROUNDS):
        for name, loop in loops.items():
            few = max(1, min(times, _bearable(loop, best[name], times)))
            start = time.perf_counter()
            loop(few)
            best[name] = min(best[name], (time.perf_counter() - start) / few)
    return best


def _bearable(loop: Loop, known: float, times: int) -> int:
    """So many doings as take at most about 0.06 seconds."""
    if known == float("inf"):
        start = time.perf_counter()
        loop(1)
        known = time.perf_counter() - start
    return int(0.06 / known) if known else times


@dataclass(frozen=True)
class Goal:
    """What is asked for: at most `ratio` times a peer's time (a peer's name; None: every peer's)."""

    ratio: float
    peer: str | None = None


def report(title: str, seconds: Mapping[str, float], goals: tuple[Goal, ...] = ()) -> bool:
    """Print one race, `bonesetter` first, each peer with its time as a multiple of ours. Whether the goals hold."""
    ours = seconds["bonesetter"]
    print(f"\n{title}")
    for name, taken in seconds.items():
        ratio = "" if name == "bonesetter" else f"   × {taken / ours:.2f}"
        print(f"  {name:<22}{_text(taken):>10}{ratio}")
    met = True
    for goal in goals:
        for name, taken in seconds.items():
            if name != "bonesetter" and goal.peer in (None, name) and ours > goal.ratio * taken:
                met = False
                print(f"  MISSED: at most {goal.ratio} × {name} was the goal, {ours / taken:.2f} × it is")
    return met


def _text(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds / 1e-9:.0f} ns"
