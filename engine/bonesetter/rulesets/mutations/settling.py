"""Whether a Mutation adds or alters, summed up: what each location comes to is walked through the rule itself, with and
without a 61–66 before it; how often those fall is counted. So odds that have no end come out exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...campaign import Compartment
from ...event import event, set_
from ...frozen import Map
from ...procedure import Then
from ...ruleset import Ruleset
from ...ways import leaves
from . import lumps
from .character import Character, Mutating, Scene
from .data import GAIN, LOCATIONS

C = Compartment[Character, Scene]


def summed(
    ruleset: Ruleset, c: C, args: Map[str, Any], tolerance: Fraction
) -> tuple[dict[Any, Fraction], Fraction] | None:
    """The odds of the procedure `mutation`, by ending; None where 61–66 is limited (option `ga_max`). Of two candidates
    the first is taken, as choices are made by default; so it is of no matter when a 61–66 is rolled again."""
    if c.option("ga_max") is not None:
        return None
    on = args["on"]
    all_faces = sum(lumps.FACES.values())
    again = Fraction(lumps.FACES[GAIN], all_faces)
    chances: dict[Any, Fraction] = {}
    for location in LOCATIONS:
        share = Fraction(lumps.FACES[location], all_faces - lumps.FACES[GAIN])
        for extra, chance in ((0, 1 - again), (1, again)):
            candidate = (location, extra)
            now = Mutating("effect", "", rolled=(candidate, candidate), chosen=candidate)
            begun = c.after(event("candidate_taken", on, set_("mutating", now)))
            for leaf in leaves(ruleset, begun, Then("mutation_settle", Map({"on": on}))):
                chances[leaf.key] = chances.get(leaf.key, Fraction(0)) + share * chance * leaf.chance
    return chances, Fraction(0)
