"""A part lost: what hangs on it goes too, things fall, somebody falls, and it bleeds. Source: Mutilato, the entries.

Atoms U-005, U-010 to U-013, U-019 to U-033, U-040 to U-042.
"""

from __future__ import annotations

from dataclasses import replace

from ...effect import Effect, Term
from ...event import Change, add, drop, put, set_
from ...frozen import Map
from ...happening import Asking
from ...request import Amount, Choose, Option
from . import book, derived
from .character import FINGER, HAND, NESTED, Item, Loss, Wound
from .happening import Happening, attribute_word, lost_word, part_word, side_word


def lose(s: Happening, part: str) -> Asking[None]:
    """One part of a kind is lost: which one is asked where two or more are left (option `random_side` rolls for it).
    Atoms U-041, U-042; D 10."""
    side = yield from _side(s, part)
    yield from lose_one(s, part, side)


def lose_one(s: Happening, part: str, side: str) -> Asking[None]:
    """A named part is lost; the last finger of a hand takes the hand, in the same event, its dice after the finger.
    Atoms U-011, U-012; D 3, D 4."""
    yield from _take(s, part, side)
    if part == FINGER and not derived.fingers(s.c, s.who)[side]:
        yield from _take(s, HAND, side)


def _side(s: Happening, part: str) -> Asking[str]:
    sides = derived.eligible(s.c, s.who, part)
    about = (("part", part_word(part)),)
    if len(sides) == 1:
        return sides[0]
    if s.c.option("random_side"):
        number = yield from Amount("random_side", dice=f"d{len(sides)}", who=s.answering, about=about)
        return sides[number - 1]
    options = tuple(Option(side, side_word(side)) for side in sides)
    return (yield from Choose("side", options=options, default=sides[0], who=s.answering, about=about))


def _take(s: Happening, part: str, side: str) -> Asking[None]:
    """A part goes into the ledger and out of the body, with what hangs on it (which brings no effects of its own);
    then its immediate effects in order, and what the last of its kind brings.

    Atoms U-016, U-018 to U-022, U-024, U-025, U-040, U-045; D 9.
    """
    id, counted = s.new_id("l")
    changes = _out_of_the_body(s, part, side)
    what = lost_word(part, side)
    s.note(
        "lost", put("losses", Loss(id, part, side)), counted, *changes, row=part, effects=book.lasting(part), what=what
    )
    s.lost.append(f"{part}:{side}")
    for effect in book.immediate(part):
        if effect.kind == "bleeding":
            yield from bleed(s, effect, part_word(part))
        elif effect["do"] == "prone":
            s.note("fell", set_("prone", True))
        else:
            _drop(s, side, limb=effect.get("limb") == "this")
    gains = book.LAST.get(part)
    if gains is not None and part != FINGER and derived.all_gone(s.character, part):
        s.note("gained", condition=Term(f"flags.{gains}"))


def _out_of_the_body(s: Happening, part: str, side: str) -> list[Change]:
    """The changes that take a part, and what hangs on it, out of the body. Atom U-040."""
    counts = derived.fingers(s.c, s.who)
    if part == FINGER:
        return [set_("body/finger", Map({**counts, side: counts[side] - 1}))]
    gone = [one for one in (part, *NESTED.get(part, ())) if side in s.character.body.labels(one)]
    changes = [drop(f"body/{one}", side) for one in gone]
    if HAND in gone:
        changes.append(set_("body/finger", Map({**counts, side: 0})))
    return changes


def _drop(s: Happening, side: str, limb: bool) -> None:
    """Things fall. Of an arm: what its hand held or what was strapped to it. Of a hand: everything wielded, whichever
    hand held it (option `hand_drop`: only what that hand held); strapped things stay. Atoms U-030, U-031; D 7."""

    def falls(item: Item) -> bool:
        if item.dropped:
            return False
        if limb:
            return side in item.held or item.on_arm == side
        return side in item.held if s.c.option("hand_drop") == "that_hand" else bool(item.held)

    fallen = [item for item in s.character.items if falls(item)]
    if fallen:
        changes = (put("items", replace(item, held=(), on_arm=None, dropped=True)) for item in fallen)
        s.note("dropped", *changes, items=[item.id for item in fallen])
        s.dropped += [item.id for item in fallen]


def bleed(s: Happening, effect: Effect, what: Term | str) -> Asking[None]:
    """Bleeding damage to a Characteristic, once; with the option `bleeding` = condition it also goes on until it is
    stopped. Atoms U-025 to U-027; D 5."""
    attribute, dice = effect["attribute"], effect["dice"]
    yield from hurt(s, attribute, dice, what)
    if s.c.option("bleeding") == "condition":
        id, counted = s.new_id("b")
        s.note("bleeds_on", put("wounds", Wound(id, dice, attribute)), counted, attribute=attribute_word(attribute))


def hurt(s: Happening, attribute: str, dice: str, what: Term | str) -> Asking[None]:
    """Bleeding dice rolled and added to what a Characteristic has suffered, without a limit; the event keeps their
    type. Atoms U-026, U-027; D 6."""
    about = (("attribute", attribute_word(attribute)), ("part", what))
    amount = yield from Amount(f"bleeding:{attribute}", dice=dice, who=s.answering, about=about)
    change = add(f"attribute_damage/{attribute}", amount)
    s.note("bled", change, attribute=attribute_word(attribute), amount=amount, type="bleeding")
    s.bled.append([attribute, amount])
