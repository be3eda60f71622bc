"""The built site in a real browser: what is tested is what is served."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from bonesetter import ruleset as rulesets
from bonesetter.ruleset import Ruleset
from bonesetter.table import Table
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from serving import serving

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(os.environ.get("BONESETTER_SITE", ROOT / "build" / "site"))
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]
"""Chromium as the tests start it: nothing of its own goes to the network."""

collect_ignore = [] if "frontier" in rulesets.found() else ["test_procedures.py"]
"""Those play one ruleset's rules; where it isn't, there is nothing to play."""

START = 60_000
"""Milliseconds that Python may take to start on a slow machine."""


@dataclass(frozen=True)
class Place:
    """A table, and where its page is."""

    ruleset: Ruleset
    table: Table

    def path(self, lang: str = "en") -> str:
        return f"{'' if lang == 'en' else f'{lang}/'}{self.ruleset.id}/tables/{self.table.id}/"


@pytest.fixture(scope="session")
def places() -> list[Place]:
    """Every table that rolls, of whatever rulesets there are."""
    found = [
        Place(ruleset, table) for ruleset in rulesets.found().values() for table in ruleset.tables.values() if table.die
    ]
    assert found, "no ruleset has a table with a die"
    return found


@pytest.fixture(scope="session")
def stepped(places: list[Place]) -> Place:
    """A table whose rule knows modifiers."""
    return next(place for place in places if place.table.modifiers)


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site."""
    assert (SITE / "index.html").is_file(), f"{SITE} is not built: make site"
    return SITE


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The site, served."""
    with serving(site) as base:
        yield base


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield opened
    opened.close()


def listen(page: Page, faults: list[str]) -> None:
    """Note what a page complains of (that Playwright keeps service workers out is its own doing)."""
    page.on(
        "console",
        lambda said: (
            faults.append(said.text) if said.type in ("error", "warning") and "Playwright" not in said.text else None
        ),
    )
    page.on("pageerror", lambda error: faults.append(str(error)))


Opener = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opener]:
    """Opens pages in contexts of their own; none of them may complain of anything on its console."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_(address: str, *, width: int = 1280, height: int = 900, **options: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        listen(page, faults)
        page.goto(address)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert faults == []


def roll(page: Page) -> None:
    """Press the big button and wait for the result."""
    page.locator("bonesetter-roller .bs-bar .bs-roll").first.click()
    page.locator(".bs-result .bs-card").first.wait_for(timeout=START)
