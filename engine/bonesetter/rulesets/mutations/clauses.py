"""What this ruleset's own effects say, in each language: all from its words. Atom M-082."""

from __future__ import annotations

from ...effect import Effect, Term
from ...words import Clause, Words


def _death(effect: Effect, words: Words) -> str:
    return words.text("clauses.death_painful" if effect.get("painful") else "clauses.death")


def _lose_one(effect: Effect, words: Words) -> str:
    return words.text(f"clauses.lose_one.{effect['location']}")


def _cannot(effect: Effect, words: Words) -> str:
    return words.text(f"clauses.cannot.{effect['function']}")


def _death_chance(effect: Effect, words: Words) -> str:
    return words.text("clauses.death_chance", of=effect["of"], faces=effect["in"])


def _unusable(effect: Effect, words: Words) -> str:
    return words.text("clauses.unusable")


def _capacity(effect: Effect, words: Words) -> str:
    return words.text("clauses.capacity", left=effect["left"])


def _rest(effect: Effect, words: Words) -> str:
    return words.text("clauses.rest", threshold=Term(f"values.{effect['threshold']}"))


def _part(effect: Effect, words: Words) -> str:
    return words.say(effect["part"])


def _band(effect: Effect, words: Words) -> str:
    return words.text(f"clauses.band.{effect['band']}")


SAID: dict[str, Clause] = {
    "death": _death,
    "lose_one": _lose_one,
    "cannot": _cannot,
    "death_chance": _death_chance,
    "unusable": _unusable,
    "capacity": _capacity,
    "rest": _rest,
    "part": _part,
    "band": _band,
}

CLAUSES = {"en": SAID, "it": SAID}
