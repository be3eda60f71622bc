"""What the ruleset keeps of a character and of the scene. Field names are those of the case format.

Times are exact: hours or minutes as fractions, never rounded to days (F-013). A clock stands on the harm that runs it;
the character's own `unconscious`, `asleep`, `dying_minutes` and `crisis_hours` hold only what no listed harm accounts
for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from ...campaign import Compartment
from ...effect import Effect
from ...frozen import Map


@dataclass(frozen=True)
class Wound:
    """A critical wound (F-090). `row` is its place in the location's table, 1 to 13.

    `lasts` and `effects` are copies of the row. `hours_left` is the clock of week and season wounds, `rest_left` that
    of hour wounds (None: still whole). `pending`: what it does to the next turn is still to come. `spent`: its one use
    is gone. `void`: it struck a part that was gone already and does nothing (D-37). `out`: hours unconscious, or
    "until stabilised". `fester_rolled`: its one exposure roll was made (D-74).
    """

    id: str
    location: str
    row: int
    side: str | None = None
    status: str = "open"
    lasts: str = ""
    effects: tuple[Effect, ...] = ()
    treated: bool = False
    treated_by: str | None = None
    tried_by: tuple[str, ...] = ()
    named_tried_by: tuple[str, ...] = ()
    named_done: bool = False
    bound: bool = False
    stanch: bool = False
    filthy: bool = False
    fester_rolled: bool = False
    hours_left: Fraction | None = None
    rest_left: Fraction | None = None
    elapsed: Fraction = Fraction(0)
    fight: int | None = None
    pending: bool = False
    spent: bool = False
    void: bool = False
    out: Fraction | str | None = None
    dying_minutes: Fraction | None = None
    ended_by: str | None = None


@dataclass(frozen=True)
class Poisoning:
    """One dose or exposure (F-263). `phase`: onset, active or over.

    `bonus` is the +2 of a treatment before it acts; `modifier` what it takes off all rolls for `hours_left`;
    `turns_left` the turns still lost to it; `locked` the Wounds that rest can't restore; `out` hours unconscious, or
    "bad air".
    """

    id: str
    poison: str
    phase: str = "onset"
    onset_left: Fraction | None = None
    rolls: int = 0
    bonus: int = 0
    tried_by: tuple[str, ...] = ()
    identified_by: tuple[str, ...] = ()
    modifier: int = 0
    hours_left: Fraction | None = None
    turns_left: int = 0
    locked: int = 0
    sleep_hours: Fraction | None = None
    spoils_night: bool = False
    out: Fraction | str | None = None
    dying_minutes: Fraction | None = None
    ended_by: str | None = None


@dataclass(frozen=True)
class Disease:
    """One bout of a disease. `phase`: incubating, sick, gravely_ill or over.

    `bonus` is what nursing adds to the next roll, `nursed` whether anybody has rolled for it this interval, `active`
    whether the patient worked in it (F-318, D-68). `never_showed`: it ended before symptoms, so it makes nobody immune
    (D-71).
    """

    id: str
    disease: str
    phase: str = "incubating"
    marks: int = 0
    grave_ever: bool = False
    wound: str | None = None
    secret: bool = False
    incubation_left: Fraction | None = None
    nursed: bool = False
    bonus: int = 0
    active: bool = False
    identified_by: tuple[str, ...] = ()
    crisis_hours: Fraction | None = None
    never_showed: bool = False
    ended_by: str | None = None


@dataclass(frozen=True)
class Character:
    """A character or an opponent (F-011).

    `venom` is the poison of a creature's bite (F-260); `holds` what each hand holds, by side; `takes_criticals` a
    creature's own flag (D-41; None: as its folk says); `held` the spell that keeps death off, `held_wounds` whether it
    reaches the clocks of wounds too (D-40).
    """

    kind: str = "character"
    folk: str = "human"
    human_sized: bool = True
    attributes: Map[str, int] = Map()
    Appearance: int = 0
    Movement: int = 6
    max_wounds: int | None = None
    wounds: int | None = None
    ranks: Map[str, int] = Map()
    talents: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    holds: Map[str, str] = Map()
    coat: str | None = None
    venom: str | None = None
    takes_criticals: bool | None = None
    luck: int = field(default=0, compare=False)
    fatigue: int = 0
    fever_fatigue: int = 0
    ritual_fatigue: int = 0
    tired: int = 0
    short_rest_used: bool = False
    spells_this_scene: int = 0
    crits_this_fight: int = 0
    first_aid_this_fight: bool = False
    first_aid_tried_by: tuple[str, ...] = ()
    tended: bool = False
    tend_tried_by: tuple[str, ...] = ()
    critical_wounds: tuple[Wound, ...] = ()
    poisonings: tuple[Poisoning, ...] = ()
    diseases: tuple[Disease, ...] = ()
    immune: tuple[str, ...] = ()
    relapse_watch: tuple[str, ...] = ()
    relapses: int = 0
    blessed: bool = False
    blessed_left: Fraction | None = None
    next_night_poor: bool = False
    prone: bool = False
    half_action: bool = False
    lose_turns: int = 0
    unconscious: Fraction | str | None = None
    asleep: str | None = None
    dying_minutes: Fraction | None = None
    crisis_hours: Fraction | None = None
    held: str | None = None
    held_wounds: bool = False
    dead: bool = False
    cause_of_death: str | None = field(default=None, compare=False)
    serial: int = field(default=0, compare=False)

    @property
    def opponent(self) -> bool:
        """Whether the rules for opponents apply (F-215)."""
        return self.kind == "opponent"

    @property
    def now(self) -> int:
        """Wounds left."""
        return self.wounds or 0

    @property
    def most(self) -> int:
        """Wounds when whole."""
        return self.max_wounds or 0

    def wound(self, id: str) -> Wound | None:
        """A critical wound, or None."""
        return next((wound for wound in self.critical_wounds if wound.id == id), None)

    def poisoning(self, id: str) -> Poisoning | None:
        """A poisoning, or None."""
        return next((poisoning for poisoning in self.poisonings if poisoning.id == id), None)

    def disease(self, id: str) -> Disease | None:
        """A bout of a disease, or None."""
        return next((disease for disease in self.diseases if disease.id == id), None)


@dataclass(frozen=True)
class Scene:
    """`fight`: one is on. `fights`: how many have begun. `since_fight`: minutes since the last one ended, None when its
    aftermath is over."""

    fight: bool = False
    fights: int = 0
    since_fight: Fraction | None = None


Frontier: TypeAlias = Compartment[Character, Scene]
