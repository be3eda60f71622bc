"""The ruleset's own tables and body plans, as its rules read them."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from ...effect import Effect, Phrase, Term
from ...frozen import Map
from ...table import Row, Table

GAIN = "gain_additional"

SINGLE = "main"
"""The label of a part that is alone in its location."""

UNITS = ("hour", "day", "week", "month", "season", "year")
"""The units of rests and thresholds (M-066)."""


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / name).read_text("utf-8"))


TABLES = {id: Table.of(id, facts) for id, facts in _toml("tables.toml").items()}

LOCATIONS = tuple(row.id for row in TABLES["locations"].rows if row.id != GAIN)
"""The 21 locations, in the table's order."""

Plan = Map[str, tuple[str, ...]]

PLANS: dict[str, Plan] = {
    name: Map({location: tuple(plan[location]) for location in LOCATIONS})
    for name, plan in _toml("body_plans.toml").items()
}

EXTREMITY = {"arms": "hands", "legs": "feet"}
"""What hangs on a limb and goes and comes with it (M-053)."""

FUNCTIONS = {
    effect["function"]: row.id for row in TABLES["locations"].rows for effect in row.effects if effect.kind == "cannot"
}
"""Each function that can be lost, and the location it sits in (M-047)."""


def row(location: str) -> Row:
    """A location's row."""
    return TABLES["locations"].row(location)


def consequence(location: str) -> Effect:
    """What the last column of the table says for a destroyed location: one effect (M-045)."""
    return row(location).effects[0]


def function_of(location: str) -> str | None:
    """The function that goes with a location, for the five that have one."""
    effect = consequence(location)
    return str(effect["function"]) if effect.kind == "cannot" else None


def place(location: str, part: str, label: str | None = None) -> Phrase | Term | str:
    """A part in words, with the body's own name for the location where it has one (M-006)."""
    named: Term | str = label or Term(f"rows.{location}")
    if part == SINGLE:
        return named
    return Phrase("terms.part_at", (("location", named), ("part", part)))
