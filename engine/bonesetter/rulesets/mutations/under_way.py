"""What the procedures share: who they can concern, what is under way for them, and what follows."""

from __future__ import annotations

from typing import TypeVar

from ...campaign import Compartment
from ...errors import Refusal
from ...frozen import Map
from ...procedure import Then
from .character import Character, Scene

Begun = TypeVar("Begun")


def alive(c: Compartment[Character, Scene], who: str) -> Character:
    """The character. Raises Refusal `dead` (M-072)."""
    character = c[who]
    if not character.alive:
        raise Refusal("dead", field="on", who=who)
    return character


def begun(now: Begun | None, who: str) -> Begun:
    """The Wound or Mutation that a character is in the midst of. Raises Refusal `nothing_to_resolve`."""
    if now is None:
        raise Refusal("nothing_to_resolve", field="on", who=who)
    return now


def onward(verb: str, who: str) -> Then:
    """The next act for a character."""
    return Then(verb, Map({"on": who}))
