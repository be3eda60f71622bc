"""What the toy rules keep of a character."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from bonesetter.campaign import Compartment
from bonesetter.effect import Effect, Term
from bonesetter.view import Injury


@dataclass(frozen=True)
class Bruise:
    id: str
    row: str
    effects: tuple[Effect, ...] = ()
    treated: bool = False


@dataclass(frozen=True)
class Character:
    bruises: tuple[Bruise, ...] = ()
    fever: int | None = None  # marks; None: well
    incubating: bool = False
    dead: bool = False
    serial: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Scene:
    rounds: int = 0


Toy = Compartment[Character, Scene]


def conceal(character: Character) -> Character:
    return replace(character, incubating=False)


def sheet(c: Toy, who: str) -> dict[str, Any]:
    return {"bruises": len(c[who].bruises), "dead": c[who].dead, "fever": c[who].fever}


def injuries(c: Toy, who: str) -> tuple[Injury, ...]:
    return tuple(Injury(b.id, Term(f"rows.{b.row}"), b.effects) for b in c[who].bruises if not b.treated)
