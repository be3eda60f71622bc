"""Questions of a state: modifiers, numbers, what can be done, and whether the facts can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from ...codec import to_json
from ...dice import Dice
from ...effect import Term
from ...errors import Refusal
from ...form import Free, OneOf, Who
from ...frozen import Json
from ...procedure import query
from . import bearing, book, choices, rolls
from .records import Frontier
from .state import wound_view
from .telling import sound, the_wound

ACTS = (
    "act",
    "full_action",
    "run",
    "charge",
    "walk",
    "walk_unaided",
    "attack",
    "two_handed",
    "use_arm",
    "hold",
    "travel",
    "fight",
    "work",
    "luck",
    "automatic",
)


@query()
def modifier(
    c: Frontier, *, who: Annotated[str, Who()], roll: Annotated[Mapping[str, Any], Free("roll")]
) -> dict[str, Json]:
    """What modifies a roll besides attribute and rank, part by part. Atoms F-007, F-008, F-053 to F-055, F-091, F-207,
    F-215; D-32, D-33, D-36, D-61 to D-63."""
    sound(c, who)
    parts = rolls.situational(c, who, rolls.Roll.of(roll))
    shown = [{"source": to_json(part.source), "value": part.value} for part in parts]
    return {"modifier": sum(part.value for part in parts), "parts": shown}


@query()
def movement(c: Frontier, *, who: Annotated[str, Who()]) -> dict[str, Json]:
    """Movement as wounds and sickness leave it. Atoms F-092, F-125, F-131, F-161 to F-171, F-353; D-34."""
    return {"movement": bearing.movement(c, who)}


STATS = (
    "Endurance",
    "Resolve",
    "Intellect",
    "Agility",
    "Might",
    "Deftness",
    "Presence",
    "Wits",
    "Melee Skill",
    "Ranged Skill",
    "Appearance",
    "Movement",
    "max_wounds",
    "wounds",
)


@query()
def stat(c: Frontier, *, who: Annotated[str, Who()], stat: Annotated[str, OneOf(STATS, open=True)]) -> dict[str, Json]:
    """An attribute, Appearance, Movement or Wounds as they are now. Atoms F-111, F-131, F-171, F-363."""
    ch = c[who]
    own = {
        "Appearance": bearing.appearance(ch),
        "Movement": bearing.movement(c, who),
        "max_wounds": ch.most,
        "wounds": ch.now,
    }
    if stat in own:
        return {"value": own[stat]}
    if stat not in ch.attributes:
        known = [Term(f"values.{name}") if name in STATS else name for name in (*ch.attributes, *own)]
        raise Refusal("unknown_stat", field="stat", given=stat, known=known)
    return {"value": bearing.attribute(ch, stat)}


@query()
def melee_damage(c: Frontier, *, who: Annotated[str, Who()]) -> dict[str, Json]:
    """What wounds change about damage dealt in melee. Atom F-129."""
    return {"change": sum(int(effect["value"]) for _, effect in bearing.effects(c[who], "melee_damage"))}


@query()
def can(
    c: Frontier,
    *,
    who: Annotated[str, Who()],
    what: Annotated[str, OneOf(ACTS, labels="values.can")],
    arm: Annotated[str | None, choices.SIDE] = None,
    roll: Annotated[Mapping[str, Any] | None, Free("roll")] = None,
    talent: str | None = None,
) -> dict[str, Json]:
    """Whether a character can do something now. Resist rolls are always rolled: asking for an automatic success on one
    is refused with `resist_never_automatic`. Luck goes on any roll that its player sees. Atoms F-009, F-010, F-036,
    F-076, F-091, F-129, F-148, F-165, F-168, F-170, F-240, F-241, F-306, F-315; D-32, D-37, D-82."""
    ch = c[who]
    if what in ("luck", "automatic"):
        asked = rolls.Roll.of(roll if roll is not None else {"kind": "skill"})
        if what == "luck":
            return _answer(None if not asked.secret else "roll_unseen")
        if asked.kind == "resist":
            raise Refusal("resist_never_automatic", field="talent", talent=talent or Term("terms.a_talent"))
        return _answer(None)
    if what in ("hold", "use_arm", "attack"):
        if arm is None and what != "attack":
            raise Refusal("side_needed", field="arm", location=Term("values.arm"))
        sides = book.SIDES if arm is None else (arm,)
        usable = any(bearing.arm_usable(c, ch, side) for side in sides)
        barred = _forbidden(c, who, "fight") if what == "attack" else None
        return _answer(bearing.incapable(ch) or barred or (None if usable else "arm_useless"))
    return _answer(bearing.incapable(ch, full_action=what == "full_action") or _forbidden(c, who, what))


def _forbidden(c: Frontier, who: str, what: str) -> str | None:
    ch = c[who]
    if what in ("travel", "fight", "work"):
        return "gravely_ill" if bearing.gravely_ill(ch) is not None else None
    if what == "two_handed":
        arms = all(bearing.arm_usable(c, ch, side) for side in book.SIDES)
        return "wound" if bearing.banned(c, ch, "two_handed") or not arms else None
    if what == "walk":
        return "wound" if bearing.banned(c, ch, "walk_unaided") and "crutch" not in ch.gear else None
    if what in ("run", "charge", "walk_unaided"):
        legs = bearing.banned(c, ch, what) or bearing.banned(c, ch, "walk_unaided")
        lung = what == "charge" and c.option("no_run_bans_charge") and bearing.banned(c, ch, "run")
        return "wound" if legs or lung else None
    return None


def _answer(reason: str | None) -> dict[str, Json]:
    return {"allowed": reason is None, "reason": reason}


@query()
def open_wounds(c: Frontier, *, who: Annotated[str, Who()]) -> dict[str, Json]:
    """The ids of the critical wounds that aren't over. Atoms F-088, F-090."""
    return {"ids": [wound.id for wound in bearing.open_wounds(c[who])]}


@query()
def wound(c: Frontier, *, who: Annotated[str, Who()], wound: Annotated[str, choices.WOUND]) -> dict[str, Json]:
    """One critical wound: its record and what is left of its clock. Atom F-090."""
    return wound_view(c, the_wound(c[who], who, wound))


@query()
def validate(c: Frontier, *, who: Annotated[str, Who()]) -> dict[str, Json]:
    """Whether a character's numbers can be: refused where they can't, noticed where they are merely unusual. Atoms
    F-011, F-012, F-023; D-05, D-06, D-76."""
    ch = sound(c, who)
    notices = []
    whole = 2 * (ch.attributes.get("Endurance", 0) + ch.attributes.get("Resolve", 0))
    if ch.human_sized and not ch.opponent and ch.most != whole:
        notices.append("max_wounds_not_twice_E_plus_R")
    return {"notices": notices}


@query()
def enter_die(_: Frontier, *, die: str, v: Annotated[int, choices.whole()]) -> dict[str, Json]:
    """A face read off a real die: given back if the die has it (a d3 may be read off a d6 by whoever rolls). Atoms
    F-012, F-014; D-57."""
    reach = sorted(Dice.parse(die).distribution())
    if not reach[0] <= v <= reach[-1]:
        raise Refusal("die_out_of_range", field="v", die=die, given=v, lo=reach[0], hi=reach[-1], purpose="")
    return {"v": v}
