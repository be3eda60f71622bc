"""Reading dice and answers: what faces come to under a request, and which option an answer means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from .arguments import accepted
from .dice import Dice
from .effect import Phrase, Term, total
from .errors import Refusal
from .frozen import Json
from .request import Amount, Choose, Count, Draw, Request, Test, Words
from .ruleset import Ruleset
from .table import Table

Rolled: TypeAlias = Test | Draw | Amount


@dataclass(frozen=True)
class Reading:
    """Dice as they fell under a request.

    `faces` are all of them, those passed over included; `passed` the totals rolled again; `sum` the dice alone;
    `total` with all parts added; `answer` what the rule gets.
    """

    faces: tuple[int, ...]
    passed: tuple[int, ...]
    sum: int
    total: int
    answer: int | str


@dataclass(frozen=True)
class Wanting:
    """A roll that isn't over: the die wanted next, and the totals passed over so far."""

    sides: int
    passed: tuple[int, ...] = ()


def dice_of(request: Rolled, ruleset: Ruleset) -> Dice:
    """The dice a request rolls. Raises Refusal `unknown_table`, `table_without_die`."""
    if isinstance(request, Draw):
        table = ruleset.table(request.table)
        if request.dice is None and table.die is None:
            raise Refusal("table_without_die", table=Term(f"tables.{table.id}.title"))
        return Dice.parse(request.dice) if request.dice else _die(table)
    return Dice.parse(request.dice)


def _die(table: Table) -> Dice:
    assert table.die is not None
    return table.die


def read(request: Rolled, faces: Sequence[int], ruleset: Ruleset) -> Reading | Wanting:
    """What some faces come to, or which die is wanted next. Raises Refusal `die_out_of_range`, `too_many_faces`."""
    dice = dice_of(request, ruleset)
    passed: list[int] = []
    used = 0
    while True:
        hand: list[int] = []
        while (sides := dice.next(hand)) is not None:
            if used == len(faces):
                return Wanting(sides, tuple(passed))
            face = faces[used]
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
                raise _impossible(request, dice, sides, face, faces[used - len(hand) :])
            hand.append(face)
            used += 1
        rolled = dice.total(hand)
        reading = _resolve(request, rolled, ruleset)
        if reading is None:
            passed.append(rolled)
            continue
        if used < len(faces):
            raise Refusal("too_many_faces", purpose=label(request), left=len(faces) - used)
        outcome, answer = reading
        return Reading(tuple(faces), tuple(passed), rolled, outcome, answer)


def _resolve(request: Rolled, rolled: int, ruleset: Ruleset) -> tuple[int, int | str] | None:
    if isinstance(request, Amount):
        return rolled, rolled
    outcome = rolled + total(request.parts)
    if isinstance(request, Test):
        return outcome, request.difficulty - outcome if request.under else outcome - request.difficulty
    row = ruleset.table(request.table).at(outcome)
    if request.only is not None and row.id not in request.only:
        return None
    return outcome, row.id


def _impossible(request: Rolled, dice: Dice, sides: int, face: Json, faces: Sequence[Json]) -> Refusal:
    hand = faces[: len(dice.sides)]
    digits = str(dice).startswith("d") and len(dice.sides) > 1
    given = "".join(map(str, hand)) if digits else face
    return Refusal(
        "die_out_of_range",
        purpose=label(request),
        die=str(dice) if digits else f"d{sides}",
        given=given,
        lo=1,
        hi=sides,
    )


def label(request: Request[Any]) -> Phrase:
    """What a request is about, in words."""
    section = "purposes" if isinstance(request, Test | Draw | Amount) else "choices"
    return Phrase(f"{section}.{request.purpose.partition(':')[0]}", request.about)


def choice(request: Request[Any], given: Json) -> Any:
    """The answer that a person's answer means. Raises Refusal `bad_choice`, `not_whole_number`, `bad_value`, or the
    code an option is refused with."""
    if isinstance(request, Choose):
        known = {option.value: option for option in request.options}
        wanted = _plain(given)
        option = known.get(wanted) or known.get(ALIKE.get(wanted, ""))
        facts = {"given": str(given), **dict(request.about)}
        if option is not None and option.refused is None:
            return option.value
        if option is not None or request.unknown:
            raise Refusal((option and option.refused) or str(request.unknown), field=request.purpose, **facts)
        offered = [option.value for option in request.open]
        raise Refusal("bad_choice", field=request.purpose, question=label(request), given=str(given), offered=offered)
    if isinstance(request, Count):
        if isinstance(given, bool) or not isinstance(given, int):
            raise Refusal("not_whole_number", field=request.purpose, given=given)
        if given < request.lo or (request.hi is not None and given > request.hi):
            raise Refusal("bad_value", field=request.purpose, given=given, accepted=accepted(request.lo, request.hi))
        return given
    if isinstance(request, Words):
        if not isinstance(given, str):
            raise Refusal("bad_value", field=request.purpose, given=given, accepted="a text")
        return given
    raise Refusal("dice_wanted", purpose=label(request))


ALIKE = {"true": "yes", "false": "no", "yes": "true", "no": "false"}
"""Answers that mean the same where only one of them is offered."""


def _plain(given: Json) -> str:
    if isinstance(given, bool):
        return "true" if given else "false"
    return str(given)
