"""A ruleset is found, not listed: any of them can be missing, and a folder dropped in is enough for one more."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import bonesetter
import pytest
from playing import TOYS

PACKAGE = Path(next(iter(bonesetter.__path__)))
CHECKOUT = Path(__file__).parents[2]
BUILT_IN = sorted(folder.name for folder in (PACKAGE / "rulesets").iterdir() if (folder / "ruleset.toml").is_file())


def ask(code: str, where: Path, cwd: Path | None = None) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=cwd or where, env={"PYTHONPATH": str(where)}
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@pytest.mark.parametrize("missing", BUILT_IN)
def test_each_ruleset_can_be_missing(missing: str, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "bonesetter", ignore=shutil.ignore_patterns("__pycache__", missing))
    left = ask("from bonesetter.ruleset import found; print(*found())", tmp_path).split()
    assert left == [id for id in BUILT_IN if id != missing]
    report = ask("import sys; from bonesetter.cases import main; sys.exit(main([]))", tmp_path, CHECKOUT)
    passed, failed = (int(word) for word in report.splitlines()[-1].split() if word.isdecimal())
    assert passed > 400 and failed == 0


def test_an_installed_engine_carries_no_tests() -> None:
    """The browser loads what a wheel holds."""
    if PACKAGE.is_relative_to(CHECKOUT / "engine"):
        return
    assert not [file for file in PACKAGE.rglob("*.json") if file.name in ("cases.json", "odds.json")]


def test_a_folder_dropped_in_is_one_more(tmp_path: Path) -> None:
    code = f"from pathlib import Path; from bonesetter.ruleset import found; print(*found([Path({str(TOYS)!r})]))"
    shutil.copytree(PACKAGE, tmp_path / "bonesetter", ignore=shutil.ignore_patterns("__pycache__"))
    assert ask(code, tmp_path).split() == sorted([*BUILT_IN, "toy"])


@pytest.mark.parametrize(
    ("break_it", "named"),
    [
        (lambda folder: (folder / "ruleset.toml").write_text("[ruleset"), "ruleset.toml"),
        (lambda folder: (folder / "words.it.toml").unlink(), "words.it.toml"),
        (lambda folder: (folder / "state.py").unlink(), "state"),
        (
            lambda folder: (folder / "tables.toml").write_text(
                (folder / "tables.toml").read_text().replace("4–6", "5–6")
            ),
            "bruises",
        ),
    ],
)
def test_a_broken_ruleset_is_named_with_its_file(break_it, named: str, tmp_path: Path) -> None:
    shutil.copytree(TOYS / "toy", tmp_path / "mine" / "toy")
    break_it(tmp_path / "mine" / "toy")
    code = (
        "from pathlib import Path; from bonesetter.ruleset import found; from bonesetter.errors import RulesetFault\n"
        f"try: found([Path({str(tmp_path / 'mine')!r})])\n"
        "except RulesetFault as fault: print(fault)"
    )
    shutil.copytree(PACKAGE, tmp_path / "bonesetter", ignore=shutil.ignore_patterns("__pycache__", *BUILT_IN))
    assert named in ask(code, tmp_path)


def test_whatever_is_found_can_be_said_in_json(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "bonesetter", ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import json; from bonesetter.desk import *; from bonesetter.ruleset import found\n"
        "log = Log(found()); viewer = Viewer('gm', 'GM', 'gm'); host = Host('2026-01-01T00:00:00Z', b'0' * 16)\n"
        "ask = lambda lang: handle(log, {'type': 'catalog', 'lang': lang}, viewer, host).reply\n"
        "print(json.dumps([ask('en'), ask('it')]))"
    )
    for catalog in json.loads(ask(code, tmp_path)):
        assert catalog["ok"] and [ruleset["id"] for ruleset in catalog["rulesets"]] == BUILT_IN
