"""A picture of the odds: what is lost for good after several maimings."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any, cast

from ...campaign import Compartment
from ...frozen import Map
from ...odds import Policy, in_turn
from ...pictures import Drawn, Panel, picture
from ...procedure import Then
from ...ruleset import Ruleset
from .state import Character, Scene

WHO = "hero"
MAIMINGS = tuple(range(1, 9))
SIDES = Policy(otherwise="uniform")
"""Either side alike, wherever there is one to choose."""

NO_TWO_HANDED, NO_RUN, CRAWL, BLIND, DEAF, NO_NOSE = "two_handed", "run", "crawl", "blind", "deaf", "nose"
LOST = (NO_TWO_HANDED, NO_RUN, NO_NOSE, BLIND, DEAF, CRAWL)

C = Compartment[Character, Scene]


@picture()
def losses(ruleset: Ruleset, given: Mapping[str, Any]) -> Drawn:
    """What a whole human has lost after so many maimings, one panel for each thing lost."""
    c: C = Compartment(Map({WHO: ruleset.adopt({})}), Scene(), ruleset.defaults)
    acts = [Then("maim", Map({"on": WHO}))] * len(MAIMINGS)
    seen = in_turn(ruleset, c, acts, _lost, same=_body, policy=SIDES)
    panels = []
    for loss in LOST:
        chances = (
            sum((p for gone, p in after.items() if loss in cast(frozenset[str], gone)), Fraction(0)) for after in seen
        )
        panels.append(Panel(loss, tuple((chance,) for chance in chances)))
    return Drawn(MAIMINGS, tuple(panels))


def _body(c: C) -> Hashable:
    """What later maimings depend on: the body, without telling left from right."""
    body = c[WHO].body
    fingers: Mapping[str, int] = body.finger or {}
    arms = sorted((side in body.arm, side in body.hand, fingers.get(side, -1)) for side in ("left", "right"))
    legs = sorted((side in body.leg, side in body.foot) for side in ("left", "right"))
    return tuple(arms), tuple(legs), len(body.eye), len(body.ear), len(body.nose)


def _lost(c: C) -> frozenset[str]:
    body = c[WHO].body
    gone = {
        NO_TWO_HANDED: len(body.hand) < 2,
        NO_RUN: len(body.foot) < 2,
        NO_NOSE: not body.nose,
        BLIND: not body.eye,
        DEAF: not body.ear,
        CRAWL: not body.leg,
    }
    return frozenset(loss for loss, is_gone in gone.items() if is_gone)
