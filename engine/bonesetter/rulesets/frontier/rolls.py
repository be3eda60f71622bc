"""What modifies a roll: every part with its source (F-007, F-008), whatever the roll is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...effect import Effect, Part, Term
from ...errors import Refusal
from ...frozen import Json
from . import bearing, book
from .records import Character, Disease, Frontier, Wound

UNTRAINED = -2
NO_TOOLS = -2
ACTIVE = -2
MEDICINES = ("herbs", "bottled remedies", "surgeon's kit")
KIT = "surgeon's kit"

KINDS = ("skill", "attribute", "test", "attack", "casting", "resist", "treat", "damage")
TOLD = ("automatic", "difficulty", "talent", "weapon", "spell", "luck", "purpose")
"""What a roll's description may tell besides; nothing here is modified by it."""
USES = ("first_aid", "tending", "wound", "named", "poison", "nursing")


@dataclass(frozen=True)
class Roll:
    """A roll as its modifiers see it.

    `kind` is one of `KINDS`; `arm` the side it is made with, where one is; `use` (and `lasts`) what a Treat Wounds
    roll is for; `identified` whether the healer knows the poison or disease; `disease` the name of the disease
    resisted, `bout` the id of the bout where it is the patient's own; `active` whether the interval was spent
    travelling, fighting or working.
    """

    kind: str
    skill: str | None = None
    attribute: str | None = None
    mode: str | None = None
    arm: str | None = None
    group: str | None = None
    use: str | None = None
    lasts: str | None = None
    identified: bool = False
    disease: str | None = None
    bout: str | None = None
    active: bool = False
    secret: bool = False
    source: str | None = None

    @classmethod
    def of(cls, facts: Any) -> Roll:
        """A roll from its description. Raises Refusal `bad_roll`, `resist_never_automatic`."""
        if not isinstance(facts, Mapping) or facts.get("kind") not in KINDS:
            raise Refusal("bad_roll", field="roll", given=_plain(facts), accepted=list(KINDS))
        if facts["kind"] == "resist" and facts.get("automatic"):
            raise Refusal("resist_never_automatic", field="roll", talent=facts.get("talent") or Term("terms.a_talent"))
        known = {name: facts[name] for name in facts if name in cls.__dataclass_fields__}
        unknown = [str(name) for name in facts if name not in (*cls.__dataclass_fields__, *TOLD)]
        if unknown or (known.get("use") is not None and known["use"] not in USES):
            raise Refusal(
                "bad_roll", field="roll", given=unknown or known["use"], accepted=list(cls.__dataclass_fields__)
            )
        return cls(**known)


def _plain(facts: Json) -> Json:
    return facts.get("kind") if isinstance(facts, Mapping) else facts


def treat_roll(use: str, lasts: str | None = None, identified: bool = False) -> Roll:
    """A Treat Wounds roll (F-005)."""
    return Roll("treat", skill="Treat Wounds", attribute="Intellect", use=use, lasts=lasts, identified=identified)


def resist_roll(group: str, attribute: str = "Endurance", **more: Any) -> Roll:
    """A Resist roll (F-006)."""
    return Roll("resist", group=group, attribute=attribute, **more)


def treat_parts(c: Frontier, who: str, roll: Roll) -> tuple[Part, ...]:
    """All that is added to a Treat Wounds roll: Intellect, rank, and what modifies it."""
    return (*_base(c[who], "Intellect", "Treat Wounds"), *situational(c, who, roll))


def resist_parts(c: Frontier, who: str, roll: Roll) -> tuple[Part, ...]:
    """All that is added to a Resist roll: the attribute, the rank in the group, and what modifies it."""
    return (*_base(c[who], roll.attribute or "Endurance", f"Resist ({roll.group})"), *situational(c, who, roll))


def skill_parts(c: Frontier, who: str, skill: str, attribute: str) -> tuple[Part, ...]:
    """All that is added to a roll on a skill."""
    roll = Roll("skill", skill=skill, attribute=attribute)
    return (*_base(c[who], attribute, skill), *situational(c, who, roll))


def _base(ch: Character, attribute: str, skill: str) -> tuple[Part, ...]:
    parts = [Part(Term(f"values.{attribute}"), bearing.attribute(ch, attribute))]
    if rank := ch.ranks.get(skill, 0):
        parts.append(Part(Term(f"values.{skill}"), rank))
    return tuple(parts)


def trained(ch: Character) -> bool:
    """Whether the character has a rank in Treat Wounds (F-055, D-21)."""
    return ch.ranks.get("Treat Wounds", 0) > 0


def situational(c: Frontier, who: str, roll: Roll) -> tuple[Part, ...]:
    """What modifies a roll besides attribute and rank, part by part; nothing modifies damage dice (F-007)."""
    if roll.kind == "damage":
        return ()
    if roll.kind == "treat":
        roll = replace(roll, skill="Treat Wounds", attribute=roll.attribute or "Intellect")
    if roll.kind == "resist":
        roll = replace(roll, attribute=roll.attribute or "Endurance")
    harms = [*_wounds(c, c[who], roll), *_poisons(c, c[who]), *_diseases(c, c[who], roll)]
    if c.option("penalties_stack") == "worst_only" and harms:
        harms = [min(harms, key=lambda part: part.value)]
    return (*harms, *_fatigue(c, c[who], roll), *_resisting(c[who], roll), *_treating(c, c[who], roll))


def _wounds(c: Frontier, ch: Character, roll: Roll) -> Iterator[Part]:
    for wound, effect in bearing.effects(ch, "modifier"):
        if effect.get("uses") and wound.spent:
            continue
        if not bearing.in_force(c, wound, effect) or not matches(c, effect, roll):
            continue
        if _limb_bound(c, wound, effect) and roll.arm != wound.side:
            continue
        yield Part(book.wound_term(wound.location, wound.row), int(effect["value"]))


def _limb_bound(c: Frontier, wound: Wound, effect: Effect) -> bool:
    """Whether an effect holds only for rolls made with the wounded side (F-091, D-36)."""
    fingers = wound.location == "arm" and "attr:Deftness" in effect["on"]
    return effect.get("limb") == "this" or (fingers and not c.option("broken_fingers_all_deftness"))


def matches(c: Frontier, effect: Effect, roll: Roll) -> bool:
    """Whether any of an effect's targets is met by a roll; it counts once however many are (F-008)."""
    return any(_target(c, str(target), roll) for target in effect["on"])


def _target(c: Frontier, target: str, roll: Roll) -> bool:
    kind, _, name = target.partition(":")
    if kind == "all":
        return True
    if kind == "skill":
        return roll.skill == name
    if kind == "attr":
        return roll.attribute == name
    if kind == "attack":
        return roll.kind == "attack" and name in ("", roll.mode)
    if kind == "casting":
        return roll.kind == "casting"
    return kind == "physical" and roll.attribute in c.option("physical_attributes")


def _poisons(c: Frontier, ch: Character) -> Iterator[Part]:
    for dose in ch.poisonings:
        if dose.modifier and not (dose.turns_left and c.scene.fight):
            yield Part(Term(f"rows.{book.poison(dose.poison).id}"), dose.modifier)


def _diseases(c: Frontier, ch: Character, roll: Roll) -> Iterator[Part]:
    """Each disease's own penalties (F-314, F-328, D-61 to D-63, D-81)."""
    for bout in bearing.ill(ch):
        if roll.kind == "resist" and roll.bout == bout.id and not c.option("sick_penalty_on_own_resist"):
            continue
        values = list(_of_disease(c, bout, roll))
        if len(values) > 1 and not c.option("lockjaw_adds"):
            values = [min(values)]
        for value in values:
            yield Part(Term(f"rows.{book.disease(bout.disease).id}"), value)


def _of_disease(c: Frontier, bout: Disease, roll: Roll) -> Iterator[int]:
    if bout.phase == "gravely_ill":
        yield -2
    for effect in book.kinds(book.disease(bout.disease).effects, "modifier"):
        everything = tuple(effect["on"]) == ("all",)
        if matches(c, effect, roll) and not (everything and bout.phase == "gravely_ill"):
            yield int(effect["value"])


def _fatigue(c: Frontier, ch: Character, roll: Roll) -> Iterator[Part]:
    """−1 a point on casting and attacks, on nothing else (F-207, F-215)."""
    if roll.kind not in ("attack", "casting"):
        return
    points = ch.fatigue + ch.fever_fatigue + (ch.ritual_fatigue if c.option("ritual_in_penalty") else 0)
    points = ch.tired if ch.opponent else points
    if points:
        yield Part(Term("terms.fatigue"), -points)


def _resisting(ch: Character, roll: Roll) -> Iterator[Part]:
    """House-blessing, folk and exertion on Resist (Disease) (F-318, F-324, F-362)."""
    if roll.kind != "resist" or roll.group != "Disease":
        return
    if ch.blessed:
        yield Part(Term("values.House-blessing"), 1)
    if roll.disease is not None:
        for effect in book.kinds(book.disease(roll.disease).effects, "folk_modifier"):
            if ch.folk in effect["folk"]:
                yield Part(Term(f"values.{ch.folk}"), int(effect["value"]))
    if roll.active:
        yield Part(Term("terms.active_interval"), ACTIVE)


def _treating(c: Frontier, ch: Character, roll: Roll) -> Iterator[Part]:
    """Training, tools, talents and knowledge on Treat Wounds (F-051 to F-055, F-246, F-250, F-321, F-322)."""
    if roll.kind != "treat":
        return
    if not trained(ch):
        yield Part(Term("terms.untrained"), UNTRAINED)
    lasting = roll.use == "wound" and roll.lasts in ("week", "season")
    if (lasting or (roll.use == "named" and c.option("named_treatment_kit_penalty"))) and KIT not in ch.gear:
        yield Part(Term("terms.no_kit"), NO_TOOLS)
    if roll.use in ("poison", "nursing") and not any(aid in ch.gear for aid in MEDICINES):
        yield Part(Term("terms.no_medicines"), NO_TOOLS)
    bonuses = c.option("talent_bonus")
    for talent, applies in (("Field Dressing", roll.use == "first_aid"), ("Surgery", lasting)):
        if applies and talent in ch.talents and bonuses.get(talent):
            yield Part(Term(f"values.{talent}"), int(bonuses[talent]))
    if roll.identified and roll.use in ("poison", "nursing"):
        yield Part(Term("terms.identified"), 1)
