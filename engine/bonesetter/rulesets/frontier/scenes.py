"""Fights, turns, scenes and plain time (Critical wounds; Fatigue)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import Change, add, event, set_
from ...form import Who
from ...procedure import Outcome, Rule, procedure
from . import bearing, choices
from .clocks import elapse, scene_goes_on
from .fatigue import hardship
from .records import Character, Frontier
from .telling import Telling, acting, counted, end_wound, exerted, living, sound, working


@procedure(group="time", gm=True)
def start_fight(c: Frontier) -> Rule:
    """A fight begins: wounds taken in it count from 0, and everybody may get first aid once again.
    Atoms F-039, F-072, F-073; D-26, D-27."""
    t = Telling(c)
    if c.scene.fight:
        _fight_over(t)
    t.tell(event("fight_starts", None, set_("fight", True), add("fights", 1), set_("since_fight", None)))
    fresh: tuple[tuple[str, Any], ...] = (
        ("crits_this_fight", 0),
        ("first_aid_this_fight", False),
        ("first_aid_tried_by", ()),
    )
    for who, ch in c.characters.items():
        changes = [set_(field, value) for field, value in fresh if getattr(ch, field) != value]
        if changes:
            t.tell(event("fight_counters_reset", who, *changes))
    yield from ()
    return Outcome("fight_started", t.events, {"fight": c.scene.fights + 1})


@procedure(group="time", gm=True)
def end_fight(c: Frontier, *, who: Annotated[tuple[str, ...], Who(many=True)] = ()) -> Rule:
    """The fight is over for all: wounds that last the fight end. Each character who took part gains 1 Fatigue, the same
    whether they fought, cast or both; opponents gain none and what they were tired by is forgotten.
    Atoms F-078, F-089, F-201, F-202, F-212, F-215, F-318; D-38."""
    if not c.scene.fight:
        raise Refusal("no_fight")
    t = Telling(c)
    _fight_over(t)
    t.tell(event("fight_ends", None, set_("fight", False), set_("since_fight", Fraction(0))))
    asleep = []
    for name in dict.fromkeys(who):
        if t[name].dead or t[name].opponent:
            continue
        before = bearing.fatigue(t[name])
        t.tell(event("tired_out", name, add("fatigue", 1), amount=1, cause=Term("terms.the_fight")))
        t.tell(*exerted(t.c, name))
        if (yield from hardship(t, name, before, f"hardship.{name}")):
            asleep.append(name)
    return Outcome("fight_ended", t.events, {"hardship": {}, "asleep": asleep})


def _fight_over(t: Telling) -> None:
    for name, ch in t.c.characters.items():
        for wound in bearing.open_wounds(ch):
            if wound.lasts == "fight":
                end_wound(t, name, wound, "fight")
        changes = _turns_past(t[name])
        if ch.tired:
            changes.append(set_("tired", 0))
        if changes:
            t.tell(event("turns_past", name, *changes))


def _turns_past(ch: Character) -> list[Change]:
    """Nothing is left of what spoils a coming turn (F-089)."""
    changes = [set_(f"critical_wounds/{wound.id}/pending", False) for wound in bearing.open_wounds(ch) if wound.pending]
    changes += [set_(f"poisonings/{dose.id}/turns_left", 0) for dose in ch.poisonings if dose.turns_left]
    changes += [set_("half_action", False)] if ch.half_action else []
    changes += [set_("lose_turns", 0)] if ch.lose_turns else []
    return changes


@procedure(group="time", gm=True)
def new_scene(c: Frontier) -> Rule:
    """Another scene: the count of spells starts again, poison coats are gone, the minutes just after a fight are over,
    and fight wounds taken outside a fight end. A scene is about ten minutes, or one task, search or conversation.
    Atoms F-036, F-078, F-204, F-205, F-235; D-12, D-39."""
    t = Telling(c)
    t.tell(event("scene_changes", None, set_("since_fight", None)))
    for name, ch in c.characters.items():
        if ch.coat is not None:
            t.tell(event("coat_worn_off", name, set_("coat", None)))
        if c.scene.fight:
            changes = []
        else:
            changes = _turns_past(ch)
            for wound in bearing.open_wounds(ch):
                if wound.lasts == "fight":
                    end_wound(t, name, wound, "scene")
        if ch.spells_this_scene:
            changes.append(set_("spells_this_scene", 0))
        if changes:
            t.tell(event("scene_counters_reset", name, *changes))
    yield from ()
    return Outcome("scene_changed", t.events, {})


@procedure(group="time", gm=True)
def pass_time(c: Frontier, *, minutes: Annotated[int, choices.whole(0, unit="minute")]) -> Rule:
    """Time goes by for everybody. It is no rest: hour wounds don't heal by it, and no disease or poison is rolled.
    Atoms F-013, F-015, F-079 to F-081, F-093, F-245, F-253, F-312, F-329, F-372; D-16, D-51."""
    t = Telling(c)
    dead = [who for who, ch in c.characters.items() if ch.dead]
    for who in c.characters:
        elapse(t, who, Fraction(minutes))
    scene_goes_on(t, Fraction(minutes))
    deaths = [who for who, ch in t.c.characters.items() if ch.dead and who not in dead]
    due = {
        who: [dose.id for dose in ch.poisonings if dose.phase == "onset" and dose.onset_left == 0]
        for who, ch in t.c.characters.items()
        if not ch.dead
    }
    yield from ()
    result = {"deaths": deaths, "poisons_due": {who: ids for who, ids in due.items() if ids}}
    return Outcome("time_passed", (event("minutes_pass", None, minutes=counted(minutes, "minutes")), *t.events), result)


@procedure(group="time")
def next_turn(c: Frontier, *, who: Annotated[str, Who()]) -> Rule:
    """A character's next turn is taken: lost, a half action, or full, at what Movement. All that spoiled it lands on
    this one turn and is spent; a lost turn swallows half actions, and the largest number of lost turns holds. Atoms
    F-089, F-103, F-106, F-121, F-161, F-284; D-35."""
    ch = living(c, who)
    down = bearing.unconscious(ch) is not None or bearing.asleep(ch) is not None
    turn = "lost" if down or bearing.lose_turns(ch) else "half" if bearing.half_action(ch) else "full"
    movement = bearing.movement(c, who, next_turn=True)
    changes = [set_(f"critical_wounds/{wound.id}/pending", False) for wound in bearing.open_wounds(ch) if wound.pending]
    changes += [add(f"poisonings/{dose.id}/turns_left", -1) for dose in ch.poisonings if dose.turns_left]
    changes += [set_("half_action", False)] if ch.half_action else []
    changes += [add("lose_turns", -1)] if ch.lose_turns else []
    happened = event("turn_taken", who, *changes, turn=Term(f"values.turn.{turn}"), movement=movement)
    yield from ()
    return Outcome(f"turn_{turn}", (happened,), {"turn": turn, "movement": movement})


@procedure(group="time")
def attack_made(c: Frontier, *, who: Annotated[str, Who()], arm: Annotated[str, choices.SIDE]) -> Rule:
    """An attack with an arm, hit or miss: what weighed on "the next attack with that arm" is spent.
    Atoms F-089, F-141, F-315."""
    ch = acting(c, who)
    working(c, who, "to_fight")
    if not bearing.arm_usable(c, ch, arm):
        raise Refusal("arm_useless", field="arm", who=who, side=Term(f"values.{arm}"))
    spent = [
        wound
        for wound, effect in bearing.effects(ch, "modifier")
        if effect.get("uses") and wound.side == arm and not wound.spent
    ]
    changes = [set_(f"critical_wounds/{wound.id}/spent", True) for wound in spent]
    yield from ()
    return Outcome(
        "attack_made",
        (event("attack_made", who, *changes, side=Term(f"values.{arm}")),),
        {"spent": [w.id for w in spent]},
    )


@procedure(group="time")
def stand_up(c: Frontier, *, who: Annotated[str, Who()]) -> Rule:
    """Standing up: prone is over at once, though the wound that felled stays listed. Atom F-078; D-38."""
    acting(c, who)
    yield from ()
    return Outcome("stands", (event("stands_up", who, set_("prone", False)),), {"prone": False})


@procedure(group="time")
def hold(c: Frontier, *, who: Annotated[str, Who()], side: Annotated[str, choices.SIDE], item: str = "") -> Rule:
    """What a hand holds from now on (nothing, where `item` is empty): a useless arm and a lost hand hold nothing.
    Atoms F-091, F-142, F-151."""
    ch = sound(c, who)
    if item and not bearing.arm_usable(c, ch, side):
        raise Refusal("arm_useless", field="side", who=who, side=Term(f"values.{side}"))
    change = set_(f"holds/{side}", item) if item else Change("drop", "holds", side)
    yield from ()
    return Outcome(
        "holds", (event("holds", who, change, side=Term(f"values.{side}"), item=item or Term("terms.nothing")),), {}
    )
