"""Runs every test suite and closes with the counts from the runners' own reports.

python tests/run.py [engine] [bridge] [site] [module]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from contextlib import ExitStack
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
REPORTS = ROOT / "build" / "reports"
SUITES = {
    "engine": ("tests/engine", "tests/rulesets", "tests/odds"),
    "bridge": ("tests/bridge",),
    "site": ("tests/site",),
    "module": ("tests/module",),
}
SPREAD = ("engine",)
"""Suites that only reckon: their tests are spread over two processes."""
BESIDE = {"bridge": "site"}
"""A suite of servers, and the suite of browsers that it runs beside; what it prints comes after."""


def begun(suite: str, output: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
    """Start a suite; its report goes to build/reports/SUITE.xml, and what it prints to `output`, if any."""
    report = REPORTS / f"{suite}.xml"
    report.unlink(missing_ok=True)
    print(f"── {suite}", flush=True)
    spread = ["-n", "2"] if suite in SPREAD else []
    command = [sys.executable, "-m", "pytest", "-q", *spread, *SUITES[suite], f"--junitxml={report}"]
    return subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT if output else None)


def run(suites: list[str]) -> list[int]:
    """Run some suites. Gives the runners' exit codes."""
    codes = []
    beside: dict[str, tuple[subprocess.Popen[bytes], IO[bytes]]] = {}
    with ExitStack() as files:
        for suite in suites:
            if BESIDE.get(suite) in suites:
                output = files.enter_context(tempfile.TemporaryFile())
                beside[BESIDE[suite]] = begun(suite, output), output
                continue
            codes.append(begun(suite).wait())
            if suite in beside:
                other, output = beside[suite]
                codes.append(other.wait())
                output.seek(0)
                print(output.read().decode(errors="replace"), flush=True)
    return codes


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
    start = time.monotonic()
    codes = run(chosen)
    print(f"── all suites: {time.monotonic() - start:.0f} s")
    sums = [0, 0, 0]
    for suite in chosen:
        found = counts(suite)
        sums = [a + b for a, b in zip(sums, found, strict=True)]
        print(f"{suite}: {found[0]} passed, {found[1]} failed, {found[2]} skipped")
    print(f"{sums[0]} passed, {sums[1]} failed, {sums[2]} skipped")
    return 1 if sums[1] or any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
