"""What the effects of this chapter's own kinds do, in a few words, in English and Italian."""

from __future__ import annotations

from collections.abc import Callable

from ...clauses.pieces import dice, joined, signed
from ...effect import Effect
from ...words import Clause, Words


def phrase(key: str, *names: str) -> Clause:
    """A clause that is a sentence of the ruleset's words, `clauses.<key>`, with some of the effect's facts in it."""

    def say(effect: Effect, words: Words) -> str:
        return words.text(f"clauses.{key}", **{name: effect[name] for name in names})

    return say


def outcome(effect: Effect, words: Words) -> str:
    """`on a failure: lose 2d6 Wounds; −1 on all rolls for a day`."""
    done = "; ".join(words.clause(Effect.of(inner)) for inner in effect["effects"])
    return words.text(f"clauses.on_{effect['when']}", done=done or words.text("clauses.no_effect"))


def loss(effect: Effect, words: Words) -> str:
    """`lose 2d6 Wounds`; where they are locked, that rest doesn't restore them."""
    key = "locked_loss" if effect.get("locked") else "loss"
    return words.text(f"clauses.{key}", dice=dice(effect["dice"]))


def day_modifier(effect: Effect, words: Words) -> str:
    """`−2 on all rolls for a day, after the lost turns`."""
    text = words.text("clauses.day_modifier", value=signed(effect["value"]))
    start = effect.get("from")
    return f"{text}, {words.text(f'from.{start}')}" if start else text


def fatigue(effect: Effect, words: Words) -> str:
    """`1 Fatigue`, or so much each day."""
    return words.text("clauses.fatigue_each_day" if effect.get("each") else "clauses.fatigue", amount=effect["amount"])


def poor_nights(effect: Effect, words: Words) -> str:
    """Whether the next night, or every night, counts as a poor one."""
    return words.text(f"clauses.poor_nights_{effect['which']}")


def repeated(effect: Effect, words: Words) -> str:
    """`rolled once a day, 3 times`; `rolled each minute in it`."""
    return words.text(f"clauses.repeated_{effect['every']}", times=effect.get("times", ""))


def folk_modifier(conjunction: str) -> Clause:
    """`−2 on rolls against it for elves and dwarves`."""

    def say(effect: Effect, words: Words) -> str:
        folk = joined((words.text(f"clauses.folk_{name}") for name in effect["folk"]), conjunction)
        return words.text("clauses.folk_modifier", value=signed(effect["value"]), folk=folk)

    return say


def signed_value(key: str, *names: str) -> Clause:
    """A clause with a signed number in it."""

    def say(effect: Effect, words: Words) -> str:
        return words.text(f"clauses.{key}", value=signed(effect["value"]), **{name: effect[name] for name in names})

    return say


def named_treatment(effect: Effect, words: Words) -> str:
    """`a Treat Wounds roll at 13 stabilises`."""
    return words.text(f"clauses.{effect['id']}", difficulty=effect["difficulty"])


def rolled(key: str) -> Clause:
    """A clause with dice in it."""
    return lambda effect, words: words.text(f"clauses.{key}", dice=dice(effect["dice"]))


def _own(conjunction: str) -> dict[str, Callable[[Effect, Words], str]]:
    return {
        "outcome": outcome,
        "loss": loss,
        "day_modifier": day_modifier,
        "fatigue": fatigue,
        "held_fatigue": phrase("held_fatigue", "amount"),
        "sleep": rolled("sleep"),
        "lost_turns": rolled("lost_turns"),
        "poor_nights": poor_nights,
        "no_healing": phrase("no_healing"),
        "repeated": repeated,
        "stifled": phrase("stifled", "amount"),
        "only_once": phrase("only_once"),
        "folk_modifier": folk_modifier(conjunction),
        "scar": signed_value("scar", "stat"),
        "relapse": phrase("relapse", "difficulty"),
        "fresh_food": phrase("fresh_food"),
        "wound_clock": phrase("wound_clock"),
        "melee_damage": signed_value("melee_damage"),
        "night_rest": phrase("night_rest"),
        "named_treatment": named_treatment,
    }


CLAUSES = {"en": _own("and"), "it": _own("e")}
