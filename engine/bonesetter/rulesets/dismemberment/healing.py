"""Healing and magic: Injuries come off every healing. Source: Hit Points and 0 HP; Healing Injuries; Healing Magic."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import Change, add, drop, put, set_
from ...form import Between, Choices, ForGM, OneOf, Who
from ...happening import Asking
from ...procedure import Outcome, Rule, procedure
from ...request import Choose, Count, Option
from . import derived
from .character import GRAVE, KNOCKED_OUT, LOST_HIT_DIE, PARTS, PERMANENT_COMA, WOUND, Injury
from .derived import Maimery
from .dying import recover
from .happening import ENDED, Happening, loss_word
from .harm import report

KINDS = ("binding", "spell", "potion", "cure_light", "extra_healing", "rest", "other")
REST = "rest"


def carried(c: Maimery, filled: Any) -> Choices:
    """The Injuries a character carries."""
    return tuple((injury.id, word(injury)) for injury in c[filled["on"]].injuries)


def word(injury: Injury) -> Term:
    """An Injury's name; a Wound's is unknown until it is recovered from."""
    return Term(f"rows.injury-{injury.type}") if injury.type is not None else Term("severities.wound")


def find(c: Maimery, on: str, injury: str) -> Injury:
    """An Injury carried. Raises Refusal `bad_value`, naming those there are."""
    for item in c[on].injuries:
        if item.id == injury:
            return item
    raise Refusal("bad_value", field="injury", given=injury, accepted=[item.id for item in c[on].injuries])


def give(s: Happening, amount: int, kind: str) -> int:
    """HP given: the amount less the Injuries carried, never less than nothing, up to the maximum; rest gives none while
    an Injury is left. Answers the HP gained. Atoms D-005, D-063, D-067; DA-34, DA-35."""
    character = s.character
    n = len(character.injuries)
    offered = 0 if kind == REST and n else max(0, amount - n)
    healed = min(offered, character.hp.max - character.hp.now)
    s.note("healed", set_("hp/now", character.hp.now + healed), healed=healed, n=n)
    return healed


@procedure(group="heal")
def heal(
    c: Maimery,
    *,
    on: Annotated[str, Who()],
    amount: Annotated[int, Between(0)],
    kind: Annotated[str, OneOf(KINDS, open=True)] = "other",
) -> Rule:
    """Any healing of HP: binding wounds, a spell, a potion, rest. It removes no Injury and stops no clock.

    Raises Refusal `dead`, `bad_value`. Atoms D-005, D-063, D-067, D-068; DA-34, DA-35.
    """
    yield from ()
    derived.present(c, on)
    s = Happening(c, on)
    healed = give(s, amount, kind)
    return Outcome("healed", s.events, {"healed": healed, **report(s)})


@procedure(group="heal")
def cure_serious(
    c: Maimery,
    *,
    on: Annotated[str, Who()],
    use: Annotated[str, OneOf(("hp", "remove", "treat"))],
    injury: Annotated[str | None, OneOf(carried, open=True)] = None,
    amount: Annotated[int | None, Between(0)] = None,
    waive: Annotated[bool, ForGM()] = False,
) -> Rule:
    """Cure Serious Wounds or a Potion of Extra-Healing, for one of three things: HP, one Injury removed, or one Wound
    treated without a save. A Wound is treated, never removed.

    Raises Refusal `dead`, `no_wound`, `not_allowed`, `bad_value`. Atoms D-039, D-040, D-064, D-069; DA-37.
    """
    character = derived.present(c, on)
    s = Happening(c, on)
    if use == "hp":
        if amount is None:
            raise Refusal("bad_value", field="amount", given=None, accepted=Term("accepted.amount"))
        healed = give(s, amount, "cure_serious")
        return Outcome("healed", s.events, {"healed": healed, **report(s)})
    if use == "treat":
        wounds = derived.wounds(character)
        if not wounds:
            raise Refusal("no_wound", field="on", who=on)
        if injury is not None and injury not in [wound.id for wound in wounds]:
            raise Refusal("bad_value", field="injury", given=injury, accepted=[wound.id for wound in wounds])
        yield from recover(s, next(w for w in wounds if injury in (None, w.id)), waive)
        return Outcome("recovered", s.events, report(s))
    if injury is not None and find(c, on, injury).rounds_left is not None:
        raise Refusal("not_allowed", field="injury", who=on, what=Term("not_allowed.remove_wound"))
    removable = tuple(item for item in character.injuries if item.rounds_left is None)
    if not removable:
        raise Refusal("not_allowed", field="injury", who=on, what=Term("not_allowed.no_injury"))
    chosen = find(c, on, injury) if injury is not None else (yield from which(s, removable, "remove"))
    s.note("removed", drop("injuries", chosen.id), name=word(chosen))
    return Outcome("removed", s.events, {"removed": chosen.id, **report(s)})


def which(s: Happening, injuries: tuple[Injury, ...], purpose: str, group: int = 0) -> Asking[Injury]:
    """Which of several Injuries goes: the player's choice, the oldest by default; one alone is not asked about.
    DA-32."""
    if len(injuries) == 1:
        return injuries[0]
    options = tuple(Option(injury.id, word(injury)) for injury in injuries)
    id = yield from Choose(purpose, who=s.who, options=options, default=injuries[0].id, group=group)
    return next(injury for injury in injuries if injury.id == id)


@procedure(group="heal")
def cure_effect(c: Maimery, *, on: Annotated[str, Who()], injury: Annotated[str, OneOf(carried, open=True)]) -> Rule:
    """Something that ends what an Injury does (cure blindness, waking the sleeper); the Injury stays and counts. What a
    Grave one took for good it can't give back.

    Raises Refusal `dead`, `not_allowed`, `bad_value`. Atoms D-065, D-066.
    """
    yield from ()
    derived.present(c, on)
    found = find(c, on, injury)
    lasting = found.severity == GRAVE and found.type in PARTS and found.effect_left is None
    lasting = lasting or (found.effect_active and found.type == KNOCKED_OUT and derived.lost(c[on], PERMANENT_COMA))
    if found.severity == WOUND or lasting:
        why = "cure_wound" if found.severity == WOUND else "cure_grave"
        raise Refusal("not_allowed", field="injury", who=on, what=Term(f"not_allowed.{why}"))
    s = Happening(c, on)
    s.note("effect_over", put("injuries", replace(found, **ENDED)), name=word(found))
    now = find(s.c, on, injury)
    return Outcome("effect_over", s.events, {"effect_active": now.effect_active, **report(s)})


def losses(c: Maimery, filled: Any) -> Choices:
    """What a character has lost for good."""
    return tuple((what, loss_word(what)) for what in dict.fromkeys(loss.what for loss in c[filled["on"]].permanent))


@procedure(group="heal")
def restore(
    c: Maimery,
    *,
    on: Annotated[str, Who()],
    what: Annotated[str, OneOf(losses, open=True)],
    days_since: Annotated[int | None, Between(0, unit="days")] = None,
) -> Rule:
    """Powerful magic gives back what a Grave Injury took: a limb, an eye, a point of an ability, a Hit Die, or the mind
    out of a coma. The Referee may have set a time limit. The Injury itself still counts until it is healed.

    `what` is a loss as the sheet lists it (`lost_limb:left_arm`), or its part or ability alone. Raises Refusal `dead`,
    `bad_value`, `too_late`. Atoms D-013, D-064, D-065.
    """
    character = derived.present(c, on)
    meant = [loss for loss in character.permanent if what in (loss.what, *loss.what.split(":"))]
    if not meant:
        known = list(dict.fromkeys(loss.what for loss in character.permanent))
        raise Refusal("bad_value", field="what", given=what, accepted=known or Term("accepted.nothing_lost"))
    limit = c.option("magic_time_limit_days")
    if limit is not None and days_since is not None:
        _in_time(on, days_since, limit)
    s = Happening(c, on)
    if limit is not None and days_since is None:
        days_since = yield from Count("days_since", lo=0, hi=limit, about=(("limit", limit),))
    for loss in meant:
        changes: list[Change] = [drop("permanent", loss.id)]
        if loss.what == LOST_HIT_DIE:
            changes += [add("hit_dice", 1), add("hp/max", loss.hp)]
        elif loss.what == PERMANENT_COMA:
            for section, held in (("injuries", character.injuries), ("lingering", character.lingering)):
                asleep = [injury for injury in held if injury in derived.asleep(character)]
                changes += [put(section, replace(injury, **ENDED)) for injury in asleep]
        part = loss.what.partition(":")[2]
        for injury in character.injuries:
            if injury.severity == GRAVE and injury.part == part and part and injury.effect_left is None:
                changes.append(put("injuries", replace(injury, **ENDED)))
        if part in character.artificial:
            changes.append(drop("artificial", part))
        s.note("restored", *changes, what=loss_word(loss.what))
    return Outcome("restored", s.events, {"restored": [loss.what for loss in meant], **report(s)})


def _in_time(who: str, days: int, limit: int) -> None:
    if days > limit:
        raise Refusal("too_late", field="days_since", who=who, given=days, limit=limit)
