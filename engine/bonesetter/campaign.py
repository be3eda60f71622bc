"""The campaign: all characters under all rulesets, frozen and hashable; the fold of its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from .errors import Refusal
from .event import Event, apply
from .frozen import Map, altered

C = TypeVar("C")
S = TypeVar("S")


@dataclass(frozen=True)
class Compartment(Generic[C, S]):
    """One ruleset's part of a campaign: its characters, its scene and its options. All that its rules ever read."""

    characters: Map[str, C]
    scene: S
    options: Map[str, Any] = Map()

    def __getitem__(self, who: str) -> C:
        """A character. Raises Refusal `unknown_character`."""
        try:
            return self.characters[who]
        except KeyError:
            raise Refusal("unknown_character", given=who, known=list(self.characters)) from None

    def option(self, name: str) -> Any:
        """What the campaign has set an option of the ruleset to."""
        return self.options[name]

    def after(self, *events: Event) -> Compartment[C, S]:
        """The compartment after some events."""
        state = self
        for happened in events:
            for change in happened.changes:
                if happened.who is None:
                    state = altered(state, scene=apply(state.scene, change))
                else:
                    was = state.characters[happened.who]
                    state = altered(state, characters=state.characters.set(happened.who, apply(was, change)))
        return state


@dataclass(frozen=True)
class Persona:
    """Who a character is, whatever the rules: a name, the people who play it, and whether it is put away."""

    name: str
    owners: tuple[str, ...] = ()
    archived: bool = False


@dataclass(frozen=True)
class Campaign:
    """The whole state: a compartment per ruleset, and who the characters are."""

    compartments: Map[str, Compartment[Any, Any]] = Map()
    personas: Map[str, Persona] = Map()
    content: str = field(default="plain", compare=False)

    def after(self, ruleset: str, events: Iterable[Event]) -> Campaign:
        """The campaign after events of one ruleset."""
        compartment = self.compartments[ruleset].after(*events)
        return replace(self, compartments=self.compartments.set(ruleset, compartment))

    def name(self, who: str) -> str:
        """A character's name; its id where nobody has named it."""
        persona = self.personas.get(who)
        return persona.name if persona else who
