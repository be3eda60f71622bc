"""Time goes by for one character: every clock they carry, in minutes and hours, exactly (F-013, F-015)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ...event import Change, event, set_
from . import bearing
from .records import Character, Wound
from .telling import Telling, after, died, disease_term, end_poisoning, end_wound, wound_term


def elapse(t: Telling, who: str, minutes: Fraction, *, rested: bool = False, said_over: tuple[str, ...] = ()) -> None:
    """All that some minutes bring a character. `rested` counts them as rest for hour wounds; `said_over` are hour
    wounds that the GM lets end now (D-15). Atoms F-013, F-015, F-078 to F-081, F-093, F-253, F-324, F-329, F-372;
    D-16, D-59."""
    ch = t[who]
    if ch.dead or minutes <= 0:
        return
    hours = minutes / 60
    if (killer := death_within(ch, minutes)) is not None:
        t.tell(died(who, killer))
        return
    was_out, slept = bearing.unconscious(ch), bearing.asleep(ch)
    _crises_survived(t, who, minutes)
    changes = [
        *_dying(ch, minutes),
        *_unconscious(ch, hours),
        *_poisons(ch, minutes),
        *_wounds(t, who, hours),
        *_other(ch, hours),
    ]
    # told of everybody alive, whether anything changes or not: else it would show who carries what does not show
    t.tell(event("time_passed", who, *changes))
    _incubation(t, who, hours)
    if ch.blessed and not t[who].blessed:
        t.tell(event("blessing_over", who))
    for wound in bearing.open_wounds(t[who]):
        if wound.hours_left is not None and wound.hours_left <= 0:
            end_wound(t, who, wound, "time")
        elif _fester_due(t, wound, hours):
            t.tell(event("may_fester", who, wound=wound_term(wound)))
    if rested:
        _rest(t, who, hours, said_over)
    worked = {dose.id for dose in ch.poisonings if dose.rolls or bearing.at_work(dose)}
    for dose in t[who].poisonings:
        if dose.phase == "active" and dose.id in worked and not bearing.to_come(dose) and not bearing.at_work(dose):
            end_poisoning(t, who, dose, "course")
    after(t, who, was_out)
    if slept is not None and bearing.asleep(t[who]) is None:
        t.tell(event("woke", who))


def _fester_due(t: Telling, wound: Wound, hours: Fraction) -> bool:
    """Whether the day after which an untreated wound may fester has just passed (D-74)."""
    due = int(t.c.option("festering_roll_after_hours"))
    return wound.elapsed - hours < due <= wound.elapsed and bearing.can_fester(t.c, wound) is None


def scene_goes_on(t: Telling, minutes: Fraction) -> None:
    """The minutes just after a fight go by; when they are over, so is first aid for it (D-12)."""
    since = t.c.scene.since_fight
    if since is not None and minutes > 0:
        now = since + minutes
        left = now if now <= int(t.c.option("first_aid_after_minutes")) else None
        t.tell(event("aftermath", None, set_("since_fight", left)))


def death_within(ch: Character, minutes: Fraction) -> str | None:
    """What kills a character within some minutes, nearest first, or None. Hold magic stops the clocks of poison and
    wounds; a crisis of disease runs out under it (F-253, F-329)."""
    near = [clock for clock in bearing.clocks(ch) if clock.minutes <= minutes and not bearing.holds_off(ch, clock)]
    return min(near, key=lambda clock: clock.minutes).cause if near else None


def _crises_survived(t: Telling, who: str, minutes: Fraction) -> None:
    """A held patient whose crisis hours run out is past it: alive, Gravely ill, marks kept (by option one lost)
    (D-66)."""
    for bout in t[who].diseases:
        if bout.crisis_hours is not None and bout.crisis_hours * 60 <= minutes:
            marks = max(0, bout.marks - 1) if t.c.option("held_loses_mark") else bout.marks
            at = f"diseases/{bout.id}"
            changes = [set_(f"{at}/crisis_hours", None), set_(f"{at}/marks", marks)]
            t.tell(event("crisis_survived", who, *changes, disease=disease_term(bout)))
    whole = t[who].crisis_hours
    if whole is not None and whole * 60 <= minutes:
        t.tell(event("crisis_survived", who, set_("crisis_hours", None), disease=""))


def _dying(ch: Character, minutes: Fraction) -> list[Change]:
    """Death clocks of somebody who lives through these minutes: a crisis that ends in them was held (F-329)."""
    changes = []
    for clock in bearing.clocks(ch):
        if clock.crisis and clock.minutes > minutes:
            changes.append(set_(clock.path, (clock.minutes - minutes) / 60))
        elif not bearing.holds_off(ch, clock):
            changes.append(set_(clock.path, clock.minutes - minutes))
    return changes


def _less(value: Fraction, by: Fraction) -> Fraction | None:
    return value - by if value > by else None


def _unconscious(ch: Character, hours: Fraction) -> list[Change]:
    changes = []
    if isinstance(ch.unconscious, Fraction):
        changes.append(set_("unconscious", _less(ch.unconscious, hours)))
    for wound in bearing.open_wounds(ch):
        if isinstance(wound.out, Fraction):
            changes.append(set_(f"critical_wounds/{wound.id}/out", _less(wound.out, hours)))
    for dose in ch.poisonings:
        if isinstance(dose.out, Fraction):
            changes.append(set_(f"poisonings/{dose.id}/out", _less(dose.out, hours)))
    return changes


def _poisons(ch: Character, minutes: Fraction) -> list[Change]:
    hours = minutes / 60
    changes = []
    for dose in ch.poisonings:
        at = f"poisonings/{dose.id}"
        if dose.onset_left is not None:
            changes.append(set_(f"{at}/onset_left", max(Fraction(0), dose.onset_left - minutes)))
        if dose.sleep_hours is not None:
            changes.append(set_(f"{at}/sleep_hours", _less(dose.sleep_hours, hours)))
        if dose.hours_left is not None:
            left = _less(dose.hours_left, hours)
            changes += [set_(f"{at}/hours_left", left), *([set_(f"{at}/modifier", 0)] if left is None else [])]
        if dose.turns_left:
            changes.append(set_(f"{at}/turns_left", 0))
    return changes


def _wounds(t: Telling, who: str, hours: Fraction) -> list[Change]:
    """Calendar clocks of week and season wounds run, except while they fester; what spoils a single turn is past."""
    ch = t[who]
    changes = []
    for wound in bearing.open_wounds(ch):
        at = f"critical_wounds/{wound.id}"
        left = bearing.hours_left(t.c, wound)
        if left is not None:
            healed = Fraction(0) if bearing.festering(ch, wound) else hours
            changes.append(set_(f"{at}/hours_left", max(Fraction(0), left - healed)))
        changes.append(set_(f"{at}/elapsed", wound.elapsed + hours))
        if wound.pending:
            changes.append(set_(f"{at}/pending", False))
    return changes


def _other(ch: Character, hours: Fraction) -> list[Change]:
    changes = []
    if ch.blessed_left is not None:
        left = _less(ch.blessed_left, hours)
        changes += [set_("blessed_left", left), *([set_("blessed", False)] if left is None else [])]
    if ch.half_action:
        changes.append(set_("half_action", False))
    if ch.lose_turns:
        changes.append(set_("lose_turns", 0))
    return changes


def _incubation(t: Telling, who: str, hours: Fraction) -> None:
    """Incubation goes by unseen (F-305, F-307); the GM says when it is over (`become_sick`)."""
    for bout in t[who].diseases:
        if bout.phase == "incubating" and bout.incubation_left is not None:
            left = max(Fraction(0), bout.incubation_left - hours)
            told = "incubation_over" if left == 0 and bout.incubation_left > 0 else "incubating"
            path = f"diseases/{bout.id}/incubation_left"
            t.tell(event(told, who, set_(path, left), secret=True, disease=disease_term(bout)))


def _rest(t: Telling, who: str, hours: Fraction, said_over: tuple[str, ...]) -> None:
    for wound in bearing.open_wounds(t[who]):
        left = bearing.rest_left(t.c, wound)
        if left is None or not bearing.rest_counts(t.c, wound):
            continue
        if left <= hours or wound.id in said_over:
            end_wound(t, who, wound, "rest")
        else:
            t.tell(event("rested", who, set_(f"critical_wounds/{wound.id}/rest_left", left - hours)))


def near_over(t: Telling, who: str, hours: Fraction) -> tuple[Wound, ...]:
    """Hour wounds that this much rest brings past one hour but not two, where the GM decides whether that is enough
    (D-15, `hour_wound_rest_hours` set to "ask")."""
    if t.c.option("hour_wound_rest_hours") != "ask":
        return ()
    found = []
    for wound in bearing.open_wounds(t[who]):
        left = bearing.rest_left(t.c, wound)
        if left is not None and bearing.rest_counts(t.c, wound) and hours < left <= hours + 1:
            found.append(replace(wound, rest_left=left - hours))
    return tuple(found)
