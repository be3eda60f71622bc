"""Time: effects run out, sleepers wake, weeks of rest heal. Source: Injury Tests; Healing Injuries; Trauma."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from ...effect import Phrase, Term
from ...errors import Refusal
from ...event import Change, drop, put, set_
from ...form import Between, Who
from ...happening import Asking
from ...procedure import Outcome, Rule, procedure
from ...request import Amount
from . import derived
from .character import KNOCKED_OUT, PERMANENT_COMA, UNIT_HOURS, Injury, Left
from .derived import Maimery
from .happening import ENDED, Happening, save
from .harm import report
from .healing import which, word

WEEK = 7
"""Days. Atom D-062."""


def _not_dying(c: Maimery, on: str, what: str) -> None:
    derived.present(c, on)
    if derived.dying(c[on]):
        raise Refusal("not_allowed", field="on", who=on, what=Term(f"not_allowed.{what}"))


def pass_time(s: Happening, hours: int) -> None:
    """Effects run down; an effect that is over leaves its Injury behind, but a temporary Injury goes with its hour. A
    sleeper whose hours or weeks are up lies there until the save is made. Atoms D-012, D-059, D-066; DA-18, DA-48,
    DA-50.
    """
    if hours == 0:
        return
    s.note("time_passed", set_("fainted", False), set_("aided_by", ()))
    for section in ("injuries", "lingering"):
        for injury in getattr(s.character, section):
            if injury.effect_left is not None:
                _run_down(s, section, injury, hours)


def _run_down(s: Happening, section: str, injury: Injury, hours: int) -> None:
    left = injury.effect_left
    assert left is not None
    still = max(0, (left.n * UNIT_HOURS[left.unit] if left.hours is None else left.hours) - hours)
    waits = injury.type == KNOCKED_OUT and left.unit != "days" and not injury.temporary
    if still or waits:
        s.note("running", put(section, replace(injury, effect_left=replace(left, hours=still))))
    elif injury.temporary:
        s.note("temporary_over", drop(section, injury.id), name=word(injury))
    elif section == "lingering":
        s.note("effect_over", drop(section, injury.id), name=word(injury))
    else:
        s.note("effect_over", put(section, replace(injury, **ENDED)), name=word(injury))


@procedure(group="time")
def advance(
    c: Maimery,
    *,
    on: Annotated[str, Who()],
    hours: Annotated[int, Between(0, unit="hours")] = 0,
    days: Annotated[int, Between(0, unit="days")] = 0,
) -> Rule:
    """Hours and days go by, without rest being counted. Effects run down; Injuries stay.

    Raises Refusal `dead`, `not_allowed` (for the dying, whose rounds are counted), `bad_value`.
    Atoms D-012, D-030, D-059, D-066; DA-18, DA-21, DA-48, DA-50.
    """
    yield from ()
    _not_dying(c, on, "advance_dying")
    s = Happening(c, on)
    pass_time(s, hours + 24 * days)
    return Outcome("time_passed", s.events, report(s))


@procedure(group="time")
def wake(c: Maimery, *, on: Annotated[str, Who()]) -> Rule:
    """The save vs Death when a Knocked Out character's hours (or a Grave one's weeks) are up. A failure is a coma of d6
    days, which ends by itself, or, after weeks, one for good.

    Raises Refusal `dead`, `not_due`. Atoms D-022, D-024; DA-48, DA-50.
    """
    character = derived.present(c, on)
    sleepers = derived.asleep(character)
    due = [each for each in sleepers if each.effect_left is not None and each.effect_left.hours == 0]
    if not due:
        raise Refusal("not_due", field="on", who=on, what=_why_not_due(sleepers))
    s = Happening(c, on)
    sleeper = due[0]
    section = "injuries" if sleeper in character.injuries else "lingering"
    saved = yield from save(s, "death", show="save")
    if saved:
        awake = drop(section, sleeper.id) if section == "lingering" else put(section, replace(sleeper, **ENDED))
        s.note("woke", awake)
        return Outcome("awake", s.events, {"saved": True, **report(s)})
    assert sleeper.effect_left is not None
    if sleeper.effect_left.unit == "weeks":
        s.lose(PERMANENT_COMA, 0, put(section, replace(sleeper, effect_left=None)))
        return Outcome("coma_for_good", s.events, {"saved": False, **report(s)})
    days = yield from Amount("coma_days", dice="d6", unit="days", who=on)
    left = Left(days, "days", 24 * days)
    s.note("coma", put(section, replace(sleeper, effect_left=left)), days=days)
    return Outcome("coma", s.events, {"saved": False, "coma_days": days, **report(s)})


def _why_not_due(sleepers: tuple[Injury, ...]) -> Term | Phrase:
    if not sleepers:
        return Term("not_due.awake")
    left = sleepers[0].effect_left
    if left is None:
        return Term("not_due.for_good")
    facts = (("n", left.shown), ("unit", Term(f"units.{left.unit}")))
    return Phrase("not_due.coma" if left.unit == "days" else "not_due.asleep", facts)


def _rest(s: Happening, days: int) -> Asking[list[str]]:
    """Days of uninterrupted rest: each full week heals one Injury, the player's choice. A Grave one leaves what it
    took, and a coma goes on. Answers the ids healed. Atoms D-062 to D-064; DA-32, DA-33."""
    healed: list[str] = []
    done = s.character.rest_days_done
    for length in _stretches(done, days):
        pass_time(s, 24 * length)
        done += length
        if done % WEEK == 0 and s.character.injuries:
            chosen = yield from which(s, s.character.injuries, "heal", group=len(healed))
            still_out = chosen in derived.asleep(s.character)
            s.note("rested_off", *_healed(chosen, still_out), name=word(chosen))
            healed.append(chosen.id)
    s.note("rested", set_("rest_days_done", done % WEEK if s.character.injuries else 0), days=days)
    return healed


def _stretches(done: int, days: int) -> list[int]:
    """Some days cut where a week is full."""
    first = min(days, WEEK - done % WEEK)
    weeks, rest = divmod(days - first, WEEK)
    return [length for length in (first, *[WEEK] * weeks, rest) if length]


def _healed(injury: Injury, still_out: bool) -> tuple[Change, ...]:
    gone = drop("injuries", injury.id)
    return (gone, put("lingering", injury)) if still_out else (gone,)


@procedure(group="rest")
def rest_week(c: Maimery, *, on: Annotated[str, Who()]) -> Rule:
    """A week of uninterrupted rest heals one Injury, and gives no HP.

    Raises Refusal `dead`, `not_allowed` for the dying. Atoms D-062 to D-064; DA-32, DA-33.
    """
    _not_dying(c, on, "rest_dying")
    s = Happening(c, on)
    healed = yield from _rest(s, WEEK)
    return Outcome("healed" if healed else "rested", s.events, {"healed": healed[0] if healed else None, **report(s)})


@procedure(group="rest")
def rest_days(c: Maimery, *, on: Annotated[str, Who()], days: Annotated[int, Between(0, 3650, unit="days")]) -> Rule:
    """Days of rest towards the week that heals an Injury; they count on until the rest is broken.

    Raises Refusal `dead`, `not_allowed` for the dying, `bad_value`. Atoms D-062 to D-064; DA-32, DA-33.
    """
    _not_dying(c, on, "rest_dying")
    s = Happening(c, on)
    healed = yield from _rest(s, days)
    return Outcome("healed" if healed else "rested", s.events, {"healed": healed, **report(s)})


@procedure(group="rest")
def break_rest(c: Maimery, *, on: Annotated[str, Who()]) -> Rule:
    """The week of rest is broken, and what was rested of it is lost. Raises Refusal `dead`. Atom D-062; DA-32."""
    yield from ()
    derived.present(c, on)
    s = Happening(c, on)
    s.note("rest_broken", set_("rest_days_done", 0))
    return Outcome("rest_broken", s.events, report(s))


def _owed(c: Maimery, on: str) -> Happening:
    if not derived.present(c, on).must_rest_hour:
        raise Refusal("not_due", field="on", who=on, what=Term("not_due.no_hour"))
    return Happening(c, on)


@procedure(group="rest")
def rest_hour(c: Maimery, *, on: Annotated[str, Who()]) -> Rule:
    """The hour's rest after recovering from a Wound; an hour goes by.

    Raises Refusal `dead`, `not_due`, `not_allowed` for the dying. Atoms D-040, D-073.
    """
    yield from ()
    s = _owed(c, on)
    _not_dying(c, on, "rest_dying")
    s.note("hour_rested", set_("must_rest_hour", False))
    pass_time(s, 1)
    return Outcome("rested", s.events, report(s))


@procedure(group="rest")
def skip_rest_hour(c: Maimery, *, on: Annotated[str, Who()]) -> Rule:
    """No hour's rest after recovering from a Wound: one more Trauma for a player's character.

    Raises Refusal `dead`, `not_due`. Atom D-073; DA-38.
    """
    yield from ()
    s = _owed(c, on)
    s.note("hour_skipped", set_("must_rest_hour", False))
    s.strain()
    return Outcome("hour_skipped", s.events, report(s))
