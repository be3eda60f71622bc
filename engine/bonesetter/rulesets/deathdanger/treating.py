"""The Treatment column: Medicine, litanies, and magic that removes wounds. Source: Treatment Guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import Event, drop, set_
from ...form import Between, Choices, Free, OneOf, Who
from ...frozen import Json
from ...procedure import Outcome, Rule, procedure
from . import derived
from .character import DEAD, Injury
from .derived import Danger
from .happening import Happening, find
from .tables import book

BY = ("medicine", "litany", "magic")
AFFLICTED, PLAGUE_CURE, SIGHT = "cure_the_afflicted", "cure_plague", "restore_sight"


def litany_choices(c: Danger, filled: Any) -> Choices:
    """The litanies that treat."""
    return tuple((litany, Term(f"litanies.{litany}")) for litany in book().litanies())


def of_injuries(c: Danger, filled: Any) -> Choices:
    """This character's injuries."""
    return tuple((injury.id, injury.word) for injury in c[filled["on"]].injuries)


def of_diseases(c: Danger, filled: Any) -> Choices:
    """This character's diseases."""
    return tuple((disease.id, disease.word) for disease in c[filled["on"]].diseases)


@procedure(group="treat")
def treat(
    c: Danger,
    *,
    on: Annotated[str, Who()],
    by: Annotated[str, OneOf(BY)],
    injury: Annotated[str | None, OneOf(of_injuries, open=True)] = None,
    disease: Annotated[str | None, OneOf(of_diseases, open=True)] = None,
    total: Annotated[int | None, Between()] = None,
    litany: Annotated[str | None, OneOf(litany_choices, open=True)] = None,
    prophet: Annotated[Any, Free("prophet")] = None,
) -> Rule:
    """One treatment of one injury or disease. Any entry of its cell is enough: Medicine with the downtime table's
    total, a litany by a prophet who has it and agrees, or magic that removes wounds. Cure the Afflicted without an
    injury or disease named ends a running poison.

    `prophet` is `{"found": …, "agreed": …, "tier": …}`. Raises Refusal `dead`, `bad_value`, `attempt_used`.
    Atoms K-014, K-032, K-045, K-047 to K-058; KA-19 to KA-23, KA-34, KA-40.
    """
    yield from ()
    character = derived.alive(c, on)
    s = Happening(c, on)
    if litany is not None and litany not in s.book.litanies():
        raise Refusal("bad_value", field="litany", given=litany, accepted=list(s.book.litanies()))
    wanted = {"medicine": ("total", total), "litany": ("litany", litany), "magic": ("by", by)}[by]
    if wanted[1] is None:
        raise Refusal("bad_value", field=wanted[0], given=None, accepted=Term(f"accepted.{wanted[0]}"))
    if injury is None and disease is None and by == "litany" and litany == AFFLICTED and character.poisons:
        return _of_poison(s, prophet)
    section, item = _target(s, injury, disease)
    if by == "medicine" and item.tried and _ways(item, "medicine"):
        raise Refusal("attempt_used", field="by", who=on, name=item.word)
    reason = _why_not(s, section, item, by, total, litany, prophet)
    if reason is None:
        s.note("removed", drop(section, item.id), name=item.word, how=Term(f"how.{by}"))
        return Outcome("removed", s.events, {"removed": True})
    if reason == "roll_too_low":
        s.note("medicine_failed", set_(f"{section}/{item.id}/tried", True), name=item.word, total=total)
    else:
        s.note("no_treatment", name=item.word, reason=Term(f"reasons.{reason}"))
    return Outcome("stays", s.events, {"removed": False, "reason": reason})


def _target(s: Happening, injury: str | None, disease: str | None) -> tuple[str, Injury]:
    if (injury is None) == (disease is None):
        known = [item.id for item in derived.afflictions(s.character)]
        raise Refusal("bad_value", field="injury", given=injury, accepted=known)
    if injury is not None:
        return "injuries", find(s.character.injuries, injury, "injury")
    assert disease is not None
    return "diseases", find(s.character.diseases, disease, "disease")


def _ways(item: Injury, kind: str) -> list[Mapping[str, Any]]:
    return [way for way in item.treatment if way["kind"] == kind]


def _why_not(
    s: Happening, section: str, item: Injury, by: str, total: int | None, litany: str | None, prophet: Json
) -> str | None:
    """Why a treatment doesn't take; None when it does."""
    if by == "magic":  # K-058 speaks of wounds; a disease is none (KA-34)
        return None if section == "injuries" else "not_listed"
    if by == "medicine":
        targets = [way["target"] for way in _ways(item, "medicine")]
        if not targets or "plague" in item.tags:
            return "not_listed"
        assert total is not None
        return None if total >= min(targets) else "roll_too_low"
    assert litany is not None
    listed = [way["litany"] for way in _ways(item, "litany")]
    if not listed and not _fits(item, litany, listed):
        return "not_listed"
    if not _fits(item, litany, listed):
        return "wrong_litany"
    return gates(s, litany, prophet)


def _fits(item: Injury, litany: str, listed: list[str]) -> bool:
    """Only the litany named; but blindness yields to Restore Sight whatever its cell says, true plague to Cure Plague
    alone. Atoms K-048, K-054, K-057; KA-21 to KA-23."""
    if "plague" in item.tags:
        return litany == PLAGUE_CURE
    return litany in listed or (litany == SIGHT and "blindness" in item.tags)


def gates(s: Happening, litany: str, prophet: Json) -> str | None:
    """The two gates of a litany: a prophet who has it was found, and agreed. Atom K-050; option KA-40."""
    facts = prophet if isinstance(prophet, Mapping) else {}
    if not facts.get("found"):
        return "no_prophet"
    if not facts.get("agreed"):
        return "prophet_refused"
    tier = facts.get("tier")
    if s.c.option("prophet_tier_check") and type(tier) is int and tier < s.book.litanies()[litany]:
        return "prophet_tier_too_low"
    return None


def _of_poison(s: Happening, prophet: Json) -> Outcome:
    """Cure the Afflicted on running poisons. Atom K-051 (the text names poison too)."""
    if reason := gates(s, AFFLICTED, prophet):
        s.note("no_treatment", name=Term("terms.the_poison"), reason=Term(f"reasons.{reason}"))
        return Outcome("stays", s.events, {"removed": False, "reason": reason})
    end_poisons(s, [poison.id for poison in s.character.poisons], "litany")
    return Outcome("removed", s.events, {"removed": True})


def end_poisons(s: Happening, ids: list[str], how: str) -> None:
    """Some running poisons end; what they took stays lost. Atoms K-067 to K-069."""
    for poison in s.character.poisons:
        if poison.id in ids:
            s.note(
                "poison_ended",
                drop("poisons", poison.id),
                route=Term(f"poisons.{poison.route}"),
                how=Term(f"how.{how}"),
            )


@procedure(group="time", gm=True)
def new_downtime(c: Danger, *, on: Annotated[str | None, Who()] = None) -> Rule:
    """A new downtime period begins, for one character or for all: Medicine may be tried again on everything.

    Raises Refusal `dead`. Atom K-047; KA-19.
    """
    yield from ()
    whos = [who for who in c.characters if c[who].status != DEAD] if on is None else [on]
    events: tuple[Event, ...] = ()
    for who in whos:
        character = derived.alive(c, who)
        s = Happening(c, who)
        changes = [
            set_(f"{section}/{item.id}/tried", False)
            for section, items in (("injuries", character.injuries), ("diseases", character.diseases))
            for item in items
            if item.tried
        ]
        s.note("downtime", *changes)
        events += s.events
    return Outcome("downtime", events)
