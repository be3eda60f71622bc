"""Exact odds beside icepool: a disease as a bare chain, and whole procedures of the five rulesets through their rules.

The measure is what icepool needs for the absorbed disease (`Die.map(…, repeat="inf")`): 60 times that for any procedure
on the state of any case, 400 times for a whole Wound of Mutations & Wounds to 1e-6.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import icepool
from bonesetter import cases, chain, odds, play
from bonesetter.dice import Dice
from bonesetter.errors import Refusal
from bonesetter.ruleset import Ruleset, found

from ..harness import Goal, race, report
from .work import fever

RULESETS = Path(__file__).parents[2] / "engine" / "bonesetter" / "rulesets"
DAYS = 30
ANY, WOUND = 60, 400
COURSES = ("interval", "downtime_week", "first_aid")


def disease() -> bool:
    """The same step function, the same die, for both. Goal: at least as quick as icepool."""
    roll = Dice.parse("2d6+2").distribution()
    die = 2 @ icepool.d6 + 2
    start = icepool.Die([0])

    def absorbed(times: int) -> None:
        for _ in range(times):
            chain.absorbed(0, roll, fever)

    def carried(times: int) -> None:
        for _ in range(times):
            chain.carried(0, roll, fever, DAYS)

    def ice_absorbed(times: int) -> None:
        for _ in range(times):
            start.map(fever, die, repeat="inf", star=False)

    def ice_carried(times: int) -> None:
        for _ in range(times):
            start.map(fever, die, repeat=DAYS, star=False)

    ends, _ = chain.absorbed(0, roll, fever)
    theirs = start.map(fever, die, repeat="inf", star=False)
    same = ends == {key: theirs.probability(key) for key in theirs}
    print(f"\nThe same end of the fever as icepool: {'yes' if same else 'NO'}")
    met = report("A disease to its end", race({"bonesetter": absorbed, "icepool": ice_absorbed}, 500), (Goal(1),))
    thirty = race({"bonesetter": carried, "icepool": ice_carried}, 200)
    return report(f"A disease for {DAYS} days", thirty, (Goal(1),)) and met and same


def situations(ruleset: Ruleset) -> Iterator[tuple[str, Callable[[], odds.Odds]]]:
    """Every procedure of every case, on the state it is played on."""
    content = json.loads((RULESETS / ruleset.id / "cases.json").read_text("utf-8"))
    for case in content["cases"]:
        script = cases.Script(ruleset, list(case.get("dice", ())))
        try:
            c = cases.opening(case["given"], content.get("defaults", {}), ruleset)
        except Refusal:
            continue
        for given in case["inputs"]:
            verb = given["verb"]
            script.choices = list(given.get("choices", ()))
            args = {key: value for key, value in given.items() if key not in ("verb", "choices")}
            if verb not in ruleset.procedures or ruleset.procedure(verb).query:
                continue
            name = f"{ruleset.id} {verb} ({case['id']}{', '.join(['', *map(str, case['given'].get('options', ()))])})"
            yield (
                name,
                lambda c=c, verb=verb, args=args: odds.of_procedure(  # type: ignore[misc]
                    ruleset, c, verb, args, course=verb in COURSES
                ),
            )
            try:
                c = play.play(ruleset, c, play.begin(ruleset, verb, args), script.answer)[1].state
            except Refusal:
                continue


def best_of(once: Callable[[], Any], rounds: int = 3) -> float:
    """Seconds for one doing; the best of a few where it is quick enough to repeat."""
    best = float("inf")
    for _ in range(rounds):
        begun = time.perf_counter()
        once()
        best = min(best, time.perf_counter() - begun)
        if best > 1:
            break
    return best


def measure() -> float:
    """What icepool needs for the absorbed disease."""
    die = 2 @ icepool.d6 + 2
    start = icepool.Die([0])
    return best_of(lambda: start.map(fever, die, repeat="inf", star=False), 50)


def procedures() -> bool:
    """Each ruleset's slowest procedures, as multiples of icepool's absorbed disease."""
    unit = measure()
    print(f"\nProcedures through their rules; the measure is icepool's absorbed disease, {unit * 1e3:.2f} ms")
    met = True
    for ruleset in found().values():
        taken = []
        for name, once in situations(ruleset):
            if ruleset.id == "mutations" and " wound " in name:
                continue  # an endless one: see below
            try:
                taken.append((best_of(once), name))
            except Refusal:
                continue
        taken.sort(reverse=True)
        missed = [(seconds, name) for seconds, name in taken if seconds > ANY * unit]
        print(f"\n{ruleset.id}: {len(taken)} situations, {len(missed)} over {ANY} ×; the slowest")
        for seconds, name in taken[: max(3, len(missed))]:
            print(f"  {seconds / unit:8.1f} ×  {seconds * 1e3:9.2f} ms  {name}")
        if missed:
            met = False
            print(f"  MISSED: at most {ANY} × was the goal")
    return met


def wound() -> bool:
    """A whole Wound of Mutations & Wounds to 1e-6, whole bodies."""
    unit = measure()
    ruleset = found()["mutations"]
    print("\nA whole Wound to 1e-6")
    met = True
    for plan in ("human", "one_armed", "snake", "demon"):
        c = cases.opening({"characters": {"a": {"body": plan}}}, {}, ruleset)
        seconds = best_of(lambda c=c: odds.of_procedure(ruleset, c, "wound", {"on": "a"}))  # type: ignore[misc]
        print(f"  {seconds / unit:8.1f} ×  {seconds * 1e3:9.2f} ms  {plan}")
        if seconds > WOUND * unit:
            met = False
            print(f"  MISSED: at most {WOUND} × was the goal")
    return met


def main() -> bool:
    """All of them."""
    parts = [disease(), procedures(), wound()]
    return all(parts)
