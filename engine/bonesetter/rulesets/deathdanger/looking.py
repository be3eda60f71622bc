"""The wound track, open to everyone, and the Tier it hangs on. Source: Out of Vitality; Staying Alive; Death."""

from __future__ import annotations

from typing import Annotated

from ...event import set_
from ...form import Between, OneOf, Who
from ...frozen import Json
from ...procedure import Outcome, Rule, procedure, query
from . import derived
from .derived import Danger
from .happening import Happening
from .state import sheet

VIEWERS = ("gm", "owner", "other_player", "spectator")
ADVICE = ("disengage", "step", "cover", "range")
"""How a character at capacity survives. Atom K-015: a reminder, no rule."""


@query()
def view(
    c: Danger, *, on: Annotated[str, Who()], as_: Annotated[str, OneOf(VIEWERS, open=True)] = "owner"
) -> dict[str, Json]:
    """A character's wound track: capacity, wounds used and left, the injuries, the warning at capacity, and what helps
    then. The same for every role. Atoms K-007, K-008, K-011, K-012, K-015, K-076.
    """
    shown = sheet(c, on)
    spare = derived.left(c, on)
    return {
        **shown,
        "sets_of_pools": None if spare is None else spare + 1,
        "advice": list(ADVICE) if shown["at_capacity"] else [],
    }


@procedure(group="time", gm=True)
def set_tier(c: Danger, *, on: Annotated[str, Who()], tier: Annotated[int, Between(0)]) -> Rule:
    """A new Tier: capacity follows it. Falling below the wounds carried kills nobody; the next wound does.

    Raises Refusal `dead`, `bad_value`. Atoms K-007, K-012; KA-08, KA-12.
    """
    yield from ()
    derived.alive(c, on)
    s = Happening(c, on)
    s.note("tier", set_("tier", tier), tier=tier)
    s.clamp()
    return Outcome("tier_set", s.events, {"left": derived.left(s.c, on), "status": s.character.status})
