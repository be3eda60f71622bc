"""`bonesetter ask`: what the rules themselves answer to a question, without dice."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping

from bonesetter.cards import language
from bonesetter.frozen import Json
from bonesetter.words import Words

from .sitting import Sitting, opening, settings


def ask(options: Namespace) -> int:
    """Ask a ruleset a question about the characters that were given."""
    sitting = Sitting(options.rulesets, options.lang)
    print(answered(sitting, options, options.ruleset, options.question))
    return 0


def answered(sitting: Sitting, options: Namespace, ruleset: str, question: str) -> str:
    """The answer in lines, or (`--json`) as JSON. Raises Refused, Fault `bad_setting`, `no_file`."""
    given = opening(options.given, options.character)
    sitting.seat(ruleset, given)
    args = sitting.completed(ruleset, question, settings(options.set), given["characters"])
    result = sitting.say("query", ruleset=ruleset, verb=question, args=args)["result"]
    if options.json:
        return json.dumps(result, ensure_ascii=False)
    return "\n".join(shown(result, language(sitting.rulesets[ruleset], sitting.lang, sitting.log.book.campaign)))


def shown(result: Mapping[str, Json], words: Words) -> list[str]:
    """Each thing that is known, named as the ruleset names it."""
    return [
        f"{words.text(f'results.{key}') if words.has(f'results.{key}') else key}: {_text(value, words)}"
        for key, value in result.items()
    ]


def _text(value: Json, words: Words) -> str:
    if isinstance(value, Mapping):
        return "; ".join(shown(value, words)) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(_text(item, words) for item in value) or "–"
    return words.say(value) if value is not None else "–"
