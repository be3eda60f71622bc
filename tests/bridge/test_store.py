"""What is kept: the schema and its history, and jobs that are all or nothing."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from bonesetter_bridge.faults import Fault
from bonesetter_bridge.store import journal, people
from bonesetter_bridge.store.database import Database
from bonesetter_bridge.store.schema import campaigns, metadata
from sqlalchemy import Connection, CursorResult, insert, select, text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "bonesetter.sqlite3"


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    opened = Database(f"sqlite:///{file}")
    yield opened
    opened.close()


def campaign(number: int) -> dict[str, object]:
    return {"id": number, "name": "x", "head": 0, "people": 0, "created_at": "2026-01-01T00:00:00.000Z"}


def test_the_migrations_lead_to_the_schema(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    assert database.write(differences) == []


def test_opening_again_changes_nothing(database: Database, file: Path) -> None:
    number = database.write(lambda connection: people.first_campaign(connection, "Ours"))
    database.close()
    again = Database(f"sqlite:///{file}")
    assert again.write(lambda connection: people.first_campaign(connection, "Other")) == number
    assert again.read(lambda connection: connection.execute(select(campaigns.c.name)).scalars().all()) == ["Ours"]
    again.close()


def test_data_of_a_newer_program_is_left_alone(database: Database, file: Path) -> None:
    database.write(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    database.close()
    with pytest.raises(Fault) as fault:
        Database(f"sqlite:///{file}")
    assert fault.value.code == "newer_data"


def test_every_commit_is_on_disk(database: Database) -> None:
    def pragmas(connection: Connection) -> list[object]:
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]

    assert database.write(pragmas) == ["wal", 2]


def test_a_job_that_fails_leaves_nothing_and_harms_no_other(database: Database) -> None:
    def bad(connection: Connection) -> None:
        connection.execute(insert(campaigns).values(campaign(7)))
        raise Fault("closing")

    outcomes: list[object] = []

    def run(number: int) -> None:
        try:
            if number % 3 == 0:
                outcomes.append(database.write(bad))
            else:
                database.write(lambda connection: connection.execute(insert(campaigns).values(campaign(100 + number))))
                outcomes.append("kept")
        except Fault as fault:
            outcomes.append(fault.code)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = database.read(lambda connection: connection.execute(select(campaigns.c.id)).scalars().all())
    assert sorted(kept) == [100 + number for number in range(30) if number % 3]
    assert sorted(map(str, outcomes)) == ["closing"] * 10 + ["kept"] * 20


def test_a_broken_statement_is_a_fault_and_the_writer_goes_on(database: Database) -> None:
    with pytest.raises(Fault) as fault:
        database.write(lambda connection: connection.execute(text("INSERT INTO nowhere VALUES (1)")))
    assert fault.value.code == "storage"
    database.write(lambda connection: connection.execute(insert(campaigns).values(campaign(1))))


def test_another_process_may_write_in_between(database: Database, file: Path) -> None:
    def forgets_a_cursor(connection: Connection) -> object:
        connection.execute(insert(campaigns), [campaign(number) for number in range(1, 50)])
        kept.append(connection.execute(select(campaigns)))
        return next(kept[0])

    kept: list[CursorResult[Any]] = []
    database.write(forgets_a_cursor)
    with closing(sqlite3.connect(file)) as other:
        other.execute("UPDATE campaigns SET name = 'theirs'")
        other.commit()
    database.write(lambda connection: connection.execute(insert(campaigns).values(campaign(77))))


def test_after_the_end_nothing_is_taken(database: Database) -> None:
    database.close()
    with pytest.raises(Fault) as fault:
        database.write(lambda connection: None)
    assert fault.value.code == "closing"


def test_entries_have_no_holes(database: Database) -> None:
    database.write(lambda connection: people.first_campaign(connection, "Ours"))

    def add(connection: Connection) -> int:
        return journal.append(connection, 1, journal.lock(connection, 1), [{"n": 0}])

    def add_and_fail(connection: Connection) -> int:
        add(connection)
        raise Fault("closing")

    for number in range(1, 6):
        with pytest.raises(Fault):
            database.write(add_and_fail)
        assert database.write(add) == number
    assert len(database.read(lambda connection: journal.since(connection, 1, 0))) == 5


def test_the_file_is_its_owners_own(database: Database, file: Path) -> None:
    with sqlite3.connect(file) as opened:
        (tables,) = opened.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'").fetchone()
    assert tables == len(metadata.tables) + 1
