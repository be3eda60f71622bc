"""What a character is under Mutations & Wounds: a body of parts, open Wounds, what is lost for good, and Facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction

from ...campaign import Compartment
from ...codec import from_json
from ...effect import Effect, Term
from ...frozen import Json, Map
from ...view import Injury
from . import anatomy
from .data import FUNCTIONS, PLANS, Plan, row

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


def adopt(facts: Mapping[str, Json]) -> Character:
    """A character from a case or an import: `body` names a plan or is one, `body_patch` replaces single locations.

    Raises Refusal `bad_body`, naming the key, for a body that can't be (M-075).
    """
    given = {key: value for key, value in facts.items() if key not in ("body", "body_patch", "wounds", "original")}
    body = anatomy.plan(facts.get("body", "human"), facts.get("body_patch", {}))
    original = anatomy.plan(facts["original"], {}) if "original" in facts else body
    given["half"] = anatomy.capacities(facts.get("half", {}))
    given["on"] = anatomy.links(facts.get("on", {}), body)
    made = from_json(Character, {**given, "body": body, "original": original})
    wounds = []
    serial = made.serial
    for wound in facts.get("wounds", ()):
        location = anatomy.known_location(wound.get("location") if isinstance(wound, Mapping) else wound, "wounds")
        filled = {"part": "main", "result": "injured", "threshold": row(location).get("threshold"), **wound}
        anatomy.threshold(filled["threshold"], f"wounds {location}")
        if "id" not in filled:
            serial += 1
            filled["id"] = f"w{serial}"
        wounds.append(from_json(Wound, filled, "wounds"))
    values = {field.name: getattr(made, field.name) for field in fields(made)}
    return Character(**{**values, "wounds": tuple(wounds), "serial": serial})


def sheet(c: Compartment[Character, Scene], who: str) -> Mapping[str, Json]:
    """What follows from a character's state. `body` and `counts` list only the locations that have changed."""
    character = c[who]
    changed = [at for at in character.body if character.body[at] != character.original.get(at, ())]
    counts = [at for at in changed if len(character.body[at]) != len(character.original.get(at, ()))]
    literal = c.option("redundant_parts") == "literal"
    return {
        "alive": character.alive,
        "pc": character.pc,
        "body": {at: character.body[at] for at in changed},
        "counts": {at: len(character.body[at]) for at in counts},
        "open_wounds": [wound.place for wound in character.wounds],
        "unusable": anatomy.unusable(character),
        "out_of_use": anatomy.hanging_unusable(character),
        "half": character.half,
        "cannot": sorted(character.cannot),
        "suspended": anatomy.suspended(character, literal),
        "organs_lost": character.organs_lost,
        "facts_count": len(character.facts),
        "facts": [
            {"text": fact.text, "source": fact.source, "location": fact.location, "added": fact.added}
            for fact in character.facts
        ],
    }


def injuries(c: Compartment[Character, Scene], who: str) -> tuple[Injury, ...]:
    """The open Wounds, and what is lost for good."""
    character = c[who]
    shown = [] if character.alive else [Injury("dead", Term("values.dead"))]
    for wound in character.wounds:
        if wound.result == "injured":
            effects = [Effect("unusable")]
        else:
            left = character.half.get(wound.place, Fraction(1, 2))
            effects = [Effect("capacity", Map({"left": str(left)}))]
        rest = Effect("rest", Map({"threshold": wound.threshold}))
        shown.append(Injury(wound.id, named(character, wound.location), (*_part(wound.part), *effects, rest)))
    open_places = {wound.place for wound in character.wounds}
    for key, left in character.half.items():
        if key not in open_places:
            location, _, part = key.partition(":")
            effects = [*_part(part), Effect("capacity", Map({"left": str(left)}))]
            shown.append(Injury(f"half-{key}", named(character, location), tuple(effects)))
    for function in sorted(character.cannot):
        location = FUNCTIONS[function]
        effect = Effect("cannot", Map({"function": function}))
        shown.append(Injury(f"cannot-{function}", named(character, location), (effect,)))
    return tuple(shown)


def named(character: Character, location: str) -> Term | str:
    """A location by the body's own name for it, or by the table's (M-006)."""
    return character.labels.get(location) or Term(f"rows.{location}")


def _part(part: str) -> tuple[Effect, ...]:
    return () if part == "main" else (Effect("part", Map({"part": part})),)
