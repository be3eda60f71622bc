"""Bodies as they are given: plans, links, halved parts and open Wounds, read and checked (M-075)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...effect import Term
from ...errors import Refusal
from ...frozen import Json, Map
from .data import EXTREMITY, LOCATIONS, PLANS, SINGLE, UNITS, Plan, row

RESULTS = ("injured", "half")
"""What has been an open Wound's save: it left the part injured, or with half its capacity."""

LABELS = Term("terms.possible_labels")
NAMES = Term("terms.possible_names")
LINKS = Term("terms.possible_links")
CAPACITIES = Term("terms.possible_capacities")
WOUNDS = Term("terms.possible_wounds")
"""What could stand in a body in place of what can't."""


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
            raise bad(key, labels, "no_list", LABELS)
        for label in labels:
            if not isinstance(label, str) or not label.strip():
                raise bad(key, label, "no_label", LABELS)
            if labels.count(label) > 1:
                raise bad(key, label, "label_twice", LABELS)
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
        raise bad("on", given, "no_link", LINKS)
    for end, limb in given.items():
        location, _, _ = str(end).partition(":")
        on, _, part = str(limb).partition(":")
        if EXTREMITY.get(on) != location:
            raise bad(f"on {end}", limb, "no_link", LINKS)
        if part not in body[on]:
            raise bad(f"on {end}", limb, "no_such_part", list(body[on]))
    return {str(end): str(limb) for end, limb in given.items()}


def names(given: Json) -> Mapping[str, str]:
    """What a body calls its locations (`hands` → `pincers`). Raises Refusal `bad_body`."""
    if not isinstance(given, Mapping):
        raise bad("labels", given, "no_names", NAMES)
    for location, name in given.items():
        known_location(location, f"labels {location}")
        if not isinstance(name, str):
            raise bad(f"labels {location}", name, "no_label", NAMES)
    return given


def capacities(given: Json) -> Mapping[str, Json]:
    """Halved parts (`legs:right` → `1/2`) as they are given. Raises Refusal `bad_body`."""
    if not isinstance(given, Mapping):
        raise bad("half", given, "no_capacity", CAPACITIES)
    for key, left in given.items():
        known_location(str(key).partition(":")[0], f"half {key}")
        try:
            value = Fraction(str(left))
        except (ValueError, ZeroDivisionError):
            raise bad(f"half {key}", left, "no_capacity", CAPACITIES) from None
        if not 0 < value < 1:
            raise bad(f"half {key}", left, "no_capacity", CAPACITIES)
    return {str(key): str(left) for key, left in given.items()}


def wounds(given: Json) -> list[dict[str, Any]]:
    """Open Wounds with what they leave out filled in: the part `main`, `injured`, and the threshold of the location.

    Raises Refusal `bad_body`.
    """
    if not isinstance(given, list | tuple):
        raise bad("wounds", given, "no_wounds", WOUNDS)
    return [_wound(each) for each in given]


def _wound(given: Json) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise bad("wounds", given, "no_wounds", WOUNDS)
    location = known_location(given.get("location"), "wounds")
    key = f"wounds {location}"
    filled = {"part": SINGLE, "result": RESULTS[0], "threshold": row(location)["threshold"], **given}
    if filled["result"] not in RESULTS:
        raise bad(key, filled["result"], "no_result", list(RESULTS))
    n, _, unit = str(filled["threshold"]).partition(" ")
    if not (n.isdecimal() and int(n) > 0 and unit in UNITS):
        raise bad(key, filled["threshold"], "no_threshold", list(UNITS))
    return filled


def bad(key: str, given: Json, why: str, known: list[str] | Term) -> Refusal:
    """A refusal `bad_body`: where in the body, what stands there, what is wrong with it, and what could stand there."""
    field = key.replace("/", " ").partition(" ")[0]
    return Refusal("bad_body", field=field, where=key, given=given, why=Term(f"whys.{why}"), known=known)
