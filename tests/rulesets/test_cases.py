"""The rules as cases: every `cases.json` of every ruleset found, played by the one runner."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from bonesetter.cases import cases_of, run
from bonesetter.ruleset import found

RULESETS = found()


def all_cases() -> list[Any]:
    collected = []
    for ruleset in RULESETS.values():
        if content := cases_of(ruleset):
            collected += [
                pytest.param(ruleset, content.get("defaults", {}), case, id=f"{ruleset.id}-{case['id']}")
                for case in content["cases"]
            ]
    return collected


@pytest.mark.parametrize(("ruleset", "defaults", "case"), all_cases())
def test_case(ruleset: Any, defaults: Any, case: Any) -> None:
    assert run(case, defaults, ruleset).differences == ()


def test_the_runner_counts_and_names_what_fails(tmp_path: Any) -> None:
    """A case that can't pass is named with what was expected and what came, and the exit status says so."""
    ruleset = next(iter(RULESETS))
    wrong = {"id": "XX-1", "atoms": [], "given": {"characters": {}}, "inputs": [{"verb": "no_such_verb"}], "dice": [],
             "expect": {"results": [{"error": {"code": "dead"}}]}, "why": ""}  # fmt: skip
    right = {**wrong, "id": "XX-2", "expect": {"results": [{"error": {"code": "unknown_verb"}}]}}
    unsaid = {"code": "unknown_verb", "must_mention": ["zebra"]}
    worded = {**right, "id": "XX-3", "expect": {"results": [{"error": unsaid}]}}
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"format": "bonesetter-cases/1", "ruleset": ruleset, "cases": [wrong, right, worded]}))
    ran = subprocess.run([sys.executable, "-m", "bonesetter.cases", str(file)], capture_output=True, text=True)
    assert ran.returncode == 1
    assert "XX-1" in ran.stdout and "expected error dead" in ran.stdout and "XX-2" not in ran.stdout
    assert "wording only: XX-3" in ran.stdout
    assert ran.stdout.splitlines()[-1] == "1 passed, 2 failed"
