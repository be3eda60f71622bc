"""The best and the worst that choices can make of a procedure for a named goal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from . import arguments
from .campaign import Compartment
from .errors import Refusal
from .frozen import freeze
from .procedure import Outcome, Then
from .request import HELD, Choose, Draw, Held
from .ruleset import Ruleset
from .ways import DEFAULT, branches

MOST = 200_000
"""How many answers are tried at most: more aren't looked through while somebody waits."""


Bounds = tuple[Fraction, Fraction]
"""The least and the most that choices can make of a chance."""


def extremes(
    ruleset: Ruleset, c: Compartment[Any, Any], verb: str, args: Mapping[str, Any], goal: Iterable[str]
) -> Bounds:
    """The chance of ending in one of `goal` with every choice made against it, and with every choice made for it.

    Raises Refusal `endless_choices` where acts follow one another in a circle.
    """
    try:
        return _Extremes(ruleset, frozenset(goal)).act(Then(verb, freeze(args)), c, ())
    except RecursionError:  # acts that follow one another without end, each on another state
        raise Refusal("endless_choices", given=verb) from None


class _Extremes:
    def __init__(self, ruleset: Ruleset, goal: frozenset[str]) -> None:
        self.ruleset, self.goal = ruleset, goal
        self.known: dict[Any, Bounds] = {}
        self.open: set[Any] = set()
        self.left = MOST

    def act(self, act: Then, c: Compartment[Any, Any], held: tuple[Draw, ...]) -> Bounds:
        key = (act, c, held)
        if key not in self.known:
            if key in self.open or len(self.open) > 200:
                raise Refusal("endless_choices", given=act.verb)
            self.open.add(key)
            self.known[key] = self.after(act, c, held, ())
            self.open.discard(key)
        return self.known[key]

    def after(self, act: Then, c: Compartment[Any, Any], held: tuple[Draw, ...], given: tuple[Any, ...]) -> Bounds:
        """The chances once these answers have been given."""
        self.left -= 1
        if self.left < 0:
            raise Refusal("endless_choices", given=act.verb)
        procedure = self.ruleset.procedure(act.verb)
        rule = procedure.rule(c, **arguments.check(procedure, c, act.args))
        laid = list(held)
        try:
            request = rule.send(None)
            for answer in given:
                if isinstance(request, Held):
                    laid.pop(0)
                elif isinstance(request, Draw) and answer == HELD:
                    laid.append(request)
                request = rule.send(answer)
        except StopIteration as stop:
            outcome: Outcome = stop.value
            if outcome.then is None:
                came = Fraction(outcome.ending in self.goal)
                return came, came
            return self.act(outcome.then, c.after(*outcome.events), tuple(laid))
        if isinstance(request, Choose):
            offered = [option.value for option in request.options if not option.refused]
            after = [self.after(act, c, held, (*given, answer)) for answer in offered]
            return min(least for least, _ in after), max(most for _, most in after)
        opened = isinstance(request, Held)
        options, whole = branches(laid[0] if opened else request, self.ruleset, DEFAULT, opened)
        least = most = Fraction(0)
        for answer, weight in options:
            after_it = self.after(act, c, held, (*given, answer))
            least += Fraction(weight, whole) * after_it[0]
            most += Fraction(weight, whole) * after_it[1]
        return least, most
