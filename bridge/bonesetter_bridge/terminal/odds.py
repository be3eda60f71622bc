"""`bonesetter odds`: exact odds as fractions."""

from __future__ import annotations

import json
from argparse import Namespace

from bonesetter.frozen import Json

from .sitting import Sitting, opening, settings

BAR = 30


def odds(options: Namespace) -> int:
    """Show the odds of a table, a procedure or a dice expression."""
    sitting = Sitting(options.rulesets, options.lang)
    found = sitting.say("odds", **message(options, sitting))["odds"]
    print(json.dumps(found, ensure_ascii=False) if options.json else shown(found))
    return 0


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
    }
    if options.choose:
        asked["policy"] = settings(options.choose)
    given = opening(options.given, options.character)
    asked["args"] = sitting.completed(ruleset, name, asked["args"], given["characters"])
    return {**asked, **given}


def shown(found: dict[str, Json]) -> str:
    """Odds in lines: label, fraction, share, and a bar as long as the share."""
    rows = [*found["rows"]]
    if found["unresolved"]["n"]:
        rows.append({"label": "?", "chance": found["unresolved"]})
    wide = max((len(row["label"]) for row in rows), default=0)
    longest = max((len(row["chance"]["text"]) for row in rows if len(row["chance"]["text"]) <= 24), default=1)
    lines = []
    for row in rows:
        chance = row["chance"]
        exact = chance["text"] if len(chance["text"]) <= 24 else ""
        share = chance["n"] / chance["d"]
        lines.append(f"{row['label']:<{wide}}  {exact:>{longest}}  {share:7.2%}  {'█' * round(share * BAR)}".rstrip())
    for key in ("mean", "acts"):
        if key in found:
            lines.append(f"{key}: {found[key]['text']} ≈ {found[key]['n'] / found[key]['d']:.3f}")
    return "\n".join(lines)
