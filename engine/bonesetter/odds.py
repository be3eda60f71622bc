"""Exact odds of everything that can happen: no simulation, nothing silently cut.

A procedure is walked answer by answer, merged at each `Draw` by row, each `Test` by margin, each `then` (and, for a
course, each `again`) by state. Where the states close, the chain is solved in fractions, endless courses too; where
they don't, the mass left over is bounded and reported.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from . import arguments
from .campaign import Compartment
from .chain import Transitions, visits
from .dice import Dice
from .errors import Refusal
from .frozen import Map
from .procedure import Outcome, Then
from .reading import choice, dice_of, label
from .request import HELD, Amount, Choose, Count, Draw, Held, Request, Test, Words
from .ruleset import Ruleset

Key = Hashable
Branches = tuple[tuple[tuple[Any, int], ...], int]
"""Answers with their weights, and the weights' sum."""

CLOSED = 600
"""States after which a chain is taken for one that doesn't close."""

TOLERANCE = Fraction(1, 10**6)

SCALE = 1 << 160


@dataclass(frozen=True)
class Policy:
    """How choices are made while odds are walked: by purpose, or else by `otherwise`: `default` (the rule's own, or the
    first option) or `uniform` (each option alike)."""

    answers: Mapping[str, Any] = field(default_factory=dict)
    otherwise: str = "default"


@dataclass(frozen=True)
class Odds:
    """Chances by key, exact, adding up to 1 with `unresolved`, the mass no fraction was found for.

    `acts` is the expected number of acts of a course (None where something is unresolved).
    """

    chances: Mapping[Key, Fraction]
    unresolved: Fraction = Fraction(0)
    acts: Fraction | None = None

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


@dataclass(frozen=True)
class Leaf:
    """One way an act can go: its chance, its outcome, the state after it, and what it is grouped by."""

    chance: Fraction
    outcome: Outcome
    state: Compartment[Any, Any]
    held: tuple[Draw, ...]
    key: Key


Grouping = Callable[[Outcome, tuple[tuple[Request[Any], Any], ...]], Key]


def by_ending(outcome: Outcome, _: tuple[tuple[Request[Any], Any], ...]) -> Key:
    """Grouped by how it ended."""
    return outcome.ending


def by_row(_: Outcome, answered: tuple[tuple[Request[Any], Any], ...]) -> Key:
    """Grouped by the row that the first draw came to."""
    return next((given for request, given in answered if isinstance(request, Draw) and given != HELD), None)


def by_number(name: str) -> Grouping:
    """Grouped by a value of the result: what the rule says of it, or what was rolled for it (0 where nothing was)."""

    def group(outcome: Outcome, answered: tuple[tuple[Request[Any], Any], ...]) -> Key:
        if name in outcome.result:
            value = outcome.result[name]
            return value if isinstance(value, Hashable) else str(value)
        return next((given for request, given in answered if request.show == name), 0)

    return group


def grouping(by: str) -> Grouping:
    """The grouping that a reader names: `ending`, `row`, or a number of the result."""
    return {"ending": by_ending, "row": by_row}.get(by) or by_number(by)


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


def leaves(
    ruleset: Ruleset,
    c: Compartment[Any, Any],
    act: Then,
    policy: Policy = Policy(),
    group: Grouping = by_ending,
    held: tuple[Draw, ...] = (),
) -> Iterator[Leaf]:
    """Every way one act can go, without what follows it. Raises what the rule refuses before its first request."""
    procedure = ruleset.procedure(act.verb)
    if procedure.query:
        raise Refusal("not_a_procedure", given=act.verb)
    given = arguments.check(procedure, c, act.args)
    pending: list[tuple[tuple[Any, ...], int, int]] = [((), 1, 1)]
    while pending:
        prefix, weight, whole = pending.pop()
        rule = procedure.rule(c, **given)
        answered: list[tuple[Request[Any], Any]] = []
        laid = list(held)
        feed = iter(prefix)
        answer: Any = None
        while True:
            try:
                request = rule.send(answer)
            except StopIteration as stop:
                outcome: Outcome = stop.value
                after = c.after(*outcome.events) if outcome.events else c
                key = group(outcome, tuple(answered))
                yield Leaf(Fraction(weight, whole), outcome, after, tuple(laid), key)
                break
            source = laid.pop(0) if isinstance(request, Held) else request
            try:
                answer = next(feed)
            except StopIteration:
                options, total = branches(source, ruleset, policy, isinstance(request, Held))
                been = tuple(value for _, value in answered)
                for other, share in options[1:]:
                    pending.append(((*been, other), weight * share, whole * total))
                answer, share = options[0]
                weight, whole = weight * share, whole * total
            if isinstance(request, Draw) and answer == HELD:
                laid.append(request)
            answered.append((request, answer))


def branches(request: Request[Any], ruleset: Ruleset, policy: Policy, opened: bool = False) -> Branches:
    """What a request can be answered, with weights. `opened` asks for the row of a draw that was laid aside."""
    if isinstance(request, Test | Amount | Draw):
        return _rolled(request, ruleset, opened)
    purpose = request.purpose.partition(":")[0]
    if purpose in policy.answers:
        return ((choice(request, policy.answers[purpose]), 1),), 1
    if isinstance(request, Choose):
        open_ = [option.value for option in request.options if not option.refused]
        if policy.otherwise == "uniform":
            return tuple((value, 1) for value in open_), len(open_)
        return ((request.default if request.default is not None else open_[0], 1),), 1
    if isinstance(request, Count | Words):
        if request.default is not None:
            return ((request.default, 1),), 1
        return ((request.lo if isinstance(request, Count) else "", 1),), 1
    raise Refusal("choice_needed", field=request.purpose, question=label(request), offered=[])


_CACHE: dict[Any, Branches] = {}


def _rolled(request: Test | Amount | Draw, ruleset: Ruleset, opened: bool) -> Branches:
    added = 0 if isinstance(request, Amount) else sum(part.value for part in request.parts)
    if isinstance(request, Test):
        key: Any = (request.dice, added, request.difficulty, request.under)
    elif isinstance(request, Amount):
        key = request.dice
    else:
        key = (ruleset.digests.get(request.table), request.dice, added, request.only, request.told, opened)
    if key not in _CACHE:
        if len(_CACHE) > 20_000:
            _CACHE.clear()
        _CACHE[key] = _weigh(request, ruleset, added, opened)
    return _CACHE[key]


def _weigh(request: Test | Amount | Draw, ruleset: Ruleset, added: int, opened: bool) -> Branches:
    weights: dict[Any, int] = {}
    for value, weight in dice_of(request, ruleset).distribution().items():
        answer: Any = value
        if isinstance(request, Test):
            total = value + added
            answer = request.difficulty - total if request.under else total - request.difficulty
        elif isinstance(request, Draw):
            answer = ruleset.table(request.table).at(value + added).id
            if request.only is not None and answer not in request.only:
                continue
            told = request.told is None or answer in request.told
            if opened and told:
                continue
            if not opened and not told:
                answer = HELD
        weights[answer] = weights.get(answer, 0) + weight
    return tuple(weights.items()), sum(weights.values())


@dataclass(frozen=True)
class Node:
    """A place in a chain of acts: what is done next, on which state, with which rows laid aside, grouped how so far."""

    act: Then
    state: Any
    held: tuple[Draw, ...]
    key: Key


class Walk:
    """The chain of acts from one start: its nodes, found as they are needed."""

    def __init__(self, ruleset: Ruleset, policy: Policy, group: Grouping, keep_first: bool, course: bool) -> None:
        self.ruleset, self.policy, self.group = ruleset, policy, group
        self.keep_first, self.course = keep_first, course
        self.whole: dict[Node, tuple[Then, Compartment[Any, Any]]] = {}
        self.known: dict[Node, Transitions] = {}

    def node(self, act: Then, c: Compartment[Any, Any], held: tuple[Draw, ...], key: Key) -> Node:
        """The node for an act on a state; states with the same lump are one."""
        lump = self.ruleset.procedure(act.verb).lump
        node = Node(act if lump is None else Then(act.verb), c if lump is None else lump(c, act.args), held, key)
        self.whole.setdefault(node, (act, c))
        return node

    def transitions(self, node: Node) -> Transitions:
        """Where a node leads: to other nodes, or to an end (its key), each with its chance."""
        if node not in self.known:
            onward: dict[Any, Fraction] = {}
            ends: dict[Any, Fraction] = {}
            act, c = self.whole[node]
            for leaf in leaves(self.ruleset, c, act, self.policy, self.group, node.held):
                key = node.key if self.keep_first and node.key is not None else leaf.key
                following = leaf.outcome.then or (leaf.outcome.again if self.course else None)
                if following is None:
                    ends[key] = ends.get(key, Fraction(0)) + leaf.chance
                else:
                    carried = key if self.keep_first else None
                    there = self.node(following, leaf.state, leaf.held, carried)
                    onward[there] = onward.get(there, Fraction(0)) + leaf.chance
            self.known[node] = Transitions(onward, ends)
        return self.known[node]


def of_procedure(
    ruleset: Ruleset,
    c: Compartment[Any, Any],
    verb: str,
    args: Mapping[str, Any],
    *,
    by: str = "ending",
    course: bool = False,
    policy: Policy = Policy(),
    tolerance: Fraction = TOLERANCE,
) -> Odds:
    """The odds of a procedure, or (`course`) of all the acts that follow one another until it is over.

    Exact where the states close; otherwise lower bounds that add up to 1 − `unresolved`, which is at most `tolerance`.
    """
    walk = Walk(ruleset, policy, grouping(by), by == "row", course)
    start = walk.node(Then(verb, Map(dict(args))), c, (), None)
    states = _closure(walk, start)
    if states is None:
        return _bounded(walk, start, tolerance)
    times = visits(start, states)
    chances: dict[Key, Fraction] = {}
    for node, count in times.items():
        for key, chance in states[node].ends.items():
            chances[key] = chances.get(key, Fraction(0)) + count * chance
    return Odds(chances, 1 - sum(chances.values(), Fraction(0)), sum(times.values(), Fraction(0)))


def by_act(
    ruleset: Ruleset, c: Compartment[Any, Any], verb: str, args: Mapping[str, Any], acts: int, policy: Policy = Policy()
) -> list[dict[Key, Fraction]]:
    """For a course: the chance of each end by act 1, 2 … `acts` (days of a disease, say), exact and cumulative."""
    walk = Walk(ruleset, policy, by_ending, False, True)
    here = {walk.node(Then(verb, Map(dict(args))), c, (), None): Fraction(1)}
    ended: dict[Key, Fraction] = {}
    table = []
    for _ in range(acts):
        following: dict[Node, Fraction] = {}
        for node, mass in here.items():
            leads = walk.transitions(node)
            for key, chance in leads.ends.items():
                ended[key] = ended.get(key, Fraction(0)) + mass * chance
            for there, chance in leads.onward.items():
                following[there] = following.get(there, Fraction(0)) + mass * chance
        here = following
        table.append(dict(ended))
    return table


def _closure(walk: Walk, start: Node) -> dict[Node, Transitions] | None:
    states: dict[Node, Transitions] = {}
    frontier = [start]
    while frontier:
        node = frontier.pop()
        if node in states:
            continue
        if len(states) >= CLOSED:
            return None
        states[node] = walk.transitions(node)
        frontier += [there for there in states[node].onward if there not in states]
    return states


def _bounded(walk: Walk, start: Node, tolerance: Fraction) -> Odds:
    """Mass followed heaviest first, in whole units of 1/SCALE, always rounded down: rigorous lower bounds."""
    ended: dict[Key, int] = {}
    waiting: dict[Node, int] = {start: SCALE}
    queue: list[tuple[int, int, Node]] = [(-SCALE, 0, start)]
    left, tick = SCALE, 0
    enough = int(tolerance * SCALE)
    while queue and left > enough:
        _, _, node = heapq.heappop(queue)
        mass = waiting.pop(node, 0)
        if not mass:
            continue
        leads = walk.transitions(node)
        for key, chance in leads.ends.items():
            share = mass * chance.numerator // chance.denominator
            ended[key] = ended.get(key, 0) + share
            left -= share
        for there, chance in leads.onward.items():
            share = mass * chance.numerator // chance.denominator
            waiting[there] = waiting.get(there, 0) + share
            tick += 1
            heapq.heappush(queue, (-waiting[there], tick, there))
    return Odds({key: Fraction(mass, SCALE) for key, mass in ended.items()}, Fraction(left, SCALE))
