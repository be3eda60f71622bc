"""Effects: what a row, a disease or a poison does, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .frozen import Json, Map, freeze


@dataclass(frozen=True)
class Term:
    """A word to be read in the reader's language: a key of its words, such as `rows.head-7`."""

    key: str


@dataclass(frozen=True)
class Phrase:
    """A text with facts of its own, to be read in the reader's language: `Wound Save, {location}`."""

    key: str
    facts: tuple[tuple[str, str | int | Term | Phrase], ...] = ()


@dataclass(frozen=True)
class Effect:
    """One thing that is so while its cause lasts, or that happens at once.

    `kind` picks the clause that says it (see `bonesetter.clauses`); `data` is that kind's facts, frozen JSON.
    """

    kind: str
    data: Map[str, Any] = Map()

    @classmethod
    def of(cls, facts: Mapping[str, Json]) -> Effect:
        """An effect from `{kind = "modifier", value = -1, …}`, the form it has in tables.toml."""
        return cls(str(facts["kind"]), freeze({key: value for key, value in facts.items() if key != "kind"}))

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self.data.get(key, default)


@dataclass(frozen=True)
class Part:
    """One addend of a roll: where it comes from, and how much."""

    source: str | Term
    value: int


def total(parts: Iterable[Part]) -> int:
    """The sum of some parts."""
    return sum(part.value for part in parts)
