"""Adopting a character: blanks are filled in, and what can't be is refused by the name of its field. SPEC section 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ...codec import from_json
from ...effect import Term
from ...errors import Refusal
from ...frozen import Json
from . import derived
from .character import (
    ABILITIES,
    ABILITY_LOSS,
    AVERAGE,
    EYES,
    GRAVE,
    KINDS,
    LIMBS,
    LOST_HIT_DIE,
    PARTS,
    PERMANENT_COMA,
    ROUNDS_TO_LIVE,
    SEVERITIES,
    STATUSES,
    TYPES,
    UNIT_HOURS,
    WOUND,
    Character,
    Hp,
    Injury,
    Loss,
    Saves,
)
from .harm import NONE

Given = dict[str, Any]

COUNTS = ("level", "hit_dice", "starting_max_hp", "trauma", "derangements", "spells", "henchmen", "serial", "losses")
"""The fields that count something, and so are never below 0."""
LOSSES: dict[str, tuple[str, ...]] = {
    "lost_eye": EYES,
    "lost_limb": LIMBS,
    "lost_digit": LIMBS,
    "scar": LIMBS,
    ABILITY_LOSS: ABILITIES,
}
"""What can be lost or kept for good, and of which part or ability."""
ANYWHERE = (LOST_HIT_DIE, PERMANENT_COMA, "lost_digit", "scar")
"""What can stand without a part: it has none, or nobody wrote down where."""
LOST_FOR_GOOD = (*ANYWHERE, *(f"{kind}:{of}" for kind, parts in LOSSES.items() for of in parts))
ITEMS = (NONE, "shield", "helm")
"""Answers that no parrying weapon can be called by."""


def adopt(facts: Mapping[str, Json]) -> Character:
    """A character from JSON. A Wound without a clock has three rounds; `permanent` may list plain texts.

    Raises Refusal `bad_state`, `unknown_field`, `missing_field` for what can't be read, and `bad_value` for what can't
    be: a kind, status, type, part or severity there is none of, HP past their maximum, fewer than none, an id twice.
    """
    given = dict(facts)
    _fill(given, "injuries", "i", _injury)
    _fill(given, "permanent", "l", lambda loss: loss)
    hp, abilities, feats = given.get("hp"), given.get("abilities", {}), given.get("feats")
    if isinstance(hp, Mapping) and "now" not in hp:
        given["hp"] = {**hp, "now": hp.get("max", Hp().max)}
    elif isinstance(hp, Mapping) and "max" not in hp and isinstance(hp["now"], int | float):
        given["hp"] = {**hp, "max": max(Hp().max, hp["now"])}
    given["abilities"] = {**AVERAGE, **abilities} if isinstance(abilities, Mapping) else abilities
    if isinstance(feats, list | tuple):
        given["feats"] = [derived.feat_meant(feat) if isinstance(feat, str) else feat for feat in feats]
    character: Character = from_json(Character, given)
    _possible(character)
    carried = (*character.injuries, *character.lingering)
    return replace(
        character,
        starting_max_hp=derived.starting_max(character),
        serial=max([character.serial, *_numbers("n", carried)]),
        losses=max([character.losses, len(character.permanent), *_numbers("l", character.permanent)]),
    )


def _fill(given: Given, field: str, letter: str, filled: Any) -> None:
    """Give each item of a list its blanks, and an id that no other has. What is no list is left to be refused."""
    items = given.get(field)
    if not isinstance(items, list | tuple):
        return
    made = [{"what": item} if isinstance(item, str) and field == "permanent" else item for item in items]
    taken = [item["id"] for item in made if isinstance(item, Mapping) and "id" in item]
    for number, item in enumerate(made, 1):
        if isinstance(item, Mapping):
            tries = (f"{letter}{n}" for n in (number, *range(len(made) + 1, 2 * len(made) + 2)))
            id = item["id"] if "id" in item else next(each for each in tries if each not in taken)
            taken.append(id)
            made[number - 1] = filled({"id": id, **item})
    given[field] = made


def _injury(item: Given) -> Given:
    severity, left = item.get("severity", "normal"), item.get("effect_left")
    if severity == WOUND:
        item.setdefault("rounds_left", ROUNDS_TO_LIVE)
    if item.get("temporary") and left is None and item.get("effect_active", True):
        left = item["effect_left"] = {"n": 1, "unit": "hours"}
    permanent = severity == GRAVE and item.get("type") in tuple(PARTS)
    item.setdefault("effect_active", left is not None or permanent)
    if isinstance(left, Mapping) and left.get("hours") is None:
        n, unit = left.get("n"), left.get("unit")
        if isinstance(n, int | float) and isinstance(unit, str) and unit in UNIT_HOURS:
            item["effect_left"] = {**left, "hours": n * UNIT_HOURS[unit]}
    return item


def _numbers(letter: str, items: Iterable[Injury | Loss]) -> list[int]:
    """The numbers of ids that the engine gave, or could give."""
    return [int(item.id[1:]) for item in items if item.id[:1] == letter and item.id[1:].isdecimal()]


def _one_of(field: str, given: str, accepted: Iterable[str]) -> None:
    """What is accepted is told as it has to be written, not in words."""
    if given not in accepted:
        raise Refusal("bad_value", field=field, given=given, accepted=", ".join(accepted))


def _between(field: str, given: int | None, lo: int, hi: int | None = None) -> None:
    if given is not None and not lo <= given <= (given if hi is None else hi):
        raise Refusal("bad_value", field=field, given=given, accepted=f"≥ {lo}" if hi is None else f"{lo}–{hi}")


def _possible(character: Character) -> None:
    _one_of("kind", character.kind, KINDS)
    _one_of("status", character.status, STATUSES)
    _between("hp/max", character.hp.max, 1)
    _between("hp/now", character.hp.now, 0, character.hp.max)
    for name in COUNTS:
        _between(name, getattr(character, name), 0)
    _between("rest_days_done", character.rest_days_done, 0, 6)
    for name, value in character.abilities.items():
        _one_of("abilities", name, ABILITIES)
        _between(f"abilities/{name}", value, 0)
    for weapon in character.gear.parrying_weapons:
        if weapon in ITEMS:
            raise Refusal(
                "bad_value", field="gear/parrying_weapons", given=weapon, accepted=Term("accepted.other_name")
            )
    for limb in character.artificial:
        _one_of("artificial", limb, LIMBS)
    _apart("injuries", (*character.injuries, *character.lingering))
    _apart("permanent", character.permanent)
    for section in ("injuries", "lingering"):
        for number, injury in enumerate(getattr(character, section)):
            _possible_injury(f"{section}/{number}", injury)
    for number, loss in enumerate(character.permanent):
        _one_of(f"permanent/{number}/what", loss.what, LOST_FOR_GOOD)
        _between(f"permanent/{number}/hp", loss.hp, 0)


def _apart(field: str, items: tuple[Injury | Loss, ...]) -> None:
    """No two items of one id."""
    ids = [item.id for item in items]
    for id in ids:
        if not id or ids.count(id) > 1:
            raise Refusal("bad_value", field=f"{field}/id", given=id, accepted=Term("accepted.own_id"))


def _possible_injury(where: str, injury: Injury) -> None:
    _one_of(f"{where}/severity", injury.severity, SEVERITIES)
    if injury.type is not None:
        _one_of(f"{where}/type", injury.type, TYPES)
    if injury.type in PARTS and injury.part is not None:
        _one_of(f"{where}/part", injury.part, PARTS[injury.type])
    if injury.rounds_left is not None:
        _between(f"{where}/rounds_left", injury.rounds_left, 0, ROUNDS_TO_LIVE)
        _one_of(f"{where}/severity", injury.severity, (WOUND,))
    _one_of(f"{where}/save_type", injury.save_type, tuple(vars(Saves())))
    if injury.effect_left is not None:
        _one_of(f"{where}/effect_left/unit", injury.effect_left.unit, tuple(UNIT_HOURS))
        _between(f"{where}/effect_left/n", injury.effect_left.n, 0)
        _between(f"{where}/effect_left/hours", injury.effect_left.hours, 0)
