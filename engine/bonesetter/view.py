"""Who sees what: the campaign, its log and its numbers as one viewer may know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from .campaign import Campaign
from .effect import Effect, Phrase, Term
from .frozen import Map
from .ruleset import Ruleset

Role = Literal["gm", "player", "spectator"]


@dataclass(frozen=True)
class Viewer:
    """Somebody at the table: an id, a name, and a role."""

    id: str
    name: str
    role: Role

    @property
    def gm(self) -> bool:
        return self.role == "gm"

    def plays(self, campaign: Campaign, who: str) -> bool:
        """Whether a character is theirs to act for."""
        persona = campaign.personas.get(who)
        return self.gm or (self.role == "player" and persona is not None and self.id in persona.owners)


@dataclass(frozen=True)
class Injury:
    """An open injury (or disease, or poison) as boards and tokens show it: its id within the character, its name, what
    it does now, and what is left of its clock in words' facts."""

    id: str
    name: str | Term | Phrase
    effects: tuple[Effect, ...] = ()
    left: str | Term | Phrase | None = None


def seen(campaign: Campaign, viewer: Viewer, rulesets: Mapping[str, Ruleset]) -> Campaign:
    """The campaign without what the viewer may not know. Everything a player is shown, offered or refused is read
    from this."""
    if viewer.gm:
        return campaign
    compartments = {
        id: replace(
            compartment,
            characters=Map({who: rulesets[id].conceal(character) for who, character in compartment.characters.items()}),
        )
        for id, compartment in campaign.compartments.items()
    }
    return replace(campaign, compartments=Map[str, Any](compartments))
