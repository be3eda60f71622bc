"""Mutilato, once more in plain Python: what a d20 takes of bodies, and what is left of a human after several."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from plain import Chances, gathered, golden

FACES = {"scar": 4, "finger": 2, "nose": 2, "ear": 3, "eye": 3, "foot": 2, "hand": 2, "arm": 1, "leg": 1}
"""Section 1: faces of a d20."""

Limbs = tuple[tuple[int, int], ...]
Body = tuple[Limbs, Limbs, int, int, int]
"""Arms as (is there, fingers; −1: no hand), legs as (is there, feet), eyes, ears, noses. Sides aren't told apart."""

HUMAN: Body = (((1, 5), (1, 5)), ((1, 1), (1, 1)), 2, 2, 1)


def there(body: Body) -> dict[str, int]:
    """How many of each there are to lose; for a finger, the hands that have one (U-007)."""
    arms, legs, eyes, ears, noses = body
    return {
        "scar": 1,
        "finger": sum(1 for arm, fingers in arms if fingers > 0),
        "nose": noses,
        "ear": ears,
        "eye": eyes,
        "foot": sum(feet for _, feet in legs),
        "hand": sum(1 for _, fingers in arms if fingers >= 0),
        "arm": sum(arm for arm, _ in arms),
        "leg": sum(leg for leg, _ in legs),
    }


def rolled(body: Body) -> Chances:
    """U-006 to U-008, U-080: faces among those that make sense."""
    sense = {part: FACES[part] for part, number in there(body).items() if number}
    whole = sum(sense.values())
    return {part: Fraction(faces, whole) for part, faces in sense.items()}


def left(limbs: Limbs, at: int, now: tuple[int, int]) -> Limbs:
    return tuple(sorted((*limbs[:at], now, *limbs[at + 1 :]), reverse=True))


def after(body: Body) -> Chances:
    """One maiming, either side alike where there are two (section 7)."""
    arms, legs, eyes, ears, noses = body
    leads: list[tuple[Body, Fraction]] = []
    for part, chance in rolled(body).items():
        share = chance / there(body)[part]
        if part == "scar":
            leads.append((body, chance))
        elif part in ("eye", "ear", "nose"):
            fewer = (eyes - (part == "eye"), ears - (part == "ear"), noses - (part == "nose"))
            leads.append(((arms, legs, *fewer), chance))
        elif part in ("leg", "foot"):
            for at, (leg, feet) in enumerate(legs):
                if (leg if part == "leg" else feet) > 0:
                    now = (0, 0) if part == "leg" else (leg, 0)
                    leads.append(((arms, left(legs, at, now), eyes, ears, noses), share))
        else:
            for at, (arm, fingers) in enumerate(arms):
                if {"arm": arm, "hand": fingers + 1, "finger": fingers}[part] > 0:
                    # the last finger takes the hand with it (U-012)
                    now = (0, -1) if part == "arm" else (arm, fingers - 1 if part == "finger" and fingers > 1 else -1)
                    leads.append(((left(arms, at, now), legs, eyes, ears, noses), share))
    return gathered(leads)


def lost(body: Body) -> tuple[str, ...]:
    """What is barred for good (U-016 to U-024)."""
    arms, legs, eyes, ears, noses = body
    marks = {
        "no_two_handed": sum(1 for _, fingers in arms if fingers >= 0) < 2,
        "no_run": sum(feet for _, feet in legs) < 2,
        "Accecato": not eyes,
        "Assordato": not ears,
        "crawl_only": not any(leg for leg, _ in legs),
        "nose": not noses,
    }
    return tuple(mark for mark, is_so in marks.items() if is_so)


def turns() -> Iterator[dict[str, Any]]:
    """How likely each loss is after one maiming, two … eight."""
    here: Chances = {HUMAN: Fraction(1)}
    table = []
    for _ in range(8):
        here = gathered((body, mass * chance) for known, mass in here.items() for body, chance in after(known).items())
        marks = gathered((mark, mass) for body, mass in here.items() for mark in lost(body))
        table.append({mark: str(chance) for mark, chance in sorted(marks.items())})
    assert table[1]["no_two_handed"] == "67/240"
    yield {"id": "a human, maimed again and again", "given": {"characters": {"a": {}}}, "chances": table}


def none_of(*parts: str) -> dict[str, Any]:
    return {part: [] for part in parts}


BODIES: dict[str, tuple[Any, Body]] = {
    "human": ({}, HUMAN),
    "no hands": ({"hand": [], "finger": {}}, (((1, -1), (1, -1)), HUMAN[1], 2, 2, 1)),
    "no arms": ({"arm": [], "hand": [], "finger": {}}, (((0, -1), (0, -1)), HUMAN[1], 2, 2, 1)),
    "no legs": ({"leg": [], "foot": []}, (HUMAN[0], ((0, 0), (0, 0)), 2, 2, 1)),
    "blind": ({"eye": []}, (*HUMAN[:2], 0, 2, 1)),
    "no nose": ({"nose": []}, (*HUMAN[:4], 0)),
    "snake": (
        {**none_of("arm", "hand", "leg", "foot", "ear"), "finger": {}},
        (((0, -1), (0, -1)), ((0, 0), (0, 0)), 2, 0, 1),
    ),
    "nothing but scars": (
        {**none_of("arm", "hand", "leg", "foot", "ear", "eye", "nose"), "finger": {}},
        (((0, -1), (0, -1)), ((0, 0), (0, 0)), 0, 0, 0),
    ),
}


def goldens() -> Iterator[dict[str, Any]]:
    """Everything stored in mutilato/odds.json."""
    for name, (given, body) in BODIES.items():
        start = {"characters": {"a": {"body": given}}}
        for by in ("ending", "row"):
            yield golden(f"maimed, {name}, by {by}", start, "maim", {"on": "a"}, rolled(body), by=by)


BLEEDING = {"foot": (4,), "hand": (4,), "arm": (8, 4), "leg": (8, 4)}


def ways(body: Body, one_finger: bool = False) -> int:
    """Sequences of answers: the result, the side where two are left, and every roll of the bleeding dice."""
    total = 0
    for part, number in there(body).items():
        bleeds = 1
        for die in BLEEDING.get("hand" if part == "finger" and one_finger else part, ()):
            bleeds *= die
        total += number * bleeds
    return total


def paths() -> Iterator[dict[str, Any]]:
    """Counts of answer sequences."""
    for name, (given, body) in BODIES.items():
        start = {"characters": {"a": {"body": given}}}
        yield {"id": f"maimed, {name}", "given": start, "verb": "maim", "args": {"on": "a"}, "paths": ways(body)}
    start = {"characters": {"a": {"body": {"finger": {"left": 1, "right": 1}}}}}
    body: Body = (((1, 1), (1, 1)), *HUMAN[1:])
    yield {
        "id": "maimed, a finger a hand",
        "given": start,
        "verb": "maim",
        "args": {"on": "a"},
        "paths": ways(body, True),
    }
