"""Exact odds of Death & Danger, against sums done by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from bonesetter.campaign import Compartment
from bonesetter.frozen import Map
from bonesetter.odds import of_procedure
from bonesetter.ruleset import load

RULES = load("bonesetter.rulesets.deathdanger")


def hero(*injuries: tuple[str, int], tier: int = 3, **facts: Any) -> Compartment[Any, Any]:
    made = {
        "tier": tier,
        "vigor": {"now": 0, "max": 4},
        "vitality": {"now": 0, "max": 8},
        "injuries": [{"table": table, "result": result} for table, result in injuries],
        **facts,
    }
    return Compartment(Map({"pc": RULES.adopt(made)}), RULES.scene(), RULES.options({}))


def test_two_injury_dice_on_one_check() -> None:
    """d6 and d3: 1 − 5/6 · 2/3 = 4/9. Atom K-041."""
    c = hero(("trauma", 8), ("corruption", 10))
    odds = of_procedure(RULES, c, "check", {"on": "pc", "activities": "balance"})
    assert odds.chances["critical_failure"] == Fraction(4, 9)


def test_one_injury_die_is_one_in_its_sides() -> None:
    """Atom K-039: the ladder runs from 1/20 to 1/3."""
    sides = {2: 20, 3: 12, 4: 12, 5: 10, 7: 8, 8: 6, 9: 4, 10: 3}
    for result, die in sides.items():
        activity = {2: "fine_work", 3: "jumping", 4: "lifting", 5: "athletics", 7: "athletics"}.get(result, "physical")
        odds = of_procedure(RULES, hero(("trauma", result)), "check", {"on": "pc", "activities": activity})
        assert odds.chances["critical_failure"] == Fraction(1, die)


@pytest.mark.parametrize("tier", [1, 2, 3, 5])
def test_each_of_four_rows_is_a_quarter(tier: int) -> None:
    """Atom K-022: results Tier + 1 to Tier + 4, each 1/4."""
    odds = of_procedure(RULES, hero(tier=tier), "hit", {"on": "pc", "damage": 1, "causes": "acid"}, by="row")
    assert odds.chances == {f"burn-{tier + n}": Fraction(1, 4) for n in (1, 2, 3, 4)}


def test_beyond_the_last_row_all_is_the_last_row() -> None:
    """Atom K-033."""
    odds = of_procedure(RULES, hero(tier=8), "hit", {"on": "pc", "damage": 1, "causes": "acid"}, by="row")
    assert odds.chances == {"burn-9": Fraction(1, 4), "burn-10": Fraction(3, 4)}


def test_at_capacity_death_is_certain_and_no_die_is_rolled() -> None:
    """Atom K-009."""
    odds = of_procedure(RULES, hero(("wound", 2), tier=1), "hit", {"on": "pc", "damage": 1, "causes": "acid"})
    assert odds.chances == {"dead": Fraction(1)}


def test_a_course_of_poison_ends_when_its_rounds_do() -> None:
    """Atoms K-064, K-069."""
    poison = {"id": "p1", "vigor_per_round": 1, "rounds_left": 3}
    c = hero(poisons=[poison])
    odds = of_procedure(RULES, c, "end_round", {"on": "pc"}, course=True)
    assert odds.chances == {"round_over": Fraction(1)}
    assert odds.acts == 3
