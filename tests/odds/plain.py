"""What the brute forces share: dice in plain Python, linear equations, and the form golden odds are stored in.

Nothing here, nor in any `brute_*` module, imports the engine: each states its rules once more, from the rule text's
SPEC, so that the engine's odds are compared with something that can't share their mistakes.

The form of `odds.json` (`bonesetter-odds/1`), beside each ruleset's `cases.json`:

- `odds`: one entry per distribution. `given` is a state as in cases; `verb` and `args` the procedure; `by` what it is
  grouped by (`ending`, `row`, a number or value of the result); `course` whether it is followed to its end, `each` the
  act before every act of it; `policy` how choices are made. `chances` are exact fractions as strings; numbers as keys
  are written as strings. `acts` is the mean number of acts of a course that surely ends, else null.
- `bounds`: the same where no fraction exists; `chances` are the least and the most that each can be.
- `asked`: what a query answers.
- `turns`: how likely each lasting loss is after an act was done once, twice …
- `paths`: how many different sequences of answers a procedure has until it is over (every option of every choice taken
  in turn); with `acts`, how many are over within so many acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

Chances = dict[Any, Fraction]
ONE = Fraction(1)


def dice(*sides: int) -> Chances:
    """The sum of some dice, by counting every roll there is."""
    whole = Fraction(1, 1)
    for each in sides:
        whole /= each
    sums: Chances = {}
    for faces in product(*(range(1, each + 1) for each in sides)):
        sums[sum(faces)] = sums.get(sum(faces), Fraction(0)) + whole
    return sums


D3, D4, D6, D20, TWO_D6 = dice(3), dice(4), dice(6), dice(20), dice(6, 6)


def at_least(roll: Chances, number: int) -> Fraction:
    """The chance of a roll of so much or more."""
    return sum((chance for total, chance in roll.items() if total >= number), Fraction(0))


def gathered(pairs: Iterable[tuple[Any, Fraction]]) -> Chances:
    """Chances added up by key; impossible ones left out."""
    made: Chances = {}
    for key, chance in pairs:
        if chance:
            made[key] = made.get(key, Fraction(0)) + chance
    return made


def absorbed(
    start: Any, step: Callable[[Any], Chances], over: Callable[[Any], bool]
) -> tuple[Chances, Fraction | None]:
    """Where a chain without memory ends, and the mean number of steps (None where it may never end).

    Plain elimination on x = Px + r for the chance of each end from every state.
    """
    states: list[Any] = []
    seen = [start]
    leads: dict[Any, Chances] = {}
    while seen:
        state = seen.pop()
        if state in leads or over(state):
            continue
        leads[state] = step(state)
        states.append(state)
        seen += list(leads[state])
    escapes = {state for state in states if any(over(there) for there in leads[state])}
    while grown := {s for s in states if s not in escapes and any(there in escapes for there in leads[s])}:
        escapes |= grown
    inside = [state for state in states if state in escapes]
    ends = sorted({there for state in inside for there in leads[state] if over(there)}, key=str)
    found: Chances = {}
    for end in ends:
        solved = _solve(inside, leads, {state: leads[state].get(end, Fraction(0)) for state in inside})
        found[end] = solved.get(start, Fraction(0))
    may_go_on = len(inside) < len(states)
    return gathered(found.items()), None if may_go_on else _solve(inside, leads, dict.fromkeys(inside, ONE))[start]


def _solve(states: list[Any], leads: Mapping[Any, Chances], right: Chances) -> Chances:
    place = {state: i for i, state in enumerate(states)}
    rows = []
    for state in states:
        row = [Fraction(0)] * (len(states) + 1)
        row[place[state]] += 1
        for there, chance in leads[state].items():
            if there in place:
                row[place[there]] -= chance
        row[-1] = right[state]
        rows.append(row)
    for column in range(len(states)):
        pivot = next(i for i in range(column, len(states)) if rows[i][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [value / lead for value in rows[column]]
        for i, row in enumerate(rows):
            if i != column and row[column]:
                rows[i] = [value - row[column] * base for value, base in zip(row, rows[column], strict=True)]
    return {state: rows[place[state]][-1] for state in states}


def golden(
    id: str,
    given: Mapping[str, Any],
    verb: str,
    args: Mapping[str, Any],
    chances: Chances,
    *,
    by: str = "ending",
    **more: Any,
) -> dict[str, Any]:
    """One entry of `odds`. `more`: course, each, policy, acts."""
    assert sum(chances.values()) <= 1
    made: dict[str, Any] = {"id": id, "given": dict(given), "verb": verb, "args": dict(args), "by": by}
    if "acts" in more:
        more["acts"] = None if more["acts"] is None else str(more["acts"])
    made |= more
    made["chances"] = {str(key): str(chance) for key, chance in chances.items() if chance}
    return made
