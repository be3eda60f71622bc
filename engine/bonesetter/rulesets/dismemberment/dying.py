"""Wounds: First Aid, the three rounds, poison, and recovery. Source: Wounds; (Optional) Poison; Healing Magic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from ...effect import Part, Term
from ...errors import Refusal
from ...event import drop, put, set_
from ...form import Between, Choices, ForGM, Free, OneOf, Who
from ...frozen import Map
from ...happening import Asking
from ...procedure import Outcome, Rule, Then, procedure
from . import derived
from .acquire import acquire, record_wound
from .character import DEAD, MONSTER, NORMAL, TYPES, Injury
from .derived import HANDS, Maimery
from .happening import Happening, save
from .harm import report
from .picking import pick_part, pick_type, tough

SELF = "self"
HEALING_HANDS = 4
"""Atom D-076."""


def others(c: Maimery, filled: Mapping[str, Any]) -> Choices:
    """Who could help: anyone else, or the patient himself."""
    on = filled.get("on")
    return (*((who, Term(f"names.{who}")) for who in c.characters if who != on), (SELF, Term("terms.self")))


@procedure(group="aid")
def first_aid(
    c: Maimery,
    *,
    on: Annotated[str, Who()],
    helper: Annotated[str, OneOf(others, open=True)],
    healing_hands: bool = False,
    berries: Annotated[int, Between(0)] = 0,
    laying_on_hands: bool = False,
    pride: Annotated[int, Between(0)] = 0,
    waive: Annotated[bool, ForGM()] = False,
) -> Rule:
    """First Aid on the oldest Wound: one save by the patient. A success stops the clock, and the Wound becomes a normal
    Injury, chosen or rolled; an hour's rest is due. Berries and Laying on Hands count as First Aid and add to the save.

    `helper` is a character, any other name, or `self`; `waive` is the Referee's, after poison: no Injury follows.
    Raises Refusal `dead`, `no_wound`, `not_allowed`, `bad_value`.
    Atoms D-036 to D-041, D-048 to D-050, D-070, D-071, D-076; DA-07, DA-11, DA-12, DA-14, DA-45, DA-47.
    """
    derived.present(c, on)
    wound = _oldest(c, on)
    s = Happening(c, on)
    _may_help(c, on, helper, wound)
    if pride and not laying_on_hands:
        raise Refusal("bad_value", field="pride", given=pride, accepted=Term("accepted.pride"))
    hands = healing_hands or (helper in c.characters and HANDS in c[helper].feats)
    parts = (
        Part(Term("feats.healing_hands"), HEALING_HANDS if hands else 0),
        Part(Term("fields.berries.label"), berries),
        Part(Term("fields.pride.label"), pride),
        Part(Term("terms.poison_bonus"), wound.save_bonus),
    )
    saved = yield from save(s, wound.save_type, tuple(part for part in parts if part.value), show="save")
    s.note("aided", set_("aided_by", (*s.character.aided_by, helper)), helper=_name(c, helper), saved=saved)
    if not saved:
        given = {"helper": helper, "healing_hands": healing_hands, "berries": berries}
        given |= {"laying_on_hands": laying_on_hands, "pride": pride, "waive": waive}
        again = Then("end_round", Map({"on": on, "aid": Map(given)}))
        return Outcome("not_saved", s.events, {"saved": False, **report(s)}, again=again)
    yield from recover(s, wound, waive)
    return Outcome("recovered", s.events, {"saved": True, **report(s)})


def _oldest(c: Maimery, on: str) -> Injury:
    """The Wound that is treated first. Raises Refusal `no_wound`. DA-14."""
    wounds = derived.wounds(c[on])
    if not wounds:
        raise Refusal("no_wound", field="on", who=on)
    return wounds[0]


def _name(c: Maimery, helper: str) -> str | Term:
    return Term("terms.self") if helper == SELF else Term(f"names.{helper}") if helper in c.characters else helper


def _may_help(c: Maimery, on: str, helper: str, wound: Injury) -> None:
    """Raises Refusal `not_allowed`: self-aid but for fresh poison, a helper who can't act, a second try a round."""
    why = None
    if helper in (SELF, on) or (c[on].name and helper.lower() == c[on].name.lower()):
        allowed = wound.self_aid and c.option("self_aid_on_poison")
        why = None if allowed else "self_aid"
    elif helper in c.characters and derived.helpless(c[helper]):
        why = "helpless_helper"
    elif any(helper in patient.aided_by for patient in c.characters.values()):
        why = "helped_this_round"
    elif c[on].aided_by and c.option("helpers_per_round") == "one":
        why = "aided_this_round"
    if why is not None:
        raise Refusal("not_allowed", field="helper", who=on, what=Term(f"not_allowed.{why}"))


def recover(s: Happening, wound: Injury, waive: bool = False) -> Asking[None]:
    """A Wound is survived: its clock stops, and it becomes a normal Injury, chosen or rolled anew where it would repeat
    one. No test, no Trauma, no HP. Atoms D-039, D-040, D-050; DA-07, DA-08, DA-30, DA-36, DA-51."""
    poisoned = wound.save_type == "poison"
    apart = not s.c.option("one_injury_per_wound")
    s.note("recovered", set_("must_rest_hour", True), put("injuries", replace(wound, rounds_left=None, self_aid=False)))
    if waive and poisoned:
        s.note("waived", *(() if apart else (drop("injuries", wound.id),)))
        return
    besides = "" if apart else wound.id
    free = derived.free_types(s.character, besides)
    choosing = not s.c.option("no_choice")
    type, chosen = yield from pick_type(s, 0, choosing, free or TYPES, poisoned)
    part = yield from pick_part(s, type, 0, chosen and s.c.option("choose_part"), besides)
    temporary = yield from tough(s, NORMAL, 0)
    yield from acquire(s, s.new_id() if apart else wound.id, type, part, NORMAL, temporary, 0)


@procedure(group="time")
def end_round(c: Maimery, *, on: Annotated[str, Who()], aid: Annotated[Any, Free("aid")] = None) -> Rule:
    """The end of a round: Wounds have a round less to run, and kill at the end of the third; whoever fainted comes to.

    `aid` (First Aid's arguments) only tells the odds who helps in the next round. Raises Refusal `dead`.
    Atoms D-014, D-036, D-080; DA-10, DA-14, DA-15.
    """
    yield from ()
    character = derived.present(c, on)
    s = Happening(c, on)
    clocks = derived.wounds(character)
    ticks = [put("injuries", _tick(wound)) for wound in clocks]
    s.note("round_ended", *ticks, set_("fainted", False), set_("aided_by", ()))
    left = derived.rounds_left(s.character)
    if left == 0:
        s.note("died", set_("status", DEAD))
    elif left is not None:
        s.note("clock", rounds=left)
    result = {"status": s.character.status, "rounds_left": left}
    ending = "died" if left == 0 else "dying" if left is not None else "round_over"
    again = None
    if left and isinstance(aid, Mapping):
        again = Then("first_aid", Map({"on": on, **aid}))
    elif left:
        again = Then("end_round", Map({"on": on}))
    return Outcome(ending, s.events, result, again=again)


def _tick(wound: Injury) -> Injury:
    assert wound.rounds_left is not None
    return replace(wound, rounds_left=max(0, wound.rounds_left - 1), self_aid=False)


@procedure(group="hurt")
def poison_fail(c: Maimery, *, on: Annotated[str, Who()], save_bonus: Annotated[int, Between()] = 0) -> Rule:
    """(Optional) A failed save vs Poison: 0 HP at once and a Wound, without test, Trauma or shield. Recovery saves
    are vs Poison with the same `save_bonus` (negative: a penalty).

    Raises Refusal `dead`, `not_allowed` where the option is off or for a monster. Atoms D-047 to D-049; DA-29.
    """
    yield from ()
    character = derived.present(c, on)
    if not c.option("poison") or character.kind == MONSTER:
        why = "poison_off" if not c.option("poison") else "poison_monster"
        raise Refusal("not_allowed", field="on", who=on, what=Term(f"not_allowed.{why}"))
    s = Happening(c, on)
    s.note("poisoned", set_("hp/now", 0), set_("rest_days_done", 0), bonus=save_bonus)
    record_wound(s, "poison", "poison", save_bonus, self_aid=bool(c.option("self_aid_on_poison")))
    return Outcome("wound", s.events, report(s))
