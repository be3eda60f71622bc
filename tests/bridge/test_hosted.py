"""Outgrown one machine: two servers, one PostgreSQL, one Redis, all of them real. The database is the truth."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from conftest import Bridge, Person

WORD = "only-for-this-test"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(done: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something to come true."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.05)


class Postgres:
    """A database cluster of one's own, as the user `postgres` where we are root (it refuses to be root)."""

    def __init__(self, folder: Path) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        self.bin = found[-1] if found else Path(shutil.which("initdb") or "/usr/bin/initdb").parent
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        (folder / "word").write_text(WORD)
        self.user: dict[str, Any] = {}
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            self.user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
            for path in (folder, folder / "word"):
                os.chown(path, owner.pw_uid, owner.pw_gid)
        command = [self.bin / "initdb", "-D", folder / "data", "-U", "bonesetter", "-A", "scram-sha-256"]
        command += ["--pwfile", folder / "word", "--no-sync", "-E", "UTF8"]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **self.user)

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://bonesetter:{WORD}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        options = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}"]
        command = [self.bin / "postgres", "-D", self.folder / "data", "-p", str(self.port), *options]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=quiet, stderr=quiet, **self.user)
        until(self.up)

    def up(self) -> bool:
        try:
            with psycopg.connect(self.url.replace("+psycopg", ""), connect_timeout=2):
                return True
        except psycopg.OperationalError:
            return False

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)  # at once, whoever is connected
            self.process.wait(20)
            self.process = None


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="bonesetter-pg-") as folder:  # one that another user may come into
        cluster = Postgres(Path(folder))
        cluster.start()
        yield cluster
        cluster.stop()


class Redis:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", self.folder]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until(self.up)

    def up(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as client:
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
        return False

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process = None


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis"))
    yield server
    server.kill()


def roll(who: str = "pat") -> dict[str, Any]:
    return {"ruleset": "toy", "verb": "roll", "args": {"table": "bruises", "on": who}}


def faces(reply: dict[str, Any]) -> Any:
    return reply["course"]["card"]["steps"][0]["faces"]


def rows(postgres: Postgres, request: str) -> int:
    with psycopg.connect(postgres.url.replace("+psycopg", "")) as connection:
        row = connection.execute("SELECT count(*) FROM entries WHERE entry LIKE %s", (f'%"{request}"%',)).fetchone()
    assert row is not None
    return int(row[0])


def test_two_servers_of_one_campaign(
    postgres: Postgres,
    redis: Redis,
    begin: Callable[..., Bridge],
    meet: Callable[..., Person],
    tmp_path: Path,
) -> None:
    options = ("--database", postgres.url, "--queue", redis.url)
    beat = 3.0
    how = {"env": {"BEAT": str(beat), "DIED": str(tmp_path / "died")}, "script": "dies_before_ack.py"}
    with ThreadPoolExecutor(2) as pool:  # both start on an empty database: one of them makes the schema
        one, two = pool.map(lambda name: begin(*options, data=tmp_path / name, **how), ("one", "two"))
    assert WORD not in "\n".join(one.printed) + one.log()
    gm = meet(one, one.gm, "Ada")
    bob = meet(two, one.player, "Bob")
    gm.do("import", id="pat", ruleset="toy", name="Pat")

    # what happens at one server is told at the other, at once
    until(lambda: bob.news.qsize() >= 2, 2)
    began = time.monotonic()
    said = gm.do("start", **roll())
    while (news := bob.news.get(timeout=5))["course"]["entry"] != said["course"]["entry"]:
        pass
    assert time.monotonic() - began < beat / 2
    assert news["course"]["card"] == said["course"]["card"]

    # the same request at both at the same time is one roll
    twin = meet(two, gm.token)
    with ThreadPoolExecutor(2) as pool:
        replies = list(pool.map(lambda person: person.do("start", **roll(), request_id="both"), (gm, twin)))
    assert replies[0] == replies[1] and rows(postgres, "both") == 1

    # both write at once: numbers without holes, every reply in the database
    with ThreadPoolExecutor(8) as pool:
        many = list(pool.map(lambda person: person.do("start", **roll())["head"], [gm, twin] * 20))
    assert sorted(many) == list(range(min(many), min(many) + 40))

    # Redis is gone: rolls go on, and news comes with the next heartbeat
    redis.kill()
    said = gm.do("start", **roll())
    assert said["ok"]
    while (news := bob.news.get(timeout=beat + 5))["course"]["entry"] != said["course"]["entry"]:
        pass
    assert news["course"]["card"] == said["course"]["card"]
    redis.start()

    # PostgreSQL is restarted under them: a request fails, or goes through; repeated, it is one roll
    postgres.stop()
    error = gm.refused("start", **roll(), request_id="meanwhile")
    assert error["code"] == "storage" and WORD not in str(error)
    postgres.start()
    until(lambda: gm.ask("start", **roll(), request_id="meanwhile")["ok"])
    assert rows(postgres, "meanwhile") == 1

    # one server is killed between commit and acknowledgement: the other answers for it
    with pytest.raises(Exception):  # noqa: B017 - a time-out or a disconnection
        gm.client.call("desk", {"type": "start", **roll(), "request_id": "die-2"}, timeout=3)
    assert one.process.wait(10) == -signal.SIGKILL
    until(lambda: twin.ask("whoami")["ok"])
    first = twin.do("start", **roll(), request_id="die-2")
    assert faces(twin.do("start", **roll(), request_id="die-2")) == faces(first)
    assert rows(postgres, "die-2") == 1
