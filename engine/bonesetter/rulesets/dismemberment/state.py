"""The state of Death & Dismemberment as the loader finds it: adopting characters, their sheet, their open Injuries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...codec import from_json, to_json
from ...effect import Effect, Term
from ...errors import Refusal
from ...frozen import Json, Map
from ...view import Injury as Shown
from . import derived
from .character import (
    ABILITIES,
    AVERAGE,
    BLEEDING,
    BLINDED,
    FRACTURE,
    GRAVE,
    KINDS,
    KNOCKED_OUT,
    MAIMED,
    PARTS,
    ROUNDS_TO_LIVE,
    SCARRED,
    SEVERITIES,
    STATUSES,
    TYPES,
    UNIT_HOURS,
    WOUND,
    Character,
    Hp,
    Injury,
    Scene,
)
from .derived import Maimery

__all__ = ["Character", "Scene", "adopt", "injuries", "sheet"]


def adopt(facts: Mapping[str, Json]) -> Character:
    """A character from JSON. A Wound without a clock has three rounds; `permanent` may list plain texts.

    Raises Refusal `bad_value` for a kind, status, type, part, severity or HP that can't be.
    """
    given = dict(facts)
    given["injuries"] = [_injury(dict(item), n) for n, item in enumerate(given.get("injuries", ()), 1)]
    losses = enumerate(given.get("permanent", ()), 1)
    given["permanent"] = [loss if isinstance(loss, Mapping) else {"id": f"l{n}", "what": loss} for n, loss in losses]
    hp = given.get("hp")
    if isinstance(hp, Mapping) and "now" not in hp:
        given["hp"] = {**hp, "now": hp.get("max", Hp().max)}
    elif isinstance(hp, Mapping) and "max" not in hp:
        given["hp"] = {**hp, "max": max(Hp().max, hp["now"])}
    given["abilities"] = {**AVERAGE, **given.get("abilities", {})}
    given["feats"] = [derived.feat_meant(feat) for feat in given.get("feats", ())]
    character: Character = from_json(Character, given)
    _possible(character)
    numbers = [int(item.id[1:]) for item in character.injuries if item.id[:1] == "n" and item.id[1:].isdigit()]
    return replace(
        character,
        starting_max_hp=derived.starting_max(character),
        serial=max([character.serial, *numbers]),
        losses=max(character.losses, len(character.permanent)),
    )


def _injury(item: dict[str, Json], number: int) -> dict[str, Json]:
    item.setdefault("id", f"i{number}")
    severity, left = item.get("severity", "normal"), item.get("effect_left")
    if severity == WOUND:
        item.setdefault("rounds_left", ROUNDS_TO_LIVE)
    if item.get("temporary") and left is None and item.get("effect_active", True):
        left = item["effect_left"] = {"n": 1, "unit": "hours"}
    permanent = severity == GRAVE and item.get("type") in PARTS
    item.setdefault("effect_active", left is not None or permanent)
    if isinstance(left, Mapping) and left.get("hours") is None and left.get("unit") in UNIT_HOURS:
        item["effect_left"] = {**left, "hours": left["n"] * UNIT_HOURS[left["unit"]]}
    return item


def _possible(character: Character) -> None:
    def one_of(field: str, given: Json, accepted: tuple[str, ...]) -> None:
        if given not in accepted:
            raise Refusal("bad_value", field=field, given=given, accepted=list(accepted))

    one_of("kind", character.kind, KINDS)
    one_of("status", character.status, STATUSES)
    if not 0 <= character.hp.now <= character.hp.max:
        raise Refusal("bad_value", field="hp", given=character.hp.now, accepted=f"0 to {character.hp.max}")
    for injury in character.injuries:
        one_of("injuries/severity", injury.severity, SEVERITIES)
        if injury.type is not None:
            one_of("injuries/type", injury.type, TYPES)
        if injury.type in PARTS and injury.part is not None:
            one_of("injuries/part", injury.part, PARTS[injury.type])
        if injury.effect_left is not None:
            one_of("injuries/effect_left/unit", injury.effect_left.unit, tuple(UNIT_HOURS))


def sheet(c: Maimery, who: str) -> dict[str, Json]:
    """All that can be said of a character. Abilities are after permanent losses; `cha_in_force` also counts a scar's
    running effect."""
    character = c[who]
    eyes = derived.eyes_out(character)
    state = to_json(character)
    for internal in ("lingering", "serial", "losses", "aided_by"):
        del state[internal]
    return {
        **state,
        "abilities": {name: derived.ability(character, name) for name in ABILITIES},
        "permanent": [loss.what for loss in character.permanent],
        "injuries": [_shown_injury(injury) for injury in character.injuries],
        "n": len(character.injuries),
        "serious_on": len(character.injuries) + 1,
        "test_die": derived.test_die(character),
        "dying": derived.dying(character),
        "rounds_left": derived.rounds_left(character),
        "unconscious": derived.unconscious(character),
        "prone": character.prone or derived.unconscious(character),
        "movement": derived.movement(character),
        "ranged_penalty": -2 if eyes else 0,
        "target_save_bonus": 2 if eyes else 0,
        "trackable": derived.active(character, BLEEDING),
        "cha_in_force": derived.charisma_in_force(character),
        "conditions": derived.conditions(character),
    }


def _shown_injury(injury: Injury) -> dict[str, Json]:
    left = injury.effect_left
    shown: dict[str, Json] = to_json(injury)
    shown["effect_left"] = None if left is None else {"n": left.shown, "unit": left.unit}
    return shown


DOES = {
    BLEEDING: ("faint", "tracked"),
    BLINDED: ("ranged", "targets_save"),
    FRACTURE: ("spells_fail", "slow"),
    KNOCKED_OUT: ("out",),
    SCARRED: ("charisma",),
}


def injuries(c: Maimery, who: str) -> tuple[Shown, ...]:
    """Open Injuries as boards and tokens show them, and comas that outlast theirs."""
    character = c[who]
    return tuple(
        Shown(injury.id, _word(injury), _effects(injury)) for injury in (*character.injuries, *character.lingering)
    )


def _word(injury: Injury) -> Term:
    return Term(f"rows.injury-{injury.type}") if injury.type is not None else Term("severities.wound")


def _effects(injury: Injury) -> tuple[Effect, ...]:
    made = []
    if injury.part is not None:
        made.append(Effect("at", Map({"part": injury.part})))
    if injury.type is not None:
        severity = "temporary" if injury.temporary else injury.severity
        made.append(Effect("severity", Map({"severity": severity})))
    if injury.rounds_left is not None:
        made.append(Effect("dying", Map({"rounds": injury.rounds_left})))
    if injury.effect_active and injury.type is not None:
        limb = (injury.part or "").rpartition("_")[2]
        does = (limb,) if injury.type == MAIMED and limb else DOES.get(injury.type, ())
        made += [Effect("does", Map({"what": what})) for what in does]
    if injury.effect_active and injury.effect_left is not None:
        left = injury.effect_left
        facts = {"n": left.shown, "unit": left.unit}
        made.append(Effect("left", Map(facts)) if left.shown else Effect("does", Map({"what": "wake_due"})))
    return tuple(made)
