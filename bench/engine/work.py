"""What the engine does for a reader, as loops to be timed: here in CPython, and the same text in Pyodide.

Standard library and engine only; run as a program it prints seconds for one doing of each, as JSON.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from bonesetter import cases, chain, odds, ruleset
from bonesetter.desk import Host, Log, Viewer, handle
from bonesetter.dice import Dice
from bonesetter.source import Seeded
from bonesetter.table import Table

RECOVERED, DEAD = 8, 9
LONG_ENOUGH = 0.1
"""Seconds a round should last: browsers' clocks are coarse."""

GM = Viewer("reader", "", "gm")


def fever(state: int, total: int) -> int:
    """A day of a deadly fever, difficulty 11, two successes to recover: 0 and 1 Sick, 2 and 3 Gravely ill, by marks."""
    if state >= RECOVERED:
        return state
    grave, marks = divmod(state, 2)
    margin = total - 11
    if margin >= 0:
        return marks if grave else RECOVERED if marks else 1
    return state if margin > -5 else DEAD if grave else 2 + marks


def at_the_desk() -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A campaign with one character; asking leaves it as it is."""
    host = Host("2026-01-01T00:00:00Z", bytes(range(32)))
    log = Log(ruleset.found())
    state = {"attributes": {"Endurance": 3, "Resolve": 3, "Intellect": 2}, "max_wounds": 12, "wounds": 0}
    log = log.extended(
        handle(log, {"type": "import", "id": "mora", "ruleset": "frontier", "state": state}, GM, host).entries
    )

    def ask(message: dict[str, Any]) -> dict[str, Any]:
        reply = handle(log, message, GM, host).reply
        if not reply["ok"]:
            raise AssertionError(f"the desk refused {message}: {reply}")
        return reply

    return ask


def odds_of(id: str, given: dict[str, Any], verb: str, args: dict[str, Any], **more: Any) -> Callable[[], object]:
    """The odds of a procedure from a state as in a rule case."""
    rules = ruleset.found()[id]
    opening = cases.opening(given, {}, rules)
    return lambda: odds.of_procedure(rules, opening, verb, args, **more)


def jobs() -> dict[str, Callable[[], object]]:
    """By name, one doing of each."""
    seeded = Seeded("bench")
    two, four, ten, exploding, d100 = (Dice.parse(text) for text in ("2d6+3", "4d6kh3", "10d10", "6d6!", "d100"))
    rows = [{"id": f"row-{at}", "name": f"Row {at}", "roll": f"{at}–{at + 3}"} for at in range(1, 101, 4)]
    table = Table.of("bench", {"die": "d100", "rows": rows})
    day = Dice.parse("2d6+2").distribution()
    ask = at_the_desk()
    hit = {"on": "mora", "damage": 14, "location": "head"}
    flux = {"id": "x", "disease": "Camp flux", "phase": "sick", "marks": 0}
    sick = {"attributes": {"Endurance": 3, "Resolve": 3, "Intellect": 2}, "diseases": [flux]}
    return {
        "rolling 2d6+3": lambda: two.roll(seeded),
        "rolling 4d6kh3": lambda: four.roll(seeded),
        "rolling d100 on a table": lambda: table.at(d100.roll(seeded).total),
        "exact 4d6kh3": four.distribution,
        "exact 10d10": ten.distribution,
        "exact 6d6!": exploding.distribution,
        "a disease to its end": lambda: chain.absorbed(0, day, fever),
        "what there is (desk)": lambda: ask({"type": "catalog"}),
        "a form (desk)": lambda: ask({"type": "form", "ruleset": "frontier", "verb": "hit", "filled": hit}),
        "a hit, rolled (desk)": lambda: ask({"type": "start", "ruleset": "frontier", "verb": "hit", "args": hit}),
        "a table's odds (desk)": lambda: ask({"type": "odds", "ruleset": "frontier", "table": "head", "modifier": 3}),
        "odds: frontier, a disease": odds_of(
            "frontier", {"characters": {"a": sick}}, "interval", {"on": "a", "id": "x"}, course=True
        ),
        "odds: mutilato, a maiming": odds_of("mutilato", {"characters": {"a": {}}}, "maim", {"on": "a"}, by="row"),
        "odds: dismemberment, a blow": odds_of(
            "dismemberment",
            {"characters": {"a": {"hp": {"now": 0, "max": 6}}}},
            "damage",
            {"on": "a", "amount": 3, "is_attack": True},
        ),
        "odds: deathdanger, a hit": odds_of(
            "deathdanger",
            {"characters": {"a": {"tier": 2, "vigor": {"now": 0, "max": 4}, "vitality": {"now": 0, "max": 8}}}},
            "hit",
            {"on": "a", "damage": 3, "table": "wound"},
        ),
        "odds: mutations, a whole wound": odds_of(
            "mutations", {"characters": {"a": {"body": "human"}}}, "wound", {"on": "a"}
        ),
    }


def seconds(once: Callable[[], object], rounds: int = 5) -> float:
    """Seconds for one doing: the best of some rounds."""
    once()
    times, taken = 1, 0.0
    while True:
        begun = time.perf_counter()
        for _ in range(times):
            once()
        taken = time.perf_counter() - begun
        if taken >= LONG_ENOUGH:
            break
        times = max(2 * times, int(times * LONG_ENOUGH / max(taken, 1e-4)))
    best = taken / times
    for _ in range(rounds - 1):
        begun = time.perf_counter()
        for _ in range(times):
            once()
        best = min(best, (time.perf_counter() - begun) / times)
    return best


def measured() -> str:
    """Seconds for one doing of each job, as JSON."""
    return json.dumps({name: seconds(once) for name, once in jobs().items()})


if __name__ == "__main__":
    print(measured())
