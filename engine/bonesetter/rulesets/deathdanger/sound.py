"""Whether a file of injury tables is sound: all its faults at once, each naming the row it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...dice import Dice
from ...errors import Refusal, RulesetFault
from ...frozen import Json

LADDER = ("d20", "d12", "d10", "d8", "d6", "d4", "d3")
"""Injury dice from mild to worst. Atom K-039."""
LANGUAGES = ("en", "it")
POLICY = {
    "row_without_sites": "stack",
    "row_with_sites": "next_free_site",
    "no_free_site": "next_row",
    "past_last_row": "stack",
}
SECTIONS = (
    "id",
    "injury_roll",
    "notation",
    "repeat_policy",
    "cosmetic",
    "activities",
    "litanies",
    "effect_kinds",
    "actions",
    "causes",
    "site_names",
    "term_names",
    "tables",
    "disease_table",
)
"""What a file consists of."""
WAYS = {"rest": "months", "medicine": "target", "litany": "litany"}


def check(facts: Mapping[str, Json], schema: str, tables: Iterable[str]) -> None:
    """Raises RulesetFault with everything amiss, one fault a line: a die outside the ladder, an unknown litany,
    activity, effect or site, a gap, an overlap, a name missing in a language."""
    if faults := list(_faults(facts, schema, tables)):
        raise RulesetFault("injury tables:\n" + "\n".join(faults))


Faults = Iterator[str]
"""Faults in the file's order, each beginning with the place it stands in."""


def _faults(facts: Mapping[str, Any], schema: str, tables: Iterable[str]) -> Faults:
    if not isinstance(facts, Mapping) or facts.get("schema") != schema:
        given = facts.get("schema") if isinstance(facts, Mapping) else facts
        yield f"the file: its schema is {given!r}; {schema!r} is wanted"
        return
    if absent := [section for section in SECTIONS if section not in facts]:
        yield f"the file: {', '.join(absent)} missing"
        return  # rows lean on them
    yield from _readable("the file", _references(facts))
    for table in tables:
        yield from _readable(f"table {table}", _injury_table(table, facts))
    yield from _readable("the disease table", _disease_table(facts))


def _readable(where: str, faults: Faults) -> Faults:
    """The faults of a place, and, where it can't even be read, that one."""
    try:
        yield from faults
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        yield f"{where}: {error} is missing or of the wrong form"


def _references(facts: Mapping[str, Any]) -> Faults:
    parents = {activity["id"]: activity["parent"] for activity in facts["activities"]}
    for activity in facts["activities"]:
        yield from _both(activity["name"], f"activity {activity['id']}")
        seen = {activity["id"]}
        above = activity["parent"]
        while above is not None and above in parents and above not in seen:
            seen.add(above)
            above = parents[above]
        if above is not None:
            why = "lies under itself" if above in seen else f"lies under {above!r}, which is no activity"
            yield f"activity {activity['id']}: {why}"
    for litany in facts["litanies"]:
        yield from _both(litany["name"], f"litany {litany['id']}")
        if type(litany.get("tier")) is not int:
            yield f"litany {litany['id']}: its tier {litany.get('tier')!r} is no whole number"
    for section in ("site_names", "term_names", "actions"):
        for id, name in facts[section].items():
            yield from _both(name, f"{section} {id}")
    for kind, effect in facts["effect_kinds"].items():
        yield from _both(effect["text"], f"effect kind {kind}")
    for kind in WAYS:
        yield from _both(facts["notation"][kind], f"notation {kind}")
    for key, value in facts["repeat_policy"].items():
        if POLICY.get(key) != value:
            yield f"repeat_policy {key}: {value!r} is not {POLICY.get(key)!r}, the only one there is"
    if type(facts["cosmetic"].get("fades_after_months")) is not int:
        yield "cosmetic: fades_after_months is no whole number"
    if type(facts["injury_roll"].get("last_row_is_open_ended")) is not bool:
        yield "injury_roll: last_row_is_open_ended is neither true nor false"
    if not isinstance(facts["notation"].get("separator"), str):
        yield "notation: separator is no text"
    if absent := [table for table in facts["tables"] if table not in facts["causes"]]:
        yield f"causes: none for {', '.join(absent)}"
    causes = [cause for listed in facts["causes"].values() for cause in listed]
    if twice := sorted({cause for cause in causes if causes.count(cause) > 1}):
        yield f"causes: {', '.join(twice)} stand in more than one table"


def _injury_table(id: str, facts: Mapping[str, Any]) -> Faults:
    table = facts["tables"][id]
    yield from _both(table["name"], f"table {id}")
    wanted = 1
    for row in table["rows"]:
        where = f"table {id}, row {row.get('result')} ({_name(row)})"
        result = row.get("result")
        if not isinstance(result, int) or isinstance(result, bool):
            yield f"{where}: its result {result!r} is no whole number"
            continue
        if result < wanted:
            yield f"{where}: overlap: {result} has a row already"
        if result > wanted:
            yield f"{where}: gap: no row for {_span(wanted, result - 1)}"
        wanted = max(wanted, result + 1)
        yield from _readable(where, _row(row, where, facts, cosmetic=result == int(facts["cosmetic"]["row"])))
    if not table["rows"]:
        yield f"table {id}: it has no rows"


def _disease_table(facts: Mapping[str, Any]) -> Faults:
    table = facts["disease_table"]
    yield from _both(table["name"], "the disease table")
    try:
        reach = sorted(Dice.parse(table["die"]).distribution())
    except Refusal:
        yield f"the disease table: {table['die']!r} is no die"
        return
    wanted = reach[0]
    where = "the disease table"
    for row in table["rows"]:
        where = f"the disease table, row {row.get('from')}–{row.get('to')} ({_name(row)})"
        low, high = row.get("from"), row.get("to")
        if type(low) is not int or type(high) is not int:
            yield f"{where}: from and to are whole numbers"
            continue
        if low < wanted:
            yield f"{where}: overlap: {low} has a row already"
        if low > wanted:
            yield f"{where}: gap: no row for {_span(wanted, low - 1)}"
        if high < low or high > reach[-1]:
            yield f"{where}: {low}–{high} can't come up on {table['die']}"
        wanted = max(wanted, high + 1)
        yield from _readable(where, _row(row, where, facts, cosmetic=False))
    if wanted <= reach[-1]:
        yield f"{where}: gap: no row for {_span(wanted, reach[-1])} after it"


def _row(row: Mapping[str, Any], where: str, facts: Mapping[str, Any], cosmetic: bool) -> Faults:
    yield from _both(row["name"], where)
    activities = {activity["id"] for activity in facts["activities"]}
    for effect in row["effects"]:
        yield from _effect(effect, where, facts)
    for site in row.get("sites", ()):
        if site not in facts["site_names"]:
            yield f"{where}: {site!r} is no body site; {', '.join(facts['site_names'])} are"
    yield from _treatment(row["treatment"], where, {litany["id"] for litany in facts["litanies"]})
    iter(row["tags"])
    if cosmetic:
        if row["die"] is not None or row["activity"] is not None or row["treatment"]:
            yield f"{where}: the cosmetic row has no die, no activity and no treatment"
        return
    if row["die"] not in LADDER:
        yield f"{where}: die {row['die']!r} is not on the ladder {', '.join(LADDER)}"
    if row["activity"] not in activities:
        yield f"{where}: {row['activity']!r} is no activity of the file"


def _effect(effect: Mapping[str, Any], where: str, facts: Mapping[str, Any]) -> Faults:
    kind = facts["effect_kinds"].get(effect["kind"])
    if kind is None:
        yield f"{where}: {effect['kind']!r} is no kind of effect; {', '.join(facts['effect_kinds'])} are"
    elif set(effect) - {"kind"} != set(kind["fields"]):
        yield f"{where}: effect {effect['kind']} wants {', '.join(kind['fields']) or 'no further facts'}"
    elif effect["kind"] == "forbid" and effect["action"] not in facts["actions"]:
        yield f"{where}: {effect['action']!r} is no action; {', '.join(facts['actions'])} are"


def _treatment(ways: Iterable[Mapping[str, Any]], where: str, litanies: set[str]) -> Faults:
    for way in ways:
        if way["kind"] not in WAYS or set(way) != {"kind", WAYS[way["kind"]]}:
            yield f"{where}: treatment {dict(way)} is none of rest/months, medicine/target, litany/litany"
            continue
        amount = way[WAYS[way["kind"]]]
        if way["kind"] == "litany" and amount not in litanies:
            yield f"{where}: unknown litany {amount!r}; {', '.join(sorted(litanies))} are known"
        if way["kind"] != "litany" and (type(amount) is not int or amount < 1):
            yield f"{where}: {WAYS[way['kind']]} {amount!r} is no whole number above 0"


def _both(text: Any, where: str) -> Faults:
    missing = [lang for lang in LANGUAGES if not (isinstance(text, Mapping) and text.get(lang))]
    if missing:
        yield f"{where}: no text in {' and '.join(missing)}"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _name(row: Mapping[str, Any]) -> str:
    name = row.get("name")
    return str(name.get("en", "?")) if isinstance(name, Mapping) else "?"
