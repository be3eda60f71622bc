"""A real bridge, and the wire to it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Bridge:
    """A `bonesetter serve` process on a port that stays its own over restarts."""

    def __init__(self, data: Path, *options: str, port: int | None = None) -> None:
        self.data = data
        self.options = options
        self.port = port or free_port()
        self.gm = self.player = ""
        self.start()

    def start(self) -> None:
        """Start it (again), on the same data."""
        command = [sys.executable, "-m", "bonesetter_bridge", "serve", "--port", str(self.port)]
        command += ["--data", str(self.data), *self.options]
        self.errors = self.data.with_name(f"{self.data.name}.stderr").open("a")
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=environment, cwd=ROOT
        )
        assert self.process.stdout is not None
        printed = []
        for line in self.process.stdout:
            printed.append(line)
            if "Ctrl-C" in line:
                break
        text = "".join(printed)
        links = re.findall(r"#invite=([\w-]+)", text)
        assert len(links) == 2, f"it didn't start: {text} {Path(self.errors.name).read_text()}"
        self.gm, self.player = links
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """`kill -9`."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(15)
        self.errors.close()

    def entries(self, act: str | None = None) -> list[dict[str, Any]]:
        """The log as it stands in the database file."""
        connection = sqlite3.connect(f"file:{self.data / 'bonesetter.sqlite3'}?mode=ro", uri=True)
        try:
            rows = connection.execute("select entry from entries order by number").fetchall()
        finally:
            connection.close()
        found = [json.loads(text) for (text,) in rows]
        return [entry for entry in found if act is None or entry["act"] == act]

    def faces(self, entry: dict[str, Any]) -> list[list[int]]:
        """The faces of an entry's answers."""
        return [list(given["faces"]) for given in entry["data"]["answers"] if given.get("faces")]


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


class Wire:
    """A wire between browser and bridge that can be cut, and on which answers can get lost (`lost`, asked of each)."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.lost: Callable[[], bool] = lambda: False
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.to))
            except OSError:
                near.close()
                continue
            self._ends += [near, far]
            threading.Thread(target=self._carry, args=(near, far, False), daemon=True).start()
            threading.Thread(target=self._carry, args=(far, near, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        try:
            while data := source.recv(65536):
                if answers and self.lost():
                    continue
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            hang_up(end)

    def cut(self) -> None:
        """Cut everything that is connected."""
        for end in self._ends:
            hang_up(end)
        self._ends.clear()

    def close(self) -> None:
        self._listening.close()
        self.cut()


def hang_up(end: socket.socket) -> None:
    """Close a socket so that both sides notice at once, whoever is reading it."""
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


def wait_until(true: Callable[[], Any], seconds: float = 15) -> Any:
    """Wait for something to be true; what it gave."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.05)
    raise AssertionError("it never happened")
