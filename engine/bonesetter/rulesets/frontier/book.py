"""The chapter's tables as the rules read them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files

from ...effect import Effect, Term
from ...errors import Refusal
from ...frozen import Map
from ...table import Row, Table

TABLES = {
    id: Table.of(id, facts)
    for id, facts in tomllib.loads((files(__package__) / "tables.toml").read_text("utf-8")).items()
}

LOCATIONS = ("head", "body", "arm", "leg")
SIDES = ("left", "right")

EASY, MEDIUM, HARD = 9, 11, 13
"""The difficulties (F-003)."""

WORSE = -5
"""A margin of this or less is a failure by 5 or more (F-004)."""

HOUR, DAY, WEEK = 1, 24, 168
"""In hours (F-013, D-59)."""

POISONS: Map[str, Row] = Map({row.name: row for row in TABLES["poisons"].rows})
DISEASES: Map[str, Row] = Map({row.name: row for row in TABLES["diseases"].rows})
TREATMENT: Map[str, Row] = Map({row["lasts"]: row for row in TABLES["treatment"].rows})


def wound_row(location: str, number: int) -> Row:
    """A row of a location's table, by its place from 1 to 13. Raises Refusal `unknown_location`, `no_row`."""
    if location not in LOCATIONS:
        raise Refusal("unknown_location", given=location, accepted=list(LOCATIONS))
    if not 1 <= number <= len(TABLES[location].rows):
        raise Refusal("no_row", table=Term(f"tables.{location}.title"), given=number)
    return TABLES[location].rows[number - 1]


def wound_term(location: str, number: int) -> Term:
    """A critical wound's name in words."""
    return Term(f"rows.{location}-{number}")


def poison(name: str) -> Row:
    """A poison by its name or row id. Raises Refusal `unknown_poison`."""
    return _named("poisons", name, "unknown_poison")


def disease(name: str) -> Row:
    """A disease by its name or row id. Raises Refusal `unknown_disease`."""
    return _named("diseases", name, "unknown_disease")


def _named(table: str, name: str, code: str) -> Row:
    for row in TABLES[table].rows:
        if name in (row.name, row.id):
            return row
    raise Refusal(code, given=name, known=[Term(f"rows.{row.id}") for row in TABLES[table].rows])


def outcome(row: Row, when: str) -> tuple[Effect, ...]:
    """What a poison does on `fail`, `fail_by_5` or `success`."""
    return tuple(
        Effect.of(inner)
        for effect in row.effects
        if effect.kind == "outcome" and effect["when"] == when
        for inner in effect["effects"]
    )


def kinds(effects: tuple[Effect, ...], kind: str) -> Iterator[Effect]:
    """The effects of one kind."""
    return (effect for effect in effects if effect.kind == kind)


def first(effects: tuple[Effect, ...], kind: str) -> Effect | None:
    """The first effect of one kind, or None."""
    return next(kinds(effects, kind), None)
