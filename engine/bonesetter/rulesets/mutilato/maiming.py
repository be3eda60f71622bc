"""Suffering Mutilato: one d20, and what it takes. Source: Mutilato, the table and the paragraph before it."""

from __future__ import annotations

from typing import Annotated, Any

from ...effect import Phrase, Term
from ...errors import Refusal
from ...event import add
from ...form import ForGM, Free, Who
from ...frozen import Json, Map
from ...happening import Asking
from ...procedure import Outcome, Rule, Then, procedure
from ...request import GM, SHORT, Amount, Choose, Draw, Option
from . import book, derived, substituting
from .character import SCAR
from .derived import Maimed
from .happening import Happening
from .losing import lose

APPLY, SUBSTITUTE, REROLL, IGNORE = "apply", "substitute", "reroll", "ignore"


def sitting(c: Maimed, args: Map[str, Any]) -> Any:
    """What the rest of a maiming depends on: not how often it was rolled again."""
    return c, args.get("on"), args.get("substitute")


@procedure(group="hurt", lump=sitting)
def maim(
    c: Maimed, *, on: Annotated[str, Who()], substitute: Annotated[Any, Free("substitution"), ForGM()] = None
) -> Rule:
    """One d20 on the table, as often as it takes to make sense, and what it takes for good. Of a monster the GM says
    what comes of every result but the scar; `substitute` states another part and its consequences beforehand.

    Raises Refusal `not_a_monster`, `bad_substitute`. Atoms U-001 to U-012, U-060 to U-063, U-070 to U-072, U-080,
    U-082.
    """
    if substitute is not None and not c[on].monster:
        raise Refusal("not_a_monster", field="substitute", who=on)
    return (yield from _suffer(c, on, substitute, 0))


@procedure(group="", lump=sitting)
def maim_again(c: Maimed, *, on: Annotated[str, Who()], substitute: Any = None, rolls: int = 0) -> Rule:
    """The next d20 of a maiming, when the GM had one rolled again. Atoms U-006, U-008, U-063."""
    return (yield from _suffer(c, on, substitute, rolls))


def _suffer(c: Maimed, on: str, given: Json, rolls: int) -> Rule:
    """One roll and what comes of it; the GM has had `rolls` rolled again before."""
    s = Happening(c, on)
    instead = substituting.read(given)
    result: dict[str, Json] = {} if rolls else {"rerolled": []}
    if s.character.monster or c.option("senseless") == "ask_gm":
        total = yield from Amount("maim", dice="d20", who=s.answering)
        row = book.TABLE.at(total).id
        verdict = yield from _verdict(s, row)
        if verdict == REROLL:
            s.note("rolled_again", row=row, roll=total)
            then = Then("maim_again", Map({"on": on, "substitute": given, "rolls": rolls + 1}))
            return Outcome("rolled_again", s.events, {**result, f"rerolled.{rolls}": total}, then)
        result["roll"] = total
    else:
        only = derived.sensible(c, on)
        row = yield from Draw("maim", table="mutilato", only=only, rejected="rerolled", show="roll", who=on)
        verdict, result = APPLY, {}
    return (yield from _come_to(s, row, verdict, instead, result))


def _come_to(
    s: Happening, row: str, verdict: str, instead: substituting.Instead | None, result: dict[str, Json]
) -> Rule:
    """What comes of a result that stands. Atoms U-010, U-045, U-060 to U-063."""
    label = None
    if verdict == IGNORE:
        s.note("ignored", row=row)
    elif verdict == SUBSTITUTE:
        label = yield from substituting.substitute(s, row, instead)
    elif row == SCAR:
        s.note("scarred", add("scars", 1), row=row, effects=book.lasting(row))
    else:
        yield from lose(s, row)
    result = {**result, "result": row, "substituted": label, "ignored": verdict == IGNORE, **s.result}
    ending = {IGNORE: "ignored", SUBSTITUTE: "substituted"}.get(verdict, row)
    return Outcome(ending, s.events, result)


def _verdict(s: Happening, row: str) -> Asking[str]:
    """The GM's word on a result: asked of a monster for every result but the scar; of anybody else only where the
    option `senseless` leaves senseless results to the GM. Atoms U-009, U-060, U-071; D 2, D 13."""
    there = row == SCAR or bool(derived.eligible(s.c, s.who, row))
    if row == SCAR or (there and not s.character.monster):
        return APPLY
    left = Phrase("terms.part_left" if there else "terms.no_part_left")
    about = (("result", Term(f"rows.{row}")), ("left", left))
    if not s.character.monster:
        options = tuple(Option(choice, Term(f"verdicts.{choice}")) for choice in (REROLL, IGNORE))
        return (yield from Choose("senseless", options=options, default=REROLL, who=GM, about=about))
    choices = (APPLY, SUBSTITUTE, REROLL, IGNORE) if there else (REROLL, SUBSTITUTE, IGNORE)
    options = tuple(Option(choice, Term(f"verdicts.{choice}")) for choice in choices)
    default = APPLY if there else None
    return (yield from Choose("monster", options=options, default=default, who=GM, about=about, missing=SHORT))
