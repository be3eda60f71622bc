"""The ruleset's door for the kernel: its state, how facts are adopted into it, and how it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction

from ...campaign import Compartment
from ...codec import from_json
from ...effect import Effect, Term
from ...frozen import Json, Map
from ...view import Injury
from . import anatomy, plans
from .character import Character, Scene, Wound, named
from .data import FUNCTIONS, SINGLE

__all__ = ["Character", "Scene", "adopt", "injuries", "sheet"]


def adopt(facts: Mapping[str, Json]) -> Character:
    """A character from a case or an import: `body` names a plan or is one, `body_patch` replaces single locations.

    Raises Refusal `bad_body`, naming the key, for a body that can't be (M-075).
    """
    given = {key: value for key, value in facts.items() if key not in ("body", "body_patch", "wounds", "original")}
    body = plans.plan(facts.get("body", "human"), facts.get("body_patch", {}))
    original = plans.plan(facts["original"], {}) if "original" in facts else body
    given["half"] = plans.capacities(facts.get("half", {}))
    given["labels"] = plans.names(facts.get("labels", {}))
    given["on"] = plans.links(facts.get("on", {}), body)
    made = from_json(Character, {**given, "body": body, "original": original})
    serial = made.serial
    wounds = []
    for wound in plans.wounds(facts.get("wounds", ())):
        if "id" not in wound:
            serial += 1
            wound["id"] = f"w{serial}"
        wounds.append(from_json(Wound, wound, "wounds"))
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


def _part(part: str) -> tuple[Effect, ...]:
    return () if part == SINGLE else (Effect("part", Map({"part": part})),)
