"""Dice notation: parsed once, immutable, printed back the same. (Interim; replaced by the full notation.)"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from .errors import Refusal


class Source(Protocol):
    def face(self, sides: int) -> int: ...


@dataclass(frozen=True)
class Roll:
    dice: Dice
    faces: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Dice:
    sides: tuple[int, ...]
    plus: int = 0
    digits: bool = False

    @classmethod
    def parse(cls, text: str) -> Dice:
        return _parse(text)

    def __str__(self) -> str:
        if self.digits:
            return "d66"
        n = len(self.sides)
        tail = f"+{self.plus}" if self.plus > 0 else f"-{-self.plus}" if self.plus else ""
        return f"{n if n > 1 else ''}d{self.sides[0]}{tail}"

    def next(self, faces: Sequence[int]) -> int | None:
        return self.sides[len(faces)] if len(faces) < len(self.sides) else None

    def total(self, faces: Sequence[int]) -> int:
        if self.digits:
            return faces[0] * 10 + faces[1]
        return sum(faces) + self.plus

    def roll(self, source: Source) -> Roll:
        faces = tuple(source.face(sides) for sides in self.sides)
        return Roll(self, faces, self.total(faces))

    @cache  # noqa: B019
    def distribution(self) -> dict[int, int]:
        if self.digits:
            return {10 * a + b: 1 for a in range(1, 7) for b in range(1, 7)}
        weights = {self.plus: 1}
        for sides in self.sides:
            after: dict[int, int] = {}
            for value, weight in weights.items():
                for face in range(1, sides + 1):
                    after[value + face] = after.get(value + face, 0) + weight
            weights = after
        return weights


@cache
def _parse(text: str) -> Dice:
    plain = text.replace("−", "-").replace(" ", "").lower()
    if plain == "d66":
        return Dice((6, 6), 0, True)
    match = re.fullmatch(r"(\d*)d(\d+)([+-]\d+)?", plain)
    if not match:
        raise Refusal("bad_dice", given=text)
    return Dice((int(match[2]),) * int(match[1] or 1), int(match[3] or 0))
