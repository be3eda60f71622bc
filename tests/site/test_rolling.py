"""A table in a page: it reads without a script, and with one it rolls."""

from __future__ import annotations

import re
from pathlib import Path

from bonesetter import odds
from conftest import START, Opener, Place, roll
from playwright.sync_api import expect


def test_without_script_it_is_a_real_table(opened: Opener, address: str, stepped: Place) -> None:
    page = opened(address + stepped.path(), java_script_enabled=False)
    table = page.locator("table.bs-table")
    expect(table.locator("caption")).to_have_text(stepped.ruleset.words["en"].text(f"tables.{stepped.table.id}.title"))
    assert table.locator("thead th[scope=col]").count() >= 3
    assert table.locator("tbody th[scope=row]").count() == len(stepped.table.rows)
    for row in stepped.table.rows:
        expect(table.locator(f"tr#{row.id} th")).to_have_text(stepped.ruleset.words["en"].text(f"rows.{row.id}"))


def test_a_roll_marks_its_row_and_says_what_it_does(opened: Opener, address: str, stepped: Place) -> None:
    page = opened(address + stepped.path())
    roll(page)
    marked = page.locator("tr.bs-rolled")
    expect(marked).to_have_count(1)
    row = stepped.table.row(marked.get_attribute("data-row") or "")
    name = stepped.ruleset.words["en"].text(f"rows.{row.id}")
    expect(page.locator(".bs-card-title")).to_have_text(name)
    total = int((page.locator(".bs-card-number").inner_text()).replace("−", "-"))
    assert stepped.table.at(total).id == row.id
    expect(page.locator("[aria-live=polite]")).to_contain_text(name)
    expect(marked).to_be_in_viewport()


def test_chances_follow_the_steppers_at_once(opened: Opener, address: str, stepped: Place) -> None:
    page = opened(address + stepped.path())
    more = page.locator(".bs-stepper .bs-step").nth(1)
    for modifier in range(1, 5):
        more.click()
        expect(page.locator(".bs-bar .bs-roll")).to_have_text(f"Roll {stepped.table.die} + {modifier}")
        chances = odds.of_table(stepped.ruleset, stepped.table.id, modifier).chances
        for row in stepped.table.rows:
            expected = str(chances.get(row.id, 0))
            expect(page.locator(f"tr#{row.id} .bs-fraction")).to_have_text(expected)
    assert page.evaluate("window.bonesetter.desk().state") == "idle", "no engine needed for that"


def test_the_modifier_counts_and_is_named(opened: Opener, address: str, stepped: Place) -> None:
    page = opened(address + stepped.path())
    page.locator(".bs-stepper input").first.fill("3")
    roll(page)
    face = int(
        re.sub(r"\D", "", (page.locator(".bs-card .bs-die").first.get_attribute("aria-label") or "").split(":")[1])
    )
    expect(page.locator(".bs-card-number")).to_have_text(str(face + 3))
    label = stepped.ruleset.words["en"].text(f"fields.{stepped.table.modifiers[0].id}.label")
    expect(page.locator(".bs-card .bs-part").first).to_have_attribute("title", label)


def test_a_modifier_that_the_rule_has_no_less_of_stops_there(opened: Opener, address: str) -> None:
    """Damage left over is never less than 0, nor are the wounds of a fight."""
    page = opened(f"{address}frontier/tables/head/")
    for stepper in page.locator(".bs-stepper").all():
        stepper.get_by_role("button", name="One less").click()
        expect(stepper.locator("input")).to_have_value("0")
    field = page.locator(".bs-stepper input").first
    field.fill("-3")
    button = page.locator(".bs-bar .bs-roll")
    button.click()
    expect(page.locator(".bs-status .bs-complaint")).to_contain_text("can’t be less than 0")
    expect(field).to_be_focused()
    expect(page.locator(".bs-result .bs-card")).to_have_count(0)
    field.press("ArrowUp")
    expect(button).to_have_text("Roll d6")
    roll(page)


def test_real_dice_and_a_face_that_cannot_be(opened: Opener, address: str, places: list[Place]) -> None:
    place = next(place for place in places if len(place.table.die.sides) == 1)  # type: ignore[union-attr]
    page = opened(address + place.path())
    field = page.locator(".bs-bar .bs-faces")
    field.fill("99")
    field.press("Enter")
    expect(page.locator(".bs-status .bs-complaint")).to_contain_text("99", timeout=START)
    expect(page.locator(".bs-result .bs-card")).to_have_count(0)
    field.fill("1")
    field.press("Enter")
    expect(page.locator("tr.bs-rolled")).to_have_attribute("data-row", place.table.at(1).id)
    expect(page.locator(".bs-log li")).to_have_count(1)


def test_the_log_outlives_the_page_and_takes_back(opened: Opener, address: str, stepped: Place) -> None:
    page = opened(address + stepped.path())
    roll(page)
    first = page.locator(".bs-card-number").inner_text()
    page.locator(".bs-again").click()
    expect(page.locator(".bs-log li")).to_have_count(2)
    page.reload()
    roll(page)
    expect(page.locator(".bs-log li")).to_have_count(3)
    expect(page.locator(".bs-log li").last.locator("strong")).to_have_text(first)
    page.locator(".bs-log .bs-link").click()
    expect(page.locator(".bs-log li.bs-undone")).to_have_count(1)


def test_two_tabs_share_one_log(opened: Opener, address: str, stepped: Place) -> None:
    page = opened(address + stepped.path())
    roll(page)
    other = page.context.new_page()
    other.goto(address + stepped.path())
    roll(other)
    expect(other.locator(".bs-log li")).to_have_count(2)
    expect(page.locator(".bs-log li")).to_have_count(2)
    page.locator(".bs-again").click()
    expect(page.locator(".bs-log li")).to_have_count(3)


def test_italian_throughout(opened: Opener, address: str, stepped: Place) -> None:
    page = opened(address + stepped.path("it"))
    assert page.locator("html").get_attribute("lang") == "it"
    words = stepped.ruleset.words["it"]
    expect(page.locator("h1")).to_contain_text(words.text(f"tables.{stepped.table.id}.title"))
    expect(page.locator(".bs-bar .bs-roll")).to_have_text(f"Tira {stepped.table.die}")
    roll(page)
    row = page.locator("tr.bs-rolled").get_attribute("data-row") or ""
    expect(page.locator(".bs-card-title")).to_have_text(words.text(f"rows.{row}"))
    for clause in page.locator(".bs-card .bs-clauses li").all_inner_texts():
        assert clause in [words.clause(effect) for effect in stepped.table.row(row).effects]
    page.locator("a.bs-language").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.url.endswith(stepped.path())


def test_every_page_has_its_twin(site: Path) -> None:
    pages = {file.relative_to(site).as_posix() for file in site.rglob("index.html")}
    english = {page for page in pages if not page.startswith("it/")}
    assert {f"it/{page}" for page in english} == pages - english
