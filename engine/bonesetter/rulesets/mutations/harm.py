"""What a Wound does to a part: it is injured, loses half its capacity, or is destroyed with all that follows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...campaign import Compartment
from ...effect import Effect
from ...event import Change, Event, add, drop, event, put, set_
from ...frozen import Map
from . import anatomy
from .character import Character, Scene, Wound
from .data import consequence, function_of, place, row

C = Compartment[Character, Scene]


def injured(c: C, on: str, location: str, part: str, number: int) -> tuple[Event, ...]:
    """A Pass: the part can't be used until its Wound has healed. Atoms M-034, M-054, M-057."""
    made = _open(c[on], location, part, "injured")
    effects = (Effect("unusable"), Effect("rest", Map({"threshold": made.threshold})))
    changes = (put("wounds", made), add("serial", 1))
    facts: dict[str, Any] = {"part": _place(c, on, location, part), "threshold": made.threshold, "number": number}
    events = [event("injured", on, *changes, row=location, effects=effects, **facts)]
    function = function_of(location)
    if function and function in anatomy.suspended(c.after(*events)[on], c.option("redundant_parts") == "literal"):
        events.append(event("function_suspended", on, function=f"function_{function}"))
    return tuple(events)


def halved(c: C, on: str, location: str, part: str, number: int) -> tuple[Event, ...]:
    """A Seven: half of what the part can do is gone for good, and its Wound is open until it is rested off.

    Atoms M-035, M-055, M-064; option `half_stack`.
    """
    character = c[on]
    key = f"{location}:{part}"
    left = character.half.get(key, Fraction(1))
    if left == 1 or c.option("half_stack"):
        left /= 2
    made = _open(character, location, part, "half")
    effects = (Effect("capacity", Map({"left": str(left)})), Effect("rest", Map({"threshold": made.threshold})))
    changes = (put("wounds", made), add("serial", 1), set_("half", character.half.set(key, left)))
    facts: dict[str, Any] = {
        "part": _place(c, on, location, part),
        "left": str(left),
        "threshold": made.threshold,
        "number": number,
    }
    return (event("halved", on, *changes, row=location, effects=effects, **facts),)


def kills(c: C, on: str, location: str) -> str | None:
    """Whether losing a part of a location is death: `yes`, `painful` (the skin), or None.

    Atoms M-048, M-049; option `redundant_parts`: by the letter a spare one is no help.
    """
    effect = consequence(location)
    if effect.kind != "death" or (c.option("redundant_parts") == "last_only" and len(c[on].body[location]) > 1):
        return None
    return "painful" if effect.get("painful") else "yes"


def destroyed(c: C, on: str, location: str, part: str, number: int, fatal: str | None) -> tuple[Event, ...]:
    """A Failure or a Fumble: the part is gone, and exactly what the table's last column says comes of it.

    Atoms M-036, M-045 to M-051, M-053, M-056; options `limb_takes_extremity`, `redundant_parts`.
    """
    character = c[on]
    hangs = anatomy.hanging(character, location, part) if c.option("limb_takes_extremity") else ()
    gone = ((location, part), *hangs)
    changes: tuple[Change, ...] = _closed(character, gone)
    if location == "organ":
        changes = (*changes, put("organs_lost", part))
    else:
        body = anatomy.without(character, gone)
        changes = (*changes, *(set_(f"body/{at}", body[at]) for at in dict.fromkeys(at for at, _ in gone)))
    shown = _place(c, on, location, part)
    events = [event("destroyed", on, *changes, row=location, effects=row(location).effects, part=shown, number=number)]
    if consequence(location).kind == "lose_one":
        had = max(len(character.original.get(location, ())), len(character.body[location]))
        left = len(character.body[location]) - 1
        events.append(event("parts_left", on, location=_place(c, on, location, "main"), left=left, of=had))
    events += [event("hanging_lost", on, part=_place(c, on, at, label)) for at, label in hangs]
    function = function_of(location)
    if function and function not in character.cannot:
        last = len(character.body[location]) == 1
        if last or c.option("redundant_parts") == "literal":
            lost = put("cannot", function)
            events.append(event("function_lost", on, lost, function=f"function_{function}"))
    if fatal:
        name = "died_painfully" if fatal == "painful" else "died"
        events.append(event(name, on, set_("alive", False), row=location, part=shown))
    elif location == "organ":
        events.append(event("organ_survived", on, part=shown))
    return tuple(events)


def _open(character: Character, location: str, part: str, result: str) -> Wound:
    return Wound(f"w{character.serial + 1}", location, part, result, str(row(location)["threshold"]))


def _closed(character: Character, gone: tuple[tuple[str, str], ...]) -> tuple[Change, ...]:
    """The open Wounds and half marks of what is gone, closed (M-056)."""
    places = {f"{location}:{part}" for location, part in gone}
    closed = tuple(drop("wounds", wound.id) for wound in character.wounds if wound.place in places)
    return (*closed, *(drop("half", key) for key in character.half if key in places))


def _place(c: C, on: str, location: str, part: str) -> object:
    return place(location, part, c[on].labels.get(location))
