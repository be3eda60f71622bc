"""Arguments checked against a procedure's signature, before its rule sees them."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import Any, Union, get_args, get_origin

from .campaign import Compartment
from .effect import Phrase
from .errors import Refusal
from .form import Between, OneOf, Who
from .frozen import Json, freeze
from .procedure import Field, Procedure


def check(procedure: Procedure, c: Compartment[Any, Any], given: Mapping[str, Json]) -> dict[str, Any]:
    """The keyword arguments for a rule. Raises Refusal: `unknown_argument`, `missing_argument`, `unknown_character`,
    `bad_value`, or the code that the argument's mark names."""
    known = {field.name: field for field in procedure.fields}
    for name in given:
        if name not in known:
            raise Refusal("unknown_argument", field=name, verb=procedure.verb, given=name, known=list(known))
    arguments = {}
    for field in procedure.fields:
        if field.name in given:
            arguments[field.parameter] = _checked(field, given[field.name], c)
        elif field.required:
            raise Refusal("missing_argument", field=field.name, verb=procedure.verb, missing=field.name)
    return arguments


def plain(kind: Any) -> Any:
    """A type without `None` in it."""
    if get_origin(kind) in (Union, types.UnionType):
        left = [option for option in get_args(kind) if option is not type(None)]
        return left[0] if len(left) == 1 else Any
    return kind


def _checked(field: Field, value: Json, c: Compartment[Any, Any]) -> Any:
    if value is None and not field.required:
        return field.default
    kind = plain(field.type)
    for mark in field.marks:
        if isinstance(mark, Who):
            return _who(field, mark, value, c)
    if kind is int:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole and not (isinstance(value, float) and value.is_integer()):
            code = next((mark.not_whole for mark in field.marks if isinstance(mark, Between)), "bad_value")
            raise Refusal(code, field=field.name, given=value, accepted="a whole number")
        value = int(value)
    elif kind in (bool, str) and not isinstance(value, kind):
        wanted = "true or false" if kind is bool else "a text"
        raise Refusal("bad_value", field=field.name, given=value, accepted=wanted)
    elif not fits(field.type, value):
        raise Refusal("bad_value", field=field.name, given=value, accepted=_wanted(field.type))
    elif isinstance(field.default, tuple) and not isinstance(value, str | list | tuple):
        # one or several: whatever the annotation leaves open, its default says that it is a list
        raise Refusal("bad_value", field=field.name, given=value, accepted="a list")
    for mark in field.marks:
        if isinstance(mark, Between) and isinstance(value, int):
            lo, hi = mark.lo, mark.hi
            if (lo is not None and value < lo) or (hi is not None and value > hi):
                raise Refusal(mark.code, field=field.name, given=value, lo=lo, hi=hi, accepted=accepted(lo, hi))
        if isinstance(mark, OneOf) and isinstance(mark.values, tuple) and not mark.open and value not in mark.values:
            raise Refusal(mark.code, field=field.name, given=value, accepted=list(mark.values))
    return freeze(value)


def fits(kind: Any, value: Json) -> bool:
    """Whether JSON is of an annotated type: a union, a list, an object, or a plain value."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any or kind is object:
        return True
    if origin in (Union, types.UnionType):
        return any(fits(option, value) for option in args)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(value, Mapping) and all(fits(args[1], item) for item in value.values())
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return isinstance(value, list | tuple) and all(fits(args[0], item) for item in value)
    if kind in (int, float):
        return isinstance(value, kind) and not isinstance(value, bool)
    return isinstance(value, kind)


def _wanted(kind: Any) -> list[str]:
    """The types that would do, as terms."""
    options = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    said = {int: "a whole number", str: "a text", bool: "true or false"}
    made = []
    for option in options:
        origin = get_origin(option)
        listed = isinstance(origin, type) and issubclass(origin, Sequence)
        if option is not type(None):
            made.append(said.get(option) or ("a list" if listed else "an object"))
    return list(dict.fromkeys(made))


def _who(field: Field, mark: Who, value: Json, c: Compartment[Any, Any]) -> Any:
    if mark.many:
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list | tuple):
            raise Refusal("bad_value", field=field.name, given=value, accepted="a list of characters")
        return tuple(_who(field, Who(), name, c) for name in names)
    if not isinstance(value, str) or value not in c.characters:
        raise Refusal("unknown_character", field=field.name, given=value, known=list(c.characters))
    return value


def accepted(lo: int | None, hi: int | None) -> Phrase:
    """The whole numbers from `lo` to `hi` (None: no bound), in words."""
    if hi is None:
        return Phrase("accepted.at_least", (("lo", lo or 0),))
    if lo is None:
        return Phrase("accepted.at_most", (("hi", hi),))
    return Phrase("accepted.between", (("lo", lo), ("hi", hi)))
