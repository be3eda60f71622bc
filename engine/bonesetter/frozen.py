"""Immutable, hashable containers: what every state, request and event is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from functools import cache, cached_property
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")

Json = Any
"""None, bool, int, float, str, or a list or dict of these, as the json module reads them."""


class Map(Mapping[K, V]):
    """A mapping that never changes; hashable when its values are, equal whatever the order."""

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[K, V] | None = None) -> None:
        self._items: dict[K, V] = dict(items) if items else {}
        self._hash: int | None = None

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Map):
            return self._items == other._items
        return isinstance(other, Mapping) and self._items == dict(other)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._items.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Map({self._items!r})"

    def set(self, key: K, value: V) -> Map[K, V]:
        """The same map with one key set."""
        return Map({**self._items, key: value})

    def without(self, key: K) -> Map[K, V]:
        """The same map without a key; a key that isn't there is no error."""
        return Map({k: v for k, v in self._items.items() if k != key})


def freeze(value: Json) -> Any:
    """JSON made immutable: dicts become `Map`, lists become tuples."""
    if isinstance(value, Mapping):
        return Map({key: freeze(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    return value


def altered(value: D, **facts: Any) -> D:
    """A frozen dataclass with some fields given other values: what `dataclasses.replace` does, several times as fast
    where nothing is worked out when such a value is made. States change field by field, and odds change many."""
    kind: Any = type(value)
    if not _bare(kind):
        return replace(value, **facts)  # type: ignore[type-var]
    made: D = object.__new__(kind)
    made.__dict__.update(value.__dict__)
    made.__dict__.update(facts)
    return made


@cache
def _bare(kind: Any) -> bool:
    """Whether values of a dataclass are their fields and no more."""
    made = fields(kind)
    kept = any(isinstance(thing, cached_property) for base in kind.__mro__ for thing in vars(base).values())
    slots = any(vars(base).get("__slots__") for base in kind.__mro__)
    return not kept and not slots and not hasattr(kind, "__post_init__") and all(field.init for field in made)
