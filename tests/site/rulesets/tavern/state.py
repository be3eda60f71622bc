"""What a brawl leaves on somebody."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Character:
    """Somebody in the tavern: the rows they have come to."""

    bruises: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scene:
    """Nothing is kept of the tavern itself."""
