"""Hits, wounds and the Second Wind. Source: Out of Vitality: Wounds & Second Wind; Staying Alive; Lasting Injuries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from ...effect import Term
from ...errors import Refusal
from ...event import set_
from ...form import Between, Choices, ForGM, Free, OneOf, Who
from ...frozen import Json
from ...happening import Asking
from ...procedure import Outcome, Rule, procedure
from ...request import GM, Amount, Choose, Count, Option
from . import derived, npcs
from .character import CUSTOM, PC
from .derived import Danger
from .happening import Happening
from .injuries import (
    ask_row,
    check_custom,
    custom,
    injure,
    known_causes,
    known_site,
    picked,
    pool_of_tables,
    record,
    roll,
)
from .tables import DISEASE, INJURY_TABLES, Kind, book

RANDOM, SKIP = "random", "skip"
TO = ("vigor_first", "vitality", "vigor")
"""Where a hit's damage goes. Decision KA-01."""
BY_OPTION = {"vigor_first": "vigor_first", "vitality_only": "vitality"}
"""The same by the option's names."""


def cause_choices(c: Danger, filled: Mapping[str, Any]) -> Choices:
    """What can cause damage, table by table."""
    return tuple((cause, Term(f"causes.{cause}")) for cause in book().causes())


def gm_ways(c: Danger, filled: Mapping[str, Any]) -> Choices:
    """What the GM may do in place of the injury roll: leave it out, or pick a row."""
    rows = [kind for kind in book().kinds.values() if kind.table != DISEASE]
    table = filled.get("table")
    shown = [kind for kind in rows if table not in INJURY_TABLES or kind.table == table]
    return ((SKIP, Term("values.gm.skip")), *((kind.id, Term(f"rows.{kind.id}")) for kind in shown))


def site_choices(c: Danger, filled: Mapping[str, Any]) -> Choices:
    """The body sites that rows know."""
    return tuple((site, Term(f"sites.{site}")) for site in book().sites())


@procedure(group="hurt")
def hit(
    c: Danger,
    *,
    on: Annotated[str, Who()],
    damage: Annotated[int, Between(0)],
    causes: Annotated[Any, OneOf(cause_choices, open=True)] = (),
    to: Annotated[str | None, OneOf(TO)] = None,
    table: Annotated[str | None, OneOf((*INJURY_TABLES, RANDOM))] = None,
    gm: Annotated[Any, OneOf(gm_ways, open=True), ForGM()] = None,
    site: Annotated[str | None, OneOf(site_choices, open=True)] = None,
    attack: bool = True,
) -> Rule:
    """One hit: off Vigor, then off Vitality; past 0 Vitality it costs a hero a wound instead, and the rest is thrown
    away. With no wound left to spend the hero dies, and nothing is rolled.

    `causes` is one cause or a list; `table` names the injury table or says `random`; `gm` is `skip`, a row's id,
    `{"pick": row}` or `{"blank": {name, treatment}}`. Raises Refusal `dead`, `bad_value`, `not_for_npc`.
    Atoms K-001 to K-009, K-012, K-023 to K-029, K-071, K-080; for NPCs K-016 to K-020.
    """
    character = derived.alive(c, on)
    s = Happening(c, on)
    listed = known_causes(s.book, causes)
    known_site(s.book, site)
    plan = _gm(s, gm, table, listed)
    if character.kind != PC and plan is not None:
        raise Refusal("not_for_npc", field="gm", who=on, kind=Term(f"kinds.{character.kind}"))
    if c.option("resistance_hook") == "ask":
        damage = yield from Count("damage_through", who=GM, lo=0, default=damage, about=(("damage", damage),))
    target = to or BY_OPTION[c.option("damage_order")]
    if character.kind != PC:
        npcs.struck(s, damage, target, cause=listed[0] if listed else "damage")
        return Outcome(s.character.status, s.events, report(s))
    yield from hurt(s, damage, target, listed, table, plan, site, wounds=attack or not _hits_only(c))
    return Outcome(_ending(s), s.events, report(s))


def _hits_only(c: Danger) -> bool:
    return bool(c.option("wound_trigger") == "hits_only")


def _ending(s: Happening) -> str:
    if not s.alive:
        return "dead"
    return "wounded" if any(event.name == "wound" for event in s.events) else "standing"


def report(s: Happening) -> dict[str, Json]:
    """What callers read after a loss."""
    made: dict[str, Json] = {"left": derived.left(s.c, s.who), "status": s.character.status}
    if s.character.kind != PC:
        made["total_damage"] = s.character.total_damage
    return made


def _gm(s: Happening, gm: Json, table: str | None, listed: tuple[str, ...]) -> Json:
    """The GM's word on the injury roll, checked: None, `skip`, a picked row, or a blank wound's facts."""
    if gm is None or gm == SKIP:
        return gm
    named = table if table in INJURY_TABLES else None
    if isinstance(gm, Mapping) and set(gm) == {"pick"}:
        pick = gm["pick"]
        if type(pick) is int and named is None:
            pool = pool_of_tables(s.book, listed, table == RANDOM)
            if len(pool) > 1 and all(s.book.at(each, pick) for each in pool):
                return pick  # its table is asked or rolled for, once a wound is due
            return picked(s.book, pool[0], pick, "gm")
        return picked(s.book, named, pick, "gm")
    if isinstance(gm, Mapping) and set(gm) == {"blank"}:
        return check_custom(s.book, gm["blank"], "gm")
    if isinstance(gm, str) and gm in s.book.kinds:
        return picked(s.book, named, gm, "gm")
    accepted = [SKIP, "{pick: row}", "{blank: {name, treatment}}"]
    raise Refusal("bad_value", field="gm", given=str(gm), accepted=accepted)


def hurt(
    s: Happening,
    damage: int,
    target: str,
    listed: tuple[str, ...],
    table: str | None,
    plan: Json,
    site: str | None,
    wounds: bool = True,
) -> Asking[None]:
    """A hero's loss: what Vigor soaks, what Vitality loses, and the wound when that would go past 0.

    Atoms K-001 to K-003: landing on exactly 0 is no wound; from 0 a single point is. KA-01, KA-02, KA-03.
    """
    character = s.character
    soaked = 0 if target == "vitality" else min(damage, character.vigor.now)
    through = 0 if target == "vigor" else damage - soaked
    if through > character.vitality.now and wounds:
        yield from wound(s, listed, table, plan, site)
        return
    lost = min(through, character.vitality.now)
    if soaked or lost:
        changes = (
            set_("vigor/now", character.vigor.now - soaked),
            set_("vitality/now", character.vitality.now - lost),
        )
        s.note("loss", *changes, vigor=soaked, vitality=lost)


def wound(s: Happening, listed: tuple[str, ...], table: str | None, plan: Json, site: str | None) -> Asking[None]:
    """A wound is due: one lasting injury and the Second Wind, or, with none left to spend, death before any die.

    Atoms K-004 to K-009, K-021, K-071; KA-03, KA-10, KA-11, KA-39.
    """
    if derived.at_capacity(s.c, s.who):
        s.die(listed[0] if listed else "wound", set_("vigor/now", 0), set_("vitality/now", 0))
        return
    left = derived.left(s.c, s.who)
    assert left is not None  # a hero's: NPCs take no wounds
    s.note("wound", left=left - 1)
    yield from _injury(s, listed, table, plan, site)
    second_wind(s)


def _injury(s: Happening, listed: tuple[str, ...], table: str | None, plan: Json, site: str | None) -> Asking[None]:
    if isinstance(plan, Kind):
        yield from injure(s, plan, site)
    elif isinstance(plan, Mapping):
        yield from record(s, custom(s, plan))
    elif plan == SKIP and s.c.option("skip_mode") == "blank":
        yield from record(s, custom(s, {}))
    else:
        chosen = yield from which_table(s, listed, table)
        if plan == SKIP:
            kind = yield from ask_row(s, chosen)
        elif type(plan) is int:
            kind = s.book.row(f"{chosen}-{plan}")
        else:
            kind = yield from roll(s, chosen)
        yield from injure(s, kind, site)


def which_table(s: Happening, listed: tuple[str, ...], table: str | None) -> Asking[str]:
    """The injury table: named, or that of the cause; a mixed source is rolled for, or the GM is asked.

    Atoms K-023 to K-028; KA-09.
    """
    if table is not None and table != RANDOM:
        return table
    pool = pool_of_tables(s.book, listed, table == RANDOM and s.c.option("mixed_pool") == "all")
    if len(pool) == 1:
        return pool[0]
    if table is None:
        options = tuple(Option(each, Term(f"tables.{each}.title")) for each in pool)
        asked = yield from Choose("table", who=GM, options=(*options, Option(RANDOM, Term("values.table.random"))))
        if asked != RANDOM:
            return asked
        if s.c.option("mixed_pool") == "all":
            pool = list(INJURY_TABLES)
    order = Term("terms.which_table")
    number = yield from Amount(
        "table_roll", dice=f"d{len(pool)}", who=s.who, show="table_roll", about=(("table", order),)
    )
    return pool[number - 1]


def second_wind(s: Happening) -> None:
    """Both pools back to their maxima, as they are after the new injury. Atom K-005; KA-39."""
    vigor, vitality = derived.maximum(s.character, "vigor"), derived.maximum(s.character, "vitality")
    s.note("second_wind", set_("vigor/now", vigor), set_("vitality/now", vitality), vigor=vigor, vitality=vitality)


@procedure(group="hurt", gm=True)
def impose_injury(
    c: Danger,
    *,
    on: Annotated[str, Who()],
    table: Annotated[str, OneOf((*INJURY_TABLES, CUSTOM))],
    row: Annotated[Any, Free("row")] = None,
    site: Annotated[str | None, OneOf(site_choices, open=True)] = None,
) -> Rule:
    """An injury outside any hit: a trap, a curse, the GM's word. It needs a free slot and brings no Second Wind; at
    capacity the GM has to confirm that it kills. `row` is a result of the table (left out: it is rolled), or, on the
    `custom` table, the injury itself.

    Raises Refusal `dead`, `not_for_npc`, `bad_value`. Atoms K-042, K-043; KA-35, KA-36.
    """
    character = derived.alive(c, on)
    if character.kind != PC:
        raise Refusal("not_for_npc", field="on", who=on, kind=Term(f"kinds.{character.kind}"))
    s = Happening(c, on)
    known_site(s.book, site)
    if table == CUSTOM:
        facts = check_custom(s.book, row if row is not None else {}, "row")
    kind = picked(s.book, table, row, "row") if table != CUSTOM and row is not None else None
    if derived.at_capacity(c, on):
        options = (Option("true", Term("terms.yes")), Option("false", Term("terms.no")))
        kills = yield from Choose("confirm_death", who=GM, options=options, about=(("name", on),))
        if kills == "false":
            return Outcome("spared", (), report(s))
        s.die("injury", set_("vigor/now", 0), set_("vitality/now", 0))
        return Outcome("dead", s.events, report(s))
    if table == CUSTOM:
        yield from record(s, custom(s, facts))
    else:
        if kind is None:
            kind = yield from roll(s, table)
        yield from injure(s, kind, site)
    return Outcome("injured", s.events, report(s))
