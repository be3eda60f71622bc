"""A whole incident, summed up: how many parts each Wound hits, and what each part comes to on the body as it then is.

What a part comes to is walked through the rule itself, once for each state that a place of the body can be in: a nose,
or a pair of arms with the hands on them. The rest is counting: which places there are, and the Wounds and parts still
to come. So odds that have no end come out in a moment, with a bound for what was left.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, isqrt
from typing import Any

from ...campaign import Compartment
from ...event import event, set_
from ...frozen import Map
from ...procedure import Then
from ...ruleset import Ruleset
from ...ways import leaves
from . import lumps
from .character import WORST, Character, Incident, Scene
from .data import GAIN

C = Compartment[Character, Scene]

SCALE = 1 << 160
LONGEST = 64
"""Parts of one Wound that are looked at; more are left over."""

PLAIN = {
    "ga_wound": "distinct_rolls",
    "ga_max": None,
    "ga_duplicates": "save_again",
    "stop_on_death": True,
    "part_choice": "gm",
}
"""The options under which each part of a Wound is rolled by itself."""

LOSS, DEATH = WORST.index("destroyed"), WORST.index("death")

LOCATED = sum(faces for row, faces in lumps.FACES.items() if row != GAIN)
UNIT = LOCATED * 6**3
"""What a part comes to, in whole parts of this: a location, a save of two dice, an organ's die."""

GAIN_N, GAIN_D = lumps.FACES[GAIN], sum(lumps.FACES.values())
"""The chance of a 61–66."""

STEPS = 12
"""Rounds of closing in on a fixed point: each leaves a small part of the way."""

Body = tuple[int, ...]
"""The states that the places of a body are in, by number, in order: which place is which is of no matter."""

Moves = tuple[tuple[int, int, Body, int], ...]
"""What a part comes to on a body: how bad it is, further Wounds, the body after it, and its share of UNIT."""

Came = tuple[int, int, Any]
"""What a part comes to: how bad it is, further Wounds, and the state of its place (or of the whole body) after it."""


@dataclass
class Places:
    """The states that places of a body can be in, numbered as they are met; what a hit on each may come to."""

    ruleset: Ruleset
    on: str
    literal: bool = True
    numbers: dict[Hashable, int] = field(default_factory=dict)
    known: list[tuple[tuple[str, ...], C, tuple[str, ...]]] = field(default_factory=list)
    hits: dict[int, Mapping[Came, int]] = field(default_factory=dict)
    bodies: dict[Body, Moves] = field(default_factory=dict)
    next_wound: dict[Body, Body] = field(default_factory=dict)

    def number(self, place: tuple[str, ...], c: C, hit: tuple[str, ...]) -> int:
        """The number of a place's state; `hit` are its parts that this Wound has hit."""
        mark = lumps.mark(c, c[self.on], place, hit)
        if mark not in self.numbers:
            self.numbers[mark] = len(self.known)
            self.known.append((place, c, hit))
        return self.numbers[mark]

    def body(self, c: C) -> Body:
        """A whole body with nothing hit yet."""
        return tuple(sorted(self.number(place, c, ()) for place in lumps.places(c)))

    def for_next_wound(self, body: Body) -> Body:
        """The same body with nothing hit."""
        if body not in self.next_wound:
            unhit = (self.number(place, c, ()) for place, c, _ in (self.known[number] for number in body))
            self.next_wound[body] = tuple(sorted(unhit))
        return self.next_wound[body]

    def hit(self, number: int) -> Mapping[Came, int]:
        """What a roll on the table comes to where it is this place's, in parts of UNIT."""
        if number not in self.hits:
            place, c, hit = self.known[number]
            came: dict[Came, int] = {}
            for location in place:
                two = Incident(rolling=0, pending=2, rolled=(location, location), hit=hit)
                begun = c.after(event("incident", self.on, set_("incident", two)))
                for leaf in leaves(self.ruleset, begun, Then("wound_part", Map({"on": self.on}))):
                    now = leaf.state[self.on].incident
                    assert now is not None
                    after = number if now.worst == WORST[DEATH] else self.number(place, leaf.state, now.hit)
                    key = (WORST.index(now.worst), now.waiting, after)
                    share = leaf.chance * lumps.FACES[location] * UNIT / LOCATED
                    assert share.denominator == 1
                    came[key] = came.get(key, 0) + share.numerator
            self.hits[number] = came
        return self.hits[number]

    def further(self, number: int) -> int:
        """How likely it is that a part hits this place and brings a further Wound, in parts of UNIT."""
        return sum(share for (came, more, _), share in self.hit(number).items() if more and came != DEATH)

    def part(self, body: Body) -> dict[Came, int]:
        """What the next part of a Wound may come to on a body, in parts of UNIT."""
        came: dict[Came, int] = {}
        for at, number in enumerate(body):
            if number in body[:at]:
                continue
            alike = body.count(number)
            rest = (*body[:at], *body[at + 1 :])
            for (worst, further, after), share in self.hit(number).items():
                there = body if after == number else tuple(sorted((*rest, after)))
                key = (worst, further, there)
                came[key] = came.get(key, 0) + share * alike
        return came

    def moves(self, body: Body) -> Moves:
        """The same with everything short of a loss taken for one."""
        if body not in self.bodies:
            made: dict[Came, int] = {}
            for (worst, further, after), share in self.part(body).items():
                key = (max(worst, LOSS - 1), further, after)
                made[key] = made.get(key, 0) + share
            self.bodies[body] = tuple((*key, share) for key, share in made.items())
        return self.bodies[body]


def parts_hit(number: int) -> tuple[int, int]:
    """The chance that a Wound hits so many parts, as a fraction: each roll is a 61–66, and adds one, or a location, and
    takes one off, until none is to come."""
    ways = comb(2 * number - 2, number - 1) // number
    chance = ways * Fraction(GAIN_N, GAIN_D) ** (number - 1) * (1 - Fraction(GAIN_N, GAIN_D)) ** number
    return chance.numerator, chance.denominator


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


SIZES = tuple(parts_hit(number) for number in range(1, LONGEST + 1))


def one_wound(part: int) -> tuple[int, int]:
    """The least and the most chance that all parts of a Wound come out so, where each does with chance `part`; chances
    in parts of SCALE.

    A location is rolled, or with chance a two are to be rolled in its place: G = (1 − a)·part + a·G², a quadratic.
    """
    under = SCALE * SCALE - 4 * GAIN_N * (GAIN_D - GAIN_N) * part * SCALE // GAIN_D**2
    root = isqrt(under)
    return (SCALE - root - 1) * GAIN_D // (2 * GAIN_N), (SCALE - root) * GAIN_D // (2 * GAIN_N) + 1


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
            low = _power(self.low[0], parts) * _power(self.low[1], wounds) // SCALE
            high = self._parts(0, parts)
            if wounds:
                high = self._wound(parts) * high // SCALE * _power(self.high[1], wounds - 1) // SCALE
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


def _power(chance: int, times: int) -> int:
    made = SCALE
    for _ in range(times):
        made = made * chance // SCALE
    return made


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
        unhurt = 0 if already else _power(-(-spared * SCALE // UNIT), parts) + parts
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
