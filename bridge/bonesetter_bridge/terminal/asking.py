"""`bonesetter ask`: what the rules themselves answer to a question, without dice."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable, Iterator

from bonesetter.lines import Line

from .sitting import Sitting, settings


def ask(options: Namespace) -> int:
    """Ask a ruleset a question about the characters that were given."""
    sitting = Sitting(options.rulesets, options.lang)
    print(answered(sitting, options, options.ruleset, options.question))
    return 0


def answered(sitting: Sitting, options: Namespace, ruleset: str, question: str) -> str:
    """The answer in lines, or (`--json`) as JSON. Raises Refused, Fault `bad_setting`, `no_file`."""
    given = sitting.opening(ruleset, options.given, options.character)
    sitting.seat(ruleset, given)
    args = sitting.completed(ruleset, question, settings(options.set), given["characters"])
    reply = sitting.say("query", ruleset=ruleset, verb=question, args=args)
    if options.json:
        return json.dumps(reply["result"], ensure_ascii=False)
    return "\n".join(shown(reply["lines"]))


def shown(lines: Iterable[Line], indent: str = "") -> Iterator[str]:
    """Labelled lines as text, those within another one indented, the items of a list with a dash."""
    for line in lines:
        label = f"{line['label']}:" if line["label"] else "-"
        yield f"{indent}{label} {line.get('text', '')}".rstrip()
        yield from shown(line.get("lines", ()), f"{indent}  ")
