"""The one thread that writes SQLite. Jobs that wait together are committed together: one sync to disk for all."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

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
        self._connection: Connection | None = None
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
        last = False
        while not last and (first := self._jobs.get()) is not None:
            batch = [first]
            while not last and len(batch) < TOGETHER and not self._jobs.empty():
                following = self._jobs.get()
                last = following is None
                batch += [following] if following is not None else []
            try:
                self._commit(self._begun(), batch)
            except BaseException as error:
                self._drop()
                for _, done in batch:
                    if not done.done():
                        done.set_exception(error)
        self._drop()

    def _begun(self) -> Connection:
        """The connection with a transaction begun. One that can't begin (a statement left open holds an old snapshot,
        and another process has written since) is replaced."""
        if self._connection is not None:
            try:
                self._connection.begin()
                return self._connection
            except DBAPIError:
                self._drop()
        self._connection = self._engine.connect()
        self._connection.begin()
        return self._connection

    def _drop(self) -> None:
        """Let go of the connection, whatever state it is in."""
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.invalidate()
            with contextlib.suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None

    @staticmethod
    def _commit(connection: Connection, batch: list[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
        outcomes: list[tuple[Future[Any], Any, BaseException | None]] = []
        for job, done in batch:
            point = connection.begin_nested()
            try:
                outcomes.append((done, job(connection), None))
            except Exception as error:
                point.rollback()
                outcomes.append((done, None, error))
            else:
                point.commit()
        connection.commit()
        for done, value, failure in outcomes:
            if failure is None:
                done.set_result(value)
            else:
                done.set_exception(failure)
