"""A whole incident, summed up: how many parts each Wound hits, and what each part comes to on the body as it then is.

What a part comes to is walked through the rule itself, once for each state that a place of the body can be in: a nose,
or a pair of arms with the hands on them. The rest is counting: which places there are, and the Wounds and parts still
to come. So odds that have no end come out in a moment, with a bound for what was left.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...campaign import Compartment
from ...frozen import Map
from ...ruleset import Ruleset
from .character import WORST, Character, Scene
from .places import DEATH, LOSS, UNIT, Body, Came, Places
from .survival import SCALE, SIZES, Survival, one_wound, power

C = Compartment[Character, Scene]

PLAIN = {
    "ga_wound": "distinct_rolls",
    "ga_max": None,
    "ga_duplicates": "save_again",
    "stop_on_death": True,
    "part_choice": "gm",
}
"""The options under which each part of a Wound is rolled by itself."""


def whole(ruleset: Ruleset, c: C, on: str, tolerance: Fraction) -> tuple[dict[Any, Fraction], Fraction]:
    """The chances of an incident by the worst that comes of it, each a lower bound, and the mass that is left over: at
    most `tolerance`."""
    places = Places(ruleset, on, c.option("redundant_parts") == "literal")
    body = places.body(c)
    chances = _spared(places.part(body))
    speck = int(tolerance * SCALE) >> 11
    while True:
        lost, killed = _Followed(places, speck).incident(body)
        made = {**chances, WORST[LOSS]: Fraction(lost, SCALE), WORST[DEATH]: Fraction(killed, SCALE)}
        left = 1 - sum(made.values(), Fraction(0))
        if left <= tolerance or speck < 2:
            return {ending: chance for ending, chance in made.items() if chance}, left
        speck >>= 1


def _spared(part: Mapping[Came, int]) -> dict[Any, Fraction]:
    """Lower bounds, out by a hair, of all that is short of a loss: until then a Wound's parts are alike."""
    chances: dict[Any, Fraction] = {}
    weight, most_below = 0, 0
    for worst in range(LOSS):
        more = sum(share for (came, _, _), share in part.items() if came == worst)
        weight += more
        if more:
            least, most = one_wound(weight * SCALE // UNIT)[0], one_wound(-(-weight * SCALE // UNIT))[1]
            chances[WORST[worst]] = Fraction(least - most_below, SCALE)
            most_below = most
    return chances


UNBOUNDED = Survival(0, 0, 0, 0)
UNBOUNDED.low = (0, 0)

Standing = tuple[Body, int, int, bool]
"""The body, parts of this Wound and Wounds to come, and whether something has been lost."""


class _Followed:
    """Incidents followed Wound by Wound and part by part, until what is left to learn of one is less than a `speck`.

    Every part kills with the same chance whatever the body, and brings a further Wound with a chance that only falls as
    parts are lost. So what is still open can be bounded long before all is over.
    """

    def __init__(self, places: Places, speck: int) -> None:
        self.places, self.speck = places, speck
        self.lost = self.killed = 0
        self.known: dict[Body, Survival] = {}
        self.by_chances: dict[tuple[int, int, int, int], Survival] = {}

    def incident(self, body: Body) -> tuple[int, int]:
        """How many, in whole parts of SCALE and rounded down, lose something and live, and how many die."""
        spared = sum(share for (came, _, _), share in self.places.part(body).items() if came < LOSS)
        begun: dict[Standing, int] = {(body, 0, 0, False): SCALE}
        while begun:
            here = self._begin(begun)
            begun = {}
            while here:
                following: dict[Standing, int] = {}
                for standing, mass in here.items():
                    if not self._settled(standing, mass, spared):
                        self._one_part(standing, mass, following, begun)
                here = following
        return self.lost, self.killed

    def _begin(self, begun: Mapping[Standing, int]) -> dict[Standing, int]:
        """Wounds begin: by how many parts each hits."""
        here: dict[Standing, int] = {}
        for (body, _, wounds, already), mass in begun.items():
            for parts, (n, d) in enumerate(SIZES, 1):
                share = mass * n // d
                if share << 7 < self.speck:
                    break
                here[body, parts, wounds, already] = share
        return here

    def _settled(self, standing: Standing, mass: int, spared: int) -> bool:
        """Whether what can come of it is known well enough; then it is counted."""
        body, parts, wounds, already = standing
        low, high = self._survival(body).of(parts, wounds)
        if mass * (high - low) // SCALE > self.speck:
            return False
        unhurt = 0 if already else power(-(-spared * SCALE // UNIT), parts) + parts
        self.lost += max(0, mass * (low - unhurt) // SCALE)
        self.killed += mass * (SCALE - high) // SCALE
        return True

    def _survival(self, body: Body) -> Survival:
        if body not in self.known:
            if not self.places.literal:
                self.known[body] = UNBOUNDED
            else:
                moves = self.places.moves(body)
                killed = sum(share for came, _, _, share in moves if came == DEATH)
                most = sum(share for came, more, _, share in moves if more and came != DEATH)
                least = sum(share for came, more, after, share in moves if more and came != DEATH and after == body)
                chances = (killed, least, most, max(self.places.further(number) for number in body))
                if chances not in self.by_chances:
                    self.by_chances[chances] = Survival(*chances)
                self.known[body] = self.by_chances[chances]
        return self.known[body]

    def _one_part(
        self, standing: Standing, mass: int, following: dict[Standing, int], begun: dict[Standing, int]
    ) -> None:
        body, parts, wounds, already = standing
        for came, further, after, weight in self.places.moves(body):
            share = mass * weight // UNIT
            if came == DEATH:
                self.killed += share
            elif parts > 1:
                there = (after, parts - 1, wounds + further, already or came == LOSS)
                following[there] = following.get(there, 0) + share
            elif wounds + further:
                there = (self.places.for_next_wound(after), 0, wounds + further - 1, True)
                begun[there] = begun.get(there, 0) + share
            elif already or came == LOSS:
                self.lost += share


def summed(
    ruleset: Ruleset, c: C, args: Map[str, Any], tolerance: Fraction
) -> tuple[dict[Any, Fraction], Fraction] | None:
    """The odds of the procedure `wound`, by ending; None under options by which its parts depend on one another."""
    if any(c.option(name) != value for name, value in PLAIN.items()) or args.get("modifier"):
        return None
    return whole(ruleset, c, args["on"], tolerance)
