"""The places of a body in whole numbers: the states each can be in, and what a part of a Wound comes to on a body.

What a part comes to is walked through the rule itself, once for each state that a place can be in: a nose, or a pair of
arms with the hands on them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
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
