"""Mutations & Wounds, once more in plain Python: the table, bodies to look up in it, and one location."""

from __future__ import annotations

from fractions import Fraction

from plain import TWO_D6, Chances, gathered

ROWS = {
    # location: faces of 36, and what destruction does (section 2)
    "entire_head": (1, "death"), "face": (1, "death"), "arms": (1, "lose"), "hands": (1, "lose"), "legs": (1, "lose"),
    "feet": (1, "lose"), "torso": (2, "death"), "entire_body": (2, "death"), "tail": (2, "lose"), "nose": (1, "lose"),
    "ears": (1, "lose"), "eyes": (1, "lose"), "organ": (1, "organ"), "horns": (2, "lose"), "skin": (2, "death"),
    "mouth": (2, "death"), "soul": (2, "death"), "voice": (2, "lose"), "mind": (2, "death"), "wings": (1, "lose"),
    "genitals": (1, "lose"),
}  # fmt: skip
GAIN = 6
HANGS = {"arms": "hands", "legs": "feet"}
PAIR = ("left", "right")
HUMAN = {
    **{place: ("main",) for place in ROWS},
    **dict.fromkeys(("arms", "hands", "legs", "feet"), PAIR),
    **dict.fromkeys(("tail", "horns", "wings"), ()),
}
BODIES: dict[str, dict[str, tuple[str, ...]]] = {
    "human": HUMAN,
    "demon": {**HUMAN, "tail": ("main",), "horns": PAIR, "wings": PAIR},
    "snake": {**HUMAN, **dict.fromkeys(("arms", "hands", "legs", "feet", "ears"), ()), "tail": ("main",)},
    "one_armed": {**HUMAN, "arms": ("right",), "hands": ("right",)},
}
WORST = ("negated", "no_wound", "injured", "half", "destroyed", "death")


def band(total: int) -> str:
    """M-033 to M-037."""
    return (
        "crit"
        if total == 12
        else "pass"
        if total >= 8
        else "seven"
        if total == 7
        else "failure"
        if total > 2
        else "fumble"
    )


BANDS = gathered((band(total), chance) for total, chance in TWO_D6.items())
INJURY = {"crit": "no_wound", "pass": "injured", "seven": "half"}


def single(body: dict[str, tuple[str, ...]]) -> Chances:
    """One location that is no 61–66, one save, no second Wound."""
    leads = []
    for place, (faces, destruction) in ROWS.items():
        share = Fraction(faces, 36 - GAIN)
        if not body[place]:
            leads.append(("negated", share))
            continue
        for came, chance in BANDS.items():
            if came in INJURY:
                leads.append((INJURY[came], share * chance))
            else:
                kills = {"death": Fraction(1), "organ": Fraction(5, 6), "lose": Fraction(0)}[destruction]
                leads += [("death", share * chance * kills), ("destroyed", share * chance * (1 - kills))]
    return gathered(leads)
