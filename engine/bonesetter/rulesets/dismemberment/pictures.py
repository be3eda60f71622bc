"""Pictures of the odds: the Injury Test by what is carried, and surviving a Wound."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...campaign import Compartment
from ...frozen import Map
from ...odds import Policy, in_turn, of_procedure
from ...pictures import Drawn, Knob, Panel, picture
from ...procedure import Then
from ...ruleset import Ruleset
from . import derived
from .character import ALIVE, FRACTURE, ROUNDS_TO_LIVE, SCARRED, WOUND, Character, Hp, Injury, Saves, Scene
from .derived import STOUT, Maimery

WHO = "hero"
CARRIED = tuple(range(11))
NEEDED = tuple(range(4, 18))
ANY = Policy({"type": FRACTURE})
"""Which Injury it is changes nothing that is asked here, so one is taken."""

BODIES = {"d6": ("human", ()), "d8": ("dwarf", ()), "d10": ("dwarf", (STOUT,))}


def alone(ruleset: Ruleset, hero: Character) -> Maimery:
    """Nobody but the hero, options at their defaults."""
    return Compartment(Map({WHO: hero}), Scene(), ruleset.defaults)


@picture()
def injury_test(ruleset: Ruleset, given: Mapping[str, Any]) -> Drawn:
    """The chance that the next Injury is serious, by Injuries carried already, for each Injury Test die."""
    panels = []
    for die, (race, feats) in BODIES.items():
        chances = []
        for carried in CARRIED:
            injuries = tuple(Injury(f"n{number}", SCARRED) for number in range(1, carried + 1))
            hero = Character(hp=Hp(0, 6), starting_max_hp=6, race=race, feats=feats, injuries=injuries, serial=carried)
            odds = of_procedure(
                ruleset, alone(ruleset, hero), "damage", {"on": WHO, "amount": 1}, by="tests.0", policy=ANY
            )
            serious = (odds.chances.get(margin, Fraction(0)) for margin in range(carried + 1))
            chances.append((sum(serious, Fraction(0)),))
        panels.append(Panel(die, tuple(chances)))
    return Drawn(CARRIED, tuple(panels))


@picture(Knob("bonus", 0, 0, 8))
def wound_survival(ruleset: Ruleset, given: Mapping[str, Any]) -> Drawn:
    """The chance to live through a Wound, by the saving throw needed and how many helpers give First Aid each round."""
    panels = []
    for helpers in (1, 2, 3):
        chances = [(_lives(ruleset, needed, helpers, given["bonus"]),) for needed in NEEDED]
        panels.append(Panel(f"helpers_{helpers}", tuple(chances)))
    return Drawn(NEEDED, tuple(panels), notable=())


def _lives(ruleset: Ruleset, needed: int, helpers: int, bonus: int) -> Fraction:
    wound = Injury("n1", severity=WOUND, rounds_left=ROUNDS_TO_LIVE, save_bonus=bonus)
    hero = Character(hp=Hp(0, 6), starting_max_hp=6, saves=Saves(death=needed), injuries=(wound,), serial=1)
    round_ = [Then("first_aid", Map({"on": WHO, "helper": f"helper {number}"})) for number in range(helpers)]
    acts = [*round_, Then("end_round", Map({"on": WHO}))] * ROUNDS_TO_LIVE
    c = alone(ruleset, hero)
    looked = in_turn(ruleset, c, acts, _fate, same=_running, pointless=("no_wound", "dead"), policy=ANY)
    return looked[-1].get(ALIVE, Fraction(0))


def _fate(c: Maimery) -> str:
    return c[WHO].status


def _running(c: Maimery) -> Any:
    """What later rounds depend on: whether a Wound runs, for how long, and who has helped."""
    hero = c[WHO]
    return hero.status, derived.rounds_left(hero), hero.aided_by
