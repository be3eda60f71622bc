"""What the rules answer, for people: whatever the cases ask and whatever they leave a character as has words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from bonesetter import cases, play
from bonesetter.codec import to_json
from bonesetter.lines import Line, answer_lines, sheet_lines
from bonesetter.ruleset import Ruleset, found

RULESETS = found()
ID = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z]:[a-z]|[{}]|\b(None|True|False)\b")
"""What no word has: an id with underscores or a colon, a place to be filled in, a value of Python's."""


def told(lines: list[Line]) -> Iterator[str]:
    for line in lines:
        yield line["label"]
        yield from told(line["lines"]) if "lines" in line else [line["text"]]


@pytest.fixture(scope="module", params=RULESETS.values(), ids=list(RULESETS))
def answered(request: pytest.FixtureRequest) -> tuple[Ruleset, list[tuple[str, Any]], list[Any]]:
    """A ruleset, the answers of all questions in its cases, and the sheets of all characters they end with."""
    ruleset: Ruleset = request.param
    content = cases.cases_of(ruleset)
    assert content is not None
    answers: list[tuple[str, Any]] = []
    sheets: list[Any] = []
    asked, seen = play.ask, ruleset.sheet

    def ask(ruleset: Ruleset, c: Any, procedure: Any, args: Any) -> Any:
        answers.append((procedure.verb, answer := asked(ruleset, c, procedure, args)))
        return answer

    def sheet(c: Any, who: str) -> Any:
        sheets.append(to_json(shown := seen(c, who)))
        return shown

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "ask", ask)
        object.__setattr__(ruleset, "sheet", sheet)
        cases.play_file(content, {ruleset.id: ruleset})
        object.__setattr__(ruleset, "sheet", seen)
    assert sheets
    return ruleset, answers, sheets


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_answer_and_every_sheet_is_told_in_words(answered: Any, lang: str) -> None:
    ruleset, answers, sheets = answered
    words = ruleset.words[lang]
    texts = {text for verb, answer in answers for text in told(answer_lines(verb, answer, words))}
    texts |= {text for sheet in sheets for text in told(sheet_lines(sheet, words))}
    assert sorted(text for text in texts if ID.search(text)) == []
