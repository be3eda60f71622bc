"""What holds of every game of Injury and Recovery, whatever is done in it (SPEC 9.3)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from bonesetter.codec import from_json, to_json
from bonesetter.errors import Refusal
from bonesetter.request import Draw, Test
from frontier_table import RULES, Table, table

CREW = {
    "ann": {
        "wounds": 4,
        "ranks": {"Treat Wounds": 3, "Resist (Disease)": 1, "Survival": 1},
        "gear": ["herbs", "surgeon's kit"],
    },
    "bob": {
        "wounds": 2,
        "attributes": {"Endurance": 2, "Resolve": 2},
        "folk": "elf",
        "gear": ["crutch", "Stanch-rune kit"],
    },
    "cat": {"wounds": 6, "attributes": {"Endurance": 4}, "ranks": {"Resist (Poison)": 2}, "talents": ["Surgery"]},
    "foe": {"kind": "opponent", "coat": "Wolfsbane paste", "venom": "Rattler venom"},
}
WHO = tuple(CREW)
POISONS = (
    "Rattler venom", "Wolfsbane paste", "Sleeping draught", "Cut rum", "Water hemlock root", "Death-cap", "Bad air",
)  # fmt: skip
DISEASES = (
    "Spring fever", "Camp flux", "Marsh ague", "Ship fever", "Grey pox", "Winter rot", "Lockjaw", "Festering wound",
)  # fmt: skip
Act = tuple[str, dict[str, Any]]


def act(t: Table, dice: random.Random) -> Act:
    """Something that might be done next, sensible or not; what is open is worked on more often than not."""
    on, by = dice.choice(WHO), dice.choice(WHO)
    ch = t.c[on]
    wound = next(iter(dice.sample(ch.critical_wounds, min(1, len(ch.critical_wounds)))), None)
    dose = next(iter(dice.sample(ch.poisonings, min(1, len(ch.poisonings)))), None)
    bout = next(iter(dice.sample(ch.diseases, min(1, len(ch.diseases)))), None)
    acts = list(anything(on, by, dice))
    for found, possible in ((wound, with_wound), (dose, with_dose), (bout, with_bout)):
        if found is not None:
            acts += 3 * list(possible(on, by, found.id, dice))
    return dice.choice(acts)


def anything(on: str, by: str, dice: random.Random) -> tuple[Act, ...]:
    crowd = [name for name in WHO if dice.random() < 0.7]
    place = dice.choice(["head", "body", "arm", "leg"])
    return (
        ("hit", {"on": on, "damage": dice.choice([0, 1, 2, 3, 4, 5, 9]), "location": place}),
        ("hit", {"on": on, "damage": dice.choice([0, 1, 2, 3, 4, 5]), "location": place}),
        ("hit", {"on": on, "by": by, "damage": dice.randint(0, 4), "location": place}),
        ("first_aid", {"by": by, "on": on}),
        ("tend", {"by": by, "on": on}),
        ("night", {"on": on, "quality": dice.choice(["full", "broken", "poor"])}),
        ("short_rest", {"on": on}),
        ("rest_hours", {"on": on, "hours": dice.randint(0, 3)}),
        ("start_fight", {}),
        ("end_fight", {"who": crowd}),
        ("new_scene", {}),
        ("next_turn", {"who": on}),
        ("attack_made", {"who": on, "arm": dice.choice(["left", "right"])}),
        ("pass_time", {"minutes": dice.choice([0, 1, 5, 60, 1440])}),
        ("cast", {"who": on}),
        ("cast", {"who": on, "ritual": dice.randint(0, 3)}),
        ("gain_fatigue", {"who": on, "amount": dice.randint(0, 3)}),
        ("wake", {"who": on, "how": dice.choice(["shake", "harm"])}),
        ("take_poison", {"on": on, "poison": dice.choice(POISONS)}),
        ("take_poison", {"on": on, "poison": dice.choice(POISONS)}),
        ("expose", {"on": on, "disease": dice.choice(DISEASES), "secret": dice.random() < 0.5}),
        ("expose", {"on": on, "disease": dice.choice(DISEASES)}),
        ("season_relapse", {"on": on}),
        ("magic", {"on": on, "spell": dice.choice(["Hold the Breath", "House-blessing"])}),
        ("forage", {"who": on}),
    )


def with_wound(on: str, by: str, id: str, dice: random.Random) -> tuple[Act, ...]:
    return (
        ("treat_wound", {"by": by, "on": on, "wound": id}),
        ("named_treatment", {"by": by, "on": on, "wound": id}),
        ("stanch", {"by": by, "on": on, "wound": id}),
        ("limb_rune", {"on": on, "wound": id}),
        ("magic", {"on": on, "spell": dice.choice(["Greater Mending", "Mother's Care"]), "target": id}),
        ("expose", {"on": on, "disease": dice.choice(["Festering wound", "Lockjaw"]), "wound": id}),
    )


def with_dose(on: str, by: str, id: str, dice: random.Random) -> tuple[Act, ...]:
    return (
        ("poison_acts", {"on": on, "id": id}),
        ("poison_acts", {"on": on, "id": id}),
        ("treat_poison", {"by": by, "on": on, "id": id}),
        ("identify_poison", {"by": by, "on": on, "id": id}),
        ("leave_air", {"on": on, "id": id, "stays_down": dice.random() < 0.3}),
        ("magic", {"on": on, "spell": "Cleanse", "target": id}),
    )


def with_bout(on: str, by: str, id: str, dice: random.Random) -> tuple[Act, ...]:
    return (
        ("become_sick", {"on": on, "id": id}),
        ("become_sick", {"on": on, "id": id}),
        ("interval", {"on": on, "id": id, "active": dice.random() < 0.3}),
        ("interval", {"on": on, "id": id}),
        ("nurse", {"by": by, "on": on, "id": id}),
        ("identify_disease", {"by": by, "on": on, "id": id}),
        ("downtime_week", {"on": on, "id": id}),
        ("morning", {"on": on}),
        ("fresh_food_week", {"on": on}),
        ("magic", {"on": on, "spell": "Break the Fever", "target": id}),
    )


def total(ch: Any) -> int:
    return int(ch.fatigue + ch.fever_fatigue + ch.ritual_fatigue)


def able(t: Table, who: str) -> bool:
    shown = t.sheet(who)
    return not shown["dead"] and shown["unconscious"] is None and shown["asleep"] is None


def holds_always(t: Table) -> None:
    for who in WHO:
        ch, shown = t.c[who], t.sheet(who)
        assert 0 <= ch.wounds <= ch.max_wounds  # 1
        counted = [wound for wound in ch.critical_wounds if t.c.scene.fight and wound.fight == t.c.scene.fights]
        if t.c.scene.fight:
            assert ch.crits_this_fight == len(counted)  # 3
        for wound in ch.critical_wounds:
            assert len(wound.tried_by) == len(set(wound.tried_by))  # 7
            assert not wound.treated or wound.treated_by in wound.tried_by
        for bout in ch.diseases:
            assert 0 <= bout.marks <= 3 and (bout.phase == "over" or bout.marks < 3)  # 8
            if bout.phase == "gravely_ill":  # 9
                parts = t.ask("modifier", who=who, roll={"kind": "skill", "skill": "Climb"})["parts"]
                assert -2 in [part["value"] for part in parts]
        assert from_json(RULES.character, to_json(ch)) == ch
        assert RULES.adopt(to_json(ch)) == ch
        assert shown["movement_now"] >= 0


def one_step(t: Table, dice: random.Random) -> str | None:
    """One act, with all that must hold of it; its verb, or None where it was refused."""
    verb, args = act(t, dice)
    before = t.c
    try:
        result = t.do(verb, **args)
    except Refusal:
        assert t.c == before  # 5: a refused input changes nothing
        return None
    assert before.after(*t.events) == t.c  # 5: the fold of the events is the state
    for step in t.steps:
        if isinstance(step.request, Draw) and step.reading is not None:
            assert step.reading.total >= 1  # 4
        if isinstance(step.request, Test):
            assert step.request.difficulty in (9, 11, 13)  # F-003
    if verb == "hit":  # 2 and 10
        hurt = len(t.c[args["on"]].critical_wounds) - len(before[args["on"]].critical_wounds)
        if not before[args["on"]].opponent:
            down = result["wounds_after"] == 0
            assert hurt == int(down)
            assert down or result["critical"] is None
    elif verb != "inflict_wound":
        for who in WHO:
            assert len(t.c[who].critical_wounds) == len(before[who].critical_wounds)  # 10
    if verb == "night" and not t.c[args["on"]].dead:
        assert t.c[args["on"]].fatigue == 0  # 6
    rolled = [request.about for request in t.asked if request.purpose == "hardship"]
    for who in WHO:  # 15, for whoever could drop asleep when the act was over
        line = 2 * before[who].attributes["Resolve"]
        rose = total(t.c[who]) > total(before[who]) and total(t.c[who]) >= line
        asked = [about for about in rolled if ("who", who) in about]
        assert len(asked) <= 1
        if asked:
            assert rose and not before[who].opponent
        elif rose and not t.c[who].opponent and able(t, who):
            raise AssertionError(f"{verb} raised the Fatigue of {who} to the line without a roll")
    return verb


@pytest.mark.parametrize("seed", range(20))
def test_a_game_of_anything_keeps_the_invariants(seed: int) -> None:
    dice = random.Random(seed)
    t = table(CREW, seed, fight=False)
    done = 0
    for _ in range(200):
        if one_step(t, dice) is not None:
            done += 1
            holds_always(t)
    assert done > 20


def test_time_never_ends_an_unset_shoulder_or_an_unbound_gash() -> None:
    """Invariant 14."""
    wounds = [{"id": "w1", "location": "arm", "row": 6, "side": "left"}, {"id": "w2", "location": "body", "row": 6}]
    t = table({"ann": {"critical_wounds": wounds}})
    for _ in range(20):
        t.do("night", on="ann")
        t.do("rest_hours", on="ann", hours=12)
        t.do("pass_time", minutes=5000)
    assert t.ask("open_wounds", who="ann") == {"ids": ["w1", "w2"]}
