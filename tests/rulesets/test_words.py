"""Every word in both languages: nothing that a reader can meet is missing, and nothing falls back."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from bonesetter import exploring, messages
from bonesetter.effect import Term
from bonesetter.ruleset import Ruleset, found

RULESETS = found()
PAIRS = [(ruleset, lang) for ruleset in RULESETS.values() for lang in ("en", "it")]
IDS = [f"{ruleset.id}-{lang}" for ruleset, lang in PAIRS]


def sources(ruleset: Ruleset) -> list[ast.AST]:
    return [ast.parse(file.read_text("utf-8")) for file in Path(str(ruleset.folder())).glob("*.py")]


def literals(ruleset: Ruleset, *callables: str) -> set[str]:
    """The plain texts that are the first argument of calls of these names."""
    names = set()
    for tree in sources(ruleset):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if called in callables and isinstance(node.args[0].value, str):
                    names.add(node.args[0].value)
    return names


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_both_languages_have_the_same_keys_and_facts(ruleset: Ruleset) -> None:
    assert set(ruleset.languages) == {"en", "it"}
    en, it = ruleset.words["en"].texts, ruleset.words["it"].texts
    assert {key for key in set(en) ^ set(it)} == set()
    facts = re.compile(r"{(\w+)}")
    differing = {key for key in en if set(facts.findall(en[key])) != set(facts.findall(it[key]))}
    assert differing == set()


@pytest.mark.parametrize(("ruleset", "lang"), PAIRS, ids=IDS)
def test_everything_a_form_a_menu_or_a_card_shows_has_a_word(ruleset: Ruleset, lang: str) -> None:
    words = ruleset.words[lang]
    wanted = {"ruleset.title", "ruleset.about", "groups.tables"}
    wanted |= {f"groups.{group}" for group in ruleset.groups}
    for made in ruleset.procedures.values():
        if made.inner:
            continue
        wanted |= {f"verbs.{made.verb}.name", f"verbs.{made.verb}.help"}
        for field in made.fields:
            own = f"fields.{made.verb}.{field.name}.label"
            wanted.add(own if words.has(own) else f"fields.{field.name}.label")
        assert made.query or made.group in (*ruleset.groups, "tables"), made.verb
    for table in ruleset.tables.values():
        wanted |= {f"tables.{table.id}.title", f"tables.{table.id}.about"}
        wanted |= {f"columns.{column}" for column in table.columns}
        wanted |= {f"fields.{known.id}.label" for known in table.modifiers}
        wanted |= {f"rows.{row.id}" for row in table.rows}
    for name in ruleset.settings:
        wanted |= {f"options.{name}.label", f"options.{name}.help"}
    wanted |= {f"errors.{code}" for code in literals(ruleset, "Refusal")}
    wanted |= {f"endings.{ending}" for ending in literals(ruleset, "Outcome")}
    wanted |= {f"purposes.{purpose.partition(':')[0]}" for purpose in literals(ruleset, "Test", "Draw", "Amount")}
    wanted |= {f"choices.{purpose}" for purpose in literals(ruleset, "Choose", "Count", "Words")}
    terms = {key for key in literals(ruleset, "Term") if not words.has(key)}
    assert sorted(key for key in terms if words.say(Term(key)) == key.rpartition(".")[2]) == []
    assert sorted(key for key in wanted if not words.has(key)) == []


@pytest.mark.parametrize(("ruleset", "lang"), PAIRS, ids=IDS)
def test_every_effect_of_every_row_can_be_said(ruleset: Ruleset, lang: str) -> None:
    for table in ruleset.tables.values():
        for row in table.rows:
            for effect in row.effects:
                clause = ruleset.words[lang].clause(effect)
                assert clause.strip() and "{" not in clause, (row.id, clause)


@pytest.mark.parametrize(("ruleset", "lang"), PAIRS, ids=IDS)
def test_no_two_options_of_an_explorer_read_alike(ruleset: Ruleset, lang: str) -> None:
    for verb in exploring.verbs(ruleset):
        message = messages.Explore(lang=lang, ruleset=ruleset.id, verb=verb)
        made = exploring.explore_json(ruleset, message, ruleset.words[lang])
        for field in (*made["form"], *made["knobs"]):
            labels = [option["label"] for option in field.get("options", ())]
            assert len(set(labels)) == len(labels), (verb, field["label"])
