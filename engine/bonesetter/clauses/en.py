"""What each kind of effect does, in English."""

from __future__ import annotations

from ..effect import Effect
from ..words import Clause, Words
from .pieces import amount_of, bounds, joined, loss, many, piece, signed, span, target, way_of


def modifier(effect: Effect, words: Words) -> str:
    """`−1 on attack and Perception, with this limb, once set`; with `uses`, `−1 on attack, next roll only`."""
    on = joined((target(words, id) for id in many(effect["on"])), "and")
    uses = effect.get("uses")
    once = "" if uses is None else ", next roll only" if uses == 1 else f", next {uses} rolls only"
    return f"{signed(effect['value'])} on {on}{bounds(effect, words)}{once}"


def condition(effect: Effect, words: Words) -> str:
    """`unconscious for d6 hours`, `unconscious, until stabilised`."""
    lasts = span(words, amount_of(effect), str(effect.get("unit", "round")))
    return words.say(effect["name"]) + (f" for {lasts}" if lasts else "") + bounds(effect, words)


def lost_part(effect: Effect, words: Words) -> str:
    """`hand lost`."""
    return f"{words.say(effect['part'])} lost"


def attribute(effect: Effect, words: Words) -> str:
    """`Agility −1`, `Agility −d3, for good`. Dice are a loss unless they are written with a plus."""
    rolled = effect.get("dice")
    change = signed(effect["value"]) if rolled is None else loss(str(rolled))
    good = ", for good" if effect.get("permanent") else ""
    return f"{words.say(effect['attribute'])} {change}{good}{bounds(effect, words)}"


def stat(effect: Effect, words: Words) -> str:
    """`Movement −1`, `Movement halved, next turn`, `Movement = 1, with a crutch`."""
    op = effect.get("op", "add")
    change = "halved" if op == "halve" else f"= {effect['value']}" if op == "set" else signed(effect["value"])
    return f"{words.say(effect['stat'])} {change}{bounds(effect, words)}"


def ban(effect: Effect, words: Words) -> str:
    """`can't run or charge`."""
    what = joined((piece(words, "bans", str(id)) for id in many(effect["what"])), "or")
    return f"can't {what}{bounds(effect, words)}"


def limb(effect: Effect, words: Words) -> str:
    """`limb useless, until set`."""
    return piece(words, "limbs", str(effect["state"])) + bounds(effect, words)


def turn(effect: Effect, words: Words) -> str:
    """`next turn: lost`."""
    which = piece(words, "which", str(effect.get("which", "next")))
    return f"{which}: {piece(words, 'turns', str(effect['what']))}"


def now(effect: Effect, words: Words) -> str:
    """`falls prone`."""
    do = str(effect["do"])
    if effect.get("limb") == "this" and words.has(f"now.{do}_limb"):
        return words.text(f"now.{do}_limb")
    return piece(words, "now", do) + bounds(effect, words)


def clock(effect: Effect, words: Words) -> str:
    """`death in d6 hours, unless stabilised`."""
    amount, unit = amount_of(effect), str(effect.get("unit", "round"))
    lasts = span(words, amount, unit) or f"{piece(words, 'units', unit)} equal to {words.say(amount)}"
    stop = f", {piece(words, 'unless', str(effect['stopped_by']))}" if effect.get("stopped_by") else ""
    return f"{words.say(effect['what'])} in {lasts}{stop}"


def treatment(effect: Effect, words: Words) -> str:
    """`treatment: a healer or rest`."""
    return f"treatment: {joined((way_of(way, words) for way in many(effect['ways'])), 'or')}"


def requires(effect: Effect, words: Words) -> str:
    """`needs binding and rest`."""
    return f"needs {joined((piece(words, 'needs', str(need)) for need in many(effect['needs'])), 'and')}"


def death(effect: Effect, words: Words) -> str:
    """`death`."""
    return "death" + bounds(effect, words)


def note(effect: Effect, words: Words) -> str:
    """A text of the ruleset's own."""
    return words.text(str(effect["text"]), **{key: value for key, value in effect.data.items() if key != "text"})


CLAUSES: dict[str, Clause] = {
    "modifier": modifier,
    "condition": condition,
    "lost_part": lost_part,
    "attribute": attribute,
    "stat": stat,
    "ban": ban,
    "limb": limb,
    "turn": turn,
    "now": now,
    "clock": clock,
    "treatment": treatment,
    "requires": requires,
    "death": death,
    "note": note,
}
