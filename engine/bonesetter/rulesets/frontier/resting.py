"""Resting: nights, short rests and plain hours (Healing; Fatigue, Rest)."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import Change, add, event, set_
from ...form import OneOf, Who
from ...procedure import Outcome, Rule, procedure
from ...request import GM, Choose, Option, Request
from . import bearing, choices
from .clocks import elapse, near_over, scene_goes_on
from .records import Character, Frontier
from .telling import Telling, counted, living, then

QUALITIES = ("full", "broken", "poor")


def heals_as(c: Frontier, who: str, quality: str) -> str:
    """What a night counts as for Wounds: `full`, `poor` or `none`. In order: as it was lived, what forces a poor night,
    Tending, a Deep wound, and diseases whose nights heal nothing. Atoms F-020, F-021, F-027 to F-030, F-041, F-042."""
    ch = c[who]
    counts = counts_as(c, who, quality)
    if any(effect["full_counts_as"] == "poor" for _, effect in bearing.effects(ch, "night_rest")):
        counts = "poor"
    if bearing.gravely_ill(ch) is not None or any(True for _ in bearing.sickness(ch, "no_healing")):
        counts = "none"
    return counts


def counts_as(c: Frontier, who: str, quality: str) -> str:
    """What a night counts as before wounds and diseases have their say on healing: `full` or `poor` (F-027, F-029,
    D-09)."""
    ch = c[who]
    forced = bearing.next_night_poor(ch) or any(True for _ in bearing.sickness(ch, "poor_nights"))
    if ch.tended and (not forced or c.option("tending_lifts_forced_poor")):
        return "full"
    return "poor" if forced or quality != "full" else "full"


def restored(ch: Character, counts: str) -> int:
    """Wounds that a night gives back, never past the most nor those that Death-cap locks (F-020 to F-023, F-031)."""
    endurance, resolve = bearing.attribute(ch, "Endurance"), bearing.attribute(ch, "Resolve")
    amount = {"full": endurance + resolve, "poor": endurance, "none": 0}[counts]
    return max(0, min(amount, ch.most - bearing.locked(ch) - ch.now))


@procedure(group="rest")
def night(c: Frontier, *, on: Annotated[str, Who()], quality: Annotated[str, OneOf(QUALITIES)] = "full") -> Rule:
    """A night's rest: Endurance + Resolve Wounds, or Endurance alone if it was broken or poor.

    Any night clears ordinary Fatigue and 2 points of ritual Fatigue, gives the short rest back, ends hour wounds whose
    other conditions are met, and moves every clock; it takes no critical wound away as such. A night without sleep is
    no rest: see `gain_fatigue`. Atoms F-020 to F-033, F-041, F-042, F-209, F-316; D-05, D-07 to D-10, D-48.
    """
    ch = living(c, on)
    t = Telling(c)
    counts = heals_as(c, on, quality)
    minutes = Fraction(int(c.option("night_hours")) * 60)
    elapse(t, on, minutes, rested=True)
    scene_goes_on(t, minutes)
    if t[on].dead:
        yield from ()
        return Outcome("dead", t.events, {"restored": 0, "heals_as": counts, "died": True})
    amount = restored(ch, counts)
    changes = [*_morning_after(t[on]), *([add("wounds", amount)] if amount else [])]
    if counts_as(c, on, quality) == "full" or c.option("broken_night_clears_fatigue"):
        changes += _refreshed(t[on])
    told: dict[str, Any] = {
        "amount": counted(amount, "wounds"),
        "left": ch.now + amount,
        "quality": Term(f"values.{quality}"),
        "counts": Term(f"values.heals_as.{counts}"),
    }
    t.tell(event("night_rested", on, *changes, **told))
    offers = (then("morning", on=on),) if any(True for _ in bearing.sickness(t[on], "fatigue")) else ()
    return Outcome("rested", t.events, {"restored": amount, "heals_as": counts}, offers=offers)


def _morning_after(ch: Character) -> list[Change]:
    """What belonged to that one night is gone with it, exhausted sleep too."""
    changes: list[Change] = []
    for field, value in (
        ("short_rest_used", False),
        ("next_night_poor", False),
        ("tended", False),
        ("tend_tried_by", ()),
    ):
        if getattr(ch, field) != value:
            changes.append(set_(field, value))
    if ch.asleep is not None:
        changes.append(set_("asleep", None))
    changes += [set_(f"poisonings/{dose.id}/spoils_night", False) for dose in ch.poisonings if dose.spoils_night]
    return changes


def _refreshed(ch: Character) -> list[Change]:
    """Ordinary Fatigue gone, 2 ritual points off; what Spring fever holds stays (F-025, F-032)."""
    changes = []
    if ch.fatigue:
        changes.append(set_("fatigue", 0))
    if ch.ritual_fatigue:
        changes.append(add("ritual_fatigue", -min(2, ch.ritual_fatigue)))
    return changes


@procedure(group="rest")
def short_rest(c: Frontier, *, on: Annotated[str, Who()]) -> Rule:
    """An hour's rest that takes off 2 Fatigue, once between one night's rest and the next; it restores no Wounds.
    Atoms F-026, F-032, F-210; D-43."""
    ch = living(c, on)
    if ch.short_rest_used:
        raise Refusal("short_rest_used", who=on)
    t = Telling(c)
    said_over = yield from _enough(t, on, Fraction(1))
    elapse(t, on, Fraction(60), rested=True, said_over=said_over)
    scene_goes_on(t, Fraction(60))
    if t[on].dead:
        return Outcome("dead", t.events, {"fatigue_removed": 0, "died": True})
    ordinary = min(2, ch.fatigue)
    ritual = min(2 - ordinary, ch.ritual_fatigue) if c.option("short_rest_ritual") else 0
    changes = [set_("short_rest_used", True)]
    changes += [add("fatigue", -ordinary)] if ordinary else []
    changes += [add("ritual_fatigue", -ritual)] if ritual else []
    t.tell(event("short_rested", on, *changes, amount=ordinary + ritual))
    return Outcome("rested", t.events, {"fatigue_removed": ordinary + ritual})


@procedure(group="rest")
def rest_hours(c: Frontier, *, on: Annotated[str, Who()], hours: Annotated[int, choices.whole(0, unit="hour")]) -> Rule:
    """Plain rest: it moves the clock and hour wounds, never Fatigue or Wounds. Atoms F-026, F-079; D-15, D-16."""
    living(c, on)
    t = Telling(c)
    said_over = yield from _enough(t, on, Fraction(hours))
    elapse(t, on, Fraction(hours * 60), rested=True, said_over=said_over)
    scene_goes_on(t, Fraction(hours * 60))
    if not t[on].dead:
        t.tell(event("rested_hours", on, hours=counted(hours, "hours")))
    ended = [
        wound.id for wound in bearing.open_wounds(c[on]) if (now := t[on].wound(wound.id)) and now.status != "open"
    ]
    return Outcome("dead" if t[on].dead else "rested", t.events, {"ended": ended})


def _enough(t: Telling, on: str, hours: Fraction) -> Generator[Request[Any], Any, tuple[str, ...]]:
    """Where the campaign leaves "an hour or two" to the GM: is this much rest enough for an hour wound? (D-15)"""
    enough = []
    for wound in near_over(t, on, hours):
        answer = yield from Choose(
            "rest_enough",
            who=GM,
            options=(Option("yes", Term("terms.yes")), Option("no", Term("terms.no"))),
            default="yes",
            about=(("who", on), ("wound", bearing.named(wound))),
        )
        if answer == "yes":
            enough.append(wound.id)
    return tuple(enough)
