"""The data from the command line: invites and people, export, backup and restore."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from .config import Config
from .faults import Fault, text
from .serving import alone
from .store import journal
from .store import people as stored
from .store.database import Database


@contextmanager
def opened(config: Config) -> Iterator[tuple[Database, int]]:
    """The database, for as long as a command takes, and its first campaign."""
    if not config.database:
        config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    database = Database(config.database_url)
    try:
        yield database, database.write(lambda connection: stored.first_campaign(connection, "Bonesetter"))
    finally:
        database.close()


def invite(config: Config, role: str, name: str | None, person: str | None, url: str) -> int:
    """Print a new invite link."""
    with opened(config) as (database, campaign):
        token = database.write(lambda connection: stored.invite(connection, campaign, role, name, person))
    link = f"{url.rstrip('/')}/#invite={token}"
    who = name or person
    print(
        text(config.lang, "invite.person", name=who, link=link)
        if who
        else text(config.lang, "invite.link", role=role, link=link)
    )
    return 0


def people(config: Config, revoke: str | None, as_json: bool) -> int:
    """Print who has joined, or shut somebody out."""
    with opened(config) as (database, campaign):
        if revoke is not None:
            gone = database.write(lambda connection: stored.revoke(connection, campaign, revoke))
            print(text(config.lang, "invite.revoked", name=gone.name, id=gone.id))
            return 0
        known = database.read(lambda connection: stored.everyone(connection, campaign))
    if as_json:
        print(json.dumps([one.json() for one in known], ensure_ascii=False))
    elif not known:
        print(text(config.lang, "invite.nobody"))
    else:
        for one in known:
            print(f"{one.id}\t{one.role}\t{one.name}")
    return 0


def export(config: Config, file: str) -> int:
    """Write the log, one entry a line, oldest first."""
    with opened(config) as (database, campaign):
        entries = database.read(lambda connection: journal.since(connection, campaign, 0))
    lines = "".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n" for entry in entries)
    if file == "-":
        sys.stdout.write(lines)
        return 0
    try:
        Path(file).write_text(lines, "utf-8")
    except OSError as error:
        raise Fault("no_file", file=file, why=error.strerror or str(error)) from error
    print(text(config.lang, "backup.exported", count=len(entries)))
    return 0


def backup(config: Config, file: Path) -> int:
    """Copy the SQLite file, whole and consistent, even while a server writes it."""
    if config.database:
        raise Fault("sqlite_only")
    with opened(config):
        pass  # there is a database, and of the newest schema
    if file.exists():
        raise Fault("no_file", file=str(file), why=os.strerror(17))
    try:
        with closing(sqlite3.connect(config.file)) as here, closing(sqlite3.connect(file)) as there:
            here.backup(there)
            there.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        file.unlink(missing_ok=True)
        raise Fault("no_file", file=str(file), why=str(error)) from error
    file.chmod(0o600)
    print(text(config.lang, "backup.made", file=str(file), count=_count(file)))
    return 0


def restore(config: Config, file: Path, replace: bool) -> int:
    """Put a backup in place of the data, or of nothing. Not while a server runs on it."""
    if config.database:
        raise Fault("sqlite_only")
    count = _count(file)
    config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    with alone(config):
        if config.file.exists() and not replace:
            raise Fault("data_there", data=str(config.data))
        fresh = config.file.with_suffix(".restored")
        fresh.unlink(missing_ok=True)
        with closing(sqlite3.connect(file)) as here, closing(sqlite3.connect(fresh)) as there:
            here.backup(there)
        for tail in ("-wal", "-shm"):
            config.file.with_name(config.file.name + tail).unlink(missing_ok=True)
        os.replace(fresh, config.file)
        with opened(config):
            pass  # brings an older backup to the newest schema
    print(text(config.lang, "backup.restored", count=count, data=str(config.data)))
    return 0


def _count(file: Path) -> int:
    """How many log entries a backup holds. Raises Fault `no_backup`."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise Fault("no_backup", file=str(file), why="integrity_check")
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])
    except sqlite3.Error as error:
        raise Fault("no_backup", file=str(file), why=str(error)) from error
