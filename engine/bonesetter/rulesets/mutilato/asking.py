"""Questions: which penalties a test has, what is barred, the sheet, the odds of the next maiming."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from ...errors import Refusal
from ...form import Free, OneOf, Who
from ...frozen import Json
from ...procedure import query
from . import book, derived
from .character import Modifier
from .derived import CRAWL, NO_CHARGE, NO_RUN, NO_TWO_HANDED, Maimed
from .state import sheet as sheet_of

TWO_HANDED, RUN, CHARGE, WALK, CRAWLING, OTHER = "two_handed", "run", "charge", "walk", "crawl", "other"
ACTIONS = (TWO_HANDED, RUN, CHARGE, WALK, CRAWLING, OTHER)
BARRED = {TWO_HANDED: (NO_TWO_HANDED,), RUN: (NO_RUN, CRAWL), CHARGE: (NO_CHARGE, CRAWL), WALK: (CRAWL,)}
"""The flags that bar an action. Atoms U-024, U-032, U-034."""


ENGLISH = {
    "skill": "abilita",
    "characteristic": "caratteristica",
    "attack": "attacco",
    "perception": "percezione",
    "initiative": "iniziativa",
    "agility": "agilita",
    "physique": "prestanza",
    "charm": "fascino",
    "sight": "vista",
    "hearing": "udito",
    "smell": "olfatto",
}
"""English names of what tags name in Italian."""


def plain(text: str) -> str:
    """A name as tags are written: small, without accents, in Italian."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c)).strip()
    return ENGLISH.get(bare, bare)


def marks(test: Json, iniziativa_base: str = "none") -> frozenset[str]:
    """What tags can find of a test `{kind, base, sense, skill, tags}`: its kind, what it is based on, its sense.
    Percezione is an Abilità. Raises Refusal `bad_test`. Atoms U-050 to U-054; D 12."""
    if not isinstance(test, Mapping) or not isinstance(test.get("kind", "abilita"), str):
        raise Refusal("bad_test", field="tests", given=str(test))
    found = {plain(test.get("kind", "abilita"))}
    for key in ("skill", "sense", "tags", "base"):
        value = test.get(key)
        values = (value,) if isinstance(value, str) else () if value is None else value
        if not isinstance(values, list | tuple) or not all(isinstance(one, str) for one in values):
            raise Refusal("bad_test", field="tests", given=str(value))
        found |= {f"base={plain(one)}" if key == "base" else plain(one) for one in values}
    if "percezione" in found:
        found.add("abilita")
    if "iniziativa" in found and iniziativa_base != "none":
        found.add(f"base={iniziativa_base}")
    return frozenset(found)


def fits(modifier: Modifier, test: frozenset[str]) -> bool:
    """Whether a modifier is on a test: one of its tags says nothing that the test isn't. It counts once."""
    return any(all(plain(piece) in test for piece in tag.split("+")) for tag in modifier.applies_to.any_of)


@query(verb="test")
def penalties(c: Maimed, *, on: Annotated[str, Who()], tests: Annotated[Any, Free("tests")]) -> dict[str, Json]:
    """The penalty of each test, and what it is made of. Raises Refusal `bad_test`. Atoms U-005, U-050 to U-055."""
    listed = (tests,) if isinstance(tests, Mapping) else tests
    if not isinstance(listed, list | tuple):
        raise Refusal("bad_test", field="tests", given=str(tests))
    lost = {loss.id: f"{loss.part}:{loss.side}" for loss in c[on].losses}
    lost |= {one.id: one.label for one in c[on].substitutes}
    parts: list[list[Json]] = []
    for test in listed:
        found = marks(test, c.option("iniziativa_base"))
        parts.append([{"source": lost[id], "value": m.value} for id, m in derived.modifiers(c, on) if fits(m, found)])
    return {"penalty": [sum(part["value"] for part in test) for test in parts], "parts": parts}


@query(verb="sheet")
def whole_sheet(c: Maimed, *, on: Annotated[str, Who()]) -> dict[str, Json]:
    """All that follows from a character's losses. Atoms U-005, U-036, U-053."""
    return dict(sheet_of(c, on))


@query()
def can(
    c: Maimed, *, on: Annotated[str, Who()], what: Annotated[str, OneOf(ACTIONS, labels="actions")]
) -> dict[str, Json]:
    """Whether losses bar an action, and which; `ask_gm` where a creature has three or more hands. Atoms U-024, U-032,
    U-034; D 11."""
    flags = [flag for flag in BARRED.get(what, ()) if flag in derived.flags(c, on)]
    causes = list(dict.fromkeys(cause for flag in flags for cause in derived.causes(c, on, flag)))
    asks = what == TWO_HANDED and bool(flags) and derived.hands_ever(c[on]) >= 3
    return {"can": not flags, "ask_gm": asks, "because": causes, "flags": flags}


@query()
def odds(
    c: Maimed, *, on: Annotated[str, Who()], of: Annotated[str, OneOf(("maim",), labels="odds_of")] = "maim"
) -> dict[str, Json]:
    """The exact chance of each result for the body there is: senseless faces are shared out among those that make
    sense. Of a monster: where the GM applies what can be and has all else rolled again. Atoms U-003, U-007, U-080."""
    sensible = derived.sensible(c, on)
    weights = {row: faces if row in sensible else 0 for row, faces in book.FACES.items()}
    whole = sum(weights.values())
    return {"faces": whole, "weights": weights, **{row: str(Fraction(n, whole)) for row, n in weights.items()}}
