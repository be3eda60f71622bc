"""The chain of acts that odds walk: its places, and where each of them leads.

States are merged at each `then` (and, for a course, each `again`), and rolls by what a rule makes of them.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .campaign import Compartment
from .chain import Transitions, visits
from .errors import Refusal
from .procedure import Then
from .request import Draw
from .ruleset import Ruleset
from .watched import Watched, plain
from .ways import Key, Policy, Way, ways

CLOSED = 600
"""States after which a chain is taken for one that doesn't close."""

MOST = 2_000
"""Places that a chain which doesn't close is followed to; what is left then stays unresolved, and is shown as such."""

SCALE = 1 << 160


Shares = dict[Any, dict[int, int]]
"""Weights by target and by the whole they are of: added up as fractions only at the end."""


def _add(shares: Shares, target: Any, weight: int, whole: int) -> None:
    of = shares.setdefault(target, {})
    of[whole] = of.get(whole, 0) + weight


def _sums(shares: Shares) -> dict[Any, Fraction]:
    return {
        target: sum((Fraction(weight, whole) for whole, weight in of.items()), Fraction(0))
        for target, of in shares.items()
    }


@dataclass(frozen=True)
class Place:
    """A place in a chain of acts: what is done next, on which state, with which rows laid aside. `rest` is done after
    it."""

    act: Then
    state: Compartment[Any, Any]
    held: tuple[Draw, ...] = ()
    rest: tuple[Then, ...] = ()


class TooMuch(Exception):
    """Odds that would take longer than whoever asked for them will wait."""


class Walk:
    """The chain of acts from one start: its places, numbered as they are found. In a `course`, `each` act may be
    preceded by another (a night's nursing before every interval of a fever), which is left out where it is refused.
    Where `first`, a way is over as soon as it has a key: what follows doesn't change it.
    After `most` ways (None: never) it gives up, raising TooMuch."""

    def __init__(
        self,
        ruleset: Ruleset,
        policy: Policy,
        group: Callable[[Way], Key],
        first: bool = False,
        course: bool = False,
        each: Then | None = None,
        most: int | None = None,
    ) -> None:
        self.left = most
        self.ruleset, self.policy, self.group = ruleset, policy, group
        self.first, self.course, self.each = first, course, each
        self.numbers: dict[Any, int] = {}
        self.places: list[Place] = []
        self.known: dict[int, Transitions] = {}

    def start(self, act: Then, c: Compartment[Any, Any]) -> int:
        """The number of the place where everything begins."""
        place = self._begun(Place(act, c))
        return self.number(self._mark(place), place)

    def _begun(self, place: Place) -> Place:
        """An act of the course, after what precedes each of them; what only continues an act is none by itself."""
        if self.each is None or self.ruleset.procedure(place.act.verb).inner:
            return place
        return replace(place, act=self.each, rest=(place.act, *place.rest))

    def number(self, mark: Any, place: Place) -> int:
        """The number of a place, found before or new."""
        if mark not in self.numbers:
            self.numbers[mark] = len(self.places)
            self.places.append(place)
        return self.numbers[mark]

    def _mark(self, place: Place) -> Any:
        """What tells a place from others: states with the same lump are one."""
        lump = None if place.rest else self.ruleset.procedure(place.act.verb).lump
        if lump is None:
            return place.act, place.state, place.held, place.rest
        return place.act.verb, lump(place.state, place.act.args), place.held

    def transitions(self, number: int) -> Transitions:
        """Where a place leads: to other places (their numbers), or to an end (its key), each with its chance."""
        if number not in self.known:
            onward: Shares = {}
            ends: Shares = {}
            here = self.places[number]
            for way in self._ways(here):
                if self.left is not None:
                    self.left -= 1
                    if self.left < 0:
                        raise TooMuch
                if way is None:
                    passed = replace(here, act=here.rest[0], rest=here.rest[1:])
                    _add(onward, self.number(self._mark(passed), passed), 1, 1)
                    break
                key = self.group(way)
                place = self._place(here, way, key)
                mark = self._mark(place) if place else key
                hash(mark)  # whatever tells this way from others is looked at now
                if way.leaked:
                    continue
                if place is None:
                    _add(ends, key if key in ends else self._plain(way, key), way.weight, way.whole)
                elif mark in self.numbers:
                    _add(onward, self.numbers[mark], way.weight, way.whole)
                else:
                    clean = self._place(here, way.plain(), key) or place
                    _add(onward, self.number(self._mark(clean), clean), way.weight, way.whole)
            self.known[number] = Transitions(_sums(onward), _sums(ends))
        return self.known[number]

    def _ways(self, here: Place) -> Iterator[Way | None]:
        """Every way of the act; None in their place where it is refused but something else is to follow."""
        try:
            yield from ways(self.ruleset, here.state, here.act, self.policy, here.held)
        except Refusal:
            if not here.rest:
                raise
            yield None

    def _place(self, here: Place, way: Way, key: Key) -> Place | None:
        """Where a way leads on to; None where it ends."""
        if self.first and key is not None:
            return None
        if way.outcome.then is not None:
            return Place(way.outcome.then, way.after(), way.held, here.rest)
        if here.rest:
            return Place(here.rest[0], way.after(), way.held, here.rest[1:])
        if self.course and way.outcome.again is not None:
            return self._begun(Place(way.outcome.again, way.after(), way.held))
        return None

    def _plain(self, way: Way, key: Key) -> Key:
        if isinstance(key, Watched):
            return int(plain(key))
        if not way.watched or isinstance(key, str | int | None):
            return key
        return self.group(way.plain())


def solved(walk: Walk, act: Then, c: Compartment[Any, Any]) -> dict[Any, Fraction]:
    """How one sitting ends. Raises ArithmeticError where it may go on without end."""
    start = walk.start(act, c)
    states = closure(walk, start)
    if states is None:
        raise ArithmeticError(f"{act.verb} may go on without end")
    return ended(states, visits(start, states))


def ended(states: Mapping[int, Transitions], times: Mapping[int, Fraction]) -> dict[Any, Fraction]:
    chances: dict[Any, Fraction] = {}
    for number, count in times.items():
        for key, chance in states[number].ends.items():
            chances[key] = chances.get(key, Fraction(0)) + count * chance
    return chances


def closure(walk: Walk, start: int) -> dict[int, Transitions] | None:
    states: dict[int, Transitions] = {}
    frontier = [start]
    while frontier:
        number = frontier.pop()
        if number in states:
            continue
        if len(states) >= CLOSED:
            return None
        states[number] = walk.transitions(number)
        frontier += [there for there in states[number].onward if there not in states]
    return states


def bounded(walk: Walk, start: int, tolerance: Fraction) -> tuple[dict[Key, Fraction], Fraction]:
    """Mass followed heaviest first, in whole units of 1/SCALE, always rounded down: rigorous lower bounds, and the mass
    left over: at most `tolerance`, or what is still open after `MOST` places or all the ways that may be walked."""
    found: dict[Key, int] = {}
    waiting: dict[int, int] = {start: SCALE}
    queue: list[tuple[int, int]] = [(-SCALE, start)]
    left = SCALE
    enough = int(tolerance * SCALE)
    while queue and left > enough and len(walk.known) < MOST:
        number = heapq.heappop(queue)[1]
        mass = waiting.pop(number, 0)
        if not mass:
            continue
        try:
            leads = walk.transitions(number)
        except TooMuch:
            break
        for key, chance in leads.ends.items():
            share = mass * chance.numerator // chance.denominator
            found[key] = found.get(key, 0) + share
            left -= share
        for there, chance in leads.onward.items():
            share = mass * chance.numerator // chance.denominator
            waiting[there] = waiting.get(there, 0) + share
            heapq.heappush(queue, (-waiting[there], there))
    return {key: Fraction(mass, SCALE) for key, mass in found.items()}, Fraction(left, SCALE)
