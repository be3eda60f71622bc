"""Hits and critical wounds (Critical wounds; Critical Wound Tables)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from ...effect import Part, Term
from ...errors import Refusal
from ...event import add, drop, event, put, set_
from ...form import OneOf, Who
from ...frozen import Json
from ...procedure import Outcome, Rule, Then, procedure
from ...request import Amount, Draw, Request
from ...table import Row
from . import bearing, book, choices, poison
from .records import Character, Frontier, Wound
from .telling import Telling, counted, died, harmed, living, sound, the_wound, then

Steps = Generator[Request[Any], Any, dict[str, Json]]


@procedure(group="hurt")
def hit(
    c: Frontier,
    *,
    on: Annotated[str, Who()],
    damage: Annotated[int, choices.whole(0, unit="wounds", code="negative_damage")],
    location: Annotated[str, OneOf(book.LOCATIONS, code="unknown_location")],
    location_die: Annotated[int | None, choices.whole()] = None,
    by: Annotated[str | None, Who()] = None,
) -> Rule:
    """A hit whose damage is what Endurance, armour, talents and runes have left of it.

    Wounds fall to 0 and no further. A hit that takes them to 0 causes one critical wound: d6 + the damage left over +
    1 for each critical wound already taken in this fight, on the table of the location struck; at 0 every further hit
    causes one, its whole damage added. A damaging hit from a coated weapon or a venomous bite poisons after that.
    Atoms F-014, F-065 to F-077, F-083, F-087, F-100, F-235, F-256, F-260; D-23 to D-28, D-41.
    """
    ch = living(c, on)
    if location == "leg" and location_die is not None and location_die not in (1, 2):
        raise Refusal("location_die_out_of_range", field="location_die", given=location_die)
    t = Telling(c)
    before = ch.now
    lost = min(damage, before)
    if lost:
        t.tell(event("wounds_lost", on, add("wounds", -lost), amount=counted(lost, "wounds"), left=before - lost))
    if damage:
        harmed(t, on)
    result: dict[str, Json] = {"wounds_after": before - lost, "wounds_lost": lost, "critical": None, "poison": None}
    result.update(leftover=None, unconscious_hours=None, dying_minutes=None)
    if causes_critical(c, ch, damage):
        harmed(t, on)
        result["leftover"] = damage - before
        result.update((yield from critical(t, on, location, damage - before, location_die)))
    for name, coated in poison.carried(c, by) if damage else ():
        if coated and by is not None:
            t.tell(event("coat_spent", by, set_("coat", None), poison=Term(f"rows.{book.poison(name).id}")))
        if not t[on].dead:
            dose = poison.dosed(t, on, name)
            result["poison"] = {"id": dose, **(yield from poison.act(t, on, dose, "poison."))}
    return Outcome(_ending(t[on], result), t.events, result, offers=aftercare(t, on))


def causes_critical(c: Frontier, ch: Character, damage: int) -> bool:
    """Whether a hit causes a critical wound (F-066, F-067, F-071, D-23, D-41)."""
    if damage < ch.now or (ch.now == 0 and damage == 0 and c.option("zero_damage_hit_at_zero") == "none"):
        return False
    if not ch.opponent:
        return True
    rule = c.option("opponents_take_critical_wounds")
    own = ch.takes_criticals if ch.takes_criticals is not None else ch.folk in ("human", "elf", "dwarf")
    return own if rule == "per_creature" else rule == "always"


def critical(t: Telling, on: str, location: str, leftover: int, location_die: int | None) -> Steps:
    """The critical wound roll, the side, and what the wound does. Atoms F-069 to F-075, F-100; D-24, D-26, D-27."""
    count = t[on].crits_this_fight if t.c.scene.fight else 0
    parts = (Part(Term("fields.leftover"), leftover), Part(Term("fields.wounds_this_fight"), count))
    drawn = yield from Draw(
        "critical_wound",
        table=location,
        parts=parts,
        show="critical.total",
        about=(("who", on), ("location", Term(f"values.{location}"))),
    )
    row = book.TABLES[location].row(drawn)
    side = yield from which_side(location, row, location_die)
    received = yield from receive(t, on, Struck(location, row, side))
    received["critical"]["count_bonus"] = count
    return received


def which_side(location: str, row: Row, location_die: int | None) -> Generator[Request[Any], Any, str | None]:
    """The limb's side: for a leg the location die (1 left, 2 right) or, for a called shot, odd and even; for an arm
    always a die of its own. Atoms F-074, F-075, F-173; D-28."""
    if location not in ("arm", "leg") or row.get("both_sides"):
        return None
    if location == "leg" and location_die is not None:
        return book.SIDES[location_die - 1]
    fell = yield from Amount(f"{location}_side", dice="d6", show="critical.side_die")
    return "left" if fell % 2 else "right"


@dataclass(frozen=True)
class Struck:
    """A row of a location's table, and the side it struck."""

    location: str
    row: Row
    side: str | None


def receive(t: Telling, on: str, struck: Struck) -> Steps:
    """A critical wound is taken: recorded, counted in the fight, and everything it does at once done.
    Atoms F-077 to F-083, F-088, F-089, F-090, F-093, F-101 to F-173; D-29, D-37, D-38."""
    ch, row = t[on], struck.row
    number = ch.serial + 1
    while ch.wound(f"c{number}") is not None:
        number += 1
    void = part_gone(ch, struck)
    pending = any(effect.kind == "turn" or effect.get("when") == "next_turn" for effect in row.effects)
    wound = Wound(
        f"c{number}",
        struck.location,
        row["number"],
        struck.side,
        lasts=row["lasts"],
        effects=row.effects,
        hours_left=bearing.whole(t.c, row["lasts"]) if row["lasts"] in ("week", "season") else None,
        fight=t.c.scene.fights if t.c.scene.fight else None,
        pending=pending and not void,
        void=void,
    )
    changes = [put("critical_wounds", wound), add("serial", number - ch.serial)]
    if t.c.scene.fight:
        changes.append(add("crits_this_fight", 1))
    lasts = Term(f"values.{row['lasts']}")
    t.tell(
        event("critical_wound", on, *changes, row=row.id, effects=row.effects, wound=bearing.named(wound), lasts=lasts)
    )
    told: dict[str, Json] = {
        "id": wound.id,
        "location": struck.location,
        "row": row["number"],
        "row_id": row.id,
        "name": row.name,
        "lasts": row["lasts"],
        "side": struck.side,
    }
    if void:
        t.tell(event("part_already_gone", on, wound=bearing.named(wound)))
        return {"critical": {**told, "void": True}}
    if row.get("part") == "eye" and eyes_lost(t[on]) == 2:
        t.tell(event("both_eyes_lost", on))
    return {"critical": told, **(yield from _at_once(t, on, wound))}


def part_gone(ch: Character, struck: Struck) -> bool:
    """Whether the part struck is missing already (D-37): that hand, that foot, or both eyes."""
    part = struck.row.get("part")
    if part == "eye":
        return eyes_lost(ch) >= 2
    return part is not None and (struck.side, part) in bearing.gone(ch)


def eyes_lost(ch: Character) -> int:
    """How many eyes are gone (F-111)."""
    return sum(book.wound_row(wound.location, wound.row).get("part") == "eye" for wound in bearing.open_wounds(ch))


def _at_once(t: Telling, on: str, wound: Wound) -> Steps:
    at = f"critical_wounds/{wound.id}"
    told: dict[str, Json] = {}
    if book.first(wound.effects, "death"):
        t.tell(died(on, f"{wound.location}-{wound.row}"))
        return told
    for effect in wound.effects:
        if effect.kind == "now" and effect["do"] == "prone":
            t.tell(event("fell_prone", on, set_("prone", True)))
        empties = (effect.kind == "now" and effect["do"] == "drop_held") or effect.kind in ("limb", "lost_part")
        if empties and wound.side is not None and wound.side in t[on].holds:
            item = t[on].holds[wound.side]
            t.tell(event("dropped", on, drop("holds", wound.side), item=item, side=Term(f"values.{wound.side}")))
            told["dropped"] = item
        if effect.kind == "condition" and "dice" in effect.data:
            hours = yield from Amount(
                "hours_unconscious", dice=effect["dice"], unit="hour", show="unconscious_hours", about=(("who", on),)
            )
            t.tell(event("knocked_out", on, set_(f"{at}/out", Fraction(hours)), hours=counted(hours, "hours")))
            told["unconscious_hours"] = hours
        elif effect.kind == "condition":
            t.tell(event("fell_senseless", on, set_(f"{at}/out", bearing.UNSTABILISED)))
        if effect.kind == "clock":
            minutes = bearing.attribute(t[on], effect["amount"])
            told["dying_minutes"] = minutes
            if minutes <= 0:
                t.tell(died(on, f"{wound.location}-{wound.row}"))
            else:
                t.tell(
                    event(
                        "dying", on, set_(f"{at}/dying_minutes", Fraction(minutes)), minutes=counted(minutes, "minutes")
                    )
                )
    return told


def _ending(ch: Character, result: dict[str, Json]) -> str:
    if ch.dead:
        return "dead"
    if result["critical"] is not None:
        return "critical_wound"
    return "poisoned" if result["poison"] is not None else "hit"


def aftercare(t: Telling, on: str) -> tuple[Then, ...]:
    """What may be done next for somebody hurt."""
    ch = t[on]
    if ch.dead:
        return ()
    offers = []
    if ch.now < ch.most and t.c.scene.fight and not ch.first_aid_this_fight:
        offers.append(then("first_aid", on=on))
    for wound in bearing.open_wounds(ch)[-3:]:
        if book.first(wound.effects, "named_treatment") and not wound.named_done:
            offers.append(then("named_treatment", on=on, wound=wound.id))
        elif wound.lasts in ("hour", "week", "season") and not wound.treated:
            offers.append(then("treat_wound", on=on, wound=wound.id))
    offers += [then("treat_poison", on=on, id=dose.id) for dose in ch.poisonings if dose.phase == "active"]
    return tuple(offers)


@procedure(group="hurt", gm=True)
def inflict_wound(
    c: Frontier,
    *,
    on: Annotated[str, Who()],
    location: Annotated[str, OneOf(book.LOCATIONS, code="unknown_location")],
    row: Annotated[int, choices.whole(1, 13)],
    side: Annotated[str | None, choices.SIDE] = None,
) -> Rule:
    """A critical wound by the GM's word, without the roll: the row's number, 1 to 13, and an arm's or leg's side."""
    living(c, on)
    found = book.wound_row(location, row)
    sided = location in ("arm", "leg") and not found.get("both_sides")
    if sided and side is None:
        raise Refusal("side_needed", field="side", location=Term(f"values.{location}"))
    t = Telling(c)
    result = yield from receive(t, on, Struck(location, found, side if sided else None))
    return Outcome("dead" if t[on].dead else "critical_wound", t.events, result, offers=aftercare(t, on))


@procedure(group="hurt", gm=True)
def mark_filthy(c: Frontier, *, on: Annotated[str, Who()], wound: Annotated[str, choices.WOUND]) -> Rule:
    """What dealt a critical wound was filthy: the GM may call for the Lockjaw roll. Atoms F-090, F-369."""
    found = the_wound(sound(c, on), on, wound)
    happened = event("filthy_source", on, set_(f"critical_wounds/{wound}/filthy", True), wound=bearing.named(found))
    yield from ()
    return Outcome("noted", (happened,), {}, offers=(then("expose", on=on, disease="Lockjaw", wound=wound),))
