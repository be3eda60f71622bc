"""Typed values to JSON and back, by their annotations."""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from .effect import Effect, Phrase, Term
from .errors import Refusal
from .event import Change, Event
from .frozen import Json, Map, freeze


def to_json(value: Any) -> Json:
    """Plain JSON of any state, event, request or outcome. Fractions become `"1/2"`, terms `{"term": key}`."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Term):
        return {"term": value.key}
    if isinstance(value, Phrase):
        return {"phrase": value.key, "facts": {name: to_json(fact) for name, fact in value.facts}}
    if isinstance(value, Effect):
        return {"kind": value.kind, **{key: to_json(item) for key, item in value.data.items()}}
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list | frozenset | set):
        return [to_json(item) for item in value]
    raise TypeError(f"{value!r} has no JSON form")


_FRACTION = re.compile(r"-?\d{1,400}(/0*[1-9]\d{0,400}|\.\d{1,400})?(e-?\d{1,2})?")
"""A number, a fraction, or a decimal number: of a size that a machine can hold, and by nothing divided by zero."""


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def from_json(kind: Any, data: Json, where: str = "") -> Any:
    """A typed value from JSON. Raises Refusal `bad_state`, naming the place, what was given and what is wanted."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return freeze(data)
    if origin in (Union, types.UnionType):
        return _of_union(args, data, where)
    if origin is tuple:
        if not isinstance(data, list | tuple):
            raise _bad(where, data, "a list")
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(from_json(args[0], item, f"{where}/{i}") for i, item in enumerate(data))
        if len(data) != len(args):
            raise _bad(where, data, f"{len(args)} items")
        return tuple(
            from_json(part, item, f"{where}/{i}") for i, (part, item) in enumerate(zip(args, data, strict=True))
        )
    if origin is Map:
        if not isinstance(data, Mapping):
            raise _bad(where, data, "an object")
        return Map({key: from_json(args[1], item, f"{where}/{key}") for key, item in data.items()})
    if kind is Term:
        if not isinstance(data, Mapping) or not isinstance(data.get("term"), str):
            raise _bad(where, data, "an object")
        return Term(data["term"])
    if kind is Effect:
        if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str):
            raise _bad(where, data, "an object")
        return Effect.of(data)
    if is_dataclass(kind) and isinstance(kind, type):
        return _of_dataclass(kind, data, where)
    if kind is Fraction:
        if isinstance(data, bool) or not isinstance(data, int | float | str) or not _FRACTION.fullmatch(str(data)):
            raise _bad(where, data, "a number")
        return Fraction(str(data))
    if kind in (int, str, bool, type(None)):
        if kind is int and isinstance(data, float) and data.is_integer():
            data = int(data)
        if not isinstance(data, kind) or (kind is int and isinstance(data, bool)):
            raise _bad(where, data, {int: "a whole number", str: "a text", bool: "true or false"}.get(kind, "null"))
        return data
    if kind is float:
        if isinstance(data, bool) or not isinstance(data, int | float):
            raise _bad(where, data, "a number")
        return float(data)
    raise TypeError(f"{kind!r} can't be read from JSON")


def _of_union(options: tuple[Any, ...], data: Json, where: str) -> Any:
    wrong: Refusal | None = None
    for option in sorted(options, key=lambda option: option is str):
        try:
            return from_json(option, data, where)
        except (Refusal, ValueError) as error:
            if isinstance(error, Refusal) and (wrong is None or is_dataclass(option)):
                wrong = error
    raise wrong or _bad(where, data, "something else")


def _of_dataclass(kind: type, data: Json, where: str) -> Any:
    if isinstance(data, kind):
        return data
    if not isinstance(data, Mapping):
        raise _bad(where, data, "an object")
    hints = _hints(kind)
    known = {field.name: field for field in fields(kind)}
    for key in data:
        if key not in known:
            raise Refusal("unknown_field", field=f"{where}/{key}".strip("/"), given=key, known=list(known))
    values = {key: from_json(hints[key], item, f"{where}/{key}") for key, item in data.items()}
    for name, field in known.items():
        if name not in values and field.default is MISSING and field.default_factory is MISSING:
            raise Refusal("missing_field", field=f"{where}/{name}".strip("/"), missing=name)
    return kind(**values)


def _bad(where: str, given: Json, wanted: str) -> Refusal:
    return Refusal("bad_state", field=where.strip("/"), where=where.strip("/") or "/", given=given, wanted=wanted)


def type_at(kind: Any, path: str) -> Any:
    """The annotated type at a path of field names, map keys and item ids. Raises Refusal `unknown_field`."""
    for piece in path.split("/") if path else ():
        if get_origin(kind) in (Union, types.UnionType):
            kind = next(option for option in get_args(kind) if option is not type(None))
        if get_origin(kind) is Map:
            kind = get_args(kind)[1]
        elif get_origin(kind) is tuple:
            kind = get_args(kind)[0]
        elif is_dataclass(kind) and isinstance(kind, type) and piece in _hints(kind):
            kind = _hints(kind)[piece]
        else:
            known = [field.name for field in fields(kind)] if is_dataclass(kind) and isinstance(kind, type) else []
            raise Refusal("unknown_field", field=path, given=path, known=known)
    return kind


def event_from_json(data: Json, character: type, scene: type) -> Event:
    """An event as it was logged; the values of its changes get back the types of the fields they change."""
    root = scene if data["who"] is None else character
    return Event(
        data["name"],
        data["who"],
        tuple(_change(change, root) for change in data["changes"]),
        data["row"],
        tuple(Effect.of(effect) for effect in data["effects"]),
        freeze(data["data"]),
        data["secret"],
    )


def _change(data: Json, root: type) -> Change:
    kind = type_at(root, data["path"])
    if data["op"] == "put":
        kind = get_args(kind)[0]
    elif data["op"] in ("drop", "add"):
        kind = Any
    return Change(data["op"], data["path"], from_json(kind, data["value"], data["path"]))
