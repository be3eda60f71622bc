"""Runs every test suite and closes with the counts from the runners' own reports.

python tests/run.py [engine] [bridge] [site] [module]
"""

from __future__ import annotations

import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REPORTS = ROOT / "build" / "reports"
SUITES = {
    "engine": ("tests/engine", "tests/rulesets", "tests/odds"),
    "bridge": ("tests/bridge",),
    "site": ("tests/site",),
    "module": ("tests/module",),
}
SIDE_BY_SIDE = ("engine",)
"""Suites that only reckon; the others start servers and browsers, which want the machine for themselves."""


def run(suite: str) -> int:
    """Run one suite; its report goes to build/reports/SUITE.xml. Gives the runner's exit code."""
    report = REPORTS / f"{suite}.xml"
    report.unlink(missing_ok=True)
    print(f"── {suite}", flush=True)
    together = ["-n", "2"] if suite in SIDE_BY_SIDE else []
    command = [sys.executable, "-m", "pytest", "-q", *together, *SUITES[suite], f"--junitxml={report}"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def counts(suite: str) -> tuple[int, int, int]:
    """How many tests passed, failed and were skipped, as the suite's report says."""
    report = REPORTS / f"{suite}.xml"
    if not report.exists():
        return 0, 1, 0  # a runner that died without a report is a failure
    suites = ElementTree.parse(report).getroot().iter("testsuite")
    total = failed = skipped = 0
    for found in suites:
        total += int(found.get("tests", 0))
        failed += int(found.get("failures", 0)) + int(found.get("errors", 0))
        skipped += int(found.get("skipped", 0))
    return total - failed - skipped, failed, skipped


def main() -> int:
    REPORTS.mkdir(parents=True, exist_ok=True)
    chosen = sys.argv[1:] or list(SUITES)
    begun = time.monotonic()
    codes = [run(suite) for suite in chosen]
    print(f"── all suites: {time.monotonic() - begun:.0f} s")
    sums = [0, 0, 0]
    for suite in chosen:
        found = counts(suite)
        sums = [a + b for a, b in zip(sums, found, strict=True)]
        print(f"{suite}: {found[0]} passed, {found[1]} failed, {found[2]} skipped")
    print(f"{sums[0]} passed, {sums[1]} failed, {sums[2]} skipped")
    return 1 if sums[1] or any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
