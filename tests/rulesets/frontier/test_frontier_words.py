"""All that a game says can be said in both languages: events, endings, requests, refusals, offers, boards."""

from __future__ import annotations

import random
from typing import Any

import pytest
from bonesetter import play
from bonesetter.cards import sentence
from bonesetter.cases import Script, cases_of, opening
from bonesetter.codec import to_json
from bonesetter.errors import Refusal
from bonesetter.frozen import freeze
from bonesetter.reading import label
from frontier_table import RULES, table
from test_frontier_invariants import CREW, act

CASES = cases_of(RULES)
LANGS = ("en", "it")


def said(standing: play.Standing, lang: str) -> list[str]:
    """Everything a card of this course says."""
    words = RULES.words[lang]
    texts = []
    for step in standing.steps:
        texts.append(words.say(label(step.request)))
        texts += [words.say(part.source) for part in getattr(step.request, "parts", ())]
        texts += [words.say(option.label) for option in getattr(step.request, "options", ())]
    for event in standing.events:
        texts.append(sentence(freeze(to_json(event)), Named(), words))
    assert standing.outcome is not None
    texts.append(words.text(f"endings.{standing.outcome.ending}"))
    texts += [words.text(f"verbs.{offer.verb}.name") for offer in standing.outcome.offers]
    for who in standing.state.characters:
        for injury in RULES.injuries(standing.state, who):
            texts += [words.say(injury.name), *(words.clause(effect) for effect in injury.effects)]
            texts += [words.say(injury.left)] if injury.left is not None else []
    return texts


class Named:
    """A campaign of which only the names are asked."""

    def name(self, who: str) -> str:
        return who


def plain(text: str) -> bool:
    """Whether no id and no empty place shows through."""
    return "{" not in text and "_" not in text and "None" not in text and "Fraction" not in text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("case", CASES["cases"], ids=[case["id"] for case in CASES["cases"]])
def test_whatever_a_case_does_can_be_said(case: dict[str, Any], lang: str) -> None:
    script = Script(RULES, list(case["dice"]))
    try:
        c = opening(case["given"], CASES["defaults"], RULES)
    except Refusal as refusal:
        assert plain(RULES.words[lang].error(refusal))
        return
    for given in case["inputs"]:
        args = {key: value for key, value in given.items() if key not in ("verb", "choices")}
        script.choices = list(given.get("choices", ()))
        try:
            if RULES.procedure(given["verb"]).query:
                play.ask(RULES, c, RULES.procedure(given["verb"]), args)
                continue
            _, standing = play.play(RULES, c, play.begin(RULES, given["verb"], args), script.answer)
        except Refusal as refusal:
            assert plain(RULES.words[lang].error(refusal))
            continue
        c = standing.state
        assert [text for text in said(standing, lang) if not plain(text)] == []


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_game_does_can_be_said(seed: int, lang: str) -> None:
    dice = random.Random(seed)
    t = table(CREW, seed)
    for _ in range(120):
        verb, args = act(t, dice)
        try:
            _, standing = play.play(RULES, t.c, play.begin(RULES, verb, args), t._answer)
        except Refusal as refusal:
            assert plain(RULES.words[lang].error(refusal)), refusal
            continue
        t.c = standing.state
        assert [text for text in said(standing, lang) if not plain(text)] == []


def test_every_refusal_of_the_chapter_says_what_is_possible_instead() -> None:
    """Each message is a sentence that says more than no."""
    for lang in LANGS:
        for key, text in RULES.words[lang].texts.items():
            if key.startswith("errors.") and text:
                assert text.endswith((".", "?")), key
