"""Every page: nothing sticks out on a small phone, nothing a machine can see is hard to use."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, START, Opener, Place, roll

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


def paths(site: Path) -> list[str]:
    """The address of every page, within the site."""
    found = sorted(file.parent.relative_to(site).as_posix() for file in site.rglob("index.html"))
    return ["" if path == "." else f"{path}/" for path in found]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_no_page_scrolls_sideways_at_360_pixels(opened: Opener, address: str, site: Path, lang: str) -> None:
    page = opened(address, width=360, height=740)
    page.locator("html[data-offline=ready]").wait_for(state="attached", timeout=START)
    own = [path for path in paths(site) if path.startswith("it/") == (lang == "it")]
    procedures = [path for path in own if "/rules/" in path]
    chosen = [path for path in own if path not in procedures] + procedures[::6]
    wide = []
    for path in chosen if lang == "it" else chosen[::3]:  # Italian words are the longer ones
        page.goto(address + path, wait_until="domcontentloaded")
        if page.evaluate("document.documentElement.scrollWidth") > 360:
            wide.append(path)
    assert wide == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_axe_finds(opened: Opener, address: str, stepped: Place, scheme: str) -> None:
    source = AXE.read_text("utf-8")
    verb = next(verb for verb in stepped.ruleset.procedures if verb != "roll")
    for path in ("", stepped.path(), f"{stepped.ruleset.id}/rules/{verb}/", "sheet/"):
        page = opened(address + path, color_scheme=scheme, service_workers="block", reduced_motion="reduce")
        if path == stepped.path():
            roll(page)
        if path == "sheet/":
            page.locator(".bs-files").wait_for(timeout=START)
        page.evaluate(source)
        found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})")
        bad = [
            f"{path}: {fault['id']}: {node['target']}"
            for fault in found["violations"]
            if fault["impact"] in ("serious", "critical")
            for node in fault["nodes"]
        ]
        assert bad == []


def test_the_policy_allows_no_inline_script_but_the_theme_s_own(site: Path) -> None:
    policy = (site / "csp.txt").read_text("utf-8")
    assert "'unsafe-inline'" not in policy and "'unsafe-eval'" not in policy
    for path in paths(site)[:20]:
        page = (site / path / "index.html").read_text("utf-8")
        assert policy.strip().removesuffix("; frame-ancestors 'none'") in page.replace("&#39;", "'")


def test_nothing_comes_from_elsewhere(opened: Opener, address: str, stepped: Place) -> None:
    page = opened("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address + stepped.path())
    roll(page)
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
