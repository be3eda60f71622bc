"""How even dice fall: a chi-square of everything rolled, per size of die, in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, fsum, lgamma, log, sqrt

from .frozen import Json
from .words import Words

EXPECTED = 5
"""The least number of times that each face should be expected before a chi-square says anything."""

SMALL = 0.001


@dataclass(frozen=True)
class Evenness:
    """What a die of one size has shown: `counts` by face from 1, `chi` the chi-square against an even die, `p` the
    chance that an even die does this or worse."""

    sides: int
    counts: tuple[int, ...]
    chi: Fraction
    p: float

    @property
    def rolls(self) -> int:
        """How often it fell."""
        return sum(self.counts)

    @property
    def needed(self) -> int:
        """How many rolls it takes to say anything."""
        return EXPECTED * self.sides

    @property
    def verdict(self) -> str:
        """`few`, `usual`, `odd`, `rare`, `suspect` (too uneven), or `smooth` (too even): the word `chi.<verdict>`."""
        if self.rolls < self.needed:
            return "few"
        if self.p > 1 - SMALL:
            return "smooth"
        return next(
            (word for word, least in (("usual", 0.05), ("odd", 0.01), ("rare", SMALL)) if self.p >= least), "suspect"
        )

    def json(self, words: Words) -> dict[str, Json]:
        """As clients show it: the numbers, and the sentence."""
        made: dict[str, Json] = {"sides": self.sides, "rolls": self.rolls, "counts": list(self.counts)}
        return {**made, "chi": float(self.chi), "p": self.p, "verdict": self.verdict, "text": self.text(words)}

    def text(self, words: Words) -> str:
        """The sentence."""
        p = words.text("chi.p_small") if self.p < SMALL else words.text("chi.p", p=_number(self.p, 3, words.lang))
        verdict = words.text(f"chi.{self.verdict}", needed=self.needed)
        facts = {"sides": self.sides, "rolls": self.rolls, "chi": _number(float(self.chi), 1, words.lang)}
        return words.text("chi.die", **facts, p=p, verdict=verdict)


def _number(value: float, places: int, lang: str) -> str:
    text = f"{value:.{places}f}"
    return text.replace(".", ",") if lang == "it" else text


def evenness(faces: Iterable[tuple[int, int]]) -> tuple[Evenness, ...]:
    """What dice of each size have shown, given every (sides, face) rolled; smallest dice first. A die of one side shows
    nothing. Raises ValueError for a face that its die doesn't have."""
    counted: dict[int, Counter[int]] = {}
    for sides, face in faces:
        if not 1 <= face <= sides:
            raise ValueError(f"a d{sides} has no {face}")
        counted.setdefault(sides, Counter())[face] += 1
    return tuple(_of(sides, counts) for sides, counts in sorted(counted.items()) if sides > 1)


def _of(sides: int, counts: Mapping[int, int]) -> Evenness:
    by_face = tuple(counts.get(face, 0) for face in range(1, sides + 1))
    rolls = sum(by_face)
    # sum of (n − e)² / e with e = rolls / sides
    chi = Fraction(sides * sum(count * count for count in by_face), rolls) - rolls
    return Evenness(sides, by_face, chi, p_value(float(chi), sides - 1))


def p_value(chi: float, freedom: int) -> float:
    """The chance that a chi-square of so many degrees of freedom is at least `chi`: the closed sums for whole degrees,
    each addend by its logarithm. Good to about twelve places."""
    half = chi / 2
    if half <= 0:
        return 1.0
    # i runs over 0, 1, … for even degrees and over 1/2, 3/2, … for odd ones
    start = 0.0 if freedom % 2 == 0 else 0.5
    first = 0.0 if freedom % 2 == 0 else erfc(sqrt(half))
    steps = freedom // 2
    addends = (exp((start + i) * log(half) - half - lgamma(start + i + 1)) for i in range(steps))
    return min(1.0, first + fsum(addends))


def report(faces: Iterable[tuple[int, int]], words: Words) -> list[str]:
    """Everything rolled, in plain words: a sentence for each size of die, and a warning where several are looked at."""
    found = evenness(faces)
    if not found:
        return [words.text("chi.none")]
    said = [one.text(words) for one in found]
    if sum(one.verdict != "few" for one in found) > 1:
        said.append(words.text("chi.many"))
    return said
