"""Marks for a procedure's arguments: what a signature says beyond its types, so that forms and checks can be read
from it. `Annotated[int, Between(0, code="negative_damage")]`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .effect import Phrase, Term


@dataclass(frozen=True)
class Who:
    """The argument names a character (or, with `many`, a list of them)."""

    many: bool = False


@dataclass(frozen=True)
class Between:
    """A whole number's bounds (None: none), its unit, and the error codes: out of them, no whole number at all."""

    lo: int | None = None
    hi: int | None = None
    unit: str | None = None
    code: str = "bad_value"
    not_whole: str = "bad_value"


Choices = tuple[tuple[str, str | Term | Phrase], ...]


@dataclass(frozen=True)
class OneOf:
    """The argument is one of some values: fixed ones, or a function of the compartment and what is filled in so far,
    each value with its label. `open` lets other values through to the rule, which has a better refusal for them.
    Where `labels` is given, fixed values read as the words `<labels>.<value>`."""

    values: tuple[str, ...] | Callable[[Any, Mapping[str, Any]], Choices]
    code: str = "bad_value"
    open: bool = False
    labels: str | None = None


@dataclass(frozen=True)
class Free:
    """Free JSON (a roll's description, a GM's substitution): `shape` names it; the rule checks it."""

    shape: str = "json"


@dataclass(frozen=True)
class ForGM:
    """The argument is the GM's to give; players neither see it nor may set it."""


@dataclass(frozen=True)
class RolledTable:
    """The argument names one of the ruleset's tables that have a die."""
