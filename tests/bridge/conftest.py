"""Real parts: a server process with a real database, and real clients of it."""

from __future__ import annotations

import itertools
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import socketio
from bonesetter_bridge.cli import main

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RULESETS = ROOT / "tests" / "engine" / "rulesets"
LINES = {"site": "Site", "module": "Foundry module", "gm": "GM link", "player": "Player link", "data": "Data"}


NUMBERS = itertools.count(1)


class Bridge:
    """A `bonesetter serve` process, started by `script` (one that changes nothing but what its name says)."""

    def __init__(self, data: Path, *options: str, script: str = "quick.py", env: dict[str, str] | None = None) -> None:
        command = [sys.executable, str(HERE / script), "serve", "--port", "0", "--data", str(data)]
        command += ["--rulesets", str(RULESETS), *options]
        self.data = data
        self.shared = False
        self.errors = data.with_name(f"{data.name}.stderr")
        self._stderr = self.errors.open("a")
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._stderr, text=True, env=environment, cwd=ROOT
        )
        self.printed: list[str] = []
        self._read = threading.Thread(target=self._reading, daemon=True)
        self._up = threading.Event()
        self._read.start()
        if not self._up.wait(30) or not self.printed:
            self.kill()
            raise AssertionError(f"it didn't start: {self.printed} {self.errors.read_text()}")
        said = {key: self._said(label) for key, label in LINES.items()}
        self.address = said["site"].rstrip("/")
        self.manifest = said["module"]
        self.gm, self.player = (said[key].partition("#invite=")[2] for key in ("gm", "player"))

    def _reading(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.printed.append(line.rstrip("\n"))
            if "Ctrl-C" in line:
                self._up.set()
        self._up.set()

    def _said(self, label: str) -> str:
        return next(line.removeprefix(label).strip() for line in self.printed if re.match(rf"{label}\s", line))

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Stop it as a person or a service would; its exit status."""
        self.process.send_signal(how)
        status = self.process.wait(15)
        self._read.join(5)
        self._stderr.close()
        return status

    def kill(self) -> None:
        """`kill -9`."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(15)
        self._stderr.close()

    def log(self) -> str:
        """What it wrote to standard error."""
        return self.errors.read_text()


class Person:
    """Somebody at the table, by python-socketio's own client."""

    def __init__(self, bridge: Bridge, token: object, lang: str = "en", via: str = "site") -> None:
        self.bridge = bridge
        self.news: queue.Queue[dict[str, Any]] = queue.Queue()
        self.beats: queue.Queue[dict[str, Any]] = queue.Queue()
        self.ended = threading.Event()
        self.lang = lang
        self.token = token
        self._count = 0
        self.client = socketio.Client(reconnection=False)
        self.client.on("news", self.news.put)
        self.client.on("heartbeat", self.beats.put)
        self.client.on("disconnect", lambda *_: self.ended.set())
        auth = {"token": token, "lang": lang, "via": via}
        self.client.connect(bridge.address, auth=auth, transports=["websocket"])

    def ask(self, type: str, **facts: Any) -> dict[str, Any]:
        """Send one message; the reply."""
        reply = self.client.call("desk", {"type": type, "lang": self.lang, **facts}, timeout=10)
        assert isinstance(reply, dict), reply
        return reply

    def do(self, type: str, **facts: Any) -> dict[str, Any]:
        """Send a message that changes something, under a request id of its own; what it was answered, which is yes."""
        reply = self.ask(type, request_id=facts.pop("request_id", None) or self.new_id(), **facts)
        assert reply["ok"], reply
        return reply

    def new_id(self) -> str:
        self._count += 1
        return f"{id(self)}-{time.monotonic_ns()}-{self._count}"

    def refused(self, type: str, **facts: Any) -> dict[str, Any]:
        """Send a message that is refused; the error."""
        reply = self.ask(type, **facts)
        assert not reply["ok"], reply
        error = reply["error"]
        assert set(error) >= {"code", "message", "data"} and error["message"] and "Traceback" not in str(reply)
        return error

    def join(self, name: str) -> str:
        """Join under a name (followed by a number, where many tests share one server); the token of one's own."""
        self.name = name if not self.bridge.shared else f"{name} {next(NUMBERS)}"
        reply = self.do("join", name=self.name)
        self.token = reply["token"]
        self.id = reply["person"]["id"]
        return str(reply["token"])

    def leave(self) -> None:
        if self.client.connected:
            self.client.disconnect()


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command; its exit status, output and errors."""

    def running(*given: str) -> tuple[int, str, str]:
        status = main(given)
        out, err = capsys.readouterr()
        return status, out, err

    return running


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Bridge]]:
    """Starts servers (on one data folder, unless told otherwise) and ends them after the test."""
    started: list[Bridge] = []

    def starting(*options: str, data: Path | None = None, **how: Any) -> Bridge:
        started.append(Bridge(data or tmp_path / "data", *options, **how))
        return started[-1]

    yield starting
    for bridge in started:
        bridge.kill()


@pytest.fixture
def meet() -> Iterator[Callable[..., Person]]:
    """Connects people and lets them go after the test. With a name they join."""
    met: list[Person] = []

    def meeting(bridge: Bridge, token: object, name: str | None = None, **how: Any) -> Person:
        person = Person(bridge, token, **how)
        met.append(person)
        if name is not None:
            person.join(name)
        return person

    yield meeting
    for person in met:
        person.leave()


@pytest.fixture(scope="session")
def bridge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    """A server that goes on through all tests that do it no harm (and many that try)."""
    names = ("--allow-origin", "http://192.168.1.20:30000", "--allow-host", "table.example")
    running = Bridge(tmp_path_factory.mktemp("shared") / "data", *names)
    running.shared = True
    yield running
    running.kill()


@pytest.fixture
def gm(bridge: Bridge, meet: Callable[..., Person]) -> Person:
    """A Game Master there."""
    return meet(bridge, bridge.gm, "Ada")


@pytest.fixture
def pat(gm: Person) -> str:
    """A character there."""
    who = f"pat-{next(NUMBERS)}"
    gm.do("import", id=who, ruleset="toy", name="Pat")
    drain(gm)
    return who


def drain(person: Person) -> list[dict[str, Any]]:
    """The news that have come by the next heartbeat."""
    while not person.beats.empty():
        person.beats.get_nowait()
    person.beats.get(timeout=5)
    person.beats.get(timeout=5)
    got = []
    while not person.news.empty():
        got.append(person.news.get_nowait())
    return got
