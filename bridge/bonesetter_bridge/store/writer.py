"""The one thread that writes SQLite. Jobs that wait together are committed together: one sync to disk for all."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from ..faults import Fault

T = TypeVar("T")

TOGETHER = 64
"""The most jobs in one commit."""


class Writer:
    """Runs jobs, each all or nothing, in order."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[tuple[Callable[[Connection], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._closed = False
        self._door = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="bonesetter-writer", daemon=True)
        self._thread.start()

    def run(self, job: Callable[[Connection], T]) -> T:
        """Wait for a job to be carried out and committed. Raises what it raises, or Fault `closing`."""
        done: Future[T] = Future()
        with self._door:
            if self._closed:
                raise Fault("closing")
            self._jobs.put((job, done))
        return done.result()

    def close(self) -> None:
        """Carry out what was asked for already, then stop."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        connection: Connection | None = None
        while (first := self._jobs.get()) is not None:
            batch = [first]
            last = False
            while len(batch) < TOGETHER and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    last = True
                    break
                batch.append(following)
            try:
                if connection is None:
                    connection = self._engine.connect()
                self._commit(connection, batch)
            except BaseException as error:
                for _, done in batch:
                    if not done.done():
                        done.set_exception(error)
                if connection is not None:
                    connection.invalidate()
                    connection.close()
                    connection = None
            if last:
                break
        if connection is not None:
            connection.close()

    @staticmethod
    def _commit(connection: Connection, batch: list[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
        outcomes: list[tuple[Future[Any], Any, BaseException | None]] = []
        with connection.begin():
            for job, done in batch:
                point = connection.begin_nested()
                try:
                    outcomes.append((done, job(connection), None))
                except Exception as error:
                    point.rollback()
                    outcomes.append((done, None, error))
                else:
                    point.commit()
        for done, value, failure in outcomes:
            if failure is None:
                done.set_result(value)
            else:
                done.set_exception(failure)
