"""A table's page: the table itself as plain HTML that reads and prints without any script, inside the element that
makes it roll."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .html import Html, tag


def table_html(table: Mapping[str, Any], ruleset: str, chances: Mapping[str, Any], words: Mapping[str, str]) -> Html:
    """A table in the element that makes it roll (or by itself, where it has no die)."""
    rolled = table["die"] is not None
    body = tag("div", _table(table, words), class_="bs-sheet-of-rows")
    if not rolled:
        return tag("div", body, class_="bs-lookup")
    attributes = {
        "ruleset": ruleset,
        "table": table["id"],
        "data_die": table["die"],
        "data_modifiers": json.dumps(table["modifiers"], ensure_ascii=False, separators=(",", ":")),
    }
    if chances:
        attributes["data_chances"] = json.dumps(chances, separators=(",", ":"))
    return tag("div", tag("bonesetter-roller", body, **attributes), class_="bs-place")


def _table(table: Mapping[str, Any], words: Mapping[str, str]) -> Html:
    rows = table["rows"]
    rolled = table["die"] is not None
    spans = any(row["span"] for row in rows)
    clauses = any(row["clauses"] for row in rows)
    most = max((row["chance"]["value"] for row in rows if row["chance"]), default=1)
    heads = [
        _head(words["col_roll"], "bs-span") if spans else None,
        _head(words["col_chance"], "bs-chance") if rolled else None,
        _head(words["col_result"] if spans else words["col_name"]),
        _head(words["col_effects"]) if clauses else None,
        *[_head(column["label"]) for column in table["columns"]],
    ]
    return tag(
        "table",
        tag("caption", table["title"], data_search_exclude=True),
        tag("thead", tag("tr", heads, role="row"), role="rowgroup", data_search_exclude=True),
        tag("tbody", [_row(row, table, words, most, spans, clauses) for row in rows], role="rowgroup"),
        class_="bs-table",
        role="table",
    )


def _head(text: str, kind: str | None = None) -> Html:
    return tag("th", text, scope="col", role="columnheader", class_=kind)


def _cell(kind: str, label: str, *children: object) -> Html:
    return tag("td", *children, role="cell", class_=kind, data_label=label)


def _row(
    row: Mapping[str, Any],
    table: Mapping[str, Any],
    words: Mapping[str, str],
    most: float,
    spans: bool,
    clauses: bool,
) -> Html:
    link = tag("a", row["span"] or "", href=f"#{row['id']}", title=words["link_row"])
    effects = (
        tag("ul", [tag("li", clause) for clause in row["clauses"]], class_="bs-clauses") if row["clauses"] else "–"
    )
    return tag(
        "tr",
        _cell("bs-span", words["col_roll"], link) if spans else None,
        _chance(row["chance"], words, most) if table["die"] is not None else None,
        tag("th", row["name"] if spans else tag("a", row["name"], href=f"#{row['id']}"), scope="row", role="rowheader"),
        _cell("bs-effects", words["col_effects"], effects) if clauses else None,
        [_cell("bs-cell", column["label"], row["cells"][column["id"]]) for column in table["columns"]],
        id=row["id"],
        role="row",
        data_row=row["id"],
        class_="bs-impossible" if row["chance"] is not None and not row["chance"]["n"] else None,
    )


def _chance(chance: Mapping[str, Any], words: Mapping[str, str], most: float) -> Html:
    """A chance as a fraction, in per cent, and as a bar that is full for the likeliest row."""
    share = 100 * chance["n"] / chance["d"]
    percent = f"{share:.1f}".rstrip("0").rstrip(".")
    if words["decimal"] != ".":
        percent = percent.replace(".", words["decimal"])
    bar = tag(
        "svg",
        tag("rect", class_="bs-filled", width=f"{share / most:.4g}%", height="100%"),
        class_="bs-chance-bar",
        aria_hidden="true",
        focusable="false",
    )
    return _cell(
        "bs-chance",
        words["col_chance"],
        tag("span", chance["text"], class_="bs-fraction", data_search_exclude=True),
        tag("span", f"{percent}{words['percent']}", class_="bs-percent", data_search_exclude=True),
        bar,
    )
