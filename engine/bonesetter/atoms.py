"""Rule atoms: which procedure, table row and case carry each numbered piece of a rule text.

A ruleset names its atoms in `atoms.toml` (id → what it says, by language); procedures name them in their docstrings
("Atoms F-043 to F-052, F-126"), rows in their `atom` column, cases in `atoms`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass

from .cases import cases_of
from .ruleset import Ruleset

_ATOM = re.compile(r"\b([A-Z]{1,2})-(\d+)(?:\s*(?:to|–|-|…)\s*(?:[A-Z]{1,2}-)?(\d+))?")


@dataclass(frozen=True)
class Carried:
    """Where an atom is carried out (verbs, rows, modules), which cases show it, or why it is left to the table."""

    atom: str
    says: dict[str, str]
    procedures: tuple[str, ...]
    rows: tuple[str, ...]
    modules: tuple[str, ...]
    cases: tuple[str, ...]
    left: dict[str, str] | None

    @property
    def placed(self) -> bool:
        """Whether something carries it out and a case shows it, or it is left to the table with a reason."""
        return self.left is not None or (bool(self.procedures or self.rows or self.modules) and bool(self.cases))


def named(text: str, known: Iterable[str]) -> set[str]:
    """The known atoms that a text names, single or as a range (`F-043 to F-052`)."""
    have = set(known)
    found: set[str] = set()
    for prefix, first, last in _ATOM.findall(text):
        low, high = int(first), int(last or first)
        width = len(first)
        found.update(f"{prefix}-{number:0{width}d}" for number in range(low, min(high, low + 400) + 1))
    return found & have


def said(ruleset: Ruleset) -> dict[str, dict[str, str]]:
    """What each atom of a ruleset says, by language; empty where the ruleset names none."""
    file = ruleset.folder() / "atoms.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def coverage(ruleset: Ruleset) -> list[Carried]:
    """Every atom of a ruleset, in order, with what carries it."""
    atoms = said(ruleset)
    procedures = {verb: named(made.doc, atoms) for verb, made in ruleset.procedures.items()}
    rows = {row.id: named(str(row.get("atom", "")), atoms) for table in ruleset.tables.values() for row in table.rows}
    modules = {
        file.name.removesuffix(".py"): named(file.read_text("utf-8"), atoms)
        for file in ruleset.folder().iterdir()
        if file.name.endswith(".py")
    }
    cases = {case["id"]: set(case["atoms"]) for case in (cases_of(ruleset) or {"cases": ()})["cases"]}
    return [
        Carried(
            atom=atom,
            says=says,
            procedures=_with(atom, procedures),
            rows=_with(atom, rows),
            modules=_with(atom, modules),
            cases=_with(atom, cases),
            left=dict(ruleset.left_to_the_table[atom]) if atom in ruleset.left_to_the_table else None,
        )
        for atom, says in atoms.items()
    ]


def _with(atom: str, carried: dict[str, set[str]]) -> tuple[str, ...]:
    return tuple(key for key, atoms in carried.items() if atom in atoms)
