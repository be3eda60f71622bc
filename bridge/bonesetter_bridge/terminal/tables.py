"""`bonesetter tables` and `bonesetter roll`."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from bonesetter.cards import language
from bonesetter.codec import to_json
from bonesetter.effect import Effect
from bonesetter.frozen import Json

from ..faults import Fault, text
from .sitting import Sitting


def tables(rulesets: Path | None, lang: str, as_json: bool) -> int:
    """List every table of every ruleset, with its die."""
    catalog = Sitting(rulesets, lang).say("catalog")
    if as_json:
        print(json.dumps({one["id"]: one["tables"] for one in catalog["rulesets"]}, ensure_ascii=False))
        return 0
    for one in catalog["rulesets"]:
        print(one["title"])
        for table in one["tables"]:
            house = f"  [{text(lang, 'tables.house')}]" if table["house"] else ""
            print(f"  {one['id']}/{table['id']:<28} {table['die'] or '–':<5} {table['title']}{house}")
    return 0


def roll(options: Namespace) -> int:
    """Roll on one table and show the row."""
    ruleset, slash, table = options.table.partition("/")
    if not slash or not ruleset or not table:
        raise Fault("unknown_table_address", field="table", given=options.table)
    sitting = Sitting(options.rulesets, options.lang, options.faces, options.seed)
    course = sitting.start(ruleset, "roll", {"table": table, "modifier": options.modifier})
    sitting.finish()
    made = summary(sitting, ruleset, table, course, options.modifier)
    if options.json:
        print(json.dumps(made, ensure_ascii=False))
    else:
        print(shown(made, options.lang))
    return 0


def summary(sitting: Sitting, ruleset: str, table: str, course: dict[str, Json], modifier: int) -> dict[str, Json]:
    """What a roll came to, as JSON: faces, modifier, total, and the row with its columns and effects."""
    step = next(step for step in course["card"]["steps"] if step["kind"] == "dice")
    rules = sitting.rulesets[ruleset]
    row = rules.table(table).row(step["row"]["id"])
    words = language(rules, sitting.lang, sitting.log.book.campaign)
    page = sitting.say("table", ruleset=ruleset, table=table)["table"]
    labels = {column["id"]: column["label"] for column in page["columns"]}
    cells = next(shown["cells"] for shown in page["rows"] if shown["id"] == row.id)
    return {
        "ruleset": ruleset,
        "table": table,
        "title": page["title"],
        "dice": step["dice"],
        "faces": [face for _, face in step["faces"]],
        "modifier": modifier,
        "total": step["total"],
        "row": {
            "id": row.id,
            "span": step["row"]["span"],
            "name": step["row"]["name"],
            "effects": [{**to_json(one), "text": words.clause(one)} for effect in row.effects for one in each(effect)],
            "columns": [{"id": id, "label": label, "text": cells[id]} for id, label in labels.items()],
        },
        "house": page["house"],
    }


def each(effect: Effect) -> list[Effect]:
    """A modifier on several rolls as one on each: in a list of effects that is what a reader counts."""
    on = effect.get("on")
    if effect.kind != "modifier" or not isinstance(on, tuple) or len(on) < 2:
        return [effect]
    return [Effect(effect.kind, effect.data.set("on", (one,))) for one in on]


def shown(made: dict[str, Json], lang: str) -> str:
    """The same in words."""
    sign = f"  {text(lang, 'roll.modifier')} {made['modifier']:+d}" if made["modifier"] else ""
    faces = ", ".join(map(str, made["faces"]))
    lines = [
        made["title"] + (f"  [{text(lang, 'tables.house')}]" if made["house"] else ""),
        f"{text(lang, 'roll.dice')} {made['dice']}: {faces}{sign}  {text(lang, 'roll.total')} {made['total']}",
        f"{made['row']['span']}  {made['row']['name']}",
    ]
    lines += [f"  {effect['text']}" for effect in made["row"]["effects"]]
    return "\n".join([*lines, *(f"  {column['label']}: {column['text']}" for column in made["row"]["columns"])])
