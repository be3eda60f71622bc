"""What is stored of a character under Mutilato: the body as it is, the ledger of losses, things held, damage.

Penalties, bans, speed and conditions are never stored: they follow from the ledger (see `derived`). Source: Mutilato.
Atoms U-004, U-005, U-064.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...frozen import Map

LABELLED = ("arm", "hand", "leg", "foot", "eye", "ear", "nose")
"""Parts that a body has by label (left, right, third …)."""

PARTS = ("finger", "nose", "ear", "eye", "foot", "hand", "arm", "leg")
"""Parts that can be lost, in the table's order."""

SCAR, FINGER, HAND, ARM, FOOT, LEG, EYE, EAR = "scar", "finger", "hand", "arm", "foot", "leg", "eye", "ear"

NESTED = {ARM: (HAND,), LEG: (FOOT,)}
"""What goes with a limb, of the same label; fingers go with their hand. Atom U-040."""

TWO = ("left", "right")
HUMAN: Map[str, tuple[str, ...]] = Map({part: ("main",) if part == "nose" else TWO for part in LABELLED})
"""The labels of a human body."""


@dataclass(frozen=True)
class Body:
    """The parts that are there now, by label. `finger` counts those of each hand; a hand it doesn't name has the
    campaign's number (None: none is named). Atoms U-013, U-064."""

    arm: tuple[str, ...] = TWO
    hand: tuple[str, ...] = TWO
    leg: tuple[str, ...] = TWO
    foot: tuple[str, ...] = TWO
    eye: tuple[str, ...] = TWO
    ear: tuple[str, ...] = TWO
    nose: tuple[str, ...] = ("main",)
    finger: Map[str, int] | None = None

    def labels(self, part: str) -> tuple[str, ...]:
        """The labels of a part other than fingers."""
        found: tuple[str, ...] = getattr(self, part)
        return found


@dataclass(frozen=True)
class Loss:
    """One entry of the ledger: a part lost for good, and which of them."""

    id: str
    part: str
    side: str


@dataclass(frozen=True)
class Targets:
    """The tests a modifier is on: any of these tags."""

    any_of: tuple[str, ...] = ()


@dataclass(frozen=True)
class Modifier:
    """A lasting modifier, in the form it has in data. A test that several of its tags fit is hit once. Atom U-054."""

    applies_to: Targets
    value: int


@dataclass(frozen=True)
class Substitute:
    """What the GM let a monster lose in place of a rolled part (`part`). Atom U-061."""

    id: str
    label: str
    part: str = ""
    modifiers: tuple[Modifier, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """A thing: the hands that hold it, the arm it is strapped to, whether it needs two hands, whether it lies on the
    ground. Held by none and strapped to nothing, it is carried."""

    id: str
    held: tuple[str, ...] = ()
    on_arm: str | None = None
    two_handed: bool = False
    dropped: bool = False


@dataclass(frozen=True)
class Wound:
    """A bleeding that goes on (option `bleeding`): the dice it rolls, and the Characteristic they hurt."""

    id: str
    dice: str
    attribute: str


@dataclass(frozen=True)
class Character:
    """A character or monster. Speeds are metres before any maiming; None: it has no such speed. `attributes` are
    current values of Characteristics before bleeding, where they are known."""

    monster: bool = False
    body: Body = Body()
    losses: tuple[Loss, ...] = ()
    scars: int = 0
    substitutes: tuple[Substitute, ...] = ()
    speed: Fraction = Fraction(9)
    fly: Fraction | None = None
    swim: Fraction | None = None
    climb: Fraction | None = None
    items: tuple[Item, ...] = ()
    prone: bool = False
    attributes: Map[str, int] = Map()
    attribute_damage: Map[str, int] = Map()
    wounds: tuple[Wound, ...] = ()
    serial: int = 0


@dataclass(frozen=True)
class Scene:
    """Nothing of the scene matters to these rules."""
