"""The odds of a Wound and of a Mutation, walked through the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any

from ... import odds as kernel
from ...campaign import Compartment
from ...event import event, set_
from ...form import Between, OneOf, Who
from ...frozen import Json, Map
from ...procedure import query
from ...ruleset import Ruleset, load
from . import incident
from .character import Character, Incident, Scene
from .data import GAIN, TABLES
from .under_way import alive

C = Compartment[Character, Scene]

ROUGH = Fraction(1, 1000)
"""How much of an incident without end may stay unresolved under options by which its parts depend on one another."""

DIGITS = 9

FINE = Fraction(1, 4 * 10**6)
"""How much of any other incident without end may: so little that its first six digits stand."""


@query(verb="odds")
def chances(
    c: C,
    *,
    on: Annotated[str, Who()],
    of: Annotated[str, OneOf(("wound", "mutation"))] = "wound",
    chain: bool = True,
    cap: Annotated[int | None, Between(0)] = None,
) -> Json:
    """The odds of a Wound, by the worst that comes of it, or of a Mutation's two rolls.

    `chain` false: one location that is no 61–66, one Wound Save. `cap`: at most that many d66 rolls; a path that wants
    one more is unresolved (M-080). Without a cap an incident has no end and no fraction: decimals, and what is left
    over beside them. Choices are made as the rules' defaults make them. Raises Refusal `dead`.

    Atoms M-014, M-038, M-080.
    """
    alive(c, on)
    if of == "mutation":
        return _two_rolls(c, on)
    if not chain:
        return _single(_walk(c, on, Incident(once=True)))
    if cap is not None:
        acts = kernel.by_act(_ruleset(), _opened(c, on, Incident(cap=cap)), "wound_location", {"on": on}, 2 * cap + 2)
        return _worst({str(key): chance for key, chance in acts[-1].items()}, Fraction(0))
    summed = incident.summed(_ruleset(), c, Map({"on": on}), FINE)
    if summed is not None:
        return _worst(*summed)
    walked = _walk(c, on, Incident(), ROUGH)
    return _worst(walked.chances, walked.unresolved)


@lru_cache(maxsize=1)
def _ruleset() -> Ruleset:
    return load(__package__ or "")


def _opened(c: C, on: str, now: Incident) -> C:
    return c.after(event("incident", on, set_("incident", now)))


def _walk(c: C, on: str, now: Incident, tolerance: Fraction = kernel.TOLERANCE) -> kernel.Odds:
    opened = _opened(c, on, now)
    return kernel.of_procedure(_ruleset(), opened, "wound_location", {"on": on}, tolerance=tolerance)


def _single(walked: kernel.Odds) -> Json:
    names = {"death": "death", "destroyed": "destroyed_not_fatal"}
    came = ("death", "destroyed", "half", "injured", "no_wound", "negated")
    shown = {names.get(key, key): walked.chances.get(key, Fraction(0)) for key in came}
    shown["unhurt"] = shown["no_wound"] + shown["negated"]
    return {**{key: str(chance) for key, chance in shown.items()}, "unresolved": str(walked.unresolved)}


def _worst(chances: Mapping[Any, Fraction], left: Fraction) -> Json:
    def of(*endings: str) -> Json:
        chance = sum((chances.get(ending, Fraction(0)) for ending in endings), Fraction(0))
        return str(chance) if not left else round(float(chance), DIGITS)

    return {
        "death": of("death"),
        "destroyed_not_fatal": of("destroyed"),
        "half": of("half"),
        "injured": of("injured"),
        "unhurt": of("no_wound", "negated"),
        "unresolved": float(left) if left else of("unresolved"),
    }


def _two_rolls(c: C, on: str) -> Json:
    """Both rolls end on a location, whatever 61–66 came before: its share of the other thirty faces."""
    table = TABLES["locations"]
    assert table.die is not None
    weights: dict[str, int] = {}
    for result, weight in table.die.distribution().items():
        row = table.at(result).id
        weights[row] = weights.get(row, 0) + weight
    faces = sum(weights.values())
    again = weights.pop(GAIN)
    whole = faces - again
    share = {row: Fraction(weight, whole) for row, weight in weights.items()}
    same = sum((chance**2 for chance in share.values()), Fraction(0))
    missing = sum((chance for row, chance in share.items() if not c[on].body[row]), Fraction(0))
    return {
        "offered": {row: str(1 - (1 - chance) ** 2) for row, chance in share.items()},
        "same_row": str(same),
        "grows": {"forced": str(missing**2), "possible": str(1 - (1 - missing) ** 2)},
        "additional": str(Fraction(again, faces)),
    }
