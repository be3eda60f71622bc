"""Metres as clients and sentences have them: 1.5 m in English, 1,5 m in Italian. Atom U-081."""

from __future__ import annotations

from fractions import Fraction

from ...effect import Phrase
from ...frozen import Json


def metres_json(value: Fraction | None) -> Json:
    """A speed as a number; as a fraction in text where no decimal number is exactly that. None: there is none."""
    if value is None:
        return None
    if value.denominator == 1:
        return value.numerator
    return float(value) if _decimals(value) is not None else str(value)


def said(value: Fraction) -> int | Phrase:
    """A number in the reader's decimals, exactly; as a fraction where decimals don't end."""
    if value.denominator == 1:
        return value.numerator
    places = _decimals(value)
    if places is None:
        return Phrase("numbers.fraction", (("n", value.numerator), ("d", value.denominator)))
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    whole = ("−" if value < 0 else "") + digits[:-places]
    return Phrase("numbers.decimal", (("whole", whole), ("digits", digits[-places:])))


def _decimals(value: Fraction) -> int | None:
    """How many decimals a number has; None: they don't end."""
    left, places = value.denominator, 0
    while left % 2 == 0 or left % 5 == 0:
        left = left // (10 if left % 10 == 0 else 2 if left % 2 == 0 else 5)
        places += 1
    return places if left == 1 else None
