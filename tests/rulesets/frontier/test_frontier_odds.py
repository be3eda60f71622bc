"""Exact odds, against sums done by hand and against every path counted apart."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from bonesetter.odds import of_procedure
from frontier_table import RULES, table


def course(disease: str, resist: int, own: bool, **facts: Any) -> Any:
    """The whole course of a disease from Sick, with a total of `resist` on its rolls besides the disease's own."""
    bout = {"id": "x", "disease": disease, "phase": "sick", **facts}
    t = table(
        {"ann": {"attributes": {"Endurance": 1}, "ranks": {"Resist (Disease)": resist - 1}, "diseases": [bout]}},
        sick_penalty_on_own_resist=own,
    )
    return of_procedure(RULES, t.c, "interval", {"on": "ann", "id": "x"}, course=True)


def test_camp_flux_at_plus_two_without_its_own_penalty() -> None:
    odds = course("Camp flux", 2, own=False)
    assert odds.chances == {"recovered": Fraction(1600, 2401), "dead": Fraction(801, 2401)}
    assert odds.acts == Fraction(17622, 2401)


@pytest.mark.parametrize(("own", "percent"), [(True, 61.5), (False, 9.4)])
def test_ship_fever_at_plus_three_as_the_decision_has_it(own: bool, percent: float) -> None:
    """D-61: death 61.5% with the disease's own penalty, 9.4% without."""
    chance = course("Ship fever", 3, own=own).chances["dead"]
    assert round(float(chance) * 100, 1) == percent


def test_a_disease_that_is_not_deadly_always_ends_well_in_the_end() -> None:
    odds = course("Spring fever", 1, own=True)
    assert odds.chances == {"recovered": Fraction(1)} and odds.unresolved == 0


def ways() -> dict[int, Fraction]:
    totals: dict[int, Fraction] = {}
    for one, two in product(range(1, 7), repeat=2):
        totals[one + two] = totals.get(one + two, Fraction(0)) + Fraction(1, 36)
    return totals


@pytest.mark.parametrize("resist", [1, 3, 5])
@pytest.mark.parametrize(
    ("disease", "recover", "difficulty"), [("Camp flux", 2, 11), ("Grey pox", 3, 11), ("Festering wound", 2, 9)]
)
def test_a_deadly_course_as_an_independent_chain(disease: str, recover: int, difficulty: int, resist: int) -> None:
    """The same chain written apart, run until all but a billionth is absorbed."""
    totals = ways()

    def split(bonus: int) -> tuple[Fraction, Fraction]:
        good = sum((p for total, p in totals.items() if total + bonus >= difficulty), Fraction(0))
        bad = sum((p for total, p in totals.items() if total + bonus <= difficulty - 5), Fraction(0))
        return good, bad

    (well, worse), (ease, die) = split(resist - 1), split(resist - 2)
    here = {(0, False): 1.0}
    dead = alive = 0.0
    for _ in range(4000):
        there: dict[tuple[int, bool], float] = {}
        for (marks, grave), mass in here.items():
            good, bad = (ease, die) if grave else (well, worse)
            stay = 1 - good - bad
            there[marks, grave] = there.get((marks, grave), 0.0) + mass * float(stay)
            if grave:
                dead += mass * float(bad)
                there[marks, False] = there.get((marks, False), 0.0) + mass * float(good)
            else:
                there[marks, True] = there.get((marks, True), 0.0) + mass * float(bad)
                if marks + 1 == recover:
                    alive += mass * float(good)
                else:
                    there[marks + 1, False] = there.get((marks + 1, False), 0.0) + mass * float(good)
        here = there
    wound = {"wound": "w1"} if disease == "Festering wound" else {}
    odds = course(disease, resist, own=True, **wound)
    assert abs(float(odds.chances.get("dead", 0)) - dead) < 1e-9
    assert abs(float(odds.chances["recovered"]) - alive) < 1e-9


@pytest.mark.parametrize("leftover", range(0, 13))
@pytest.mark.parametrize("count", [0, 2])
def test_death_by_a_hit_is_as_the_audit_says(leftover: int, count: int) -> None:
    """Chance of death = clamp(leftover + count − 5, 0, 6) / 6; of a maiming 1/6 from 5 to 10, else 0 (SPEC 11)."""
    t = table({"ann": {"wounds": 0, "crits_this_fight": count}}, fight=True)
    args = {"on": "ann", "damage": leftover, "location": "head"}
    odds = of_procedure(RULES, t.c, "hit", args)
    assert odds.chances.get("dead", 0) == Fraction(min(max(leftover + count - 5, 0), 6), 6)
    rows = of_procedure(RULES, t.c, "hit", args, by="row").chances
    assert rows.get("head-11", 0) == (Fraction(1, 6) if 5 <= leftover + count <= 10 else 0)


def test_a_poison_and_its_collapse() -> None:
    """Hemlock at +4 against 13: only a 9 or more resists; at 2 Wounds a failure (2d6) always takes to 0."""
    dose = {"id": "p", "poison": "Water hemlock root", "phase": "onset"}
    t = table({"ann": {"wounds": 2, "attributes": {"Endurance": 4}, "poisonings": [dose]}})
    odds = of_procedure(RULES, t.c, "poison_acts", {"on": "ann", "id": "p"}, by="dying_minutes")
    resisted = Fraction(10, 36)
    assert odds.chances == {4: 1 - resisted + resisted * Fraction(5, 6), None: resisted * Fraction(1, 6)}
