"""The rules in the terminal, and the data from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bonesetter_bridge.cli import main
from conftest import RULESETS, Bridge, Person, Run

TOY = ("--rulesets", str(RULESETS))


def test_the_tables_are_listed(run: Run) -> None:
    status, out, _ = run("tables", *TOY)
    assert status == 0 and "toy/bruises" in out and "d6" in out
    _, out, _ = run("tables", *TOY, "--json", "--lang", "it")
    assert {"id": "bruises", "title": "Lividi", "die": "d6"}.items() <= json.loads(out)["toy"][0].items()


def test_a_roll_with_faces_and_a_modifier(run: Run) -> None:
    status, out, _ = run("roll", "toy/bruises", *TOY, "--faces", "4", "--modifier", "3", "--json")
    made = json.loads(out)
    assert status == 0 and made["faces"] == [4] and made["modifier"] == 3 and made["total"] == 7
    assert made["row"]["id"] == "end" and [effect["kind"] for effect in made["row"]["effects"]] == ["death"]
    _, out, _ = run("roll", "toy/bruises", *TOY, "--faces", "4", "--modifier", "3", "--lang", "it")
    assert "La fine" in out and "Totale 7" in out


def test_every_table_of_every_ruleset_rolls_in_both_languages(run: Run) -> None:
    for ruleset, tables in json.loads(run("tables", "--json")[1]).items():
        for table in tables:
            if table["die"] is None:
                continue
            rows = []
            for lang in ("en", "it"):
                status, out, err = run("roll", f"{ruleset}/{table['id']}", "--seed", "1", "--json", "--lang", lang)
                assert status == 0, err
                rows.append(json.loads(out))
            assert rows[0]["faces"] == rows[1]["faces"] and rows[0]["row"]["id"] == rows[1]["row"]["id"]


def test_a_broken_nose(run: Run) -> None:
    """The roll that README shows, where the ruleset is there."""
    if "frontier" not in json.loads(run("tables", "--json")[1]):
        return
    for lang, name in (("en", "Broken nose"), ("it", "Naso rotto")):
        made = json.loads(run("roll", "frontier/head", "--faces", "4", "--modifier", "3", "--json", "--lang", lang)[1])
        assert made["faces"] == [4] and made["total"] == 7 and made["row"]["name"] == name
        assert [effect["on"] for effect in made["row"]["effects"]] == [["attr:Presence"], ["skill:Perception"]]
        assert all(effect["value"] == -1 and effect["text"] for effect in made["row"]["effects"])


def test_a_seed_gives_the_same_dice_each_time(run: Run) -> None:
    rolls = [run("roll", "toy/bruises", *TOY, "--seed", seed, "--json")[1] for seed in ("7", "7", *map(str, range(20)))]
    assert rolls[0] == rolls[1] and len({json.loads(made)["faces"][0] for made in rolls}) > 3


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (("roll", "toy/nope"), "unknown_table"),
        (("roll", "nope/bruises"), "unknown_ruleset"),
        (("roll", "bruises"), "unknown_table_address"),
        (("roll", "toy/words_only"), "table_without_die"),
        (("roll", "toy/bruises", "--faces", "7"), "die_out_of_range"),
        (("roll", "toy/bruises", "--faces", "0"), "die_out_of_range"),
        (("roll", "toy/bruises", "--faces", "two"), "bad_faces"),
        (("roll", "toy/bruises", "--faces", ""), "faces_missing"),
        (("roll", "toy/bruises", "--faces", "3,5"), "faces_left"),
        (("odds", "2d"), "bad_dice"),
        (("odds", "toy/nope"), "unknown_verb"),
        (("odds", "toy/hit", "--set", "amount"), "bad_setting"),
        (("odds", "toy/hit", "--set", "on=someone", "--set", "amount=-1"), "negative_amount"),
        (("do", "toy", "nope"), "unknown_verb"),
        (("do", "toy", "hit", "--set", "on=nobody"), "unknown_character"),
        (("do", "toy", "hit", "--set", "amount=two"), "bad_value"),
        (("do", "toy", "hit", "--given", "/nowhere.json"), "no_file"),
        (("do", "toy", "hit", "--given", "{"), "no_file"),
        (("do", "toy", "hit", "--given", '{"people": {}}'), "no_file"),
        (("do", "toy", "hit", "--given", '{"characters": {"pat": {"bruises": 7}}}'), "bad_state"),
        (("verify", "/nowhere.jsonl"), "no_file"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "it"])
def test_bad_input_is_an_error_with_a_code_and_status_2(run: Run, given: tuple[str, ...], code: str, lang: str) -> None:
    status, _, err = run(*given, *TOY, "--lang", lang)
    assert status == 2 and f"[{code}]" in err and "Traceback" not in err
    assert len(err.strip().splitlines()) == 1


def test_an_error_is_json_where_json_was_asked_for(run: Run) -> None:
    status, out, _ = run("roll", "toy/nope", *TOY, "--json")
    assert status == 2 and json.loads(out)["error"]["code"] == "unknown_table"


@pytest.mark.parametrize(
    "given", [("roll", "toy/bruises", "--modifier", "x"), ("dance",), (), ("serve", "--port", "x")]
)
def test_what_the_command_line_does_not_know_is_status_2(given: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as exit:
        main(given)
    assert exit.value.code == 2


def test_a_whole_procedure_in_the_terminal(run: Run, tmp_path: Path) -> None:
    given = tmp_path / "given.json"
    state = {"bruises": [{"id": "b1", "row": "gash"}], "serial": 1}
    given.write_text(json.dumps({"characters": {"pat": state}, "options": {"mercy": True}}))
    log = tmp_path / "log.jsonl"
    command = ("do", "toy", "treat", *TOY, "--given", str(given), "--set", "bruise=b1", "--faces", "6,5")
    status, out, _ = run(*command, "--choose", "gentle", "--save", str(log))
    assert status == 0 and "Gently" in out and "6, 5" in out and "Treated" in out
    status, out, _ = run("verify", str(log), *TOY)
    assert status == 0 and "1 rolls played again" in out
    status, _, err = run(*command, "--choose", "tenderly")
    assert status == 2 and "[bad_choice]" in err
    status, _, err = run(*command)
    assert status == 2 and "[needs_choice]" in err and "gentle" in err


def test_a_log_that_was_tampered_with_is_told(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    run("do", "toy", "hit", *TOY, "--faces", "5", "--save", str(log))
    sound = log.read_text()
    lines = sound.splitlines()
    for bad, status, word in (
        (sound.replace('"gash"', '"scratch"'), 1, "Entry"),
        ("\n".join(lines[:1] + lines[2:]), 1, "expected number 2, found 3"),
        (sound + "{", 2, "[not_a_log]"),
        (sound + '{"n": 1}\n', 2, "[not_a_log]"),
    ):
        assert bad != sound
        log.write_text(bad)
        got, out, err = run("verify", str(log), *TOY)
        assert got == status and word in out + err and "Traceback" not in err


def test_rolls_under_other_rules_are_not_called_wrong(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    run("do", "toy", "hit", *TOY, "--faces", "5", "--save", str(log))
    log.write_text(log.read_text().replace('"version": "1"', '"version": "0"').replace('"gash"', '"scratch"'))
    status, out, _ = run("verify", str(log), *TOY)
    assert status == 0 and "0 rolls played again" in out and "not re-verified" in out


def test_backup_restore_and_export(
    run: Run, begin: Callable[..., Bridge], meet: Callable[..., Person], tmp_path: Path
) -> None:
    bridge = begin()
    data = ("--data", str(tmp_path / "data"))
    gm = meet(bridge, bridge.gm, "Ada")
    gm.do("import", id="pat", ruleset="toy", name="Pat")
    gm.do("start", ruleset="toy", verb="hit", args={"on": "pat"})
    copy = tmp_path / "copy.sqlite3"
    status, out, _ = run("backup", *data, str(copy))  # while the server runs
    assert status == 0 and "3 log entries" in out
    gm.do("start", ruleset="toy", verb="roll", args={"table": "bruises"})
    log = tmp_path / "log.jsonl"
    assert run("export", *data, str(log))[0] == 0
    assert run("verify", str(log), *TOY)[0] == 0
    status, _, err = run("restore", *data, str(copy), "--replace")
    assert status == 2 and "[data_in_use]" in err
    bridge.stop()
    for given, code in (
        (("restore", *data, str(copy)), "data_there"),
        (("restore", *data, str(log), "--replace"), "no_backup"),
        (("restore", *data, str(tmp_path / "nowhere"), "--replace"), "no_backup"),
        (("backup", *data, str(copy)), "no_file"),
        (("backup", *data, "--database", "postgresql+psycopg://x/y", str(tmp_path / "b")), "sqlite_only"),
    ):
        status, _, err = run(*given)
        assert status == 2 and f"[{code}]" in err, (given, err)
    assert run("restore", *data, str(copy), "--replace")[0] == 0
    back = meet(begin(), gm.token)
    assert back.ask("log")["head"] == 3


def test_links_and_people_from_the_command_line(
    run: Run, begin: Callable[..., Bridge], meet: Any, tmp_path: Path
) -> None:
    data = ("--data", str(tmp_path / "data"))
    assert "Nobody" in run("people", *data)[1]
    status, out, _ = run("invite", *data, "--role", "gm", "--name", "Ada", "--url", "http://table.example/")
    assert status == 0 and "http://table.example/#invite=" in out
    status, _, err = run("invite", *data, "--role", "king")
    assert status == 2 and "[unknown_role]" in err
    bridge = begin()
    ada = meet(bridge, out.strip().partition("#invite=")[2])
    assert ada.do("join")["person"]["name"] == "Ada"
    assert json.loads(run("people", *data, "--json")[1]) == [{"id": "p1", "name": "Ada", "role": "gm"}]
    assert run("people", *data, "--revoke", "p9")[0] == 2
