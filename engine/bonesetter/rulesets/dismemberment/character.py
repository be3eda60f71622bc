"""What the campaign keeps of a character under Death & Dismemberment. Source: the whole text; SPEC section 0.

An Injury (capital) is the counted thing; a Wound is an Injury that kills in three rounds; Trauma is mental strain.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...frozen import Map

PC, HENCHMAN, MONSTER = "pc", "henchman", "monster"
KINDS = (PC, HENCHMAN, MONSTER)
ALIVE, DEAD, FLEEING, DESTROYED, RETURNED = "alive", "dead", "fleeing", "destroyed", "returned"
STATUSES = (ALIVE, DEAD, FLEEING, DESTROYED, RETURNED)
GONE = (DEAD, DESTROYED, RETURNED)

BLEEDING, BLINDED, FRACTURE = "bleeding", "blinded", "fracture"
KNOCKED_OUT, MAIMED, SCARRED = "knocked_out", "maimed", "scarred"
TYPES = (BLEEDING, BLINDED, FRACTURE, KNOCKED_OUT, MAIMED, SCARRED)
"""The six Injuries in printed order. Atom D-010; DA-02."""
EYES = ("left_eye", "right_eye")
ARMS = ("right_arm", "left_arm")
LEGS = ("right_leg", "left_leg")
LIMBS = (*ARMS, *LEGS)
PARTS: dict[str, tuple[str, ...]] = {BLINDED: EYES, MAIMED: LIMBS}
LOST = {BLINDED: "lost_eye", MAIMED: "lost_limb"}
"""What a Grave Injury of the type takes for good, with a colon and the part."""
LOST_HIT_DIE, PERMANENT_COMA, ABILITY_LOSS = "lost_hit_die", "permanent_coma", "ability_loss"

NORMAL, GRAVE, WOUND = "normal", "grave", "wound"
SEVERITIES = (NORMAL, GRAVE, WOUND)
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
AVERAGE: Map[str, int] = Map({name: 10 for name in ABILITIES})

ROUNDS_TO_LIVE = 3
"""Atom D-036."""
UNIT_HOURS = {"hours": 1, "days": 24, "weeks": 168}


@dataclass(frozen=True)
class Hp:
    """Hit Points: `now` is never below 0."""

    now: int = 6
    max: int = 6


@dataclass(frozen=True)
class Saves:
    """Saving throws: d20 + bonus has to reach the number."""

    death: int = 12
    paralysis: int = 12
    poison: int = 12


@dataclass(frozen=True)
class Gear:
    """What can take a blow in the bearer's place. Atoms D-054, D-055."""

    shield: bool = False
    parrying_weapons: tuple[str, ...] = ()
    helm: bool = False


@dataclass(frozen=True)
class Left:
    """How long an effect still lasts: `n` of `unit` as it was rolled, `hours` in all as it stands."""

    n: int
    unit: str
    hours: int | None = None

    @property
    def shown(self) -> int:
        """Whole units left, a begun one counted."""
        hours = self.n * UNIT_HOURS[self.unit] if self.hours is None else self.hours
        return -(-hours // UNIT_HOURS[self.unit])


@dataclass(frozen=True)
class Injury:
    """One Injury carried. A Wound has no type until it is recovered from; `rounds_left` is its clock (None: none runs).

    `save_type` and `save_bonus` are those of its recovery; `self_aid` says that its bearer may still treat it himself.
    """

    id: str
    type: str | None = None
    part: str | None = None
    severity: str = NORMAL
    temporary: bool = False
    effect_active: bool = False
    effect_left: Left | None = None
    rounds_left: int | None = None
    save_type: str = "death"
    save_bonus: int = 0
    self_aid: bool = False
    source: str | None = None


@dataclass(frozen=True)
class Loss:
    """Something lost for good: `what` is `lost_limb:left_arm`, `lost_eye:…`, `lost_digit:…`, `scar:…`,
    `ability_loss:str`, `lost_hit_die` (with the `hp` it took) or `permanent_coma`."""

    id: str
    what: str
    hp: int = 0


@dataclass(frozen=True)
class Character:
    """A player's character, a henchman or a monster. `abilities` are those before any permanent loss.

    `lingering` are comas that outlast the Injury they came with; `aided_by` the helpers who gave First Aid this round;
    `spells` the spells memorised (None: nobody counts); `rest_days_done` days of the running week of rest.
    """

    kind: str = PC
    mindless_undead: bool = False
    extraplanar: bool = False
    fanatical: bool = False
    race: str = "human"
    cls: str | None = None
    level: int = 1
    hit_dice: int = 1
    feats: tuple[str, ...] = ()
    hp: Hp = Hp()
    starting_max_hp: int | None = None
    saves: Saves = Saves()
    abilities: Map[str, int] = AVERAGE
    injuries: tuple[Injury, ...] = ()
    lingering: tuple[Injury, ...] = ()
    permanent: tuple[Loss, ...] = ()
    gear: Gear = Gear()
    artificial: tuple[str, ...] = ()
    status: str = ALIVE
    prone: bool = False
    fainted: bool = False
    must_rest_hour: bool = False
    used_today: bool = False
    aided_by: tuple[str, ...] = ()
    rest_days_done: int = 0
    trauma: int = 0
    derangements: int = 0
    spells: int | None = None
    henchmen: int = 0
    serial: int = 0
    losses: int = 0
    name: str = field(default="", compare=False)


@dataclass(frozen=True)
class Scene:
    """Nothing of this ruleset belongs to the scene."""
