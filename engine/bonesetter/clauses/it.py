"""What each kind of effect does, in Italian."""

from __future__ import annotations

from collections.abc import Iterable

from ..effect import Effect
from ..words import Clause, Words
from .pieces import amount_of, bounds, joined, loss, many, piece, signed, span, target, way_of


def modifier(effect: Effect, words: Words) -> str:
    """`−1 su attacco e Percezione, dopo la riduzione`; with `uses`, `−1 su attacco, solo il prossimo tiro`."""
    on = _and(target(words, id) for id in many(effect["on"]))
    uses = effect.get("uses")
    once = "" if uses is None else ", solo il prossimo tiro" if uses == 1 else f", solo i prossimi {uses} tiri"
    return f"{signed(effect['value'])} su {on}{bounds(effect, words)}{once}"


def condition(effect: Effect, words: Words) -> str:
    """`privo di sensi per d6 ore`, `privo di sensi, fino alla stabilizzazione`."""
    lasts = span(words, amount_of(effect), str(effect.get("unit", "round")))
    return words.say(effect["name"]) + (f" per {lasts}" if lasts else "") + bounds(effect, words)


def lost_part(effect: Effect, words: Words) -> str:
    """`perde: mano`, which needs no agreement in gender."""
    return f"perde: {words.say(effect['part'])}"


def attribute(effect: Effect, words: Words) -> str:
    """`Agilità −1`, `Agilità −d3, per sempre`. Dice are a loss unless they are written with a plus."""
    rolled = effect.get("dice")
    change = signed(effect["value"]) if rolled is None else loss(str(rolled))
    good = ", per sempre" if effect.get("permanent") else ""
    return f"{words.say(effect['attribute'])} {change}{good}{bounds(effect, words)}"


def stat(effect: Effect, words: Words) -> str:
    """`Movimento −1`, `Movimento a metà, nel prossimo turno`, `Movimento = 1, con una stampella`."""
    op = effect.get("op", "add")
    change = "a metà" if op == "halve" else f"= {effect['value']}" if op == "set" else signed(effect["value"])
    return f"{words.say(effect['stat'])} {change}{bounds(effect, words)}"


def ban(effect: Effect, words: Words) -> str:
    """`non può correre o caricare`."""
    what = joined((piece(words, "bans", str(id)) for id in many(effect["what"])), "o")
    return f"non può {what}{bounds(effect, words)}"


def limb(effect: Effect, words: Words) -> str:
    """`arto inservibile, fino alla riduzione`."""
    return piece(words, "limbs", str(effect["state"])) + bounds(effect, words)


def turn(effect: Effect, words: Words) -> str:
    """`prossimo turno: perso`."""
    which = piece(words, "which", str(effect.get("which", "next")))
    return f"{which}: {piece(words, 'turns', str(effect['what']))}"


def now(effect: Effect, words: Words) -> str:
    """`cade a terra`."""
    do = str(effect["do"])
    if effect.get("limb") == "this" and words.has(f"now.{do}_limb"):
        return words.text(f"now.{do}_limb")
    return piece(words, "now", do) + bounds(effect, words)


def clock(effect: Effect, words: Words) -> str:
    """`morte entro d6 ore, salvo stabilizzazione`."""
    amount, unit = amount_of(effect), str(effect.get("unit", "round"))
    lasts = span(words, amount, unit)
    within = f"entro {lasts}" if lasts else f"in {piece(words, 'units', unit)} pari a {words.say(amount)}"
    stop = f", {piece(words, 'unless', str(effect['stopped_by']))}" if effect.get("stopped_by") else ""
    return f"{words.say(effect['what'])} {within}{stop}"


def treatment(effect: Effect, words: Words) -> str:
    """`cura: un guaritore o riposo`."""
    return f"cura: {joined((way_of(way, words) for way in many(effect['ways'])), 'o')}"


def requires(effect: Effect, words: Words) -> str:
    """`richiede fasciatura e riposo`."""
    return f"richiede {_and(piece(words, 'needs', str(need)) for need in many(effect['needs']))}"


def death(effect: Effect, words: Words) -> str:
    """`morte`."""
    return "morte" + bounds(effect, words)


def note(effect: Effect, words: Words) -> str:
    """A text of the ruleset's own."""
    return words.text(str(effect["text"]), **{key: value for key, value in effect.data.items() if key != "text"})


def _and(items: Iterable[str]) -> str:
    """`a, b e c`; `ed` before another e: `attacco ed Empatia`."""
    listed = list(items)
    return joined(listed, "ed" if listed and listed[-1][:1].lower() == "e" else "e")


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
