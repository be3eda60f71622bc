"""One procedure under way: what can happen to anybody, and the saving throw."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ... import happening
from ...effect import Part, Term
from ...event import Change, add, put
from ...happening import Asking
from ...request import Test
from .character import PC, Character, Injury, Loss, Scene


class Happening(happening.Happening[Character, Scene]):
    """What happens to a character: Injuries, lasting losses, Trauma."""

    def new_id(self) -> str:
        """The id of the next Injury."""
        return f"n{self.character.serial + 1}"

    def lose(self, what: str, hp: int = 0, *changes: Change) -> None:
        """Something is lost for good. Atoms D-013, D-064."""
        loss = Loss(f"l{self.character.losses + 1}", what, hp)
        happened = "scarred" if what.startswith("scar:") else "lost"
        self.note(happened, put("permanent", loss), add("losses", 1), *changes, what=loss_word(what))

    def strain(self) -> None:
        """One point of Trauma, for a player's character only. Atoms D-072, D-073; DA-44."""
        if self.character.kind == PC:
            self.note("trauma", add("trauma", 1))

    def change(self, section: str, injury: Injury, **facts: Any) -> Change:
        """The change that gives an Injury other facts."""
        return put(section, replace(injury, **facts))


def loss_word(what: str) -> Term:
    """A permanent loss in words: `losses.lost_limb:left_arm`."""
    return Term(f"losses.{what.replace(':', '-')}")


def save(
    s: Happening, kind: str, parts: tuple[Part, ...] = (), group: int = 0, show: str | None = None
) -> Asking[bool]:
    """A saving throw: d20 + bonus has to reach the character's number. Option `naturals`: a 20 always saves, a 1 never
    does (DA-13)."""
    number: int = getattr(s.character.saves, kind)
    about = (("save", Term(f"saves.{kind}")),)
    request = Test(
        f"save:{kind}", dice="1d20", parts=parts, difficulty=number, who=s.who, group=group, show=show, about=about
    )
    margin = yield from request
    face = margin + number - sum(part.value for part in parts)
    if s.c.option("naturals") and face in (1, 20):
        return face == 20
    return margin >= 0


ENDED: dict[str, Any] = {"effect_active": False, "effect_left": None}
"""The facts of an Injury whose effect is over; the Injury itself stays. Atom D-066."""
