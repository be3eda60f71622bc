"""What follows from all that a character bears at once: nothing here is stored, all of it is read off the harms."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ...effect import Effect, Phrase, Term
from ...frozen import Json
from . import book
from .records import Character, Disease, Frontier, Poisoning, Wound

UNSTABILISED = "until stabilised"
BAD_AIR = "bad air"
EXHAUSTED = "exhausted"
DRAUGHT = "draught"


def open_wounds(ch: Character) -> tuple[Wound, ...]:
    """Critical wounds that aren't over (F-088), oldest first."""
    return tuple(wound for wound in ch.critical_wounds if wound.status == "open")


def named(wound: Wound) -> Term | Phrase:
    """A wound's name in words, with its side."""
    name = book.wound_term(wound.location, wound.row)
    if wound.side is None:
        return name
    return Phrase("terms.wound_on_side", (("wound", name), ("side", Term(f"values.{wound.side}"))))


def effects(ch: Character, kind: str) -> Iterator[tuple[Wound, Effect]]:
    """Every effect of a kind that open wounds have; a wound to a part already gone has none (D-37)."""
    for wound in open_wounds(ch):
        if not wound.void:
            for effect in book.kinds(wound.effects, kind):
                yield wound, effect


def in_force(c: Frontier, wound: Wound, effect: Effect) -> bool:
    """Whether an effect's `from` has come and its `until` has not (F-106, F-110, F-130, F-146)."""
    start = effect.get("from")
    if start == "after_lost_turn" and wound.pending and c.scene.fight:
        return False
    if start == "on_waking" and wound.out is not None:
        return False
    if start in ("stabilised", "set") and not wound.named_done:
        return False
    return not (effect.get("until") in ("stabilised", "set") and wound.named_done)


# --- the sick ------------------------------------------------------------------------------------------------------


def ill(ch: Character) -> tuple[Disease, ...]:
    """Diseases that show: Sick or Gravely ill (F-308)."""
    return tuple(disease for disease in ch.diseases if disease.phase in ("sick", "gravely_ill"))


def gravely_ill(ch: Character) -> Disease | None:
    """A disease the character is Gravely ill with, or None (F-314)."""
    return next((disease for disease in ch.diseases if disease.phase == "gravely_ill"), None)


def sickness(ch: Character, kind: str) -> Iterator[tuple[Disease, Effect]]:
    """Every effect of a kind that showing diseases have."""
    for disease in ill(ch):
        for effect in book.kinds(book.disease(disease.disease).effects, kind):
            yield disease, effect


def immunities(ch: Character) -> tuple[str, ...]:
    """Diseases that can't be caught again: those had before (F-364, F-365, D-71)."""
    had = (
        bout.disease
        for bout in ch.diseases
        if book.disease(bout.disease).get("once") and bout.phase != "incubating" and not bout.never_showed
    )
    return tuple(dict.fromkeys((*ch.immune, *had)))


# --- acting --------------------------------------------------------------------------------------------------------


def half_action(ch: Character) -> bool:
    """Whether only a half action is left (F-103, F-121)."""
    return ch.half_action or any(
        wound.pending and effect["what"] == "half_action" for wound, effect in effects(ch, "turn")
    )


def lose_turns(ch: Character) -> int:
    """Turns still lost: the longest of all that cost turns (D-35)."""
    knocked = any(wound.pending and effect["what"] == "lose" for wound, effect in effects(ch, "turn"))
    return max(ch.lose_turns, int(knocked), *(poisoning.turns_left for poisoning in ch.poisonings), 0)


def unconscious(ch: Character) -> Fraction | str | None:
    """Why or for how many hours the character is out: None, "until stabilised", "bad air", or the longest of all."""
    causes = [ch.unconscious, *(wound.out for wound in open_wounds(ch)), *(dose.out for dose in ch.poisonings)]
    for word in (UNSTABILISED, BAD_AIR):
        if word in causes:
            return word
    words = [cause for cause in causes if isinstance(cause, str)]
    hours = [cause for cause in causes if isinstance(cause, Fraction)]
    return words[0] if words else max(hours, default=None)


def asleep(ch: Character) -> str | None:
    """Why the character sleeps, harder sleep first (F-213, F-282)."""
    drugged = any(dose.sleep_hours is not None for dose in ch.poisonings)
    return DRAUGHT if drugged else ch.asleep


def incapable(ch: Character, full_action: bool = False) -> str | None:
    """Why the character can't act at all, or not with a full action; None where nothing hinders (F-036, F-057, F-076).
    At 0 Wounds a character acts as ever."""
    if ch.dead:
        return "why_dead"
    if unconscious(ch) is not None:
        return "why_unconscious"
    if asleep(ch) is not None:
        return "why_asleep"
    if lose_turns(ch):
        return "why_lost_turn"
    return "why_half_action" if full_action and half_action(ch) else None


def arm_usable(c: Frontier, ch: Character, side: str) -> bool:
    """Whether an arm can hold, strike and help with a two-handed weapon (F-091, D-37)."""
    useless = any(wound.side == side and in_force(c, wound, effect) for wound, effect in effects(ch, "limb"))
    return not useless and (side, "hand") not in gone(ch)


def gone(ch: Character) -> set[tuple[str | None, str]]:
    """Hands and feet that are missing, each as (side, part)."""
    return {(wound.side, str(effect["part"])) for wound, effect in effects(ch, "lost_part")}


def banned(c: Frontier, ch: Character, what: str) -> bool:
    """Whether a wound forbids an act: run, charge, two_handed, walk_unaided."""
    return any(what in effect["what"] and in_force(c, wound, effect) for wound, effect in effects(ch, "ban"))


# --- numbers -------------------------------------------------------------------------------------------------------


def attribute(ch: Character, name: str) -> int:
    """An attribute as wounds leave it (F-131, F-171)."""
    lowered = sum(int(effect["value"]) for _, effect in effects(ch, "attribute") if effect["attribute"] == name)
    return ch.attributes.get(name, 0) + lowered


def appearance(ch: Character) -> int:
    """Appearance, less what a lost eye and the pox have taken (F-111, F-363, D-80)."""
    taken = sum(
        int(effect["value"])
        for _, effect in effects(ch, "stat")
        if effect["stat"] == "Appearance" and effect["op"] == "add"
    )
    scars = 0
    for bout in ch.diseases:
        scar = book.first(book.disease(bout.disease).effects, "scar")
        if scar and bout.phase == "over" and bout.grave_ever:
            scars = int(scar["value"])
    return ch.Appearance + taken + scars


def movement(c: Frontier, who: str, next_turn: bool = False) -> int:
    """Movement (F-092): flat cuts first, then halved once, rounded, kept from going under the least, then "is 1" as a
    ceiling. `next_turn` takes in what spoils only the coming turn (F-161)."""
    ch = c[who]
    flat, halvings, ceilings = 0, 0, []
    for wound, effect in effects(ch, "stat"):
        if effect["stat"] != "Movement":
            continue
        if effect["op"] == "add":
            flat += int(effect["value"])
        elif effect["op"] == "halve" and (effect.get("when") != "next_turn" or (next_turn and wound.pending)):
            halvings += 1
        elif effect["op"] == "set" and effect.get("when", "") in (
            "",
            "with_crutch" if "crutch" in ch.gear else "without_crutch",
        ):
            ceilings.append(int(effect["value"]))
    halvings += sum(1 for _, effect in sickness(ch, "stat") if effect["stat"] == "Movement")
    value = Fraction(ch.Movement + flat)
    if halvings:
        value /= 2 ** (halvings if c.option("movement_halving_stacks") else 1)
    rounded = math.ceil(value) if c.option("movement_rounding") == "up" else math.floor(value)
    return min([max(int(c.option("movement_min")), rounded), *ceilings])


def fatigue(ch: Character) -> int:
    """All Fatigue, ritual Fatigue and the fever's included (F-200, F-212)."""
    return ch.fatigue + ch.fever_fatigue + ch.ritual_fatigue


def locked(ch: Character) -> int:
    """Wounds that rest can't restore (F-031)."""
    return sum(dose.locked for dose in ch.poisonings)


def next_night_poor(ch: Character) -> bool:
    """Whether a poison spoils the night to come (F-029)."""
    return ch.next_night_poor or any(dose.spoils_night for dose in ch.poisonings)


# --- clocks --------------------------------------------------------------------------------------------------------


def number(value: Fraction | int | None) -> Json:
    """A time as JSON says it: whole where it is whole, else a decimal number."""
    if value is None or isinstance(value, int):
        return value
    return value.numerator if value.denominator == 1 else float(value)


def whole(c: Frontier, lasts: str) -> Fraction:
    """How long a fresh week or season wound lasts, in hours (F-080, F-081, D-17)."""
    return Fraction(book.WEEK if lasts == "week" else int(c.option("season_days")) * book.DAY)


def hours_left(c: Frontier, wound: Wound) -> Fraction | None:
    """What is left of a week or season wound, in hours, nothing once it is over; None for others."""
    if wound.lasts not in ("week", "season"):
        return None
    if wound.status != "open":
        return Fraction(0)
    return wound.hours_left if wound.hours_left is not None else max(Fraction(0), whole(c, wound.lasts) - wound.elapsed)


def rest_left(c: Frontier, wound: Wound) -> Fraction | None:
    """Hours of rest an hour wound still needs (F-079, D-15); None for others."""
    if wound.lasts != "hour":
        return None
    if wound.status != "open":
        return Fraction(0)
    asked = c.option("hour_wound_rest_hours")
    return wound.rest_left if wound.rest_left is not None else Fraction(2 if asked == "ask" else int(asked))


def rest_counts(c: Frontier, wound: Wound) -> bool:
    """Whether rest brings an hour wound nearer its end: only when bound, and set, where it must be (D-30, D-31)."""
    if wound.void:
        return True
    needs = [need for effect in book.kinds(wound.effects, "requires") for need in effect["needs"]]
    return ("bound" not in needs or wound.bound) and ("set" not in needs or wound.named_done)


def festering(ch: Character, wound: Wound) -> bool:
    """Whether the wound's clock stands still because it festers (F-372)."""
    return any(disease.wound == wound.id for disease, _ in sickness(ch, "wound_clock"))


@dataclass(frozen=True)
class Clock:
    """Minutes to death, by what: `path` is where they stand in the character, `of_wound` whether a wound runs them."""

    path: str
    cause: str
    minutes: Fraction
    of_wound: bool = False
    crisis: bool = False


def clocks(ch: Character) -> tuple[Clock, ...]:
    """Everything the character is dying of (F-093, F-245, F-286, F-312)."""
    running = []
    for wound in open_wounds(ch):
        if wound.dying_minutes is not None:
            path = f"critical_wounds/{wound.id}/dying_minutes"
            running.append(Clock(path, f"{wound.location}-{wound.row}", wound.dying_minutes, of_wound=True))
    for dose in ch.poisonings:
        if dose.dying_minutes is not None:
            running.append(
                Clock(f"poisonings/{dose.id}/dying_minutes", book.poison(dose.poison).id, dose.dying_minutes)
            )
    for bout in ch.diseases:
        if bout.crisis_hours is not None:
            minutes = bout.crisis_hours * 60
            running.append(
                Clock(f"diseases/{bout.id}/crisis_hours", book.disease(bout.disease).id, minutes, crisis=True)
            )
    if ch.dying_minutes is not None:
        running.append(Clock("dying_minutes", "unknown_harm", ch.dying_minutes))
    if ch.crisis_hours is not None:
        running.append(Clock("crisis_hours", "unknown_harm", ch.crisis_hours * 60, crisis=True))
    return tuple(running)


def holds_off(ch: Character, clock: Clock) -> bool:
    """Whether hold magic keeps this death off (F-253)."""
    return ch.held is not None and (ch.held_wounds or not clock.of_wound)


def dying(ch: Character) -> Fraction | None:
    """Minutes to the nearest death by wound or poison, or None."""
    return min((clock.minutes for clock in clocks(ch) if not clock.crisis), default=None)


def crisis(ch: Character) -> Fraction | None:
    """Hours to the nearest death by disease, or None."""
    return min((clock.minutes / 60 for clock in clocks(ch) if clock.crisis), default=None)


def to_come(dose: Poisoning) -> bool:
    """Whether a roll of the poison is still to come (F-239, F-285, F-286, D-56)."""
    if dose.phase != "active":
        return dose.phase == "onset"
    repeated = book.first(book.poison(dose.poison).effects, "repeated")
    if repeated is None or dose.out == BAD_AIR:
        return False
    return dose.rolls < repeated["times"] if "times" in repeated.data else True


def at_work(dose: Poisoning) -> bool:
    """Whether a poison still does something, besides what it has done (D-52)."""
    lasting = dose.modifier or dose.sleep_hours is not None or dose.spoils_night or dose.turns_left
    return bool(lasting or dose.dying_minutes is not None or dose.out == BAD_AIR)


def can_fester(c: Frontier, wound: Wound) -> str | None:
    """What keeps a wound from festering, as a word's key; None where it can (F-370, F-371, D-74)."""
    if wound.status != "open":
        return "fester_over"
    if wound.lasts not in ("week", "season", "permanent"):
        return "fester_short"
    if wound.lasts == "permanent" and not c.option("festering_permanent"):
        return "fester_permanent"
    if wound.treated or wound.named_done:
        return "fester_treated"
    if wound.stanch:
        return "fester_stanched"
    return "fester_rolled" if wound.fester_rolled else None
