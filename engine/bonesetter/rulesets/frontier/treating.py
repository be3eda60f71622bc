"""Treat Wounds: first aid, Tending, and critical wounds (Treat Wounds)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import add, event, put, set_
from ...form import OneOf, Who
from ...procedure import Outcome, Rule, Then, procedure
from ...request import Choose, Option, Test
from . import bearing, book, choices
from .fatigue import hardship
from .records import Character, Frontier, Wound
from .rolls import trained, treat_parts, treat_roll
from .telling import (
    Telling,
    acting,
    after,
    an_open_wound,
    counted,
    end_wound,
    harmed,
    living,
    not_oneself,
    the_wound,
    then,
    wound_term,
)


def cost_offer(c: Frontier, margin: int, by: str, on: str) -> tuple[Then, ...]:
    """Every failed untrained attempt costs something: the GM may name it next (F-056, D-20)."""
    return (then("name_cost", by=by, on=on),) if margin < 0 and not trained(c[by]) else ()


@procedure(group="treat")
def first_aid(
    c: Frontier,
    *,
    by: Annotated[str, Who()],
    on: Annotated[str, Who()],
    bind: Annotated[str | None, choices.GASH] = None,
) -> Rule:
    """A full action in a fight, or the minutes just after it, Easy: restores 2 + rank Wounds (1 if untrained) and
    binds one Bleeding gash. Once per person per fight; a healer who failed on somebody can't try again on them in that
    fight. Atoms F-005, F-035 to F-039, F-053, F-055 to F-057; D-11 to D-13, D-21."""
    healer = acting(c, by, full_action=True)
    not_oneself(c, by, on)
    ch = living(c, on)
    _first_aid_allowed(c, by, on, ch)
    gashes = [wound for wound in bearing.open_wounds(ch) if choices.bleeding(wound.effects) and not wound.bound]
    if bind is not None and bind not in [wound.id for wound in gashes]:
        wound = an_open_wound(ch, on, bind)
        raise Refusal("nothing_to_bind", field="bind", given=bind, wound=wound_term(wound))
    margin = yield from Test(
        "first_aid",
        who=by,
        parts=treat_parts(c, by, treat_roll("first_aid")),
        difficulty=book.EASY,
        show="test",
        about=(("healer", by), ("who", on)),
    )
    tried = put("first_aid_tried_by", by)
    cost = cost_offer(c, margin, by, on)
    if margin < 0:
        failed = event("first_aid_failed", on, tried, healer=by)
        return Outcome("failed", (failed,), {"restored": 0, "bound": None, "cost_required": bool(cost)}, offers=cost)
    if bind is None and len(gashes) > 1:
        options = tuple(Option(wound.id, wound_term(wound)) for wound in gashes)
        bind = yield from Choose("bind_which", who=by, options=options, default=gashes[0].id, about=(("who", on),))
    elif bind is None and gashes:
        bind = gashes[0].id
    restored = min(2 + healer.ranks.get("Treat Wounds", 0) if trained(healer) else 1, ch.most - ch.now)
    t = Telling(c)
    changes = [tried, set_("first_aid_this_fight", True), *([add("wounds", restored)] if restored else [])]
    t.tell(
        event("first_aid_given", on, *changes, healer=by, amount=counted(restored, "wounds"), left=ch.now + restored)
    )
    if bind is not None:
        t.tell(event("gash_bound", on, set_(f"critical_wounds/{bind}/bound", True), healer=by))
    return Outcome("helped", t.events, {"restored": restored, "bound": bind, "cost_required": False})


def _first_aid_allowed(c: Frontier, by: str, on: str, ch: Character) -> None:
    minutes = c.scene.since_fight
    after_fight = minutes is not None and minutes <= int(c.option("first_aid_after_minutes"))
    if not (c.scene.fight or after_fight or c.option("first_aid_outside_fight")):
        raise Refusal("first_aid_no_fight", who=on)
    attempted = c.option("first_aid_limit") == "one_attempt" and ch.first_aid_tried_by
    if ch.first_aid_this_fight or attempted:
        raise Refusal("first_aid_already_received", who=on)
    if by in ch.first_aid_tried_by:
        raise Refusal("first_aid_healer_failed", field="by", healer=by, who=on)


@procedure(group="treat")
def tend(c: Frontier, *, by: Annotated[str, Who()], on: Annotated[str, Who()]) -> Rule:
    """Tending, before a night's rest, Easy: that night counts as a full one even if it is broken or poor. It does not
    overcome a Deep wound. One try per healer, patient and night. Atoms F-040 to F-042; D-02, D-09, D-10, D-18."""
    acting(c, by)
    not_oneself(c, by, on)
    ch = living(c, on)
    if by in ch.tend_tried_by:
        raise Refusal("healer_already_tried", field="by", healer=by, what=Term("terms.this_tending"), given=on)
    margin = yield from Test(
        "tending",
        who=by,
        parts=treat_parts(c, by, treat_roll("tending")),
        difficulty=book.EASY,
        show="test",
        about=(("healer", by), ("who", on)),
    )
    tried = put("tend_tried_by", by)
    cost = cost_offer(c, margin, by, on)
    if margin < 0:
        return Outcome(
            "failed",
            (event("tending_failed", on, tried, healer=by),),
            {"tended": ch.tended, "cost_required": bool(cost)},
            offers=cost,
        )
    told = event("tended", on, tried, set_("tended", True), healer=by)
    offers = tuple(then("night", on=on, quality=quality) for quality in ("full", "broken"))
    return Outcome("helped", (told,), {"tended": True, "cost_required": False}, offers=offers[:1])


@procedure(group="treat")
def treat_wound(
    c: Frontier, *, by: Annotated[str, Who()], on: Annotated[str, Who()], wound: Annotated[str, choices.WOUND]
) -> Rule:
    """Treating a critical wound, one try per healer and one success in all. An hour wound (Easy) ends after ten
    minutes; a week (Medium) or a season (Hard) heals in half the time after about an hour's work, at −2 without a
    surgeon's kit. Atoms F-005, F-043 to F-051, F-054 to F-058, F-084, F-126, F-146; D-14, D-17, D-30."""
    acting(c, by)
    not_oneself(c, by, on)
    found = an_open_wound(living(c, on), on, wound)
    _treatable(c, by, found)
    row = book.TREATMENT[found.lasts]
    margin = yield from Test(
        "treat_wound",
        who=by,
        parts=treat_parts(c, by, treat_roll("wound", found.lasts)),
        difficulty=row["difficulty"],
        show="test",
        about=(("healer", by), ("who", on), ("wound", wound_term(found))),
    )
    at = f"critical_wounds/{wound}"
    t = Telling(c)
    cost = cost_offer(c, margin, by, on)
    result: dict[str, Any] = {"minutes": row["minutes"], "cost_required": bool(cost)}
    if margin < 0:
        t.tell(event("treatment_failed", on, put(f"{at}/tried_by", by), healer=by, wound=wound_term(found)))
        return Outcome("failed", t.events, {**result, **clock(t.c, on, wound)}, offers=cost)
    changes = [put(f"{at}/tried_by", by), set_(f"{at}/treated", True), set_(f"{at}/treated_by", by)]
    if found.lasts == "hour":
        if choices.bleeding(found.effects):
            changes.append(set_(f"{at}/bound", True))
        t.tell(event("wound_treated", on, *changes, healer=by, wound=wound_term(found)))
        end_wound(t, on, t[on].wound(wound) or found, f"healer:{by}")
        return Outcome("wound_ended", t.events, {**result, **clock(t.c, on, wound)})
    left = halved(c, found)
    changes.append(set_(f"{at}/hours_left", left))
    t.tell(event("wound_treated", on, *changes, healer=by, wound=wound_term(found)))
    if left <= 0:
        end_wound(t, on, t[on].wound(wound) or found, f"healer:{by}")
    return Outcome("wound_ended" if left <= 0 else "wound_shortened", t.events, {**result, **clock(t.c, on, wound)})


def _treatable(c: Frontier, by: str, wound: Wound) -> None:
    """Raises Refusal where no roll on this wound is to be had."""
    facts: dict[str, Any] = {"field": "wound", "given": wound.id, "wound": wound_term(wound)}
    if wound.lasts == "fight":
        raise Refusal("wound_ends_with_fight", **facts)
    if wound.lasts in ("permanent", "death"):
        lost = next((str(effect["part"]) for effect in book.kinds(wound.effects, "lost_part")), None)
        way_out = Term(f"terms.rune_for_{lost}") if lost else Term("terms.no_way_out")
        raise Refusal("wound_permanent", **facts, way_out=way_out)
    if wound.treated:
        raise Refusal("wound_already_treated", **facts, healer=wound.treated_by or Term("terms.a_healer"))
    named = book.first(wound.effects, "named_treatment")
    if named is not None and not wound.named_done:
        if named["id"] == "stabilise":
            raise Refusal("must_stabilise_first", **facts, difficulty=Term("values.hard"))
        if c.option("unset_shoulder") == "must_set_first":
            raise Refusal("must_set_first", **facts, difficulty=Term("values.medium"))
    if by in wound.tried_by:
        raise Refusal("healer_already_tried", healer=by, what=Term("terms.this_wound"), **{**facts, "field": "by"})


def halved(c: Frontier, wound: Wound) -> Fraction:
    """Hours left of a week or season wound once treated (F-045, F-046, D-17); nothing is rounded. Half of the whole
    is taken off the clock itself, not off the calendar: days on which the wound festered healed nothing (F-372)."""
    left = bearing.hours_left(c, wound) or Fraction(0)
    if c.option("halving") == "total":
        return max(Fraction(0), left - bearing.whole(c, wound.lasts) / 2)
    return left / 2


def clock(c: Frontier, who: str, id: str) -> dict[str, Any]:
    """What a result says of a wound's clock."""
    wound = the_wound(c[who], who, id)
    return {
        "wound_status": wound.status,
        "hours_left": bearing.number(bearing.hours_left(c, wound)),
        "rest_left": bearing.number(bearing.rest_left(c, wound)),
    }


@procedure(group="treat")
def named_treatment(
    c: Frontier, *, by: Annotated[str, Who()], on: Annotated[str, Who()], wound: Annotated[str, choices.WOUND]
) -> Rule:
    """A treatment a wound itself names: stabilising a Pierced lung (Hard), which stops the dying and wakes, or setting
    a Dislocated shoulder (Medium), which someone else must do. Tries are counted apart from those of treating the
    wound. Atoms F-052, F-130, F-146; D-18, D-19, D-30."""
    acting(c, by)
    not_oneself(c, by, on)
    found = an_open_wound(living(c, on), on, wound)
    named = book.first(found.effects, "named_treatment")
    facts: dict[str, Any] = {"field": "wound", "given": wound, "wound": wound_term(found)}
    if named is None or found.void:
        raise Refusal("no_named_treatment", **facts)
    done = str(named["id"])
    if found.named_done:
        raise Refusal("named_treatment_done", **facts, done=Term(f"terms.already_{done}"))
    if by == on and done == "set_shoulder":
        raise Refusal("self_treatment", who=by, what=Term("terms.own_shoulder"))
    if by in found.named_tried_by and c.option("named_treatment_tries") == "one_per_healer":
        raise Refusal("healer_already_tried", field="by", healer=by, what=Term("terms.this_wound"), given=wound)
    margin = yield from Test(
        done,
        who=by,
        parts=treat_parts(c, by, treat_roll("named")),
        difficulty=named["difficulty"],
        show="test",
        about=(("healer", by), ("who", on)),
    )
    at = f"critical_wounds/{wound}"
    tried = put(f"{at}/named_tried_by", by)
    cost = cost_offer(c, margin, by, on)
    t = Telling(c)
    if margin < 0:
        t.tell(event("treatment_failed", on, tried, healer=by, wound=wound_term(found)))
        return Outcome("failed", t.events, {"done": None, "cost_required": bool(cost)}, offers=cost)
    was_out = bearing.unconscious(t[on])
    changes = [tried, set_(f"{at}/named_done", True)]
    changes += [set_(f"{at}/{name}", None) for name in ("out", "dying_minutes") if getattr(found, name) is not None]
    t.tell(
        event("stabilised" if done == "stabilise" else "shoulder_set", on, *changes, healer=by, wound=wound_term(found))
    )
    after(t, on, was_out)
    offers = (then("treat_wound", on=on, wound=wound),)
    return Outcome("helped", t.events, {"done": done, "cost_required": False}, offers=offers)


@procedure(group="treat")
def stanch(
    c: Frontier, *, by: Annotated[str, Who()], on: Annotated[str, Who()], wound: Annotated[str, choices.WOUND]
) -> Rule:
    """A wound dressed with a Stanch-rune kit: it cannot fester. Atom F-371."""
    healer = acting(c, by)
    found = an_open_wound(living(c, on), on, wound)
    if "Stanch-rune kit" not in healer.gear:
        raise Refusal("no_stanch_kit", field="by", who=by)
    happened = event("stanched", on, set_(f"critical_wounds/{wound}/stanch", True), healer=by, wound=wound_term(found))
    yield from ()
    return Outcome("helped", (happened,), {"stanch": True})


COSTS = ("wound", "supplies", "fatigue", "hour", "other")


@procedure(group="treat", gm=True)
def name_cost(
    c: Frontier,
    *,
    by: Annotated[str, Who()],
    on: Annotated[str, Who()],
    cost: Annotated[str, OneOf(COSTS)] = "wound",
    words: str = "",
) -> Rule:
    """What an untrained healer's failure cost, named by the GM afterwards: 1 Wound to the patient, supplies used up,
    1 Fatigue to the healer, an hour lost, or anything else in words. Atom F-056; D-20."""
    if cost == "other" and c.option("untrained_failure_cost") == "list":
        raise Refusal("cost_not_listed", field="cost", accepted=[Term(f"values.cost.{name}") for name in COSTS[:-1]])
    living(c, on)
    t = Telling(c)
    if cost == "wound":
        lost = min(1, c[on].now)
        t.tell(
            event(
                "wounds_lost",
                on,
                *([add("wounds", -1)] if lost else []),
                amount=counted(lost, "wounds"),
                left=c[on].now - lost,
            )
        )
        harmed(t, on)
    elif cost == "fatigue":
        before = bearing.fatigue(c[by])
        changes = [] if c[by].opponent else [add("fatigue", 1)]
        t.tell(event("tired_out", by, *changes, amount=1, cause=Term("terms.failed_treatment")))
        yield from hardship(t, by, before, "hardship")
    else:
        said = words if cost == "other" and words else Term(f"values.cost.{cost}")
        t.tell(event("cost_named", by, cost=said))
    return Outcome("cost_named", t.events, {"cost": cost})
