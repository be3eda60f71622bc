"""What an Injury does, in a few words."""

from __future__ import annotations

from ...effect import Effect, Term
from ...words import Clause, Words


def _does(effect: Effect, words: Words) -> str:
    return words.text(f"does.{effect['what']}")


def _grave(effect: Effect, words: Words) -> str:
    return words.text("clauses.grave", does=Term(f"grave.{effect['what']}"))


def _severity(effect: Effect, words: Words) -> str:
    return words.text(f"severities.{effect['severity']}")


def _left(effect: Effect, words: Words) -> str:
    return words.text("clauses.left", n=effect["n"], unit=Term(f"units.{effect['unit']}"))


def _dying(effect: Effect, words: Words) -> str:
    return words.text("clauses.dying", rounds=effect["rounds"])


def _at(effect: Effect, words: Words) -> str:
    return words.text("clauses.at", part=effect["part"])


SAID: dict[str, Clause] = {
    "does": _does,
    "grave": _grave,
    "severity": _severity,
    "left": _left,
    "dying": _dying,
    "at": _at,
}

CLAUSES: dict[str, dict[str, Clause]] = {"en": SAID, "it": SAID}
