"""Mutations & Wounds in play: what stays true whatever happens to a body, under every option."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from bonesetter import play
from bonesetter.campaign import Compartment
from bonesetter.codec import event_from_json, to_json
from bonesetter.errors import Refusal
from bonesetter.frozen import Map
from bonesetter.request import Choose, Count, Words
from bonesetter.ruleset import load
from bonesetter.rulesets.mutations.data import EXTREMITY, FUNCTIONS, LOCATIONS, PLANS
from hypothesis import given, settings
from hypothesis import strategies as st

RULES = load("bonesetter.rulesets.mutations")
ORGANS = ("heart", "liver", "left lung", "")
REFUSALS = {"dead", "bad_choice", "nothing_to_edit"}
COUNTED = ("arms", "hands", "legs", "feet", "tail", "horns", "wings")
UNITS = ("hour", "day", "week", "month", "season", "year")


def table(options: dict[str, Any] | None = None, **facts: Any) -> Compartment[Any, Any]:
    return Compartment(Map({"pc": RULES.adopt(facts)}), RULES.scene(), RULES.options(options or {}))


def carry_out(c: Compartment[Any, Any], verb: str, args: dict[str, Any], dice: random.Random) -> play.Standing:
    """Play a verb with dice and choices as they fall."""

    def answer(request: Any, key: str, wanting: Any) -> play.Answer:
        if isinstance(request, Choose):
            return play.Answer(key, value=dice.choice([o.value for o in request.options if not o.refused]))
        if isinstance(request, Count):
            return play.Answer(key, value=dice.randint(request.lo, min(request.hi or 4, 4)))
        if isinstance(request, Words):
            return play.Answer(key, value=dice.choice(ORGANS))
        return play.Answer(key, (dice.randint(1, wanting.sides),))

    return play.play(RULES, c, play.begin(RULES, verb, args), answer)[1]


def settings_of(name: str) -> st.SearchStrategy[Any]:
    setting = RULES.settings[name]
    if setting.values:
        return st.sampled_from(setting.values)
    return st.booleans() if setting.type == "boolean" else st.sampled_from([None, 0, 1, 2])


OPTIONS = st.fixed_dictionaries({}, optional={name: settings_of(name) for name in RULES.settings})


def rests() -> st.SearchStrategy[Any]:
    rest = st.fixed_dictionaries(
        {"n": st.integers(1, 40), "unit": st.sampled_from(UNITS), "rest_action": st.booleans()}
    )
    return st.lists(rest, min_size=1, max_size=3)


ACTS = st.one_of(
    st.just(("wound", {})),
    st.just(("wound", {})),
    st.fixed_dictionaries(
        {"fact": st.just("Something has changed."), "playable": st.sampled_from([None, True, False])},
        optional={"applicable": st.lists(st.sampled_from(["effect", "victim", "environment"]), unique=True)},
    ).map(lambda args: ("mutation", args)),
    rests().map(lambda given: ("rest", {"rests": given})),
)


def sound(character: Any, literal: bool) -> None:
    """What is true of every body at any time."""
    assert character.incident is None and character.mutating is None
    assert set(character.body) == set(LOCATIONS)
    for location, labels in character.body.items():
        assert len(set(labels)) == len(labels), location
    for wound in character.wounds:
        assert wound.location == "organ" or wound.part in character.body[wound.location]
        assert wound.result in ("injured", "half")
        assert wound.result == "injured" or wound.place in character.half
    for key, left in character.half.items():
        location, _, part = key.partition(":")
        assert 0 < left < 1 and left.numerator == 1
        assert location == "organ" or part in character.body[location]
    ids = [wound.id for wound in character.wounds] + [fact.id for fact in character.facts]
    assert len(set(ids)) == len(ids)
    for function in character.cannot:
        assert literal or not character.body[FUNCTIONS[function]]


@settings(max_examples=120, deadline=None)
@given(OPTIONS, st.sampled_from(sorted(PLANS)), st.lists(ACTS, max_size=8), st.integers())
def test_a_body_stays_sound(options: dict[str, Any], plan: str, acts: list[Any], seed: int) -> None:
    dice = random.Random(seed)
    c = table(options, body=plan)
    literal = options.get("redundant_parts", "literal") == "literal"
    for verb, args in acts:
        try:
            standing = carry_out(c, verb, {"on": "pc", **args}, dice)
        except Refusal as refusal:
            assert refusal.code in REFUSALS
            assert (refusal.code == "dead") <= (not c["pc"].alive)
            for lang in ("en", "it"):
                assert RULES.words[lang].error(refusal)
            continue
        was, c = c["pc"], standing.state
        {"wound": wounded, "mutation": mutated, "rest": rested}[verb](was, c["pc"], standing, options)
        sound(c["pc"], literal)
        json.dumps(standing.result)
        _says(standing)
    _keeps(c)


def wounded(was: Any, now: Any, standing: play.Standing, options: dict[str, Any]) -> None:
    """A Wound takes and never gives; its trace says all that it did."""
    trace = standing.result["trace"]
    came = [entry["result"] for entry in trace]
    assert all(set(now.body[at]) <= set(was.body[at]) for at in LOCATIONS)
    assert set(was.cannot) <= set(now.cannot) and set(was.organs_lost) <= set(now.organs_lost)
    assert now.alive == (not any("death" in entry for entry in trace))
    assert now.facts == was.facts
    if "moot" in came:
        assert not now.alive and set(came[came.index("moot") :]) == {"moot"}
    if set(came) <= {"negated", "no_wound"}:
        assert (now.body, now.wounds, now.half, now.alive) == (was.body, was.wounds, was.half, was.alive)
    numbers = [entry["wound"] for entry in trace]
    assert numbers == sorted(numbers) and numbers[0] == 1
    fumbles = sum(1 for entry in trace if entry.get("save") == 2)
    if now.alive:
        assert max(numbers) == 1 + fumbles
    for entry in trace:
        assert (entry["result"] in ("negated", "moot")) == ("save" not in entry)
        if "save" in entry:
            band = {12: "no_wound", 7: "half"}.get(entry["save"], "injured" if entry["save"] > 7 else "destroyed")
            assert entry["result"] == band
    told(trace, standing)


def told(trace: list[dict[str, Any]], standing: play.Standing) -> None:
    """One event for each thing that came of a Wound (M-081), and none for what didn't."""
    names = Counter(event.name for event in standing.events)
    came = Counter(entry["result"] for entry in trace)
    for result, name in (("half", "halved"), *((same, same) for same in ("negated", "no_wound", "injured", "moot"))):
        assert names[name] == came[result]
    lost = [entry for entry in trace if entry["result"] == "destroyed"]
    assert names["destroyed"] == len(lost)
    assert names["parts_left"] == sum(entry["location"] in COUNTED for entry in lost)
    assert names["died"] + names["died_painfully"] == sum("death" in entry for entry in lost)
    assert names["organ_survived"] == sum(entry["location"] == "organ" and "death" not in entry for entry in lost)


def mutated(was: Any, now: Any, standing: play.Standing, options: dict[str, Any]) -> None:
    """A Mutation gives and never takes; it writes one Fact, and kills nobody."""
    result = standing.result
    assert now.alive and len(now.facts) == len(was.facts) + 1
    assert all(set(was.body[at]) <= set(now.body[at]) for at in LOCATIONS)
    assert now.wounds == was.wounds and now.half == was.half
    location = result["chosen"]["location"]
    more = {at: len(now.body[at]) - len(was.body[at]) for at in LOCATIONS}
    assert more.pop(location) == result["added"] >= (0 if was.body[location] else 1)
    end = EXTREMITY.get(location)
    assert {at: n for at, n in more.items() if n} == ({end: result["added"]} if end and result["added"] else {})
    assert (result["how"] == "adds") == (result["added"] > 0)
    assert set(was.cannot) - set(now.cannot) == set(result["cannot_removed"])


def rested(was: Any, now: Any, standing: play.Standing, options: dict[str, Any]) -> None:
    """Rest closes Wounds and does nothing else."""
    assert (now.body, now.half, now.cannot, now.organs_lost) == (was.body, was.half, was.cannot, was.organs_lost)
    assert sorted(standing.result["healed"] + [w.place for w in now.wounds]) == sorted(w.place for w in was.wounds)


def _says(standing: play.Standing) -> None:
    """Every event can be said in both languages, and is read back from the log as it was."""
    assert standing.outcome is not None
    for event in standing.events:
        read = event_from_json(json.loads(json.dumps(to_json(event))), RULES.character, RULES.scene)
        assert read.changes == event.changes and read.effects == event.effects
        for lang in ("en", "it"):
            words = RULES.words[lang]
            if words.has(f"events.{event.name}"):
                facts = {"who": "Bo", "row": "face", **event.data}
                said = words.text(f"events.{event.name}", **facts)
                assert "{" not in said and "_" not in said, said


def _keeps(c: Compartment[Any, Any]) -> None:
    """A character goes out as JSON and comes back the same; its injuries can be said in both languages."""
    character = c["pc"]
    assert RULES.adopt(json.loads(json.dumps(to_json(character)))) == character
    json.dumps(to_json(RULES.sheet(c, "pc")))
    for injury in RULES.injuries(c, "pc"):
        for lang in ("en", "it"):
            words = RULES.words[lang]
            assert words.say(injury.name) and all(words.clause(effect) for effect in injury.effects)


@pytest.mark.parametrize(("days", "heals"), [("7", False), ("7.01", True), ("8", True)])
def test_a_rest_must_be_longer_than_the_threshold(days: str, heals: bool) -> None:
    c = table(wounds=[{"location": "face"}])
    rest = {"n": float(Fraction(days)), "unit": "day"}
    standing = carry_out(c, "rest", {"on": "pc", "rests": [rest]}, random.Random(0))
    assert (standing.result["healed"] == ["face:main"]) == heals


@pytest.mark.parametrize("verb", ["wound_location", "wound_part", "wound_moot", "mutation_roll", "mutation_pick"])
def test_nothing_can_be_gone_on_with_that_was_not_begun(verb: str) -> None:
    with pytest.raises(Refusal, match="nothing_to_resolve"):
        carry_out(table(), verb, {"on": "pc"}, random.Random(0))
