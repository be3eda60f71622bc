"""What of a state the rest of an incident depends on: states alike in this have the same odds.

Two bodies that lack different senses of equal weight differ for the player, not for the dice: what still can be hit,
with how many faces, and what it would do, is all that counts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from ...campaign import Compartment
from ...frozen import Map
from . import anatomy
from .character import Character, Scene
from .data import EXTREMITY, LOCATIONS, TABLES, consequence

C = Compartment[Character, Scene]

_LIMBS = {**EXTREMITY, **{end: limb for limb, end in EXTREMITY.items()}}


def _faces() -> dict[str, int]:
    die = TABLES["locations"].die
    assert die is not None
    counted: Counter[str] = Counter()
    for result, weight in die.distribution().items():
        counted[TABLES["locations"].at(result).id] += weight
    return dict(counted)


FACES = _faces()


def law(c: C, args: Map[str, Any]) -> Any:
    """The lump of an incident's state (see `bonesetter.procedure.Procedure.lump`)."""
    character = c[args["on"]]
    now = character.incident
    if now is None:
        return None
    if now.worst == "death" and now.cap is None:
        return "dead"
    counted = replace(
        now,
        number=0,
        traced=0,
        hit=(),
        rolls=now.rolls if now.cap is not None else 0,
        extra=now.extra if c.option("ga_max") is not None or c.option("ga_wound") != "distinct_rolls" else 0,
    )
    if c.option("ga_duplicates") != "save_again" or now.location is not None:
        return character.alive, character.body, character.on, now.hit, counted, c.options
    return character.alive, body(c, character, now.hit), counted, c.options


def body(c: C, character: Character, hit: tuple[str, ...] = ()) -> Any:
    """A body as the dice see it; what has been `hit` matters only for which of several limbs comes next."""
    alike: Counter[Any] = Counter()
    for location in LOCATIONS:
        alike[_mark(c, character, location, hit)] += FACES[location]
    return frozenset(alike.items())


def places(c: C) -> tuple[tuple[str, ...], ...]:
    """The places of a body that don't depend on one another: a location by itself, limbs with what is on them."""
    together = EXTREMITY if c.option("limb_takes_extremity") else {}
    ends = set(together.values())
    return tuple(
        (location, together[location]) if location in together else (location,)
        for location in LOCATIONS
        if location not in ends
    )


def mark(c: C, character: Character, place: tuple[str, ...], hit: tuple[str, ...]) -> Any:
    """What tells a place, as it stands, from others; what has been hit matters where there are two to choose from."""
    two = tuple(spot for spot in hit if (at := spot.partition(":")[0]) in place and len(character.body[at]) > 1)
    return len(place), FACES[place[0]], _mark(c, character, place[0], two)


def _mark(c: C, character: Character, location: str, hit: tuple[str, ...]) -> Any:
    """What tells a location from others."""
    effect = consequence(location)
    number = len(character.body[location])
    if location in _LIMBS and c.option("limb_takes_extremity"):
        limb, end = (location, _LIMBS[location]) if location in EXTREMITY else (_LIMBS[location], location)
        return limb == location, FACES[limb], FACES[end], _limbs(character, hit, limb, end)
    if effect.kind == "death_chance" or (effect.kind == "death" and c.option("redundant_parts") == "literal"):
        return effect.kind, min(number, 1)
    return effect.kind, FACES[location], number


def _limbs(character: Character, hit: tuple[str, ...], limb: str, end: str) -> Any:
    """Limbs in order, each with whether it has been hit and which ends hang on it; and the ends likewise."""
    ends = character.body[end]
    hangs = [
        (f"{limb}:{part}" in hit, tuple(ends.index(label) for _, label in anatomy.hanging(character, limb, part)))
        for part in character.body[limb]
    ]
    return tuple(hangs), tuple(f"{end}:{label}" in hit for label in ends)
