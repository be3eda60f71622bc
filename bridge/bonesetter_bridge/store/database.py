"""The database: opened, brought to the newest schema, and written by one transaction at a time."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from ..faults import Fault
from .writer import Writer

log = logging.getLogger("bonesetter.store")

T = TypeVar("T")
Job = Callable[[Connection], T]

LOCK = 0x626F6E65  # an arbitrary number under which servers of one PostgreSQL database migrate one after the other


class Database:
    """A database that is open. `write` runs a job in one durable transaction, `read` in one consistent view.

    SQLite is written by one thread that commits several jobs together; PostgreSQL, which locks rows, by whoever calls.
    """

    def __init__(self, url: str) -> None:
        """Open and migrate. Raises Fault `bad_database`, `newer_data`, `storage`."""
        self.sqlite = url.startswith("sqlite")
        try:
            self._reader = (
                _sqlite(url, "BEGIN") if self.sqlite else create_engine(url, pool_pre_ping=True, pool_size=20)
            )
            self._engine = _sqlite(url, "BEGIN IMMEDIATE", one=True) if self.sqlite else self._reader
        except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
            raise Fault("bad_database", why=_short(error)) from error
        try:
            with self._engine.begin() as connection:
                migrate(connection)
        except DBAPIError as error:
            self.close()
            raise Fault("storage", why=_short(error)) from error
        self._writer = Writer(self._engine) if self.sqlite else None

    def write(self, job: Job[T]) -> T:
        """Run a job in a transaction and return what it returns, once that is on disk. Raises what the job raises
        (nothing is kept then), or Fault `storage`."""
        try:
            if self._writer is not None:
                return self._writer.run(job)
            with self._engine.begin() as connection:
                return job(connection)
        except SQLAlchemyError as error:
            log.exception("a transaction failed")
            raise Fault("storage", why=_short(error)) from error

    def read(self, job: Job[T]) -> T:
        """Run a job that only reads. Raises what it raises, or Fault `storage`."""
        try:
            with self._reader.begin() as connection:
                return job(connection)
        except SQLAlchemyError as error:
            log.exception("reading failed")
            raise Fault("storage", why=_short(error)) from error

    def ready(self) -> bool:
        """Whether a write goes through just now."""
        try:
            self.write(lambda connection: connection.execute(text("UPDATE campaigns SET head = head WHERE id = 0")))
        except Fault:
            return False
        return True

    def close(self) -> None:
        """Finish what is under way and close."""
        if getattr(self, "_writer", None) is not None:
            self._writer.close()  # type: ignore[union-attr]
        self._engine.dispose()
        self._reader.dispose()


def migrate(connection: Connection) -> None:
    """Bring the schema up to date, in the connection's transaction. Raises Fault `newer_data`."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = AlembicConfig()
    config.set_main_option("script_location", "bonesetter_bridge.store:migrations")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if inspect(connection).has_table("alembic_version"):
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if found is not None and found not in known:
            raise Fault("newer_data", version=str(found))
    command.upgrade(config, "head")


def _sqlite(url: str, begin: str, one: bool = False) -> Engine:
    options: dict[str, Any] = {"poolclass": NullPool} if one else {"pool_size": 4, "max_overflow": 8}
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30}, **options)

    @event.listens_for(engine, "connect")
    def _opened(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # the driver would begin transactions by itself, and too late
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF"):
            connection.execute(f"PRAGMA {pragma}")
        if sys.platform == "darwin":
            connection.execute("PRAGMA fullfsync=ON")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _short(error: BaseException) -> str:
    """What went wrong in one line, without the statement and its values."""
    origin = getattr(error, "orig", None) or error
    return str(origin).strip().partition("\n")[0][:200]
