"""The ruleset's door for the kernel: its state, how facts are adopted into it, what players see, and how it shows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from ...codec import from_json, to_json
from ...effect import Effect, Phrase, Term
from ...errors import Refusal
from ...frozen import Json, Map
from ...view import Injury
from . import bearing, book
from .bearing import number
from .records import Character, Disease, Frontier, Poisoning, Scene, Wound
from .telling import counted

__all__ = ["Character", "Scene", "adopt", "conceal", "injuries", "sheet"]


WHOLE = tuple(field.name for field in fields(Character) if field.type in ("int", "int | None"))
"""The fields that hold whole numbers."""


def adopt(facts: Mapping[str, Json]) -> Character:
    """A character from plain facts: blanks filled in, clocks given without their harm put where they belong.

    Raises Refusal `not_whole_number`, and others for facts of the wrong shape; what is merely out of range is
    `validate`'s to say (F-012).
    """
    for name in ("attributes", "ranks"):
        _whole(facts.get(name) or {}, f"{name}/")
    _whole({name: facts[name] for name in WHOLE if facts.get(name) is not None}, "")
    given: Character = from_json(Character, dict(facts))
    blank = 2 * (given.attributes.get("Endurance", 0) + given.attributes.get("Resolve", 0)) if given.human_sized else 1
    most = given.max_wounds if given.max_wounds is not None else max(blank, 1)
    filled = replace(
        given,
        max_wounds=most,
        wounds=most if given.wounds is None else given.wounds,
        blessed_left=Fraction(book.WEEK) if given.blessed and given.blessed_left is None else given.blessed_left,
        critical_wounds=tuple(_copied(wound) for wound in given.critical_wounds),
        poisonings=tuple(_named(dose) for dose in given.poisonings),
        diseases=tuple(_bout(bout) for bout in given.diseases),
    )
    return _attributed(filled)


def _whole(numbers: Mapping[str, Json], where: str) -> None:
    for name, value in numbers.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise Refusal("not_whole_number", field=f"{where}{name}", given=value)


def _copied(wound: Wound) -> Wound:
    _one_of(f"critical_wounds/{wound.id}/status", wound.status, ("open", "ended"))
    _one_of(f"critical_wounds/{wound.id}/side", wound.side, (None, *book.SIDES))
    row = book.wound_row(wound.location, wound.row)
    return replace(wound, lasts=wound.lasts or row["lasts"], effects=wound.effects or row.effects)


def _one_of(where: str, given: str | None, known: tuple[str | None, ...]) -> None:
    if given not in known:
        raise Refusal("bad_state", field=where, where=where, given=given, wanted=[name for name in known if name])


def _named(dose: Poisoning) -> Poisoning:
    _one_of(f"poisonings/{dose.id}/phase", dose.phase, ("onset", "active", "over"))
    return replace(dose, poison=book.poison(dose.poison).name)


def _bout(bout: Disease) -> Disease:
    _one_of(f"diseases/{bout.id}/phase", bout.phase, ("incubating", "sick", "gravely_ill", "over"))
    grave = bout.grave_ever or bout.phase == "gravely_ill"
    return replace(bout, disease=book.disease(bout.disease).name, grave_ever=grave)


def _attributed(ch: Character) -> Character:
    """Clocks that stand on the character alone, moved to the one harm that runs such a clock."""
    lung = next(
        (wound for wound in bearing.open_wounds(ch) if book.first(wound.effects, "clock") and not wound.named_done),
        None,
    )
    doses = [dose for dose in ch.poisonings if dose.phase == "active"]
    if lung is not None and (ch.unconscious == bearing.UNSTABILISED or not doses):
        out = bearing.UNSTABILISED if ch.unconscious == bearing.UNSTABILISED else lung.out
        minutes = lung.dying_minutes if ch.dying_minutes is None else ch.dying_minutes
        ch = _with_wound(ch, replace(lung, out=out, dying_minutes=minutes))
        ch = replace(ch, dying_minutes=None, unconscious=None if out == ch.unconscious else ch.unconscious)
    airs = [dose for dose in ch.poisonings if dose.poison == "Bad air" and dose.phase != "over"]
    if ch.unconscious == bearing.BAD_AIR and airs:
        ch = replace(_with_dose(ch, replace(airs[0], phase="active", out=bearing.BAD_AIR)), unconscious=None)
    skull = next((wound for wound in bearing.open_wounds(ch) if _stuns(wound)), None)
    if isinstance(ch.unconscious, Fraction) and skull is not None and not doses:
        ch = replace(_with_wound(ch, replace(skull, out=ch.unconscious)), unconscious=None)
    doses = [dose for dose in ch.poisonings if dose.phase == "active"]
    deadly = [dose for dose in doses if book.poison(dose.poison)["deadly"] or dose.out == bearing.BAD_AIR]
    if ch.dying_minutes is not None and (deadly or doses):
        dose = (deadly or doses)[0]
        ch = replace(_with_dose(ch, replace(dose, dying_minutes=ch.dying_minutes)), dying_minutes=None)
    drugged = [dose for dose in doses if dose.poison == "Sleeping draught" and dose.sleep_hours is None]
    if ch.asleep == bearing.DRAUGHT and drugged:
        ch = replace(_with_dose(ch, replace(drugged[0], sleep_hours=Fraction(6))), asleep=None)
    grave = bearing.gravely_ill(ch)
    if ch.crisis_hours is not None and grave is not None:
        bouts = tuple(replace(b, crisis_hours=ch.crisis_hours) if b.id == grave.id else b for b in ch.diseases)
        ch = replace(ch, diseases=bouts, crisis_hours=None)
    dazed = next((wound for wound in bearing.open_wounds(ch) if _half(wound)), None)
    if ch.half_action and dazed is not None:
        ch = replace(_with_wound(ch, replace(dazed, pending=True)), half_action=False)
    knocked = next((wound for wound in bearing.open_wounds(ch) if _loses(wound)), None)
    if ch.lose_turns and knocked is not None:
        ch = _with_wound(ch, replace(knocked, pending=True))
    return ch


def _stuns(wound: Wound) -> bool:
    return any("dice" in effect.data for effect in book.kinds(wound.effects, "condition"))


def _loses(wound: Wound) -> bool:
    return any(effect["what"] == "lose" for effect in book.kinds(wound.effects, "turn"))


def _half(wound: Wound) -> bool:
    return any(effect["what"] == "half_action" for effect in book.kinds(wound.effects, "turn"))


def _with_wound(ch: Character, wound: Wound) -> Character:
    return replace(ch, critical_wounds=tuple(wound if old.id == wound.id else old for old in ch.critical_wounds))


def _with_dose(ch: Character, dose: Poisoning) -> Character:
    return replace(ch, poisonings=tuple(dose if old.id == dose.id else old for old in ch.poisonings))


def conceal(character: Character) -> Character:
    """What players may see (F-305): a disease that has not shown itself is not there at all."""
    return replace(character, diseases=tuple(bout for bout in character.diseases if _shows(bout)))


def _shows(bout: Disease) -> bool:
    return bout.phase != "incubating" and not bout.never_showed


def sheet(c: Frontier, who: str) -> dict[str, Json]:
    """A character's view: what is kept, and over it all that follows from it."""
    ch = c[who]
    out = bearing.unconscious(ch)
    shown: dict[str, Any] = {
        **to_json(ch),
        "half_action": bearing.half_action(ch),
        "lose_turns": bearing.lose_turns(ch),
        "unconscious": number(out) if isinstance(out, Fraction) else out,
        "asleep": bearing.asleep(ch),
        "dying_minutes": None if ch.dead else number(bearing.dying(ch)),
        "crisis_hours": None if ch.dead else number(bearing.crisis(ch)),
        "next_night_poor": bearing.next_night_poor(ch),
        "immune": list(bearing.immunities(ch)),
        "fatigue_total": bearing.fatigue(ch),
        "hardship_line": 2 * bearing.attribute(ch, "Resolve"),
        "movement_now": bearing.movement(c, who),
        "appearance_now": bearing.appearance(ch),
        "attributes_now": {name: bearing.attribute(ch, name) for name in ch.attributes},
        "locked": bearing.locked(ch),
        "critical_wounds": [wound_view(c, wound) for wound in ch.critical_wounds],
        "poisonings": [
            _times(dose, "onset_left", "hours_left", "sleep_hours", "dying_minutes") for dose in ch.poisonings
        ],
        "diseases": [_times(bout, "incubation_left", "crisis_hours") for bout in ch.diseases],
    }
    return shown


def wound_view(c: Frontier, wound: Wound) -> dict[str, Json]:
    """One wound's view (F-090), its clock filled in where it is still whole."""
    row = book.wound_row(wound.location, wound.row)
    shown = {
        **_times(wound, "elapsed", "dying_minutes"),
        "row_id": row.id,
        "name": row.name,
        "hours_left": number(bearing.hours_left(c, wound)),
        "rest_left": number(bearing.rest_left(c, wound)),
    }
    return shown


def _times(item: Wound | Poisoning | Disease, *names: str) -> dict[str, Json]:
    shown: dict[str, Json] = to_json(item)
    for name in names:
        shown[name] = number(getattr(item, name))
    out = getattr(item, "out", None)
    return {**shown, "out": number(out)} if isinstance(out, Fraction) else shown


def injuries(c: Frontier, who: str) -> tuple[Injury, ...]:
    """Open wounds, poisons at work and diseases that show, for boards and tokens."""
    ch = c[who]
    found = [
        Injury(wound.id, bearing.named(wound), () if wound.void else wound.effects, _left(c, wound))
        for wound in bearing.open_wounds(ch)
    ]
    for dose in ch.poisonings:
        if dose.phase == "active":
            found.append(Injury(dose.id, Term(f"rows.{book.poison(dose.poison).id}"), _at_work(dose)))
    for bout in bearing.ill(ch):
        row = book.disease(bout.disease)
        found.append(Injury(bout.id, Term(f"rows.{row.id}"), row.effects, Term(f"values.{bout.phase}")))
    return tuple(found)


def _left(c: Frontier, wound: Wound) -> Term | Phrase:
    hours, rest = bearing.hours_left(c, wound), bearing.rest_left(c, wound)
    if hours is not None:
        days, rest_of_day = divmod(math.ceil(hours), 24)
        if not days:
            return Phrase("terms.hours_left", (("hours", counted(rest_of_day, "hours")),))
        return Phrase("terms.days_left", (("days", counted(days, "days")), ("hours", counted(rest_of_day, "hours"))))
    if rest is not None:
        return Phrase("terms.rest_left", (("hours", counted(math.ceil(rest), "hours")),))
    return Term(f"values.{wound.lasts}")


def _at_work(dose: Poisoning) -> tuple[Effect, ...]:
    if not dose.modifier:
        return ()
    return (Effect("modifier", Map({"on": ("all",), "value": dose.modifier})),)
