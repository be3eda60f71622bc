"""Which Injury, where, and whether it lasts: chosen or rolled. Source: Injury Tests; feats.

Atoms D-010, D-017, D-025, D-079; DA-02, DA-03, DA-08, DA-17.
"""

from __future__ import annotations

from ...effect import Term
from ...event import set_
from ...happening import Asking
from ...request import Choose, Draw, Option
from . import derived
from .character import BLEEDING, BLINDED, GRAVE, KNOCKED_OUT, NORMAL, PARTS, TYPES
from .happening import Happening

ROLL = "roll"
TABLES = {"injury": TYPES, "eye": PARTS[BLINDED], "limb": PARTS["maimed"]}


def _rolled(s: Happening, purpose: str, table: str, only: tuple[str, ...] | None, group: int) -> Asking[str]:
    rows = {f"{table}-{value}": value for value in TABLES[table]}
    wanted = None if only is None or set(only) == set(TABLES[table]) else tuple(f"{table}-{value}" for value in only)
    row = yield from Draw(purpose, table=table, only=wanted, who=s.who, group=group)
    return rows[row]


def pick_type(
    s: Happening,
    group: int,
    choosing: bool,
    free: tuple[str, ...] = TYPES,
    poisoned: bool = False,
) -> Asking[tuple[str, bool]]:
    """The Injury's type, and whether it was chosen. Only `free` ones can be (DA-08); after poison Bleeding and
    Knocked Out are offered first (D-050). Left open, it is rolled: d6 in printed order."""
    answer = ROLL
    if choosing:
        likely = (BLEEDING, KNOCKED_OUT) if poisoned else ()
        order = tuple(dict.fromkeys((*likely, *TYPES)))
        options = tuple(
            Option(type, Term(f"rows.injury-{type}"), None if type in free else "bad_choice") for type in order
        )
        about = (("question", Term("choices.type_carried")), ("offered", ", ".join(free)))
        rolling = Option(ROLL, Term("terms.roll_it"))
        answer = yield from Choose(
            "type", who=s.who, options=(*options, rolling), default=ROLL, group=group, about=about
        )
    if answer != ROLL:
        return answer, True
    rolled = yield from _rolled(s, "type", "injury", free, group)
    return rolled, False


def pick_part(s: Happening, type: str, group: int, choosing: bool, besides: str | None = None) -> Asking[str | None]:
    """The part an Injury strikes: an eye (d6), a limb (d4), or none. With `besides` the Injury takes that Wound's
    place, and parts that would repeat one are rolled again while another is free (DA-08)."""
    if type not in PARTS:
        return None
    free = derived.free_parts(s.character, type, besides) if besides is not None else ()
    table = "eye" if type == BLINDED else "limb"
    parts = free or PARTS[type]
    if choosing:
        options = tuple(Option(part, Term(f"terms.{part}")) for part in parts)
        rolling = Option(ROLL, Term("terms.roll_it"))
        answer = yield from Choose("part", who=s.who, options=(*options, rolling), default=ROLL, group=group)
        if answer != ROLL:
            return answer
    rolled = yield from _rolled(s, table, table, parts, group)
    return rolled


def tough(s: Happening, severity: str, group: int) -> Asking[bool]:
    """Tough As Old Boots: once a day a fresh normal Injury, one that a Wound becomes too, may be called temporary.

    Atom D-079; DA-17.
    """
    character = s.character
    if derived.TOUGH not in character.feats:
        return False
    fits = severity == NORMAL or (severity == GRAVE and s.c.option("tough_on_grave"))
    refused = "used_today" if character.used_today else None if fits else "not_allowed"
    options = (Option("false", Term("terms.no")), Option("true", Term("terms.yes"), refused))
    about = (("who", s.who), ("what", Term("not_allowed.tough")))
    said = yield from Choose("tough", who=s.who, options=options, default="false", group=group, about=about)
    if said == "true":
        s.note("tough", set_("used_today", True))
    return said == "true"
