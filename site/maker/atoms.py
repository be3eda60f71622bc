"""The page that shows, rule by rule, what carries each piece of the rule texts, which cases play it, and what is left
to the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bonesetter.atoms import Carried, coverage
from bonesetter.cases import cases_of
from bonesetter.ruleset import Ruleset

from .html import Html, join, tag
from .reference import Reference


def page(
    reference: Reference, catalog: Sequence[Mapping[str, Any]], words: Mapping[str, str], lang: str
) -> Iterator[str]:
    """The page's parts."""
    yield words["atoms_about"]
    for facts in catalog:
        known = reference.rulesets[facts["id"]]
        if atoms := coverage(known):
            verbs = {verb["verb"]: verb["name"] for verb in facts["verbs"]}
            yield f"## {facts['title']}"
            yield _table(known, atoms, verbs, words, lang)


def _table(
    ruleset: Ruleset, atoms: Sequence[Carried], verbs: Mapping[str, str], words: Mapping[str, str], lang: str
) -> Html:
    cases = _cases(ruleset)
    tables = {row.id: table.id for table in ruleset.tables.values() for row in table.rows}
    names = ruleset.words[lang]
    rows = []
    for atom in atoms:
        carried: list[Html | str] = [
            tag("a", verbs.get(verb, verb), href=f"../../{ruleset.id}/rules/{verb}/") for verb in atom.procedures
        ]
        carried += [
            tag("a", names.text(f"rows.{row}"), href=f"../../{ruleset.id}/tables/{tables[row]}/#{row}")
            for row in atom.rows
        ]
        if not carried:
            carried = [tag("code", f"{module}.py") for module in atom.modules]
        left = atom.left.get(lang) if atom.left else None
        shown = cases.get(atom.atom, ())
        rows.append(
            tag(
                "tr",
                tag("th", atom.atom, scope="row"),
                tag("td", atom.says.get(lang, "")),
                tag("td", [(", " if place else "", one) for place, one in enumerate(carried)] if carried else "–")
                if left is None
                else tag("td", tag("em", words["left_to_table"]), f": {left}"),
                tag("td", ", ".join(shown) or "–"),
                id=f"{ruleset.id}-{atom.atom}",
            )
        )
    heads = [
        tag("th", text, scope="col") for text in (words["atom"], words["meaning"], words["carried_by"], words["cases"])
    ]
    return join(tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows), class_="bs-plain bs-atoms"))


def _cases(ruleset: Ruleset) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for case in (cases_of(ruleset) or {"cases": ()})["cases"]:
        for atom in case["atoms"]:
            found.setdefault(atom, []).append(case["id"])
    return found
