"""The course a disease runs, and how it ends (The course of a disease; Downtime; Diseases of the frontier)."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from typing import Annotated, Any

from ...effect import Part, Term
from ...errors import Refusal
from ...event import Change, add, drop, event, put, set_
from ...form import Who
from ...procedure import Outcome, Rule, procedure
from ...request import Amount, Request, Test
from . import bearing, book, choices
from .catching import fresh_id
from .clocks import elapse
from .records import Disease, Frontier
from .rolls import resist_parts, resist_roll
from .telling import Telling, after, counted, disease_term, living, the_disease, then


def end_bout(t: Telling, on: str, bout: Disease, ended_by: str, magic: bool = False) -> None:
    """A disease is over: what a fever held becomes ordinary Fatigue (D-75), the ague may come back each season unless
    magic ended it (D-72); what has set in stays (F-323, F-361, F-363)."""
    at = f"diseases/{bout.id}"
    row = book.disease(bout.disease)
    hidden = bout.phase == "incubating"
    changes = [set_(f"{at}/phase", "over"), set_(f"{at}/ended_by", ended_by), *_interval_past(bout)]
    changes += [set_(f"{at}/crisis_hours", None)] if bout.crisis_hours is not None else []
    changes += [set_(f"{at}/never_showed", True)] if hidden else []
    grave = bout.grave_ever or bout.phase == "gravely_ill"
    changes += [set_(f"{at}/grave_ever", True)] if grave and not bout.grave_ever else []
    held = book.first(row.effects, "held_fatigue")
    if held is not None and not hidden and (freed := min(int(held["amount"]), t[on].fever_fatigue)):
        changes += [add("fever_fatigue", -freed), add("fatigue", freed)]
    again = row.get("returns") and not hidden and (not magic or t.c.option("ague_relapse_after_magic"))
    if again and row.name not in t[on].relapse_watch:
        changes.append(put("relapse_watch", row.name))
    was_out = bearing.unconscious(t[on])
    t.tell(event("disease_over", on, *changes, secret=hidden, disease=disease_term(bout)))
    if grave and book.first(row.effects, "scar"):
        t.tell(event("scarred", on, disease=disease_term(bout)))
    after(t, on, was_out)


def _interval_past(bout: Disease) -> list[Change]:
    """Nursing and exertion belong to one interval only (F-318, F-320)."""
    at = f"diseases/{bout.id}"
    fields: tuple[tuple[str, Any], ...] = (("nursed", False), ("bonus", 0), ("active", False))
    return [set_(f"{at}/{name}", value) for name, value in fields if getattr(bout, name) != value]


@procedure(group="disease")
def interval(
    c: Frontier,
    *,
    on: Annotated[str, Who()],
    id: Annotated[str, choices.BOUT],
    active: bool = False,
    carried: bool = False,
) -> Rule:
    """The end of an interval (a day or a week): Resist (Disease) at the disease's difficulty.

    A success is a mark, and with enough of them the disease is over; from Gravely ill it leads back to Sick and marks
    nothing. A failure by 5 or more makes the Sick Gravely ill, kills the Gravely ill within d6 hours if the disease is
    Deadly unless magic ends it or holds them past it, and takes a mark from them otherwise. Whoever travelled, fought
    or worked (`active`) rolls at −2 and without nursing; the Gravely ill can only be `carried`. Atoms F-002 to F-004,
    F-006, F-300, F-301, F-308 to F-315, F-317, F-318, F-320, F-324, F-328, F-350 to F-357, F-360, F-362, F-363; D-60
    to D-66, D-75, D-77, D-81, D-84.
    """
    living(c, on)
    bout = the_disease(c[on], on, id)
    grave = bout.phase == "gravely_ill"
    if grave and active and not carried:
        raise Refusal(
            "gravely_ill_cannot",
            field="active",
            who=on,
            what=Term("terms.travel_fight_work"),
            disease=disease_term(bout),
        )
    row = book.disease(bout.disease)
    exerted = active or carried or bout.active
    margin = yield from _resist(c, on, bout, exerted, 0 if exerted else bout.bonus, "interval")
    t = Telling(c)
    at = f"diseases/{id}"
    t.tell(event("interval_over", on, *_interval_past(bout), disease=disease_term(bout)))
    marks = bout.marks
    crisis = None
    ending = "no_change"
    if margin >= 0 and grave:
        ending = "eases"
        eased = (set_(f"{at}/phase", "sick"), set_(f"{at}/grave_ever", True))
        t.tell(event("eases", on, *eased, disease=disease_term(bout)))
    elif margin >= 0:
        marks += 1
        ending = "recovered" if marks >= row["recover"] else "marked"
        t.tell(
            event(
                "marked", on, set_(f"{at}/marks", marks), marks=marks, needed=row["recover"], disease=disease_term(bout)
            )
        )
        if ending == "recovered":
            end_bout(t, on, t[on].disease(id) or bout, "recovery")
    elif margin <= book.WORSE and not grave:
        ending = "worsens"
        worsens(t, on, bout)
    elif margin <= book.WORSE and row["deadly"]:
        ending = "crisis"
        crisis = yield from Amount("crisis_hours", dice="d6", unit="hour", show="crisis_hours", about=(("who", on),))
        hours = Fraction(crisis) if bout.crisis_hours is None else min(bout.crisis_hours, Fraction(crisis))
        t.tell(
            event(
                "crisis",
                on,
                set_(f"{at}/crisis_hours", hours),
                hours=counted(crisis, "hours"),
                disease=disease_term(bout),
            )
        )
    elif margin <= book.WORSE:
        marks = max(0, marks - 1)
        ending = "loses_mark"
        t.tell(event("loses_mark", on, set_(f"{at}/marks", marks), marks=marks, disease=disease_term(bout)))
    now = t[on].disease(id) or bout
    result = {"phase": now.phase, "marks": now.marks, "crisis_hours": crisis}
    again = None if ending == "recovered" else then("crisis_runs_out" if crisis else "interval", on=on, id=id)
    offers = (then("magic", on=on, spell="Cleanse", target=id),) if crisis is not None else ()
    return Outcome(ending, t.events, result, again=again, offers=offers)


@procedure(group="")
def crisis_runs_out(c: Frontier, *, on: str, id: str) -> Rule:
    """The hours of a crisis go by and nobody does anything: dead, unless hold magic carries the patient past them. Only
    odds follow a course this far by themselves; in play the hours are `pass_time`. Atoms F-312, F-329."""
    t = Telling(c)
    hours = the_disease(c[on], on, id).crisis_hours
    elapse(t, on, Fraction(hours or 0) * 60)
    yield from ()
    if t[on].dead:
        return Outcome("dead", t.events)
    return Outcome("crisis_survived", t.events, again=then("interval", on=on, id=id))


def worsens(t: Telling, on: str, bout: Disease) -> None:
    """From Sick to Gravely ill, marks kept (F-311, F-314)."""
    at = f"diseases/{bout.id}"
    t.tell(
        event(
            "worsens",
            on,
            set_(f"{at}/phase", "gravely_ill"),
            set_(f"{at}/grave_ever", True),
            disease=disease_term(bout),
        )
    )


def _resist(
    c: Frontier, on: str, bout: Disease, exerted: bool, nursing: int, purpose: str, extra: tuple[Part, ...] = ()
) -> Generator[Request[Any], Any, int]:
    row = book.disease(bout.disease)
    roll = resist_roll("Disease", disease=row.name, bout=bout.id, active=exerted)
    parts = resist_parts(c, on, roll) + ((Part(Term("terms.nursing"), nursing),) if nursing else ()) + extra
    margin = yield from Test(
        purpose,
        who=on,
        parts=parts,
        difficulty=row["difficulty"],
        show="test",
        about=(("who", on), ("disease", disease_term(bout))),
    )
    return margin


@procedure(group="disease")
def downtime_week(
    c: Frontier,
    *,
    on: Annotated[str, Who()],
    id: Annotated[str, choices.BOUT],
    care: Annotated[bool | str, choices.CARE] = "yes",
) -> Rule:
    """A Sick character's week of Recovering, with care (a carer or a place named). A disease that isn't Deadly is
    over, with no roll; for a Deadly one a single roll for the week at +2: success, and it is over whatever the marks;
    failure, Sick another week; by 5 or more, Gravely ill. It replaces that week's rolls and nursing. Atoms F-324 to
    F-326, F-328, F-362; D-69."""
    living(c, on)
    bout = the_disease(c[on], on, id)
    if bout.phase == "gravely_ill":
        raise Refusal("downtime_gravely_ill", field="id", who=on, disease=disease_term(bout))
    if care in (False, "", "no"):
        raise Refusal("no_carer", field="care", who=on, disease=disease_term(bout))
    t = Telling(c)
    if not book.disease(bout.disease)["deadly"]:
        end_bout(t, on, bout, "downtime")
        return Outcome("recovered", t.events, {"phase": "over", "test": None})
    margin = yield from _resist(c, on, bout, False, 0, "downtime", (Part(Term("terms.downtime_week"), 2),))
    if margin >= 0:
        end_bout(t, on, bout, "downtime")
        return Outcome("recovered", t.events, {"phase": "over"})
    t.tell(event("interval_over", on, *_interval_past(bout), disease=disease_term(bout)))
    if margin <= book.WORSE:
        worsens(t, on, bout)
        return Outcome("worsens", t.events, {"phase": "gravely_ill"}, again=then("interval", on=on, id=id))
    t.tell(event("another_week", on, disease=disease_term(bout)))
    return Outcome("no_change", t.events, {"phase": "sick"}, again=then("downtime_week", on=on, id=id, care="yes"))


@procedure(group="disease")
def season_relapse(
    c: Frontier,
    *,
    on: Annotated[str, Who()],
    disease: Annotated[str, choices.RELAPSING] = "Marsh ague",
    id: str | None = None,
) -> Rule:
    """A season after recovering from the ague: Resist (Disease) at Easy, or Sick again at once with no incubation and
    no marks. Atoms F-301, F-324, F-352, F-361; D-72."""
    ch = living(c, on)
    row = book.disease(disease)
    name = Term(f"rows.{row.id}")
    if row.name not in ch.relapse_watch:
        raise Refusal("no_relapse", field="disease", who=on, disease=name)
    if any(bout.disease == row.name for bout in bearing.ill(ch)):
        raise Refusal("already_sick", field="disease", who=on, disease=name)
    limit = c.option("ague_relapse_limit")
    if isinstance(limit, int) and ch.relapses >= limit:
        raise Refusal("relapses_used_up", field="disease", who=on, disease=name, limit=limit)
    if id is not None and ch.disease(id) is not None:
        raise Refusal("id_taken", field="id", given=id)
    relapse = book.first(row.effects, "relapse")
    assert relapse is not None
    margin = yield from Test(
        "relapse",
        who=on,
        parts=resist_parts(c, on, resist_roll("Disease", disease=row.name)),
        difficulty=relapse["difficulty"],
        show="test",
        about=(("who", on), ("disease", name)),
    )
    t = Telling(c)
    if margin >= 0:
        t.tell(event("no_relapse", on, disease=name))
        return Outcome("not_caught", t.events, {"phase": None, "marks": None})
    made = Disease(id or fresh_id(ch, row), row.name, "sick")
    t.tell(
        event("relapses", on, put("diseases", made), add("relapses", 1), row=row.id, effects=row.effects, disease=name)
    )
    offers = (then("interval", on=on, id=made.id),)
    return Outcome("sick", t.events, {"phase": "sick", "marks": 0, "id": made.id}, offers=offers)


@procedure(group="disease")
def fresh_food_week(c: Frontier, *, on: Annotated[str, Who()]) -> Rule:
    """A week of fresh food (spruce-tip tea counts as such): Winter rot is over, with no roll, at any stage.
    Atoms F-355, F-367, F-368; D-73."""
    ch = living(c, on)
    t = Telling(c)
    ended = [bout for bout in ch.diseases if bout.phase != "over" and book.disease(bout.disease).get("fresh_food")]
    for bout in ended:
        end_bout(t, on, bout, "fresh_food")
    yield from ()
    return Outcome("recovered" if ended else "nothing_changes", t.events, {"ended": [bout.id for bout in ended]})


@procedure(group="disease", gm=True)
def forget_relapses(
    c: Frontier, *, on: Annotated[str, Who()], disease: Annotated[str, choices.RELAPSING] = "Marsh ague"
) -> Rule:
    """The GM says that the ague won't come back any more (no end is printed). Atom F-361; D-72."""
    living(c, on)
    row = book.disease(disease)
    yield from ()
    return Outcome(
        "noted", (event("no_more_relapses", on, drop("relapse_watch", row.name), disease=Term(f"rows.{row.id}")),), {}
    )
