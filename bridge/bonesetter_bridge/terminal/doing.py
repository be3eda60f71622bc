"""`bonesetter do`: a whole procedure in the terminal, with its dice and choices."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from bonesetter.frozen import Json

from ..faults import Fault, text
from .sitting import Refused, Sitting, settings


def do(options: Namespace) -> int:
    """Carry out a procedure, asking at the keyboard what `--choose` doesn't answer."""
    sitting = Sitting(options.rulesets, options.lang, options.faces, options.seed)
    given = sitting.opening(options.ruleset, options.given, options.character)
    sitting.seat(options.ruleset, given)
    args = settings(options.set)
    course = sitting.start(
        options.ruleset, options.verb, sitting.completed(options.ruleset, options.verb, args, given["characters"])
    )
    answers = iter(options.choose)
    while (ask := course["ask"]) is not None:
        course = answered(sitting, course, ask, answers)
    sitting.finish()
    if options.save is not None:
        save(sitting, options.save)
    if options.json:
        print(
            json.dumps(
                {"result": course["result"], "card": course["card"], "injuries": course["injuries"]}, ensure_ascii=False
            )
        )
    else:
        print(shown(course, options.lang))
    return 0


def answered(sitting: Sitting, course: dict[str, Json], ask: dict[str, Json], given: Iterator[str]) -> dict[str, Json]:
    """A course after one answer: the next that was given, or one from the keyboard.

    Raises Fault `needs_choice` where there is no keyboard; Refused for an answer that was given and isn't possible.
    """
    offered = [option["value"] for option in ask.get("options", ()) if not option.get("refused")]
    value = next(given, None)
    if value is not None:
        return sitting.answer(course, _typed(ask, value))
    if not sys.stdin.isatty():
        raise Fault("needs_choice", field=ask["purpose"], question=ask["label"], offered=offered)
    print(ask["label"])
    for number, option in enumerate(ask.get("options", ()), 1):
        print(f"  {number}  {option['label']}" + (f"  ({option['refused']})" if option.get("refused") else ""))
    while True:
        typed = input("> ").strip()
        options = ask.get("options", ())
        if typed.isdecimal() and 1 <= int(typed) <= len(options):
            typed = options[int(typed) - 1]["value"]
        try:
            return sitting.answer(course, _typed(ask, typed))
        except Refused as refusal:
            print(refusal.error["message"])


def _typed(ask: dict[str, Json], value: str) -> Json:
    if ask["kind"] == "count":
        return int(value) if value.lstrip("-").isdecimal() else value
    return value


def shown(course: dict[str, Json], lang: str) -> str:
    """A course's card in lines."""
    card = course["card"]
    lines = [card["title"]]
    for step in card["steps"]:
        if step["kind"] == "choice":
            lines.append(f"  {step['label']}: {step['text']}")
            continue
        faces = ", ".join(str(face) for _, face in step["faces"])
        parts = "".join(f" {part['value']:+d} {part['source']}" for part in step["parts"])
        lines.append(f"  {step['label']}: {step['dice']} → {faces}{parts} = {step['total']}")
        if "row" in step:
            lines.append(f"    {step['row']['span']}  {step['row']['name']}")
            lines += [f"      {clause}" for clause in step["row"]["clauses"]]
    lines += [f"  {line}" for line in card["lines"]]
    if card["ending"] is not None:
        lines.append(card["ending"]["text"])
    return "\n".join(lines) + (f"\n[{text(lang, 'tables.house')}]" if card["house"] else "")


def save(sitting: Sitting, file: Path) -> None:
    """Write the sitting's log, one entry a line. Raises Fault `no_file`."""
    lines = "".join(json.dumps(entry.json(), ensure_ascii=False) + "\n" for entry in sitting.log.entries)
    try:
        file.write_text(lines, "utf-8")
    except OSError as error:
        raise Fault("no_file", file=str(file), why=error.strerror or str(error)) from error
