"""What an effect of the injury tables does, in a few words: the tables' own file says it in each language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...effect import Effect, Term
from ...words import Clause, Words
from .tables import book


def _from_file(effect: Effect, words: Words) -> str:
    """The sentence that the tables' file gives for the kind, with the effect's facts filled in."""
    template = book().facts["effect_kinds"][effect.kind]["text"][words.lang]
    said = template.format(**{key: _fact(value, words) for key, value in effect.data.items()})
    return str(said).rstrip(".")  # clauses stand in lists


def _fact(value: Any, words: Words) -> str:
    if isinstance(value, Mapping) and words.lang in value:
        return str(value[words.lang])
    if isinstance(value, int):
        return str(value).replace("-", "−")
    known = [key for section in ("actions", "sites", "terms") if words.has(key := f"{section}.{value}")]
    return words.text(known[0]) if known else words.say(value)


def _injury_die(effect: Effect, words: Words) -> str:
    return words.text("clauses.injury_die", die=effect["die"], activity=Term(f"activities.{effect['activity']}"))


def _treatment(effect: Effect, words: Words) -> str:
    return words.text("clauses.treatment", ways=book().treatment_text(effect["ways"], words.lang))


def _site(effect: Effect, words: Words) -> str:
    return words.text("clauses.site", site=Term(f"sites.{effect['site']}"))


def _strip(effect: Effect, words: Words) -> str:
    return words.text("clauses.strip", vigor=effect["vigor"])


def _stat(effect: Effect, words: Words) -> str:
    return words.text("clauses.stat", stat=effect["stat"], value=f"{effect['value']:+d}".replace("-", "−"))


def _suffers(effect: Effect, words: Words) -> str:
    return words.text("clauses.suffers", condition=effect["condition"])


def _rounds(effect: Effect, words: Words) -> str:
    return words.text("clauses.rounds", rounds=effect["rounds"])


OWN: dict[str, Clause] = {
    "injury_die": _injury_die,
    "treatment": _treatment,
    "site": _site,
    "strip": _strip,
    "stat_penalty": _stat,
    "suffers": _suffers,
    "rounds": _rounds,
}


class _Clauses(Mapping[str, Clause]):
    """The kinds of the tables in force, whichever file they came from, and the ruleset's own."""

    def __getitem__(self, kind: str) -> Clause:
        return OWN.get(kind) or _from_file

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*book().facts["effect_kinds"], *OWN]))

    def __len__(self) -> int:
        return len(set(self))


CLAUSES: Mapping[str, Mapping[str, Clause]] = {"en": _Clauses(), "it": _Clauses()}
