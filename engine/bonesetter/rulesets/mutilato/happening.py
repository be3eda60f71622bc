"""One maiming under way: the state as it has become so far, and the events that made it so. Atom U-082."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias, TypeVar

from ...effect import Effect, Phrase, Term
from ...event import Change, Event, add
from ...frozen import Json, freeze
from ...request import GM, Request
from .character import Character
from .derived import Maimed

T = TypeVar("T")
Asking: TypeAlias = Generator[Request[Any], Any, T]
"""A part of a rule: it may ask, and gives a value."""


class Happening:
    """Events gathered one after another; each is seen by what comes after it."""

    def __init__(self, c: Maimed, who: str) -> None:
        self.c = c
        self.who = who
        self.events: tuple[Event, ...] = ()
        self.lost: list[str] = []
        self.bled: list[list[Json]] = []
        self.dropped: list[str] = []

    @property
    def character(self) -> Character:
        """The character as it is by now."""
        return self.c[self.who]

    def note(
        self, happened: str, /, *changes: Change, row: str | None = None, effects: tuple[Effect, ...] = (), **data: Json
    ) -> None:
        """Something happened to the character."""
        made = Event(happened, self.who, changes, row, effects, freeze(data))
        self.events += (made,)
        self.c = self.c.after(made)

    def new_id(self, letter: str) -> tuple[str, Change]:
        """The next id, and the change that counts it."""
        return f"{letter}{self.character.serial + 1}", add("serial", 1)

    @property
    def answering(self) -> str:
        """Who rolls and chooses: the GM for a monster."""
        return GM if self.character.monster else self.who

    @property
    def result(self) -> dict[str, Json]:
        """What was lost, bled and dropped, in the order it happened; dropped things in item order."""
        fallen = [item.id for item in self.character.items if item.id in self.dropped]
        return {"lost": list(self.lost), "bleeding": [list(pair) for pair in self.bled], "dropped": fallen}


def lost_word(part: str, side: str) -> Term | Phrase:
    """A part lost, and which of them where there is more than one."""
    if side == "main":
        return part_word(part)
    return Phrase("losses.sided", (("part", part_word(part)), ("side", side_word(side))))


def nothing_asked() -> Asking[None]:
    """A rule that asks nothing is a generator all the same."""
    yield from ()


def side_word(side: str) -> Term:
    """A side in words; a label of the body's own as it is."""
    return Term(f"sides.{side}")


def attribute_word(attribute: str) -> Term:
    """A Characteristic in words."""
    return Term(f"attributes.{attribute}")


def part_word(part: str) -> Term:
    """A part in words."""
    return Term(f"terms.{part}")
