"""What follows from a character's state and is never stored. Source: Injury Tests; Wounds; Healing Injuries; feats."""

from __future__ import annotations

from ...campaign import Compartment
from ...errors import Refusal
from .character import (
    ABILITIES,
    ABILITY_LOSS,
    ARMS,
    BLEEDING,
    BLINDED,
    EYES,
    FRACTURE,
    GONE,
    GRAVE,
    KNOCKED_OUT,
    LEGS,
    LIMBS,
    LOST,
    MAIMED,
    PARTS,
    PERMANENT_COMA,
    SCARRED,
    TYPES,
    Character,
    Injury,
    Scene,
)

Maimery = Compartment[Character, Scene]

FURY, STOUT, TOUGH = "unstoppable_fury", "stout_defender", "tough_as_old_boots"
HANDS, ARTIFICIAL = "healing_hands", "magi_chanical_limb"
FEATS = (HANDS, ARTIFICIAL, STOUT, TOUGH, FURY)
"""Atoms D-076 to D-080."""


def feat_meant(feat: str) -> str:
    """A feat's id, however it is spelt: with hyphens, or the limb's in one word."""
    spelt = feat.strip().lower().replace("-", "_").replace(" ", "_")
    return {"magichanical_limb": ARTIFICIAL}.get(spelt, spelt)


def present(c: Maimery, who: str) -> Character:
    """A character that is still there. Raises Refusal `dead`."""
    if c[who].status in GONE:
        raise Refusal("dead", field="on", who=who)
    return c[who]


def test_die(character: Character) -> str:
    """The Injury Test's die: d6, dwarves d8; Stout Defender one step up. Atoms D-006, D-009, D-078."""
    dwarf = character.race.lower() == "dwarf"
    stout = STOUT in character.feats
    return "d10" if dwarf and stout else "d8" if dwarf or stout else "d6"


def starting_max(character: Character) -> int:
    """Maximum HP at first level: stored, or 9 for a dwarf fighter, 7 for a fighter, 6 for anyone else. Atom D-045."""
    if character.starting_max_hp is not None:
        return character.starting_max_hp
    fighter = (character.cls or "").lower() == "fighter"
    return 9 if fighter and character.race.lower() == "dwarf" else 7 if fighter else 6


def wounds(character: Character) -> tuple[Injury, ...]:
    """The Wounds whose clock runs, oldest first. DA-14."""
    return tuple(injury for injury in character.injuries if injury.rounds_left is not None)


def dying(character: Character) -> bool:
    """Whether a Wound is killing the character. Atom D-035."""
    return bool(wounds(character)) and character.status not in GONE


def rounds_left(character: Character) -> int | None:
    """The rounds until the first Wound kills; None: none does."""
    return min((injury.rounds_left or 0 for injury in wounds(character)), default=None)


def active(character: Character, type: str) -> bool:
    """Whether the effect of some Injury of a type is running."""
    return any(injury.type == type and injury.effect_active for injury in (*character.injuries, *character.lingering))


def asleep(character: Character) -> tuple[Injury, ...]:
    """The Injuries that keep the character unconscious, those healed in a coma included."""
    held = (*character.injuries, *character.lingering)
    return tuple(injury for injury in held if injury.type == KNOCKED_OUT and injury.effect_active)


def lost(character: Character, what: str) -> bool:
    """Whether something is lost for good."""
    return any(loss.what == what for loss in character.permanent)


def unconscious(character: Character) -> bool:
    """Knocked Out, in a coma, or collapsed of a Wound without Unstoppable Fury. Atoms D-022, D-035, D-080; DA-42."""
    collapsed = dying(character) and FURY not in character.feats
    return collapsed or bool(asleep(character)) or lost(character, PERMANENT_COMA)


def helpless(character: Character) -> bool:
    """Whether the character can do nothing at all now."""
    return unconscious(character) or character.fainted or character.status in GONE


def limbs_out(character: Character) -> tuple[str, ...]:
    """Limbs that can't be used: Maimed for now, or lost without an artificial one. Atoms D-026, D-027, D-029, D-077."""
    return tuple(
        limb
        for limb in LIMBS
        if _running(character, MAIMED, limb) or (limb not in character.artificial and _gone(character, MAIMED, limb))
    )


def eyes_out(character: Character) -> tuple[str, ...]:
    """Eyes that can't see, for now or for good. Atoms D-017, D-018."""
    return tuple(eye for eye in EYES if _running(character, BLINDED, eye) or _gone(character, BLINDED, eye))


def _running(character: Character, type: str, part: str) -> bool:
    """Whether an Injury keeps a part out of use for now; a Grave one's part is gone, which an artificial limb mends."""
    return any(_on(injury, type, part) and not _for_good(injury) for injury in character.injuries)


def _gone(character: Character, type: str, part: str) -> bool:
    """Whether a part is lost for good, as the list of losses or the Grave Injury itself says."""
    carried = any(_on(injury, type, part) and _for_good(injury) for injury in character.injuries)
    return carried or lost(character, f"{LOST[type]}:{part}")


def _on(injury: Injury, type: str, part: str) -> bool:
    return injury.type == type and injury.part == part and injury.effect_active


def _for_good(injury: Injury) -> bool:
    return injury.severity == GRAVE


def movement(character: Character) -> int | None:
    """3 with a leg out; None: unhindered. Atom D-027; DA-46."""
    return 3 if set(LEGS) & set(limbs_out(character)) else None


def ability(character: Character, name: str) -> int:
    """An ability after its permanent losses, never below 0. DA-22."""
    gone = sum(1 for loss in character.permanent if loss.what == f"{ABILITY_LOSS}:{name}")
    return max(0, character.abilities[name] - gone)


def charisma_in_force(character: Character) -> int:
    """Charisma as it counts now: at most 3 while Scarred. Atom D-030; DA-21."""
    charisma = ability(character, "cha")
    return min(3, charisma) if active(character, SCARRED) else charisma


def conditions(character: Character) -> list[str]:
    """What the Referee has to bear in mind. DA-22, DA-23, DA-46."""
    out = limbs_out(character)
    found = [
        ("blind", len(eyes_out(character)) == 2),
        ("cannot_walk", set(LEGS) <= set(out)),
        ("cannot_hold", set(ARMS) <= set(out)),
        ("no_hit_dice", character.hit_dice == 0),
        ("spells_fail", active(character, FRACTURE)),
        ("trackable", active(character, BLEEDING)),
    ]
    flags = [name for name, so in found if so]
    return flags + [f"{name}_zero" for name in ABILITIES if ability(character, name) == 0]


def repeated(character: Character, type: str, part: str | None, besides: str | None = None) -> bool:
    """Whether an Injury would be the same one on the same part again: one is carried, or the part is lost for good.
    `besides` is left out of account. Atom D-032; DA-04, DA-05, DA-41."""
    if part is not None and lost(character, f"{LOST[type]}:{part}"):
        return True
    return any(
        injury.type == type and (type not in PARTS or injury.part == part) and injury.id != besides
        for injury in character.injuries
    )


def free_parts(character: Character, type: str, besides: str) -> tuple[str, ...]:
    """The parts where an Injury of a type would not repeat one."""
    return tuple(part for part in PARTS[type] if not repeated(character, type, part, besides))


def free_types(character: Character, besides: str) -> tuple[str, ...]:
    """The types that would not (or need not) repeat an Injury carried. DA-08."""
    return tuple(
        type
        for type in TYPES
        if (free_parts(character, type, besides) if type in PARTS else not repeated(character, type, None, besides))
    )
