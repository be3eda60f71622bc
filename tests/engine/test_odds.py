"""Exact odds: the kernel's walk against brute force that shares no code with it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from bonesetter import odds
from bonesetter.campaign import Compartment
from bonesetter.errors import Refusal
from bonesetter.frozen import Map
from bonesetter.goal import extremes
from bonesetter.ruleset import Ruleset


def table(toy: Ruleset, **fields: object) -> Compartment:
    return Compartment(Map({"a": toy.character(**fields)}), toy.scene(), toy.defaults)


@pytest.mark.parametrize("carried", range(8))
def test_rows_under_the_rules_own_modifier(toy: Ruleset, carried: int) -> None:
    from bonesetter.rulesets.toy.state import Bruise

    c = table(toy, bruises=tuple(Bruise(str(i), "scratch") for i in range(carried)))
    came = odds.of_procedure(toy, c, "hit", {"on": "a"}, by="row")
    wanted: dict[str, Fraction] = {}
    for face in range(1, 7):
        row = "scratch" if face + carried <= 3 else "gash" if face + carried <= 6 else "end"
        wanted[row] = wanted.get(row, Fraction(0)) + Fraction(1, 6)
    assert came.chances == wanted
    assert came.unresolved == 0


def test_an_endless_course_is_solved_exactly(toy: Ruleset) -> None:
    """Of one throw of the day's 2d6 + 2 against 11: 2 to 4 kill (6 of 36), 9 and more mark (10 of 36)."""
    die, mark = Fraction(6, 36), Fraction(10, 36)
    over = (mark / (die + mark)) ** 2
    came = odds.of_procedure(toy, table(toy, fever=0), "day", {"on": "a"}, course=True)
    assert came.chances == {"over": over, "dead": 1 - over}
    assert came.unresolved == 0
    assert came.acts == (1 + mark / (die + mark)) / (die + mark)


def test_day_by_day_adds_up_to_the_whole_course(toy: Ruleset) -> None:
    days = odds.by_act(toy, table(toy, fever=0), "day", {"on": "a"}, 60)
    assert days[0] == {"dead": Fraction(1, 6)}
    assert days[1]["over"] == Fraction(10, 36) ** 2
    whole = odds.of_procedure(toy, table(toy, fever=0), "day", {"on": "a"}, course=True)
    assert 0 < whole.chances["dead"] - days[-1]["dead"] < Fraction(1, 10**6)


def test_a_chain_without_end_is_bounded_and_says_by_how_much(toy: Ruleset) -> None:
    came = odds.of_procedure(toy, table(toy), "chain", {"on": "a"}, by="count")
    assert 0 < came.unresolved <= Fraction(1, 10**6)
    for count in range(8):
        exact = Fraction(2, 3) * Fraction(1, 3) ** count
        assert exact - came.unresolved <= came.chances[count] <= exact
    assert sum(came.chances.values()) + came.unresolved == 1


def test_choices_by_policy_and_at_their_best_and_worst(toy: Ruleset) -> None:
    from bonesetter.rulesets.toy.state import Bruise

    c = table(toy, bruises=(Bruise("b1", "gash"),))
    args = {"on": "a", "bruise": "b1"}
    at_least = {n: Fraction(sum(a + b >= n for a, b in product(range(1, 7), repeat=2)), 36) for n in (7, 9)}
    for how, difficulty in (("gentle", 9), ("rough", 7)):
        came = odds.of_procedure(toy, c, "treat", args, policy=odds.Policy({"how": how}))
        assert came.chances["treated"] == at_least[difficulty]
    uniform = odds.of_procedure(toy, c, "treat", args, policy=odds.Policy(otherwise="uniform"))
    assert uniform.chances["treated"] == (at_least[7] + at_least[9]) / 2
    assert extremes(toy, c, "treat", args, ("treated",)) == (at_least[9], at_least[7])


def test_what_a_rule_refuses_its_odds_refuse_too(toy: Ruleset) -> None:
    with pytest.raises(Refusal) as refused:
        odds.of_procedure(toy, table(toy, dead=True), "hit", {"on": "a"})
    assert refused.value.code == "dead"
