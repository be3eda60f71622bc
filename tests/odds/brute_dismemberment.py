"""Death & Dismemberment, once more in plain Python: Injury Tests, what comes of a blow, surviving a Wound."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from plain import D4, D6, D20, Chances, at_least, dice, gathered, golden

TYPES = ("bleeding", "blinded", "fracture", "knocked_out", "maimed", "scarred")
EYES = ("left_eye", "right_eye")
LIMBS = ("right_arm", "left_arm", "right_leg", "left_leg")

CARRIED = (
    ("bleeding", None),
    ("fracture", None),
    ("blinded", "left_eye"),
    ("maimed", "right_arm"),
    ("scarred", None),
    ("maimed", "left_leg"),
    ("knocked_out", None),
    ("blinded", "right_eye"),
    ("maimed", "left_arm"),
    ("maimed", "right_leg"),
)
"""The Injuries somebody has, in the order they come."""

WHO = {6: {"race": "human"}, 8: {"race": "dwarf"}, 10: {"race": "dwarf", "feats": ["stout_defender"]}}
"""D-009: the test's die by race and feat."""

Injuries = tuple[tuple[str, str | None], ...]


def serious(carried: int, die: int) -> Fraction:
    """D-007: at most the number of Injuries, this one included."""
    return Fraction(sum(1 for face in range(1, die + 1) if face <= carried + 1), die)


def parts(type: str) -> Chances:
    """DA-03, D-025: an eye by d6, a limb by d4."""
    if type == "blinded":
        return gathered((EYES[0] if face <= 3 else EYES[1], chance) for face, chance in D6.items())
    if type == "maimed":
        return gathered((LIMBS[face - 1], chance) for face, chance in D4.items())
    return {None: Fraction(1)}


def one_injury(had: Injuries, number: int, die: int, choice: str, no_choice: bool) -> list[tuple[Any, Any, Fraction]]:
    """Severity, what is carried on as type and part, and chance, of one Injury nobody wards off. `choice` is taken
    when it is Grave."""
    ways: list[tuple[Any, Any, Fraction]] = []
    for face, chance in dice(die).items():
        if no_choice and face < number:
            ways.append(("wound", None, chance))  # DA-51
            continue
        tested = "normal" if face > number else "grave"
        for kind, type in enumerate(TYPES, 1):
            for part, share in parts(type).items():
                weight = chance * D6[kind] * share
                if (type, part) in had:
                    ways.append(("wound", None, weight))  # D-032
                elif tested == "grave" and not no_choice:
                    ways.append((choice, (type, part) if choice == "grave" else None, weight))
                else:
                    ways.append((tested, (type, part), weight))
    return ways


WORST = ("normal", "grave", "wound")


def blow(carried: int, die: int, choice: str, no_choice: bool = False, twice: bool = False) -> Chances:
    """The worst that comes of one blow; `twice` of Excessive Damage."""
    had: Injuries = CARRIED[:carried]
    leads = []
    for severity, came, chance in one_injury(had, carried + 1, die, choice, no_choice):
        if not twice:
            leads.append((severity, chance))
            continue
        now = had if came is None else (*had, came)
        for second, _, share in one_injury(now, carried + 2, die, choice, no_choice):
            leads.append((max(severity, second, key=WORST.index), chance * share))
    return gathered(leads)


def somebody(carried: int, die: int, **facts: Any) -> dict[str, Any]:
    injuries = [{"id": f"i{n}", "type": type, "part": part} for n, (type, part) in enumerate(CARRIED[:carried], 1)]
    return {**WHO[die], "hp": {"now": 0, "max": 6}, "injuries": injuries, **facts}


def survived(save: Fraction, helpers: int = 1) -> Fraction:
    """D-036, D-038: three rounds, a save for each helper in each."""
    return 1 - (1 - save) ** (3 * helpers)


def dying(target: int, kind: str = "death", bonus: int = 0) -> dict[str, Any]:
    wound = {"id": "w", "type": None, "part": None, "severity": "wound", "save_type": kind, "save_bonus": bonus}
    return {"hp": {"now": 0, "max": 6}, "injuries": [wound], "saves": {kind: target}}


def test_goldens() -> Iterator[dict[str, Any]]:
    args = {"on": "pc", "amount": 1, "is_attack": False}
    for die in WHO:
        for carried in range(11):
            given = {"characters": {"pc": somebody(carried, die)}}
            margins = {carried + 1 - face: chance for face, chance in dice(die).items()}
            assert sum(chance for margin, chance in margins.items() if margin >= 0) == serious(carried, die)
            where = f"d{die}, {carried} carried"
            yield golden(f"test {where}", given, "damage", args, margins, by="tests.0")
            if carried > 8:
                continue
            for choice in ("grave", "wound"):
                chances = blow(carried, die, choice)
                policy = {"grave_or_wound": choice}
                yield golden(f"blow {where}, {choice}", given, "damage", args, chances, policy=policy)
            strict = {**given, "options": {"no_choice": True}}
            yield golden(f"no choice {where}", strict, "damage", args, blow(carried, die, "", no_choice=True))
    for carried in (0, 2):
        given = {"characters": {"pc": somebody(carried, 6)}, "options": {"excessive_damage": True}}
        args = {"on": "pc", "amount": 7, "is_attack": False}
        chances = blow(carried, 6, "grave", twice=True)
        yield golden(
            f"excessive, {carried} carried", given, "damage", args, chances, policy={"grave_or_wound": "grave"}
        )


def aid_goldens() -> Iterator[dict[str, Any]]:
    for target, (bonus, help) in product(
        range(2, 21), ((0, {}), (4, {"healing_hands": True}), (6, {"healing_hands": True, "berries": 2}))
    ):
        given = {"characters": {"pc": dying(target)}}
        saved = survived(at_least(D20, target - bonus))
        args = {"on": "pc", "helper": "Mora", **help}
        chances = {"recovered": saved, "died": 1 - saved}
        yield golden(
            f"aid, save {target}, bonus {bonus}",
            given,
            "first_aid",
            args,
            chances,
            course=True,
            acts=acts(at_least(D20, target - bonus)),
        )
    poisoned = {"characters": {"pc": dying(15, "poison", 4)}}
    save = at_least(D20, 15 - 4)
    chances = {"recovered": survived(save), "died": 1 - survived(save)}
    args = {"on": "pc", "helper": "Mora"}
    yield golden("aid after centipede poison", poisoned, "first_aid", args, chances, course=True, acts=acts(save))


def acts(save: Fraction) -> Fraction:
    """First Aids there are on average: a second if the first fails, a third if the second does."""
    return 1 + (1 - save) + (1 - save) ** 2


def other_goldens() -> Iterator[dict[str, Any]]:
    for target in range(2, 21):
        injury = {"id": "i1", "type": "knocked_out", "effect_left": {"n": 1, "unit": "hours", "hours": 0}}
        given = {"characters": {"pc": {"injuries": [injury], "saves": {"death": target}}}}
        woke = at_least(D20, target)
        chances = gathered(((False, woke), (True, 1 - woke)))
        yield golden(f"wake, save {target}", given, "wake", {"on": "pc"}, chances, by="unconscious")


def goldens() -> Iterator[dict[str, Any]]:
    """Everything stored in dismemberment/odds.json."""
    yield from test_goldens()
    yield from aid_goldens()
    yield from other_goldens()


def blow_paths(carried: int, die: int, save: int) -> int:
    """Sequences of answers of a fall on somebody without gear or feats. Each type can be chosen, or come up when it is
    left to the dice; a part is always rolled."""
    had = CARRIED[:carried]
    fails = sum(1 for face in D20 if face < save)
    total = 0
    for face in range(1, die + 1):
        for type in TYPES:
            for part in parts(type):
                if (type, part) in had:
                    ways = 1
                elif face > carried + 1:
                    digits = (20 - fails) + 2 * fails if type == "maimed" else 1  # kept: a digit or a scar
                    ways = digits * 6
                else:
                    grave = {"bleeding": 6 * 6, "blinded": 1, "maimed": 1}.get(type, 6)
                    ways = grave + 1  # or a Wound in its place
                total += 2 * ways
    return total


def paths() -> Iterator[dict[str, Any]]:
    """Counts of answer sequences."""
    for carried, die in ((0, 6), (3, 6), (5, 8)):
        yield {
            "id": f"fall, d{die}, {carried} carried",
            "given": {"characters": {"pc": somebody(carried, die, saves={"death": 12})}},
            "verb": "damage",
            "args": {"on": "pc", "amount": 1, "is_attack": False},
            "paths": blow_paths(carried, die, 12),
        }
