"""Dice: an expression such as `2d6+3`, `d66` or `4d6kh3`, parsed once, immutable, printed back the same.

Notation, spaces and capitals aside: terms joined by `+` or any dash or minus sign; a term is a number, or dice: `d6`,
`2d6`, `d%` (a d100), `d66` (two d6 read as digits: `DIGITS`). `kh`, `kl`, `dh`, `dl` and a number keep or drop the
highest or lowest dice (`k` is `kh`, no number is 1). `!` explodes: a die on its highest face is rolled again and added,
at most `DEPTH` times more; rolling and `distribution()` stop at the same depth, so the distribution is exact.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import comb, prod
from struct import unpack
from typing import NamedTuple

from .errors import Refusal
from .source import THE_ROLL, Source, Streaming

DIGITS: dict[int, tuple[int, ...]] = {44: (4, 4), 66: (6, 6), 88: (8, 8), 666: (6, 6, 6)}
"""Numbers after the `d` that mean several dice read as digits, the first as the highest place."""

DEPTH = 10
"""How many times one exploding die is rolled again at most."""

MOST_DICE, MOST_SIDES, MOST_ADDED = 100, 10_000, 1_000_000
"""The largest expression that is read: more is a mistake or mischief."""

MINUS = str.maketrans("‐‑‒–—―−﹣－➖", "-" * 10, "\u200b\u2060\ufeff")
MOST_BYTES, MOST_WORK = 1_000_000, 5_000_000_000
"""Limits of `distribution()`, each about a second's work: bytes of its weights, byte steps of keeping or dropping."""

_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
_TERM = re.compile(r"([+-])(?:(\d*)d(\d+|%)((?:!|(?:kh|kl|dh|dl|k)\d*)*)|(\d+))")


@dataclass(frozen=True)
class Hand:
    """Some dice of one kind in an expression: `sign` 1 or −1; `sides` as written, so 66 in `d66`; `keep` is empty or
    one of kh, kl, dh, dl with its `number`; `explodes` says whether highest faces are rolled on."""

    sign: int
    count: int
    sides: int
    keep: str = ""
    number: int = 0
    explodes: bool = False

    @property
    def die(self) -> tuple[int, ...]:
        """The physical dice behind one die of the hand: `(6, 6)` for d66."""
        return DIGITS.get(self.sides, (self.sides,))

    @property
    def kept(self) -> int:
        """How many dice count."""
        if not self.keep:
            return self.count
        return self.number if self.keep[0] == "k" else self.count - self.number

    @property
    def highest(self) -> bool:
        """Whether the dice that count are the highest ones."""
        return self.keep in ("kh", "dl")

    def values(self, faces: Sequence[int]) -> list[int]:
        """What each die shows: digits put together."""
        places = len(self.die)
        if places == 1:
            return list(faces)
        return [int("".join(map(str, faces[at : at + places]))) for at in range(0, len(faces), places)]

    def score(self, values: list[int]) -> int:
        """What the dice come to, given what each shows."""
        if self.keep:
            values = sorted(values, reverse=self.highest)[: self.kept]
        return self.sign * sum(values)

    def weights(self) -> dict[int, int]:
        """How often one die shows each value."""
        if self.explodes:
            return {
                self.sides * times + face: self.sides ** (DEPTH - times)
                for times in range(DEPTH + 1)
                for face in range(1, self.sides + (times == DEPTH))
            }
        if len(self.die) == 1:
            return dict.fromkeys(range(1, self.sides + 1), 1)
        return {self.values(faces)[0]: 1 for faces in product(*(range(1, sides + 1) for sides in self.die))}

    def __str__(self) -> str:
        return f"{self.count if self.count > 1 else ''}d{self.sides}{'!' * self.explodes}" + (
            f"{self.keep}{self.number}" if self.keep else ""
        )


class Roll(NamedTuple):
    """Dice that have fallen: every face, in the order asked for, and what they come to."""

    dice: Dice
    faces: tuple[int, ...]
    total: int

    def __str__(self) -> str:
        return f"{self.dice}: {', '.join(map(str, self.faces))} = {self.total}"


_new = tuple.__new__
"""Roll's own constructor would double what a roll costs."""


@dataclass(frozen=True)
class Dice:
    """A dice expression: its hands of dice in order, and what is added. Hashable; equal when written alike."""

    hands: tuple[Hand, ...]
    added: int = 0

    @staticmethod
    def parse(text: str) -> Dice:
        """The dice that a text means. Raises Refusal `bad_dice` for anything else, and for dice beyond `MOST_DICE`,
        `MOST_SIDES` or `MOST_ADDED`."""
        return _parse(text)

    def __str__(self) -> str:
        text = "".join(f"{'-' if hand.sign < 0 else '+'}{hand}" for hand in self.hands).removeprefix("+")
        return f"{text}{self.added:+d}" if self.added else text

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The sides of the dice asked for at the start, in order; `(6, 6)` for both `2d6` and `d66`."""
        return tuple(sides for hand in self.hands for _ in range(hand.count) for sides in hand.die)

    @cached_property
    def explodes(self) -> bool:
        """Whether more dice than `sides` can be asked for."""
        return any(hand.explodes for hand in self.hands)

    def next(self, faces: Sequence[int]) -> int | None:
        """The sides of the next die, given the faces so far; None when the roll is complete. Exploding dice are asked
        for after all others, hand by hand, round by round."""
        if len(faces) < len(self.sides):
            return self.sides[len(faces)]
        return self._shown(faces)[1] if self.explodes else None

    def total(self, faces: Sequence[int]) -> int:
        """What a complete roll comes to. Raises Refusal `die_out_of_range`, `wrong_dice_count`."""
        if len(faces) < len(self.sides) or (not self.explodes and len(faces) > len(self.sides)):
            raise self._miscounted(faces, len(self.sides))
        for face, sides in zip(faces, self.sides, strict=False):
            _check(face, sides)
        if self.explodes:
            _, wanted, used = self._shown(faces)
            if wanted is not None or used != len(faces):
                raise self._miscounted(faces, used + (wanted is not None))
        return self._come_to(faces)

    def roll(self, source: Source) -> Roll:
        """Roll with faces from a source."""
        sides = self.sides
        faces = next(source.hands[sides]) if isinstance(source, Streaming) else tuple(map(source.face, sides))
        if self.explodes:
            while (wanted := self.next(faces)) is not None:
                faces += (source.face(wanted),)
        return _new(Roll, (self, faces, self._come_to(faces)))

    def distribution(self) -> dict[int, int]:
        """How many of all equally likely ways come to each total, exactly; totals ascending, none of weight 0.

        Weights are the coefficients of a product of polynomials, each written as one long integer with a fixed number
        of bytes per coefficient: Python's own multiplication then does the convolution. Raises Refusal `too_many_ways`
        for dice that would keep a machine busy for long.
        """
        dice = [(hand, hand.weights()) for hand in self.hands]
        width = _width(prod(sum(weights.values()) ** hand.count for hand, weights in dice))
        if not all(_bearable(hand, weights, width) for hand, weights in dice):
            raise Refusal("too_many_ways", dice=str(self))
        low, high, whole = self.added, self.added, 1
        for hand, weights in dice:
            ends = (hand.kept * min(weights), hand.kept * max(weights))
            whole *= _packed(hand, weights, width)
            low += ends[0] if hand.sign > 0 else -ends[1]
            high += ends[1] if hand.sign > 0 else -ends[0]
        counts = _unpacked(whole, width, high - low + 1)
        return {total: count for total, count in zip(range(low, high + 1), counts, strict=True) if count}

    @cached_property
    def _come_to(self) -> Callable[[Sequence[int]], int]:
        """The quickest way to add up complete faces."""
        added = self.added
        if all(hand.sign > 0 and not hand.keep and len(hand.die) == 1 for hand in self.hands):
            return (lambda faces: sum(faces) + added) if added else sum  # whatever exploded
        if self.explodes or len(self.hands) > 1:
            return self._add_up
        (hand,) = self.hands
        if hand.sign > 0 and not hand.keep and hand.count == 1 and len(hand.die) == 2:
            return lambda faces: 10 * faces[0] + faces[1] + added
        if hand.sign > 0 and len(hand.die) == 1 and hand.highest:
            dropped = hand.count - hand.kept
            return lambda faces: sum(sorted(faces)[dropped:]) + added
        return lambda faces: hand.score(hand.values(faces)) + added

    def _add_up(self, faces: Sequence[int]) -> int:
        shown = self._shown(faces)[0]
        return self.added + sum(hand.score(values) for hand, values in zip(self.hands, shown, strict=True))

    def _shown(self, faces: Sequence[int]) -> tuple[list[list[int]], int | None, int]:
        """What each die of each hand shows, the sides of the next die wanted, and how many faces were used. Needs at
        least the faces asked for at the start."""
        shown: list[list[int]] = []
        start, used = 0, len(self.sides)
        wanted: int | None = None
        for hand in self.hands:
            end = start + hand.count * len(hand.die)
            values = hand.values(faces[start:end])
            live = [place for place, value in enumerate(values) if hand.explodes and value == hand.sides]
            for _ in range(DEPTH if live and wanted is None else 0):
                fresh = faces[used : used + len(live)]
                used += len(fresh)
                for place, face in zip(live, fresh, strict=False):
                    _check(face, hand.sides)
                    values[place] += face
                if len(fresh) < len(live):
                    wanted = hand.sides
                    break
                live = [place for place, face in zip(live, fresh, strict=False) if face == hand.sides]
            shown.append(values)
            start = end
        return shown, wanted, used

    def _miscounted(self, faces: Sequence[int], wanted: int) -> Refusal:
        return Refusal("wrong_dice_count", dice=str(self), given=len(faces), wanted=wanted)


def _check(face: int, sides: int) -> None:
    if type(face) is not int or not 1 <= face <= sides:
        raise Refusal("die_out_of_range", purpose=THE_ROLL, die=f"d{sides}", given=face, lo=1, hi=sides)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Dice:
    plain = "".join(str(text).split()).translate(MINUS).lower()
    signed = plain if plain[:1] in ("+", "-") else f"+{plain}"
    hands: list[Hand] = []
    added = at = 0
    while at < len(signed):
        match = _TERM.match(signed, at)
        if match is None or not plain.isascii():
            raise Refusal("bad_dice", given=text)
        sign = -1 if match[1] == "-" else 1
        if match[5] is None:
            hands.append(_hand(text, sign, match[2], match[3], match[4]))
        else:
            added += sign * int(match[5][:9])
            if len(match[5]) > 9:
                raise Refusal("bad_dice", given=text)
        at = match.end()
    if not hands or sum(hand.count * len(hand.die) for hand in hands) > MOST_DICE or abs(added) > MOST_ADDED:
        raise Refusal("bad_dice", given=text)
    return Dice(tuple(hands), added)


def _hand(text: str, sign: int, count: str, sides: str, marks: str) -> Hand:
    if len(count) > 4 or len(sides) > 5:
        raise Refusal("bad_dice", given=text)
    keeps = re.findall(r"(kh|kl|dh|dl|k)(\d*)", marks)
    explosions = marks.count("!")
    keep, number = ("", 0)
    if keeps:
        keep, number = ("kh" if keeps[0][0] == "k" else keeps[0][0]), int(keeps[0][1][:5] or 1)
    hand = Hand(sign, int(count or 1), 100 if sides == "%" else int(sides), keep, number, explosions == 1)
    sound = (
        len(keeps) < 2
        and explosions < 2
        and 1 <= hand.count <= MOST_DICE
        and 1 <= hand.sides <= MOST_SIDES
        and (not keep or (number > 0 and 1 <= hand.kept <= hand.count))
        and not (hand.explodes and (hand.sides == 1 or len(hand.die) > 1))
    )
    if not sound:
        raise Refusal("bad_dice", given=text)
    return hand


def _width(most: int) -> int:
    """Bytes for a coefficient of at most `most`: a machine integer's where one does."""
    width = (most.bit_length() + 7) // 8
    return next((size for size in _CODES if width <= size), width)


def _bearable(hand: Hand, weights: dict[int, int], width: int) -> bool:
    size = width * hand.kept * (max(weights) - min(weights) + 1)
    return size <= MOST_BYTES and (hand.kept == hand.count or size * len(weights) * hand.count**2 <= MOST_WORK)


def _packed(hand: Hand, weights: dict[int, int], width: int) -> int:
    """The weights of what a hand comes to, from its lowest sum up, `width` bytes each."""
    low, high = min(weights), max(weights)
    if hand.kept == hand.count:
        counts = [weights.get(value, 0) for value in range(low, high + 1)][:: hand.sign]
        die: int = int.from_bytes(b"".join(count.to_bytes(width, "little") for count in counts), "little")
        return die**hand.count  # type: ignore[no-any-return]
    # from the values that are kept down to those that aren't: how many of the dice left show this one?
    left: dict[int, int] = {hand.count: 1}
    order = sorted(weights, reverse=hand.highest)
    for value in order:
        place = value - low if hand.sign > 0 else high - value
        after: dict[int, int] = {}
        last = value == order[-1]
        for dice, sums in left.items():
            room = max(0, hand.kept - (hand.count - dice))
            for showing in range(dice if last else 0, dice + 1):
                ways = comb(dice, showing) * weights[value] ** showing
                more = (sums * ways) << (8 * width * place * min(showing, room))
                after[dice - showing] = after.get(dice - showing, 0) + more
        left = after
    return left[0]


def _unpacked(whole: int, width: int, count: int) -> Sequence[int]:
    """The coefficients of a packed polynomial."""
    if width <= 8:
        data = whole.to_bytes(width * count, sys.byteorder)
        numbers = list(unpack(f"={count}{_CODES[width]}", data))
        return numbers if sys.byteorder == "little" else numbers[::-1]
    data = whole.to_bytes(width * count, "little")
    return [int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)]
