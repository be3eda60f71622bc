"""What an argument may be: this character's wounds, poisonings and bouts, the names in the tables, whole numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...effect import Term
from ...form import Between, Choices, OneOf
from . import bearing, book
from .records import Character, Frontier


def whole(lo: int | None = None, hi: int | None = None, unit: str | None = None, code: str = "bad_value") -> Between:
    """A whole number's bounds; what is none is refused by a code of its own (F-012)."""
    return Between(lo, hi, unit, code, not_whole="not_whole_number")


def _patient(c: Frontier, filled: Mapping[str, Any]) -> Character:
    return c[filled.get("on") or filled["who"]]


def _wounds(c: Frontier, filled: Mapping[str, Any]) -> Choices:
    return tuple((wound.id, bearing.named(wound)) for wound in bearing.open_wounds(_patient(c, filled)))


def _gashes(c: Frontier, filled: Mapping[str, Any]) -> Choices:
    gashes = (
        wound for wound in bearing.open_wounds(_patient(c, filled)) if bleeding(wound.effects) and not wound.bound
    )
    return tuple((wound.id, bearing.named(wound)) for wound in gashes)


def bleeding(effects: Any) -> bool:
    """Whether effects are those of a wound that has to be bound (F-126)."""
    return any("bound" in effect["needs"] for effect in book.kinds(effects, "requires"))


def _poisonings(c: Frontier, filled: Mapping[str, Any]) -> Choices:
    open_ = (dose for dose in _patient(c, filled).poisonings if dose.phase != "over")
    return tuple((dose.id, Term(f"rows.{book.poison(dose.poison).id}")) for dose in open_)


def _bouts(c: Frontier, filled: Mapping[str, Any]) -> Choices:
    showing = bearing.ill(_patient(c, filled))
    return tuple((bout.id, Term(f"rows.{book.disease(bout.disease).id}")) for bout in showing)


def _coming(c: Frontier, filled: Mapping[str, Any]) -> Choices:
    hidden = (bout for bout in _patient(c, filled).diseases if bout.phase == "incubating")
    return tuple((bout.id, Term(f"rows.{book.disease(bout.disease).id}")) for bout in hidden)


def _poisons(_: Frontier, __: Mapping[str, Any]) -> Choices:
    return tuple((name, Term(f"rows.{row.id}")) for name, row in book.POISONS.items())


def _coatings(_: Frontier, __: Mapping[str, Any]) -> Choices:
    return tuple((name, Term(f"rows.{row.id}")) for name, row in book.POISONS.items() if row["way"] == "wound")


def _diseases(_: Frontier, __: Mapping[str, Any]) -> Choices:
    return tuple((name, Term(f"rows.{row.id}")) for name, row in book.DISEASES.items())


def _relapsing(_: Frontier, __: Mapping[str, Any]) -> Choices:
    return tuple((name, Term(f"rows.{row.id}")) for name, row in book.DISEASES.items() if row.get("returns"))


def _targets(c: Frontier, filled: Mapping[str, Any]) -> Choices:
    who = filled.get("on", "")
    return ((who, who), *_wounds(c, filled), *_poisonings(c, filled), *_bouts(c, filled), *_coming(c, filled))


WOUND = OneOf(_wounds, open=True)
GASH = OneOf(_gashes, open=True)
POISONING = OneOf(_poisonings, open=True)
BOUT = OneOf(_bouts, open=True)
COMING = OneOf(_coming, open=True)
POISON = OneOf(_poisons, open=True)
COATING = OneOf(_coatings, open=True)
DISEASE = OneOf(_diseases, open=True)
RELAPSING = OneOf(_relapsing, open=True)
TARGET = OneOf(_targets, open=True)
SIDE = OneOf(book.SIDES)
CARE = OneOf(("yes", "no"), open=True)
