"""Pictures of the odds: what a Wound comes to where it lands, and what the whole incident comes to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...campaign import Compartment
from ...frozen import Map
from ...odds import of_procedure
from ...pictures import Drawn, Knob, Panel, chance_of, picture
from ...ruleset import Ruleset
from .chances import FINE, chances
from .character import Character, Scene
from .data import PLANS

WHO = "hero"
BODY = Knob("body", "human", values=tuple(PLANS))
WORST = {
    "unhurt": "unhurt",
    "injured": "injured",
    "half": "half",
    "destroyed": "destroyed_not_fatal",
    "death": "death",
}
"""What is shown, from nothing to the end, and its name among the rules' own odds."""

ENDINGS = {**{tick: (tick,) for tick in WORST}, "unhurt": ("negated", "no_wound")}
"""The endings of a whole incident that each of them stands for."""


def whole(ruleset: Ruleset, body: str) -> Compartment[Character, Scene]:
    """Somebody with everything that such a body has."""
    return Compartment(Map({WHO: Character(body=PLANS[body], original=PLANS[body])}), Scene(), ruleset.defaults)


@picture(BODY)
def one_wound(ruleset: Ruleset, given: Mapping[str, Any]) -> Drawn:
    """The worst that a Wound does to somebody whole at one location that is no 61–66, with one Wound Save."""
    shown = chances(whole(ruleset, given["body"]), on=WHO, chain=False)
    odds = {name: Fraction(str(chance)) for name, chance in shown.items()}
    bars = tuple((odds[name],) for name in WORST.values())
    return Drawn(tuple(WORST), (Panel("location", bars, odds["unresolved"]),), grave=("death",))


@picture(BODY)
def whole_incident(ruleset: Ruleset, given: Mapping[str, Any]) -> Drawn:
    """The worst that comes of it with every further part and every further Wound, which may go on without end: what is
    left over is less than the sixth digit shows."""
    odds = of_procedure(ruleset, whole(ruleset, given["body"]), "wound", {"on": WHO}, tolerance=FINE)
    bars = tuple((chance_of(odds.chances, endings),) for endings in ENDINGS.values())
    return Drawn(tuple(ENDINGS), (Panel("incident", bars, odds.unresolved),), grave=("death",))
