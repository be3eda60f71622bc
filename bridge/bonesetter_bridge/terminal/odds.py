"""`bonesetter odds`: exact odds as fractions."""

from __future__ import annotations

import json
import shlex
from argparse import Namespace
from collections.abc import Mapping
from decimal import ROUND_CEILING, Context
from typing import Any

from bonesetter.frozen import Json
from bonesetter.ruleset import Ruleset

from ..faults import Fault, text
from .asking import answered
from .sitting import Sitting, settings

BAR = 30
SHORT = 24
"""The longest fraction that is written out."""
_QUANTILES = {"1/4": "quarter", "1/2": "half", "3/4": "most", "9/10": "nearly_all"}


def odds(options: Namespace) -> int:
    """Show the odds of a table, a procedure or a dice expression; of a question, what the rules themselves answer."""
    sitting = Sitting(options.rulesets, options.lang)
    ruleset, _, name = options.target.partition("/")
    if _asks(sitting.rulesets.get(ruleset), name):
        print(answered(sitting, options, ruleset, name))
        return 0
    found = sitting.say("odds", **message(options, sitting))["odds"]
    print(json.dumps(found, ensure_ascii=False) if options.json else shown(found, options.lang))
    return 0


def _asks(ruleset: Ruleset | None, name: str) -> bool:
    return bool(ruleset and name not in ruleset.tables and name in ruleset.procedures and ruleset.procedure(name).query)


def message(options: Namespace, sitting: Sitting) -> dict[str, Json]:
    """The desk's message for what was typed in."""
    ruleset, slash, name = options.target.partition("/")
    if not slash:
        return {"dice": options.target}
    known = sitting.rulesets.get(ruleset)
    if known is not None and name in known.tables:
        return {"ruleset": ruleset, "table": name, "modifier": options.modifier}
    asked = {
        "ruleset": ruleset,
        "verb": name,
        "args": settings(options.set),
        "by": options.by,
        "course": options.course,
        "acts": options.acts,
        "precise": options.precise,
    }
    if options.choose:
        asked["policy"] = settings(options.choose)
    if options.goal is not None:
        asked["goal"] = options.goal
    if options.each is not None:
        asked["each"] = step(options.each)
    given = sitting.opening(ruleset, options.given, options.character)
    asked["args"] = sitting.completed(ruleset, name, asked["args"], given["characters"])
    return {**asked, **given}


def step(typed: str) -> dict[str, Json]:
    """A procedure with its arguments, as typed in: `nurse by=mora on=pat`. Raises Fault `bad_setting`."""
    try:
        verb, *given = shlex.split(typed)
    except ValueError:
        raise Fault("bad_setting", given=typed) from None
    return {"verb": verb, "args": settings(given)}


def shown(found: dict[str, Json], lang: str) -> str:
    """Odds in lines: label, fraction, share, and a bar as long as the share; then what else is known in numbers."""
    rows = found["rows"]
    labels = {str(row["key"]): row["label"] for row in rows}
    wide = max((len(row["label"]) for row in rows), default=0)
    longest = max((len(row["chance"]["text"]) for row in rows if len(row["chance"]["text"]) <= SHORT), default=1)
    lines = []
    for row in rows:
        chance = row["chance"]
        exact = chance["text"] if len(chance["text"]) <= SHORT else ""
        share = chance["n"] / chance["d"]
        lines.append(f"{row['label']:<{wide}}  {exact:>{longest}}  {share:7.2%}  {'█' * round(share * BAR)}".rstrip())
    if found["unresolved"]["n"]:
        lines.append(text(lang, "odds.unresolved", value=_small(found["unresolved"]["value"])))
    for key in ("mean", "acts", "best", "worst"):
        if key in found:
            lines.append(text(lang, f"odds.{key}", value=_number(found[key])))
    if "quantiles" in found:
        lines.append(text(lang, "odds.quantiles", **{_QUANTILES[share]: n for share, n in found["quantiles"].items()}))
    for act, ends in enumerate(found.get("by_act", ()), 1):
        shares = ", ".join(f"{labels.get(key, key)} {chance['value']:.2%}" for key, chance in ends.items()) or "–"
        lines.append(text(lang, "odds.by_act", act=act, shares=shares))
    return "\n".join(lines)


def _small(share: float) -> str:
    """A bound in percent, however small: two digits, never less than it is."""
    return f"{Context(prec=2, rounding=ROUND_CEILING).create_decimal_from_float(share * 100):f}%"


def _number(value: Mapping[str, Any]) -> str:
    """A fraction, and what it comes to; a long one only as that, a whole number as it is."""
    if value["d"] == 1:
        return str(value["text"])
    near = f"{value['value']:.3f}"
    return f"{value['text']} ≈ {near}" if len(value["text"]) <= SHORT else near
