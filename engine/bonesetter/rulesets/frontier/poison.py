"""Poison: how it gets in, and what it does when it acts (Poison; Poisons of the frontier)."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from typing import Annotated, Any

from ...clauses.pieces import signed
from ...effect import Effect, Part, Term
from ...errors import Refusal
from ...event import Change, add, event, put, set_
from ...form import Who
from ...frozen import Json
from ...procedure import Outcome, Rule, procedure
from ...request import GM, Amount, Count, Request, Test
from ...table import Row
from . import bearing, book, choices
from .fatigue import hardship, not_rolled
from .records import Frontier, Poisoning
from .rolls import resist_parts, resist_roll, skill_parts
from .telling import Telling, acting, counted, died, end_poisoning, harmed, living, poison_term, the_poisoning, then

DEATH_CAP_HOURS = (6, 12)


@procedure(group="poison")
def coat_weapon(
    c: Frontier,
    *,
    by: Annotated[str, Who()],
    poison: Annotated[str, choices.COATING],
    weapon: str = "",
    firearm: bool = False,
) -> Rule:
    """A full action: poison on a blade, arrow or bolt. It stays until the first hit that does damage, or the end of the
    scene. Shot cannot be poisoned. Atoms F-232, F-235 to F-237; D-58."""
    acting(c, by, full_action=True)
    row = book.poison(poison)
    if firearm:
        raise Refusal("shot_cannot_be_poisoned", field="firearm", weapon=weapon or Term("terms.firearm"))
    if row["way"] != "wound":
        raise Refusal("not_a_wound_poison", field="poison", poison=Term(f"rows.{row.id}"))
    happened = event(
        "weapon_coated",
        by,
        set_("coat", row.name),
        poison=Term(f"rows.{row.id}"),
        weapon=weapon or Term("terms.weapon"),
    )
    yield from ()
    return Outcome("coated", (happened,), {"coat": row.name})


def carried(c: Frontier, by: str | None) -> tuple[tuple[str, bool], ...]:
    """The poisons a damaging hit by somebody brings: their coat (True: it is spent by it), and a bite's venom, which
    never runs out. Atoms F-232, F-235, F-260."""
    if by is None:
        return ()
    striker = c[by]
    coat = ((book.poison(striker.coat).name, True),) if striker.coat else ()
    venom = ((book.poison(striker.venom).name, False),) if striker.venom else ()
    return coat + venom


def dosed(t: Telling, on: str, name: str, id: str | None = None, onset: Fraction | None = None) -> str:
    """A poisoning begins, each its own (F-263). Gives its id."""
    number = len(t[on].poisonings) + 1
    while id is None or (t[on].poisoning(id) is not None):
        id, number = f"p{number}", number + 1
    dose = Poisoning(id, name, onset_left=onset)
    t.tell(event("poisoned", on, put("poisonings", dose), poison=poison_term(dose)))
    return id


@procedure(group="poison", gm=True)
def take_poison(
    c: Frontier,
    *,
    on: Annotated[str, Who()],
    poison: Annotated[str, choices.POISON],
    id: str | None = None,
    hit_damage: Annotated[int | None, choices.whole(0, unit="wounds", code="negative_damage")] = None,
) -> Rule:
    """Poison gets in: drunk, eaten, breathed, or by a hit that still does 1 damage or more (`hit_damage`). It acts at
    the end of its onset. Atoms F-231 to F-234, F-239, F-260, F-263; D-55."""
    ch = living(c, on)
    row = book.poison(poison)
    if id is not None and ch.poisoning(id) is not None:
        raise Refusal("id_taken", field="id", given=id)
    if row["way"] == "wound" and hit_damage == 0:
        yield from ()
        return Outcome(
            "not_poisoned", (event("poison_kept_out", on, poison=Term(f"rows.{row.id}")),), {"taken": False, "id": None}
        )
    t = Telling(c)
    minutes = yield from _onset(c, row)
    made = dosed(t, on, row.name, id, minutes)
    return Outcome("poisoned", t.events, {"taken": True, "id": made}, offers=(then("poison_acts", on=on, id=made),))


def _onset(c: Frontier, row: Row) -> Generator[Request[Any], Any, Fraction]:
    if "onset_minutes" in row.data:
        return Fraction(row["onset_minutes"])
    rule = c.option("death_cap_onset")
    about = (("poison", Term(f"rows.{row.id}")),)
    if rule == "ask":
        lo, hi = DEATH_CAP_HOURS
        hours = yield from Count("onset_hours", who=GM, lo=lo, hi=hi, default=9, about=about)
    elif isinstance(rule, int):
        hours = rule
    else:
        hours = yield from Amount("onset_hours", who=GM, dice=rule, unit="hour", about=about)
    return Fraction(hours * 60)


@procedure(group="poison")
def poison_acts(c: Frontier, *, on: Annotated[str, Who()], id: Annotated[str, choices.POISONING]) -> Rule:
    """The poison acts: Resist (Poison), and what comes of it. Wounds lost to poison ignore Endurance, armour and
    whatever lessens hits; they never cause a critical wound; whoever they take to 0, or cost a Wound there, lies
    unconscious for d6 hours, and dies in Endurance minutes if the poison is Deadly. Death-cap is rolled three times a
    day apart, bad air each minute in it. Atoms F-002, F-006, F-087, F-230, F-239 to F-245, F-255, F-280 to F-286; D-46
    to D-50, D-55, D-56, D-78, D-79."""
    ch = living(c, on)
    dose = the_poisoning(ch, on, id)
    if not bearing.to_come(dose):
        raise Refusal("poison_already_acted", field="id", who=on, given=id, poison=poison_term(dose))
    t = Telling(c)
    result = yield from act(t, on, id, "")
    ending = "dead" if t[on].dead else "poison_resisted" if result["resisted"] else "poison_took_hold"
    offers = [] if t[on].dead or result["over"] else [then("treat_poison", on=on, id=id)]
    now = t[on].poisoning(id)
    if not t[on].dead and now is not None and now.phase == "active" and bearing.to_come(now):
        offers.append(then("poison_acts", on=on, id=id))
    if ch.opponent and result["fatigue_untracked"] and c.scene.fight:
        offers.append(then("encounter_opponent", who=on, tired=min(3, ch.tired + 1)))
    return Outcome(ending, t.events, result, offers=tuple(offers))


def act(t: Telling, on: str, id: str, show: str) -> Generator[Request[Any], Any, dict[str, Json]]:
    """One roll of a poison and all it does, dice in the order of F-014. `show` is where its test is reported."""
    dose = t[on].poisoning(id)
    assert dose is not None
    row = book.poison(dose.poison)
    at = f"poisonings/{id}"
    parts = resist_parts(t.c, on, resist_roll("Poison"))
    if dose.bonus and (dose.rolls == 0 or t.c.option("death_cap_bonus") == "all"):
        parts = (*parts, Part(Term("terms.treated_before"), dose.bonus))
    margin = yield from Test(
        "resist_poison",
        who=on,
        parts=parts,
        difficulty=row["difficulty"],
        show=f"{show}test",
        about=(("who", on), ("poison", poison_term(dose))),
    )
    when = "success" if margin >= 0 else "fail"
    effects = book.outcome(row, when)
    if margin <= book.WORSE and (worse := book.outcome(row, "fail_by_5")):
        effects = (effects if t.c.option("bad_air_worst_also_fatigue") else ()) + worse
    changes: list[Change] = [set_(f"{at}/phase", "active"), add(f"{at}/rolls", 1), set_(f"{at}/onset_left", None)]
    told = "poison_resisted" if when == "success" else "poison_works"
    t.tell(event(told, on, *changes, row=row.id, effects=effects, poison=poison_term(dose)))
    result: dict[str, Json] = {
        "resisted": when == "success",
        "wounds_lost": 0,
        "unconscious": False,
        "unconscious_hours": None,
        "dying_minutes": None,
        "lose_turns": None,
        "sleep_hours": None,
        "fatigue_untracked": False,
        "luck_allowed": True,
    }
    before = bearing.fatigue(t[on])
    struck = False
    for effect in effects:
        if effect.kind == "loss":
            struck = (yield from _loss(t, on, id, effect, show, result)) or struck
        else:
            yield from _lasting(t, on, id, effect, show, result)
    if struck:
        yield from _collapse(t, on, id, row, show, result)
    dropped = yield from hardship(t, on, before, f"{show}hardship")
    result.update(not_rolled(dropped))
    result["asleep"] = bool(dropped) or result["sleep_hours"] is not None
    result["fatigue"] = t[on].fatigue
    result["over"] = _run_its_course(t, on, id, failed=when == "fail")
    return result


def _loss(
    t: Telling, on: str, id: str, effect: Effect, show: str, result: dict[str, Json]
) -> Generator[Request[Any], Any, bool]:
    """Wounds lost to a poison; gives whether they took the victim to 0 or cost a Wound there (F-242, F-243, F-255)."""
    rolled = yield from Amount(
        "wounds_lost", dice=effect["dice"], unit="wounds", show=f"{show}rolled_loss", about=(("who", on),)
    )
    ch = t[on]
    lost = min(rolled, ch.now)
    result["wounds_lost"] = lost
    changes = [add("wounds", -lost)] if lost else []
    if lost and effect.get("locked"):
        changes.append(add(f"poisonings/{id}/locked", lost))
    if lost:
        t.tell(event("wounds_lost", on, *changes, amount=counted(lost, "wounds"), left=ch.now - lost))
        harmed(t, on)
        return t[on].now == 0
    return ch.now == 0 and rolled > 0 and bool(t.c.option("poison_at_zero") == "counts")


def _lasting(
    t: Telling, on: str, id: str, effect: Effect, show: str, result: dict[str, Json]
) -> Generator[Request[Any], Any, None]:
    at = f"poisonings/{id}"
    if effect.kind == "day_modifier":
        value = int(effect["value"])
        t.tell(
            event(
                "sickened",
                on,
                set_(f"{at}/modifier", value),
                set_(f"{at}/hours_left", Fraction(book.DAY)),
                value=signed(value),
            )
        )
    elif effect.kind == "fatigue":
        if t[on].opponent:
            result["fatigue_untracked"] = True
        else:
            amount = int(effect["amount"])
            dose = t[on].poisoning(id)
            assert dose is not None
            t.tell(event("tired_out", on, add("fatigue", amount), amount=amount, cause=poison_term(dose)))
    elif effect.kind == "sleep":
        hours = yield from Amount(
            "hours_asleep", dice=effect["dice"], unit="hour", show=f"{show}sleep_hours", about=(("who", on),)
        )
        result["sleep_hours"] = hours
        t.tell(event("drugged", on, set_(f"{at}/sleep_hours", Fraction(hours)), hours=counted(hours, "hours")))
    elif effect.kind == "lost_turns":
        turns = yield from Amount(
            "turns_lost", dice=effect["dice"], unit="turn", show=f"{show}lose_turns", about=(("who", on),)
        )
        result["lose_turns"] = turns
        t.tell(event("loses_turns", on, set_(f"{at}/turns_left", turns), turns=counted(turns, "turns")))
    elif effect.kind == "poor_nights":
        t.tell(event("night_spoiled", on, set_(f"{at}/spoils_night", True)))
    elif effect.kind == "stifled":
        t.tell(event("stifled", on, set_(f"{at}/out", bearing.BAD_AIR)))
        result["unconscious"] = True
        _dying(t, on, id, result)


def _collapse(
    t: Telling, on: str, id: str, row: Row, show: str, result: dict[str, Json]
) -> Generator[Request[Any], Any, None]:
    """Taken to 0 by poison: unconscious d6 hours, and dying if it is Deadly (F-244, F-245, D-50, D-79)."""
    hours = yield from Amount(
        "hours_unconscious", dice="d6", unit="hour", show=f"{show}unconscious_hours", about=(("who", on),)
    )
    dose = t[on].poisoning(id)
    longer = max(Fraction(hours), dose.out) if dose is not None and isinstance(dose.out, Fraction) else Fraction(hours)
    t.tell(event("knocked_out", on, set_(f"poisonings/{id}/out", longer), hours=counted(hours, "hours")))
    result["unconscious"], result["unconscious_hours"] = True, hours
    if row["deadly"]:
        _dying(t, on, id, result)


def _dying(t: Telling, on: str, id: str, result: dict[str, Json]) -> None:
    """The clock of Endurance minutes; one that runs already isn't set back."""
    dose = t[on].poisoning(id)
    assert dose is not None
    minutes = bearing.attribute(t[on], "Endurance")
    left = Fraction(minutes) if dose.dying_minutes is None else min(dose.dying_minutes, Fraction(minutes))
    result["dying_minutes"] = int(left) if left.denominator == 1 else float(left)
    if left <= 0:
        t.tell(died(on, book.poison(dose.poison).id))
    else:
        t.tell(
            event(
                "dying",
                on,
                set_(f"poisonings/{id}/dying_minutes", left),
                minutes=counted(result["dying_minutes"], "minutes"),
            )
        )


def _run_its_course(t: Telling, on: str, id: str, failed: bool) -> bool:
    """A poison with nothing left to do is over, its locked Wounds with it (F-031, D-55). One whose only roll failed can
    still be treated, though little is left to gain (F-249): it is over when time goes by."""
    dose = t[on].poisoning(id)
    assert dose is not None
    treatable = failed and book.first(book.poison(dose.poison).effects, "repeated") is None
    if t[on].dead or treatable or bearing.to_come(dose) or bearing.at_work(dose):
        return False
    end_poisoning(t, on, dose, "course")
    return True


@procedure(group="poison")
def leave_air(
    c: Frontier,
    *,
    on: Annotated[str, Who()],
    id: Annotated[str, choices.POISONING],
    stays_down: bool = False,
) -> Rule:
    """Dragged or walked into clean air: bad air does no more, its death clock stops, and the victim wakes unless the GM
    says otherwise (`stays_down`). Atom F-286; D-56, D-87."""
    ch = living(c, on)
    dose = the_poisoning(ch, on, id)
    if book.poison(dose.poison)["way"] != "breathed":
        raise Refusal("not_bad_air", field="id", given=id, poison=poison_term(dose))
    t = Telling(c)
    if stays_down and dose.out == bearing.BAD_AIR:
        t.tell(event("lies_senseless", on, set_("unconscious", bearing.BAD_AIR)))
    end_poisoning(t, on, dose, "clean_air")
    yield from ()
    return Outcome("clean_air", t.events, {"ended": id})


@procedure(group="poison")
def make_poison(c: Frontier, *, by: Annotated[str, Who()], poison: Annotated[str, choices.POISON]) -> Rule:
    """A dose made in downtime: Knowledge (Alchemy) at the poison's difficulty; nothing else of crafting stands in this
    chapter. Atom F-259."""
    acting(c, by)
    row = book.poison(poison)
    if row["way"] == "breathed":
        raise Refusal("cannot_be_made", field="poison", poison=Term(f"rows.{row.id}"))
    attribute = str(c.option("knowledge_attribute"))
    margin = yield from Test(
        "make_poison",
        who=by,
        parts=skill_parts(c, by, "Knowledge (Alchemy)", attribute),
        difficulty=row["difficulty"],
        show="test",
        about=(("who", by), ("poison", Term(f"rows.{row.id}"))),
    )
    told = "dose_made" if margin >= 0 else "dose_spoiled"
    return Outcome(told, (event(told, by, poison=Term(f"rows.{row.id}")),), {"made": margin >= 0})
