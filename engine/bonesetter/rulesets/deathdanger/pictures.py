"""A picture of the odds: injury dice, for as many injuries as bear on one check."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...campaign import Compartment
from ...frozen import Map
from ...odds import of_procedure
from ...pictures import Drawn, Panel, picture
from ...ruleset import Ruleset
from .character import Character, Injury, Scene
from .checks import CRITICAL
from .sound import LADDER

WHO = "hero"
INJURIES = tuple(range(1, 7))


@picture()
def injury_dice(ruleset: Ruleset, given: Mapping[str, Any]) -> Drawn:
    """The chance that a check turns into a critical failure, by injuries that bear on it, for each injury die."""
    panels = []
    for die in LADDER:
        chances = []
        for number in INJURIES:
            injuries = tuple(Injury(f"n{at}", name="-", die=die, activity="any") for at in range(1, number + 1))
            hero = Character(tier=len(INJURIES) + 1, injuries=injuries)
            c: Compartment[Character, Scene] = Compartment(Map({WHO: hero}), Scene(), ruleset.defaults)
            odds = of_procedure(ruleset, c, "check", {"on": WHO, "activities": ("any",)})
            chances.append((odds.chances.get(CRITICAL, Fraction(0)),))
        panels.append(Panel(die, tuple(chances)))
    return Drawn(INJURIES, tuple(panels))
