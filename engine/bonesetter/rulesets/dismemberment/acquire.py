"""An Injury taken: its dice, what it does at once, and what it takes for good. Source: Injury Tests, the six
Injuries."""

from __future__ import annotations

from ...effect import Effect, Term
from ...event import add, put, set_
from ...frozen import Map
from ...happening import Asking
from ...request import Amount, Choose, Option
from .character import (
    ABILITY_LOSS,
    ARMS,
    BLEEDING,
    FRACTURE,
    GRAVE,
    KNOCKED_OUT,
    LEGS,
    LOST,
    LOST_HIT_DIE,
    MAIMED,
    PARTS,
    ROUNDS_TO_LIVE,
    SCARRED,
    UNIT_HOURS,
    WOUND,
    Injury,
    Left,
)
from .happening import Happening, save

BODY, MIND = ("str", "dex", "con"), ("int", "wis", "cha")
"""Grave Fracture and Grave Scarring take a point from each. Atoms D-021, D-031."""


def record_wound(
    s: Happening, source: str, save_type: str = "death", save_bonus: int = 0, self_aid: bool = False
) -> None:
    """A Wound: it counts as an Injury, and it kills in three rounds. Atoms D-034 to D-036; DA-10."""
    rounds = ROUNDS_TO_LIVE - (1 if s.c.option("count_wound_round") else 0)
    wound = Injury(
        s.new_id(),
        severity=WOUND,
        rounds_left=rounds,
        save_type=save_type,
        save_bonus=save_bonus,
        self_aid=self_aid,
        source=source,
    )
    _put(s, wound, (Effect("dying", Map({"rounds": rounds})),))


def _put(s: Happening, injury: Injury, effects: tuple[Effect, ...] = ()) -> None:
    new = all(carried.id != injury.id for carried in s.character.injuries)
    row = f"injury-{injury.type}" if injury.type is not None else None
    s.note(
        "wound" if injury.severity == WOUND else "injury",
        put("injuries", injury),
        *((add("serial", 1),) if new else ()),
        row=row,
        effects=effects,
        name=Term(f"rows.{row}") if row is not None else Term("severities.wound"),
        severity=injury.severity,
        how=Term("severities.temporary" if injury.temporary else f"severities.{injury.severity}"),
        part=Term(f"at.{injury.part or 'no_part'}"),
        n=len(s.character.injuries) + new,
    )


def acquire(
    s: Happening, id: str, type: str, part: str | None, severity: str, temporary: bool, group: int
) -> Asking[None]:
    """A normal, Grave or temporary Injury of a type, with its dice in order: a Maimed one's save, the HP of a lost Hit
    Die, then how long its effect lasts. A temporary one lasts an hour and rolls nothing. Atoms D-012 to D-031, D-059;
    DA-18 to DA-21, DA-23.
    """
    if severity == GRAVE and not temporary:
        yield from _for_good(s, type, part, group)
    elif type == MAIMED and not temporary:
        yield from _digit(s, part, group)
    left = yield from _lasts(s, type, severity, temporary, group)
    _put(s, Injury(id, type, part, severity, temporary, effect_active=True, effect_left=left))
    _at_once(s, type, part)


def _for_good(s: Happening, type: str, part: str | None, group: int) -> Asking[None]:
    """What a Grave Injury takes for good. Atoms D-013, D-016, D-018, D-021, D-029, D-031; DA-20, DA-23."""
    if type in PARTS:
        s.lose(f"{LOST[type]}:{part}")
    elif type == BLEEDING:
        hp = yield from Amount("hd_hp", dice="d6", unit="hp", who=s.who, group=group)
        character = s.character
        top = max(1, character.hp.max - hp)
        changes = (
            set_("hit_dice", max(0, character.hit_dice - 1)),
            set_("hp/max", top),
            set_("hp/now", min(character.hp.now, top)),
        )
        s.lose(LOST_HIT_DIE, character.hp.max - top, *changes)
    elif type in (FRACTURE, SCARRED):
        for ability in BODY if type == FRACTURE else MIND:
            s.lose(f"{ABILITY_LOSS}:{ability}")


def _digit(s: Happening, part: str | None, group: int) -> Asking[None]:
    """A normal Maiming: a save vs Death, or a finger or toe is lost, or a scar stays. Atom D-028; DA-19."""
    if (yield from save(s, "death", group=group)):
        return
    options = (Option("digit", Term("terms.digit")), Option("scar", Term("terms.scar")))
    about = (("part", Term(f"terms.{part}")),)
    kept = yield from Choose("keep", who=s.who, options=options, default="digit", group=group, about=about)
    s.lose(f"{'scar' if kept == 'scar' else 'lost_digit'}:{part}")


def _lasts(s: Happening, type: str, severity: str, temporary: bool, group: int) -> Asking[Left | None]:
    """How long the effect lasts; None: for good. Atoms D-012, D-022, D-024, D-059; DA-19, DA-20."""
    if temporary:
        return Left(1, "hours", 1)
    if severity == GRAVE and type in PARTS:
        return None
    unit = "days"
    if type == KNOCKED_OUT:
        unit = "weeks" if severity == GRAVE else "hours"
    n = yield from Amount(unit, dice="d6", unit=unit, who=s.who, group=group)
    return Left(n, unit, n * UNIT_HOURS[unit])


def _at_once(s: Happening, type: str, part: str | None) -> None:
    """What an Injury does the moment it comes. Atoms D-023, D-026, D-027, D-030; DA-49."""
    if type == KNOCKED_OUT:
        s.note("forgotten", *(() if s.character.spells is None else (set_("spells", 0),)))
    elif type == SCARRED and s.character.henchmen:
        s.note("loyalty", henchmen=s.character.henchmen)
    elif part in ARMS:
        s.note("dropped", part=Term(f"at.{part}"))
    elif part in LEGS:
        s.note("fell", set_("prone", True), part=Term(f"at.{part}"))
