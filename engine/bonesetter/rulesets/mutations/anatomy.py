"""Bodies: what hangs on what, what can't be used, and what a new part is called."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from .character import Character
from .data import EXTREMITY, FUNCTIONS, SINGLE, Plan, row

PAIRED = ("left", "right")
ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

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
