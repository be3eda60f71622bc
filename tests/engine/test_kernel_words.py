"""The kernel's own words: complete in both languages, and every refusal of the kernel has its sentence."""

from __future__ import annotations

import re
import string
from pathlib import Path

import bonesetter
import pytest
from bonesetter.words import LANGUAGES, kernel_texts

KERNEL = Path(bonesetter.__file__).parent
TEXTS = {lang: kernel_texts(lang) for lang in LANGUAGES}


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys():
    assert set(TEXTS["en"]) == set(TEXTS["it"])


@pytest.mark.parametrize("key", sorted(TEXTS["en"]))
def test_a_sentence_names_the_same_facts_in_both_languages(key):
    assert facts(TEXTS["en"][key]) == facts(TEXTS["it"][key])
    assert TEXTS["en"][key].strip() and TEXTS["it"][key].strip()


def test_sentences_are_translated():
    """Long texts that read alike in both languages were forgotten."""
    alike = [
        key for key, text in TEXTS["en"].items() if len(re.sub(r"{.*?}", "", text)) > 8 and text == TEXTS["it"][key]
    ]
    assert not alike


def raised() -> dict[str, set[str]]:
    """Each code the kernel refuses with, and the facts it gives at every place: read from the source."""
    codes: dict[str, set[str]] = {}
    for file in KERNEL.glob("*.py"):
        for match in re.finditer(r'Refusal\(\s*"([a-z_]+)"', file.read_text("utf-8")):
            codes.setdefault(match[1], set()).add(file.name)
    return codes


@pytest.mark.parametrize("code", sorted(raised()))
def test_every_refusal_of_the_kernel_has_a_sentence(code):
    assert f"errors.{code}" in TEXTS["en"], f"raised in {', '.join(raised()[code])}"


@pytest.mark.parametrize("key", sorted(key for key in TEXTS["en"] if key.startswith("errors.")))
def test_a_refusal_ends_as_a_sentence(key):
    for lang in LANGUAGES:
        assert TEXTS[lang][key][-1] in ".!?"


def test_what_would_be_accepted_is_said_in_the_readers_language(desk):
    said = {}
    for lang in LANGUAGES:
        reply = desk.say("start", ruleset="toy", verb="hit", args={"on": "ann", "amount": -1}, lang=lang)
        said[lang] = reply["error"]["message"]
    assert "0 or more" in said["en"] and "0 o più" in said["it"]
