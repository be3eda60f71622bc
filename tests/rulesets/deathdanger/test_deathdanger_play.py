"""Death & Danger in play: what stays true whatever happens to a character."""

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
from bonesetter.ruleset import Ruleset, load
from hypothesis import given, settings
from hypothesis import strategies as st

RULES = load("bonesetter.rulesets.deathdanger")
CAUSES = ("blade", "fall", "fire", "psychic", "poison")


def table(options: dict[str, Any] | None = None, **hero: Any) -> Compartment[Any, Any]:
    facts = {"tier": 3, "vigor": {"now": 4, "max": 4}, "vitality": {"now": 8, "max": 8}, **hero}
    return Compartment(Map({"pc": RULES.adopt(facts)}), RULES.scene(), RULES.options(options or {}))


def carry_out(
    rules: Ruleset, c: Compartment[Any, Any], verb: str, args: dict[str, Any], dice: random.Random
) -> play.Standing:
    """Play a verb with dice and choices as they fall."""

    def answer(request: Any, key: str, wanting: Any) -> play.Answer:
        if isinstance(request, Choose):
            open_ = [option.value for option in request.options if not option.refused]
            return play.Answer(key, value=dice.choice(open_))
        if isinstance(request, Count):
            return play.Answer(key, value=request.default or request.lo)
        return play.Answer(key, (dice.randint(1, wanting.sides),))

    return play.play(rules, c, play.begin(rules, verb, args), answer)[1]


def acts() -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    few, many = st.integers(0, 6), st.integers(0, 14)
    causes = st.lists(st.sampled_from(CAUSES), min_size=1, max_size=2)
    on: dict[str, Any] = {"on": st.just("pc")}
    hit = st.fixed_dictionaries(
        {**on, "damage": many, "causes": causes, "to": st.sampled_from(["vigor", "vitality", None])}
    )
    dose = st.fixed_dictionaries({"vitality": few, "vigor_per_round": few, "rounds": st.integers(1, 3)})
    poison = st.fixed_dictionaries(
        {**on, "route": st.just("contact"), "dc": st.just(10), "save_total": st.integers(5, 15), "effects": dose}
    )
    check = st.fixed_dictionaries({**on, "activities": st.sampled_from(["climbing", "reading", "any"])})
    return st.one_of(
        st.tuples(st.just("hit"), hit),
        st.tuples(st.just("poison"), poison),
        st.tuples(st.just("check"), check),
        st.tuples(st.just("end_round"), st.fixed_dictionaries(on)),
        st.tuples(st.just("take_rest"), st.fixed_dictionaries(on)),
        st.tuples(st.just("expose_disease"), st.fixed_dictionaries(on)),
        st.tuples(st.just("adventure"), st.fixed_dictionaries(on)),
        st.tuples(st.just("convalesce"), st.fixed_dictionaries({**on, "days": st.integers(0, 90)})),
        st.tuples(st.just("heal"), st.fixed_dictionaries({**on, "vigor": few, "vitality": few})),
        st.tuples(st.just("set_tier"), st.fixed_dictionaries({**on, "tier": st.integers(0, 9)})),
    )


@settings(max_examples=150, deadline=None)
@given(course=st.lists(acts(), max_size=14), seed=st.integers(0, 10**6), spill=st.booleans())
def test_whatever_happens_the_track_and_the_pools_are_sound(course: Any, seed: int, spill: bool) -> None:
    c = table({"vigor_strip_spill": spill})
    dice = random.Random(seed)
    for verb, args in course:
        before = c.characters["pc"]
        try:
            standing = carry_out(RULES, c, verb, args, dice)
        except Refusal as refusal:
            assert refusal.code == "dead" and before.status == "dead", (verb, refusal)
            continue
        hero, sheet = standing.state.characters["pc"], RULES.sheet(standing.state, "pc")
        for pool in ("vigor", "vitality"):
            assert 0 <= sheet[pool]["now"] <= sheet[pool]["max"]
        assert sheet["used"] == len(hero.injuries)
        assert sheet["left"] == max(0, hero.tier - len(hero.injuries))
        if verb == "hit":
            assert len(hero.injuries) <= len(before.injuries) + 1
            if hero.status == "dead":
                assert len(before.injuries) >= before.tier
                assert (hero.vigor.now, hero.vitality.now) == (0, 0)
                assert not [step for step in standing.steps if step.request.purpose == "injury_roll"]
        ids = [item.id for item in (*hero.injuries, *hero.diseases, *hero.poisons)]
        assert len(ids) == len(set(ids))
        logged = [event_from_json(to_json(event), RULES.character, RULES.scene) for event in standing.events]
        assert c.after(*logged) == standing.state
        assert RULES.adopt(to_json(hero)) == hero
        c = standing.state


def test_the_same_number_of_sets_as_the_tier_and_one_more() -> None:
    """Tier 3 unhurt: three hits past 0 are wounds, the fourth kills. Atom K-008."""
    c, dice = table(), random.Random(1)
    endings, left = [], []
    for _ in range(4):
        standing = carry_out(RULES, c, "hit", {"on": "pc", "damage": 99, "causes": "blunt"}, dice)
        assert standing.outcome is not None
        endings.append(standing.outcome.ending)
        left += [event.data["left"] for event in standing.events if event.name == "wound"]
        c = standing.state
    assert endings == ["wounded", "wounded", "wounded", "dead"]
    assert left == [2, 1, 0], "what each wound says is left"


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_card_and_every_refusal_can_be_said(lang: str) -> None:
    """Play a long course and say every event, ending, clause and question of it."""
    from bonesetter.words import Words

    words: Words = RULES.words[lang]
    c, dice = table(tier=6), random.Random(7)
    script: list[tuple[str, dict[str, Any]]] = [
        ("hit", {"damage": 99, "causes": ["fire"]}),
        ("hit", {"damage": 99, "causes": ["blade"], "gm": "skip"}),
        ("hit", {"damage": 99, "causes": ["blade"], "gm": "wound-9", "site": "left_hand"}),
        ("poison", {"route": "inhaled", "dc": 9, "save_total": 1, "effects": {"vigor_per_round": 1, "rounds": 2,
                    "stat_penalties": {"brawn": -1}, "conditions": ["paralysed"]}}),
        ("end_round", {}), ("cure_poison", {"by": "antidote"}), ("expose_disease", {}), ("take_rest", {}),
        ("treat", {"injury": "n3", "by": "medicine", "total": 3}), ("convalesce", {"days": 400}), ("adventure", {}),
        ("check", {"activities": ["lifting"]}), ("set_tier", {"tier": 0}), ("hit", {"damage": 99, "causes": []}),
        ("resurrect", {"means": "spell", "costs": ["time"], "toll": "a limp"}), ("new_character", {}),
        ("declare_final_death", {}),
    ]  # fmt: skip
    for verb, args in script:
        standing = carry_out(RULES, c, verb, {"on": "pc", **args}, dice)
        assert standing.outcome is not None
        assert words.text(f"endings.{standing.outcome.ending}")
        for event in standing.events:
            if words.has(f"events.{event.name}"):
                facts = {**event.data, "who": "Ada", "effects": [words.clause(effect) for effect in event.effects]}
                said = words.text(f"events.{event.name}", **facts)
                assert said.strip() and "_" not in said, said
        for shown in RULES.injuries(standing.state, "pc"):
            assert words.say(shown.name)
            assert all(words.clause(effect).strip() for effect in shown.effects)
        c = standing.state
