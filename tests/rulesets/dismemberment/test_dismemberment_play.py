"""Death & Dismemberment in play: what stays true whatever happens to a character."""

from __future__ import annotations

import random
from typing import Any

import pytest
from bonesetter import play
from bonesetter.campaign import Compartment
from bonesetter.codec import event_from_json, to_json
from bonesetter.errors import Refusal
from bonesetter.frozen import Map
from bonesetter.request import Choose, Count
from bonesetter.ruleset import load
from hypothesis import given, settings
from hypothesis import strategies as st

RULES = load("bonesetter.rulesets.dismemberment")
GEAR = {"shield": True, "parrying_weapons": ["sword"], "helm": True}
OPTIONS = ("no_choice", "excessive_damage", "poison", "helm", "choose_part", "naturals", "tough_on_grave")
REFUSALS = {"dead", "no_wound", "not_allowed", "not_due", "used_today", "bad_value"}


def table(options: dict[str, Any] | None = None, **facts: Any) -> Compartment[Any, Any]:
    made = {"hp": {"now": 4, "max": 9}, "gear": GEAR, "henchmen": 2, "spells": 3, **facts}
    return Compartment(Map({"pc": RULES.adopt(made)}), RULES.scene(), RULES.options(options or {}))


def carry_out(c: Compartment[Any, Any], verb: str, args: dict[str, Any], dice: random.Random) -> play.Standing:
    """Play a verb with dice and choices as they fall."""

    def answer(request: Any, key: str, wanting: Any) -> play.Answer:
        if isinstance(request, Choose):
            open_ = [option.value for option in request.options if not option.refused]
            return play.Answer(key, value=dice.choice(open_))
        if isinstance(request, Count):
            return play.Answer(key, value=request.lo)
        return play.Answer(key, (dice.randint(1, wanting.sides),))

    return play.play(RULES, c, play.begin(RULES, verb, args), answer)[1]


def acts() -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    def act(verb: str, **facts: Any) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
        return st.tuples(st.just(verb), st.fixed_dictionaries({"on": st.just("pc"), **facts}))

    flag, few = st.booleans(), st.integers(0, 9)
    return st.one_of(
        act("damage", amount=st.integers(0, 20), is_attack=flag, parryable=flag),
        act("damage", amount=st.integers(5, 20), is_attack=flag, parryable=flag),
        act("first_aid", helper=st.sampled_from(["Mora", "Aldo"]), berries=few),
        act("poison_fail", save_bonus=st.integers(-4, 4)),
        act("heal", amount=few),
        act("cure_serious", use=st.sampled_from(["remove", "treat"])),
        act("end_round"), act("wake"), act("rest_week"), act("rest_hour"), act("skip_rest_hour"), act("new_day"),
        act("rest_days", days=few), act("advance", hours=few, days=few), act("cast"), act("initiative"),
        act("strenuous", act=st.just("running")),
        act("restore", what=st.sampled_from(["str", "lost_limb", "lost_eye"])),
    )  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(course=st.lists(acts(), max_size=14), seed=st.integers(0, 10**6), on=st.sets(st.sampled_from(OPTIONS)))
def test_whatever_happens_the_count_and_the_clocks_are_sound(course: Any, seed: int, on: set[str]) -> None:
    c = table(dict.fromkeys(on, True), feats=["tough_as_old_boots"])
    dice = random.Random(seed)
    for verb, args in course:
        before = c.characters["pc"]
        try:
            standing = carry_out(c, verb, args, dice)
        except Refusal as refusal:
            assert refusal.code in REFUSALS, (verb, refusal)
            continue
        who, sheet = standing.state.characters["pc"], RULES.sheet(standing.state, "pc")
        tests = [step for step in standing.steps if step.request.purpose == "injury_test"]
        assert 0 <= who.hp.now <= who.hp.max and who.hp.max >= 1
        assert sheet["n"] == len(who.injuries) and sheet["serious_on"] == sheet["n"] + 1
        assert sheet["dying"] == (sheet["rounds_left"] is not None and who.status == "alive")
        assert who.trauma == before.trauma + len(tests) + (verb == "skip_rest_hour")
        if verb == "damage":
            assert len(who.injuries) == len(before.injuries) + len(tests)
            assert len(tests) <= 2 and (len(tests) == 0 or who.hp.now == 0)
            shattered = [event for event in standing.events if event.name == "shattered"]
            assert len(shattered) <= len(tests) and (args["is_attack"] or not shattered)
        ids = [injury.id for injury in (*who.injuries, *who.lingering)]
        assert len(ids) == len(set(ids))
        logged = [event_from_json(to_json(event), RULES.character, RULES.scene) for event in standing.events]
        assert c.after(*logged) == standing.state
        assert RULES.adopt(to_json(who)) == who
        c = standing.state


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_card_and_every_refusal_can_be_said(lang: str) -> None:
    """Play long courses and say every event, ending and clause of them."""
    words = RULES.words[lang]
    seen: set[str] = set()
    for seed in range(80):
        c, dice = table({"poison": True}, feats=["tough_as_old_boots"]), random.Random(seed)
        for _ in range(16):
            verb, args = dice.choice(
                [("damage", {"amount": 9}), ("first_aid", {"helper": "Mora", "berries": 6}), *[("end_round", {})] * 3,
                 ("advance", {"days": 3}), ("wake", {}), ("rest_week", {}), ("rest_hour", {}), ("cast", {}),
                 ("stand", {}), ("strenuous", {"act": "running"}), ("poison_fail", {}),
                 ("cure_serious", {"use": "treat"}), ("restore", {"what": "lost_limb"}), ("heal", {"amount": 5}),
                 ("take_feat", {"feat": "healing_hands"})]
            )  # fmt: skip
            try:
                standing = carry_out(c, verb, {"on": "pc", **args}, dice)
            except Refusal as refusal:
                assert words.error(refusal).strip()
                continue
            assert standing.outcome is not None and words.text(f"endings.{standing.outcome.ending}")
            for event in standing.events:
                if words.has(f"events.{event.name}"):
                    facts = {**event.data, "who": "Ada", "effects": [words.clause(effect) for effect in event.effects]}
                    said = words.text(f"events.{event.name}", **facts)
                    assert said.strip() and "_" not in said, said
                    seen.add(event.name)
            for shown in RULES.injuries(standing.state, "pc"):
                assert words.say(shown.name)
                assert all(words.clause(effect).strip() for effect in shown.effects)
            c = standing.state
    assert {"injury", "lost", "recovered", "died", "trauma"} <= seen


def test_boards_show_what_an_injury_does_while_it_does_it() -> None:
    """An effect that is over is not shown; a Wound shows its clock; a limb or an eye says which. Atom D-066."""
    active = {"effect_active": True, "effect_left": {"n": 2, "unit": "days"}}
    carried = [
        {"id": "i1", "type": "fracture", **active},
        {"id": "i2", "type": "bleeding", "effect_active": False},
        {"id": "i3", "type": "maimed", "part": "left_arm", **active},
        {"id": "i4", "type": "maimed", "part": "right_leg", **active},
        {"id": "i5", "type": None, "severity": "wound"},
        {"id": "i6", "type": "maimed", **active},
        {"id": "i7", "type": "blinded", "part": "left_eye", **active},
    ]
    shown = RULES.injuries(table(injuries=carried), "pc")
    does = {one.id: [effect["what"] for effect in one.effects if effect.kind == "does"] for one in shown}
    seen = {"i7": ["ranged", "targets_save"], "i6": [], "i5": []}
    assert does == {"i1": ["spells_fail", "slow"], "i2": [], "i3": ["arm"], "i4": ["leg"], **seen}
    kinds = {one.id: [effect.kind for effect in one.effects] for one in shown}
    assert kinds["i5"] == ["dying"] and kinds["i2"] == ["severity"]
    assert kinds["i3"] == ["at", "severity", "does", "left"]
    en = RULES.words["en"]
    assert "dead in 3 rounds" in " ".join(en.clause(effect) for one in shown for effect in one.effects)
