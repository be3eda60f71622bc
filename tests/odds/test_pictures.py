"""Pictures show what is computed apart from the engine (`pictured.py`), at every tick, as they come and with knobs
turned."""

from __future__ import annotations

from fractions import Fraction

import pictured
import pytest
from bonesetter.pictures import of, picture_json
from bonesetter.ruleset import found

RULESETS = found()


def shown(ruleset, picture, **settings):
    """A picture's chances by panel, exact."""
    return {
        panel["id"]: [[Fraction(chance["text"]) for chance in bar] for bar in panel["bars"]]
        for panel in drawn(ruleset, picture, settings)["panels"]
    }


def drawn(ruleset, picture, settings):
    known = RULESETS[ruleset]
    return picture_json(known, picture, settings, known.words["en"])


def test_no_picture_is_left_out():
    assert {*pictured.PICTURES, *pictured.BOUNDED} == {
        (ruleset.id, id) for ruleset in RULESETS.values() for id in of(ruleset.package)
    }


@pytest.mark.parametrize(("ruleset", "picture"), [pytest.param(*each, id=each[1]) for each in pictured.PICTURES])
def test_a_picture_shows_what_the_rules_say(ruleset, picture):
    assert shown(ruleset, picture) == pictured.PICTURES[ruleset, picture]()


@pytest.mark.parametrize("location", ["head", "body", "arm", "leg"])
@pytest.mark.parametrize("taken", [0, 2, 6])
def test_every_location_s_wounds_last_as_long(location, taken):
    found = shown("frontier", "next_wound_lasts", location=location, taken=taken)
    assert found == pictured.next_wound_lasts(taken)
    assert shown("frontier", "next_hit_death", location=location) == pictured.next_hit_death()


@pytest.mark.parametrize(
    ("disease", "facts"),
    [
        ("spring-fever", {"sick": 0, "deadly": False}),
        ("ship-fever", {"successes": 3}),
        ("grey-pox", {"successes": 3}),
        ("festering-wound", {"difficulty": 9}),
    ],
)
@pytest.mark.parametrize(("resist", "care"), [(1, 1), (3, 4), (6, 9)])
def test_diseases_run_as_the_rules_say(disease, facts, resist, care):
    found = shown("frontier", "disease_course", disease=disease, resist=resist, care=care)
    assert found == pictured.disease_course(resist, care, **facts)


@pytest.mark.parametrize("bonus", [1, 4, 8])
def test_a_bonus_saves_lives(bonus):
    assert shown("dismemberment", "wound_survival", bonus=bonus) == pictured.wound_survival(bonus)


@pytest.mark.parametrize("body", pictured.WHOLE_INCIDENT)
def test_any_body_is_wounded_once_and_to_the_end(body):
    assert shown("mutations", "one_wound", body=body) == pictured.one_wound(body)
    (panel,) = drawn("mutations", "whole_incident", {"body": body})["panels"]
    left = Fraction(panel["unresolved"]["text"])
    assert 0 < left < Fraction(1, 10**6)
    came = [Fraction(chance["text"]) for (chance,) in panel["bars"]]
    assert sum(came) + left == 1
    rounded = Fraction(1, 2 * 10**6)
    for least, reference in zip(came, map(Fraction, pictured.WHOLE_INCIDENT[body]), strict=True):
        assert reference - rounded - left <= least <= reference + rounded


def test_reference_values():
    """Values known before any of this was written."""
    assert shown("mutilato", "losses")["two_handed"][1] == [Fraction(67, 240)]
    assert shown("deathdanger", "injury_dice")["d6"][1] == [1 - Fraction(5, 6) ** 2]
    assert shown("mutations", "one_wound")["location"][-1] == [Fraction(89, 432)]
    assert shown("dismemberment", "injury_test")["d8"][2] == [Fraction(3, 8)]
