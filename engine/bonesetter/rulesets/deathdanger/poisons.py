"""Poison: the save, what it takes at once, what it takes each round, and how it ends. Source: Poison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import set_
from ...form import Between, Choices, Free, OneOf, Who
from ...frozen import Json, Map, freeze
from ...happening import Asking
from ...procedure import Outcome, Rule, Then, procedure
from ...request import GM, Choose, Option
from . import derived, npcs
from .character import PC, Poison
from .derived import Danger
from .happening import Happening, put_item
from .treating import AFFLICTED, end_poisons, gates
from .wounds import hurt, report

ROUTES = ("weapon", "ingested", "contact", "inhaled")
"""Atom K-059: recorded and shown; no route changes a number."""
CAUSE = "poison"
NUMBERS = ("vitality", "vigor_per_round", "rounds")
EFFECTS = (*NUMBERS, "stat_penalties", "conditions")


@procedure(group="hurt")
def poison(
    c: Danger,
    *,
    on: Annotated[str, Who()],
    route: Annotated[str, OneOf(ROUTES, labels="poisons")],
    dc: Annotated[int, Between()],
    save_total: Annotated[int, Between()],
    effects: Annotated[Any, Free("poison")],
    on_success: Annotated[Any, Free("poison")] = None,
) -> Rule:
    """A dose of poison and the Body save against it. A failed save brings all that the poison does, a good one nothing,
    or the reduced effect that the poison defines. The immediate loss goes to Vitality, and past 0 it wounds.

    `effects` and `on_success` are `{"vitality", "vigor_per_round", "rounds", "stat_penalties", "conditions"}`, each
    optional; without `rounds` a poison runs until it is cured. Raises Refusal `dead`, `bad_value`.
    Atoms K-059 to K-066, K-070; KA-05, KA-26, KA-28.
    """
    derived.alive(c, on)
    full = _effects(effects, "effects")
    reduced = _effects(on_success, "on_success") if on_success is not None else None
    s = Happening(c, on)
    saved = save_total > dc or (save_total == dc and c.option("save_tie") == "success")
    dose = reduced if saved else full
    s.note("poisoned", route=Term(f"poisons.{route}"), dc=dc, total=save_total, saved=saved)
    if dose is not None:
        if dose["vitality"]:
            yield from _bite(s, dose["vitality"])
        if s.alive and _lasts(dose):
            _run(s, route, dc, dose)
    return Outcome("saved" if saved else "dead" if not s.alive else "poisoned", s.events, {"saved": saved, **report(s)})


def _effects(given: Json, field: str) -> Mapping[str, Any]:
    """What a poison does, whole. Raises Refusal `bad_value`."""
    if not isinstance(given, Mapping) or not set(given) <= set(EFFECTS):
        shown = list(given) if isinstance(given, Mapping) else given
        raise Refusal("bad_value", field=field, given=shown, accepted=list(EFFECTS))
    for name in NUMBERS:
        least = 1 if name == "rounds" else 0
        number = given.get(name)
        if number is not None and (type(number) is not int or number < least):
            raise Refusal("bad_value", field=f"{field}/{name}", given=number, accepted=f"{least} or more")
    stats = given.get("stat_penalties") or {}
    if not isinstance(stats, Mapping) or any(type(value) is not int for value in stats.values()):
        raise Refusal("bad_value", field=f"{field}/stat_penalties", given=stats, accepted="{stat: number}")
    conditions = given.get("conditions") or ()
    conditions = (conditions,) if isinstance(conditions, str) else conditions
    if not all(isinstance(each, str) for each in conditions):
        raise Refusal("bad_value", field=f"{field}/conditions", given=conditions, accepted="[condition]")
    return {
        "vitality": given.get("vitality") or 0,
        "vigor_per_round": given.get("vigor_per_round") or 0,
        "rounds": given.get("rounds"),
        "stat_penalties": freeze(stats),
        "conditions": tuple(conditions),
    }


def _lasts(dose: Mapping[str, Any]) -> bool:
    return bool(dose["rounds"] or dose["vigor_per_round"] or dose["stat_penalties"] or dose["conditions"])


def _run(s: Happening, route: str, dc: int, dose: Mapping[str, Any]) -> None:
    running = Poison(
        id=s.next_id("p"),
        route=route,
        dc=dc,
        vigor_per_round=dose["vigor_per_round"],
        rounds_left=dose["rounds"],
        stat_penalties=dose["stat_penalties"],
        conditions=dose["conditions"],
    )
    s.note("poison_runs", *put_item("poisons", running), route=Term(f"poisons.{route}"))


def _bite(s: Happening, loss: int) -> Asking[None]:
    """Vitality lost to poison: a loss like any other, so past 0 it is a wound from the Corruption table. Atoms K-063,
    K-070. A Minor NPC has no Vitality: the loss counts to its total damage."""
    if s.character.kind == PC:
        wounds = s.c.option("wound_trigger") != "hits_only"
        yield from hurt(s, loss, "vitality", (CAUSE,), None, None, None, wounds=wounds)
    else:
        npcs.struck(s, loss, "vitality", CAUSE)


@procedure(group="time")
def end_round(c: Danger, *, on: Annotated[str, Who()]) -> Rule:
    """The end of a round: each running poison strips its Vigor, which stops at 0 and doesn't run over into Vitality,
    and has one round less to run.

    Raises Refusal `dead`. Atoms K-064, K-069; option `vigor_strip_spill` (KA-27), with which the rest bites Vitality.
    """
    derived.alive(c, on)
    s = Happening(c, on)
    for poison in c[on].poisons:
        if not s.alive:
            break
        vigor = s.character.vigor.now
        stripped = min(poison.vigor_per_round, vigor)
        if stripped:
            changes = (set_("vigor/now", vigor - stripped),)
            s.note("vigor_stripped", *changes, vigor=stripped, route=Term(f"poisons.{poison.route}"))
            if s.character.kind != PC:
                npcs.settle(s, CAUSE)
        over = poison.vigor_per_round - stripped
        if over and s.alive and c.option("vigor_strip_spill"):
            yield from _bite(s, over)
        if s.alive and poison.rounds_left is not None:
            _one_round_less(s, poison)
    again = Then("end_round", Map({"on": on})) if s.alive and s.character.poisons else None
    result = {"vigor": s.character.vigor.now, **report(s)}
    return Outcome("round_over" if s.alive else "dead", s.events, result, again=again)


def _one_round_less(s: Happening, poison: Poison) -> None:
    assert poison.rounds_left is not None
    if poison.rounds_left <= 1:
        end_poisons(s, [poison.id], "time")
    else:
        shorter = replace(poison, rounds_left=poison.rounds_left - 1)
        s.note("poison_goes_on", set_(f"poisons/{poison.id}/rounds_left", shorter.rounds_left))


CURES = ("antidote", "magic", "litany")
MEANT = {"healing_magic": "magic", "spell": "magic", AFFLICTED: "litany"}
"""Other words for two of them."""


def running(c: Danger, filled: Any) -> Choices:
    """This character's running poisons."""
    return tuple((poison.id, Term(f"poisons.{poison.route}")) for poison in c[filled["on"]].poisons)


@procedure(group="treat")
def cure_poison(
    c: Danger,
    *,
    on: Annotated[str, Who()],
    by: Annotated[str, OneOf(CURES, open=True)],
    poison: Annotated[str | None, OneOf(running, open=True)] = None,
    prophet: Annotated[Any, Free("prophet")] = None,
) -> Rule:
    """Ends the running poisons, or the one named: an antidote at once; healing magic if the GM says that the spell
    does; Cure the Afflicted through its two gates. What the poison took stays lost.

    Raises Refusal `dead`, `bad_value`. Atoms K-067, K-068, K-051.
    """
    character = derived.alive(c, on)
    by = MEANT.get(by, by)
    if by not in CURES:
        raise Refusal("bad_value", field="by", given=by, accepted=list(CURES))
    ids = [each.id for each in character.poisons]
    if poison is not None and poison not in ids:
        raise Refusal("bad_value", field="poison", given=poison, accepted=ids)
    s = Happening(c, on)
    if not ids:
        return Outcome("no_poison", (), {"ended": False, "reason": "no_poison"})
    if by == "magic":
        options = (Option("true", Term("terms.yes")), Option("false", Term("terms.no")))
        works = yield from Choose("spell_ends_poison", who=GM, options=options)
        reason = None if works == "true" else "spell_does_not"
    else:
        reason = gates(s, AFFLICTED, prophet) if by == "litany" else None
    if reason is not None:
        s.note("no_treatment", name=Term("terms.the_poison"), reason=Term(f"reasons.{reason}"))
        return Outcome("stays", s.events, {"ended": False, "reason": reason})
    end_poisons(s, ids if poison is None else [poison], by)
    return Outcome("removed", s.events, {"ended": True})
