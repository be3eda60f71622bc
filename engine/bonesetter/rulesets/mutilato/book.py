"""The table as rules read it: what each loss does at once and for good. Source: Mutilato, the table and its entries.

Each effect of a row is either immediate (things fall, Prono, bleeding) or lasting (all others). Atoms U-003, U-045.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

from ...effect import Effect
from ...frozen import Map
from ...table import Table
from .character import PARTS, Modifier, Targets

TABLE = Table.of("mutilato", tomllib.loads((files(__package__) / "tables.toml").read_text("utf-8"))["mutilato"])
"""d20 to result; faces 1 to 20 all covered. Atom U-001."""

IMMEDIATE = ("now", "bleeding")
"""Kinds of effect that happen once, at the loss; what is left is permanent. Atoms U-033, U-045."""

FACES = {row.id: sum(1 for face in range(1, 21) if row.span and face in row.span) for row in TABLE.rows}
"""How many faces of the d20 bring each result."""


def effects(part: str) -> tuple[Effect, ...]:
    """All effects of a result."""
    return TABLE.row(part).effects


def immediate(part: str) -> tuple[Effect, ...]:
    """What a loss does once, in the order it happens and its dice are rolled. Atom U-025."""
    return tuple(effect for effect in effects(part) if effect.kind in IMMEDIATE)


def lasting(part: str) -> tuple[Effect, ...]:
    """What one loss does for good. What only the last one does (`LAST`) is told when it comes."""
    return tuple(effect for effect in effects(part) if effect.kind not in (*IMMEDIATE, "last"))


MODIFIERS: Map[str, tuple[Modifier, ...]] = Map(
    {
        part: tuple(Modifier(Targets(tuple(e["on"])), e["value"]) for e in effects(part) if e.kind == "modifier")
        for part in PARTS
    }
)
"""The lasting modifiers of each loss."""

BANS: Map[str, tuple[str, ...]] = Map(
    {part: tuple(f"no_{what}" for e in effects(part) if e.kind == "ban" for what in e["what"]) for part in PARTS}
)
"""The bans of each loss, as flags: from the first such loss on, one ban however often earned. Atoms U-032, U-034."""

LAST: Map[str, str] = Map({part: e["gains"] for part in PARTS for e in effects(part) if e.kind == "last"})
"""What the loss of the last such part brings: a condition, a flag, or (the last finger of a hand) that hand's loss."""
