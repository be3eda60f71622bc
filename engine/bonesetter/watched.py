"""Numbers that watch how they are used, so that rolls which come to the same are walked once.

A rule that asks for a margin and only ever looks whether it is below 0 goes the same way for every margin below 0. A
`Watched` stands for all answers that a roll may still have. Whatever a rule compares it with splits them: those that
come out alike stay, the others are set aside to be walked later. Sums, differences and products with plain numbers are
followed. Wherever the number itself is needed (as text, as an index, as a key, beside another watched number) the first
of the answers is settled on and all others are set aside. So nothing is guessed, and nothing lost: odds stay exact.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from numbers import Integral
from typing import Any, NoReturn

Weighted = tuple[Any, int]


class Cell:
    """The answers one request may still have (`live`, weighted, never empty), and those set aside (`rest`)."""

    __slots__ = ("live", "rest", "whole")

    def __init__(self, live: tuple[Weighted, ...], whole: int) -> None:
        self.live = live
        self.rest: tuple[Weighted, ...] = ()
        self.whole = whole

    @property
    def weight(self) -> int:
        """The weight of all live answers."""
        return sum(weight for _, weight in self.live)

    def settle(self) -> Any:
        """The first live answer, all others set aside."""
        if len(self.live) > 1:
            self.rest += self.live[1:]
            self.live = self.live[:1]
        return self.live[0][0]

    def split(self, test: Callable[[Any], bool]) -> bool:
        """What a test says of the first live answer; those of which it says otherwise are set aside."""
        came = bool(test(self.live[0][0]))
        if len(self.live) > 1:
            other = tuple(pair for pair in self.live if bool(test(pair[0])) != came)
            if other:
                self.rest += other
                self.live = tuple(pair for pair in self.live if bool(test(pair[0])) == came)
        return came


def _same(value: Any) -> Any:
    return value


class Watched:
    """A whole number that stands for all live answers of a cell, seen through `of` (the answer less 3, say)."""

    __slots__ = ("_cell", "_of")

    def __init__(self, cell: Cell, of: Callable[[Any], Any] = _same) -> None:
        self._cell = cell
        self._of = of

    def _settled(self) -> Any:
        return self._of(self._cell.settle())

    def _compare(self, other: Any, by: Callable[[Any, Any], Any]) -> bool:
        value, of = plain(other), self._of
        return self._cell.split(lambda answer: by(of(answer), value))

    def __eq__(self, other: object) -> bool:
        return self._compare(other, operator.eq) if isinstance(other, Integral | float) else self._unlike(other)

    def _unlike(self, other: object) -> bool:
        return bool(self._settled() == other) if hasattr(other, "__rsub__") else False

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: Any) -> bool:
        return self._compare(other, operator.lt)

    def __le__(self, other: Any) -> bool:
        return self._compare(other, operator.le)

    def __gt__(self, other: Any) -> bool:
        return self._compare(other, operator.gt)

    def __ge__(self, other: Any) -> bool:
        return self._compare(other, operator.ge)

    def __bool__(self) -> bool:
        return self._compare(0, operator.ne)

    def _with(self, other: Any, by: Callable[[Any, Any], Any], turned: bool = False) -> Any:
        value, of = plain(other), self._of
        if type(value) not in (int, bool):
            mine = self._settled()
            return by(value, mine) if turned else by(mine, value)
        if turned:
            return Watched(self._cell, lambda answer: by(value, of(answer)))
        return Watched(self._cell, lambda answer: by(of(answer), value))

    def __add__(self, other: Any) -> Any:
        return self._with(other, operator.add)

    def __radd__(self, other: Any) -> Any:
        return self._with(other, operator.add, True)

    def __sub__(self, other: Any) -> Any:
        return self._with(other, operator.sub)

    def __rsub__(self, other: Any) -> Any:
        return self._with(other, operator.sub, True)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, operator.mul)

    def __rmul__(self, other: Any) -> Any:
        return self._with(other, operator.mul, True)

    def __floordiv__(self, other: Any) -> Any:
        return self._with(other, operator.floordiv)

    def __rfloordiv__(self, other: Any) -> Any:
        return self._settled_with(other, operator.floordiv)

    def __mod__(self, other: Any) -> Any:
        return self._with(other, operator.mod)

    def __rmod__(self, other: Any) -> Any:
        return self._settled_with(other, operator.mod)

    def __truediv__(self, other: Any) -> Any:
        return self._settled() / plain(other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._settled_with(other, operator.truediv)

    def __pow__(self, other: Any) -> Any:
        return self._settled() ** plain(other)

    def __rpow__(self, other: Any) -> Any:
        return self._settled_with(other, operator.pow)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def _settled_with(self, other: Any, by: Callable[[Any, Any], Any]) -> Any:
        return by(other, self._settled())

    def __neg__(self) -> Any:
        return 0 - self

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    def __int__(self) -> int:
        return int(self._settled())

    def __index__(self) -> int:
        return int(self._settled())

    def __float__(self) -> float:
        return float(self._settled())

    def __round__(self, digits: int | None = None) -> Any:
        return round(self._settled(), digits)

    def __trunc__(self) -> Any:
        return self

    __floor__ = __ceil__ = __trunc__

    def __hash__(self) -> int:
        return hash(self._settled())

    def __str__(self) -> str:
        return str(self._settled())

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return format(self._settled(), spec)

    @property
    def numerator(self) -> Any:
        """A whole number over 1: what fractions are made from."""
        return self

    @property
    def denominator(self) -> int:
        return 1

    def __reduce__(self) -> NoReturn:
        raise TypeError("a watched number lives in one walk only")


Integral.register(Watched)


def plain(value: Any) -> Any:
    """A number as it is: a watched one settled."""
    return value._settled() if isinstance(value, Watched) else value
