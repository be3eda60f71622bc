"""Every way one act can go: a rule answered in every way its dice and choices allow, each with its weight."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, cast

from . import arguments
from .campaign import Compartment
from .errors import Refusal
from .frozen import freeze
from .procedure import Outcome, Procedure, Then
from .reading import choice, dice_of, label
from .request import HELD, Amount, Choose, Count, Draw, Held, Request, Test, Words
from .ruleset import Ruleset
from .watched import Cell, Watched

Key = Hashable
Answered = tuple[tuple[Request[Any], Any], ...]
Grouping = Callable[[Outcome, Answered], Key]
Branches = tuple[tuple[tuple[Any, int], ...], int]
"""Answers with their weights, and the weights' sum."""


@dataclass(frozen=True)
class Policy:
    """How choices are made while odds are walked: by purpose, or else by `otherwise`: `default` (the rule's own, or the
    first option) or `uniform` (each option alike)."""

    answers: Mapping[str, Any] = field(default_factory=dict)
    otherwise: str = "default"


DEFAULT = Policy()


def by_ending(outcome: Outcome, _: Answered) -> Key:
    """Grouped by how it ended."""
    return outcome.ending


def by_row(_: Outcome, answered: Answered) -> Key:
    """Grouped by the row that the first draw came to."""
    return next((given for request, given in answered if isinstance(request, Draw) and given != HELD), None)


class ByNumber:
    """Grouped by a value of the result (`critical.lasts` is `lasts` in its `critical`): what the rule says of it, or
    what was rolled for it (0 where nothing was). As long as it has come up nowhere, `instead` are the names of the
    values that have."""

    def __init__(self, name: str) -> None:
        self.name, self.path = name, name.split(".")
        self.found = False
        self.others: dict[str, None] = {}

    def __call__(self, outcome: Outcome, answered: Answered) -> Key:
        value: Any = outcome.result
        for piece in self.path:
            if not isinstance(value, Mapping) or piece not in value:
                return self._rolled(outcome, answered)
            value = value[piece]
        self.found = True
        return cast(Key, freeze(value))

    def _rolled(self, outcome: Outcome, answered: Answered) -> Key:
        for request, given in answered:
            if request.show == self.name:
                self.found = True
                return cast(Key, given)
        if not self.found:
            shown = [request.show for request, _ in answered if request.show]
            self.others.update(dict.fromkeys([*outcome.result, *shown]))
        return 0

    @property
    def instead(self) -> tuple[str, ...] | None:
        """None once it has come up."""
        return None if self.found else tuple(self.others)


def grouping(by: str) -> Grouping:
    """The grouping that a reader names: `ending`, `row`, or a number of the result."""
    return {"ending": by_ending, "row": by_row}.get(by) or ByNumber(by)


@dataclass(frozen=True)
class Leaf:
    """One way an act can go: its chance, its outcome, the state after it, and what it is grouped by."""

    chance: Fraction
    outcome: Outcome
    state: Compartment[Any, Any]
    held: tuple[Draw, ...]
    key: Key


def leaves(
    ruleset: Ruleset,
    c: Compartment[Any, Any],
    act: Then,
    policy: Policy = DEFAULT,
    group: Grouping = by_ending,
    held: tuple[Draw, ...] = (),
) -> Iterator[Leaf]:
    """Every way one act can go, each sequence of answers by itself, without what follows it.

    Raises what the rule refuses before its first request.
    """
    for way in ways(ruleset, c, act, policy, held, watching=False):
        chance = Fraction(way.weight, way.whole)
        yield Leaf(chance, way.outcome, way.after(), way.held, group(way.outcome, way.answered))


@dataclass
class Way:
    """One way an act can go, or all those that come to the same: what was answered, and what came of it.

    Its numbers may be watched: whoever has taken from it what they need asks whether it has `leaked` by that. If so,
    its numbers mattered after all; it is to be passed over, and comes again in parts.
    """

    outcome: Outcome
    answered: Answered
    held: tuple[Draw, ...]
    begun: Compartment[Any, Any]
    cells: list[Cell]
    run: _Run
    watched: bool = False
    seen: int = 0

    def __post_init__(self) -> None:
        self.seen = self._open()

    def _open(self) -> int:
        return sum(len(cell.live) for cell in self.cells)

    @property
    def weight(self) -> int:
        """Its weight, of `whole`."""
        weight = 1
        for cell in self.cells:
            weight *= cell.weight
        return weight

    @property
    def whole(self) -> int:
        whole = 1
        for cell in self.cells:
            whole *= cell.whole
        return whole

    @property
    def leaked(self) -> bool:
        """Whether some number has been looked at since the rule was over."""
        return self._open() != self.seen

    def after(self) -> Compartment[Any, Any]:
        """The state after it; some of its numbers may be watched."""
        events = self.outcome.events
        return self.begun.after(*events) if events else self.begun

    def plain(self) -> Way:
        """One of the ways it stands for, without a watched number."""
        if not self.watched:
            return self
        return self.run.once([Cell(cell.live[:1], cell.whole) for cell in self.cells], False)


def ways(
    ruleset: Ruleset,
    c: Compartment[Any, Any],
    act: Then,
    policy: Policy,
    held: tuple[Draw, ...] = (),
    watching: bool = True,
) -> Iterator[Way]:
    """Every way one act can go: `watching`, those that a rule can't tell apart as one."""
    procedure = ruleset.procedure(act.verb)
    if procedure.query:
        raise Refusal("not_a_procedure", given=act.verb)
    given = arguments.check(procedure, c, act.args)
    run = _Run(ruleset, c, procedure, given, policy, held)
    pending: list[list[Cell]] = [[]]
    while pending:
        cells = pending.pop()
        begun = _again(cells)
        try:
            way = run.once(cells, watching)
        except Exception:
            if all(len(cell.live) == 1 for cell in cells):
                raise
            for cell in cells:  # something in it wouldn't take a watched number
                cell.settle()
            pending.append(_again(cells))
        else:
            yield way
            if way.leaked:
                pending.append(_again(cells))
        pending += _set_aside(cells, begun)


def _again(cells: Iterable[Cell]) -> list[Cell]:
    return [Cell(cell.live, cell.whole) for cell in cells]


def _set_aside(cells: list[Cell], given: list[Cell]) -> Iterator[list[Cell]]:
    """What was set aside along a way, to be walked later: each under the answers that came before it, and those that
    the way was `given` for what comes after (other answers to that are walked elsewhere)."""
    for at, cell in enumerate(cells):
        if cell.rest:
            yield [*_again(cells[:at]), Cell(cell.rest, cell.whole), *_again(given[at + 1 :])]


@dataclass
class _Run:
    """A rule on a state, ready to be carried out again and again under other answers."""

    ruleset: Ruleset
    c: Compartment[Any, Any]
    procedure: Procedure
    given: dict[str, Any]
    policy: Policy
    held: tuple[Draw, ...]

    def once(self, cells: list[Cell], watching: bool) -> Way:
        """Carry it out: answers from the cells as far as they go (further ones are added as they are asked for)."""
        rule = self.procedure.rule(self.c, **self.given)
        laid = list(self.held)
        answered: list[tuple[Request[Any], Any]] = []
        answer: Any = None
        watched = False
        while True:
            try:
                request = rule.send(answer)
            except StopIteration as stop:
                return Way(stop.value, tuple(answered), tuple(laid), self.c, cells, self, watched)
            opened = isinstance(request, Held)
            source = laid.pop(0) if opened else request
            if len(answered) == len(cells):
                cells.append(Cell(*branches(source, self.ruleset, self.policy, opened)))
            cell = cells[len(answered)]
            if watching and len(cell.live) > 1 and isinstance(source, Test | Amount):
                answer, watched = Watched(cell), True
            else:
                answer = cell.settle()
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
