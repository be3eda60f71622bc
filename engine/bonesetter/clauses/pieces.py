"""Pieces of clauses that read alike in every language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..dice import Dice
from ..effect import Effect, Term
from ..errors import Refusal
from ..words import Words


def signed(value: int) -> str:
    """A number with its sign, a real minus: `+1`, `−2`."""
    return f"{value:+d}".replace("-", "−")


def dice(text: str) -> str:
    """Dice as they are printed: `2d6−1`."""
    return str(Dice.parse(text)).replace("-", "−")


def is_dice(text: Any) -> bool:
    """Whether a value is a dice expression (else it is a number, or an id such as an attribute's)."""
    if not isinstance(text, str):
        return False
    try:
        Dice.parse(text)
    except Refusal:
        return False
    return True


def piece(words: Words, section: str, id: str) -> str:
    """A shared piece: `<section>.<id>`, else the id's plain word (a GM's own effect may name anything)."""
    key = f"{section}.{id}"
    return words.text(key) if words.has(key) else words.term(id)


def target(words: Words, id: Any) -> str:
    """A roll that a modifier is on: its `targets` word before any other."""
    return words.say(id) if isinstance(id, Term) else piece(words, "targets", str(id))


def many(value: Any) -> tuple[Any, ...]:
    """One or several things, as several."""
    if value is None:
        return ()
    return (value,) if isinstance(value, str | Term | Mapping) or not isinstance(value, Iterable) else tuple(value)


def joined(items: Iterable[str], last: str) -> str:
    """`a, b <last> c`."""
    listed = list(items)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} {last} {listed[-1]}" if listed else ""


def span(words: Words, amount: Any, unit: str) -> str | None:
    """A length of time or of way: `d6 hours`, `1 day`; None where the amount is neither number nor dice."""
    if isinstance(amount, bool) or not (isinstance(amount, int) or is_dice(amount)):
        return None
    if amount == 1 and words.has(f"unit.{unit}"):
        return f"1 {words.text(f'unit.{unit}')}"
    number = str(amount) if isinstance(amount, int) else dice(amount)
    return f"{number} {piece(words, 'units', unit)}"


def amount_of(effect: Effect) -> Any:
    """An effect's dice or number."""
    return effect.get("dice", effect.get("amount"))


def bounds(effect: Effect, words: Words, limb: str | None = None) -> str:
    """What limits an effect, to be appended: `, with this limb, once set`; empty where nothing does."""
    found = [limb] if limb else []
    if effect.get("limb") and not limb:
        found.append(piece(words, "limbs", str(effect["limb"])))
    found += [piece(words, key, str(effect[key])) for key in ("when", "from", "until") if effect.get(key)]
    return "".join(f", {one}" for one in found)


def loss(text: str) -> str:
    """Dice that are lost, `−d3`, or gained where they are written with a plus, `+d3`."""
    return f"+{dice(text)}" if text.lstrip().startswith("+") else f"−{dice(text.lstrip(' -−'))}"


def way_of(way: Any, words: Words) -> str:
    """A way of treatment: an id, or facts whose `kind` names the sentence `ways.<kind>`."""
    if isinstance(way, Mapping):
        return words.text(f"ways.{way['kind']}", **{key: value for key, value in way.items() if key != "kind"})
    return piece(words, "ways" if words.has(f"ways.{way}") else "needs", str(way))
