"""Rules carried out in a page, and the characters they happen to."""

from __future__ import annotations

import json
from pathlib import Path

from conftest import START, Opener
from playwright.sync_api import Page, expect

HIT = "frontier/rules/hit/"


def newcomer(page: Page, name: str) -> None:
    """Open the form and add a character."""
    page.locator(".bs-open").click()
    page.locator(".bs-new input").first.fill(name, timeout=START)
    page.locator(".bs-new .bs-button").first.click()
    expect(page.locator("[data-field=on] select option:checked")).to_have_text(name)


def test_a_hit_becomes_a_critical_wound_on_the_sheet(opened: Opener, address: str) -> None:
    page = opened(address + HIT)
    newcomer(page, "Mara")
    page.locator("[data-field=damage] input").fill("12")
    page.locator("[data-field=location] input[value=head]").check()
    page.locator(".bs-begin").click()
    card = page.locator(".bs-card")
    expect(card).to_be_visible()
    expect(card.locator(".bs-die")).to_have_count(1)
    wound = page.locator(".bs-card .bs-injury summary strong").first.inner_text()
    page.goto(address + "sheet/")
    panel = page.locator(".bs-panel")
    expect(panel.locator("h2")).to_have_text("Mara", timeout=START)
    expect(panel.locator(".bs-injury summary strong").first).to_have_text(wound)
    panel.locator(".bs-log .bs-link").first.click()
    expect(panel.locator(".bs-injury")).to_have_count(0)


def test_what_is_missing_is_said_at_its_field(opened: Opener, address: str) -> None:
    page = opened(address + HIT)
    newcomer(page, "Tom")
    page.locator(".bs-begin").click()
    expect(page.locator("[data-field=location] .bs-complaint")).not_to_be_empty()
    page.locator("[data-field=damage] input").fill("many")
    page.locator("[data-field=location] input[value=arm]").check()
    page.locator(".bs-begin").click()
    expect(page.locator("[data-field=damage] .bs-complaint")).not_to_be_empty()


def test_chances_of_an_ending_before_anything_is_rolled(opened: Opener, address: str) -> None:
    page = opened(address + HIT)
    newcomer(page, "Eve")
    page.locator("[data-field=damage] input").fill("40")
    page.locator("[data-field=location] input[value=head]").check()
    page.get_by_role("button", name="Show chances").click()
    expect(page.locator(".bs-odds-table tbody tr").first).to_be_visible()


def test_real_dice_are_asked_for_one_by_one(opened: Opener, address: str) -> None:
    page = opened(address + HIT)
    newcomer(page, "Ida")
    page.locator("[data-field=damage] input").fill("12")
    page.locator("[data-field=location] input[value=head]").check()
    page.locator(".bs-dice-mode input[value=enter]").check()
    page.locator(".bs-begin").click()
    field = page.locator(".bs-ask .bs-faces")
    field.fill("2")
    field.press("Enter")
    expect(page.locator(".bs-card .bs-die").first).to_have_attribute("aria-label", "d6: 2")


def test_characters_are_saved_and_loaded(opened: Opener, address: str, tmp_path: Path) -> None:
    page = opened(address + HIT)
    newcomer(page, "Noor")
    page.goto(address + "sheet/")
    expect(page.locator(".bs-panel h2")).to_have_text("Noor", timeout=START)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a copy").click()
    saved = tmp_path / "characters.json"
    download.value.save_as(saved)
    content = json.loads(saved.read_text("utf-8"))
    assert [one["name"] for one in content["characters"]] == ["Noor"]
    other = opened(address + "it/sheet/")
    other.locator("input[type=file]").set_input_files(saved, timeout=START)
    expect(other.locator(".bs-panel h2")).to_have_text("Noor")
    other.get_by_text("Che cosa conta adesso").click()
    expect(other.locator(".bs-panel dl.bs-values")).to_contain_text("Ferite al massimo")
