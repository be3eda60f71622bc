"""Dice beside d20, icepool, dyce, rpg-dice-roller (Node) and a bare `random.randint` loop.

Peers are timed at their quickest: expressions parsed or distributions built beforehand wherever they can be. Only d20
and rpg-dice-roller keep the faces of a roll, as ours does; icepool and dyce draw a total from a ready distribution.
"""

from __future__ import annotations

import json
import random
import subprocess
import warnings
from bisect import bisect
from collections.abc import Callable
from functools import partial

import d20
import icepool
from bonesetter.dice import Dice
from bonesetter.source import Entropy
from bonesetter.table import Table
from dyce import H, P, explode_n
from dyce.lifecycle import ExperimentalWarning

from ..harness import HERE, Goal, race, report

warnings.simplefilter("ignore", ExperimentalWarning)  # dyce warns of its sampling and exploding at every call

EDGES = range(1, 101, 4)
"""Where the 25 rows of the look-up table begin."""

TABLE = Table.of(
    "bench",
    {
        "die": "d100",
        "rows": [{"id": f"row-{at}", "name": f"Row {at}", "roll": f"{at}–{at + 3}"} for at in EDGES],
    },
)
ROWS = [row.id for row in TABLE.rows]


def repeated(once: Callable[[], object], times: int) -> None:
    """A peer's call so many times."""
    for _ in range(times):
        once()


def loop(once: Callable[[], object]) -> Callable[[int], None]:
    """A call as a loop of it."""
    return partial(repeated, once)


def ours(text: str) -> Callable[[int], None]:
    """Our roll with the system's entropy, every face kept."""
    roll, source = Dice.parse(text).roll, Entropy()

    def run(times: int) -> None:
        for _ in range(times):
            roll(source)

    return run


def our_row(times: int) -> None:
    """Our roll on a table."""
    die, at, source = Dice.parse("d100"), TABLE.at, Entropy()
    for _ in range(times):
        at(die.roll(source).total)


def bare_2d6(times: int) -> None:
    randint = random.randint
    for _ in range(times):
        randint(1, 6) + randint(1, 6) + 3


def bare_d66(times: int) -> None:
    randint = random.randint
    for _ in range(times):
        10 * randint(1, 6) + randint(1, 6)


def bare_keep(times: int) -> None:
    randint = random.randint
    for _ in range(times):
        sum(sorted([randint(1, 6), randint(1, 6), randint(1, 6), randint(1, 6)])[1:])


def bare_row(times: int) -> None:
    randint, edges = random.randint, list(EDGES)
    for _ in range(times):
        ROWS[bisect(edges, randint(1, 100)) - 1]


def of_d20(text: str) -> Callable[[int], None]:
    """d20's roll of an expression parsed beforehand."""
    return loop(partial(d20.roll, d20.parse(text)))


def row_by(total: Callable[[], int]) -> Callable[[int], None]:
    """A look-up in sorted edges by a peer's total."""
    edges = list(EDGES)

    def once() -> str:
        return ROWS[bisect(edges, total()) - 1]

    return loop(once)


def node(*notations: str) -> dict[str, float]:
    """Seconds per roll of rpg-dice-roller."""
    command = ["node", str(HERE / "peers" / "rpg_dice_roller.mjs"), *notations]
    return dict(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def sampling() -> bool:
    """One roll. Goals: quicker than every library, and at least half as quick as the bare loop."""
    d6, d100 = icepool.d6, icepool.d100
    roller = d20.parse("1d100")
    races = {
        "2d6+3": {
            "bonesetter": ours("2d6+3"),
            "random.randint": bare_2d6,
            "d20": of_d20("2d6+3"),
            "icepool": loop((2 @ d6 + 3).sample),
            "dyce": loop((2 @ H(6) + 3).sample),
        },
        "d66": {
            "bonesetter": ours("d66"),
            "random.randint": bare_d66,
            "d20": of_d20("1d6*10+1d6"),
            "icepool": loop((10 * d6 + d6).sample),
            "dyce": loop((10 * H(6) + H(6)).sample),
        },
        "4d6kh3": {
            "bonesetter": ours("4d6kh3"),
            "random.randint": bare_keep,
            "d20": of_d20("4d6kh3"),
            "icepool": loop(d6.highest(4, 3).sample),
            "dyce": loop((4 @ P(6)).at(slice(1, None)).sample),
        },
        "d100 on a table": {
            "bonesetter": our_row,
            "random.randint": bare_row,
            "d20": row_by(lambda: d20.roll(roller).total),
            "icepool": row_by(d100.sample),
            "dyce": row_by(H(100).sample),
        },
    }
    notations = {"2d6+3": "2d6+3", "d66": "1d6*10+1d6", "4d6kh3": "4d6kh3", "d100 on a table": "1d100"}
    in_node = node(*notations.values())
    met = True
    for title, loops in races.items():
        seconds = race(loops, 50_000)
        seconds["rpg-dice-roller"] = in_node[notations[title]]
        peers = tuple(Goal(1, name) for name in seconds if name not in ("bonesetter", "random.randint"))
        met &= report(f"Rolling {title}", seconds, (*peers, Goal(2, "random.randint")))
    return met


def exact() -> bool:
    """A whole distribution, built anew each time. Goal: at least as quick as both libraries."""
    d6, d10 = icepool.d6, icepool.d10
    exploding = "6d6!"
    races = {
        "2d6": {
            "bonesetter": loop(Dice.parse("2d6").distribution),
            "icepool": loop(lambda: 2 @ d6),
            "dyce": loop(lambda: 2 @ H(6)),
        },
        "4d6kh3": {
            "bonesetter": loop(Dice.parse("4d6kh3").distribution),
            "icepool": loop(lambda: d6.highest(4, 3)),
            "dyce": loop(lambda: (4 @ P(6)).at(slice(1, None))),
        },
        "10d10": {
            "bonesetter": loop(Dice.parse("10d10").distribution),
            "icepool": loop(lambda: 10 @ d10),
            "dyce": loop(lambda: 10 @ H(10)),
        },
        "6d6!, to depth 10": {
            "bonesetter": loop(Dice.parse(exploding).distribution),
            "icepool": loop(lambda: 6 @ d6.explode(depth=10)),
            "dyce": loop(lambda: 6 @ explode_n(H(6), n=10)),
        },
    }
    met = agree()
    for title, loops in races.items():
        met &= report(f"Exact {title}", race(loops, 2_000), (Goal(1),))
    return met


def agree() -> bool:
    """Whether icepool comes to the same distributions."""
    d6 = icepool.d6
    pairs = (("2d6", 2 @ d6), ("4d6kh3", d6.highest(4, 3)), ("10d10", 10 @ icepool.d10))
    same = [Dice.parse(text).distribution() == dict(die.items()) for text, die in pairs]
    ours, theirs = Dice.parse("6d6!").distribution(), 6 @ d6.explode(depth=10)
    # depth 10 leaves weights of one denominator, which icepool may have reduced
    same.append(
        [n * theirs.denominator() for n in ours.values()] == [n * sum(ours.values()) for _, n in theirs.items()]
    )
    print(f"\nThe same exact distributions as icepool: {'yes' if all(same) else 'NO'}")
    return all(same)


def main() -> bool:
    """Both benchmarks."""
    rolled, worked_out = sampling(), exact()
    return rolled and worked_out
