"""Death & Danger, once more in plain Python: injury dice on checks, rows by Tier, exposure to disease."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

from plain import D4, D20, Chances, gathered, golden

TABLES = json.loads(
    (Path(__file__).parents[2] / "engine/bonesetter/rulesets/deathdanger/house_tables.json").read_text("utf-8")
)
LADDER = {2: 20, 3: 12, 4: 12, 5: 10, 6: 10, 7: 8, 8: 6, 9: 4, 10: 3}
"""The injury die of each result, the same on all four house tables (section 3 of the SPEC)."""

INJURY_TABLES = ("wound", "trauma", "burn", "corruption")


def hero(tier: int, *results: int) -> dict[str, Any]:
    injuries = [{"id": f"i{n}", "table": "wound", "result": result} for n, result in enumerate(results, 1)]
    pools = {"vigor": {"now": 0, "max": 4}, "vitality": {"now": 0, "max": 8}}
    return {"characters": {"pc": {"tier": tier, "injuries": injuries, **pools}}}


def any_shows_one(*sides: int) -> Fraction:
    """K-041: 1 − Π(1 − 1/die)."""
    none = Fraction(1)
    for each in sides:
        none *= 1 - Fraction(1, each)
    return 1 - none


def rows(table: str, tier: int) -> Chances:
    """K-021, K-022, K-033: d4 + Tier, read on results 1 to 10 and over."""
    return gathered((f"{table}-{min(10, face + tier)}", chance) for face, chance in D4.items())


def goldens() -> Iterator[dict[str, Any]]:
    """Everything stored in deathdanger/odds.json."""
    assert any_shows_one(6, 3) == Fraction(4, 9)
    by_die = {die: result for result, die in LADDER.items()}
    for number in (1, 2, 3):
        for sides in combinations_with_replacement(sorted(by_die), number):
            results = [by_die[die] for die in sides]
            critical = any_shows_one(*sides)
            args = {"on": "pc", "also": [f"i{n}" for n in range(1, number + 1)]}
            chances = {"critical_failure": critical, "as_rolled": 1 - critical}
            yield golden(
                f"check with {', '.join(f'd{die}' for die in sides)}", hero(6, *results), "check", args, chances
            )
    for tier in range(1, 8):
        for table in INJURY_TABLES:
            args = {"on": "pc", "damage": 1, "table": table}
            yield golden(f"{table}, Tier {tier}", hero(tier), "hit", args, rows(table, tier), by="row")
        mixed = {"on": "pc", "damage": 1, "causes": ["blade", "fire"], "table": "random"}
        chances = gathered(
            (row, chance / 2) for table in ("wound", "burn") for row, chance in rows(table, tier).items()
        )
        yield golden(f"blade and fire, Tier {tier}", hero(tier), "hit", mixed, chances, by="row")
    yield golden("at capacity", hero(1, 4), "hit", {"on": "pc", "damage": 1, "table": "wound"}, {"dead": Fraction(1)})
    yield golden("exposure", hero(1), "expose_disease", {"on": "pc"}, diseases(), by="row")


def diseases() -> Chances:
    """K-044: the house disease table's ranges of a d20."""
    chances: Chances = {}
    for row in TABLES["disease_table"]["rows"]:
        span = range(row["from"], row["to"] + 1)
        chances[f"disease-{row['from']}"] = sum((D20[face] for face in span), Fraction(0))
    return chances


def paths() -> Iterator[dict[str, Any]]:
    """Counts of answer sequences: whether an injury die shows a 1 is all that a rule is told of it."""
    for number in range(4):
        args = {"on": "pc", "also": [f"i{n}" for n in range(1, number + 1)]}
        given = hero(6, *(8, 9, 10)[:number])
        yield {"id": f"check, {number} injuries", "given": given, "verb": "check", "args": args, "paths": 2**number}
    for table in INJURY_TABLES:
        for tier in (1, 6, 9):
            yield {
                "id": f"hit, {table}, Tier {tier}",
                "given": hero(tier),
                "verb": "hit",
                "args": {"on": "pc", "damage": 1, "table": table},
                "paths": sum(ways(table, result) for result in {min(10, tier + face) for face in range(1, 5)}),
            }


def ways(table: str, result: int) -> int:
    """How a row can be had: at each body site it may strike, and with each disease where it brings one."""
    row = TABLES["tables"][table]["rows"][result - 1]
    ill = any(effect["kind"] == "roll_disease" for effect in row["effects"])
    return len(row.get("sites", ("",))) * (len(TABLES["disease_table"]["rows"]) if ill else 1)
