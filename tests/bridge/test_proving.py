"""`bonesetter verify` on logs of dice: what was changed is refused, and the entry is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bonesetter_bridge.cli import main
from conftest import RULESETS

Run = Callable[..., tuple[int, str, str]]
Lines = list[dict[str, Any]]
TOY = ("--rulesets", str(RULESETS))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command; its exit status, output and errors."""

    def running(*given: str) -> tuple[int, str, str]:
        status = main(given)
        out, err = capsys.readouterr()
        return status, out, err

    return running


@pytest.fixture
def table(run: Run, begin: Callable[..., Any], meet: Callable[..., Any], tmp_path: Path) -> tuple[Lines, Path]:
    """A game with fair dice at a bridge: the lines a player has of it, and the whole log."""
    bridge = begin()
    gm, ann = meet(bridge, bridge.gm, "Ada"), meet(bridge, bridge.player, "Ann")
    for who in ("pat", "sal", "val"):  # a first hit is never the last
        gm.do("import", id=who, ruleset="toy", name=who.title())
    gm.do("fair", step="commit")
    ann.do("fair", step="seed", seed="seven swans")
    for who in ("pat", "sal", "val"):
        gm.do("start", ruleset="toy", verb="hit", args={"on": who})
    gm.do("fair", step="reveal")
    lines = ann.ask("export", fair=True)["lines"]
    log = tmp_path / "whole.jsonl"
    assert run("export", "--data", str(tmp_path / "data"), str(log))[0] == 0
    return lines, log


def saved(folder: Path, lines: Lines) -> str:
    file = folder / "fair.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines))
    return str(file)


def test_a_players_lines_prove_the_dice_or_name_the_entry(run: Run, table: tuple[Lines, Path], tmp_path: Path) -> None:
    lines, _ = table
    status, out, _ = run("verify", saved(tmp_path, lines))
    assert status == 0 and "Nobody changed a die" in out and "seven swans" in out and "too few rolls" in out
    status, out, _ = run("verify", saved(tmp_path, lines[:-1]), "--lang", "it")
    assert status == 1 and "non si possono ancora verificare" in out
    at = [number for number, line in enumerate(lines) if line["fair"] == "roll"][1]
    face = lines[at]["faces"][0]
    face[2] = face[2] % face[1] + 1
    status, out, _ = run("verify", saved(tmp_path, lines))
    assert status == 1 and f"Entry {lines[at]['n']}, die 1" in out
    lines[at]["faces"] = "many"
    status, _, err = run("verify", saved(tmp_path, lines))
    assert status == 2 and "[bad_log]" in err


def test_a_face_that_leads_to_the_same_row_is_found_in_a_whole_log(
    run: Run,
    table: tuple[Lines, Path],
    tmp_path: Path,
) -> None:
    _, log = table
    assert run("verify", str(log), *TOY)[0] == 0
    for lang, word in (("en", "a face is not what its seed gives"), ("it", "una faccia non è quella")):
        entries = [json.loads(line) for line in log.read_text().splitlines()]
        start = next(entry for entry in entries if entry["act"] == "start")
        start["data"]["seed"] = "00" * 32
        forged = tmp_path / "forged.jsonl"
        forged.write_text("\n".join(json.dumps(entry) for entry in entries))
        status, out, _ = run("verify", str(forged), *TOY, "--lang", lang)
        assert status == 1 and str(start["n"]) in out and word in out
