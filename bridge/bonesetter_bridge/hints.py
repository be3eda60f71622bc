"""Hints: several servers of one database tell each other by Redis that a campaign has news.

A hint carries nothing but the campaign's number, and may be lost: every heartbeat looks into the database anyway.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from .faults import Fault

log = logging.getLogger("bonesetter.hints")

CHANNEL = "bonesetter:news"

PATIENCE = 0.5
"""Seconds to wait for Redis when telling: a frozen one must not hold up the table."""


class Hints:
    """A Redis channel; says nothing and hears nothing while Redis is away, and comes back by itself."""

    def __init__(self, url: str, heard: Callable[[int], None]) -> None:
        """Raises Fault `bad_queue`."""
        try:
            import redis
        except ImportError as error:
            raise Fault("bad_queue", why="the extra `hosted` is not installed") from error
        try:
            self._say: Any = redis.Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
            self._hear: Any = redis.Redis.from_url(url, socket_connect_timeout=PATIENCE, health_check_interval=10)
        except ValueError as error:
            raise Fault("bad_queue", why=str(error)) from error
        self._error = redis.RedisError
        self._heard = heard
        self._over = threading.Event()
        self._up = True
        threading.Thread(target=self._listen, name="bonesetter-hints", daemon=True).start()

    def tell(self, campaign: int) -> None:
        """Tell the others that a campaign has news."""
        try:
            self._say.publish(CHANNEL, str(campaign))
        except self._error as error:
            self._down(error)

    def ready(self) -> bool:
        """Whether Redis answers."""
        try:
            return bool(self._say.ping())
        except self._error:
            return False

    def close(self) -> None:
        self._over.set()
        self._say.close()

    def _listen(self) -> None:
        while not self._over.is_set():
            try:
                with self._hear.pubsub(ignore_subscribe_messages=True) as channel:
                    channel.subscribe(CHANNEL)
                    while not self._over.is_set():
                        message = channel.get_message(timeout=1.0)
                        self._up = True
                        if message is not None and message["data"].isdigit():
                            self._heard(int(message["data"]))
            except (self._error, OSError) as error:
                self._down(error)
                self._over.wait(1.0)

    def _down(self, error: BaseException) -> None:
        if self._up:
            self._up = False
            log.warning("the queue can't be reached; news reaches other servers at their next heartbeat (%s)", error)
