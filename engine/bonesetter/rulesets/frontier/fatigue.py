"""Fatigue: one number for body and mind, from fights, spells, fevers and hard pushes (Fatigue)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import add, event, set_
from ...form import OneOf, Who
from ...procedure import Outcome, Rule, procedure
from ...request import Request, Test
from . import bearing, book, choices
from .records import Frontier
from .rolls import resist_parts, resist_roll
from .telling import Telling, acting, harmed, living, sound, then


def hardship(t: Telling, who: str, before: int, show: str) -> Generator[Request[Any], Any, bool | None]:
    """Whether the character drops asleep (None: no roll is called for): asked by each event that raised all Fatigue
    from `before` to twice Resolve or more. Sleepers, the senseless and the dead don't roll. Atoms F-006, F-211, F-212;
    D-44, D-45."""
    ch = t[who]
    total = bearing.fatigue(ch)
    down = ch.dead or bearing.unconscious(ch) is not None or bearing.asleep(ch) is not None
    if ch.opponent or down or total <= before or total < 2 * bearing.attribute(ch, "Resolve"):
        return None
    roll = resist_roll("Hardship", str(t.c.option("hardship_attribute")))
    margin = yield from Test(
        "hardship",
        who=who,
        parts=resist_parts(t.c, who, roll),
        difficulty=book.MEDIUM,
        show=show,
        about=(("who", who),),
    )
    if margin >= 0:
        return False
    t.tell(event("fell_asleep", who, set_("asleep", bearing.EXHAUSTED)))
    return True


def not_rolled(asleep: bool | None, at: str = "hardship") -> dict[str, None]:
    """The empty place in a result of a Hardship roll that was not called for."""
    return {at: None} if asleep is None else {}


@procedure(group="fatigue")
def cast(
    c: Frontier,
    *,
    who: Annotated[str, Who()],
    ritual: Annotated[int | None, choices.whole(0, unit="fatigue")] = None,
) -> Rule:
    """A spell, or a ritual with the ritual Fatigue it costs.

    Outside a fight the first spell of a scene is free, the second and each later one costs 1 Fatigue; in a fight spells
    cost none of their own; a ritual costs ritual Fatigue alone and is no spell of the scene.
    Atoms F-203 to F-206, F-208, F-209; D-42.
    """
    ch = acting(c, who)
    t = Telling(c)
    before = bearing.fatigue(ch)
    if ritual is not None:
        t.tell(event("cast_ritual", who, *([add("ritual_fatigue", ritual)] if not ch.opponent else []), amount=ritual))
    elif c.scene.fight:
        t.tell(event("cast_in_fight", who))
    else:
        spells = ch.spells_this_scene + 1
        cost = (spells - 1 if c.option("spell_fatigue") == "rising" else 1) if spells > 1 and not ch.opponent else 0
        changes = [add("spells_this_scene", 1)] + ([add("fatigue", cost)] if cost else [])
        t.tell(event("cast_spell", who, *changes, number=spells, amount=cost))
    asleep = yield from hardship(t, who, before, "hardship")
    after = t[who]
    result = {
        "fatigue": after.fatigue,
        "ritual_fatigue": after.ritual_fatigue,
        "asleep": bool(asleep),
        **not_rolled(asleep),
    }
    return Outcome("fell_asleep" if asleep else "cast", t.events, result)


@procedure(group="fatigue", gm=True)
def gain_fatigue(
    c: Frontier,
    *,
    who: Annotated[str, Who()],
    amount: Annotated[int, choices.whole(0, unit="fatigue", code="negative_fatigue_gain")],
    cause: str = "",
) -> Rule:
    """Fatigue at the GM's call: a forced march, a night without sleep (which is no rest at all and restores nothing).
    Atoms F-033, F-200, F-208, F-211, F-214, F-215."""
    ch = living(c, who)
    if ch.opponent:
        raise Refusal("fatigue_not_tracked", who=who)
    t = Telling(c)
    before = bearing.fatigue(ch)
    t.tell(event("tired_out", who, add("fatigue", amount), amount=amount, cause=cause or Term("terms.hard_push")))
    asleep = yield from hardship(t, who, before, "hardship")
    return Outcome(
        "fell_asleep" if asleep else "tired",
        t.events,
        {"fatigue": t[who].fatigue, "asleep": bool(asleep), **not_rolled(asleep)},
    )


@procedure(group="fatigue")
def morning(c: Frontier, *, on: Annotated[str, Who()]) -> Rule:
    """A morning with a disease that tires: the ague's Fatigue of the day, after the night's rest. Atoms F-208, F-352;
    D-85."""
    ch = living(c, on)
    t = Telling(c)
    before = bearing.fatigue(ch)
    for bout, effect in bearing.sickness(ch, "fatigue"):
        if not ch.opponent:
            amount = int(effect["amount"])
            term = Term(f"rows.{book.disease(bout.disease).id}")
            t.tell(event("tired_out", on, add("fatigue", amount), amount=amount, cause=term))
    asleep = yield from hardship(t, on, before, "hardship")
    ending = "fell_asleep" if asleep else "tired" if t.events else "nothing_changes"
    return Outcome(ending, t.events, {"fatigue": t[on].fatigue, "asleep": bool(asleep), **not_rolled(asleep)})


@procedure(group="fatigue", gm=True)
def encounter_opponent(c: Frontier, *, who: Annotated[str, Who()], tired: Annotated[int, choices.whole()] = 0) -> Rule:
    """How tired an opponent is when an encounter begins: 0 fresh, 1 to 3 tired, for that fight alone; it works on them
    as Fatigue does. Their Fatigue is not tracked otherwise. Atom F-215; D-47."""
    if not 0 <= tired <= 3:
        raise Refusal("tired_out_of_range", field="tired", who=who, given=tired)
    ch = sound(c, who)
    if not ch.opponent:
        raise Refusal("not_an_opponent", who=who)
    happened = event("sized_up", who, set_("tired", tired), amount=tired)
    yield from ()
    return Outcome("sized_up", (happened,), {"tired": tired})


@procedure(group="rest")
def wake(
    c: Frontier,
    *,
    who: Annotated[str, Who()],
    how: Annotated[str, OneOf(("shake", "harm", "gm"))] = "shake",
) -> Rule:
    """An attempt to wake somebody: a hard shake or harm wakes the exhausted; of a draught's sleep only harm does; the
    GM's word wakes anyone, from bad air too. Atoms F-213, F-282; D-48, D-56."""
    ch = living(c, who)
    t = Telling(c)
    if how == "shake":
        if bearing.asleep(ch) not in (None, bearing.DRAUGHT):
            t.tell(event("woke", who, set_("asleep", None)))
    else:
        harmed(t, who)
    if how == "gm":
        was = bearing.unconscious(t[who])
        changes = [set_("unconscious", None)] if ch.unconscious is not None else []
        changes += [set_(f"poisonings/{dose.id}/out", None) for dose in ch.poisonings if dose.out is not None]
        changes += [
            set_(f"critical_wounds/{wound.id}/out", None) for wound in bearing.open_wounds(ch) if wound.out is not None
        ]
        if was is not None:
            t.tell(event("came_round", who, *changes))
    now = t[who]
    awake = bearing.asleep(now) is None and bearing.unconscious(now) is None
    offers = () if awake or how != "shake" else (then("wake", who=who, how="harm"),)
    yield from ()
    return Outcome("awake" if awake else "sleeps_on", t.events, {"awake": awake}, offers=offers)
