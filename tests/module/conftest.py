"""The module in a real browser, on a stand-in of Foundry that doesn't lie, with a real bridge."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect, sync_playwright
from running import ROOT, Bridge, Wire

HERE = Path(__file__).resolve().parent
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
    context.close()
    assert made.faults == []
    for one in told:
        assert one["errors"] == [] and one["missing"] == [] and one["lies"] == []


@pytest.fixture
def gm(table: Table, bridge: Bridge) -> Seat:
    """The Game Master, connected; wounds are Foundry's numbers."""
    seat = table.sit()
    seat.page.evaluate("fields => game.settings.set('bonesetter', 'fields', fields)", FIELDS)
    seat.connect(bridge, bridge.gm)
    return seat
