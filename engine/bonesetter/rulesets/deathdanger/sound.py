"""Whether a file of injury tables is sound: every fault is refused, naming the row it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
WAYS = {"rest": "months", "medicine": "target", "litany": "litany"}


def check(facts: Mapping[str, Json], schema: str, tables: Iterable[str]) -> None:
    """Raises RulesetFault for anything amiss: a die outside the ladder, an unknown litany, activity, effect or site,
    a gap, an overlap, a name missing in a language."""
    if not isinstance(facts, Mapping) or facts.get("schema") != schema:
        given = facts.get("schema") if isinstance(facts, Mapping) else facts
        raise _fault("the file", f"its schema is {given!r}; {schema!r} is wanted")
    where = "the file"
    try:
        _references(facts)
        for table in tables:
            where = f"table {table}"
            _injury_table(table, facts["tables"][table], facts)
        where = "the disease table"
        _disease_table(facts["disease_table"], facts)
    except (KeyError, TypeError, AttributeError) as error:
        raise _fault(where, f"{error} is missing or of the wrong form") from error


def _fault(where: str, what: str) -> RulesetFault:
    return RulesetFault(f"injury tables: {where}: {what}")


def _references(facts: Mapping[str, Any]) -> None:
    parents = {activity["id"]: activity["parent"] for activity in facts["activities"]}
    for activity in facts["activities"]:
        _both(activity["name"], f"activity {activity['id']}")
        seen = {activity["id"]}
        above = activity["parent"]
        while above is not None and above in parents and above not in seen:
            seen.add(above)
            above = parents[above]
        if above is not None:
            why = "lies under itself" if above in seen else f"lies under {above!r}, which is no activity"
            raise _fault(f"activity {activity['id']}", why)
    for litany in facts["litanies"]:
        _both(litany["name"], f"litany {litany['id']}")
    for section in ("site_names", "term_names", "actions"):
        for id, name in facts[section].items():
            _both(name, f"{section} {id}")
    for kind, effect in facts["effect_kinds"].items():
        _both(effect["text"], f"effect kind {kind}")
    for kind in WAYS:
        _both(facts["notation"][kind], f"notation {kind}")
    for key, value in facts["repeat_policy"].items():
        if POLICY.get(key) != value:
            raise _fault(f"repeat_policy {key}", f"{value!r} is not {POLICY.get(key)!r}, the only one there is")
    causes = [cause for listed in facts["causes"].values() for cause in listed]
    twice = sorted({cause for cause in causes if causes.count(cause) > 1})
    if twice:
        raise _fault("causes", f"{', '.join(twice)} stand in more than one table")


def _injury_table(id: str, table: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
    _both(table["name"], f"table {id}")
    wanted = 1
    for row in table["rows"]:
        where = f"table {id}, row {row.get('result')} ({_name(row)})"
        result = row["result"]
        if not isinstance(result, int) or isinstance(result, bool):
            raise _fault(where, f"its result {result!r} is no whole number")
        if result < wanted:
            raise _fault(where, f"overlap: {result} has a row already")
        if result > wanted:
            raise _fault(where, f"gap: no row for {wanted}")
        wanted += 1
        _row(row, where, facts, cosmetic=result == int(facts["cosmetic"]["row"]))
    if wanted == 1:
        raise _fault(f"table {id}", "it has no rows")


def _disease_table(table: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
    _both(table["name"], "the disease table")
    try:
        reach = sorted(Dice.parse(table["die"]).distribution())
    except Refusal as refusal:
        raise _fault("the disease table", f"{table['die']!r} is no die") from refusal
    wanted = reach[0]
    where = "the disease table"
    for row in table["rows"]:
        where = f"the disease table, row {row.get('from')}–{row.get('to')} ({_name(row)})"
        low, high = row["from"], row["to"]
        if low < wanted:
            raise _fault(where, f"overlap: {low} has a row already")
        if low > wanted:
            raise _fault(where, f"gap: no row for {wanted}")
        if high < low or high > reach[-1]:
            raise _fault(where, f"{low}–{high} can't come up on {table['die']}")
        wanted = high + 1
        _row(row, where, facts, cosmetic=False)
    if wanted <= reach[-1]:
        raise _fault(where, f"gap: no row for {wanted} after it")


def _row(row: Mapping[str, Any], where: str, facts: Mapping[str, Any], cosmetic: bool) -> None:
    _both(row["name"], where)
    activities = {activity["id"] for activity in facts["activities"]}
    litanies = {litany["id"] for litany in facts["litanies"]}
    for effect in row["effects"]:
        kind = facts["effect_kinds"].get(effect["kind"])
        if kind is None:
            raise _fault(where, f"{effect['kind']!r} is no kind of effect; {', '.join(facts['effect_kinds'])} are")
        if set(effect) - {"kind"} != set(kind["fields"]):
            raise _fault(where, f"effect {effect['kind']} wants {', '.join(kind['fields']) or 'no further facts'}")
        if effect["kind"] == "forbid" and effect["action"] not in facts["actions"]:
            raise _fault(where, f"{effect['action']!r} is no action; {', '.join(facts['actions'])} are")
    for site in row.get("sites", ()):
        if site not in facts["site_names"]:
            raise _fault(where, f"{site!r} is no body site; {', '.join(facts['site_names'])} are")
    _treatment(row["treatment"], where, litanies)
    if cosmetic:
        if row["die"] is not None or row["activity"] is not None or row["treatment"]:
            raise _fault(where, "the cosmetic row has no die, no activity and no treatment")
        return
    if row["die"] not in LADDER:
        raise _fault(where, f"die {row['die']!r} is not on the ladder {', '.join(LADDER)}")
    if row["activity"] not in activities:
        raise _fault(where, f"{row['activity']!r} is no activity of the file")


def _treatment(ways: Iterable[Mapping[str, Any]], where: str, litanies: set[str]) -> None:
    for way in ways:
        if way["kind"] not in WAYS or set(way) != {"kind", WAYS[way["kind"]]}:
            raise _fault(where, f"treatment {dict(way)} is none of rest/months, medicine/target, litany/litany")
        if way["kind"] == "litany" and way["litany"] not in litanies:
            raise _fault(where, f"unknown litany {way['litany']!r}; {', '.join(sorted(litanies))} are known")
        amount = way[WAYS[way["kind"]]]
        if way["kind"] != "litany" and (type(amount) is not int or amount < 1):
            raise _fault(where, f"{WAYS[way['kind']]} {amount!r} is no whole number above 0")


def _both(text: Any, where: str) -> None:
    missing = [lang for lang in LANGUAGES if not (isinstance(text, Mapping) and text.get(lang))]
    if missing:
        raise _fault(where, f"no text in {' and '.join(missing)}")


def _name(row: Mapping[str, Any]) -> str:
    name = row.get("name")
    return str(name.get("en", "?")) if isinstance(name, Mapping) else "?"
