"""Procedures and queries: the rules you carry out, and the questions you ask of a state."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar, get_type_hints

from .event import Event
from .frozen import Json, Map
from .request import Request


@dataclass(frozen=True)
class Then:
    """A procedure to go on with, and its arguments."""

    verb: str
    args: Map[str, Any] = Map()


@dataclass(frozen=True)
class Outcome:
    """How a procedure came out.

    - `ending` is its stable name (`endings.<ending>` says it); odds are grouped by it.
    - `events` change the state.
    - `result` is what a caller reads, in the names of the ruleset's NAMES.md; what was rolled is merged into it.
    - `then` goes on in the same sitting, from the state after `events`.
    - `again` is the next act of a course (a disease's next interval): only `odds` chains it.
    - `offers` are the procedures that may come next, as buttons on the card.
    """

    ending: str
    events: tuple[Event, ...] = ()
    result: Mapping[str, Json] = field(default_factory=dict, compare=False)
    then: Then | None = None
    again: Then | None = None
    offers: tuple[Then, ...] = ()


Rule = Generator[Request[Any], Any, Outcome]


@dataclass(frozen=True)
class Field:
    """One argument of a procedure, as the signature has it: name, Python parameter, type, marks and default."""

    name: str
    parameter: str
    type: Any
    marks: tuple[Any, ...]
    required: bool
    default: Any


@dataclass(frozen=True)
class Procedure:
    """A rule with its signature. `group` orders verbs in menus (hurt, rest, treat, time, …); `gm` keeps it to the GM;
    `secret` means that by default its entry is hidden from players; `lump` gives what of a state and arguments its
    course depends on, where that is less than all of them (odds take states with the same lump for one); `summed` gives
    its odds by ending at once where a rule knows how (see `odds.of_procedure`)."""

    verb: str
    rule: Callable[..., Any]
    fields: tuple[Field, ...]
    group: str
    gm: bool = False
    secret: bool = False
    query: bool = False
    lump: Callable[[Any, Map[str, Any]], Any] | None = None
    summed: Callable[..., tuple[dict[Any, Fraction], Fraction] | None] | None = None

    @property
    def inner(self) -> bool:
        """Whether it only ever continues another procedure: in no menu, and nobody's to start."""
        return not self.query and not self.group

    @property
    def doc(self) -> str:
        return inspect.getdoc(self.rule) or ""

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)


F = TypeVar("F", bound=Callable[..., Any])


def procedure(
    *,
    group: str,
    gm: bool = False,
    secret: bool = False,
    verb: str | None = None,
    lump: Callable[[Any, Map[str, Any]], Any] | None = None,
    summed: Callable[..., tuple[dict[Any, Fraction], Fraction] | None] | None = None,
) -> Callable[[F], F]:
    """Mark a generator function as a procedure. An empty `group` makes it an inner one.

    Its first parameter is the ruleset's compartment, all others are keyword-only arguments, annotated with
    `Annotated[type, mark, …]` (see `bonesetter.form` for the marks).

    A rule checks its preconditions before its first request, raising `Refusal`; after that it never raises.
    """

    def mark(function: F) -> F:
        function.__dict__["_bonesetter"] = ("procedure", verb or function.__name__, group, gm, secret, lump, summed)
        return function

    return mark


def query(*, group: str = "ask", gm: bool = False, verb: str | None = None) -> Callable[[F], F]:
    """Mark a plain function of a compartment and keyword arguments as a query: it returns JSON and changes nothing."""

    def mark(function: F) -> F:
        function.__dict__["_bonesetter"] = ("query", verb or function.__name__, group, gm, False, None, None)
        return function

    return mark


def read(function: Callable[..., Any]) -> Procedure | None:
    """The procedure or query that a function was marked as, or None."""
    found = getattr(function, "_bonesetter", None)
    if found is None:
        return None
    kind, verb, group, gm, secret, lump, summed = found
    hints = get_type_hints(function, include_extras=True)
    fields = []
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        hint = hints[parameter.name]
        marks = tuple(getattr(hint, "__metadata__", ()))
        required = parameter.default is inspect.Parameter.empty
        name = parameter.name.rstrip("_")  # `from_`, `as_`: an argument named like a Python keyword
        fields.append(
            Field(
                name,
                parameter.name,
                hint.__origin__ if marks else hint,
                marks,
                required,
                None if required else parameter.default,
            )
        )
    return Procedure(verb, function, tuple(fields), group, gm, secret, kind == "query", lump, summed)
