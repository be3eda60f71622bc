"""A character read from JSON: what a body leaves out is human, less what the ledger says is lost.

Atoms U-064, U-073.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ...codec import from_json, to_json
from ...effect import Phrase, Term
from ...errors import Refusal
from ...frozen import Json
from .character import ARM, FINGER, FOOT, HAND, HUMAN, LABELLED, LEG, NESTED, PARTS, SCAR, Character

Given = dict[str, Any]


def adopt(facts: Mapping[str, Json]) -> Character:
    """A character from JSON. `body` is the body as it is now; a part it leaves out is what a human has, less the losses
    of the ledger; hands and feet it leaves out follow the arms and legs it names.

    Raises Refusal `bad_body`, naming the fault; `bad_state`, `unknown_field` for what can't be read.
    """
    given: Given = dict(facts)
    losses = _losses(given)
    scars = [loss for loss in losses if loss["part"] == SCAR]
    given["losses"] = [loss for loss in losses if loss["part"] != SCAR]
    given["scars"] = given.get("scars", 0) + len(scars) if scars else given.get("scars", 0)
    given["body"] = _body(given.get("body"), given["losses"])
    for name in ("speed", "fly", "swim", "climb"):
        if given.get(name) is not None:
            given[name] = _metres(name, given[name])
    given["items"] = [_item(item) for item in _list("items", given.get("items"))]
    character: Character = from_json(Character, given)
    if character.scars < 0:
        raise fault("scars", "negative", what=Term("results.scars"), given=character.scars)
    _hands_there(character)
    ids = [loss.id for loss in character.losses]
    ids += [one.id for one in character.substitutes] + [wound.id for wound in character.wounds]
    numbers = [int(id[1:]) for id in ids if id[1:].isdigit()]
    return replace(character, serial=max([character.serial, *numbers]))


def fault(field: str, why: str, **facts: Any) -> Refusal:
    """A faulty body, speed or thing; `why` is the sentence `faults.<why>`, which names it."""
    return Refusal("bad_body", field=field, why=Phrase(f"faults.{why}", tuple(facts.items())))


def _list(field: str, value: Json) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise fault(field, "no_list", what=field, given=str(value))
    return list(value)


def _losses(given: Given) -> list[Given]:
    made = []
    for number, loss in enumerate(_list("losses", given.get("losses")), 1):
        if isinstance(loss, str):
            part, _, side = loss.partition(":")
            loss = {"part": part, "side": side}
        if not isinstance(loss, Mapping) or loss.get("part") not in (SCAR, *PARTS):
            named = loss.get("part") if isinstance(loss, Mapping) else loss
            raise fault("losses", "unknown_part", given=str(named), known=", ".join(PARTS))
        made.append({"id": f"l{number}", **loss, "side": loss.get("side") or "main"})
    return made


def _body(value: Json, losses: list[Given]) -> Given:
    if value is not None and not isinstance(value, Mapping):
        raise fault("body", "no_body", given=str(value))
    given = {part: labels for part, labels in (value or {}).items() if labels is not None}
    for part in given:
        if part not in (*LABELLED, FINGER):
            raise fault("body", "unknown_part", given=str(part), known=", ".join((*LABELLED, FINGER)))
    body: Given = {}
    for part in LABELLED:
        limb = {HAND: ARM, FOOT: LEG}.get(part)
        if part in given:
            body[part] = labels_of(part, given[part])
        else:
            own = body[limb] if limb is not None and limb in given else HUMAN[part]
            body[part] = [side for side in own if side not in _gone(part, losses)]
    body[FINGER] = fingers_of(given.get(FINGER), body[HAND], losses)
    return body


def _gone(part: str, losses: list[Given]) -> set[str]:
    """The labels of a part that the ledger takes, with the limb or by itself."""
    return {loss["side"] for loss in losses if part in (loss["part"], *NESTED.get(loss["part"], ()))}


def labels_of(part: str, value: Json) -> list[str]:
    """The labels of a part. Raises Refusal `bad_body`."""
    if not isinstance(value, list | tuple) or not all(isinstance(label, str) and label for label in value):
        raise fault(f"body/{part}", "labels", part=part, given=str(to_json(value)))
    for label in value:
        if list(value).count(label) > 1:
            raise fault(f"body/{part}", "repeated", part=part, given=label)
        if "/" in label:
            raise fault(f"body/{part}", "labels", part=part, given=label)
    return list(value)


def fingers_of(value: Json, hands: list[str], losses: list[Given]) -> dict[str, int] | None:
    """How many fingers each hand has; None where nothing is said and nothing is lost. An empty object says that there
    are none. Raises Refusal `bad_body`."""
    if value is None:
        gone = {loss["side"]: 0 for loss in losses if loss["part"] in (FINGER, HAND, ARM)}
        return {side: 0 for side in gone if side not in hands} or None
    if not isinstance(value, Mapping):
        raise fault("body/finger", "fingers", given=str(to_json(value)))
    for hand, count in value.items():
        if isinstance(count, bool) or not isinstance(count, int | float) or count != int(count):
            raise fault("body/finger", "finger_count", hand=str(hand), given=str(count))
        if count < 0:
            raise fault("body/finger", "negative_fingers", hand=str(hand), given=str(count))
    if not value:
        return dict.fromkeys(hands, 0)
    return {str(hand): int(count) for hand, count in value.items()}


def _metres(name: str, value: Json) -> Json:
    try:
        metres = None if isinstance(value, bool) else Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        metres = None
    if metres is None:
        raise fault(name, "no_speed", speed=Term(f"results.{name}"), given=str(value))
    if metres < 0:
        raise fault(name, "negative_speed", speed=Term(f"results.{name}"), given=str(value))
    return str(metres)


def _item(item: Json) -> Given:
    if not isinstance(item, Mapping) or not isinstance(item.get("id"), str) or not item["id"]:
        raise fault("items", "no_item", given=str(to_json(item)))
    held = item.get("held")
    made = {**item, "held": [held] if isinstance(held, str) else [] if held is None else held}
    if not isinstance(made["held"], list | tuple):
        raise fault("items", "no_item", given=str(to_json(item)))
    return made


def _hands_there(character: Character) -> None:
    """Every thing is held by hands that exist, strapped to an arm that exists. Atom U-073."""
    seen = set()
    for item in character.items:
        if item.id in seen:
            raise fault("items", "repeated_item", item=item.id)
        seen.add(item.id)
        for hand in item.held:
            if hand not in character.body.hand:
                raise fault("items", "no_hand", item=item.id, given=hand)
        if item.on_arm is not None and item.on_arm not in character.body.arm:
            raise fault("items", "no_arm", item=item.id, given=item.on_arm)
