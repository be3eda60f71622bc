"""Exact odds and the rules' own answers in the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import RULESETS, Run

FRONTIER = Path(__file__).parents[2] / "engine/bonesetter/rulesets/frontier"
TOY = ("--rulesets", str(RULESETS))
SICK = {"id": "x", "disease": "Camp flux", "phase": "sick", "marks": 0}
PATIENT = {
    "attributes": {"Endurance": 3, "Resolve": 3, "Intellect": 2},
    "ranks": {"Resist (Disease)": -1},
    "diseases": [SICK],
}
CARER = {"attributes": {"Endurance": 3, "Resolve": 3, "Intellect": 2}, "ranks": {"Treat Wounds": 2}, "gear": ["herbs"]}
HUMAN = json.dumps({"characters": {"a": {"body": "human"}}})
FEVER = (
    "odds",
    "frontier/interval",
    "--course",
    "--set=on=pat",
    "--set=id=x",
    "--given",
    json.dumps({"characters": {"pat": PATIENT, "mora": CARER}, "options": {"sick_penalty_on_own_resist": False}}),
)
NURSED = (*FEVER, "--each", "nurse by=mora on=pat id=x")


def chances(out: str) -> dict[str, str]:
    return {row["key"]: row["chance"]["text"] for row in json.loads(out)["rows"]}


def test_odds_of_somebody_with_nothing_special_need_nobody_named(run: Run) -> None:
    _, named, _ = run("odds", "toy/hit", *TOY, "--set", "on=someone", "--by", "row")
    code, unnamed, _ = run("odds", "toy/hit", *TOY, "--by", "row")
    assert (code, unnamed) == (0, named)


def test_odds_are_fractions(run: Run) -> None:
    _, out, _ = run("odds", "toy/bruises", *TOY, "--modifier", "1", "--json")
    chances = {row["key"]: row["chance"]["text"] for row in json.loads(out)["rows"]}
    assert chances == {"scratch": "1/3", "gash": "1/2", "end": "1/6"}
    _, out, _ = run("odds", "2d6+3", *TOY)
    assert "1/36" in out and "16.67%" in out and "On average: 10" in out and "half at most 10" in out
    _, out, _ = run("odds", "toy/hit", *TOY, "--set", "on=someone", "--by", "row", "--lang", "it")
    assert "Graffio" in out and "1/2" in out


def test_a_course_is_followed_to_its_end(run: Run, tmp_path: Path) -> None:
    given = tmp_path / "given.json"
    given.write_text(json.dumps({"characters": {"pat": {"fever": 0}}}))
    command = ("odds", "toy/day", *TOY, "--set", "on=pat", "--given", str(given), "--course", "--json")
    found = json.loads(run(*command)[1])
    chances = {row["key"]: row["chance"] for row in found["rows"]}
    assert set(chances) == {"over", "dead"} and found["unresolved"]["n"] == 0
    assert sum(chance["n"] / chance["d"] for chance in chances.values()) == pytest.approx(1)


def test_a_fever_to_its_end(run: Run) -> None:
    """Difficulty 11, Resist +2, two successes, Deadly, the first day Sick."""
    found = json.loads(run(*FEVER, "--acts", "2", "--json")[1])
    assert chances(json.dumps(found)) == {"recovered": "1600/2401", "dead": "801/2401"}
    assert found["acts"]["text"] == "17622/2401"
    assert [set(day) for day in found["by_act"]] == [set(), {"recovered", "dead"}]  # two days at least
    _, out, _ = run(*FEVER, "--acts", "2")
    assert "1600/2401" in out and "After act 2: Recovered" in out


def test_a_fever_nursed_every_day(run: Run) -> None:
    """As computed apart from the engine: see the golden odds of the ruleset."""
    golden = json.loads((FRONTIER / "odds.json").read_text("utf-8"))["odds"]
    wanted = next(one for one in golden if one["id"] == "course Camp flux, Resist +2, no own penalty, nursed")
    assert chances(run(*NURSED, "--json")[1]) == wanted["chances"]


@pytest.mark.parametrize(
    ("nursing", "code"),
    [
        ("nurse by=mora on=pat id=y", "not_sick_yet"),
        ("nurse by=nobody on=pat id=x", "unknown_character"),
        ("nurs by=mora", "unknown_verb"),
        ("nurse by", "bad_setting"),
        ("nurse 'by=mora", "bad_setting"),
        ("", "bad_setting"),
    ],
)
def test_what_precedes_every_act_has_to_be_possible_once(run: Run, nursing: str, code: str) -> None:
    status, out, err = run(*FEVER, "--each", nursing)
    assert (status, out) == (2, "") and f"[{code}]" in err


def test_one_location_of_a_human(run: Run) -> None:
    wanted = {"death": "89/432", "destroyed_not_fatal": "61/432", "half": "5/36", "injured": "35/108"}
    for command in (("odds", "mutations/odds"), ("ask", "mutations", "odds")):
        _, out, _ = run(*command, "--given", HUMAN, "--set", "chain=false", "--json")
        found = json.loads(out)
        assert {**wanted, "no_wound": "5/216", "negated": "1/6"}.items() <= found.items()


@pytest.mark.parametrize("finer", [False, True])
def test_a_whole_wound_is_bounded(run: Run, finer: bool) -> None:
    _, out, _ = run("odds", "mutations/wound", "--given", HUMAN, "--json", *(["--precise"] if finer else []))
    found = json.loads(out)
    dead = next(row["chance"]["value"] for row in found["rows"] if row["key"] == "death")
    left = found["unresolved"]["value"]
    assert dead <= 0.2453515 and dead + left >= 0.2453505 and left < (1e-9 if finer else 1e-6)


def test_what_is_left_open_is_said_however_little(run: Run) -> None:
    _, out, _ = run("odds", "mutations/wound", "--given", HUMAN)
    assert re.search(r"Not followed to the end: at most 0\.0000\d+%", out)


def test_a_fresh_body_is_maimed(run: Run) -> None:
    found = chances(run("odds", "mutilato/maim", "--by", "row", "--json")[1])
    assert found["scar"] == "1/5" and found["arm"] == "1/20"


def test_two_old_injuries_on_one_check(run: Run) -> None:
    injuries = [{"id": "six", "table": "wound", "result": 8}, {"id": "three", "table": "wound", "result": 10}]
    given = json.dumps({"characters": {"pc": {"tier": 6, "injuries": injuries}}})
    _, out, _ = run("odds", "deathdanger/check", "--given", given, "--set", 'also=["six", "three"]', "--json")
    assert chances(out)["critical_failure"] == "4/9"


@pytest.mark.parametrize("carried", range(7))
def test_an_injury_test_is_serious_by_the_injuries_carried(run: Run, carried: int) -> None:
    pc = {"hp": {"now": 0, "max": 6}, "injuries": [{"id": f"i{n}"} for n in range(carried)]}
    command = ("odds", "dismemberment/damage", "--given", json.dumps({"characters": {"pc": pc}}), "--set=amount=1")
    rows = json.loads(run(*command, "--set=is_attack=false", "--json")[1])["rows"]
    serious = sum(row["chance"]["value"] for row in rows if row["key"] != "normal")
    assert serious == pytest.approx(min(carried + 1, 6) / 6)


def test_what_choices_can_make_of_an_ending(run: Run) -> None:
    pc = json.dumps({"characters": {"pc": {"hp": {"now": 0, "max": 6}}}})
    command = ("odds", "dismemberment/damage", "--given", pc, "--set=amount=1", "--goal", "grave")
    found = json.loads(run(*command, "--json")[1])
    assert (found["best"]["text"], found["worst"]["text"]) == ("1/6", "0")
    assert "At most, if every choice is made for it: 1/6" in run(*command)[1]


def test_who_nothing_is_said_of_is_like_the_rulesets_newcomer(run: Run) -> None:
    status, out, _ = run("odds", "frontier/hit", "--set", "damage=20", "--set", "location=leg")
    assert status == 0 and "Dead" in out


def test_a_question_is_answered_in_words(run: Run) -> None:
    _, out, _ = run("ask", "frontier", "movement", "--set", "who=someone")
    assert out == "Movement: 6\n"
    status, _, err = run("ask", "frontier", "hit")
    assert status == 2 and "[not_a_query]" in err


def test_what_odds_can_be_grouped_by_is_named(run: Run) -> None:
    status, out, err = run("odds", "mutilato/maim", "--by", "limbs")
    assert (status, out) == (2, "") and "[unknown_number]" in err and "ending, row" in err and "lost" in err
    found = json.loads(run("odds", "mutilato/maim", "--by", "lost", "--json")[1])["rows"]
    assert {"key": ["ear:left"], "label": "ear:left"}.items() <= found[3].items() and found[0]["label"] == "–"
