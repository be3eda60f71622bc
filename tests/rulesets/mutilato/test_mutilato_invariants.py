"""Mutilato in play: what stays true whatever is lost, in whatever order, by whatever body."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from bonesetter import play
from bonesetter.campaign import Compartment
from bonesetter.cards import sentence
from bonesetter.codec import event_from_json, to_json
from bonesetter.errors import Refusal
from bonesetter.frozen import Map, freeze
from bonesetter.odds import Policy, in_turn
from bonesetter.procedure import Then
from bonesetter.request import Choose
from bonesetter.ruleset import load
from bonesetter.rulesets.mutilato import book, derived
from bonesetter.rulesets.mutilato.character import LABELLED, PARTS
from hypothesis import given, settings
from hypothesis import strategies as st

RULES = load("bonesetter.rulesets.mutilato")
ITEMS = [{"id": "sword", "held": ["right"]}, {"id": "shield", "on_arm": "left"}, {"id": "cloak"}]
PLANS = [
    {},
    {"monster": True},
    {"body": {"eye": ["one"], "ear": [], "finger": {"left": 1, "right": 2}}},
    {"monster": True, "body": {"leg": ["a", "b", "c", "d"], "arm": [], "nose": []}, "speed": "21/2"},
]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"absorb": True, "hand_drop": "that_hand", "senseless": "ask_gm"},
    {"speed_order": "chronological", "bleeding": "condition", "random_side": True, "fingers_per_hand": 2},
]
SUBSTITUTE = {
    "label": "wing",
    "flags": ["no_fly"],
    "modifiers": [{"applies_to": {"any_of": ["base=agilita"]}, "value": -10}],
}


def table(plan: dict[str, Any], options: dict[str, Any]) -> Compartment[Any, Any]:
    items = [] if "body" in plan or "losses" in plan else ITEMS
    return Compartment(Map({"pc": RULES.adopt({"items": items, **plan})}), RULES.scene(), RULES.options(options))


def carry_out(c: Compartment[Any, Any], verb: str, args: dict[str, Any], dice: random.Random) -> play.Standing:
    """Play a verb with dice and choices as they fall."""

    def answer(request: Any, key: str, wanting: Any) -> play.Answer:
        if isinstance(request, Choose):
            return play.Answer(key, value=dice.choice([option.value for option in request.open]))
        return play.Answer(key, (dice.randint(1, wanting.sides),))

    return play.play(RULES, c, play.begin(RULES, verb, args), answer)[1]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PLANS), st.sampled_from(OPTIONS), st.integers(1, 25), st.randoms(use_true_random=False))
def test_whatever_is_lost_the_books_balance(
    plan: dict[str, Any], options: dict[str, Any], times: int, dice: random.Random
) -> None:
    c = table(plan, options)
    whole = derived.left(c, "pc")
    for _ in range(times):
        before = c
        args = {"on": "pc", **({"substitute": SUBSTITUTE} if c["pc"].monster else {})}
        standing = carry_out(c, "maim", args, dice)
        c = standing.state
        assert before.after(*standing.events) == c
        holds(c, before, whole)
        said(standing, c)


def holds(c: Compartment[Any, Any], before: Compartment[Any, Any], whole: dict[str, Any]) -> None:
    """Losses only grow, nothing is lost that isn't there, penalties follow from the ledger alone."""
    character = c["pc"]
    assert character.losses[: len(before["pc"].losses)] == before["pc"].losses
    left = derived.left(c, "pc")
    for part in LABELLED:
        assert len(set(character.body.labels(part))) == len(character.body.labels(part))
        lost = sum(1 for loss in character.losses if loss.part == part)
        assert 0 <= left[part] <= whole[part] - lost
    assert all(count >= 0 for count in derived.fingers(c, "pc").values())
    assert len({loss.id for loss in character.losses}) == len(character.losses)
    if not c.option("absorb"):
        own = sum(m.value for loss in character.losses for m in book.MODIFIERS[loss.part])
        given_ = sum(m.value for one in character.substitutes for m in one.modifiers)
        assert own + given_ == sum(m.value for _, m in derived.modifiers(c, "pc"))
    speed = derived.speed(c, "pc")
    assert Fraction(0) <= speed <= character.speed
    if any(loss.part == "leg" for loss in character.losses):
        assert speed > 0
    for item in character.items:
        assert set(item.held) <= set(character.body.hand)
        assert item.on_arm is None or item.on_arm in character.body.arm
    assert RULES.adopt(to_json(character)) == character
    for part in PARTS:
        assert (part in derived.sensible(c, "pc")) == bool(derived.eligible(c, "pc", part))


def said(standing: play.Standing, c: Compartment[Any, Any]) -> None:
    """Everything that happened can be told in both languages and comes back from the log as it was."""

    class Named:
        def name(self, who: str) -> str:
            return who

    for happened in standing.events:
        logged = to_json(happened)
        back = event_from_json(logged, RULES.character, RULES.scene)
        assert (back.changes, back.effects, back.row) == (happened.changes, happened.effects, happened.row)
        for lang in ("en", "it"):
            line = sentence(freeze(logged), Named(), RULES.words[lang])  # type: ignore[arg-type]
            assert line and "{" not in line and "base=" not in line
    for lang in ("en", "it"):
        for injury in RULES.injuries(c, "pc"):
            assert RULES.words[lang].say(injury.name)
            assert all(RULES.words[lang].clause(effect) for effect in injury.effects)


@settings(max_examples=40, deadline=None)
@given(st.permutations(["leg:left", "foot:right", "leg:right", "arm:left", "eye:left", "ear:right"]))
def test_the_same_wounds_give_the_same_sheet(order: list[str]) -> None:
    c = table({"losses": order, "speed": 21}, {})
    assert derived.speed(c, "pc") == Fraction(9, 2)
    assert derived.totals(c, "pc")["prestanza"] == -25
    assert derived.flags(c, "pc") == ["crawl_only", "no_charge", "no_run", "no_two_handed"]


def test_several_maimings_of_a_human() -> None:
    """The SPEC's reference odds, sides alike."""
    acts = [Then("maim", Map({"on": "pc"}))] * 2

    def look(c: Compartment[Any, Any]) -> tuple[Any, ...]:
        return tuple(derived.flags(c, "pc")), derived.totals(c, "pc")["agilita"]

    found = in_turn(
        RULES, table({}, {}), acts, look, same=lambda c: derived.likeness(c, "pc"), policy=Policy(otherwise="uniform")
    )
    after = [{flag: sum((p for (flags, _), p in looks.items() if flag in flags), Fraction(0)) for flag in
              ("no_two_handed", "no_run", "Accecato", "Assordato", "crawl_only")} for looks in found]  # fmt: skip
    assert after[0]["no_two_handed"] == Fraction(3, 20)
    assert after[1] == {
        "no_two_handed": Fraction(67, 240), "no_run": Fraction(67, 240), "Accecato": Fraction(9, 400),
        "Assordato": Fraction(9, 400), "crawl_only": Fraction(1, 400),
    }  # fmt: skip
    mean = sum((agility * p for (_, agility), p in found[1].items()), Fraction(0))
    assert round(float(mean), 4) == -2.2122


@pytest.mark.parametrize(("lang", "metres"), [("en", "1.5 m"), ("it", "1,5 m")])
def test_metres_are_said_as_the_reader_writes_them(lang: str, metres: str) -> None:
    words = RULES.words[lang]
    clauses = [words.clause(effect) for effect in book.effects("leg")]
    assert any(metres in clause for clause in clauses)
    assert any("−10" in clause for clause in clauses)


def test_a_refused_maiming_changes_nothing() -> None:
    c = table({}, {})
    with pytest.raises(Refusal) as refused:
        play.resume(RULES, c, play.begin(RULES, "maim", {"on": "pc", "substitute": SUBSTITUTE}))
    assert refused.value.code == "not_a_monster"
    assert c == table({}, {})
