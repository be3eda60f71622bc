"""What the effects of this page's own kinds do, in a few words, in Italian and English. Atom U-081."""

from __future__ import annotations

from fractions import Fraction

from ...clauses.pieces import dice
from ...effect import Effect, Term
from ...words import Clause, Words
from .measures import said


def _bleeding(effect: Effect, words: Words) -> str:
    attribute = Term(f"attributes.{effect['attribute']}")
    return words.text("clauses.bleeding", dice=dice(effect["dice"]), attribute=attribute)


def _speed(effect: Effect, words: Words) -> str:
    if effect["op"] == "halve":
        return words.text("clauses.speed_halved")
    metres = said(abs(Fraction(str(effect["metres"]))))
    return words.text("clauses.speed_cut", metres=metres, least=said(Fraction(str(effect["least"]))))


def _last(effect: Effect, words: Words) -> str:
    return words.text(f"clauses.last_{effect['gains']}")


def _gained(effect: Effect, words: Words) -> str:
    return words.say(Term(f"flags.{effect['what']}"))


SAID: dict[str, Clause] = {"bleeding": _bleeding, "speed": _speed, "last": _last, "gained": _gained}

CLAUSES: dict[str, dict[str, Clause]] = {"en": SAID, "it": SAID}
