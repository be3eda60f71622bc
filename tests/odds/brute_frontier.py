"""Injury and Recovery, once more in plain Python: critical wounds, courses of disease, treatment, poison."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from plain import D3, D6, TWO_D6, Chances, absorbed, at_least, gathered, golden

ENDURANCE, RESOLVE, INTELLECT = 3, 3, 2
ATTRIBUTES = {"Endurance": ENDURANCE, "Resolve": RESOLVE, "Intellect": INTELLECT}

BANDS = ((3, "fight"), (6, "hour"), (9, "week"), (10, "season"), (11, "permanent"), (13, "death"))
"""F-100: the last row of each duration."""

DISEASES = {
    # name: difficulty, successes to recover, Deadly, the effect's modifier to all rolls while Sick (section 8)
    "Spring fever": (11, 2, False, 0),
    "Camp flux": (11, 2, True, -1),
    "Marsh ague": (11, 2, False, -1),
    "Ship fever": (11, 3, True, -1),
    "Grey pox": (11, 3, True, -1),
    "Winter rot": (9, 2, True, -1),
    "Lockjaw": (11, 3, True, -1),
    "Festering wound": (9, 2, True, -1),
}


def lasts(row: int) -> str:
    """How long a row of any location table lasts."""
    return next(word for last, word in BANDS if row <= last)


def rows(leftover: int, taken: int) -> Chances:
    """F-069, F-072, F-100: d6 + leftover + wounds taken this fight, read on rows 1 to 13+."""
    return gathered((min(13, face + leftover + taken), chance) for face, chance in D6.items())


def course(
    difficulty: int,
    resist: int,
    recover: int,
    deadly: bool,
    sick: int = 0,
    grave: int = 0,
    nursing: Chances | None = None,
) -> tuple[Chances, Fraction | None]:
    """F-308 to F-320: from Sick with no marks to the end; `sick` and `grave` what the disease does to its own roll."""
    start = ("sick", 0)
    return absorbed(start, lambda state: day(state, difficulty, resist, recover, deadly, sick, grave, nursing), ended)


def ended(state: Any) -> bool:
    return state in ("recovered", "dead")


def day(
    state: tuple[str, int],
    difficulty: int,
    resist: int,
    recover: int,
    deadly: bool,
    sick: int,
    grave: int,
    nursing: Chances | None = None,
) -> Chances:
    """One interval. A Gravely ill patient of a deadly disease who fails by 5 is lost unless magic helps (`dead`)."""
    phase, marks = state
    leads = []
    for (face, chance), (bonus, share) in product(TWO_D6.items(), (nursing or {0: Fraction(1)}).items()):
        margin = face + resist + (sick if phase == "sick" else grave) + bonus - difficulty
        there: Any = state
        if margin >= 0 and phase == "sick":
            there = "recovered" if marks + 1 == recover else ("sick", marks + 1)
        elif margin >= 0:
            there = ("sick", marks)
        elif margin <= -5 and phase == "sick":
            there = ("grave", marks)
        elif margin <= -5:
            there = "dead" if deadly else ("grave", max(0, marks - 1))
        leads.append((there, chance * share))
    return gathered(leads)


def nursed(skill: int, difficulty: int) -> Chances:
    """F-319, F-320: +1 on a success, +2 on a margin of 3 or more, else nothing."""

    def bonus(margin: int) -> int:
        return 0 if margin < 0 else 2 if margin >= 3 else 1

    return gathered((bonus(face + skill - difficulty), chance) for face, chance in TWO_D6.items())


def patient(resist: int, disease: str, **facts: Any) -> dict[str, Any]:
    bout = {"id": "x", "disease": disease, "phase": "sick", "marks": 0}
    return {
        "attributes": ATTRIBUTES,
        "ranks": {"Resist (Disease)": resist - ENDURANCE},
        "diseases": [bout],
        **facts,
    }


HEALER = {"attributes": ATTRIBUTES, "ranks": {"Treat Wounds": 2}, "gear": ["herbs"]}


def disease_goldens() -> Iterator[dict[str, Any]]:
    args = {"on": "pat", "id": "x"}
    for (name, (difficulty, recover, deadly, sick)), resist, own, nurse in product(
        DISEASES.items(), range(-1, 9), (True, False), (False, True)
    ):
        given: dict[str, Any] = {"characters": {"pat": patient(resist, name)}}
        more: dict[str, Any] = {"course": True}
        if nurse:
            given["characters"]["hea"] = HEALER
            more["each"] = {"verb": "nurse", "args": {"by": "hea", **args}}
        if not own:
            given["options"] = {"sick_penalty_on_own_resist": False}
        bonus = nursed(INTELLECT + 2, difficulty) if nurse else None
        penalties = (sick, -2) if own else (0, 0)
        chances, acts = course(difficulty, resist, recover, deadly, *penalties, bonus)
        how = f"{'own penalty' if own else 'no own penalty'}{', nursed' if nurse else ''}"
        about = f"course {name}, Resist {resist:+}, {how}"
        yield golden(about, given, "interval", args, chances, acts=acts, **more)
    elf = {"characters": {"pat": patient(5, "Grey pox", folk="elf")}}
    chances, acts = course(11, 5 - 2, 3, True, -1, -2)  # F-362
    yield golden("course Grey pox, an elf", elf, "interval", args, chances, acts=acts, course=True)


def hurt(leftover: int, taken: int) -> dict[str, Any]:
    pat = {"attributes": ATTRIBUTES, "max_wounds": 12, "wounds": 0, "crits_this_fight": taken}
    return {"characters": {"pat": pat}, "scene": {"fight": True}}


def wound_goldens() -> Iterator[dict[str, Any]]:
    for location, leftover, taken in product(("head", "body", "arm", "leg"), range(13), range(4)):
        if taken and leftover > 6:
            continue  # certain death by then
        args = {"on": "pat", "damage": leftover, "location": location}
        came = rows(leftover, taken)
        where = f"{location}, leftover {leftover}, taken {taken}"
        by_row = {f"{location}-{row}": chance for row, chance in came.items()}
        if not taken:
            yield golden(f"row {where}", hurt(leftover, taken), "hit", args, by_row, by="row")
        for_how_long = gathered((lasts(row), chance) for row, chance in came.items())
        yield golden(f"lasts {where}", hurt(leftover, taken), "hit", args, for_how_long, by="critical.lasts")
        dead = gathered(("dead" if row >= 12 else "critical_wound", chance) for row, chance in came.items())
        yield golden(f"death {where}", hurt(leftover, taken), "hit", args, dead)


def treatment_goldens() -> Iterator[dict[str, Any]]:
    """F-043 to F-046, F-051, F-055."""
    for (row, difficulty, kit_counts, good), rank, kit in product(
        ((5, 9, False, "wound_ended"), (7, 11, True, "wound_shortened"), (10, 13, True, "wound_shortened")),
        range(4),
        (False, True),
    ):
        skill = INTELLECT + (rank or -2) - (2 if kit_counts and not kit else 0)
        healer = {
            "attributes": ATTRIBUTES,
            "ranks": {"Treat Wounds": rank} if rank else {},
            "gear": ["surgeon's kit"] if kit else [],
        }
        location = "arm" if row == 10 else "body"
        wound = {"id": "w", "location": location, "row": row, **({"side": "left"} if location == "arm" else {})}
        given = {"characters": {"pat": {"attributes": ATTRIBUTES, "critical_wounds": [wound]}, "hea": healer}}
        success = at_least(TWO_D6, difficulty - skill)
        chances = {good: success, "failed": 1 - success}
        about = f"treat {location}-{row}, rank {rank}, {'kit' if kit else 'no kit'}"
        yield golden(about, given, "treat_wound", {"by": "hea", "on": "pat", "wound": "w"}, chances)


POISONS: dict[str, tuple[int, Chances | None, Chances | None, bool]] = {
    # name: difficulty, Wounds lost on a failure and on a success, Deadly (section 7)
    "Rattler venom": (11, TWO_D6, D3, False),
    "Wolfsbane paste": (11, D6, None, False),
    "Cut rum": (9, None, None, False),
    "Water hemlock root": (13, TWO_D6, D6, True),
    "Death-cap": (13, TWO_D6, None, True),
}


def poison_goldens() -> Iterator[dict[str, Any]]:
    for (name, (difficulty, fail, success, deadly)), resist, wounds in product(POISONS.items(), (2, 4, 6), (1, 3, 7)):
        pat = {
            "attributes": ATTRIBUTES,
            "ranks": {"Resist (Poison)": resist - ENDURANCE},
            "max_wounds": 12,
            "wounds": wounds,
            "poisonings": [{"id": "p", "poison": name, "phase": "onset"}],
        }
        given = {"characters": {"pat": pat}}
        args = {"on": "pat", "id": "p"}
        where = f"{name}, Resist {resist:+}, {wounds} Wounds"
        resisted = at_least(TWO_D6, difficulty - resist)
        held = {"poison_resisted": resisted, "poison_took_hold": 1 - resisted}
        yield golden(f"poison {where}", given, "poison_acts", args, held)
        lost = gathered(
            (min(wounds, loss), share * chance)
            for share, column in ((resisted, success), (1 - resisted, fail))
            for loss, chance in (column or {0: Fraction(1)}).items()
        )
        yield golden(f"lost to {where}", given, "poison_acts", args, lost, by="wounds_lost")
        down = lost.get(wounds, Fraction(0))  # F-244: taken to 0
        fallen = gathered(((True, down), (False, 1 - down)))
        yield golden(f"down from {where}", given, "poison_acts", args, fallen, by="unconscious")
        clock = gathered(((ENDURANCE if deadly else None, down), (None, 1 - down)))  # F-245
        yield golden(f"dying of {where}", given, "poison_acts", args, clock, by="dying_minutes")


def goldens() -> Iterator[dict[str, Any]]:
    """Everything stored in frontier/odds.json."""
    yield from wound_goldens()
    yield from disease_goldens()
    yield from treatment_goldens()
    yield from poison_goldens()


def hit_paths(location: str, leftover: int, endurance: int) -> int:
    """Sequences of answers of a hit on someone at 0 Wounds without a fight: the row, then the side (a d6; not where
    both legs go), then what the row asks: hours for a fractured skull."""
    paths = 0
    for row in rows(leftover, 0):
        side = 6 if location in ("arm", "leg") and (location, row) != ("leg", 13) else 1
        paths += side * (6 if (location, row) == ("head", 10) else 1)
    return paths


def paths() -> Iterator[dict[str, Any]]:
    """Counts of answer sequences."""
    for location, leftover in product(("head", "body", "arm", "leg"), (0, 3, 5, 7)):
        args = {"on": "pat", "damage": leftover, "location": location}
        given = {"characters": {"pat": {"attributes": ATTRIBUTES, "max_wounds": 12, "wounds": 0}}}
        yield {
            "id": f"hit {location}, leftover {leftover}",
            "given": given,
            "verb": "hit",
            "args": args,
            "paths": hit_paths(location, leftover, ENDURANCE),
        }
    pat = patient(0, "Ship fever")
    pat["diseases"][0]["phase"] = "gravely_ill"
    # eleven margins; those of a failure by 5 or more ask for the hours of the crisis as well
    worse = sum(1 for face in TWO_D6 if face + 0 - 2 - 11 <= -5)
    yield {
        "id": "interval, Gravely ill",
        "given": {"characters": {"pat": pat}},
        "verb": "interval",
        "args": {"on": "pat", "id": "x"},
        "paths": 11 - worse + worse * 6,
    }
    poisoned = {
        "attributes": ATTRIBUTES,
        "max_wounds": 12,
        "wounds": 4,
        "poisonings": [{"id": "p", "poison": "Water hemlock root", "phase": "onset"}],
    }
    # failure: loss 2d6 (eleven sums), turns d3; success: loss d6; whoever falls to 0 rolls the hours too
    good = sum(1 for face in TWO_D6 if face + ENDURANCE >= 13)
    failed = sum(6 if loss >= 4 else 1 for loss in TWO_D6) * 3
    passed = sum(6 if loss >= 4 else 1 for loss in D6)
    yield {
        "id": "water hemlock",
        "given": {"characters": {"pat": poisoned}},
        "verb": "poison_acts",
        "args": {"on": "pat", "id": "p"},
        "paths": (11 - good) * failed + good * passed,
    }
