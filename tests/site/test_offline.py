"""After one visit, no network: a new browser, a page never seen, the same dice."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from bonesetter.source import Seeded
from conftest import CHROMIUM, FLAGS, START, Opener, Place, listen, roll
from playwright.sync_api import Playwright, expect
from serving import serving

READY = "html[data-offline=ready]"


def test_server_gone_new_browser_new_page(
    playwright: Playwright, site: Path, tmp_path: Path, places: list[Place], stepped: Place
) -> None:
    faults: list[str] = []
    options = {"executable_path": CHROMIUM, "args": FLAGS}
    with serving(site) as address:
        first = playwright.chromium.launch_persistent_context(str(tmp_path), **options)  # type: ignore[arg-type]
        page = first.new_page()
        listen(page, faults)
        page.goto(address)
        page.locator(READY).wait_for(state="attached", timeout=START)
        first.close()

    again = playwright.chromium.launch_persistent_context(str(tmp_path), **options)  # type: ignore[arg-type]
    page = again.new_page()
    listen(page, faults)
    page.goto(address + stepped.path())
    roll(page)
    expect(page.locator("tr.bs-rolled")).to_have_count(1)

    seeds = [str(random.randrange(2**63)) for _ in range(200)]
    for place in random.sample(places, min(3, len(places))):
        modifier = 2 if place.table.modifiers else 0
        question = {"ruleset": place.ruleset.id, "table": place.table.id, "modifier": modifier, "seeds": seeds}
        drawn = page.evaluate("(question) => window.bonesetter.desk().job('draws', question)", question)
        die = place.table.die
        assert die is not None
        rolled = [die.roll(Seeded(seed)) for seed in seeds]
        assert drawn == [[list(one.faces), place.table.at(one.total + modifier).id] for one in rolled]

    page.goto(address + stepped.path("it"))
    roll(page)
    page.goto(address + "nowhere/at/all/")
    expect(page.locator("h1")).to_contain_text("404")
    again.close()
    assert [fault for fault in faults if "404" not in fault and "ERR_CONNECTION_REFUSED" not in fault] == []


def test_python_stays_alive_across_pages(opened: Opener, address: str, places: list[Place], stepped: Place) -> None:
    page = opened(address)
    page.locator(READY).wait_for(state="attached", timeout=START)
    page.goto(address + stepped.path())
    roll(page)
    page.evaluate("window.stillHere = true")
    page.locator(".bs-kicker a").click()
    expect(page.locator("h1")).to_contain_text(stepped.ruleset.words["en"].text("ruleset.title"))
    page.locator(f".md-content a[href*='tables/{stepped.table.id}/']").first.click()
    expect(page.locator(".bs-log li")).to_have_count(1)
    assert page.evaluate("window.stillHere") is True, "the page was loaded anew"
    assert page.evaluate("window.bonesetter.desk().state") == "ready"


def test_an_update_waits_for_the_reader(playwright: Playwright, site: Path, tmp_path: Path, stepped: Place) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    with serving(copy) as address:
        context = playwright.chromium.launch_persistent_context(
            str(tmp_path / "profile"), executable_path=CHROMIUM, args=FLAGS
        )
        page = context.new_page()
        page.goto(address)
        page.locator(READY).wait_for(state="attached", timeout=START)
        changed = copy / stepped.path() / "index.html"
        text = changed.read_text("utf-8")
        changed.write_text(text.replace("</h1>", " (new)</h1>"), "utf-8")
        worker = copy / "sw.js"
        code = worker.read_text("utf-8")
        name = f"{stepped.path()}index.html"
        before = code.split(f'"{name}":"')[1][:16]
        worker.write_text(code.replace(before, "0" * 16), "utf-8")
        fetched: list[str] = []
        context.on("request", lambda request: fetched.append(request.url) if request.service_worker else None)
        page.goto(address + stepped.path())
        expect(page.locator("h1")).not_to_contain_text("(new)")
        page.locator(".bs-strip .bs-button").click(timeout=START)
        expect(page.locator("h1")).to_contain_text("(new)", timeout=START)
        assert [url for url in fetched if not url.endswith("sw.js")] in ([], [address + name])
        context.close()
