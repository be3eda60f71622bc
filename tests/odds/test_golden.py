"""Golden odds: what is stored, what the brute forces come to, and what the engine says are one and the same."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from bonesetter import odds, play
from bonesetter.campaign import Compartment
from bonesetter.cases import opening
from bonesetter.frozen import freeze
from bonesetter.procedure import Then
from bonesetter.ruleset import Ruleset, load

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from write import content, file, text  # noqa: E402  (the brute forces stand beside this file)

WITH_ODDS = [module.stem.removeprefix("brute_") for module in sorted(HERE.glob("brute_*.py"))]
RULESETS = {id: load(f"bonesetter.rulesets.{id}") for id in WITH_ODDS}


def stored(id: str) -> dict[str, Any]:
    """A ruleset's odds.json, as it stands in the source tree: no wheel needs it."""
    return dict(json.loads(file(id).read_text("utf-8")))


def entries(part: str) -> list[Any]:
    return [pytest.param(id, entry, id=f"{id}-{entry['id']}") for id in WITH_ODDS for entry in stored(id).get(part, ())]


def start(id: str, entry: dict[str, Any]) -> Compartment[Any, Any]:
    return opening(entry["given"], {}, RULESETS[id])


@pytest.mark.parametrize("id", WITH_ODDS)
def test_stored_is_what_the_brute_force_comes_to(id: str) -> None:
    assert file(id).read_text("utf-8") == text(content(id))


@pytest.mark.parametrize(("id", "entry"), entries("odds"))
def test_the_engine_agrees_exactly(id: str, entry: dict[str, Any]) -> None:
    each = entry.get("each")
    came = odds.of_procedure(
        RULESETS[id],
        start(id, entry),
        entry["verb"],
        entry["args"],
        by=entry["by"],
        course=entry.get("course", False),
        each=Then(each["verb"], freeze(each["args"])) if each else None,
        policy=odds.Policy(entry.get("policy", {}), entry.get("otherwise", "default")),
    )
    assert {str(key): str(chance) for key, chance in came.chances.items() if chance} == entry["chances"]
    assert came.unresolved == 1 - sum(Fraction(chance) for chance in entry["chances"].values())
    if entry.get("course"):
        assert (None if came.acts is None else str(came.acts)) == entry["acts"]


@pytest.mark.parametrize(("id", "entry"), entries("asked"))
def test_queries_answer_exactly(id: str, entry: dict[str, Any]) -> None:
    ruleset = RULESETS[id]
    came = play.ask(ruleset, start(id, entry), ruleset.procedure(entry["verb"]), entry["args"])
    assert {key: came[key] for key in entry["answer"]} == entry["answer"]


@pytest.mark.parametrize(("id", "entry"), entries("bounds"))
def test_bounds_hold(id: str, entry: dict[str, Any]) -> None:
    """The engine's own bounds and the stored ones must meet, key by key."""
    came = odds.of_procedure(RULESETS[id], start(id, entry), entry["verb"], entry["args"], by=entry["by"])
    assert 0 < came.unresolved <= odds.TOLERANCE
    assert sum(came.chances.values()) + came.unresolved == 1
    assert set(came.chances) == set(entry["chances"])
    for key, (least, most) in entry["chances"].items():
        assert came.chances[key] <= Fraction(most)
        assert Fraction(least) <= came.chances[key] + came.unresolved


@pytest.mark.parametrize(("id", "entry"), entries("turns"))
def test_act_after_act(id: str, entry: dict[str, Any]) -> None:
    """Maimed again and again, either side alike: what a sheet shows after each."""
    ruleset = RULESETS[id]
    acts = [Then("maim", freeze({"on": "a"}))] * len(entry["chances"])
    policy = odds.Policy(otherwise="uniform")
    seen = odds.in_turn(ruleset, start(id, entry), acts, lambda c: barred(ruleset, c), same=sides_alike, policy=policy)
    for after, chances in zip(seen, entry["chances"], strict=True):
        marks = {mark for gone in after for mark in gone}
        came = {mark: sum(chance for gone, chance in after.items() if mark in gone) for mark in marks}
        assert {mark: str(chance) for mark, chance in came.items()} == chances


def barred(ruleset: Ruleset, c: Compartment[Any, Any]) -> frozenset[str]:
    """What is lost for good, by the sheet's flags."""
    shown = ("no_two_handed", "no_run", "Accecato", "Assordato", "crawl_only")
    flags = {flag for flag in ruleset.sheet(c, "a")["flags"] if flag in shown}
    return frozenset(flags | ({"nose"} if not c["a"].body.nose else set()))


def sides_alike(c: Compartment[Any, Any]) -> Any:
    """A human body without telling left from right; its flags besides."""
    body = c["a"].body
    fingers = body.finger or {}
    arms = sorted((side in body.arm, side in body.hand, fingers.get(side, 5)) for side in ("left", "right"))
    legs = sorted((side in body.leg, side in body.foot) for side in ("left", "right"))
    return tuple(arms), tuple(legs), len(body.eye), len(body.ear), len(body.nose)


@pytest.mark.parametrize(("id", "entry"), entries("paths"))
def test_paths(id: str, entry: dict[str, Any]) -> None:
    act = Then(entry["verb"], freeze(entry["args"]))
    assert counted(id, start(id, entry), act, (), entry.get("acts")) == entry["paths"]


def counted(id: str, c: Compartment[Any, Any], act: Then, held: tuple[Any, ...], acts: int | None) -> int:
    """How many sequences of answers lead to the end of a sitting, every option of every choice taken in turn."""
    if acts == 0:
        return 0
    paths = 0
    for leaf in odds.leaves(RULESETS[id], c, act, odds.Policy(otherwise="uniform"), held=held):
        following = leaf.outcome.then
        left = None if acts is None else acts - 1
        paths += 1 if following is None else counted(id, leaf.state, following, leaf.held, left)
    return paths
