"""Pictures and explorers: each of every ruleset works, in every language, as it comes."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction as F
from itertools import product
from pathlib import Path

import pytest
from bonesetter import cases, pictures, play
from bonesetter.bilingual import read
from bonesetter.desk import Host, Log, Viewer, handle
from bonesetter.errors import Refusal, RulesetFault
from bonesetter.exploring import verbs
from bonesetter.ruleset import found
from bonesetter.words import LANGUAGES

RULESETS = found()
LOG = Log(RULESETS)
SOURCE = Path(__file__).parents[2] / "engine" / "bonesetter" / "rulesets"
HERO, CARER = "characters/hero/", "characters/carer/"
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


# --- every procedure that rolls ------------------------------------------------------------------------------------


def rolling(ruleset):
    """The procedures that roll a die in any of a ruleset's cases."""
    rolled = set()
    content = cases.cases_of(ruleset)
    for case in content["cases"]:
        script = cases.Script(ruleset, list(case.get("dice", ())))
        try:
            c = cases.opening(case["given"], content.get("defaults", {}), ruleset)
        except Refusal:
            continue
        for given in case["inputs"]:
            verb, script.choices = given["verb"], list(given.get("choices", ()))
            if verb not in ruleset.procedures or ruleset.procedure(verb).query:
                continue
            used = script.used
            args = {name: value for name, value in given.items() if name not in ("verb", "choices")}
            with suppress(Refusal):
                c = play.play(ruleset, c, play.begin(ruleset, verb, args), script.answer)[1].state
            if script.used > used:
                rolled.add(verb)
    return rolled


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_every_procedure_that_rolls_dice_can_be_explored(ruleset):
    rolled = rolling(ruleset)
    assert rolled and rolled <= set(verbs(ruleset))


# --- what explorers say, against numbers reckoned apart -------------------------------------------------------------


def dice(*sides):
    """The sum of some dice, by counting every roll."""
    rolls = list(product(*(range(1, each + 1) for each in sides)))
    return {total: F(sum(sum(roll) == total for roll in rolls), len(rolls)) for total in {sum(roll) for roll in rolls}}


def reaches(difficulty, bonus):
    """The chance that 2d6 and a bonus reach a difficulty."""
    return sum(chance for total, chance in dice(6, 6).items() if total + bonus >= difficulty)


def either(good, bad, chance):
    return {key: share for key, share in ((good, chance), (bad, 1 - chance)) if share}


def each(*keys):
    return {key: F(1, len(keys)) for key in keys}


INJURIES = ("bleeding", "blinded", "fracture", "knocked_out", "maimed", "scarred")
DAMAGE = f"{HERO}attribute_damage/"

APART = [
    ("deathdanger", "poison", {}, each(*(f"corruption-{total}" for total in range(3, 7)))),
    ("deathdanger", "poison", {"by": "ending", "filled": {"save_total": 15}}, {"saved": 1}),
    ("deathdanger", "poison", {"by": "ending", "knobs": {f"{HERO}injuries": 2}}, {"dead": 1}),
    # a good save that costs 3 of 2 Vitality wounds all the same
    ("deathdanger", "poison",
     {"filled": {"save_total": 15}, "knobs": {"args/on_success/vitality": 3, f"{HERO}tier": 1}},
     each(*(f"corruption-{total}" for total in range(2, 6)))),
    ("deathdanger", "end_round", {}, each(*(f"corruption-{total}" for total in range(3, 7)))),
    # 1 Vigor and 1 Vitality: a wound, then 4 and 8 outlast 3 a round
    ("deathdanger", "end_round", {"by": "ending"}, {"round_over": 1}),
    ("deathdanger", "end_round", {"by": "ending", "knobs": {f"{HERO}injuries": 2}}, {"dead": 1}),
    ("deathdanger", "end_round", {"by": "ending", "knobs": {f"{HERO}injuries": 2, "options/vigor_strip_spill": False}},
     {"round_over": 1}),
    ("deathdanger", "check", {"knobs": {f"{HERO}injuries": 3, f"{HERO}injuries/*/die": "d3"}},
     either("critical_failure", "as_rolled", 1 - F(2, 3) ** 3)),
    ("deathdanger", "check", {"knobs": {f"{HERO}injuries/*/die": "d20"}},
     either("critical_failure", "as_rolled", 1 - F(19, 20) ** 2)),
    ("dismemberment", "cure_serious", {}, each(*(f"injury-{type}" for type in INJURIES))),
    ("dismemberment", "cure_serious", {"knobs": {"carried/bleeding": True, "carried/eyes": 2, "carried/limbs": 3}},
     each(*(f"injury-{type}" for type in INJURIES if type not in ("bleeding", "blinded")))),
    # one in six is Maimed, and keeps its finger on 12 or more
    ("dismemberment", "cure_serious", {"by": f"{HERO}permanent"}, {0: 1 - F(1, 6) * F(11, 20), 1: F(1, 6) * F(11, 20)}),
    ("dismemberment", "wake", {}, either("awake", "coma", F(9, 20))),
    ("dismemberment", "wake", {"by": "coma_days", "knobs": {f"{HERO}saves/death": 5}},
     {0: F(16, 20), **{days: F(4, 20) / 6 for days in range(1, 7)}}),
    ("dismemberment", "wake",
     {"knobs": {f"{HERO}injuries/0/effect_left/unit": "weeks", f"{HERO}saves/death": 20, "options/naturals": True}},
     either("awake", "coma_for_good", F(1, 20))),
    ("dismemberment", "cast", {}, either("spell_works", "spell_fails", F(1, 2))),
    ("dismemberment", "cast", {"knobs": {f"{HERO}injuries/0/effect_active": False}}, {"spell_works": 1}),
    ("dismemberment", "initiative", {}, {1: F(1, 2), None: F(1, 2)}),
    ("dismemberment", "initiative", {"knobs": {f"{HERO}injuries/0/effect_active": False}}, dice(6)),
    ("dismemberment", "damage", {"knobs": {f"{HERO}race": "dwarf", "feats/stout_defender": True}},
     either("grave", "normal", F(1, 10))),
    # Spring fever adds 2 Fatigue to 4, twice a Resolve of 3: Endurance 3 against 11
    ("frontier", "become_sick", {}, either(False, True, reaches(11, 3))),
    ("frontier", "become_sick", {"knobs": {f"{HERO}attributes/Resolve": 4}}, {False: 1}),
    ("frontier", "cast", {}, either("cast", "fell_asleep", reaches(11, 3))),
    ("frontier", "cast",
     {"knobs": {f"{HERO}fatigue": 2, "args/ritual": 4, f"{HERO}ranks/Resist (Hardship)": 2}},
     either("cast", "fell_asleep", reaches(11, 5))),
    ("frontier", "cast", {"knobs": {"scene/fight": True}}, {"cast": 1}),
    ("frontier", "gain_fatigue", {"knobs": {f"{HERO}attributes/Endurance": 5}},
     either("tired", "fell_asleep", reaches(11, 5))),
    ("frontier", "gain_fatigue", {"filled": {"amount": 0}}, {"tired": 1}),
    # the ague takes 1 from the roll, and 2 from that of the Gravely ill
    ("frontier", "morning", {}, either("tired", "fell_asleep", reaches(11, 3 - 1))),
    ("frontier", "morning", {"knobs": {f"{HERO}diseases/0/phase": "gravely_ill"}},
     either("tired", "fell_asleep", reaches(11, 3 - 2))),
    ("frontier", "end_fight", {}, either(None, "exhausted", reaches(11, 3))),
    ("frontier", "end_fight", {"knobs": {f"{HERO}fatigue": 4}}, {None: 1}),
    ("frontier", "name_cost", {"knobs": {f"{CARER}attributes/Endurance": 1}},
     either(None, "exhausted", reaches(11, 1))),
    ("frontier", "name_cost", {"filled": {"cost": "hour"}}, {None: 1}),
    ("frontier", "identify_poison", {}, either("identified", "not_identified", reaches(9, 3 + 1))),
    ("frontier", "identify_poison",
     {"filled": {"skill": "Knowledge (Nature)"},
      "knobs": {f"{HERO}poisonings/0/poison": "death-cap", f"{CARER}ranks/Knowledge (Nature)": 3}},
     either("identified", "not_identified", reaches(13, 3 + 3))),
    ("frontier", "identify_disease", {}, either("identified", "not_identified", reaches(11, 3 + 1))),
    ("frontier", "identify_disease",
     {"knobs": {f"{HERO}diseases/0/disease": "winter-rot", f"{CARER}ranks/Knowledge (Medicine)": 0}},
     either("identified", "not_identified", reaches(9, 3))),
    ("frontier", "make_poison", {}, either("dose_made", "dose_spoiled", reaches(11, 3 + 2))),
    ("frontier", "make_poison", {"filled": {"poison": "Death-cap"}, "knobs": {f"{CARER}attributes/Intellect": 0}},
     either("dose_made", "dose_spoiled", reaches(13, 2))),
    ("frontier", "treat_poison", {}, either("treated_before", "treatment_failed", reaches(13, 3 + 1))),
    # nobody trained, nothing at hand: −2 each; knowing it +1
    ("frontier", "treat_poison",
     {"knobs": {f"{HERO}poisonings/0/poison": "cut-rum", f"{HERO}poisonings/0/phase": "active",
                f"{CARER}ranks/Treat Wounds": 0, "gear/herbs": False, "known/poison": True}},
     either("poison_ended", "treatment_failed", reaches(9, 3 - 2 - 2 + 1))),
    ("frontier", "treat_poison",
     {"knobs": {f"{HERO}poisonings/0/phase": "active", f"{HERO}poisonings/0/dying_minutes": 9}}, {"dead": 1}),
    ("frontier", "take_poison", {}, {60 * (hours + 6): chance for hours, chance in dice(6).items()}),
    ("frontier", "take_poison", {"filled": {"poison": "Wolfsbane paste"}, "knobs": {"args/hit_damage": 0}}, {None: 1}),
    ("frontier", "forage", {"knobs": {"sick/camp_flux": True}},
     {"foraged": reaches(11, 2), "found_nothing": reaches(7, 2) - reaches(11, 2), "foraged_badly": 1 - reaches(7, 2)}),
    # of thirty faces five are of parts a human lacks, and twelve of what there is only one of
    ("mutations", "mutation", {}, either("adds", "alters", F(5, 30) + F(30 - 5 - 12, 30) / 6)),
    ("mutations", "mutation", {"knobs": {f"{HERO}body": "demon"}}, either("adds", "alters", F(30 - 12, 30) / 6)),
    ("mutilato", "inflict", {}, dice(8)),
    ("mutilato", "inflict", {"by": f"{DAMAGE}prestanza", "filled": {"part": "leg"}}, dice(8)),
    ("mutilato", "inflict", {"filled": {"part": "finger"}, "knobs": {f"{HERO}body/finger/left": 1}}, dice(4)),
    ("mutilato", "inflict", {"filled": {"part": "finger"}}, {0: 1}),
    ("mutilato", "bleed", {}, dice(8)),
    ("mutilato", "bleed", {"by": f"{DAMAGE}prestanza", "knobs": {"bleeding/second": "leg"}}, dice(4, 8)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "verb", "message", "expected"), APART, ids=[f"{row[1]}-{n}" for n, row in enumerate(APART)]
)
def test_explorers_say_what_was_reckoned_apart(ruleset, verb, message, expected):
    made = ask("explore", ruleset=ruleset, verb=verb, **message)["explorer"]
    assert made["refusal"] is None
    assert {row["key"]: F(row["chance"]["text"]) for row in made["odds"]["rows"]} == expected


def golden(ruleset, section):
    """What stands in a ruleset's odds.json, in the source tree: wheels go without it."""
    return json.loads((SOURCE / ruleset / "odds.json").read_text("utf-8"))[section]


NURSED = [
    (odds, odds["given"]["characters"]["pat"]["ranks"]["Resist (Disease)"])
    for odds in golden("frontier", "odds")
    if odds.get("each", {}).get("verb") == "nurse"
]


@pytest.mark.parametrize(("odds", "rank"), [pytest.param(*row, id=row[0]["id"]) for row in NURSED if row[1] >= 0])
def test_a_nursed_course_is_that_of_the_golden_odds(odds, rank):
    knobs = {
        "each": True,
        f"{HERO}diseases/0/disease": odds["given"]["characters"]["pat"]["diseases"][0]["disease"]
        .lower()
        .replace(" ", "-"),
        f"{HERO}ranks/Resist (Disease)": rank,
        f"{CARER}attributes/Intellect": 2,
        f"{CARER}ranks/Treat Wounds": 2,
        "options/sick_penalty_on_own_resist": odds["given"].get("options", {}).get("sick_penalty_on_own_resist", True),
    }
    made = ask("explore", ruleset="frontier", verb="interval", knobs=knobs)["explorer"]["odds"]
    assert {row["key"]: row["chance"]["text"] for row in made["rows"]} == odds["chances"]
    assert made["acts"]["text"] == odds["acts"]


def test_an_explored_wound_is_within_the_golden_bounds():
    """A Wound's odds are sums without end: what is left over is small, and they lie where they were bounded apart."""
    bounds = {odds["id"]: odds for odds in golden("mutations", "bounds")}
    for body in ("human", "demon", "snake", "one_armed"):
        made = ask("explore", ruleset="mutations", verb="wound", knobs={f"{HERO}body": body})["explorer"]["odds"]
        assert made["unresolved"]["value"] < 1e-6
        for row in made["rows"]:
            least, most = map(F, bounds[f"whole incident, {body}"]["chances"][row["key"]])
            assert least - F(made["unresolved"]["text"]) <= F(row["chance"]["text"]) <= most


def test_a_refusal_names_people_in_the_reader_s_language():
    knobs = {f"{HERO}poisonings/0/poison": "bad-air"}
    for lang, name in (("en", "Hero"), ("it", "Eroe")):
        made = ask("explore", ruleset="frontier", verb="treat_poison", knobs=knobs, lang=lang)["explorer"]
        assert name in made["refusal"]["message"]


def test_what_is_grouped_by_is_named_where_it_is_no_number():
    made = ask("explore", ruleset="frontier", verb="end_fight", lang="it")["explorer"]
    assert [row["label"] for row in made["odds"]["rows"]] == ["sonno improvviso", "veglia"]
    made = ask("explore", ruleset="deathdanger", verb="hit", filled={"damage": 1})["explorer"]
    assert [row["label"] for row in made["odds"]["rows"]] == ["nothing rolled"]


def test_what_a_knob_sets_is_not_asked_for_twice():
    made = ask("explore", ruleset="frontier", verb="take_poison")["explorer"]
    assert [field["name"] for field in made["form"]] == ["poison"]
    made = ask("explore", ruleset="mutations", verb="wound")["explorer"]
    assert made["form"] == []
