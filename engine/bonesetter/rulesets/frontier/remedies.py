"""Against poison: knowing it, treating it, and the pot that a failed forager fills (Treating poison; Poisons of the
frontier)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ...effect import Part, Term
from ...errors import Refusal
from ...event import event, put, set_
from ...form import OneOf, Who
from ...procedure import Outcome, Rule, procedure
from ...request import Test
from . import bearing, book, choices
from .records import Character, Frontier
from .rolls import Roll, situational, skill_parts, trained, treat_parts, treat_roll
from .telling import (
    Telling,
    acting,
    died,
    end_poisoning,
    exerted,
    living,
    not_oneself,
    poison_term,
    the_poisoning,
    then,
    working,
)

MINUTES = Fraction(10)
"""What treating a poison takes (F-247)."""


@procedure(group="poison")
def identify_poison(
    c: Frontier,
    *,
    by: Annotated[str, Who()],
    on: Annotated[str, Who()],
    id: Annotated[str, choices.POISONING],
    skill: Annotated[str, OneOf(("Knowledge (Alchemy)", "Knowledge (Nature)"))] = "Knowledge (Alchemy)",
) -> Rule:
    """Knowledge (Alchemy) or (Nature) at the poison's difficulty: names it, tells its course, and gives this healer +1
    on treating it, once. Atom F-246; D-88."""
    acting(c, by)
    dose = the_poisoning(living(c, on), on, id)
    row = book.poison(dose.poison)
    margin = yield from Test(
        "identify_poison",
        who=by,
        parts=skill_parts(c, by, skill, str(c.option("knowledge_attribute"))),
        difficulty=row["difficulty"],
        show="test",
        about=(("who", by), ("skill", Term(f"values.{skill}"))),
    )
    if margin < 0:
        return Outcome("not_identified", (event("not_identified", by, patient=on),), {"identified": False})
    happened = event(
        "poison_identified",
        on,
        put(f"poisonings/{id}/identified_by", by),
        row=row.id,
        effects=row.effects,
        healer=by,
        poison=poison_term(dose),
    )
    offers = (then("treat_poison", by=by, on=on, id=id),)
    return Outcome("identified", (happened,), {"identified": True, "poison": row.name}, offers=offers)


@procedure(group="poison")
def treat_poison(
    c: Frontier, *, by: Annotated[str, Who()], on: Annotated[str, Who()], id: Annotated[str, choices.POISONING]
) -> Rule:
    """About ten minutes' work at the poison's difficulty, one try per healer and poisoning. Before the poison acts a
    success gives the patient +2 on their next Resist (Poison) roll; after, it ends the poison: no further harm, but
    what is lost stays lost. A patient whose death is nearer than ten minutes can't be saved so, unless magic holds
    them. Atoms F-005, F-055 to F-057, F-247 to F-251, F-254; D-51 to D-54, D-87."""
    acting(c, by)
    not_oneself(c, by, on)
    ch = living(c, on)
    dose = the_poisoning(ch, on, id)
    row = book.poison(dose.poison)
    if row["way"] == "breathed":
        raise Refusal("leave_air_first", field="id", who=on, poison=poison_term(dose))
    if by in dose.tried_by:
        raise Refusal("poison_healer_already_tried", field="by", healer=by, poison=poison_term(dose), given=id)
    if dose.phase == "onset" and row.get("onset_minutes") == 0:
        raise Refusal("acts_at_once", field="id", poison=poison_term(dose))
    t = Telling(c)
    if (cause := _too_late(c, ch)) is not None:
        t.tell(event("treatment_too_late", on, healer=by), died(on, cause))
        return Outcome("dead", t.events, {"too_late": True, "ended": False, "test": None, "minutes": int(MINUTES)})
    roll = treat_roll("poison", identified=by in dose.identified_by)
    margin = yield from Test(
        "treat_poison",
        who=by,
        parts=treat_parts(c, by, roll),
        difficulty=row["difficulty"],
        show="test",
        about=(("healer", by), ("who", on), ("poison", poison_term(dose))),
    )
    cost = margin < 0 and not trained(c[by])
    tried = put(f"poisonings/{id}/tried_by", by)
    result = {"minutes": int(MINUTES), "cost_required": cost, "too_late": False, "ended": False, "bonus": dose.bonus}
    if margin < 0:
        offers = (then("name_cost", by=by, on=on),) if cost else ()
        failed = event("poison_treatment_failed", on, tried, healer=by, poison=poison_term(dose))
        return Outcome("treatment_failed", (failed,), result, offers=offers)
    if dose.phase == "onset":
        bonus = dose.bonus + 2 if c.option("pre_treatment_stacks") else 2
        t.tell(event("treated_before", on, tried, set_(f"poisonings/{id}/bonus", bonus), healer=by, amount=bonus))
        return Outcome(
            "treated_before", t.events, {**result, "bonus": bonus}, offers=(then("poison_acts", on=on, id=id),)
        )
    t.tell(event("poison_treated", on, tried, healer=by, poison=poison_term(dose)))
    end_poisoning(t, on, t[on].poisoning(id) or dose, f"healer:{by}")
    return Outcome("poison_ended", t.events, {**result, "ended": True})


def _too_late(c: Frontier, ch: Character) -> str | None:
    """What kills the patient before ten minutes' work is done, or None (D-51, F-253)."""
    if c.option("treatment_clock") == "begun_in_time":
        return None
    near = [clock for clock in bearing.clocks(ch) if clock.minutes < MINUTES and not bearing.holds_off(ch, clock)]
    return min(near, key=lambda clock: clock.minutes).cause if near else None


@procedure(group="poison")
def forage(
    c: Frontier,
    *,
    who: Annotated[str, Who()],
    modifier: Annotated[int | None, choices.whole()] = None,
    difficulty: Annotated[int, choices.whole()] = book.MEDIUM,
) -> Rule:
    """A Survival roll to forage. `modifier` is attribute and rank together as the table's rules have them (left out:
    the rank in Survival). On a failure by 5 or more the GM may have one of two poisons in the pot, or neither. Atom
    F-257, F-315, F-318; D-83."""
    ch = acting(c, who)
    working(c, who, "to_work")
    own = ch.ranks.get("Survival", 0) if modifier is None else modifier
    parts = (Part(Term("values.Survival"), own), *situational(c, who, Roll("skill", skill="Survival")))
    margin = yield from Test("forage", who=who, parts=parts, difficulty=difficulty, show="test", about=(("who", who),))
    may = margin <= book.WORSE
    pot = ["neither", "Water hemlock root", "Death-cap"] if may else []
    offers = tuple(then("take_poison", on=who, poison=name) for name in pot[1:])
    ending = "foraged" if margin >= 0 else "foraged_badly" if may else "found_nothing"
    return Outcome(
        ending, (event(ending, who), *exerted(c, who)), {"gm_may_poison": may, "choices": pot}, offers=offers
    )
