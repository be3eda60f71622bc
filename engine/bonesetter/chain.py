"""Absorbing chains, solved in fractions: how often each state is met on the way from a start to an end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Transitions:
    """Where a state leads: to other states, and to ends."""

    onward: Mapping[Any, Fraction]
    ends: Mapping[Any, Fraction]


def visits(start: Hashable, states: Mapping[Any, Transitions]) -> dict[Any, Fraction]:
    """The expected number of times each state is met. States on a circle that never ends keep nothing back: they are
    met 0 times, and the mass that runs into them is missing from the ends."""
    met: dict[Any, Fraction] = {state: Fraction(0) for state in states}
    inflow: dict[Any, Fraction] = {state: Fraction(0) for state in states}
    inflow[start] = Fraction(1)
    for circle in _circles(start, states):
        inside = set(circle)
        if len(circle) == 1:
            (only,) = circle
            back = states[only].onward.get(only, Fraction(0))
            counts = {only: inflow[only] / (1 - back) if back != 1 else Fraction(0)}
        else:
            counts = _solve(circle, inside, states, inflow)
        for state, count in counts.items():
            met[state] = count
            for there, chance in states[state].onward.items():
                if there not in inside:
                    inflow[there] += count * chance
    return met


def absorbed(
    start: Hashable, roll: Mapping[Any, int], step: Callable[[Any, Any], Any]
) -> tuple[dict[Any, Fraction], Fraction | None]:
    """Where a chain of rolls ends, and the mean number of rolls (None where it may never end).

    `roll` are its results with their weights; `step` gives the state that a state and a result lead to. A state that
    every result leaves as it is, is an end.
    """
    whole = sum(roll.values())
    states: dict[Any, Transitions] = {}
    ends: set[Any] = set()
    frontier = [start]
    while frontier:
        state = frontier.pop()
        if state in states or state in ends:
            continue
        leads: dict[Any, int] = {}
        for result, weight in roll.items():
            there = step(state, result)
            leads[there] = leads.get(there, 0) + weight
        if len(leads) == 1 and state in leads:
            ends.add(state)
            continue
        states[state] = Transitions({there: Fraction(weight, whole) for there, weight in leads.items()}, {})
        frontier += leads
    if start in ends:
        return {start: Fraction(1)}, Fraction(0)
    inner = {
        state: Transitions(
            {there: chance for there, chance in leads.onward.items() if there not in ends},
            {there: chance for there, chance in leads.onward.items() if there in ends},
        )
        for state, leads in states.items()
    }
    met = visits(start, inner)
    chances: dict[Any, Fraction] = {}
    for state, count in met.items():
        for end, chance in inner[state].ends.items():
            chances[end] = chances.get(end, Fraction(0)) + count * chance
    sure = sum(chances.values(), Fraction(0)) == 1
    return chances, sum(met.values(), Fraction(0)) if sure else None


def carried(
    start: Hashable, roll: Mapping[Any, int], step: Callable[[Any, Any], Any], times: int
) -> dict[Any, Fraction]:
    """Where a chain of rolls stands after so many of them."""
    whole = sum(roll.values())
    leads: dict[Any, dict[Any, int]] = {}
    here: dict[Any, int] = {start: 1}
    for _ in range(times):
        following: dict[Any, int] = {}
        for state, mass in here.items():
            if state not in leads:
                leads[state] = {}
                for result, weight in roll.items():
                    there = step(state, result)
                    leads[state][there] = leads[state].get(there, 0) + weight
            for there, weight in leads[state].items():
                following[there] = following.get(there, 0) + mass * weight
        here = following
    return {state: Fraction(mass, whole**times) for state, mass in here.items()}


def _solve(
    circle: list[Any], inside: set[Any], states: Mapping[Any, Transitions], inflow: Mapping[Any, Fraction]
) -> dict[Any, Fraction]:
    """v = inflow + v·P within one circle, by elimination."""
    rows: dict[Any, dict[Any, Fraction]] = {}
    right = {state: inflow[state] for state in circle}
    for state in circle:
        rows.setdefault(state, {})[state] = Fraction(1)
    for state in circle:
        for there, chance in states[state].onward.items():
            if there in inside:
                row = rows[there]
                row[state] = row.get(state, Fraction(0)) - chance
    order = list(circle)
    for place, pivot in enumerate(order):
        row = rows[pivot]
        lead = row.get(pivot, Fraction(0))
        if not lead:
            return {state: Fraction(0) for state in circle}
        for below in order[place + 1 :]:
            factor = rows[below].get(pivot)
            if factor:
                share = factor / lead
                for column, value in row.items():
                    rows[below][column] = rows[below].get(column, Fraction(0)) - share * value
                right[below] -= share * right[pivot]
    solved: dict[Any, Fraction] = {}
    for pivot in reversed(order):
        row = rows[pivot]
        known = sum((value * solved[column] for column, value in row.items() if column in solved), Fraction(0))
        solved[pivot] = (right[pivot] - known) / row[pivot]
    return solved


def _circles(start: Any, states: Mapping[Any, Transitions]) -> list[list[Any]]:
    """The strongly connected parts reachable from the start, each before those it leads to (Tarjan's order, turned)."""
    number: dict[Any, int] = {}
    low: dict[Any, int] = {}
    stack: list[Any] = []
    on_stack: set[Any] = set()
    parts: list[list[Any]] = []
    work: list[tuple[Any, Any]] = [(start, iter(states[start].onward))]
    number[start] = low[start] = 0
    stack.append(start)
    on_stack.add(start)
    while work:
        state, following = work[-1]
        for there in following:
            if there not in number:
                number[there] = low[there] = len(number)
                stack.append(there)
                on_stack.add(there)
                work.append((there, iter(states[there].onward)))
                break
            if there in on_stack:
                low[state] = min(low[state], number[there])
        else:
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[state])
            if low[state] == number[state]:
                part = []
                while True:
                    member = stack.pop()
                    on_stack.discard(member)
                    part.append(member)
                    if member == state:
                        break
                parts.append(part)
    return parts[::-1]
