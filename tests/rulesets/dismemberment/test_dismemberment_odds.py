"""Exact odds of Death & Dismemberment, against sums done by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from bonesetter.campaign import Compartment
from bonesetter.frozen import Map
from bonesetter.odds import Policy, of_procedure
from bonesetter.ruleset import load

RULES = load("bonesetter.rulesets.dismemberment")
ALL = (("bleeding", None), ("blinded", "left_eye"), ("fracture", None), ("knocked_out", None), ("maimed", "left_arm"),
       ("scarred", None), ("blinded", "right_eye"))  # fmt: skip
WOUND = {"id": "w1", "severity": "wound"}
BLOW = {"on": "pc", "amount": 1}


def patient(*injuries: Any, options: dict[str, Any] | None = None, **facts: Any) -> Compartment[Any, Any]:
    carried = [i if isinstance(i, dict) else {"type": i[0], "part": i[1], "effect_active": False} for i in injuries]
    made = {"hp": {"now": 0, "max": 6}, "injuries": carried, **facts}
    return Compartment(Map({"pc": RULES.adopt(made)}), RULES.scene(), RULES.options(options or {}))


@pytest.mark.parametrize(
    ("race", "feats", "die"), [("human", [], 6), ("dwarf", [], 8), ("dwarf", ["stout_defender"], 10)]
)
@pytest.mark.parametrize("carried", range(7))
def test_serious_is_n_in_the_die(race: str, feats: list[str], die: int, carried: int) -> None:
    """P(serious) = min(N, die) / die. Atoms D-006 to D-009. Maimed on a free leg, so that nothing repeats."""
    c = patient(*ALL[:carried], race=race, feats=feats, options={"choose_part": True})
    policy = Policy({"type": "maimed", "part": "left_leg", "grave_or_wound": "grave"})
    odds = of_procedure(RULES, c, "damage", BLOW, policy=policy)
    assert odds.chances.get("grave", Fraction(0)) == Fraction(min(carried + 1, die), die)
    assert odds.chances.get("normal", Fraction(0)) == 1 - Fraction(min(carried + 1, die), die)


@pytest.mark.parametrize("carried", range(7))
def test_no_choice_is_grave_on_n_and_a_wound_below(carried: int) -> None:
    """Atom D-043: exactly N is Grave, less a Wound; with N past the die never Grave."""
    c = patient(*ALL[:carried], options={"no_choice": True})
    odds = of_procedure(RULES, c, "damage", BLOW)
    n = carried + 1
    serious = Fraction(min(n, 6), 6)
    wound_by_test = Fraction(min(n - 1, 6), 6)
    repeats = sum(1 for _ in {type for type, _ in ALL[:carried] if type not in ("blinded", "maimed")})
    eyes = sum(1 for type, _ in ALL[:carried] if type == "blinded")
    limbs = sum(1 for type, _ in ALL[:carried] if type == "maimed")
    again = Fraction(repeats, 6) + Fraction(eyes, 12) + Fraction(limbs, 24)
    assert odds.chances.get("wound", Fraction(0)) == wound_by_test + (1 - wound_by_test) * again
    assert odds.chances.get("grave", Fraction(0)) == (serious - wound_by_test) * (1 - again)


def test_one_helper_has_three_tries() -> None:
    """Save vs Death 12: 9/20 each, three rounds: 1 − (11/20)³. Atoms D-036 to D-038."""
    c = patient(WOUND)
    odds = of_procedure(RULES, c, "first_aid", {"on": "pc", "helper": "Mora"}, course=True)
    assert odds.chances == {"recovered": 1 - Fraction(11, 20) ** 3, "died": Fraction(11, 20) ** 3}


def test_healing_hands_are_worth_four_in_twenty() -> None:
    """Atom D-076."""
    args = {"on": "pc", "helper": "Mora", "healing_hands": True}
    odds = of_procedure(RULES, patient(WOUND), "first_aid", args)
    assert odds.chances["recovered"] == Fraction(13, 20)


def test_without_help_the_third_round_kills() -> None:
    """Atom D-036."""
    odds = of_procedure(RULES, patient(WOUND), "end_round", {"on": "pc"}, course=True)
    assert odds.chances == {"died": Fraction(1)} and odds.acts == 3


def test_excessive_damage_keeps_the_worse_of_two() -> None:
    """Two first-time tests, 1/6 and 2/6, with different types: neither serious 5/6 · 4/6. Atoms D-044, D-046."""
    c = patient(starting_max_hp=6, options={"excessive_damage": True})
    policy = Policy({"type": "maimed", "grave_or_wound": "grave"})
    odds = of_procedure(RULES, c, "damage", {"on": "pc", "amount": 7}, policy=policy)
    same_limb = Fraction(1, 4)
    assert odds.chances["wound"] == same_limb
    assert odds.chances["normal"] == Fraction(5, 6) * Fraction(4, 6) * (1 - same_limb)


def test_half_the_spells_fail_and_half_the_initiatives_are_lost() -> None:
    """Atoms D-019, D-020."""
    c = patient({"type": "fracture", "effect_active": True, "effect_left": {"n": 2, "unit": "days"}})
    assert of_procedure(RULES, c, "cast", {"on": "pc"}).chances["spell_fails"] == Fraction(1, 2)
    assert of_procedure(RULES, c, "initiative", {"on": "pc"}).chances["no_action"] == Fraction(1, 2)
