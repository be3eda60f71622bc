"""What follows from a character's state and is never stored: capacity, maxima in force, what bears on a check."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ...campaign import Compartment
from ...errors import Refusal
from ...event import Change, set_
from ...frozen import Map
from .character import DEAD, PC, Character, Injury, Pool, Scene
from .tables import HOUSE, Book, Kind, book

Danger = Compartment[Character, Scene]


def tables_in_force(c: Danger) -> Book:
    """The tables a campaign plays with. Raises Refusal `tables_not_loaded` when its option names a set that this
    program has not loaded: other rows are never used in its place."""
    now = book()
    wanted = c.option("tables")
    if wanted not in (now.id, HOUSE):
        raise Refusal("tables_not_loaded", field="tables", given=wanted, loaded=now.id)
    return now


def cosmetic(injury: Injury) -> bool:
    """Whether it is only a mark that fades by itself. Atom K-042; result 1 of the four injury tables."""
    return injury.table != "disease" and (
        injury.result == 1 or any(effect.kind == "cosmetic" for effect in injury.effects)
    )


def used(c: Danger, who: str) -> int:
    """Wound slots spent: the active injuries. Atom K-007; option `cosmetic_counts` (KA-06)."""
    counts = c.option("cosmetic_counts")
    return sum(1 for injury in c[who].injuries if counts or not cosmetic(injury))


def left(c: Danger, who: str) -> int | None:
    """Wounds that can still be taken; None for an NPC, who takes none. Atoms K-007, K-008, K-014, KA-12."""
    return max(0, c[who].tier - used(c, who)) if c[who].kind == PC else None


def at_capacity(c: Danger, who: str) -> bool:
    """Whether the next hit past 0 kills. Atom K-012."""
    return left(c, who) == 0


def afflictions(character: Character) -> tuple[Injury, ...]:
    """Injuries, oldest first, then diseases: all that has effects and an injury die."""
    return (*character.injuries, *character.diseases)


def maximum(character: Character, pool: str) -> int:
    """The maximum of `vigor` or `vitality` in force: lowered by injuries and diseases, never below 1 by them."""
    base: Pool = getattr(character, pool)
    shifts = [
        effect["per_tier"] * character.tier
        for affliction in afflictions(character)
        for effect in affliction.effects
        if effect.kind == "pool_max" and effect["pool"] == pool
    ]
    return max(min(1, base.max), base.max + sum(shifts)) if shifts else base.max


def clamped(character: Character) -> tuple[Change, ...]:
    """The changes that bring both pools back under their maxima in force."""
    changes = []
    for pool in ("vigor", "vitality"):
        top = maximum(character, pool)
        if getattr(character, pool).now > top:
            changes.append(set_(f"{pool}/now", top))
    return tuple(changes)


def within(character: Character) -> Character:
    """The character with both pools brought under their maxima in force."""
    for pool in ("vigor", "vitality"):
        points: Pool = getattr(character, pool)
        lowered = replace(points, now=min(points.now, maximum(character, pool)))
        character = replace(character, **{pool: lowered})  # type: ignore[arg-type]
    return character


def unrestored(character: Character) -> set[str]:
    """The pools that a Rest gives nothing back to."""
    return {
        effect["pool"]
        for affliction in afflictions(character)
        for effect in affliction.effects
        if effect.kind == "no_rest_recovery"
    }


def bears_on(injury: Injury, activities: Iterable[str], now: Book) -> bool:
    """Whether a check at some activities concerns an injury: one of them is the injury's, or lies under it. KA-13."""
    if injury.die is None or injury.activity is None:
        return False
    parents = now.parents()
    for activity in activities:
        at: str | None = activity
        for _ in range(len(parents) + 1):
            if at == injury.activity:
                return True
            at = parents.get(at) if at is not None else None
    return False


HANDS = {"left_hand": "left_arm", "right_hand": "right_arm"}


def taken(character: Character, kind: Kind, site: str) -> bool:
    """Whether a row can't strike a site: the part is lost, went with its limb, or bears this very injury. KA-35."""
    for injury in character.injuries:
        lost = any(effect.kind == "lost_part" for effect in injury.effects)
        if injury.site == site and (lost or injury.row == kind.id):
            return True
        if lost and injury.site is not None and injury.site == HANDS.get(site):
            return True
    return False


def speed(character: Character) -> dict[str, int] | None:
    """The slowest fraction of speed an affliction leaves, as num/den; None: unhindered."""
    moves = [effect.data for injury in afflictions(character) for effect in injury.effects if effect.kind == "move"]
    slowest: Any = min(moves, key=lambda move: move["num"] / move["den"], default=None)
    return None if slowest is None else {"num": slowest["num"], "den": slowest["den"]}


def forbidden(character: Character) -> list[str]:
    """The actions that afflictions forbid, in the order they came."""
    actions = (
        effect["action"] for injury in afflictions(character) for effect in injury.effects if effect.kind == "forbid"
    )
    return list(dict.fromkeys(actions))


def stat_penalties(character: Character) -> Map[str, int]:
    """The sum of what running poisons take from each stat. Atom K-065."""
    totals: dict[str, int] = {}
    for poison in character.poisons:
        for stat, value in poison.stat_penalties.items():
            totals[stat] = totals.get(stat, 0) + value
    return Map(totals)


def conditions(character: Character) -> list[str]:
    """The conditions that running poisons cause, each once. Atom K-066."""
    return list(dict.fromkeys(condition for poison in character.poisons for condition in poison.conditions))


def alive(c: Danger, who: str) -> Character:
    """The character. Raises Refusal `dead`. Atoms K-013, K-071."""
    if c[who].status == DEAD:
        raise Refusal("dead", field="on", who=who)
    return c[who]
