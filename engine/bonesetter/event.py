"""Events: what happened, as changes to one character or to the scene; a state is the fold of its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from .effect import Effect
from .frozen import Json, Map, altered, freeze

Op = Literal["set", "add", "put", "drop"]


@dataclass(frozen=True)
class Change:
    """One change at a path of field names, map keys and item ids, such as `critical_wounds/c1/status`.

    `set` gives a value, `add` adds a number, `put` appends an item to a list (in place of the one with the same
    id), `drop` takes an item out of a list by id or value, or a key out of a map.
    """

    op: Op
    path: str
    value: Any = None


SERIAL = "serial"
"""The field that counts the ids a character has given out. It is never taken back, not even when an entry is undone:
an id means one thing for ever."""


def set_(path: str, value: Any) -> Change:
    """Give the field at a path a value."""
    return Change("set", path, value)


def add(path: str, number: int) -> Change:
    """Add to the number at a path."""
    return Change("add", path, number)


def put(path: str, item: Any) -> Change:
    """Append an item to the list at a path, in place of one with the same id."""
    return Change("put", path, item)


def drop(path: str, item: Any) -> Change:
    """Take an item (its id, or the value itself) out of the list or map at a path."""
    return Change("drop", path, item)


@dataclass(frozen=True)
class Event:
    """Something that happened to a character (`who`), or to the scene (`who` is None).

    `name` is its stable name and the key of its sentence (`events.<name>`); `data` the facts of that sentence;
    `row` and `effects` a copy of the row that caused it, because tables get edited; `secret` keeps it from players.
    """

    name: str
    who: str | None
    changes: tuple[Change, ...] = ()
    row: str | None = None
    effects: tuple[Effect, ...] = ()
    data: Map[str, Any] = Map()
    secret: bool = False


def event(
    name: str,
    who: str | None,
    *changes: Change,
    row: str | None = None,
    effects: Iterable[Effect] = (),
    secret: bool = False,
    **data: Json,
) -> Event:
    """An event with its changes and the facts of its sentence."""
    return Event(name, who, changes, row, tuple(effects), freeze(data), secret)


def apply(state: Any, change: Change) -> Any:
    """A state (frozen dataclass, map or list) after one change.

    Raises LookupError when the path leads nowhere: an event only ever names what its rule has just read.
    """
    return _at(state, change.path.split("/"), change)


def _at(state: Any, path: list[str], change: Change) -> Any:
    if not path:
        return _changed(state, change)
    head, rest = path[0], path[1:]
    if isinstance(state, Map):
        if not rest and change.op == "set":
            return state.set(head, change.value)
        if not rest and change.op == "add":
            return state.set(head, state.get(head, 0) + change.value)
        return state.set(head, _at(state.get(head, ()), rest, change))
    if isinstance(state, tuple):
        found = [item for item in state if item.id == head]
        if not found:
            raise LookupError(f"no item {head!r} at {change.path!r}")
        return tuple(_at(item, rest, change) if item.id == head else item for item in state)
    if not is_dataclass(state):
        raise LookupError(f"{change.path!r} leads through a plain value")
    if not rest and change.op == "set":
        return altered(state, **{head: change.value})
    return altered(state, **{head: _at(getattr(state, head), rest, change)})


def _changed(state: Any, change: Change) -> Any:
    if change.op == "set":
        return change.value
    if change.op == "add":
        return state + change.value
    if change.op == "put":
        key = getattr(change.value, "id", change.value)
        if any(getattr(item, "id", item) == key for item in state):
            return tuple(change.value if getattr(item, "id", item) == key else item for item in state)
        return (*state, change.value)
    if isinstance(state, Map):
        return state.without(change.value)
    return tuple(item for item in state if getattr(item, "id", item) != change.value)


def field_names(state_type: type) -> tuple[str, ...]:
    """The names of a state's fields, in order."""
    return tuple(field.name for field in fields(state_type))
