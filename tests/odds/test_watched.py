"""Rolls that a rule can't tell apart are walked once: with or without that, the odds must be the same."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from bonesetter import odds
from bonesetter.cases import Script, opening
from bonesetter.dice import Dice
from bonesetter.errors import Refusal
from bonesetter.frozen import Map, freeze
from bonesetter.play import begin, play
from bonesetter.procedure import Outcome, Rule, Then
from bonesetter.request import Amount
from bonesetter.ruleset import load
from bonesetter.walk import Walk, solved
from bonesetter.watched import Cell, Watched
from bonesetter.ways import DEFAULT, by_ending, ways
from hypothesis import given, settings
from hypothesis import strategies as st
from test_golden import RULESETS, file

WAYS = 1_000
"""Procedures with more ways than this, counted one by one, are left to the golden odds."""


def watched(*values: int) -> tuple[Watched, Cell]:
    cell = Cell(tuple((value, 1) for value in values), len(values))
    return Watched(cell), cell


SIGHTS: tuple[tuple[Callable[[Any], Any], tuple[int, ...]], ...] = (
    (lambda n: n >= 0, (-1, -2)),
    (lambda n: n > -1, (-1, -2)),
    (lambda n: n >= 0, (-1, -2)),
    (lambda n: n + 3 >= 3, (-1, -2)),
    (lambda n: 3 - n > 3, (-1, -2)),
    (lambda n: n * 2 >= 0, (-1, -2)),
    (lambda n: bool(n), (0,)),
    (lambda n: n == 2, (2,)),
    (lambda n: n != 2, (2,)),
    (lambda n: n in (0, 2), (0, 2)),
    (lambda n: n % 2, ()),
    (lambda n: "odd" if n % 2 else "even", (-1, 1)),
    (lambda n: max(0, n), (1, 2)),
    (lambda n: min(0, n) == 0, (-1, -2)),
    (abs, (-2, -1)),
)


@pytest.mark.parametrize(("look", "apart"), SIGHTS)
def test_a_look_splits_answers_in_two_and_loses_none(look: Callable[[Any], Any], apart: tuple[int, ...]) -> None:
    number, cell = watched(-2, -1, 0, 1, 2)
    look(number)
    live, rest = {value for value, _ in cell.live}, {value for value, _ in cell.rest}
    assert live | rest == {-2, -1, 0, 1, 2}
    assert not live & rest
    assert {frozenset(live), frozenset(rest)} == {frozenset(apart), frozenset({-2, -1, 0, 1, 2} - set(apart))}
    assert not apart or len({bool(look(value)) for value in live}) == 1


USES: tuple[Callable[[Any], Any], ...] = (
    hash,
    str,
    repr,
    int,
    float,
    lambda n: f"{n}",
    lambda n: f"{n:+d}",
    lambda n: list(range(n)),
    lambda n: "abc"[n],
    lambda n: "x" * n,
    lambda n: {n: 1},
    lambda n: n / 2,
    lambda n: 6 / n,
    lambda n: 7 // n,
    lambda n: n**2,
    lambda n: Fraction(1, 3) * n,
    lambda n: Fraction(n, 2),
    lambda n: hash(Fraction(n)),
    lambda n: round(n / 1),
    lambda n: n == Fraction(1),
)


@pytest.mark.parametrize("use", USES)
def test_a_use_of_the_number_itself_settles_on_it(use: Callable[[Any], Any]) -> None:
    number, cell = watched(1, 2, 0)
    assert use(number) == use(1) or use is repr
    assert cell.live == ((1, 1),)
    assert cell.rest == ((2, 1), (0, 1))


def test_two_watched_numbers_together_settle_the_second() -> None:
    first, one = watched(1, 5)
    second, two = watched(3, 4)
    assert first < second
    assert two.live == ((3, 1),)
    assert [value for value, _ in one.live] == [1]
    assert first + second == 4


def test_what_is_kept_unlooked_at_is_kept_whole() -> None:
    number, cell = watched(1, 2, 3)
    held = [number, (number,), {"days": number * 24}]
    assert len(held) == 3
    assert len(cell.live) == 3
    assert number is held[0]


@dataclass(frozen=True)
class Ask:
    """A made-up rule's next step: a die is rolled."""

    sides: int
    then: Any


@dataclass(frozen=True)
class Look:
    """A made-up rule's next step: a die rolled before is compared with a number."""

    die: int
    by: Callable[[Any, int], bool]
    number: int
    yes: Any
    no: Any


LOOKS = (operator.lt, operator.le, operator.eq, operator.ge, operator.gt, lambda n, other: n % 2 == other % 2)


def rules(depth: int) -> st.SearchStrategy[Any]:
    """Made-up rules: dice and comparisons in any order, the end told apart by the way that led there."""
    if not depth:
        return st.none()
    after = rules(depth - 1)
    looks = st.builds(Look, st.integers(0, 3), st.sampled_from(LOOKS), st.integers(1, 5), after, after)
    return st.one_of(st.builds(Ask, st.integers(2, 5), after), looks)


def carried_out(rule: Any) -> Rule:
    """A made-up rule as a procedure does it; looks at dice that were never rolled are passed over."""
    dice: list[Any] = []
    seen = ""
    while rule is not None:
        if isinstance(rule, Ask):
            dice.append((yield from Amount(f"die {len(dice)}", dice=Dice.parse(f"d{rule.sides}"))))
            rule = rule.then
        elif rule.die < len(dice) and rule.by(dice[rule.die], rule.number):
            seen += "y"
            rule = rule.yes
        else:
            seen += "n"
            rule = rule.no
    return Outcome(seen)


@settings(max_examples=300, deadline=None)
@given(rules(6))
def test_every_roll_is_counted_once_however_late_it_is_looked_at(rule: Any) -> None:
    """Dice may be compared with something long after others have been rolled, and in any order."""
    made = SimpleNamespace(verb="made_up", query=False, fields=(), rule=lambda _: carried_out(rule))
    ruleset: Any = SimpleNamespace(procedure=lambda _: made)
    came: list[dict[str, Fraction]] = []
    for watching in (True, False):
        chances: dict[str, Fraction] = {}
        for way in ways(ruleset, None, Then("made_up", Map()), DEFAULT, watching=watching):  # type: ignore[arg-type]
            share = Fraction(way.weight, way.whole)
            chances[way.outcome.ending] = chances.get(way.outcome.ending, Fraction(0)) + share
        assert sum(chances.values()) == 1
        came.append(chances)
    assert came[0] == came[1]


def cases() -> list[Any]:
    found = []
    for id in RULESETS:
        content = json.loads((file(id).parent / "cases.json").read_text("utf-8"))
        defaults = content.get("defaults", {})
        found += [pytest.param(id, defaults, case, id=f"{id}-{case['id']}") for case in content["cases"]]
    return found


@pytest.mark.parametrize(("id", "defaults", "case"), cases())
def test_every_case_has_the_same_odds_either_way(id: str, defaults: Any, case: Any) -> None:
    """Every procedure of every case, on the state it is played on."""
    ruleset = RULESETS[id]
    script = Script(ruleset, list(case.get("dice", ())))
    try:
        c = opening(case["given"], defaults, ruleset)
    except Refusal:
        return
    for asked in case["inputs"]:
        script.choices = list(asked.get("choices", ()))
        args = {key: value for key, value in asked.items() if key not in ("verb", "choices")}
        if ruleset.procedures.get(asked["verb"]) is None or ruleset.procedure(asked["verb"]).query:
            continue
        act = Then(asked["verb"], freeze(args))
        try:
            one_by_one(ruleset, c, act)
        except Refusal:
            continue
        try:
            c = play(ruleset, c, begin(ruleset, asked["verb"], args), script.answer)[1].state
        except Refusal:
            continue


def one_by_one(ruleset: Any, c: Any, act: Then) -> None:
    """Compare the first sitting's endings, and the states after it, with all ways counted one by one."""
    plain: dict[Any, Fraction] = {}
    for number, leaf in enumerate(odds.leaves(ruleset, c, act)):
        if number == WAYS or leaf.outcome.then:
            return
        key = (leaf.key, leaf.state)
        plain[key] = plain.get(key, Fraction(0)) + leaf.chance
    walk = Walk(ruleset, DEFAULT, lambda way: (by_ending(way.outcome, way.answered), way.after()))
    assert solved(walk, act, c) == plain
    assert sum(plain.values()) == 1


def test_fewer_ways_are_walked_than_there_are() -> None:
    ruleset = load("bonesetter.rulesets.dismemberment")
    c = opening({"characters": {"pc": {"hp": {"now": 0, "max": 6}}}}, {}, ruleset)
    act = Then("damage", freeze({"on": "pc", "amount": 1, "is_attack": False}))
    all_of_them = sum(1 for _ in ways(ruleset, c, act, DEFAULT, watching=False))
    merged = sum(1 for _ in ways(ruleset, c, act, DEFAULT))
    assert merged * 10 < all_of_them
