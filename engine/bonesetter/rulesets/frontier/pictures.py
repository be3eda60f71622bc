"""Pictures of the chapter's odds: the next hit, how long its wound lasts, and the run of a disease."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...campaign import Compartment
from ...frozen import Map
from ...odds import by_act, of_procedure
from ...pictures import Drawn, Knob, Panel, chance_of, picture
from ...procedure import Then
from ...ruleset import Ruleset
from . import book
from .records import Character, Disease, Frontier, Scene

PLAIN: Map[str, int] = Map({"Endurance": 3, "Resolve": 3})

WHO, CARER, BOUT = "hero", "carer", "bout"
LEFTOVER = tuple(range(12))
LASTS = ("fight", "hour", "week", "season", "permanent", "death")
LOCATION = Knob("location", "head", values=book.LOCATIONS)
DAYS = tuple(range(1, 15))
OVER, DYING = "recovered", "dead"


def struck(ruleset: Ruleset, location: str, leftover: int, taken: int, by: str) -> Mapping[Any, Fraction]:
    """The odds of a hit that takes the last Wound and leaves `leftover` damage over, `taken` critical wounds into a
    fight."""
    hurt = Character(attributes=PLAIN, wounds=1, max_wounds=12, crits_this_fight=taken)
    c: Frontier = Compartment(Map({WHO: hurt}), Scene(fight=True, fights=1), ruleset.defaults)
    args = {"on": WHO, "damage": leftover + 1, "location": location}
    return of_procedure(ruleset, c, "hit", args, by=by).chances


@picture(LOCATION, titled="location")
def next_hit_death(ruleset: Ruleset, given: Mapping[str, Any]) -> Drawn:
    """Death at once, against leftover damage and the critical wounds already taken in this fight."""
    panels = []
    for taken in range(4):
        chances = [
            (struck(ruleset, given["location"], left, taken, "ending").get("dead", Fraction(0)),) for left in LEFTOVER
        ]
        panels.append(Panel(f"taken_{taken}", tuple(chances)))
    return Drawn(LEFTOVER, tuple(panels))


@picture(LOCATION, Knob("taken", 0, 0, 6), titled="location")
def next_wound_lasts(ruleset: Ruleset, given: Mapping[str, Any]) -> Drawn:
    """How long the next critical wound lasts: its row, folded by duration."""
    rows = book.TABLES[given["location"]].rows
    by_length = {lasts: [row.id for row in rows if row["lasts"] == lasts] for lasts in LASTS}
    odds = [struck(ruleset, given["location"], left, given["taken"], "row") for left in LEFTOVER]
    panels = []
    for lasts, ids in by_length.items():
        panels.append(Panel(lasts, tuple((chance_of(chances, ids),) for chances in odds), notable=lasts == "death"))
    return Drawn(LEFTOVER, tuple(panels))


def ill(ruleset: Ruleset, disease: str, resist: int, care: int) -> Frontier:
    """Somebody Sick with `resist` on their Resist rolls (attribute and rank), and a trained carer with herbs and
    `care` on nursing."""
    patient = Character(
        attributes=PLAIN.set("Endurance", resist),
        wounds=12,
        max_wounds=12,
        diseases=(Disease(BOUT, disease, "sick"),),
    )
    trained = Map({"Treat Wounds": 1})
    carer = Character(
        attributes=PLAIN.set("Intellect", care - 1), ranks=trained, wounds=12, max_wounds=12, gear=("herbs",)
    )
    return Compartment(Map({WHO: patient, CARER: carer}), Scene(), ruleset.defaults)


@picture(
    Knob("disease", "camp-flux", values=tuple(row.id for row in book.TABLES["diseases"].rows)),
    Knob("resist", 3, 1, 10),
    Knob("care", 4, 1, 10),
)
def disease_course(ruleset: Ruleset, given: Mapping[str, Any]) -> Drawn:
    """A disease interval by interval, nursed before each roll or not. Whoever comes to a crisis is dead within d6
    hours: no magic helps here."""
    name = book.TABLES["diseases"].row(given["disease"]).name
    c = ill(ruleset, name, given["resist"], given["care"])
    nursing = Then("nurse", Map({"by": CARER, "on": WHO, "id": BOUT}))
    panels = []
    for panel, each in (("alone", None), ("nursed", nursing)):
        days = by_act(ruleset, c, "interval", {"on": WHO, "id": BOUT}, len(DAYS), each=each)
        chances = ((day.get(DYING, Fraction(0)), day.get(OVER, Fraction(0))) for day in days)
        panels.append(Panel(panel, tuple(chances)))
    return Drawn(DAYS, tuple(panels), (DYING, OVER), "ill", (DYING,))
