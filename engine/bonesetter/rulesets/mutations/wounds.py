"""Wounds: a location, a Wound Save for each part hit, and what its band says.

All locations of a Wound are rolled first; each then gets its own look at the body and its own save. What a Wound Save
reads is the body as it now is, never what was so when the location was rolled.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Annotated, Any

from ...campaign import Compartment
from ...effect import Term
from ...errors import Refusal
from ...event import Event, event, set_
from ...form import Who
from ...procedure import Outcome, Rule, procedure
from ...request import GM, SHORT, Amount, Choose, Draw, Held, Option, Request, Words
from . import harm
from .character import WORST, Character, Incident, Scene, named
from .data import GAIN, LOCATIONS
from .incident import summed
from .lumps import law
from .under_way import alive, begun, onward

C = Compartment[Character, Scene]


@procedure(group="hurt", summed=summed)
def wound(c: C, *, on: Annotated[str, Who()], modifier: int = 0) -> Rule:
    """Receive a Wound: roll where it lands, then a Wound Save, straight 2d6, for each part it hits.

    Atoms M-002, M-007, M-030, M-032, M-081, M-082; dice and choices that can't be (M-070, M-071, M-073) are
    refused by the requests themselves. Raises Refusal `dead` (M-072), `modifier_refused` (M-074).
    """
    alive(c, on)
    if modifier:
        raise Refusal("modifier_refused", field="modifier", given=modifier)
    yield from ()
    return Outcome(
        "goes_on",
        (event("wound_received", on, set_("incident", Incident())),),
        {"trace": []},
        onward("wound_location", on),
    )


@procedure(group="", lump=law)
def wound_location(c: C, *, on: Annotated[str, Who()]) -> Rule:
    """Roll the next location of a Wound. 61–66 makes the Wound hit one part more.

    Atoms M-001, M-003, M-030, M-038, M-040, M-041, M-042, M-080; options `ga_wound`, `ga_max`, `ga_duplicates`.
    """
    now = begun(c[on].incident, on)
    if now.cap is not None and now.rolls >= now.cap:
        return Outcome("unresolved")
    distinct = c.option("ga_wound") == "distinct_rolls"
    again = c.option("ga_duplicates") if distinct else "save_again"
    full = c.option("ga_max") is not None and now.extra >= c.option("ga_max")
    barred = now.rolled if again == "reroll" else ()
    only = (
        None
        if not barred and not full and not now.once
        else tuple(row for row in (*LOCATIONS, GAIN) if row not in barred and not (row == GAIN and (full or now.once)))
    )
    told = None if again != "save_again" else (GAIN,)
    row = yield from Draw("location", who=on, table="locations", only=only, told=told)
    now = replace(now, rolls=now.rolls + 1)
    if row == GAIN:
        now = replace(now, extra=now.extra + 1, rolling=now.rolling + (1 if distinct else 0))
        happened = event("more_parts", on, set_("incident", now), number=now.number)
    elif again == "collapse" and row in now.rolled:
        now = replace(now, rolling=now.rolling - 1)
        happened = event("same_place", on, set_("incident", now), row=row, number=now.number)
    else:
        rolled = now.rolled if told else (*now.rolled, row)
        rolling = 0 if again == "reroll" and set(rolled) == set(LOCATIONS) else now.rolling - 1
        now = replace(now, rolling=rolling, pending=now.pending + 1, rolled=rolled)
        happened = event("location_rolled", on, set_("incident", now), number=now.number)
    return Outcome("goes_on", (happened,), then=onward("wound_location" if now.rolling else "wound_part", on))


@procedure(group="", lump=law)
def wound_part(c: C, *, on: Annotated[str, Who()]) -> Rule:
    """Resolve the next part that a Wound hits: is it there, and how does the Wound Save come out?

    Atoms M-004, M-005, M-031 to M-037, M-039, M-042 to M-057; options `ga_wound`, `stop_on_death`, `part_choice` and
    those of what a band does (see `harm`).
    """
    now = begun(c[on].incident, on)
    character = c[on]
    if now.location is None:
        if now.rolled:
            location = now.rolled[len(now.rolled) - now.pending]
        else:
            location = yield from Held("location")
        now = replace(now, pending=now.pending - 1, location=location)
        parts = character.body[location]
        if not parts:
            return _goes_on(
                on,
                c,
                _traced(now, "negated"),
                (event("negated", on, row=location, number=now.number),),
                {"wound": now.number, "location": location, "result": "negated"},
            )
        now = replace(now, saves=(yield from _saves(c, now, parts)))
    location = now.location or ""
    band = yield from Draw(
        "wound_save",
        who=on,
        table="wound_save",
        show=f"trace.{now.traced}.save",
        about=(("location", named(character, location)),),
    )
    now = replace(now, saves=now.saves - 1)
    entry: dict[str, Any] = {"wound": now.number, "location": location}
    if band == "crit":
        entry["result"] = "no_wound"
        spared = event("no_wound", on, row=location, number=now.number)
        return _goes_on(on, c, _traced(now, "no_wound"), (spared,), entry)
    part = yield from _part(c, on, now, location)
    entry["part"] = part
    now = replace(now, hit=(*now.hit, f"{location}:{part}"))
    if band == "pass":
        entry["result"] = "injured"
        return _goes_on(on, c, _traced(now, "injured"), harm.injured(c, on, location, part, now.number), entry)
    if band == "seven":
        entry["result"] = "half"
        return _goes_on(on, c, _traced(now, "half"), harm.halved(c, on, location, part, now.number), entry)
    entry["result"] = "destroyed"
    fatal = harm.kills(c, on, location)
    if location == "organ":
        fate = yield from Draw("organ_fate", who=on, table="organ_fate", show=f"trace.{now.traced}.organ_d6")
        fatal = "yes" if fate == "organ_kills" else None
    events = harm.destroyed(c, on, location, part, now.number, fatal)
    if fatal:
        entry["death"] = fatal
    if band == "fumble" and not now.once:
        now = replace(now, waiting=now.waiting + 1)
        events = (*events, event("second_wound", on, number=now.number))
    return _goes_on(on, c, _traced(now, "death" if fatal else "destroyed"), events, entry)


@procedure(group="", lump=law)
def wound_moot(c: C, *, on: Annotated[str, Who()]) -> Rule:
    """Lay aside what a Wound still held for one who has died of it: no further dice.

    Atom M-052; option `stop_on_death`.
    """
    now = begun(c[on].incident, on)
    if now.rolled:
        location = now.rolled[len(now.rolled) - now.pending]
    else:
        location = yield from Held("location")
    now = replace(now, pending=now.pending - 1, traced=now.traced + 1)
    moot = event("moot", on, row=location, number=now.number)
    entry = {"wound": now.number, "location": location, "result": "moot"}
    return _settled(on, now, (moot,), {f"trace.{now.traced - 1}": entry}, "wound_moot")


def _traced(now: Incident, came: str) -> Incident:
    return replace(now, traced=now.traced + 1, worst=max(now.worst, came, key=WORST.index))


Asking = Generator[Request[Any], Any, Any]


def _saves(c: C, now: Incident, parts: tuple[str, ...]) -> Asking:
    """How many parts of one location a Wound hits: one, unless 61–66 counts parts of one kind."""
    if not now.extra or c.option("ga_wound") == "distinct_rolls":
        return 1
    number = min(1 + now.extra, len(parts))
    if c.option("ga_wound") == "gm_count" and len(parts) > 1:
        about = (("location", Term(f"rows.{now.location}")), ("parts", len(parts)))
        numbers = tuple(Option(str(n), str(n)) for n in range(1, len(parts) + 1))
        named = yield from Choose("how_many", who=GM, options=numbers, default=str(number), about=about)
        return int(named)
    return number


def _part(c: C, on: str, now: Incident, location: str) -> Asking:
    """Which part of a location: asked only where two or more are there (M-044); an organ is named (M-051)."""
    character = c[on]
    about = (("location", named(character, location)),)
    if location == "organ":
        given: str = yield from Words("organ", who=GM, about=about, missing=SHORT)
        name = given.strip()
        if name and name in character.organs_lost:
            question, offered = Term("choices.organ"), Term("terms.another_organ")
            raise Refusal("bad_choice", field="organ", question=question, given=name, offered=offered)
        return name or "main"
    fresh = [part for part in character.body[location] if f"{location}:{part}" not in now.hit]
    several = c.option("ga_wound") != "distinct_rolls" and now.extra > 0
    open_ = fresh if several and fresh else list(character.body[location])
    if len(open_) == 1:
        return open_[0]
    if c.option("part_choice") == "random":
        index = yield from Amount("part", who=on, dice=f"d{len(open_)}", about=about)
        return open_[index - 1]
    options = tuple(Option(part, part) for part in open_)
    return (yield from Choose("part", who=GM, options=options, default=(fresh or open_)[0], about=about))


def _goes_on(on: str, c: C, now: Incident, events: tuple[Event, ...], entry: dict[str, Any]) -> Outcome:
    """What follows a part: the next save of its location, the next location, the next Wound, or the end."""
    result: dict[str, Any] = {f"trace.{now.traced - 1}": entry}
    dead = now.worst == "death" and c.option("stop_on_death")
    if dead:
        for number in range(now.saves):
            entry = {"wound": now.number, "location": now.location, "result": "moot"}
            result[f"trace.{now.traced + number}"] = entry
            events = (*events, event("moot", on, row=now.location, number=now.number))
        now = replace(now, traced=now.traced + now.saves, saves=0, waiting=0)
    if now.saves > 0:
        return Outcome(
            "goes_on", (*events, event("incident", on, set_("incident", now))), result, onward("wound_part", on)
        )
    return _settled(on, replace(now, location=None), events, result, "wound_moot" if dead else "wound_part")


def _settled(on: str, now: Incident, events: tuple[Event, ...], result: dict[str, Any], next_part: str) -> Outcome:
    """A location is done with: on to the next of this Wound, to the next Wound of the incident, or to its end."""
    if now.pending:
        then = onward(next_part, on)
    elif now.waiting:
        now = Incident(
            number=now.number + 1,
            waiting=now.waiting - 1,
            worst=now.worst,
            rolls=now.rolls,
            traced=now.traced,
            cap=now.cap,
        )
        then = onward("wound_location", on)
    else:
        ending = now.worst
        return Outcome(ending, (*events, event("incident", on, set_("incident", None))), result)
    return Outcome("goes_on", (*events, event("incident", on, set_("incident", now))), result, then)
