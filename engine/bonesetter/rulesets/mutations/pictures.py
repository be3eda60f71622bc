"""A picture of the odds: what a Wound comes to where it lands."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...campaign import Compartment
from ...frozen import Map
from ...pictures import Drawn, Panel, picture
from ...ruleset import Ruleset
from .chances import chances
from .character import Character, Scene

WHO = "hero"
WORST = {
    "unhurt": "unhurt",
    "injured": "injured",
    "half": "half",
    "destroyed": "destroyed_not_fatal",
    "death": "death",
}
"""What is shown, from nothing to the end, and its name among the rules' own odds."""


@picture()
def one_wound(ruleset: Ruleset, given: Mapping[str, Any]) -> Drawn:
    """The worst that a Wound does to a whole human at one location that is no 61–66, with one Wound Save."""
    c: Compartment[Character, Scene] = Compartment(Map({WHO: Character()}), Scene(), ruleset.defaults)
    odds = {name: Fraction(str(chance)) for name, chance in chances(c, on=WHO, chain=False).items()}
    bars = tuple((odds[name],) for name in WORST.values())
    return Drawn(tuple(WORST), (Panel("location", bars, odds["unresolved"]),), grave=("death",))
