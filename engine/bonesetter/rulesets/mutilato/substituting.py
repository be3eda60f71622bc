"""What a GM lets a monster lose in place of the rolled part, stated as data. Source: Mutilato, of monsters.

Atoms U-061, U-062; D 13, D 14.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...dice import Dice
from ...effect import Effect, Phrase, Term
from ...errors import Refusal
from ...event import put
from ...frozen import Json, Map
from ...happening import Asking
from ...request import GM, SHORT, Choose, Option, Words
from . import book
from .character import PARTS, Modifier, Substitute, Targets
from .happening import Happening
from .losing import bleed


@dataclass(frozen=True)
class Instead:
    """A part named by the GM and its consequences: lasting modifiers, flags, and bleeding dice."""

    label: str
    modifiers: tuple[Modifier, ...] = ()
    flags: tuple[str, ...] = ()
    dice: tuple[Effect, ...] = ()


def read(given: Json) -> Instead | None:
    """The substitution of an argument: `{label, modifiers: [{applies_to: {any_of: […]}, value}], flags: […], dice:
    [{die, attribute}]}`, or the label alone. Raises Refusal `bad_substitute`, naming the fault."""
    if given is None:
        return None
    if isinstance(given, str):
        given = {"label": given}
    if not isinstance(given, Mapping):
        raise _fault("no_object", given=str(given))
    unknown = [str(key) for key in given if key not in ("label", "modifiers", "flags", "dice")]
    if unknown:
        raise _fault("unknown_key", given=unknown[0])
    label = given.get("label")
    if not isinstance(label, str) or not label.strip():
        raise _fault("no_label", given="" if label is None else str(label))
    flags = given.get("flags") or ()
    if isinstance(flags, str) or not all(isinstance(flag, str) and flag for flag in flags):
        raise _fault("flags", given=str(flags))
    modifiers = tuple(_modifier(one) for one in _many("modifiers", given.get("modifiers")))
    dice = tuple(_dice(one) for one in _many("dice", given.get("dice")))
    return Instead(label.strip(), modifiers, tuple(flags), dice)


def _fault(why: str, **facts: Any) -> Refusal:
    return Refusal("bad_substitute", field="substitute", why=Phrase(f"substitutes.{why}", tuple(facts.items())))


def _many(name: str, value: Json) -> tuple[Any, ...]:
    if value is None:
        return ()
    if isinstance(value, Mapping):
        return (value,)
    if isinstance(value, str) or not isinstance(value, list | tuple):
        raise _fault(name, given=str(value))
    return tuple(value)


def _modifier(one: Json) -> Modifier:
    if not isinstance(one, Mapping):
        raise _fault("modifiers", given=str(one))
    applies, value = one.get("applies_to"), one.get("value")
    tags = applies.get("any_of") if isinstance(applies, Mapping) else applies
    tags = (tags,) if isinstance(tags, str) else tags
    if not isinstance(tags, list | tuple) or not tags or not all(isinstance(tag, str) and tag for tag in tags):
        raise _fault("modifiers", given=str(applies))
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        raise _fault("value", given=str(value))
    return Modifier(Targets(tuple(tags)), int(value))


def _dice(one: Json) -> Effect:
    """Bleeding dice: `{die, attribute}` or a pair of both, in either order."""
    if isinstance(one, Mapping):
        pair = [one.get("die", one.get("dice")), one.get("attribute")]
    elif isinstance(one, list | tuple) and len(one) == 2:
        pair = list(one)
    else:
        raise _fault("dice", given=str(one))
    if not all(isinstance(piece, str) and piece and "/" not in piece for piece in pair):
        raise _fault("dice", given=str(one))
    for die, attribute in (pair, pair[::-1]):
        try:
            return Effect("bleeding", Map({"dice": str(Dice.parse(die)), "attribute": attribute}))
        except Refusal:
            continue
    raise _fault("dice", given=str(one))


def substitute(s: Happening, row: str, instead: Instead | None) -> Asking[str]:
    """The GM's part is lost, and nothing of the rolled one. What was not stated beforehand is asked now: which part,
    and whose consequences. Gives its label. Atom U-061."""
    if instead is None:
        instead = yield from _asked(s, row)
    id, counted = s.new_id("s")
    lasting = Substitute(id, instead.label, row, instead.modifiers, instead.flags)
    effects = tuple(
        Effect("modifier", Map({"on": one.applies_to.any_of, "value": one.value})) for one in lasting.modifiers
    )
    s.note("substituted", put("substitutes", lasting), counted, row=row, effects=effects, what=instead.label)
    for effect in instead.dice:
        yield from bleed(s, effect, instead.label)
    return instead.label


def _asked(s: Happening, row: str) -> Asking[Instead]:
    about = (("result", Term(f"rows.{row}")),)
    label = yield from Words("substitute_label", who=GM, about=about, missing=SHORT)
    options = (Option("none", Term("substitutes.no_consequences")), *(Option(p, Term(f"terms.{p}")) for p in PARTS))
    like = yield from Choose("substitute_like", who=GM, options=options, default="none", about=about)
    if like == "none":
        return Instead(label.strip() or "?")
    dice = tuple(effect for effect in book.immediate(like) if effect.kind == "bleeding")
    return Instead(label.strip() or "?", book.MODIFIERS[like], book.BANS[like], dice)
