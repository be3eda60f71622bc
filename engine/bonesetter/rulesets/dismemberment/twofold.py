"""The odds of Excessive Damage, summed up: two Injuries of one blow are walked one after the other, as two blows that
each bring one, and bodies that carry the same Injuries are taken for one in between."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...frozen import Map
from ...odds import of_procedure
from ...procedure import Then
from ...ruleset import Ruleset
from ...walk import Walk, solved
from ...ways import DEFAULT, Way
from . import derived
from .character import GRAVE, MONSTER, NORMAL, PARTS, TYPES, WOUND, Character
from .derived import Maimery

WORST = ("temporary", NORMAL, GRAVE, WOUND)
ONE_PLACE = tuple(type for type in TYPES if type not in PARTS)


@dataclass(frozen=True)
class Struck:
    """How a first Injury came out, and what a second one depends on; a state that is so."""

    ending: str
    mark: Hashable
    c: Maimery = field(compare=False)


def summed(
    ruleset: Ruleset, c: Maimery, args: Map[str, Any], tolerance: Fraction
) -> tuple[dict[Any, Fraction], Fraction] | None:
    """The odds of the procedure `damage`, by ending, where its damage is excessive; otherwise None: it is walked."""
    on = args["on"]
    character = c[on]
    if not c.option("excessive_damage") or character.kind == MONSTER or derived.starting_max(character) < 1:
        return None
    if args["amount"] - character.hp.now <= derived.starting_max(character):
        return None
    second: dict[Hashable, dict[Any, Fraction]] = {}
    chances: dict[Any, Fraction] = {}
    for first, chance in _first(ruleset, c, on, args).items():
        if first.mark not in second:
            one = _one_injury(first.c[on], args)
            second[first.mark] = dict(of_procedure(ruleset, first.c, "damage", one).chances)
        for ending, share in second[first.mark].items():
            worst = max(first.ending, ending, key=WORST.index)
            chances[worst] = chances.get(worst, Fraction(0)) + chance * share
    return chances, Fraction(0)


def _first(ruleset: Ruleset, c: Maimery, on: str, args: Map[str, Any]) -> dict[Struck, Fraction]:
    def struck(way: Way) -> Struck:
        after = way.after()
        return Struck(way.outcome.ending, _mark(after[on]), after)

    return solved(Walk(ruleset, DEFAULT, struck), Then("damage", _one_injury(c[on], args)), c)


def _one_injury(character: Character, args: Map[str, Any]) -> Map[str, Any]:
    """Damage that goes past 0 by a single point: one Injury, whatever the starting maximum."""
    return args.set("amount", character.hp.now + 1)


def _mark(character: Character) -> Hashable:
    """What a next Injury could repeat (its type and part are left to the dice, and each is as likely as its like): how
    many types without parts, eyes and limbs; and what may still be put in its way."""
    repeats = tuple(
        sum(derived.repeated(character, type, part) for type in types for part in PARTS.get(type, (None,)))
        for types in (ONE_PLACE, *((type,) for type in PARTS))
    )
    return len(character.injuries), repeats, character.gear, character.used_today
