"""What a character is under Mutations & Wounds: a body of parts, open Wounds, what is lost for good, and Facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from ...effect import Term
from ...frozen import Map
from .data import PLANS, Plan

WORST = ("negated", "no_wound", "injured", "half", "destroyed", "death")
"""What a Wound can come to, from nothing to the end."""


@dataclass(frozen=True)
class Wound:
    """An open Wound: where, on which part, and the rest it takes (`1 month`). `result` is `injured` or `half`; either
    way it closes after a rest longer than its threshold (M-034, M-035, M-061)."""

    id: str
    location: str
    part: str
    result: str
    threshold: str

    @property
    def place(self) -> str:
        return f"{self.location}:{self.part}"


@dataclass(frozen=True)
class Fact:
    """A Mutation as the GM wrote it: its text, the source it drew on, its location, and how many parts came with it."""

    id: str
    text: str = field(compare=False)
    source: str
    location: str
    added: int = 0
    playable: bool | None = None


@dataclass(frozen=True)
class Incident:
    """A Wound being resolved, and those that its Fumbles have queued.

    `number` counts the Wounds of the incident, `waiting` those still queued; `rolling` is how many locations of this
    Wound are still to be rolled, `pending` how many have been rolled but not yet resolved. `extra` counts the 61–66 of
    this Wound. `location` and `saves` are the location being resolved where several parts of one kind are hit, and how
    many of them are left; `hit` are the parts this Wound has hit so far. `worst` is the worst that has come of it all.
    `once` ends it after one location that is no 61–66 and breeds no second Wound, `cap` at that many d66 rolls: both
    are for odds only.
    """

    number: int = 1
    waiting: int = 0
    rolling: int = 1
    pending: int = 0
    extra: int = 0
    rolled: tuple[str, ...] = ()
    location: str | None = None
    saves: int = 0
    hit: tuple[str, ...] = ()
    worst: str = "negated"
    rolls: int = 0
    traced: int = 0
    once: bool = False
    cap: int | None = None


@dataclass(frozen=True)
class Mutating:
    """A Mutation being resolved: its source, the text of its Fact, and the results rolled so far."""

    source: str
    text: str = field(compare=False)
    playable: bool | None = None
    rolled: tuple[tuple[str, int], ...] = ()
    extra: int = 0
    chosen: tuple[str, int] | None = None


@dataclass(frozen=True)
class Character:
    """One body. `original` is the body it came with: only the view compares with it."""

    alive: bool = True
    pc: bool = True
    body: Plan = PLANS["human"]
    on: Map[str, str] = Map()
    labels: Map[str, str] = field(default=Map(), compare=False)
    wounds: tuple[Wound, ...] = ()
    half: Map[str, Fraction] = Map()
    organs_lost: tuple[str, ...] = ()
    cannot: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    serial: int = 0
    incident: Incident | None = None
    mutating: Mutating | None = None
    original: Plan = field(default=PLANS["human"], compare=False)


@dataclass(frozen=True)
class Scene:
    """Nothing of the scene matters to these rules."""


def named(character: Character, location: str) -> Term | str:
    """A location by the body's own name for it, or by the table's (M-006)."""
    return character.labels.get(location) or Term(f"rows.{location}")
