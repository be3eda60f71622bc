"""One procedure under way: the state as it has become so far, and the events that made it so."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Generic, TypeAlias, TypeVar

from .campaign import Compartment
from .effect import Effect
from .event import Change, Event
from .frozen import Json, freeze
from .request import Request

C = TypeVar("C")
S = TypeVar("S")
T = TypeVar("T")
Asking: TypeAlias = Generator[Request[Any], Any, T]
"""A part of a rule: it may ask, and gives a value."""


class Happening(Generic[C, S]):
    """What happens to one character, event by event; each is seen by what comes after it.

    A ruleset with more to keep track of, or with words of its own for what can happen, adds them in a subclass.
    """

    def __init__(self, c: Compartment[C, S], who: str) -> None:
        self.c = c
        self.who = who
        self.events: tuple[Event, ...] = ()

    @property
    def character(self) -> C:
        """The character as it is by now. Raises Refusal `unknown_character`."""
        return self.c[self.who]

    def note(
        self, happened: str, /, *changes: Change, row: str | None = None, effects: tuple[Effect, ...] = (), **data: Json
    ) -> None:
        """Something happened to the character: an event with its changes and the facts of its sentence."""
        made = Event(happened, self.who, changes, row, effects, freeze(data))
        self.events += (made,)
        self.c = self.c.after(made)
