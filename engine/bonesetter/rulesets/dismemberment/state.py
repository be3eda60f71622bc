"""The state of Death & Dismemberment as the loader finds it: adopting characters, their sheet, their open Injuries."""

from __future__ import annotations

from ...codec import to_json
from ...effect import Effect, Term
from ...frozen import Json, Map
from ...view import Injury as Shown
from . import derived
from .adopting import adopt
from .character import (
    ABILITIES,
    BLEEDING,
    BLINDED,
    FRACTURE,
    KNOCKED_OUT,
    MAIMED,
    SCARRED,
    Character,
    Injury,
    Scene,
)
from .derived import Maimery

__all__ = ["Character", "Scene", "adopt", "injuries", "sheet"]


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
