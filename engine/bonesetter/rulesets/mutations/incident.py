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
from .data import GAIN
from .state import WORST, Character, Incident, Scene

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


def parts_hit(number: int, again: Fraction) -> Fraction:
    """The chance that a Wound hits so many parts: each roll is a 61–66, with chance `again`, and adds one, or a
    location, and takes one off, until none is to come."""
    ways = comb(2 * number - 2, number - 1) // number
    return ways * again ** (number - 1) * (1 - again) ** number


def whole(ruleset: Ruleset, c: C, on: str, tolerance: Fraction) -> tuple[dict[Any, Fraction], Fraction]:
    """The chances of an incident by the worst that comes of it, each a lower bound, and the mass that is left over: at
    most `tolerance`."""
    places = Places(ruleset, on)
    body = places.body(c)
    again = Fraction(lumps.FACES[GAIN], sum(lumps.FACES.values()))
    chances = _spared(places.part(body), again)
    sizes = [parts_hit(number, again) for number in range(1, LONGEST + 1)]
    speck = int(tolerance * SCALE) >> 13
    while True:
        lost, killed = _followed(places, body, sizes, speck)
        made = {**chances, WORST[LOSS]: Fraction(lost, SCALE), WORST[DEATH]: Fraction(killed, SCALE)}
        left = 1 - sum(made.values(), Fraction(0))
        if left <= tolerance or speck < 2:
            return {ending: chance for ending, chance in made.items() if chance}, left
        speck >>= 1


def _spared(part: Mapping[Came, int], again: Fraction) -> dict[Any, Fraction]:
    """Lower bounds, out by no more than a hair, of all that is short of a loss.

    As long as nothing is lost, a Wound's parts are alike. Let q be the chance that one comes to no more than so. A
    location is rolled, or with chance a two are to be rolled in its place: G = (1 − a)·q + a·G², a quadratic.
    """
    chances: dict[Any, Fraction] = {}
    weight, most_below = 0, Fraction(0)
    for worst in range(LOSS):
        more = sum(share for (came, _, _), share in part.items() if came == worst)
        weight += more
        under = 1 - 4 * again * (1 - again) * Fraction(weight, UNIT)
        root = isqrt(under.numerator * SCALE**2 // under.denominator)
        least, most = ((1 - Fraction(end, SCALE)) / (2 * again) for end in (root + 1, root))
        if more:
            chances[WORST[worst]] = least - most_below
            most_below = most
    return chances


Standing = tuple[Body, int, bool]
"""The body, Wounds to come, and whether something has been lost."""


def _followed(places: Places, body: Body, sizes: list[Fraction], speck: int) -> tuple[int, int]:
    """Incidents in which something is lost, alive or dead, in whole parts of SCALE, always rounded down.

    Wound by Wound, part by part; mass less than a `speck` is left behind.
    """
    lost = killed = 0
    begun: dict[Standing, int] = {(body, 0, False): SCALE}
    while begun:
        to_hit = _hit_by(begun, sizes, speck)
        begun = {}
        for parts in range(max(to_hit, default=0), 0, -1):
            fewer = to_hit.setdefault(parts - 1, {})
            for (body, wounds, already), mass in to_hit[parts].items():
                if mass < speck:
                    continue
                for came, further, after, weight in places.moves(body):
                    share = mass * weight // UNIT
                    if came == DEATH:
                        killed += share
                    elif parts > 1:
                        there = (after, wounds + further, already or came == LOSS)
                        fewer[there] = fewer.get(there, 0) + share
                    elif wounds + further:
                        there = (places.for_next_wound(after), wounds + further - 1, True)
                        begun[there] = begun.get(there, 0) + share
                    elif already or came == LOSS:
                        lost += share
    return lost, killed


def _hit_by(begun: Mapping[Standing, int], sizes: list[Fraction], speck: int) -> dict[int, dict[Standing, int]]:
    """Wounds begin: by how many parts each hits."""
    to_hit: dict[int, dict[Standing, int]] = {}
    for standing, mass in begun.items():
        for number, chance in enumerate(sizes, 1):
            share = mass * chance.numerator // chance.denominator
            if share < speck:
                break
            to_hit.setdefault(number, {})[standing] = share
    return to_hit


def summed(
    ruleset: Ruleset, c: C, args: Map[str, Any], tolerance: Fraction
) -> tuple[dict[Any, Fraction], Fraction] | None:
    """The odds of the procedure `wound`, by ending; None under options by which its parts depend on one another."""
    if any(c.option(name) != value for name, value in PLAIN.items()) or args.get("modifier"):
        return None
    return whole(ruleset, c, args["on"], tolerance)
