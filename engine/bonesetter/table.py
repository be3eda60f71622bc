"""Tables: a die, columns and rows; each row a span of totals, a stable id and structured effects."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .dice import Dice
from .effect import Effect
from .errors import Refusal
from .frozen import Json, Map, freeze

DASHES = str.maketrans("‐‑‒–—―−﹣－", "-" * 9)


@dataclass(frozen=True)
class Span:
    """The totals a row stands for: `lo` to `hi`, None for an open end."""

    lo: int | None
    hi: int | None

    @classmethod
    def parse(cls, text: str) -> Span:
        """`7`, `21–22`, `13+`, `≤2`, `≥12`, `<3`, `>9`; any dash or minus sign. Raises ValueError."""
        plain = text.strip().translate(DASHES).replace(" ", "")
        if match := re.fullmatch(r"(-?\d+)", plain):
            return cls(int(plain), int(plain))
        if match := re.fullmatch(r"(-?\d+)-(-?\d+)", plain):
            lo, hi = int(match[1]), int(match[2])
            if lo > hi:
                raise ValueError(f"{text!r} runs backwards")
            return cls(lo, hi)
        if match := re.fullmatch(r"(?:≥|>=)(-?\d+)|(-?\d+)(?:\+|-?or-?more|-?up)", plain):
            return cls(int(match[1] or match[2]), None)
        if match := re.fullmatch(r"(?:≤|<=)(-?\d+)|(-?\d+)(?:-|-?or-?less|-?down)", plain):
            return cls(None, int(match[1] or match[2]))
        if match := re.fullmatch(r"([<>])(-?\d+)", plain):
            edge = int(match[2])
            return cls(edge + 1, None) if match[1] == ">" else cls(None, edge - 1)
        raise ValueError(f"{text!r} is no span: a number, 21–22, 13+ or ≤2 is")

    def __contains__(self, total: int) -> bool:
        return (self.lo is None or total >= self.lo) and (self.hi is None or total <= self.hi)

    def __str__(self) -> str:
        if self.lo is None:
            return f"≤{self.hi}"
        if self.hi is None:
            return f"{self.lo}+"
        return str(self.lo) if self.lo == self.hi else f"{self.lo}–{self.hi}"


@dataclass(frozen=True)
class Row:
    """A row: its id (unique in the ruleset), its span (None in a look-up table), its name in the ruleset's first
    language, its effects, and every other column in `data`."""

    id: str
    span: Span | None
    name: str
    effects: tuple[Effect, ...] = ()
    data: Map[str, Any] = Map()

    def __getitem__(self, column: str) -> Any:
        return self.data[column]

    def get(self, column: str, default: Any = None) -> Any:
        return self.data.get(column, default)


@dataclass(frozen=True)
class Fault:
    """Something wrong with a table: `gap`, `overlap`, `outside`, `unreachable`, `unreadable`, `repeated_id`."""

    code: str
    where: str
    detail: str


@dataclass(frozen=True)
class Modifier:
    """An addend that a table's rule knows; `least` is the smallest it can be by the rule (None: it has no bound)."""

    id: str
    least: int | None = None

    @classmethod
    def of(cls, fact: Json) -> Modifier:
        """A modifier from the form it has in tables.toml: its id, or `{id, min}`."""
        if isinstance(fact, Mapping):
            return cls(fact["id"], fact.get("min"))
        return cls(str(fact))


@dataclass(frozen=True)
class Table:
    """Rows, and the die that picks one (None: the table is only looked up).

    `modifiers` are the addends its rule knows, in order (`leftover`, `wounds_this_fight`); `columns` the row data to
    show; `source` the section of the rule text; `house` marks rows that are the project's own.
    """

    id: str
    die: Dice | None
    rows: tuple[Row, ...]
    columns: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    source: str = ""
    house: bool = False
    open_ended: bool = False

    @classmethod
    def of(cls, id: str, facts: Mapping[str, Json]) -> Table:
        """A table from the form it has in tables.toml."""
        rows = tuple(
            Row(
                row["id"],
                Span.parse(str(row["roll"])) if "roll" in row else None,
                row["name"],
                tuple(Effect.of(effect) for effect in row.get("effects", ())),
                freeze({k: v for k, v in row.items() if k not in ("id", "roll", "name", "effects")}),
            )
            for row in facts["rows"]
        )
        return cls(
            id,
            Dice.parse(facts["die"]) if "die" in facts else None,
            rows,
            tuple(facts.get("columns", ())),
            tuple(Modifier.of(fact) for fact in facts.get("modifiers", ())),
            facts.get("source", ""),
            facts.get("house", False),
            any(row.span and (row.span.lo is None or row.span.hi is None) for row in rows),
        )

    def row(self, id: str) -> Row:
        """The row of that id. Raises Refusal `unknown_row`."""
        for row in self.rows:
            if row.id == id:
                return row
        raise Refusal("unknown_row", table=self.id, given=id, known=[row.id for row in self.rows])

    def at(self, total: int) -> Row:
        """The row a total falls on; beyond either end of the table, its first or last row. Raises Refusal `no_row`
        for a total in a gap."""
        near = self._near.get(total)
        if near is not None:
            return near
        spanned = [row for row in self.rows if row.span]
        for row in spanned:
            assert row.span
            if total in row.span:
                return row
        if spanned:
            low = min(spanned, key=lambda row: _low(row.span))
            high = max(spanned, key=lambda row: _high(row.span))
            if total < _low(low.span):
                return low
            if total > _high(high.span):
                return high
        raise Refusal("no_row", table=self.id, given=total)

    @cached_property
    def _near(self) -> dict[int, Row]:
        """The rows of all totals in closed spans, so that a look-up is one step; huge spans are left to a search."""
        near: dict[int, Row] = {}
        for row in self.rows:
            span = row.span
            if span is not None and span.lo is not None and span.hi is not None and span.hi - span.lo < 1_000:
                for total in range(span.lo, span.hi + 1):
                    near.setdefault(total, row)
        return near

    def status(self) -> tuple[Fault, ...]:
        """Every fault at once; an empty tuple says that the table is sound."""
        faults: list[Fault] = []
        seen: set[str] = set()
        for row in self.rows:
            if row.id in seen:
                faults.append(Fault("repeated_id", row.id, f"{row.id} stands twice"))
            seen.add(row.id)
        if self.die is None:
            return tuple(faults)
        reach = sorted(self.die.distribution())
        lowest, highest = reach[0], reach[-1]
        for row in self.rows:
            if row.span is None:
                faults.append(Fault("unreadable", row.id, "a rolled table needs a span in each row"))
            elif not self.modifiers and not any(total in row.span for total in reach):
                beyond = _low(row.span) > highest or _high(row.span) < lowest
                code = "outside" if beyond else "unreachable"
                faults.append(Fault(code, row.id, f"{row.span} can't come up on {self.die}"))
        for value in reach:
            holders = [row.id for row in self.rows if row.span and value in row.span]
            if not holders:
                if not (self.modifiers and self._beyond(value)):
                    faults.append(Fault("gap", str(value), f"no row for {value}"))
            elif len(holders) > 1:
                faults.append(Fault("overlap", str(value), f"{value} falls on {', '.join(holders)}"))
        return tuple(faults)

    def _beyond(self, value: int) -> bool:
        spans = [row.span for row in self.rows if row.span]
        return value < min(map(_low, spans)) or value > max(map(_high, spans))


def _low(span: Span | None) -> float:
    return float("-inf") if span is None or span.lo is None else span.lo


def _high(span: Span | None) -> float:
    return float("inf") if span is None or span.hi is None else span.hi
