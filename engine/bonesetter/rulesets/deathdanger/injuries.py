"""How an injury is gained: which row, on which body site, with what it brings at once.

Source: Lasting Injuries; the injury tables are the project's own (decisions KA-07, KA-35).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...effect import Effect, Part, Phrase, Term
from ...errors import Refusal
from ...frozen import Json, freeze
from ...happening import Asking
from ...request import GM, Choose, Draw, Option
from . import derived
from .character import CUSTOM, Character, Injury
from .happening import Happening, put_item
from .sound import LADDER, WAYS
from .state import site_effects
from .tables import DISEASE, INJURY_TABLES, Book, Kind


def injure(s: Happening, kind: Kind, named: str | None) -> Asking[str]:
    """Record an injury of a row, on a site where the row has sites, and roll the disease that it may bring.

    Answers the injury's id. Atoms K-004, K-034, K-042, K-044; KA-35.
    """
    kind, site = yield from place(s, kind, named)
    injury = Injury(
        id=s.next_id("n"),
        table=kind.table,
        result=kind.result,
        name=kind.name["en"],
        row=kind.id,
        die=kind.die,
        activity=kind.activity,
        effects=site_effects(kind.effects, site),
        treatment=kind.treatment,
        tags=kind.tags,
        site=site,
    )
    yield from record(s, injury)
    return injury.id


def record(s: Happening, injury: Injury) -> Asking[None]:
    """Write an injury down; a row that says so brings a disease too. Atom K-044."""
    effects: tuple[Effect, ...] = injury.effects
    site = Phrase("terms.at_site", (("site", Term(f"sites.{injury.site}")),)) if injury.site else Term("terms.no_site")
    s.note("injury", *put_item("injuries", injury), row=injury.row, effects=effects, name=injury.word, site=site)
    for effect in effects:
        if effect.kind == "roll_disease":
            yield from sicken(s)
    s.clamp()


def sicken(s: Happening) -> Asking[str]:
    """One roll on the Disease table. Answers the disease's id. Atoms K-044, K-045; KA-34: it takes no slot."""
    row = yield from Draw("disease_roll", table=DISEASE, who=s.who, show="disease_roll")
    kind = s.book.row(row)
    disease = Injury(
        id=s.next_id("d"),
        table=DISEASE,
        result=kind.result,
        name=kind.name["en"],
        row=kind.id,
        die=kind.die,
        activity=kind.activity,
        effects=kind.effects,
        treatment=kind.treatment,
        tags=kind.tags,
    )
    s.note("disease", *put_item("diseases", disease), row=kind.id, effects=kind.effects, name=disease.word)
    s.clamp()
    return disease.id


def place(s: Happening, kind: Kind, named: str | None) -> Asking[tuple[Kind, str | None]]:
    """Which row applies and where: a row whose every site is taken gives way to the next; past the last it stacks.

    A named site that is taken while another is free is refused (`site_taken`); one that the row doesn't have is
    ignored. Decision KA-35.
    """
    rows = [row for row in s.book.rows(kind.table) if row.result >= kind.result]
    for row in rows:
        if not row.sites:
            return row, None
        free = [site for site in row.sites if not derived.taken(s.character, row, site)]
        if free:
            site = yield from _site(s, row, free, named if named in row.sites else None)
            return row, site
    last = rows[-1]
    return last, named if named in last.sites else None


def _site(s: Happening, row: Kind, free: list[str], named: str | None) -> Asking[str]:
    if named in free:
        assert named is not None
        return named
    options = tuple(Option(site, Term(f"sites.{site}"), None if site in free else "site_taken") for site in row.sites)
    default = named if named is not None else free[0]
    struck = named or next((site for site in row.sites if site not in free), free[0])
    about = (("row", Term(f"rows.{row.id}")), ("where", Term(f"sites.{struck}")), ("free", free[0]))
    site = yield from Choose("site", who=s.who, options=options, default=default, about=about)
    return site


def known_site(now: Book, site: str | None) -> None:
    """Raises Refusal `bad_value` for a body site that no row knows."""
    if site is not None and site not in now.sites():
        raise Refusal("bad_value", field="site", given=site, accepted=list(now.sites()))


def picked(now: Book, table: str | None, row: Json, field: str) -> Kind:
    """The row that the GM picked: its number on a known table, its id, its name, or `{"table", "result"}`.

    Raises Refusal `bad_value`. Atom K-029.
    """
    if isinstance(row, Mapping) and set(row) == {"table", "result"} and row["table"] in INJURY_TABLES:
        table, row = str(row["table"]), row["result"]
    if isinstance(row, str):
        known = [kind for kind in now.kinds.values() if kind.table != DISEASE]
        for kind in known:
            if row == kind.id or (kind.table == (table or kind.table) and row in kind.name.values()):
                return kind
    if table is None:
        rows = [id for id, kind in now.kinds.items() if kind.table != DISEASE]
        raise Refusal("bad_value", field=field, given=row, accepted=rows)
    found = now.at(table, row) if type(row) is int else None
    if found is None:
        raise Refusal("bad_value", field=field, given=row, accepted=[each.result for each in now.rows(table)])
    return found


def custom(s: Happening, facts: Mapping[str, Json]) -> Injury:
    """An injury in the GM's own words: no die; Rest 1 unless the treatment is set. Atom K-029; KA-07."""
    treatment = facts.get("treatment")
    return Injury(
        id=s.next_id("n"),
        table=CUSTOM,
        name=str(facts.get("name", "")),
        die=facts.get("die"),
        activity=facts.get("activity"),
        effects=tuple(Effect.of(effect) for effect in facts.get("effects", ())),
        treatment=freeze([{"kind": "rest", "months": 1}] if treatment is None else treatment),
        tags=tuple(facts.get("tags", ())),
        site=facts.get("site"),
    )


CUSTOM_FIELDS = ("name", "die", "activity", "effects", "treatment", "tags", "site")


def check_custom(now: Book, facts: Json, field: str) -> Mapping[str, Json]:
    """Raises Refusal `bad_value` for an injury in the GM's own words that the rules couldn't read later."""
    if not isinstance(facts, Mapping) or not set(facts) <= set(CUSTOM_FIELDS):
        raise Refusal("bad_value", field=field, given=_keys(facts), accepted=list(CUSTOM_FIELDS))
    if facts.get("die") is not None and facts["die"] not in LADDER:
        raise Refusal("bad_value", field=f"{field}/die", given=facts["die"], accepted=list(LADDER))
    if facts.get("activity") is not None and facts["activity"] not in now.parents():
        raise Refusal("bad_value", field=f"{field}/activity", given=facts["activity"], accepted=list(now.parents()))
    for effect in facts.get("effects", ()):
        kinds = now.facts["effect_kinds"]
        kind = effect.get("kind") if isinstance(effect, Mapping) else effect
        if kind not in kinds or set(effect) - {"kind"} != set(kinds[kind]["fields"]):
            raise Refusal("bad_value", field=f"{field}/effects", given=kind, accepted=list(kinds))
    for way in facts.get("treatment") or ():
        kind = way.get("kind") if isinstance(way, Mapping) else way
        if kind not in WAYS or set(way) != {"kind", WAYS[kind]}:
            raise Refusal("bad_value", field=f"{field}/treatment", given=kind, accepted=list(WAYS))
        if kind == "litany" and way["litany"] not in now.litanies():
            raise Refusal("bad_value", field=f"{field}/treatment", given=way["litany"], accepted=list(now.litanies()))
    return facts


def _keys(facts: Json) -> Json:
    return list(facts) if isinstance(facts, Mapping) else facts


def ask_row(s: Happening, table: str) -> Asking[Kind]:
    """The GM picks a row of a table instead of a roll. KA-07 with `skip_mode = pick`."""
    options = tuple(Option(kind.id, Term(f"rows.{kind.id}")) for kind in s.book.rows(table))
    row = yield from Choose("row", who=GM, options=options, about=(("table", Term(f"tables.{table}.title")),))
    return s.book.row(row)


def roll(s: Happening, table: str) -> Asking[Kind]:
    """d4 + Tier on an injury table; beyond the last row, the last row. Atoms K-021, K-022, K-033; KA-08."""
    character: Character = s.character
    parts = (Part(Term("terms.tier"), character.tier),)
    about = (("table", Term(f"tables.{table}.title")),)
    row = yield from Draw("injury_roll", table=table, parts=parts, who=s.who, show="injury_roll", about=about)
    return s.book.row(row)


def pool_of_tables(now: Book, causes: tuple[str, ...], everything: bool) -> list[str]:
    """The injury tables that some causes touch, in the order of the text; all four where none is named. KA-09."""
    by_cause = now.causes()
    touched = {by_cause[cause] for cause in causes}
    tables = list(dict.fromkeys(by_cause.values()))
    return tables if everything or not touched else [table for table in tables if table in touched]


def known_causes(now: Book, causes: Any) -> tuple[str, ...]:
    """The causes given, one or several. Raises Refusal `bad_value`, naming those there are. Atoms K-024 to K-027."""
    listed = (causes,) if isinstance(causes, str) else causes
    for cause in listed:
        if cause not in now.causes():
            raise Refusal("bad_value", field="causes", given=cause, accepted=list(now.causes()))
    return tuple(listed)
