"""The module in a real browser, on a stand-in of Foundry that doesn't lie, with a real bridge."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect, sync_playwright

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]
WORLDS = itertools.count(1)
FIELDS = (
    "frontier.wounds = system.wounds.value; frontier.max_wounds = system.wounds.max; "
    "frontier.attributes/Endurance = system.endurance; frontier.attributes/Resolve = system.resolve"
)

MIRELA, TOBIA = "Actor.mirela0000000001", "Actor.tobia00000000001"
HOOK = "Scene.scene00000000001.Token.token00000000003.Actor.goblin0000000001"
DRUM = "Scene.scene00000000001.Token.token00000000004.Actor.goblin0000000001"


# --- a bridge ------------------------------------------------------------------------------------------------------


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


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Bridge]]:
    """Starts bridges, and ends them after the test."""
    started: list[Bridge] = []

    def starting(*options: str, name: str = "data", port: int | None = None) -> Bridge:
        started.append(Bridge(tmp_path / name, *options, port=port))
        return started[-1]

    yield starting
    for one in started:
        one.kill()


@pytest.fixture
def bridge(serve: Callable[..., Bridge]) -> Bridge:
    """A bridge with an empty log."""
    return serve()


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


# --- the stand-in --------------------------------------------------------------------------------------------------


class Pages(SimpleHTTPRequestHandler):
    """Serves the stand-in under /host/ and modules under /modules/NAME/."""

    folders: dict[str, Path]

    def __init__(self, *args: Any, folders: dict[str, Path], **more: Any) -> None:
        self.folders = folders
        super().__init__(*args, **more)

    def translate_path(self, path: str) -> str:
        path = path.partition("?")[0]
        for prefix in sorted(self.folders, key=len, reverse=True):
            if path.startswith(prefix):
                return str(self.folders[prefix] / path.removeprefix(prefix))
        return str(HERE / "nothing")

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def build(source: Path, out: Path) -> Path:
    """Put the module together."""
    subprocess.run(["node", str(source / "build.mjs"), str(out)], check=True, cwd=ROOT)
    return out


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module as it is handed out."""
    return build(ROOT / "foundry-module", tmp_path_factory.mktemp("module") / "bonesetter")


@dataclass
class Host:
    """Where the stand-in is served, and which modules it may load."""

    address: str
    folders: dict[str, Path]


@pytest.fixture(scope="session")
def host(built: Path) -> Iterator[Host]:
    """The stand-in, served on localhost as a Game Master's own Foundry is."""
    folders = {"/host/": HERE / "host", "/modules/bonesetter/": built}
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, folders=folders))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Host(f"http://localhost:{server.server_address[1]}", folders)
    server.shutdown()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield opened
    opened.close()


@dataclass
class Seat:
    """Somebody's page of the stand-in, and how people use it."""

    page: Page

    @property
    def chat(self) -> Locator:
        return self.page.locator("#chat-log .bs-chat")

    def told(self) -> dict[str, Any]:
        """What the stand-in noticed: errors, missing words, notifications, lies."""
        return self.page.evaluate("host.told")

    def used(self) -> set[str]:
        return set(self.page.evaluate("host.used()"))

    def world(self) -> dict[str, Any]:
        return self.page.evaluate("host.world()")

    def says(self, text: str) -> None:
        """Wait for a notification."""
        self.page.wait_for_function("text => host.told.notifications.some((one) => one.text.includes(text))", arg=text)

    def connect(self, bridge: Bridge | Wire, token: str, *, wait: str = "on") -> None:
        """Connect as a Game Master does: the settings' button, address and link, Connect."""
        page = self.page
        page.bring_to_front()  # a page behind another hardly moves
        page.locator("#settings .menu").first.click()
        page.locator("#bonesetter-address").fill(bridge.address)
        page.locator("#bonesetter-token").fill(token)
        page.locator("[data-action=bonesetter-connect]").click()
        expect(page.locator(f".bs-status[data-state={wait}]")).to_be_visible(timeout=15_000)
        if wait == "on":
            page.locator("#bonesetter-connection .header-control").click()

    def menu(self, token: str) -> Locator:
        """Open the menu of a token by its HUD."""
        self.page.bring_to_front()
        self.page.locator(".token", has_text=token).click(button="right")
        self.page.locator(".bonesetter-hud").click()
        menu = self.page.locator(".application", has=self.page.locator(".bs-menu"))
        expect(menu).to_be_visible()
        return menu

    def begin(self, token: str, ruleset: str, verb: str) -> Locator:
        """Choose a procedure from a token's menu: its dialog."""
        menu = self.menu(token)
        group = menu.locator(f"[data-ruleset={ruleset}]")
        if group.get_attribute("open") is None:
            group.locator("summary").click()
        group.locator(f"[data-verb={verb}]").click()
        dialog = self.page.locator(".application", has=self.page.locator(".bs-procedure"))
        expect(dialog.locator("[data-action=bonesetter-begin]")).to_be_visible(timeout=10_000)
        return dialog

    def submit(self, dialog: Locator) -> None:
        self.page.bring_to_front()
        dialog.locator("[data-action=bonesetter-begin]").click()


def fill(dialog: Locator, **values: Any) -> None:
    """Fill in a form by its fields' names."""
    for name, value in values.items():
        place = dialog.locator(f"[data-field={name}]")
        radio = place.locator(f"input[type=radio][value='{value}']")
        if radio.count():
            radio.check()
        elif place.locator("select").count():
            place.locator("select").first.select_option(value)
        else:
            box = place.locator("input").first
            box.fill(str(value))
            box.blur()


@dataclass
class Table:
    """One world, and everybody's pages of it in one browser."""

    host: Host
    context: BrowserContext
    world: str
    seats: list[Seat] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    frames: list[str | bytes] = field(default_factory=list)

    def acks(self) -> list[dict[str, Any]]:
        """What the bridge has acknowledged, as it came over the wire."""
        found = []
        for frame in self.frames:
            if isinstance(frame, str) and (read := re.match(r"43\d+(\[.*)", frame, re.S)):
                found += json.loads(read[1])
        return found

    def sit(self, user: str = "gm", *, module: str = "/modules/bonesetter", **options: Any) -> Seat:
        """Open the stand-in as somebody."""
        page = self.context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("websocket", lambda line: line.on("framereceived", lambda data: self.frames.append(data)))
        asked = {"user": user, "world": self.world, "module": module, **options}
        page.goto(f"{self.host.address}/host/index.html?" + "&".join(f"{key}={value}" for key, value in asked.items()))
        page.locator("body[data-ready]").wait_for(state="attached")
        seat = Seat(page)
        self.seats.append(seat)
        return seat


@pytest.fixture
def table(host: Host, browser: Browser) -> Iterator[Table]:
    """A world of one's own. At the end, nothing may have gone wrong on any of its pages."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    made = Table(host, context, f"world{next(WORLDS)}")
    yield made
    told = [seat.told() for seat in made.seats if not seat.page.is_closed()]
    USED.update(pair for seat in made.seats if not seat.page.is_closed() for pair in seat.used())
    context.close()
    assert made.faults == []
    for one in told:
        assert one["errors"] == [] and one["missing"] == [] and one["lies"] == []


USED: set[str] = set()
"""What all tests so far have asked the stand-in for."""


@pytest.fixture
def gm(table: Table, bridge: Bridge) -> Seat:
    """The Game Master, connected; wounds are Foundry's numbers."""
    seat = table.sit()
    seat.page.evaluate("fields => game.settings.set('bonesetter', 'fields', fields)", FIELDS)
    seat.connect(bridge, bridge.gm)
    return seat


def wait_until(true: Callable[[], Any], seconds: float = 15) -> Any:
    """Wait for something to be true; what it gave."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.05)
    raise AssertionError("it never happened")
