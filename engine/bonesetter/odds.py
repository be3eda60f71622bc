"""Exact odds of everything that can happen: no simulation, nothing silently cut.

A procedure is walked answer by answer, merged at each `Draw` by row, at each `Test` and `Amount` by what the rule makes
of it, at each `then` (and, for a course, each `again`) by state. Where the states close, the chain is solved in
fractions, endless courses too; where they don't, the mass left over is bounded and reported.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from . import arguments
from .campaign import Compartment
from .chain import visits
from .dice import Dice
from .errors import Refusal
from .frozen import freeze
from .procedure import Procedure, Then
from .ruleset import Ruleset
from .walk import TooMuch, Walk, bounded, closure, ended, solved
from .ways import DEFAULT, ByNumber, Grouping, Key, Leaf, Policy, Way, branches, by_ending, by_row, grouping, leaves

__all__ = [
    "Key",
    "Leaf",
    "Odds",
    "Policy",
    "begin",
    "branches",
    "by_act",
    "by_ending",
    "by_row",
    "grouping",
    "in_turn",
    "leaves",
    "of_dice",
    "of_procedure",
    "of_table",
]

TOLERANCE = Fraction(1, 10**6)


@dataclass(frozen=True)
class Odds:
    """Chances by key, exact, adding up to 1 with `unresolved`, the mass no fraction was found for.

    `acts` is the expected number of acts of a course (None where something is unresolved, or was grouped by the first
    row, after which nothing is followed). `instead`, where they were to be grouped by a number that came up nowhere,
    are the names of those that did.
    """

    chances: Mapping[Key, Fraction]
    unresolved: Fraction = Fraction(0)
    acts: Fraction | None = None
    instead: tuple[str, ...] | None = None

    def mean(self) -> Fraction:
        """The mean of numeric keys."""
        return sum((Fraction(str(key)) * chance for key, chance in self.chances.items()), Fraction(0))

    def quantile(self, share: Fraction) -> Any:
        """The least key (numeric) that at least `share` of the mass doesn't exceed."""
        so_far = Fraction(0)
        for key in sorted(self.chances):  # type: ignore[type-var]
            so_far += self.chances[key]
            if so_far >= share:
                return key
        return None


def of_dice(expression: str) -> Odds:
    """The exact distribution of a dice expression. Raises Refusal `bad_dice`."""
    weights = Dice.parse(expression).distribution()
    whole = sum(weights.values())
    return Odds({value: Fraction(weight, whole) for value, weight in sorted(weights.items())})


def of_table(ruleset: Ruleset, table: str, modifier: int = 0) -> Odds:
    """The exact chance of each row of a table (by id) with a modifier added. Raises Refusal `unknown_table`."""
    found = ruleset.table(table)
    if found.die is None:
        return Odds({})
    weights = found.die.distribution()
    whole = sum(weights.values())
    chances: dict[Key, Fraction] = {}
    for value, weight in weights.items():
        row = found.at(value + modifier)
        chances[row.id] = chances.get(row.id, Fraction(0)) + Fraction(weight, whole)
    return Odds(chances)


def _grouped(group: Grouping) -> Callable[[Way], Key]:
    return lambda way: group(way.outcome, way.answered)


def of_procedure(
    ruleset: Ruleset,
    c: Compartment[Any, Any],
    verb: str,
    args: Mapping[str, Any],
    *,
    by: str = "ending",
    course: bool = False,
    each: Then | None = None,
    policy: Policy = DEFAULT,
    tolerance: Fraction = TOLERANCE,
    most: int | None = None,
) -> Odds:
    """The odds of a procedure, or (`course`) of all the acts that follow one another until it is over, `each` of them
    after another act.

    Exact where the states close; otherwise lower bounds that add up to 1 − `unresolved`, which is at most `tolerance`
    unless that would take too long (see `walk.MOST`).
    A procedure whose rule can sum up its endings by itself is asked for them, choices being made by default: `summed`,
    called with ruleset, state, arguments and tolerance, gives lower bounds and what they leave over, or None.
    Raises TooMuch where nothing is known after walking `most` ways.
    """
    summed = ruleset.procedure(verb).summed
    if summed is not None and by == "ending" and policy == DEFAULT and not course:
        begin(ruleset.procedure(verb), c, args)
        found = summed(ruleset, c, freeze(args), tolerance)
        if found is not None:
            return Odds(*found)
    group = grouping(by)
    walk = Walk(ruleset, policy, _grouped(group), by == "row", course, each, most)
    start = walk.start(Then(verb, freeze(args)), c)
    try:
        states = closure(walk, start)
    except TooMuch:
        states = None
    if states is None:
        found = bounded(walk, start, tolerance)
        if not found[0]:
            raise TooMuch
        return Odds(*found, instead=_instead(group))
    times = visits(start, states)
    chances = ended(states, times)
    unresolved = 1 - sum(chances.values(), Fraction(0))
    acts = sum((count for number, count in times.items() if walk.places[number].act.verb == verb), Fraction(0))
    return Odds(chances, unresolved, None if unresolved or walk.first else acts, _instead(group))


def _instead(group: Grouping) -> tuple[str, ...] | None:
    return group.instead if isinstance(group, ByNumber) else None


def begin(procedure: Procedure, c: Compartment[Any, Any], args: Mapping[str, Any]) -> None:
    """Begin a rule and leave it: raises what it refuses before its first request."""
    rule = procedure.rule(c, **arguments.check(procedure, c, args))
    with suppress(StopIteration):
        next(rule)


def by_act(
    ruleset: Ruleset,
    c: Compartment[Any, Any],
    verb: str,
    args: Mapping[str, Any],
    acts: int,
    policy: Policy = DEFAULT,
    each: Then | None = None,
    most: int | None = None,
) -> list[dict[Key, Fraction]]:
    """For a course: the chance of each end by act 1, 2 … `acts` (days of a disease, say), exact and cumulative; `each`
    act may follow another. Raises TooMuch as `of_procedure` does."""
    walk = Walk(ruleset, policy, _grouped(by_ending), course=True, each=each, most=most)
    here = {walk.start(Then(verb, freeze(args)), c): Fraction(1)}
    over: dict[Key, Fraction] = {}
    table = []
    steps = 1 if each is None else 2
    for step in range(1, acts * steps + 1):
        following: dict[int, Fraction] = {}
        for number, mass in here.items():
            leads = walk.transitions(number)
            for key, chance in leads.ends.items():
                over[key] = over.get(key, Fraction(0)) + mass * chance
            for there, chance in leads.onward.items():
                following[there] = following.get(there, Fraction(0)) + mass * chance
        here = _settled(walk, following, over)
        if step % steps == 0:
            table.append(dict(over))
    return table


def _settled(walk: Walk, here: dict[int, Fraction], over: dict[Key, Fraction]) -> dict[int, Fraction]:
    """The same mass once every inner procedure has run its course: those are no acts of their own."""
    waiting = dict(here)
    settled: dict[int, Fraction] = {}
    while waiting:
        number, mass = waiting.popitem()
        if not walk.ruleset.procedure(walk.places[number].act.verb).inner:
            settled[number] = settled.get(number, Fraction(0)) + mass
            continue
        leads = walk.transitions(number)
        for key, chance in leads.ends.items():
            over[key] = over.get(key, Fraction(0)) + mass * chance
        for there, chance in leads.onward.items():
            waiting[there] = waiting.get(there, Fraction(0)) + mass * chance
    return settled


@dataclass(frozen=True)
class Seen:
    """A state by what of it matters."""

    mark: Key
    state: Compartment[Any, Any] = field(compare=False)


def in_turn(
    ruleset: Ruleset,
    c: Compartment[Any, Any],
    acts: Iterable[Then],
    look: Callable[[Compartment[Any, Any]], Key],
    *,
    same: Callable[[Compartment[Any, Any]], Key] | None = None,
    pointless: Collection[str] = (),
    policy: Policy = DEFAULT,
) -> list[dict[Key, Fraction]]:
    """How a state looks after each of some acts done in turn (three rounds of First Aid, eight maimings), each with all
    that follows it in the same sitting: exact chances by `look`.

    States that are the `same` are taken for one: give what of a state later acts and `look` depend on (None: all of
    it). Where an act is refused with one of the `pointless` codes nothing happens; every other Refusal is raised.
    Raises ArithmeticError where a sitting may go on without end.
    """

    def seen(way: Way) -> Seen:
        state = way.after()
        return Seen(state if same is None else same(state), state)

    def sitting(act: Then, state: Compartment[Any, Any]) -> dict[Any, Fraction]:
        try:
            return solved(Walk(ruleset, policy, seen), act, state)
        except Refusal as refused:
            if refused.code not in pointless:
                raise
            return {Seen(state if same is None else same(state), state): Fraction(1)}

    known: dict[tuple[Then, Seen], dict[Any, Fraction]] = {}
    here = {Seen(c if same is None else same(c), c): Fraction(1)}
    table = []
    for act in acts:
        reached: dict[Seen, Fraction] = {}
        for state, mass in here.items():
            if (act, state) not in known:
                known[act, state] = sitting(act, state.state)
            for after, chance in known[act, state].items():
                reached[after] = reached.get(after, Fraction(0)) + mass * chance
        here = reached
        looks: dict[Key, Fraction] = {}
        for state, mass in here.items():
            key = look(state.state)
            looks[key] = looks.get(key, Fraction(0)) + mass
        table.append(looks)
    return table
