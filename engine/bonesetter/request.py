"""Requests: what a procedure needs next, as pure data.

What is shown to the one who answers is exactly what is hashed. The rule gets only what it may decide by: a margin, a
row, a sum, a choice; never faces. That is what lets `odds` merge all rolls that come to the same.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .effect import Part, Phrase, Term

T_co = TypeVar("T_co", covariant=True)

GM = "gm"

SHORT = "transcript_short"
"""What a script is refused with that ends too early."""


@dataclass(frozen=True)
class Request(Generic[T_co]):
    """Something a rule waits for. `purpose` is its stable name; its words are `purposes.<the part before a colon>`.

    - `who` answers: a character's id (its owner or the GM may), `"gm"`, or None for whoever carries out the procedure.
    - `secret` hides the request, its dice and its answer from players.
    - `show` is the dotted path in the result where what was rolled is reported (`test`, `critical.total`,
      `trace.0.save`); None reports nothing.
    - `group` numbers repeated parts of one procedure (the second Injury of one blow is group 1).
    - `missing` is the error code where a script has no answer and there is no default.
    - `about` holds the words' facts (`{location}` in the purpose's text).
    """

    purpose: str
    who: str | None = field(default=None, kw_only=True)
    secret: bool = field(default=False, kw_only=True)
    show: str | None = field(default=None, kw_only=True)
    group: int = field(default=0, kw_only=True)
    about: tuple[tuple[str, str | int | Term | Phrase], ...] = field(default=(), kw_only=True)
    missing: str = field(default="choice_needed", kw_only=True)

    def __iter__(self) -> Generator[Request[Any], Any, T_co]:
        answer: T_co = yield self
        return answer


@dataclass(frozen=True)
class Test(Request[int]):
    """A roll against a number. Answers its margin: total − difficulty, or difficulty − total where `under` (roll at
    most the difficulty). Reported as `{faces, modifier, total, difficulty, margin, success}`."""

    __test__ = False  # no test case, whatever its name makes a collector think

    parts: tuple[Part, ...] = field(default=(), kw_only=True)
    difficulty: int = field(default=0, kw_only=True)
    dice: str = field(default="2d6", kw_only=True)
    under: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class Draw(Request[str]):
    """A roll on a table of the ruleset. Answers the row's id; reported as the total.

    `only` are the rows that can come up (None: all): others are rolled again, exactly, and the totals passed over are
    reported as a list at `rejected`. `dice` replaces the table's own die.

    `told` are the rows that the rule is told of now (None: all). Any other row is laid aside and answered as `HELD`;
    the rule gets it later, by `Held`, in the order rolled. So dice fall in the order that the text wants while a rule's
    state holds only how many rows are to come: what lets `odds` merge.
    """

    table: str = field(default="", kw_only=True)
    parts: tuple[Part, ...] = field(default=(), kw_only=True)
    only: tuple[str, ...] | None = field(default=None, kw_only=True)
    dice: str | None = field(default=None, kw_only=True)
    rejected: str | None = field(default=None, kw_only=True)
    told: tuple[str, ...] | None = field(default=None, kw_only=True)


HELD = "held"


@dataclass(frozen=True)
class Held(Request[str]):
    """The next row that was laid aside. Answered at once: nobody is asked."""


@dataclass(frozen=True)
class Amount(Request[int]):
    """The sum of an effect's dice (d6 hours, 2d6 Wounds). Answers and reports the sum."""

    dice: str = field(default="d6", kw_only=True)
    unit: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Option:
    """One way to answer. `refused` is the error code given to whoever picks it anyway: an option that is known but
    not to be had now, shown with its reason."""

    value: str
    label: str | Term | Phrase
    refused: str | None = None


@dataclass(frozen=True)
class Choose(Request[str]):
    """A choice. Answers the option's value. `default` is taken where nobody is asked (a script without an answer);
    without one, such a script is refused with `choice_needed`. `unknown` is the error code for an answer that isn't
    among the options (None: `bad_choice`); `skip_single` puts the choice to nobody where only one option is open."""

    options: tuple[Option, ...] = field(default=(), kw_only=True)
    default: str | None = field(default=None, kw_only=True)
    unknown: str | None = field(default=None, kw_only=True)
    skip_single: bool = field(default=False, kw_only=True)

    @property
    def settled(self) -> str | None:
        """The one open option of a choice that is put to nobody where only one is open; None: it has to be asked."""
        return self.open[0].value if self.skip_single and len(self.open) == 1 else None

    @property
    def open(self) -> tuple[Option, ...]:
        """The options that can be had now."""
        return tuple(option for option in self.options if option.refused is None)


@dataclass(frozen=True)
class Count(Request[int]):
    """A whole number from `lo` to `hi` (None: no limit) that whoever answers supplies."""

    lo: int = field(default=0, kw_only=True)
    hi: int | None = field(default=None, kw_only=True)
    default: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Words(Request[str]):
    """A text in somebody's own words; stored, never compared."""

    default: str | None = field(default=None, kw_only=True)
