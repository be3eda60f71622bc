"""What the campaign keeps of a character under Death & Danger. Source: the whole text; SPEC section 0.

The list of injuries is the wound track: nothing counts wounds beside it (atom K-007).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ...effect import Effect, Term
from ...frozen import Map

NpcKind = Literal["npc_major", "npc_minor"]
PC, MAJOR, MINOR = "pc", "npc_major", "npc_minor"
KINDS = (PC, MAJOR, MINOR)
ALIVE, FLED, DEAD = "alive", "fled", "dead"
STATUSES = (ALIVE, FLED, DEAD)
CUSTOM = "custom"
CHOSEN = "player_chose_final_death"
"""The one reason for a final death that a player gives. Atom K-078."""


@dataclass(frozen=True)
class Pool:
    """Vigor or Vitality: points left, and the maximum before any injury's effect."""

    now: int = 0
    max: int = 0


@dataclass(frozen=True)
class Injury:
    """A lasting injury, or a disease (its table is then `disease`).

    `row` is the table row it came from (None for the GM's own); `effects` are those that its body site lets apply;
    `rest_days_done` are days of convalescence; `days` days since it was gained, as far as anyone counted;
    `tried` says that Medicine was tried in this downtime period.
    """

    id: str
    table: str = CUSTOM
    result: int | None = None
    name: str = ""
    row: str | None = None
    die: str | None = None
    activity: str | None = None
    effects: tuple[Effect, ...] = ()
    treatment: tuple[Map[str, Any], ...] = ()
    tags: tuple[str, ...] = ()
    site: str | None = None
    rest_days_done: int = 0
    days: int = 0
    tried: bool = False

    @property
    def word(self) -> str | Term:
        """Its name, to be read in the reader's language where it came from a table."""
        if self.row is not None:
            return Term(f"rows.{self.row}")
        return self.name or Term("terms.unrolled_wound")


@dataclass(frozen=True)
class Poison:
    """A running poison. `rounds_left` None: it runs until it is cured."""

    id: str
    route: str = "ingested"
    dc: int = 0
    vigor_per_round: int = 0
    rounds_left: int | None = None
    stat_penalties: Map[str, int] = Map()
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Character:
    """A hero or an NPC. `total_damage` counts for Minor NPCs only; `final_death` names why nobody brings them back;
    `serials` counts the injuries (n), diseases (d) and poisons (p) ever gained, so that no id comes twice."""

    kind: str = PC
    tier: int = 1
    level: int = 1
    vigor: Pool = Pool()
    vitality: Pool = Pool()
    injuries: tuple[Injury, ...] = ()
    diseases: tuple[Injury, ...] = ()
    poisons: tuple[Poison, ...] = ()
    total_damage: int = 0
    status: str = ALIVE
    death_cause: str | None = None
    final_death: str | None = None
    resurrections: int = 0
    serials: Map[str, int] = Map()
    name: str = field(default="", compare=False)
    tolls: tuple[str, ...] = field(default=(), compare=False)
    resistances: Any = field(default=(), compare=False)


@dataclass(frozen=True)
class Scene:
    """Nothing of this ruleset belongs to the scene."""
