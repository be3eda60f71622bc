"""Mutations & Wounds, once more in plain Python: whole incidents, followed part by part."""

from __future__ import annotations

import heapq
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Any

from mutations_table import BANDS, BODIES, GAIN, HANGS, ROWS, WORST, single
from plain import Chances, gathered

Limbs = tuple[tuple[str, ...], tuple[str, ...], frozenset[str]]
"""Arms and the hands on them (or legs and feet): the labels there are, and which this Wound has hit (`arm left`)."""

State = tuple[Any, ...]
"""A body as dice see it, then: locations still to roll, rolled but unresolved, Wounds queued, the worst so far, and the
d66 rolls made. The body: of the places of one part that can be lost alive, how many of one face and of two are left
(nose, ears, eyes and genitals are alike to the dice); both pairs of limbs; places of two parts without anything on
them, each with its faces and how many are left."""

UNIT = 30 * 36 * 6
"""All chances are whole parts of this: a location of 30 faces, a save of 36, an organ's die."""

FATAL = sum(faces for faces, destruction in ROWS.values() if destruction == "death")


def begin(plan: str) -> State:
    body = BODIES[plan]
    ones, twos, pairs = 0, 0, []
    for place, (faces, destruction) in ROWS.items():
        if destruction == "lose" and place not in (*HANGS, *HANGS.values()) and len(body[place]) == 1:
            ones, twos = (ones + 1, twos) if faces == 1 else (ones, twos + 1)
        elif destruction == "lose" and place in ("horns", "wings") and len(body[place]) == 2:
            pairs.append((faces, 2))
    limbs = tuple(sorted(((body[limb], body[end], frozenset()) for limb, end in HANGS.items()), key=repr))
    return (ones, twos, limbs, tuple(pairs)), 1, 0, 0, "negated", 0


def steps(state: State, cap: int | None) -> dict[Any, int]:
    """From a state to others (tuples) or to an end (text), in parts of UNIT. Which location was rolled is only looked
    at when its turn comes: rolls don't depend on one another."""
    body, rolling, pending, waiting, worst, rolls = state
    if not rolling:
        return _part(state)
    if cap is not None and rolls == cap:
        return {"unresolved": UNIT}
    rolls = rolls + 1 if cap is not None else 0
    gain = UNIT * GAIN // 36
    more = (body, rolling + 1, pending, waiting, worst, rolls)
    return {more: gain, (body, rolling - 1, pending + 1, waiting, worst, rolls): UNIT - gain}


SAVES = {came: int(chance * 36) for came, chance in BANDS.items()}


def _part(state: State) -> dict[Any, int]:
    (ones, twos, limbs, pairs), _, pending, waiting, worst, rolls = state
    leads: dict[Any, int] = {}
    left = 30

    def lead(body: Any, came: str, queued: int, weight: int) -> None:
        now = max(worst, came, key=WORST.index)
        there: Any = now
        if now != "death" and pending > 1:
            there = (body, 0, pending - 1, queued, now, rolls)
        elif now != "death" and queued:
            fresh = tuple(sorted(((limb, end, frozenset()) for limb, end, _ in body[2]), key=repr))
            there = ((body[0], body[1], fresh, body[3]), 1, 0, queued - 1, now, rolls)
        leads[there] = leads.get(there, 0) + weight

    def struck(faces: int, spared: Any, hurt: Any, lost: Any) -> None:
        nonlocal left
        left -= faces
        weight = faces * 6
        lead(spared, "no_wound", waiting, weight * SAVES["crit"])
        lead(hurt, "injured", waiting, weight * SAVES["pass"])
        lead(hurt, "half", waiting, weight * SAVES["seven"])
        lead(lost, "destroyed", waiting, weight * SAVES["failure"])
        lead(lost, "destroyed", waiting + 1, weight * SAVES["fumble"])

    same = (ones, twos, limbs, pairs)
    if ones:
        struck(ones, same, same, (ones - 1, twos, limbs, pairs))
    if twos:
        struck(2 * twos, same, same, (ones, twos - 1, limbs, pairs))
    for at, (faces, number) in enumerate(pairs):
        if number:
            fewer = (*pairs[:at], (faces, number - 1), *pairs[at + 1 :])
            struck(faces, same, same, (ones, twos, limbs, fewer))
    for at, pair in enumerate(limbs):
        for which in (0, 1):
            if pair[which]:
                hurt, lost = (_limbs(limbs, at, other) for other in _hit(pair, which))
                struck(1, same, (ones, twos, hurt, pairs), (ones, twos, lost, pairs))
    for faces, dies in ((FATAL, 6), (1, 5)):  # an organ kills five times of six
        left -= faces
        lead(same, "no_wound", waiting, faces * 6 * SAVES["crit"])
        lead(same, "injured", waiting, faces * 6 * SAVES["pass"])
        lead(same, "half", waiting, faces * 6 * SAVES["seven"])
        lead(same, "death", waiting, faces * dies * (SAVES["failure"] + SAVES["fumble"]))
        lead(same, "destroyed", waiting, faces * (6 - dies) * SAVES["failure"])
        lead(same, "destroyed", waiting + 1, faces * (6 - dies) * SAVES["fumble"])
    lead(same, "negated", waiting, left * 36 * 6)
    return {there: weight for there, weight in leads.items() if weight}


def _limbs(limbs: tuple[Limbs, ...], at: int, now: Limbs) -> tuple[Limbs, ...]:
    return tuple(sorted((*limbs[:at], now, *limbs[at + 1 :]), key=repr))


def _hit(pair: Limbs, which: int) -> tuple[Limbs, Limbs]:
    """A pair of limbs after the part struck is hurt, and after it is lost: the first not yet hit (M-044)."""
    labels, word = pair[which], ("limb", "end")[which]
    part = next((part for part in labels if f"{word} {part}" not in pair[2]), labels[0])
    hurt = (pair[0], pair[1], pair[2] | {f"{word} {part}"})
    limb = tuple(other for other in pair[0] if other != part) if which == 0 else pair[0]
    end = tuple(other for other in pair[1] if other != part)
    return _tidy(hurt), _tidy((limb, end, pair[2]))


def _tidy(pair: Limbs) -> Limbs:
    """Which parts were hit only matters while there are two to choose between."""
    limb, end, hit = pair
    there = {f"limb {part}" for part in limb if len(limb) > 1} | {f"end {part}" for part in end if len(end) > 1}
    return limb, end, hit & there


def capped(plan: str, cap: int) -> Chances:
    """An incident with at most so many d66 rolls (M-080), exactly."""
    here: Chances = {begin(plan): Fraction(1)}
    over: Chances = {}
    while here:
        leads = [(there, mass * n / UNIT) for state, mass in here.items() for there, n in steps(state, cap).items()]
        over = gathered([*over.items(), *((end, chance) for end, chance in leads if isinstance(end, str))])
        here = gathered((there, chance) for there, chance in leads if not isinstance(there, str))
    return over


SCALE = 10**40


def untouched(plan: str) -> dict[str, tuple[Fraction, Fraction]]:
    """Of an incident without limit: the least and the most chance that nothing worse came of it than so, short of
    destruction.

    Nothing destroyed means one Wound on one body, so its locations are alike. Let q be the chance that one of them
    comes to no more than so. A location is rolled with 5/6; with 1/6 two are to be rolled in its place:
    G = 5/6·q + 1/6·G², so G = 3 − √(9 − 5q).
    """
    one = single(BODIES[plan])
    chances, q, below = {}, Fraction(0), (Fraction(0), Fraction(0))
    for came in WORST[:4]:
        q += one.get(came, Fraction(0))
        low, high = root(9 - 5 * q)
        so_far = (3 - high, 3 - low)
        chances[came] = (so_far[0] - below[1], so_far[1] - below[0]) if came in one else (Fraction(0), Fraction(0))
        below = so_far
    return chances


def root(value: Fraction) -> tuple[Fraction, Fraction]:
    """A square root between two fractions 10⁻¹² apart."""
    scale = 10**12
    low = isqrt(value.numerator * scale**2 // value.denominator)
    return Fraction(low, scale), Fraction(low + 1, scale)


@cache
def whole(plan: str, left: Fraction = Fraction(1, 1000)) -> tuple[dict[str, int], int]:
    """Whether an incident without limit kills: parts of SCALE that surely end so, and what is left open. Heaviest state
    first; how bad it has been so far is of no matter here."""
    waiting = {begin(plan): SCALE}
    heap: list[tuple[int, int, State]] = [(-SCALE, 0, begin(plan))]
    ended: dict[str, int] = {}
    unresolved, tick = SCALE, 0
    while unresolved > left * SCALE:
        _, _, state = heapq.heappop(heap)
        mass = waiting.pop(state, 0)
        if not mass:
            continue
        for there, weight in steps(state, None).items():
            share = mass * weight // UNIT
            if isinstance(there, str):
                there = "death" if there == "death" else "alive"
                ended[there] = ended.get(there, 0) + share
                unresolved -= share
            else:
                there = (*there[:4], "negated", 0)
                waiting[there] = waiting.get(there, 0) + share
                tick += 1
                heapq.heappush(heap, (-waiting[there], tick, there))
    return ended, unresolved
