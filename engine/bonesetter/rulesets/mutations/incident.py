"""A whole incident, summed up: how many parts each Wound hits, and what each part comes to on the body as it then is.

What one part comes to is walked through the rule itself, once for each body that matters; the Wounds and parts still to
come are only counted. So odds that have no end come out in a moment, with a bound for what was left.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any

from ...campaign import Compartment
from ...event import event, set_
from ...frozen import Map
from ...procedure import Then
from ...ruleset import Ruleset
from ...ways import leaves
from . import lumps
from .data import GAIN
from .state import Character, Incident, Scene
from .wounds import WORST

C = Compartment[Character, Scene]

SCALE = 1 << 160
LONGEST = 64
"""Parts of one Wound that are looked at; more are left over."""

SPECK = SCALE // 10**13
"""Mass not worth following: it is left over, and counted as such."""


@dataclass(frozen=True)
class Place:
    """Where an incident stands: the body (as the dice see it), parts of this Wound and Wounds to come, and the
    worst yet."""

    body: Hashable
    parts: int
    waiting: int
    worst: int


Part = tuple[tuple[int, int, Hashable, Fraction], ...]
"""What one part may come to: how bad it is, further Wounds, the body after it, and the chance."""


@dataclass
class Bodies:
    """The bodies met on the way, each with what one part comes to on it."""

    ruleset: Ruleset
    on: str
    known: dict[Hashable, C] = field(default_factory=dict)
    part: dict[Hashable, Part] = field(default_factory=dict)

    def key(self, c: C) -> Hashable:
        """The body of a state."""
        mark: Hashable = lumps.body(c, c[self.on])
        self.known.setdefault(mark, c)
        return mark

    def one_part(self, mark: Hashable) -> Part:
        """What the next part of a Wound may come to."""
        if mark not in self.part:
            c = self.known[mark]
            classes = lumps.alike(c, c[self.on])
            merged: dict[tuple[int, int, Hashable], Fraction] = {}
            for location, faces in classes.items():
                two = Incident(rolling=0, pending=2, rolled=(location, location))
                begun = c.after(event("incident", self.on, set_("incident", two)))
                for leaf in leaves(self.ruleset, begun, Then("wound_part", Map({"on": self.on}))):
                    now = leaf.state[self.on].incident
                    came = (WORST.index(now.worst), now.waiting, mark if now.worst == "death" else self.key(leaf.state))
                    share = leaf.chance * Fraction(faces, sum(classes.values()))
                    merged[came] = merged.get(came, Fraction(0)) + share
            self.part[mark] = tuple((*came, chance) for came, chance in merged.items())
        return self.part[mark]


def parts_hit(number: int, again: Fraction) -> Fraction:
    """The chance that a Wound hits so many parts: each roll is a 61–66, with chance `again`, and adds one, or a
    location, and takes one off, until none is to come."""
    ways = comb(2 * number - 2, number - 1) // number
    return ways * again ** (number - 1) * (1 - again) ** number


def whole(ruleset: Ruleset, c: C, on: str) -> tuple[dict[Any, Fraction], Fraction]:
    """The chances of an incident by the worst that comes of it, each a lower bound, and the mass that is left over."""
    bodies = Bodies(ruleset, on)
    again = Fraction(lumps.FACES[GAIN], sum(lumps.FACES.values()))
    sizes = [(number, parts_hit(number, again)) for number in range(1, LONGEST + 1)]
    ended = [0] * len(WORST)
    here = _begun(Place(bodies.key(c), 0, 0, 0), SCALE, sizes)
    while here:
        following: dict[Place, int] = {}
        for place, mass in here.items():
            for worst, further, body, chance in bodies.one_part(place.body):
                share = mass * chance.numerator // chance.denominator
                if share < SPECK:
                    continue
                there = Place(body, place.parts - 1, place.waiting + further, max(place.worst, worst))
                if WORST[there.worst] == "death" or not (there.parts or there.waiting):
                    ended[there.worst] += share
                elif there.parts:
                    following[there] = following.get(there, 0) + share
                else:
                    for begun, part in _begun(there, share, sizes).items():
                        following[begun] = following.get(begun, 0) + part
        here = {place: mass for place, mass in following.items() if mass >= SPECK}
    return {WORST[at]: Fraction(mass, SCALE) for at, mass in enumerate(ended)}, Fraction(SCALE - sum(ended), SCALE)


def _begun(place: Place, mass: int, sizes: list[tuple[int, Fraction]]) -> dict[Place, int]:
    """The next Wound of an incident begins: how many parts it hits."""
    waiting = max(place.waiting - 1, 0)
    begun = {}
    for number, chance in sizes:
        share = mass * chance.numerator // chance.denominator
        if share >= SPECK:
            begun[Place(place.body, number, waiting, place.worst)] = share
    return begun
