"""Nursing, and knowing a disease (Nursing and cures)."""

from __future__ import annotations

from typing import Annotated

from ...effect import Term
from ...errors import Refusal
from ...event import event, put, set_
from ...form import Who
from ...procedure import Outcome, Rule, procedure
from ...request import Test
from . import book, choices
from .records import Frontier
from .rolls import skill_parts, treat_parts, treat_roll
from .telling import acting, disease_term, exerted, living, the_disease, then, working
from .treating import cost_offer

WELL_NURSED = 3
"""A margin of this or more gives +2 in place of +1 (F-004, F-320)."""


@procedure(group="disease")
def nurse(
    c: Frontier,
    *,
    by: Annotated[str, Who()],
    on: Annotated[str, Who()],
    id: Annotated[str, choices.BOUT],
    patient_active: bool = False,
) -> Rule:
    """An interval spent with the patient: Treat Wounds at the disease's difficulty, one nursing roll per patient and
    interval whoever makes it. Success gives +1 on the next Resist (Disease) roll only, a margin of 3 or more +2
    instead; at −2 with no herbs, bottled remedies or surgeon's kit. It is work for a carer who is sick themselves, and
    an exposure where the disease passes that way. Atoms F-004, F-005, F-055, F-056, F-315, F-318 to F-322, F-327;
    D-67, D-68."""
    acting(c, by)
    working(c, by, "to_nurse")
    living(c, on)
    bout = the_disease(c[on], on, id)
    if by == on:
        raise Refusal("self_treatment", field="by", who=by, what=Term("terms.own_nursing"))
    if patient_active or bout.active:
        raise Refusal("patient_was_active", field="patient_active", who=on)
    if bout.nursed:
        raise Refusal("already_nursed", field="on", who=on, disease=disease_term(bout))
    row = book.disease(bout.disease)
    margin = yield from Test(
        "nursing",
        who=by,
        parts=treat_parts(c, by, treat_roll("nursing", identified=by in bout.identified_by)),
        difficulty=row["difficulty"],
        show="test",
        about=(("healer", by), ("who", on), ("disease", disease_term(bout))),
    )
    bonus = 0 if margin < 0 else 2 if margin >= WELL_NURSED else 1
    at = f"diseases/{id}"
    told = event(
        "nursed" if bonus else "nursed_badly",
        on,
        set_(f"{at}/nursed", True),
        set_(f"{at}/bonus", bonus),
        healer=by,
        amount=bonus,
    )
    cost = cost_offer(c, margin, by, on)
    caught = (then("expose", on=by, disease=row.name),) if row.get("catching") else ()
    offers = (then("interval", on=on, id=id), *caught, *cost)
    return Outcome(
        "helped" if bonus else "failed",
        (told, *exerted(c, by)),
        {"bonus": bonus, "cost_required": bool(cost)},
        offers=offers,
    )


@procedure(group="disease")
def identify_disease(
    c: Frontier, *, by: Annotated[str, Who()], on: Annotated[str, Who()], id: Annotated[str, choices.BOUT]
) -> Rule:
    """Knowledge (Medicine) at the disease's difficulty: names it, tells its course and how it spreads, and gives this
    carer +1 on nursing it. Atom F-321; D-88."""
    acting(c, by)
    bout = the_disease(living(c, on), on, id)
    row = book.disease(bout.disease)
    margin = yield from Test(
        "identify_disease",
        who=by,
        parts=skill_parts(c, by, "Knowledge (Medicine)", str(c.option("knowledge_attribute"))),
        difficulty=row["difficulty"],
        show="test",
        about=(("who", by),),
    )
    if margin < 0:
        return Outcome("not_identified", (event("not_identified", by, patient=on),), {"identified": False})
    happened = event(
        "disease_identified",
        on,
        put(f"diseases/{id}/identified_by", by),
        row=row.id,
        effects=row.effects,
        healer=by,
        disease=disease_term(bout),
    )
    return Outcome(
        "identified",
        (happened,),
        {"identified": True, "disease": row.name},
        offers=(then("nurse", by=by, on=on, id=id),),
    )
