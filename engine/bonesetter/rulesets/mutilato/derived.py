"""What follows from a character's state and is never stored. Source: Mutilato. Atoms U-004, U-005."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ...campaign import Compartment
from . import book
from .character import ARM, FINGER, FOOT, HAND, LABELLED, LEG, PARTS, Character, Loss, Modifier, Scene

Maimed = Compartment[Character, Scene]

LEAST = Fraction(3, 2)
STEP = Fraction(3, 2)
PER_LEG = 6

TOTALS = {
    "base=agilita": "agilita",
    "base=prestanza": "prestanza",
    "percezione+olfatto": "olfatto",
    "percezione+vista": "vista",
    "percezione+udito": "udito",
    "iniziativa": "iniziativa",
    "abilita+base=fascino": "fascino_skills",
}
"""The running penalties of a sheet, by the tag each of them adds up."""

NO_TWO_HANDED, NO_RUN, NO_CHARGE, CRAWL = "no_two_handed", "no_run", "no_charge", "crawl_only"
BLEEDING = "Sanguinante"


def fingers(c: Maimed, who: str) -> dict[str, int]:
    """How many fingers are left on each hand there is or was: none on a hand that is gone. A hand of which nothing is
    said has the campaign's number, less those lost. Atoms U-007, U-013."""
    character = c[who]
    said: Mapping[str, int] = character.body.finger or {}
    whole = max(0, c.option("fingers_per_hand"))
    counts = {}
    for hand in dict.fromkeys((*character.body.hand, *said)):
        if hand not in character.body.hand:
            counts[hand] = 0
        elif hand in said:
            counts[hand] = said[hand]
        else:
            lost = sum(1 for loss in character.losses if loss.part == FINGER and loss.side == hand)
            counts[hand] = max(0, whole - lost)
    return counts


def eligible(c: Maimed, who: str, part: str) -> tuple[str, ...]:
    """The sides where a part is left to lose, in the body's order; for a finger, the hands. Atoms U-007, U-041."""
    if part == FINGER:
        return tuple(hand for hand, count in fingers(c, who).items() if count > 0)
    return c[who].body.labels(part)


def sensible(c: Maimed, who: str) -> tuple[str, ...]:
    """The results that make sense for the body there is: the scar always does. Atoms U-007, U-008; D 1."""
    return tuple(row.id for row in book.TABLE.rows if row.id not in PARTS or eligible(c, who, row.id))


def left(c: Maimed, who: str) -> dict[str, int | dict[str, int]]:
    """How many of each part are left; fingers by hand."""
    body = c[who].body
    return {**{part: len(body.labels(part)) for part in LABELLED}, FINGER: fingers(c, who)}


def counting(c: Maimed, who: str) -> tuple[Loss, ...]:
    """The losses whose lasting effects count: all of them, in order; with the option `absorb`, not those that hung on a
    part lost since. Atom U-043; D 9."""
    losses = c[who].losses
    if not c.option("absorb"):
        return losses
    lost = {(loss.part, loss.side) for loss in losses}
    over = {FINGER: (HAND, ARM), HAND: (ARM,), FOOT: (LEG,)}
    return tuple(loss for loss in losses if not any((parent, loss.side) in lost for parent in over.get(loss.part, ())))


def modifiers(c: Maimed, who: str) -> Iterator[tuple[str, Modifier]]:
    """Every lasting modifier with the id of the loss it comes from. They add up without a cap. Atoms U-005, U-055."""
    for loss in counting(c, who):
        for modifier in book.MODIFIERS[loss.part]:
            yield loss.id, modifier
    for substitute in c[who].substitutes:
        for modifier in substitute.modifiers:
            yield substitute.id, modifier


def totals(c: Maimed, who: str) -> dict[str, int]:
    """The running penalties. Atoms U-011 to U-022, U-053; D 12."""
    made = dict.fromkeys(TOTALS.values(), 0)
    for _, modifier in modifiers(c, who):
        names = {TOTALS.get(tag, tag) for tag in modifier.applies_to.any_of}
        if c.option("iniziativa_base") == "agilita" and "agilita" in names:
            names.add("iniziativa")
        for name in sorted(names):
            made[name] = made.get(name, 0) + modifier.value
    return made


def all_gone(character: Character, part: str) -> bool:
    """Whether the last of a part was lost; parts never had don't count. Atoms U-016, U-018, U-024, U-064."""
    return not character.body.labels(part) and any(loss.part == part for loss in character.losses)


def flags(c: Maimed, who: str) -> list[str]:
    """Bans and conditions, sorted. Atoms U-016, U-018, U-024, U-027, U-032, U-034, U-061."""
    character = c[who]
    found = {flag for loss in counting(c, who) for flag in book.BANS[loss.part]}
    found |= {gains for part, gains in book.LAST.items() if part != FINGER and all_gone(character, part)}
    found |= {flag for substitute in character.substitutes for flag in substitute.flags}
    if character.wounds:
        found.add(BLEEDING)
    for name, value in character.attributes.items():
        if value - character.attribute_damage.get(name, 0) <= 0:
            found.add(f"{name}_zero")
    return sorted(found)


def speed(c: Maimed, who: str) -> Fraction:
    """The ground speed now, in metres: −6 a leg, then half a foot, then the least that a leg leaves; exact. Options
    `speed_order`, `speed_rounding`. Atoms U-019, U-022, U-023, U-035, U-037; D 8."""
    base = c[who].speed
    parts = [loss.part for loss in counting(c, who)]
    if c.option("speed_order") == "chronological":
        now, floor = _one_by_one(base, parts)
    else:
        legs = parts.count(LEG)
        now = Fraction(base - PER_LEG * legs) / 2 ** parts.count(FOOT)
        floor = min(LEAST, base) if legs else Fraction(0)
    rounding = c.option("speed_rounding")
    if rounding != "none" and (LEG in parts or FOOT in parts):
        steps = now / STEP
        now = (steps // 1 if rounding == "down" else (steps + Fraction(1, 2)) // 1) * STEP
    return max(now, floor)


def _one_by_one(base: Fraction, parts: list[str]) -> tuple[Fraction, Fraction]:
    """The losses in the order they came, and the least speed that a leg has left by then."""
    now, floor = base, Fraction(0)
    for part in parts:
        if part == LEG:
            floor = min(LEAST, now)
            now = max(now - PER_LEG, floor)
        elif part == FOOT:
            now = max(now / 2, floor)
    return now, floor


def hands_ever(character: Character) -> int:
    """How many hands the body has or had."""
    gone = {loss.side for loss in character.losses if loss.part in (HAND, ARM)}
    return len({*character.body.hand, *(character.body.finger or {}), *gone})


def causes(c: Maimed, who: str, flag: str) -> tuple[str, ...]:
    """The losses that earned a ban, as `hand:left`; a substitute by its label."""
    character = c[who]
    if flag == CRAWL:
        found = [loss for loss in character.losses if loss.part == LEG]
    else:
        found = [loss for loss in counting(c, who) if flag in book.BANS[loss.part]]
    others = [substitute.label for substitute in character.substitutes if flag in substitute.flags]
    return (*(f"{loss.part}:{loss.side}" for loss in found), *others)


def likeness(c: Maimed, who: str) -> tuple[object, ...]:
    """What of a character later maimings and all penalties depend on: odds may take states that are alike for one. The
    order of losses matters only to the option `speed_order`."""
    character = c[who]
    losses = [(loss.part, loss.side) for loss in character.losses]
    ordered = losses if c.option("speed_order") == "chronological" else sorted(losses)
    body = (*(frozenset(character.body.labels(part)) for part in LABELLED), frozenset(fingers(c, who).items()))
    instead = tuple((one.label, one.part, one.modifiers, one.flags) for one in character.substitutes)
    return character.monster, body, tuple(ordered), character.scars, character.prone, character.items, instead
