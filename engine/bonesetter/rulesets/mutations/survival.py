"""Living through what is still to come of an incident: how many parts a Wound hits, and bounds for whole Wounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, isqrt

from . import lumps
from .data import GAIN
from .places import UNIT

SCALE = 1 << 160
"""Chances are whole parts of this, each rounded to the side that keeps a bound a bound."""

LONGEST = 64
"""Parts of one Wound that are looked at; more are left over."""

GAIN_N, GAIN_D = lumps.FACES[GAIN], sum(lumps.FACES.values())
"""The chance of a 61–66."""

STEPS = 12
"""Rounds of closing in on a fixed point: each leaves a small part of the way."""


def parts_hit(number: int) -> tuple[int, int]:
    """The chance that a Wound hits so many parts, as a fraction: each roll is a 61–66, and adds one, or a location, and
    takes one off, until none is to come."""
    ways = comb(2 * number - 2, number - 1) // number
    chance = ways * Fraction(GAIN_N, GAIN_D) ** (number - 1) * (1 - Fraction(GAIN_N, GAIN_D)) ** number
    return chance.numerator, chance.denominator


SIZES = tuple(parts_hit(number) for number in range(1, LONGEST + 1))
"""How likely it is that a Wound hits one part, two, three …"""


def one_wound(part: int) -> tuple[int, int]:
    """The least and the most chance that all parts of a Wound come out so, where each does with chance `part`; chances
    in parts of SCALE.

    A location is rolled, or with chance a two are to be rolled in its place: G = (1 − a)·part + a·G², a quadratic.
    """
    under = SCALE * SCALE - 4 * GAIN_N * (GAIN_D - GAIN_N) * part * SCALE // GAIN_D**2
    root = isqrt(under)
    return (SCALE - root - 1) * GAIN_D // (2 * GAIN_N), (SCALE - root) * GAIN_D // (2 * GAIN_N) + 1


@dataclass
class Survival:
    """The least and the most chance, in parts of SCALE, to live through what is still to come of an incident.

    On a given body each part kills with the chance `killed` and brings a further Wound with `most`; that chance falls
    with every part that is lost, by `drop` at the most, down to `least`. All are in parts of UNIT.
    """

    killed: int
    least: int
    most: int
    drop: int
    known: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    begun: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.low = _fixed(self.killed, self.most, 0)
        self.high = _fixed(self.killed, self.least, 1)

    def of(self, parts: int, wounds: int) -> tuple[int, int]:
        """So many parts of this Wound are still to come, and so many Wounds."""
        if (parts, wounds) not in self.known:
            low = power(self.low[0], parts) * power(self.low[1], wounds) // SCALE
            high = self._parts(0, parts)
            if wounds:
                high = self._wound(parts) * high // SCALE * power(self.high[1], wounds - 1) // SCALE
            self.known[parts, wounds] = low, min(SCALE, high + parts + wounds + 2)
        return self.known[parts, wounds]

    def _parts(self, lost: int, parts: int) -> int:
        """At most: so many parts, after so many were lost at the most."""
        high = SCALE
        for number in range(lost, lost + parts):
            high = high * self._part(number) // SCALE + 1
        return high

    def _part(self, lost: int) -> int:
        further = max(self.least, self.most - lost * self.drop)
        return SCALE - (self.killed * SCALE + further * (SCALE - self.high[1])) // UNIT + 1

    def _wound(self, lost: int) -> int:
        """At most: a Wound that begins after so many parts were lost at the most."""
        if lost not in self.begun:
            open_, high, parts = SCALE, 0, SCALE
            for number, (n, d) in enumerate(SIZES):
                parts = parts * self._part(lost + number) // SCALE + 1
                share = SCALE * n // d
                high += share * parts // SCALE + 1
                open_ -= share
            self.begun[lost] = high + open_
        return self.begun[lost]


def _fixed(killed: int, further: int, end: int) -> tuple[int, int]:
    """The least (0) or the most (1) chance to live through one part, and through one Wound, where a part kills and
    brings a further Wound with these chances: a fixed point, closed in on from that side."""
    x = end * SCALE
    for _ in range(STEPS):
        part = SCALE - (killed * SCALE + further * (SCALE - x)) // UNIT - (1 - end)
        x = one_wound(part)[end]
    return part, x


def power(chance: int, times: int) -> int:
    """A chance, in parts of SCALE, so many times in a row; rounded down."""
    made = SCALE
    for _ in range(times):
        made = made * chance // SCALE
    return made
