"""Rates: how often one person may send, and how often one address may try to get in."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from .faults import Fault

COSTLY = frozenset({"odds", "explore", "picture"})
"""Messages that may take the engine long."""


class Rates:
    """Counters of one process."""

    def __init__(self, plain: str, costly: str, entering: str) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._plain = parse_many(plain)
        self._costly = parse_many(costly)
        self._entering = parse_many(entering)

    def message(self, campaign: int, person: str, kind: object) -> None:
        """Count a message. Raises Fault `too_many_messages`."""
        self._count(self._plain, f"{campaign}:{person}")
        if kind in COSTLY:
            self._count(self._costly, f"{campaign}:{person}:costly")

    def entering(self, address: str) -> None:
        """Count a failed attempt to connect, or an attempt to join. Raises Fault `too_many_messages`."""
        self._count(self._entering, f"enter:{address}")

    def barred(self, address: str) -> bool:
        """Whether an address has failed too often of late."""
        return not all(self._limiter.test(item, f"enter:{address}") for item in self._entering)

    def _count(self, items: Sequence[RateLimitItem], key: str) -> None:
        for item in items:
            if not self._limiter.hit(item, key):
                reset = self._limiter.get_window_stats(item, key).reset_time
                raise Fault("too_many_messages", seconds=max(1, math.ceil(reset - time.time())))
