"""Catching a disease, and the day it shows (Catching it; Diseases of the frontier)."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import Change, add, event, put, set_
from ...form import Who
from ...procedure import Outcome, Rule, procedure
from ...request import GM, Amount, Count, Request, Test
from ...table import Row
from . import bearing, book, choices
from .fatigue import hardship, not_rolled
from .records import Character, Disease, Frontier
from .rolls import resist_parts, resist_roll
from .telling import Telling, counted, disease_term, listed, living, the_wound, then

WEEKS_WITHOUT_FRESH_FOOD = 4


@procedure(group="disease", gm=True)
def expose(
    c: Frontier,
    *,
    on: Annotated[str, Who()],
    disease: Annotated[str, choices.DISEASE],
    id: str | None = None,
    wound: Annotated[str | None, choices.WOUND] = None,
    weeks_without_fresh_food: Annotated[int | None, choices.whole(0, unit="week")] = None,
    luck: bool = False,
    secret: bool = False,
) -> Rule:
    """One exposure: Resist (Disease) at the disease's difficulty, a failure catches it.

    Called by the GM for each day with the sick or under their roof, each drink of bad water, each bite of infected
    vermin; over months of it once a week instead. It may be rolled unseen (`secret`), and then takes no Luck. Winter
    rot needs four weeks without fresh food; a festering wound one of a week or more that no Treat Wounds roll helped,
    rolled for once; Lockjaw a critical wound from something filthy, treated or not. Grey pox and Ship fever come once
    in a life. Atoms F-009, F-240, F-300 to F-307, F-324, F-327, F-355 to F-357, F-362, F-364 to F-366, F-369 to F-371;
    D-70, D-71, D-74.
    """
    ch = living(c, on)
    row = book.disease(disease)
    if secret and luck:
        raise Refusal("luck_not_on_secret_roll", field="luck", who=on)
    _can_catch(c, ch, on, row, wound, weeks_without_fresh_food)
    if id is not None and ch.disease(id) is not None:
        raise Refusal("id_taken", field="id", given=id)
    about = (("who", on), ("disease", Term(f"rows.{row.id}")))
    margin = yield from Test(
        "exposure",
        who=GM if secret else on,
        secret=secret,
        parts=resist_parts(c, on, resist_roll("Disease", disease=row.name)),
        difficulty=row["difficulty"],
        show="test",
        about=about,
    )
    t = Telling(c)
    linked = [set_(f"critical_wounds/{wound}/fester_rolled", True)] if row.name == "Festering wound" else []
    t.tell(event("exposed", on, *linked, secret=secret, disease=Term(f"rows.{row.id}")))
    if margin >= 0:
        t.tell(event("not_caught", on, secret=secret, disease=Term(f"rows.{row.id}")))
        return Outcome(
            "exposed" if secret else "not_caught",
            t.events,
            {"caught": False, "phase": None, "luck_allowed": not secret},
        )
    carried = next((bout for bout in ch.diseases if _same(bout, row, wound) and bout.phase == "incubating"), None)
    hours = yield from _incubation(c, row, secret)
    phase = "incubating" if hours else "sick"
    if carried is None:
        bout = Disease(
            id or fresh_id(ch, row), row.name, phase, wound=wound, secret=secret, incubation_left=hours or None
        )
        t.tell(event("caught", on, put("diseases", bout), row=row.id, secret=secret, disease=Term(f"rows.{row.id}")))
        if not hours:
            t.tell(event("falls_sick", on, row=row.id, effects=row.effects, disease=disease_term(bout)))
    result = {"caught": True, "phase": phase, "id": carried.id if carried else bout.id, "luck_allowed": not secret}
    offers = () if hours else (then("interval", on=on, id=result["id"]),)
    return Outcome("exposed" if secret else "caught", t.events, result, offers=offers)


def _can_catch(c: Frontier, ch: Character, on: str, row: Row, wound: str | None, weeks: int | None) -> None:
    name = Term(f"rows.{row.id}")
    if row.get("once") and row.name in bearing.immunities(ch):
        raise Refusal("immune", field="disease", who=on, disease=name)
    if any(_same(bout, row, wound) for bout in bearing.ill(ch)):
        raise Refusal("already_sick", field="disease", who=on, disease=name)
    if row.get("fresh_food") and weeks is not None and weeks < WEEKS_WITHOUT_FRESH_FOOD:
        raise Refusal(
            "not_exposed_yet",
            field="weeks_without_fresh_food",
            who=on,
            disease=name,
            given=weeks,
            weeks=counted(weeks, "weeks"),
        )
    if row.name == "Festering wound":
        if wound is None:
            raise Refusal("cannot_fester", field="wound", given="", reason=Term("terms.fester_no_wound"))
        hurt = the_wound(ch, on, wound)
        if (reason := bearing.can_fester(c, hurt)) is not None:
            raise Refusal("cannot_fester", field="wound", given=wound, reason=Term(f"terms.{reason}"))
    elif wound is not None:
        the_wound(ch, on, wound)


def _same(bout: Disease, row: Row, wound: str | None) -> bool:
    return bout.disease == row.name and (row.name != "Festering wound" or bout.wound == wound)


def fresh_id(ch: Character, row: Row) -> str:
    """An id that tells players nothing of diseases they don't know of: the disease's name, numbered if it came back."""
    id, number = row.id, 1
    while ch.disease(id) is not None:
        number += 1
        id = f"{row.id}-{number}"
    return id


def _incubation(c: Frontier, row: Row, secret: bool) -> Generator[Request[Any], Any, Fraction]:
    """Hours until symptoms (F-307, F-356, D-70)."""
    about = (("disease", Term(f"rows.{row.id}")),)
    if "incubation_days" in row.data:
        return Fraction(row["incubation_days"] * book.DAY)
    bounds = row.get("incubation_range")
    if bounds is not None and c.option("range_incubation") == "ask":
        days = yield from Count(
            "incubation_days", who=GM, secret=secret, lo=bounds[0], hi=bounds[1], default=bounds[0], about=about
        )
        return Fraction(days * book.DAY)
    rolled = yield from Amount(
        "incubation", who=GM, secret=secret, dice=row["incubation_dice"], unit="day", about=about
    )
    if bounds is not None and bounds[0] == 7:
        return Fraction((1 if rolled % 2 else 2) * book.WEEK)
    return Fraction(rolled * book.DAY)


@procedure(group="disease", gm=True)
def become_sick(c: Frontier, *, on: Annotated[str, Who()], id: Annotated[str, choices.COMING]) -> Rule:
    """Incubation is over: the disease shows, and its effect begins; the first roll comes one interval later.
    Atoms F-307, F-308, F-350, F-360; D-65, D-70."""
    ch = living(c, on)
    bout = ch.disease(id)
    if bout is None or bout.phase == "over":
        raise Refusal(
            "unknown_bout",
            field="id",
            who=on,
            given=id,
            known=listed([b for b in ch.diseases if b.phase == "incubating"]),
        )
    if bout.phase != "incubating":
        raise Refusal("already_sick", field="id", who=on, disease=disease_term(bout))
    t = Telling(c)
    before = bearing.fatigue(ch)
    falls_sick(t, on, bout)
    asleep = yield from hardship(t, on, before, "hardship")
    offers = (then("interval", on=on, id=id),)
    return Outcome("sick", t.events, {"phase": "sick", "asleep": bool(asleep), **not_rolled(asleep)}, offers=offers)


def falls_sick(t: Telling, on: str, bout: Disease) -> None:
    """A bout that was caught shows itself."""
    at = f"diseases/{bout.id}"
    row = book.disease(bout.disease)
    changes: list[Change] = [
        set_(f"{at}/phase", "sick"),
        set_(f"{at}/secret", False),
        set_(f"{at}/incubation_left", None),
    ]
    held = book.first(row.effects, "held_fatigue")
    if held is not None and not t[on].opponent:
        changes.append(add("fever_fatigue", int(held["amount"])))
    t.tell(event("falls_sick", on, *changes, row=row.id, effects=row.effects, disease=disease_term(bout)))
