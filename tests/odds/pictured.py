"""What the pictures have to show, computed apart from the engine: from the printed rules alone, with nothing imported
from it. Each function gives `{panel: [[chance of each part] at each tick]}`."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

F = Fraction
TWO_DICE = Counter(a + b for a, b in product(range(1, 7), repeat=2))
LASTS = ["fight"] * 3 + ["hour"] * 3 + ["week"] * 3 + ["season", "permanent", "death"]
"""How long the wounds of a location's rows 1 to 12 last; 13 and over is death too."""


def next_hit_death() -> dict[str, list[list[Fraction]]]:
    """d6 + damage left over + wounds already taken: 12 and over kills."""
    return {
        f"taken_{taken}": [[F(sum(die + left + taken >= 12 for die in range(1, 7)), 6)] for left in range(12)]
        for taken in range(4)
    }


def next_wound_lasts(taken: int = 0) -> dict[str, list[list[Fraction]]]:
    rows = [[LASTS[min(die + left + taken, 12) - 1] for die in range(1, 7)] for left in range(12)]
    return {lasts: [[F(row.count(lasts), 6)] for row in rows] for lasts in dict.fromkeys(LASTS)}


def disease_course(
    resist: int = 3, care: int = 4, *, difficulty: int = 11, successes: int = 2, deadly: bool = True, sick: int = -1
) -> dict[str, list[list[Fraction]]]:
    """Day by day: [dead, recovered]. Sick rolls at −1 (some diseases: none), Gravely ill at −2; nursed: +1, or +2 by a
    margin of 3."""
    nursed: dict[int, Fraction] = defaultdict(F)
    for total, ways in TWO_DICE.items():
        margin = total + care - difficulty
        nursed[0 if margin < 0 else 2 if margin >= 3 else 1] += F(ways, 36)
    shown = {}
    for panel, bonuses in (("alone", {0: F(1)}), ("nursed", nursed)):
        here = {("sick", 0): F(1)}
        over, dead, days = F(0), F(0), []
        for _ in range(14):
            then: dict[tuple[str, int], Fraction] = defaultdict(F)
            for ((phase, marks), mass), (bonus, chance), (total, ways) in product(
                here.items(), bonuses.items(), TWO_DICE.items()
            ):
                share = mass * chance * F(ways, 36)
                margin = total + resist + bonus + (sick if phase == "sick" else -2) - difficulty
                if margin >= 0 and phase == "sick":
                    if marks + 1 == successes:
                        over += share
                    else:
                        then["sick", marks + 1] += share
                elif margin >= 0:
                    then["sick", marks] += share
                elif margin > -5:
                    then[phase, marks] += share
                elif phase == "sick":
                    then["grave", marks] += share
                elif deadly:
                    dead += share
                else:
                    then["grave", max(0, marks - 1)] += share
            here = then
            days.append([dead, over])
        shown[panel] = days
    return shown


def injury_test() -> dict[str, list[list[Fraction]]]:
    """Serious on at most the Injuries carried, this one among them."""
    dice = {"d6": 6, "d8": 8, "d10": 10}
    return {die: [[F(min(carried + 1, sides), sides)] for carried in range(11)] for die, sides in dice.items()}


def wound_survival(bonus: int = 0) -> dict[str, list[list[Fraction]]]:
    """Three rounds, a save from each helper in each: all of them have to fail."""
    shown = {}
    for helpers in (1, 2, 3):
        fails = [F(sum(die + bonus < needed for die in range(1, 21)), 20) for needed in range(4, 18)]
        shown[f"helpers_{helpers}"] = [[1 - fail ** (3 * helpers)] for fail in fails]
    return shown


def injury_dice() -> dict[str, list[list[Fraction]]]:
    """Any 1 ruins the check."""
    return {f"d{sides}": [[1 - F(sides - 1, sides) ** n] for n in range(1, 7)] for sides in (20, 12, 10, 8, 6, 4, 3)}


def one_wound(body: str = "human") -> dict[str, list[list[Fraction]]]:
    """The reference values of one resolved location on a whole body: unhurt, injured, half lost, destroyed, dead."""
    reference = {
        "human": (F(1, 6) + F(5, 216), F(35, 108), F(5, 36), F(61, 432)),
        "demon": (F(1, 36), F(7, 18), F(1, 6), F(91, 432)),
        "snake": (F(4, 15) + F(11, 540), F(77, 270), F(11, 90), F(43, 432)),
    }
    reference["one_armed"] = reference["human"]
    return {"location": [[chance] for chance in (*reference[body], F(89, 432))]}


WHOLE_INCIDENT = {
    "human": ("0.162585", "0.301561", "0.140836", "0.149667", "0.245351"),
    "demon": ("0.023238", "0.346806", "0.163514", "0.219811", "0.246630"),
    "snake": ("0.249579", "0.272743", "0.126555", "0.106540", "0.244583"),
    "one_armed": ("0.162585", "0.301561", "0.140836", "0.149671", "0.245347"),
}
"""The reference values of a whole incident, rounded: no fraction exists. In the same order."""


# A body: for each side (arm?, hand?, fingers), (leg?, foot?), then eyes, ears, noses.
BODY = (((True, True, 5),) * 2, ((True, True),) * 2, 2, 2, 1)
FACES = {"scar": 4, "finger": 2, "nose": 2, "ear": 3, "eye": 3, "foot": 2, "hand": 2, "arm": 1, "leg": 1}


def _after(body: tuple, part: str) -> list[tuple]:
    """The bodies that a loss can lead to, each side alike; none where the result makes no sense."""
    arms, legs, eyes, ears, noses = body
    if part == "scar":
        return [body]
    if part in ("nose", "ear", "eye"):
        left = {"nose": (eyes, ears, noses - 1), "ear": (eyes, ears - 1, noses), "eye": (eyes - 1, ears, noses)}[part]
        return [] if min(left) < 0 else [(arms, legs, *left)]
    found = []
    for at in (0, 1):
        arm, hand, fingers = arms[at]
        leg, foot = legs[at]
        new_arm, new_leg = arms[at], legs[at]
        if part == "finger" and hand and fingers:
            new_arm = (arm, True, fingers - 1) if fingers > 1 else (arm, False, 0)
        elif part == "hand" and hand:
            new_arm = (arm, False, 0)
        elif part == "arm" and arm:
            new_arm = (False, False, 0)
        elif part == "foot" and foot:
            new_leg = (leg, False)
        elif part == "leg" and leg:
            new_leg = (False, False)
        else:
            continue
        sides = tuple(sorted((new_arm, arms[1 - at]))), tuple(sorted((new_leg, legs[1 - at])))
        found.append((*sides, eyes, ears, noses))
    return found


def losses() -> dict[str, list[list[Fraction]]]:
    """A whole human after n maimings; senseless results are rolled again."""
    gone = {
        "two_handed": lambda arms, legs, eyes, ears, noses: not all(hand for _, hand, _ in arms),
        "run": lambda arms, legs, eyes, ears, noses: not all(foot for _, foot in legs),
        "nose": lambda arms, legs, eyes, ears, noses: not noses,
        "blind": lambda arms, legs, eyes, ears, noses: not eyes,
        "deaf": lambda arms, legs, eyes, ears, noses: not ears,
        "crawl": lambda arms, legs, eyes, ears, noses: not any(leg for leg, _ in legs),
    }
    shown: dict[str, list[list[Fraction]]] = {name: [] for name in gone}
    here = {BODY: F(1)}
    for _ in range(8):
        then: dict[tuple, Fraction] = defaultdict(F)
        for body, mass in here.items():
            sense = {part: after for part in FACES if (after := _after(body, part))}
            whole = sum(FACES[part] for part in sense)
            for part, after in sense.items():
                for one in after:
                    then[one] += mass * F(FACES[part], whole * len(after))
        here = then
        for name, is_gone in gone.items():
            shown[name].append([sum((mass for body, mass in here.items() if is_gone(*body)), F(0))])
    return shown


PICTURES = {
    ("frontier", "next_hit_death"): next_hit_death,
    ("frontier", "next_wound_lasts"): next_wound_lasts,
    ("frontier", "disease_course"): disease_course,
    ("dismemberment", "injury_test"): injury_test,
    ("dismemberment", "wound_survival"): wound_survival,
    ("deathdanger", "injury_dice"): injury_dice,
    ("mutations", "one_wound"): one_wound,
    ("mutilato", "losses"): losses,
}

BOUNDED = {("mutations", "whole_incident"): WHOLE_INCIDENT}
"""Pictures whose chances have no fraction."""
