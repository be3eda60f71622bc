"""Pictures and explorers: each of every ruleset works, in every language, as it comes."""

from __future__ import annotations

import json

import pytest
from bonesetter import pictures
from bonesetter.bilingual import read
from bonesetter.desk import Host, Log, Viewer, handle
from bonesetter.errors import Refusal, RulesetFault
from bonesetter.exploring import verbs
from bonesetter.ruleset import found
from bonesetter.words import LANGUAGES

RULESETS = found()
LOG = Log(RULESETS)
PICTURES = [(ruleset.id, id) for ruleset in RULESETS.values() for id in pictures.of(ruleset.package)]
EXPLORED = [(ruleset.id, verb) for ruleset in RULESETS.values() for verb in verbs(ruleset)]


def ask(type, **message):
    return handle(LOG, {"type": type, **message}, Viewer("reader", "", "player"), Host("", bytes(32))).reply


@pytest.mark.parametrize(("ruleset", "verb"), EXPLORED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_explorer_begins_with_odds_that_add_up(ruleset, verb, lang):
    made = ask("explore", ruleset=ruleset, verb=verb, lang=lang)["explorer"]
    assert made["refusal"] is None
    rows, left = made["odds"]["rows"], made["odds"]["unresolved"]["value"]
    assert abs(sum(row["chance"]["value"] for row in rows) + left - 1) < 1e-12
    assert all(knob["label"] for knob in made["knobs"]) and json.dumps(made)


@pytest.mark.parametrize(("ruleset", "verb"), EXPLORED)
def test_every_knob_of_an_explorer_turns_both_ways(ruleset, verb):
    made = ask("explore", ruleset=ruleset, verb=verb)["explorer"]
    for knob in made["knobs"]:
        ends = [knob["min"], knob["max"]] if knob["type"] == "integer" else [True, False]
        if knob["type"] == "choice":
            ends = [option["value"] for option in knob["options"]]
        for value in ends:
            turned = ask("explore", ruleset=ruleset, verb=verb, knobs={knob["path"]: value})
            assert turned["ok"], turned
            assert turned["explorer"]["refusal"] or turned["explorer"]["odds"]["rows"]
    for grouping in made["groupings"]:
        assert ask("explore", ruleset=ruleset, verb=verb, by=grouping["by"])["explorer"]["odds"]["rows"]


@pytest.mark.parametrize(("ruleset", "id"), PICTURES)
def test_every_picture_has_its_words_and_chances(ruleset, id):
    for lang in LANGUAGES:
        made = ask("picture", ruleset=ruleset, picture=id, lang=lang)["picture"]
        assert made["title"].endswith("?") and made["about"]
        for panel in made["panels"]:
            assert len(panel["bars"]) == len(made["across"]["ticks"])
            for bar in panel["bars"]:
                assert len(bar) == len(made["parts"])
                assert all(0 <= chance["value"] <= 1 for chance in bar) and sum(c["value"] for c in bar) <= 1 + 1e-12


def test_choices_for_and_against_an_ending_are_bounds():
    made = ask("explore", ruleset="dismemberment", verb="damage", goal="wound")["explorer"]
    assert "wound" not in [row["key"] for row in made["odds"]["rows"]]
    assert (made["goal"]["worst"]["text"], made["goal"]["best"]["text"]) == ("0", "1/6")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "picture", "ruleset": "frontier", "picture": "nobody"}, "unknown_picture"),
        (
            {"type": "picture", "ruleset": "frontier", "picture": "next_hit_death", "settings": {"tooth": 1}},
            "bad_value",
        ),
        (
            {"type": "picture", "ruleset": "frontier", "picture": "next_hit_death", "settings": {"location": "tooth"}},
            "bad_value",
        ),
        (
            {"type": "picture", "ruleset": "frontier", "picture": "disease_course", "settings": {"care": 99}},
            "bad_value",
        ),
        ({"type": "explore", "ruleset": "frontier", "verb": "start_fight"}, "nothing_to_explore"),
        (
            {"type": "explore", "ruleset": "frontier", "verb": "hit", "knobs": {"characters/hero/wounds": -1}},
            "bad_value",
        ),
    ],
)
def test_what_is_not_there_is_refused_in_both_languages(message, code):
    for lang in LANGUAGES:
        error = ask(**message, lang=lang)["error"]
        assert error["code"] == code and error["message"]


def test_what_the_rules_refuse_is_said_and_the_form_stays():
    made = ask("explore", ruleset="frontier", verb="hit", filled={"damage": -3}, lang="it")["explorer"]
    assert made["refusal"]["code"] == "negative_damage" and made["form"]


def test_a_text_in_one_language_only_is_a_fault(tmp_path, monkeypatch):
    package = tmp_path / "halfsaid"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "pictures.toml").write_text('[one]\ntitle = { en = "What?" }\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(RulesetFault, match="lacks a language"):
        read("halfsaid", "pictures.toml")
    assert read("halfsaid", "nothing.toml") == {}
    with pytest.raises(Refusal, match="unknown_picture"):
        pictures.picture_json(RULESETS["frontier"], "x", {}, RULESETS["frontier"].words["en"])
