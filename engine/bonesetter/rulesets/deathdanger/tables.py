"""The injury and disease tables: Bonesetter's own (`house_tables.json`), or a reader's file of the same form.

The text has only the headings of these tables (Lasting Injuries; Disease Table), so every row here is the project's
and is shown as such. A file of the same form replaces them; whatever is wrong in it is refused by the name of its row.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from ...dice import Dice
from ...effect import Effect, Term
from ...frozen import Json, Map, freeze
from ...table import Modifier, Row, Span, Table
from .sound import check

SCHEMA = "bonesetter-deathdanger-tables/1"
HOUSE = "bonesetter_house"
HOUSE_FILE = "house_tables.json"
INJURY_TABLES = ("wound", "trauma", "burn", "corruption")
"""The four injury tables, in the order of the text."""
DISEASE = "disease"

Text = Map[str, str]
"""A text by language: `{"en": …, "it": …}`."""


@dataclass(frozen=True)
class Kind:
    """One row of the tables: what an injury or a disease is. `result` is the row's total; a disease's lowest face."""

    id: str
    table: str
    result: int
    name: Text
    die: str | None
    activity: str | None
    effects: tuple[Effect, ...]
    treatment: tuple[Map[str, Any], ...]
    tags: tuple[str, ...]
    sites: tuple[str, ...] = ()
    to: int | None = None


@dataclass(frozen=True)
class Book:
    """One set of tables with everything their rows refer to: activities, litanies, causes, sites and words."""

    id: str
    house: bool
    facts: Map[str, Any]
    kinds: Map[str, Kind]

    @property
    def notice(self) -> Text:
        """What has to be said wherever the rows are shown."""
        notice: Text = self.facts.get("notice", Map())
        return notice

    def row(self, id: str) -> Kind:
        """The row of an id such as `wound-5`."""
        return self.kinds[id]

    def at(self, table: str, result: int) -> Kind | None:
        """The row with that very result (a disease: with that lowest face), or None."""
        return self.kinds.get(f"{table}-{result}")

    def rows(self, table: str) -> tuple[Kind, ...]:
        """All rows of a table, in order."""
        return tuple(kind for kind in self.kinds.values() if kind.table == table)

    def causes(self) -> dict[str, str]:
        """Each cause of damage with the injury table it belongs to. Atoms K-024 to K-027."""
        return {cause: table for table in INJURY_TABLES for cause in self.facts["causes"][table]}

    def parents(self) -> dict[str, str | None]:
        """Each activity with the broader one it lies under."""
        return {activity["id"]: activity["parent"] for activity in self.facts["activities"]}

    def litanies(self) -> dict[str, int]:
        """Each litany with its Tier. Atoms K-051 to K-057."""
        return {litany["id"]: litany["tier"] for litany in self.facts["litanies"]}

    def sites(self) -> tuple[str, ...]:
        """Every body site that a row names."""
        return tuple(self.facts["site_names"])

    def fades_after_days(self) -> int:
        """Days after which a cosmetic injury is gone by itself. Decision KA-06."""
        return int(self.facts["cosmetic"]["fades_after_months"]) * 30

    def treatment_text(self, ways: tuple[Mapping[str, Any], ...], lang: str) -> str:
        """A treatment cell in the notation of the text: `Rest 1 / Medicine 8+ / Litany: Seal Wounds`."""
        notation = self.facts["notation"]
        litanies = {litany["id"]: litany["name"][lang] for litany in self.facts["litanies"]}
        said = [
            notation[way["kind"]][lang].format(**{**way, "name": litanies.get(way.get("litany", ""), "")})
            for way in ways
        ]
        return str(notation["separator"]).join(said) or "–"


def read(facts: Mapping[str, Json], house: bool) -> Book:
    """The book in a file's content. Raises RulesetFault, naming the row, when anything in it is wrong."""
    check(facts, SCHEMA, INJURY_TABLES)
    kinds = {}
    for table in INJURY_TABLES:
        for row in facts["tables"][table]["rows"]:
            kind = _kind(table, row["result"], row)
            kinds[kind.id] = kind
    for row in facts["disease_table"]["rows"]:
        kind = replace(_kind(DISEASE, row["from"], row), to=row["to"])
        kinds[kind.id] = kind
    return Book(facts["id"], house, freeze(facts), Map(kinds))


def _kind(table: str, result: int, row: Mapping[str, Json]) -> Kind:
    return Kind(
        id=f"{table}-{result}",
        table=table,
        result=result,
        name=freeze(row["name"]),
        die=row["die"],
        activity=row["activity"],
        effects=tuple(Effect.of(effect) for effect in row["effects"]),
        treatment=tuple(freeze(way) for way in row["treatment"]),
        tags=tuple(row["tags"]),
        sites=tuple(row.get("sites", ())),
    )


_OPEN: list[Book] = []  # the book in force in this process: at most one


def book() -> Book:
    """The tables in force: those last loaded, else the project's own."""
    if not _OPEN:
        tables(files(__package__), None)
    return _OPEN[0]


def tables(folder: Any, replacement: Mapping[str, Json] | None) -> dict[str, Table]:
    """The tables of the ruleset: the project's own from its folder, or those of a reader's file in its place.

    Raises RulesetFault, naming the row, when anything in the file is wrong.
    """
    if replacement is None:
        now = read(json.loads((folder / HOUSE_FILE).read_text("utf-8")), house=True)
    else:
        now = read(replacement, house=False)
    _OPEN[:] = [now]
    made = {table: _injuries(now, table) for table in INJURY_TABLES}
    made[DISEASE] = _diseases(now)
    return made


COLUMNS = ("die", "activity", "treatment")
ATOMS = {"wound": "K-024", "trauma": "K-025", "burn": "K-026", "corruption": "K-027", DISEASE: "K-044"}
"""The atom that each table answers to."""


def _row(kind: Kind, span: Span) -> Row:
    data = {
        "die": kind.die,
        "activity": Term(f"activities.{kind.activity}") if kind.activity is not None else None,
        "treatment": Term(f"treatments.{kind.id}"),
        "ways": kind.treatment,
        "tags": kind.tags,
        "sites": kind.sites,
        "atom": "K-042" if not kind.die and kind.table != DISEASE else ATOMS[kind.table],
    }
    return Row(kind.id, span, kind.name["en"], kind.effects, Map(data))


def _injuries(now: Book, table: str) -> Table:
    rows = now.rows(table)
    open_ended = now.facts["injury_roll"]["last_row_is_open_ended"]
    made = [_row(kind, Span(kind.result, kind.result)) for kind in rows]
    if open_ended:
        made[-1] = replace(made[-1], span=Span(rows[-1].result, None))
    source = "Lasting Injuries"
    return Table(table, Dice.parse("d4"), tuple(made), COLUMNS, (Modifier("tier", 0),), source, now.house, open_ended)


def _diseases(now: Book) -> Table:
    rows = tuple(_row(kind, Span(kind.result, kind.to)) for kind in now.rows(DISEASE))
    die = Dice.parse(now.facts["disease_table"]["die"])
    return Table(DISEASE, die, rows, COLUMNS, (), "Disease Table", now.house)


def words(lang: str) -> dict[str, str]:
    """The words of the tables in force: titles, notices, row names, treatments, activities, litanies, sites, terms."""
    now = book()
    facts = now.facts
    texts = {f"rows.{kind.id}": kind.name[lang] for kind in now.kinds.values()}
    texts |= {f"treatments.{kind.id}": now.treatment_text(kind.treatment, lang) for kind in now.kinds.values()}
    for table, head in {**facts["tables"], DISEASE: facts["disease_table"]}.items():
        texts[f"tables.{table}.title"] = head["name"][lang]
        texts[f"tables.{table}.about"] = now.notice.get(lang, "")
    for section in ("activities", "litanies"):
        texts |= {f"{section}.{item['id']}": item["name"][lang] for item in facts[section]}
    for section, named in (("sites", "site_names"), ("terms", "term_names"), ("actions", "actions")):
        texts |= {f"{section}.{id}": name[lang] for id, name in facts[named].items()}
    texts["terms.tables_notice"] = now.notice.get(lang, "")
    return texts
