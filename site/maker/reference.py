"""The reference: each ruleset, table and procedure as the engine tells of it, ready to be written as pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bonesetter import odds
from bonesetter.desk import Host, Log, Viewer, handle
from bonesetter.ruleset import Ruleset

BUILDER = Viewer("site", "", "gm")
FARTHEST = 60
"""The largest modifier, up or down, that a page holds chances for."""


@dataclass(frozen=True)
class Reference:
    """The rulesets, asked through the desk like any reader would."""

    rulesets: Mapping[str, Ruleset]

    def ask(self, lang: str, type: str, **message: Any) -> dict[str, Any]:
        """The desk's reply. Raises ValueError with its message when it refuses."""
        reply = handle(Log(self.rulesets), {"type": type, "lang": lang, **message}, BUILDER, Host("", bytes(32))).reply
        if not reply["ok"]:
            raise ValueError(f"{type} {message}: {reply['error']['message']}")
        return reply

    def catalog(self, lang: str) -> list[dict[str, Any]]:
        """Every ruleset with its verbs, tables and options."""
        return list(self.ask(lang, "catalog")["rulesets"])

    def table(self, lang: str, ruleset: str, table: str) -> dict[str, Any]:
        """A table in words, with the chances of its rows."""
        found: dict[str, Any] = self.ask(lang, "table", ruleset=ruleset, table=table)["table"]
        return found

    def form(self, lang: str, ruleset: str, verb: str) -> dict[str, Any]:
        """The form of a procedure, nothing filled in."""
        found: dict[str, Any] = self.ask(lang, "form", ruleset=ruleset, verb=verb)["form"]
        return found

    def chances(self, ruleset: str, table: str) -> dict[str, Any]:
        """The exact chance of each row by modifier: `{lo, hi, rows: [{row id: [n, d]}, …]}`, from the modifier at which
        everything falls on one end of the table (or the least that its rule knows) to that at which everything falls on
        the other."""
        known = self.rulesets[ruleset]
        found = known.tables[table]
        if found.die is None or not found.modifiers:
            return {}
        lo, hi = 0, 0
        least = sum(-FARTHEST if each.least is None else each.least for each in found.modifiers)
        bottom, top = _end(known, table, -FARTHEST), _end(known, table, FARTHEST)
        while lo > max(least, -FARTHEST) and _end(known, table, lo) != bottom:
            lo -= 1
        while hi < FARTHEST and _end(known, table, hi) != top:
            hi += 1
        return {"lo": lo, "hi": hi, "rows": [_chances(known, table, modifier) for modifier in range(lo, hi + 1)]}

    def intro(self, lang: str, ruleset: str, slug: str) -> str:
        """The prose that the ruleset itself has for a page, if any."""
        try:
            return str((self.rulesets[ruleset].folder() / "pages" / f"{slug}.{lang}.md").read_text("utf-8")).strip()
        except FileNotFoundError:
            return ""


def _chances(ruleset: Ruleset, table: str, modifier: int) -> dict[str, list[int]]:
    found = odds.of_table(ruleset, table, modifier).chances
    return {str(row): [chance.numerator, chance.denominator] for row, chance in found.items()}


def _end(ruleset: Ruleset, table: str, modifier: int) -> str | None:
    """The one row that everything falls on, where that is so."""
    chances = _chances(ruleset, table, modifier)
    return next(iter(chances)) if len(chances) == 1 else None


def of_groups(ruleset: Mapping[str, Any]) -> Iterable[tuple[str, list[dict[str, Any]]]]:
    """A ruleset's procedures by menu group, in the menu's order; tables' own rolling is left to their pages."""
    for group in ruleset["groups"]:
        verbs = [verb for verb in ruleset["verbs"] if verb["group"] == group["id"] and verb["verb"] != "roll"]
        if verbs:
            yield group["label"], verbs
