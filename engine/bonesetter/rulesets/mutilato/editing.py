"""The GM's hand: a body plan set, a named loss without a roll, a loss taken back. Source: Mutilato; D 15.

Atoms U-004, U-064, U-073.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import Change, drop, put, set_
from ...form import Choices, Free, OneOf, Who
from ...frozen import Map
from ...procedure import Outcome, Rule, procedure
from . import derived
from .adopting import fault, fingers_of, labels_of
from .character import FINGER, HAND, LABELLED, NESTED, PARTS, Character
from .derived import Maimed
from .happening import Happening, lost_word, nothing_asked, part_word, side_word
from .losing import lose, lose_one


def sides_of(c: Maimed, filled: Any) -> Choices:
    """Which of a part there are to lose; of all parts, as long as none is chosen."""
    part = filled.get("part")
    parts = (part,) if part in PARTS else PARTS
    found = dict.fromkeys(side for one in parts for side in derived.eligible(c, filled["on"], one))
    return tuple((side, side_word(side)) for side in found)


@procedure(group="edit", gm=True)
def inflict(
    c: Maimed,
    *,
    on: Annotated[str, Who()],
    part: Annotated[str, OneOf(PARTS, code="unknown_part", labels="terms")],
    side: Annotated[str | None, OneOf(sides_of, open=True)] = None,
) -> Rule:
    """A loss by name, without the d20, with everything that it brings. Raises Refusal `unknown_part`, `no_such_part`,
    `no_such_side`. Atoms U-005, U-041, U-071."""
    sides = derived.eligible(c, on, part)
    if not sides:
        raise Refusal("no_such_part", field="part", who=on, part=part_word(part))
    side = side or None
    if side is not None and side not in sides:
        raise Refusal("no_such_side", field="side", given=side, part=part_word(part), offered=list(sides))
    s = Happening(c, on)
    if side is None:
        yield from lose(s, part)
    else:
        yield from lose_one(s, part, side)
    return Outcome(part, s.events, s.result)


def ledger(c: Maimed, filled: Any) -> Choices:
    """The losses and substitutes of a character."""
    character: Character = c[filled["on"]]
    named = [(loss.id, lost_word(loss.part, loss.side)) for loss in character.losses]
    return (*named, *((one.id, one.label) for one in character.substitutes))


@procedure(group="edit", gm=True)
def restore(c: Maimed, *, on: Annotated[str, Who()], loss: Annotated[str, OneOf(ledger, open=True)]) -> Rule:
    """A loss taken back, with its penalties; the part is there again, with what hangs on it unless that was lost by
    itself. The rules know no such thing: it is the GM's word. Raises Refusal `no_such_loss`. Atom U-004; D 15."""
    character = c[on]
    s = Happening(c, on)
    given = next((one for one in character.losses if one.id == loss), None)
    if given is None:
        if not any(one.id == loss for one in character.substitutes):
            known = [lost.id for lost in character.losses] + [one.id for one in character.substitutes]
            raise Refusal("no_such_loss", field="loss", given=loss, offered=known or Term("terms.none"))
        label = next(one.label for one in character.substitutes if one.id == loss)
        s.note("restored", drop("substitutes", loss), what=label)
        return Outcome("restored", s.events)
    changes = [drop("losses", loss), *_back(c, on, given.part, given.side)]
    s.note("restored", *changes, what=lost_word(given.part, given.side))
    yield from nothing_asked()
    return Outcome("restored", s.events)


def _back(c: Maimed, who: str, part: str, side: str) -> list[Change]:
    """The changes that put a part back on the body."""
    character = c[who]
    counts = derived.fingers(c, who)
    if part == FINGER:
        here = side in character.body.hand
        return [set_("body/finger", Map({**counts, side: counts.get(side, 0) + 1}))] if here else []
    others = [(one.part, one.side) for one in character.losses]
    if any(part in NESTED.get(limb, ()) and (limb, side) in others for limb in NESTED):
        return []
    back = [part, *(one for one in NESTED.get(part, ()) if (one, side) not in others)]
    changes = [put(f"body/{one}", side) for one in back]
    if HAND in back:
        lost = others.count((FINGER, side))
        whole = max(0, c.option("fingers_per_hand"))
        changes.append(set_("body/finger", Map({**counts, side: max(0, whole - lost)})))
    return changes


@procedure(group="edit", gm=True)
def edit_body(
    c: Maimed,
    *,
    on: Annotated[str, Who()],
    part: Annotated[str, OneOf((*LABELLED, FINGER), open=True, labels="terms")],
    to: Annotated[Any, Free("labels")],
) -> Rule:
    """What a body has of a part: labels, or how many fingers each hand. No loss and no penalty; things that no hand or
    arm bears any longer fall. Raises Refusal `bad_body`. Atoms U-013, U-064, U-073."""
    if part not in (*LABELLED, FINGER):
        raise fault("part", "unknown_part", given=part, known=", ".join((*LABELLED, FINGER)))
    s = Happening(c, on)
    if part == FINGER:
        counts = fingers_of(to, list(c[on].body.hand), [])
        s.note("body_edited", set_("body/finger", None if counts is None else Map(counts)), part=part_word(part))
        return Outcome("edited", s.events)
    labels = tuple(labels_of(part, to))
    s.note("body_edited", set_(f"body/{part}", labels), part=part_word(part))
    body = s.character.body
    for item in s.character.items:
        held = tuple(hand for hand in item.held if hand in body.hand)
        on_arm = item.on_arm if item.on_arm in body.arm else None
        if (held, on_arm) != (item.held, item.on_arm):
            falls = not held and on_arm is None
            changed = put("items", replace(item, held=held, on_arm=on_arm, dropped=falls))
            s.note("dropped" if falls else "regripped", changed, items=[item.id])
    yield from nothing_asked()
    return Outcome("edited", s.events)
