"""The Rest Action: every open Wound whose threshold is shorter than the rest has healed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from typing import Annotated

from ...campaign import Compartment
from ...codec import to_json
from ...errors import Refusal
from ...event import drop, event
from ...form import Free, OneOf, Who
from ...frozen import Json, Map
from ...procedure import Outcome, Rule, procedure
from .character import Character, Scene
from .data import UNITS, place
from .under_way import alive

C = Compartment[Character, Scene]

DAYS: dict[str, dict[str, Fraction]] = {
    name: {unit: Fraction(length) for unit, length in lengths.items()}
    for name, lengths in {
        "plain": {"week": "7", "month": "30", "season": "90", "year": "360"},
        "lunar": {"week": "7", "month": "28", "season": "84", "year": "336"},
        "solar": {"week": "7", "month": "365/12", "season": "365/4", "year": "365"},
    }.items()
}
"""The days of each unit in each calendar a table may use (option `calendar`)."""


@procedure(group="rest")
def rest(
    c: C,
    *,
    on: Annotated[str, Who()],
    n: int | None = None,
    unit: Annotated[str | None, OneOf(UNITS, code="bad_duration", open=True)] = None,
    rests: Annotated[tuple[Json, ...] | None, Free("rests")] = None,
) -> Rule:
    """A Rest Action of so many units; or several, one after another (`rests`), each as `{"n": 5, "unit": "week"}`. Time
    that is no Rest Action (`"rest_action": false`) heals nothing, and rests don't add up.

    Atoms M-060 to M-066; option `calendar`. Raises Refusal `dead` (M-072), `bad_duration` (M-075).
    """
    character = alive(c, on)
    one = Map({"n": n, "unit": unit})
    lengths = [_read(c, given) for given in _list(one if rests is None else rests)]
    open_ = list(character.wounds)
    events = []
    healed: list[str] = []
    for days, counts in lengths:
        for wound in [wound for wound in open_ if counts and days > _days(c, wound.threshold)]:
            open_.remove(wound)
            healed.append(wound.place)
            part = place(wound.location, wound.part, character.labels.get(wound.location))
            kept = "healed_half" if wound.result == "half" else "healed"
            events.append(event(kept, on, drop("wounds", wound.id), row=wound.location, part=part))
    if not healed:
        events.append(event("nothing_healed", on))
    yield from ()
    return Outcome("healed" if healed else "nothing_healed", tuple(events), {"healed": healed})


def _list(given: Json) -> tuple[Json, ...]:
    if isinstance(given, Mapping):
        return (given,)
    if not isinstance(given, tuple):
        raise Refusal("bad_duration", field="rests", given=given, units=list(UNITS))
    return given


def _read(c: C, given: Json) -> tuple[Fraction, bool]:
    if not isinstance(given, Mapping):
        raise Refusal("bad_duration", field="rests", given=given, units=list(UNITS))
    n, unit = given.get("n"), given.get("unit")
    number = isinstance(n, int | float) and not isinstance(n, bool) and isfinite(n) and n > 0
    if not number or unit not in UNITS:
        said = " ".join(_said(piece) for piece in (n, unit))
        raise Refusal("bad_duration", field="n", given=said, units=list(UNITS))
    counts = given.get("rest_action", True)
    if not isinstance(counts, bool):
        raise Refusal("bad_value", field="rest_action", given=counts, accepted="true, false")
    return Fraction(str(n)) * _unit(c, str(unit)), counts


def _said(given: Json) -> str:
    """A piece of a rest as it was typed; a dash for none."""
    if given is None or isinstance(given, str):
        return given or "–"
    return json.dumps(to_json(given), ensure_ascii=False)


def _days(c: C, threshold: str) -> Fraction:
    n, _, unit = threshold.partition(" ")
    return Fraction(n) * _unit(c, unit)


def _unit(c: C, unit: str) -> Fraction:
    if unit == "hour":
        return Fraction(1, 24)
    return Fraction(1) if unit == "day" else DAYS[c.option("calendar")][unit]
