"""Acts in turn, acts before each act of a course, days of a disease, and chains that are cut off and say so."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from bonesetter import odds, walk
from bonesetter.cases import opening
from bonesetter.chain import absorbed, carried
from bonesetter.errors import Refusal
from bonesetter.frozen import freeze
from bonesetter.procedure import Then
from bonesetter.rulesets.frontier import book
from bonesetter.rulesets.mutations.incident import summed
from brute_dismemberment import dying, survived
from brute_frontier import DISEASES, course, day, patient
from plain import D20, TWO_D6, at_least, gathered
from test_golden import RULESETS

FRONTIER, WOUNDS = RULESETS["frontier"], RULESETS["mutations"]


@pytest.mark.parametrize(
    ("difficulty", "resist", "recover", "deadly"),
    list(product((9, 11, 13), range(-1, 7), (1, 2, 3), (False, True))),
)
def test_any_disease_there_could_be(monkeypatch: Any, difficulty: int, resist: int, recover: int, deadly: bool) -> None:
    """Camp flux under other numbers: whatever stands in the table, the course is what the text makes of it."""
    flux = book.disease("Camp flux")
    facts = {**flux.data, "difficulty": difficulty, "recover": recover, "deadly": deadly}
    made = type(flux)(**{**vars(flux), "data": type(flux.data)(facts)})
    monkeypatch.setattr(book, "disease", lambda name: made)
    given = {"characters": {"pat": patient(resist, "Camp flux")}}
    came = odds.of_procedure(FRONTIER, opening(given, {}, FRONTIER), "interval", {"on": "pat", "id": "x"}, course=True)
    chances, acts = course(difficulty, resist, recover, deadly, -1, -2)
    assert {key: chance for key, chance in came.chances.items() if chance} == chances
    assert came.acts == acts


@pytest.mark.parametrize("disease", DISEASES)
def test_day_by_day(disease: str) -> None:
    difficulty, recover, deadly, sick = DISEASES[disease]
    given = {"characters": {"pat": patient(2, disease)}}
    days = odds.by_act(FRONTIER, opening(given, {}, FRONTIER), "interval", {"on": "pat", "id": "x"}, 30)
    here: dict[Any, Fraction] = {("sick", 0): Fraction(1)}
    for so_far in days:
        leads = [
            (there, mass * chance)
            for state, mass in here.items()
            for there, chance in (
                [(state, Fraction(1))]
                if isinstance(state, str)
                else day(state, difficulty, 2, recover, deadly, sick, -2).items()
            )
        ]
        here = gathered(leads)
        assert so_far == {end: mass for end, mass in here.items() if isinstance(end, str)}


@pytest.mark.parametrize(("helpers", "target"), list(product((1, 2, 3), (3, 9, 14, 19))))
def test_several_helpers_through_three_rounds(helpers: int, target: int) -> None:
    ruleset = RULESETS["dismemberment"]
    c = opening({"characters": {"pc": dying(target)}}, {}, ruleset)
    aid = [Then("first_aid", freeze({"on": "pc", "helper": f"helper {n}"})) for n in range(helpers)]
    round_ = [*aid, Then("end_round", freeze({"on": "pc"}))]
    seen = odds.in_turn(
        ruleset,
        c,
        round_ * 3,
        lambda c: c["pc"].status,
        same=lambda c: (c["pc"].status, tuple(w.rounds_left for w in c["pc"].injuries), c["pc"].aided_by),
        pointless=("no_wound", "dead"),
    )
    save = at_least(D20, target)
    assert 1 - seen[-1].get("dead", Fraction(0)) == survived(save, helpers)


def test_what_is_refused_is_raised_unless_it_is_called_pointless() -> None:
    ruleset = RULESETS["dismemberment"]
    c = opening({"characters": {"pc": {}}}, {}, ruleset)
    aid = Then("first_aid", freeze({"on": "pc", "helper": "Mora"}))
    with pytest.raises(Refusal) as refused:
        odds.in_turn(ruleset, c, [aid], lambda c: c["pc"].status)
    assert refused.value.code == "no_wound"
    assert odds.in_turn(ruleset, c, [aid], lambda c: c["pc"].status, pointless=("no_wound",)) == [{"alive": 1}]


@pytest.mark.parametrize("plan", ["human", "demon", "snake", "one_armed"])
@pytest.mark.parametrize("option", [{}, {"limb_takes_extremity": False}, {"redundant_parts": "last_only"}])
def test_a_wound_summed_up_agrees_with_the_walk(plan: str, option: dict[str, Any]) -> None:
    """Both give lower bounds: neither may exceed the other's upper bound."""
    c = opening({"characters": {"a": {"body": plan}}, "options": option}, {}, WOUNDS)
    found = summed(WOUNDS, c, freeze({"on": "a"}), Fraction(1, 10**4))
    assert found is not None
    quick, left = found
    assert left <= Fraction(1, 10**4)
    slow = walk.Walk(WOUNDS, odds.Policy(), lambda way: way.outcome.ending)
    ended, open_ = walk.bounded(slow, slow.start(Then("wound", freeze({"on": "a"})), c), Fraction(1, 200))
    assert set(ended) == set(quick)
    for key, least in quick.items():
        assert least <= ended[key] + open_
        assert ended[key] <= least + left


@pytest.mark.parametrize("plan", ["human", "snake"])
@pytest.mark.parametrize("option", [{}, {"ga_missing": "sum"}, {"growth": "ask"}, {"ga_reroll": "after_choice"}])
def test_a_mutation_summed_up_agrees_with_the_walk(plan: str, option: dict[str, Any]) -> None:
    c = opening({"characters": {"a": {"body": plan}}, "options": option}, {}, WOUNDS)
    act = Then("mutation", freeze({"on": "a", "fact": "Scales."}))
    came = odds.of_procedure(WOUNDS, c, act.verb, act.args)
    slow = walk.Walk(WOUNDS, odds.Policy(), lambda way: way.outcome.ending)
    ended, left = walk.bounded(slow, slow.start(act, c), Fraction(1, 1000))
    assert came.unresolved == 0
    for key, chance in came.chances.items():
        assert ended[key] <= chance <= ended[key] + left


def test_what_a_rule_refuses_is_refused_where_it_is_summed_up_too() -> None:
    c = opening({"characters": {"a": {"alive": False}}}, {}, WOUNDS)
    for verb, args in (("wound", {"on": "a"}), ("mutation", {"on": "a", "fact": "Scales."})):
        with pytest.raises(Refusal) as refused:
            odds.of_procedure(WOUNDS, c, verb, args)
        assert refused.value.code == "dead"


def test_a_chain_that_takes_too_long_says_what_is_open(monkeypatch: Any) -> None:
    monkeypatch.setattr(walk, "MOST", 60)
    monkeypatch.setattr(walk, "CLOSED", 20)
    c = opening({"characters": {"a": {}}, "options": {"ga_wound": "same_kind"}}, {}, WOUNDS)
    came = odds.of_procedure(WOUNDS, c, "wound", {"on": "a"})
    assert odds.TOLERANCE < came.unresolved < 1
    assert sum(came.chances.values()) + came.unresolved == 1
    with pytest.raises(walk.TooMuch):
        odds.of_procedure(WOUNDS, c, "wound", {"on": "a"}, by="row", most=0)


def step(state: Any, total: int) -> Any:
    """Camp flux at Resist +2, without its own penalty."""
    if isinstance(state, str):
        return state
    phase, marks = state
    margin = total + 2 - 11
    if margin >= 0:
        return ("sick", marks) if phase == "grave" else ("sick", marks + 1) if marks == 0 else "recovered"
    return state if margin > -5 else ("grave", marks) if phase == "sick" else "crisis"


def test_a_chain_by_itself() -> None:
    roll = {total: int(chance * 36) for total, chance in TWO_D6.items()}
    ends, steps = absorbed(("sick", 0), roll, step)
    assert ends == {"recovered": Fraction(1600, 2401), "crisis": Fraction(801, 2401)}
    assert steps == Fraction(17622, 2401)
    thirty = carried(("sick", 0), roll, step, 30)
    assert sum(thirty.values()) == 1
    assert 0 < ends["recovered"] - thirty["recovered"] < Fraction(1, 100)


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"race": "dwarf", "injuries": [{"type": "blinded", "part": "left_eye"}, {"type": "bleeding"}]},
        {"permanent": ["lost_limb:left_arm"], "injuries": [{"type": "maimed", "part": "right_leg"}]},
        {"gear": {"shield": True, "parrying_weapons": ["sword"]}, "feats": ["tough_as_old_boots"]},
    ],
)
@pytest.mark.parametrize("no_choice", [False, True])
def test_excessive_damage_summed_up_is_exactly_the_walk(facts: dict[str, Any], no_choice: bool) -> None:
    ruleset = RULESETS["dismemberment"]
    options = {"excessive_damage": True, "no_choice": no_choice}
    given = {"characters": {"pc": {"hp": {"now": 2, "max": 6}, **facts}}, "options": options}
    c = opening(given, {}, ruleset)
    args = {"on": "pc", "amount": 9}
    quick = odds.of_procedure(ruleset, c, "damage", args)
    slow = walk.Walk(ruleset, odds.Policy(), lambda way: way.outcome.ending)
    assert dict(quick.chances) == walk.solved(slow, Then("damage", freeze(args)), c)
