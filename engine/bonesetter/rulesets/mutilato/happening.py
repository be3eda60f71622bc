"""One maiming under way: what was lost, bled and dropped so far; and its words. Atom U-082."""

from __future__ import annotations

from ... import happening
from ...effect import Phrase, Term
from ...event import Change, add
from ...frozen import Json
from ...happening import Asking
from ...request import GM
from .character import Character, Scene
from .derived import Maimed


class Happening(happening.Happening[Character, Scene]):
    """What happens to a character, and what a result tells of it."""

    def __init__(self, c: Maimed, who: str) -> None:
        super().__init__(c, who)
        self.lost: list[str] = []
        self.bled: list[list[Json]] = []
        self.dropped: list[str] = []

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
