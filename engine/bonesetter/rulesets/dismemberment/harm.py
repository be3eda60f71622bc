"""Damage, Injury Tests and the Injuries that come of them. Source: Hit Points and 0 HP; Injury Tests; the optional
rules No Choice, Excessive Damage and Monsters on Zero HP; Shields & Parrying Weapons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import set_
from ...form import Between, Free, Who
from ...frozen import Json
from ...happening import Asking
from ...procedure import Outcome, Rule, procedure
from ...request import Choose, Option, Test
from . import derived, monsters
from .acquire import acquire, record_wound
from .character import GRAVE, MONSTER, NORMAL, WOUND
from .derived import Maimery
from .happening import Happening
from .picking import pick_part, pick_type, tough
from .twofold import summed

NONE = "none"


@dataclass(frozen=True)
class Blow:
    """What may be put in a blow's way: nothing but against an attack, and no item that the Referee refuses; a parrying
    weapon only against what can be parried. Atoms D-054, D-060; DA-16."""

    is_attack: bool
    parryable: bool
    refused: tuple[str, ...]


@procedure(group="hurt", summed=summed)
def damage(
    c: Maimery,
    *,
    on: Annotated[str, Who()],
    amount: Annotated[int, Between(0)],
    is_attack: bool = True,
    parryable: bool = True,
    refused: Annotated[Any, Free("items")] = (),
) -> Rule:
    """Damage from one event. HP stop at 0; whatever would take them below it is an Injury: test, protection, which one,
    where, Grave or Wound, and what it does. Excessive Damage (optional) makes two.

    `refused` lists items that the Referee won't have against this attack. Raises Refusal `dead`, `bad_value`.
    Atoms D-001 to D-004, D-006 to D-013, D-032, D-033, D-042 to D-046, D-051 to D-061, D-072, D-079, D-081 to D-083.
    """
    character = derived.present(c, on)
    items = (refused,) if isinstance(refused, str) else tuple(refused)
    if not all(isinstance(item, str) for item in items):
        raise Refusal("bad_value", field="refused", given=items, accepted="a list of items")
    s = Happening(c, on)
    if character.kind == MONSTER:
        monsters.struck(s, amount)
        return Outcome(s.character.status, s.events, report(s))
    excess = amount - character.hp.now
    if amount:
        rest = (set_("rest_days_done", 0),) if character.rest_days_done else ()
        s.note("damaged", set_("hp/now", max(0, -excess)), *rest, amount=amount, hp=max(0, -excess))
    if excess <= 0:
        return Outcome("unhurt", s.events, report(s))
    excessive = c.option("excessive_damage") and excess > derived.starting_max(character)
    for group in range(2 if excessive else 1):
        yield from _injury(s, Blow(is_attack, parryable, items), group)
    return Outcome(_ending(s), s.events, report(s))


def _ending(s: Happening) -> str:
    """The worst that came of it."""
    severities = [event.data["severity"] for event in s.events if event.name in ("injury", "wound")]
    return next((severity for severity in (WOUND, GRAVE, NORMAL) if severity in severities), "temporary")


def report(s: Happening) -> dict[str, Json]:
    """What callers read after something was done to a character."""
    character = s.character
    names = [event.name for event in s.events]
    return {
        "n": len(character.injuries),
        "hp": character.hp.now,
        "trauma": character.trauma,
        "dying": derived.dying(character),
        "rounds_left": derived.rounds_left(character),
        "unconscious": derived.unconscious(character),
        "cha_in_force": derived.charisma_in_force(character),
        "loyalty_tests": character.henchmen if "loyalty" in names else 0,
        "dropped": "dropped" in names,
        "spells": 0 if "forgotten" in names else character.spells,
        "status": character.status,
    }


def _injury(s: Happening, blow: Blow, group: int) -> Asking[None]:
    """One Injury of a blow, in the order test, protection, type, part, repeat, Grave or Wound, toughness, effects.

    Atoms D-007, D-008, D-010, D-011, D-032, D-033, D-042, D-043, D-056 to D-059, D-079; DA-01, DA-06, DA-09, DA-17.
    """
    no_choice = s.c.option("no_choice")
    severity = yield from _test(s, group)
    shielded = yield from _protection(s, blow, "protect", group)
    if severity == WOUND and not shielded:
        record_wound(s, source="test")  # no type and no part until it is recovered from: DA-51
        return
    type, chosen = yield from pick_type(s, group, choosing=not no_choice)
    part = yield from pick_part(s, type, group, choosing=chosen and s.c.option("choose_part"))
    again = derived.repeated(s.character, type, part)
    if again and not shielded and blow.is_attack:
        shielded = yield from _protection(s, blow, "late_protect", group)
    if again:
        severity = WOUND
    elif severity == GRAVE and not shielded and not no_choice:
        severity = yield from _grave_or_wound(s, type, part, group)
    temporary = False
    if shielded:
        severity, temporary = NORMAL, severity == NORMAL
    if not temporary and (yield from tough(s, severity, group)):
        temporary = True
    if severity == WOUND:
        record_wound(s, source="repeat" if again else "chosen")
    else:
        yield from acquire(s, s.new_id(), type, part, severity, temporary, group)


def _test(s: Happening, group: int) -> Asking[str]:
    """The Injury Test: at most N, the Injuries carried with this one, is serious. Serious is Grave here, until its
    bearer chooses; with No Choice a roll of exactly N is Grave and a lower one a Wound. Atoms D-006 to D-009, D-043,
    D-072."""
    number = len(s.character.injuries) + 1
    die = derived.test_die(s.character)
    margin = yield from Test(
        "injury_test",
        dice=f"1{die}",
        under=True,
        difficulty=number,
        who=s.who,
        group=group,
        show=f"tests.{group}",
        about=(("n", number),),
    )
    s.strain()
    if margin < 0:
        return NORMAL
    return WOUND if s.c.option("no_choice") and margin > 0 else GRAVE


def _protection(s: Happening, blow: Blow, purpose: str, group: int) -> Asking[bool]:
    """A shield or parrying weapon (or helm: option) put in the way; it is shattered. Atoms D-054 to D-061; DA-16."""
    gear = s.character.gear
    had = gear.shield or gear.helm or bool(gear.parrying_weapons)
    if not had and (purpose == "late_protect" or not blow.is_attack):
        return False
    options = [Option(NONE, Term("terms.no_item")), _item("shield", gear.shield, blow)]
    if s.c.option("helm") or gear.helm:
        fits = None if s.c.option("helm") else "not_allowed"
        options.append(_item("helm", gear.helm, blow, fits))
    broken = [str(event.data["item"]) for event in s.events if event.name == "shattered"]
    for weapon in dict.fromkeys((*gear.parrying_weapons, *(item for item in broken if item not in ("shield", "helm")))):
        options.append(_item(weapon, weapon in gear.parrying_weapons, blow, None if blow.parryable else "refused"))
    about = (("who", s.who), ("what", Term("not_allowed.helm")))
    item = yield from Choose(
        purpose,
        who=s.who,
        options=tuple(options),
        default=NONE,
        unknown="no_such_item" if blow.is_attack else "not_an_attack",
        skip_single=True,
        group=group,
        about=about,
    )
    if item == NONE:
        return False
    if item in ("shield", "helm"):
        s.note("shattered", set_(f"gear/{item}", False), item=item)
    else:
        left = list(gear.parrying_weapons)
        left.remove(item)
        s.note("shattered", set_("gear/parrying_weapons", tuple(left)), item=item)
    return True


def _item(item: str, had: bool, blow: Blow, unfit: str | None = None) -> Option:
    refused = None
    if not blow.is_attack:
        refused = "not_an_attack"
    elif not had:
        refused = "no_such_item"
    elif item in blow.refused:
        refused = "refused"
    return Option(item, Term(f"terms.{item}"), refused or unfit)


def _grave_or_wound(s: Happening, type: str, part: str | None, group: int) -> Asking[str]:
    """A Grave Injury, or a Wound in its place: the player's choice, never the engine's. Atoms D-033, D-041."""
    options = tuple(Option(severity, Term(f"severities.{severity}")) for severity in (GRAVE, WOUND))
    about = (("injury", Term(f"rows.injury-{type}")), ("part", Term(f"at.{part or 'no_part'}")))
    chosen = yield from Choose("grave_or_wound", who=s.who, options=options, group=group, about=about)
    return chosen
