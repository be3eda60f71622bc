"""One procedure under way: the tables in force, and what can happen to anybody."""

from __future__ import annotations

from typing import Any

from ... import happening
from ...campaign import Compartment
from ...effect import Term
from ...errors import Refusal
from ...event import Change, put, set_
from . import derived
from .character import DEAD, Character, Injury, Scene
from .tables import Book


class Happening(happening.Happening[Character, Scene]):
    """What happens to a character, by the tables in force as it began."""

    def __init__(self, c: Compartment[Character, Scene], who: str) -> None:
        super().__init__(c, who)
        self.book: Book = derived.tables_in_force(c)

    @property
    def alive(self) -> bool:
        return self.character.status != DEAD

    def next_id(self, prefix: str) -> str:
        """The id of the next injury (n), disease (d) or poison (p)."""
        return f"{prefix}{self.character.serials.get(prefix, 0) + 1}"

    def clamp(self) -> None:
        """Bring the pools under maxima that have just fallen."""
        if changes := derived.clamped(self.character):
            self.note("pools_lowered", *changes)

    def die(self, cause: str, *changes: Change) -> None:
        """The character dies, there and then. Atoms K-009, K-017, K-019, K-071."""
        self.note("death", set_("status", DEAD), set_("death_cause", cause), *changes, cause=Term(f"causes.{cause}"))


def find(items: tuple[Injury, ...], id: str, field: str) -> Injury:
    """An injury or disease by id. Raises Refusal `bad_value`, naming those there are."""
    for item in items:
        if item.id == id:
            return item
    known = [item.id for item in items]
    raise Refusal("bad_value", field=field, given=id, accepted=known)


def put_item(section: str, item: Any) -> tuple[Change, Change]:
    """The changes that add an injury, disease or poison and use up its number."""
    prefix = item.id[:1]
    return put(section, item), Change("add", f"serials/{prefix}", 1)
