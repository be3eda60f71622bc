"""Bodies: which parts there are, what hangs on what, what can't be used, and what a new part is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any

from ...effect import Term
from ...errors import Refusal
from ...frozen import Json, Map
from .data import EXTREMITY, FUNCTIONS, LOCATIONS, PLANS, UNITS, Plan, row

if TYPE_CHECKING:
    from .state import Character

PAIRED = ("left", "right")
ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SINGLE = "main"


def plan(given: Json, patch: Json, under: str = "body_patch") -> Plan:
    """A body from a plan's name or from location → labels, with single locations replaced (by `under`, the field they
    came in). A location that a body given whole doesn't list is one it doesn't have.

    Raises Refusal `bad_body`: no such plan or location, no list of labels, a label twice (M-075).
    """
    if isinstance(given, str):
        if given not in PLANS:
            raise bad("body", given, "no_such_plan", list(PLANS))
        body = dict(PLANS[given])
    elif isinstance(given, Mapping):
        body = {**{location: () for location in LOCATIONS}, **_locations(given, "body")}
    else:
        raise bad("body", given, "no_plan", list(PLANS))
    if not isinstance(patch, Mapping):
        raise bad(under, patch, "no_plan", list(LOCATIONS))
    return Map({**body, **_locations(patch, under)})


def _locations(given: Mapping[str, Json], under: str) -> dict[str, tuple[str, ...]]:
    """Locations with their labels; a refusal names the key as it was given, `under/key`."""
    read = {}
    for location, labels in given.items():
        key = f"{under}/{location}"
        known_location(location, key)
        if not isinstance(labels, list | tuple):
            raise bad(key, labels, "no_list")
        for label in labels:
            if not isinstance(label, str) or not label.strip():
                raise bad(key, label, "no_label")
            if labels.count(label) > 1:
                raise bad(key, label, "label_twice")
        read[location] = tuple(labels)
    return read


def known_location(given: Json, key: str) -> str:
    """A location's id. Raises Refusal `bad_body`."""
    if given not in LOCATIONS:
        raise bad(key, given, "no_such_location", list(LOCATIONS))
    return str(given)


def links(given: Json, body: Plan) -> dict[str, str]:
    """Which hand is on which arm (`hands:third` → `arms:left`), where labels don't say so.

    Raises Refusal `bad_body`.
    """
    if not isinstance(given, Mapping):
        raise bad("on", given, "no_link")
    for end, limb in given.items():
        location, _, _ = str(end).partition(":")
        on, _, part = str(limb).partition(":")
        if EXTREMITY.get(on) != location or location is None:
            raise bad(f"on {end}", limb, "no_link")
        if part not in body[on]:
            raise bad(f"on {end}", limb, "no_such_part", list(body[on]))
    return {str(end): str(limb) for end, limb in given.items()}


def capacities(given: Json) -> Mapping[str, Json]:
    """Halved parts (`legs:right` → `1/2`) as they are given. Raises Refusal `bad_body`."""
    if not isinstance(given, Mapping):
        raise bad("half", given, "no_capacity")
    for key, left in given.items():
        known_location(str(key).partition(":")[0], f"half {key}")
        try:
            value = Fraction(str(left))
        except (ValueError, ZeroDivisionError):
            raise bad(f"half {key}", left, "no_capacity") from None
        if not 0 < value < 1:
            raise bad(f"half {key}", left, "no_capacity")
    return {str(key): str(left) for key, left in given.items()}


def threshold(given: Json, key: str) -> None:
    """A Rest Threshold: a positive number and a unit, such as `1 month`. Raises Refusal `bad_body`."""
    n, _, unit = str(given).partition(" ")
    if not (n.isdigit() and int(n) > 0 and unit in UNITS):
        raise bad(key, given, "no_threshold", list(UNITS))


def bad(key: str, given: Json, why: str, possible: list[str] | None = None) -> Refusal:
    shown: Any = possible if possible else Term("terms.possible_labels")
    return Refusal(
        "bad_body", field=key.partition("/")[0], where=key, given=given, why=Term(f"whys.{why}"), possible=shown
    )


# What hangs on what ----------------------------------------------------------


def hanging(character: Character, location: str, part: str) -> tuple[tuple[str, str], ...]:
    """The hands on an arm, the feet on a leg: by an explicit link, or else by the same label (M-053)."""
    end = EXTREMITY.get(location)
    if end is None:
        return ()
    return tuple(
        (end, label)
        for label in character.body[end]
        if character.on.get(f"{end}:{label}", f"{location}:{label}") == f"{location}:{part}"
    )


def without(character: Character, gone: tuple[tuple[str, str], ...]) -> Plan:
    """The body without some parts."""
    body = character.body
    for location, part in gone:
        body = body.set(location, tuple(label for label in body[location] if label != part))
    return body


# What can't be used ----------------------------------------------------------


def unusable(character: Character) -> list[str]:
    """The parts with an open injury (M-034, M-054)."""
    return sorted({wound.place for wound in character.wounds if wound.result == "injured"})


def hanging_unusable(character: Character) -> list[str]:
    """The parts that hang on an injured one: no hand works on an arm that doesn't."""
    hurt = [(wound.location, wound.part) for wound in character.wounds if wound.result == "injured"]
    return sorted({f"{end}:{label}" for at, part in hurt for end, label in hanging(character, at, part)})


def suspended(character: Character, literal: bool) -> list[str]:
    """The functions that an injury keeps from working for now (M-054): any injury of their location by the letter;
    where spare parts help, only when no part is whole."""
    found = []
    for function, location in FUNCTIONS.items():
        hurt = {w.part for w in character.wounds if w.location == location and w.result == "injured"}
        whole = set(character.body[location]) - hurt
        if hurt and function not in character.cannot and (literal or not whole):
            found.append(function)
    return sorted(found)


# New parts -------------------------------------------------------------------


def labels(location: str) -> Iterator[str]:
    """What the parts of a location are called, in order, without end."""
    yield from PAIRED if row(location).get("pair") else (SINGLE, ORDINALS[0])
    yield from ORDINALS[1:]
    yield from (f"{number}" for number in count(11))


def grown(character: Character, location: str, number: int) -> Plan:
    """The body with so many more parts of a location; a new arm or leg brings its hand or foot (M-053)."""
    body = character.body
    end = EXTREMITY.get(location)
    taken = set(body[location]) | (set(body[end]) if end else set())
    names = labels(location)
    new: tuple[str, ...] = ()
    while len(new) < number:
        label = next(names)
        if label not in taken:
            new = (*new, label)
    body = body.set(location, (*body[location], *new))
    return body.set(end, (*body[end], *new)) if end else body


def functions_back(character: Character, location: str) -> tuple[str, ...]:
    """The lost functions that a location brings back when it grows (M-027)."""
    return tuple(function for function in character.cannot if FUNCTIONS[function] == location)
