"""Chances on the pages: pictures against numbers computed apart from the engine, explorers that answer, and dice that
prove themselves, in a real browser."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from bonesetter.desk import Host, Log, Viewer, handle
from bonesetter.ruleset import found
from conftest import ROOT, START, Opener
from playwright.sync_api import Locator, Page, expect

APART = importlib.util.spec_from_file_location("pictured", ROOT / "tests" / "odds" / "pictured.py")
assert APART is not None and APART.loader is not None
pictured: Any = importlib.util.module_from_spec(APART)
APART.loader.exec_module(pictured)

Chances = dict[str, list[list[Fraction]]]


def numbers(table: Locator) -> list[list[Fraction]]:
    """The exact numbers of a picture's table, row by row."""
    return [
        [Fraction(cell.get_attribute("data-exact") or "") for cell in row.locator("td").all()]
        for row in table.locator("tbody tr").all()
    ]


def rows(expected: Chances) -> list[list[Fraction]]:
    """The same, as a table lays them out: a column for each panel and part, or turned where there are more of those
    than ticks."""
    series = [[bar[part] for bar in bars] for bars in expected.values() for part in range(len(bars[0]))]
    return series if len(series) > len(series[0]) else [list(row) for row in zip(*series, strict=True)]


def at(page: Page, picture: str) -> Locator:
    return page.locator(f'bonesetter-picture[picture="{picture}"]')


@pytest.mark.parametrize("lang", ["", "it/"])
@pytest.mark.parametrize(("ruleset", "picture"), [pytest.param(*each, id=each[1]) for each in pictured.PICTURES])
def test_a_picture_s_table_says_what_was_computed_apart(
    opened: Opener, address: str, ruleset: str, picture: str, lang: str
) -> None:
    page = opened(f"{address}{lang}{ruleset}/chances/", java_script_enabled=False)
    expected = pictured.PICTURES[ruleset, picture]()
    assert numbers(at(page, picture).locator("table.bs-numbers")) == rows(expected)
    heading = page.locator(f"#{picture.replace('_', '-')}")
    assert "?" in heading.inner_text()


def heights(chart: Locator) -> list[float]:
    return [float(bar.get_attribute("height") or 0) for bar in chart.locator("rect").all()]


def test_bars_are_as_high_as_their_numbers(opened: Opener, address: str) -> None:
    page = opened(f"{address}frontier/chances/", java_script_enabled=False)
    for panel, bars in pictured.next_hit_death().items():
        chart = at(page, "next_hit_death").locator(f'[data-panel="{panel}"] svg')
        high = [float(bar[0]) for bar in bars if bar[0]]
        drawn = heights(chart)
        assert [height / max(drawn) for height in drawn] == pytest.approx(
            [height / max(high) for height in high], abs=1e-3
        )
        said = [text.text_content() for text in chart.locator("text.bs-value").all()]
        assert said == [str(bar[0]) for bar in bars]


def test_a_lying_bar_is_as_long_as_its_chance_of_certainty(opened: Opener, address: str) -> None:
    page = opened(f"{address}mutations/chances/", java_script_enabled=False)
    chart = at(page, "one_wound").locator("svg")
    whole = float(chart.locator("line.bs-base").first.get_attribute("x2") or 0)
    drawn = [float(bar.get_attribute("width") or 0) / whole for bar in chart.locator("rect").all()]
    assert drawn == pytest.approx([float(bar[0]) for bar in pictured.one_wound()["location"]], abs=1e-3)


@pytest.mark.parametrize("ruleset", dict.fromkeys(ruleset for ruleset, _ in pictured.PICTURES))
def test_a_table_has_fractions_throughout_or_a_fold_with_all_of_them(
    opened: Opener, address: str, ruleset: str
) -> None:
    page = opened(f"{address}{ruleset}/chances/", java_script_enabled=False)
    for picture in page.locator("bonesetter-picture").all():
        if (ruleset, picture.get_attribute("picture")) in pictured.BOUNDED:
            continue  # no chance of it is a fraction
        cells = picture.locator("table.bs-numbers td").all()
        uncertain = [cell for cell in cells if cell.get_attribute("data-exact") not in ("0", "1")]
        written = [cell for cell in uncertain if cell.locator(".bs-fraction").count()]
        assert len(written) in (0, len(uncertain))
        folded = [one.text_content() for one in picture.locator(".bs-exact dd").all()]
        assert folded == ([] if written else [cell.get_attribute("data-exact") for cell in uncertain])
        for cell in written:
            fraction, percent = (cell.text_content() or "").split()
            assert "%" in percent
            assert fraction == cell.get_attribute("data-exact")


BROKEN = """heads => heads.flatMap(head => {
  const walk = document.createTreeWalker(head, NodeFilter.SHOW_TEXT), broken = [];
  for (let text; (text = walk.nextNode());) {
    for (const piece of text.data.matchAll(/[^-\\s\\u00AD]+/g)) {
      const lines = [...piece[0]].map((_, at) => {
        const range = document.createRange();
        range.setStart(text, piece.index + at);
        range.setEnd(text, piece.index + at + 1);
        return [...range.getClientRects()].at(-1)?.top;
      });
      if (new Set(lines).size > 1) broken.push(piece[0]);
    }
  }
  return broken;
})"""
"""Which syllables of some heads stand on two lines."""


@pytest.mark.parametrize("lang", ["", "it/"])
def test_heads_on_a_phone_are_divided_at_syllables_only(opened: Opener, address: str, lang: str) -> None:
    page = opened(f"{address}{lang}mutilato/chances/", width=360)
    for ruleset in dict.fromkeys(ruleset for ruleset, _ in pictured.PICTURES):
        page.goto(f"{address}{lang}{ruleset}/chances/")
        assert page.locator(".bs-numbers th").evaluate_all(BROKEN) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_parts_of_a_stacked_bar_fill_it(opened: Opener, address: str) -> None:
    page = opened(f"{address}frontier/chances/", java_script_enabled=False)
    for panel, days in pictured.disease_course().items():
        chart = at(page, "disease_course").locator(f'[data-panel="{panel}"] svg')
        last = chart.locator("rect").all()[-3:]
        drawn = [float(part.get_attribute("height") or 0) for part in last]
        dead, over = (float(part) for part in days[-1])
        assert [part / sum(drawn) for part in drawn] == pytest.approx([dead, 1 - dead - over, over], abs=1e-3)
        kinds = [part.get_attribute("class") for part in last]
        assert kinds[:2] == ["bs-notable", "bs-rest"]
        assert len(chart.locator("text.bs-name").all()) == 3


def test_knobs_of_a_picture_turn(opened: Opener, address: str) -> None:
    page = opened(f"{address}frontier/chances/")
    course = at(page, "disease_course")
    course.get_by_role("button", name="One more: Resist (Disease)").click()
    wanted = rows(pictured.disease_course(4, 4))
    table = course.locator("table.bs-numbers")
    exact = str(wanted[-1][-1])
    expect(table.locator("tbody tr").last.locator("td").last).to_have_attribute("data-exact", exact, timeout=START)
    assert numbers(table) == wanted
    death = at(page, "next_hit_death")
    death.get_by_label("Where it lands").select_option(label="arm")
    expect(page.locator("#next-hit-death")).to_contain_text("next arm hit")
    expect(death.locator("caption")).to_contain_text("next arm hit")


SLOW = """() => {
  const desk = window.bonesetter.desk(), asked = desk.ask.bind(desk);
  desk.ask = async (message) => {
    await new Promise((go) => setTimeout(go, message.settings.bonus === 1 ? 4000 : 0));
    return asked(message);
  };
}"""
"""Makes answers to one setting slow."""


def test_a_slow_answer_says_so_and_the_reader_may_go_on(opened: Opener, address: str) -> None:
    page = opened(f"{address}dismemberment/chances/")
    survival = at(page, "wound_survival")
    bonus, said = survival.locator("input[type=text]"), survival.locator(".bs-status")
    exact = survival.locator("tbody td").first

    def shows(bonus: int) -> None:
        wanted = str(pictured.wound_survival(bonus)["helpers_1"][0][0])
        expect(exact).to_have_attribute("data-exact", wanted, timeout=START)

    bonus.fill("8")
    shows(8)
    page.evaluate(SLOW)
    bonus.fill("1")
    expect(said).to_have_text("Reckoning…")
    bonus.fill("4")
    shows(4)
    expect(said).to_have_text("")
    page.wait_for_timeout(4000)
    shows(4)


def knob(page: Page, name: str) -> Locator:
    return page.locator(f'bonesetter-explorer [data-knob="{name}"] input[type="text"]')


def chance(page: Page, label: str) -> Locator:
    row = page.locator("bonesetter-explorer .bs-numbers").first.locator(
        "tr", has=page.get_by_role("rowheader", name=label)
    )
    return row.locator("td")


def test_the_explorer_shows_the_exact_chance_of_death(opened: Opener, address: str) -> None:
    """Three Wounds left, nine damage, one critical wound before: d6 + 6 + 1, and 12 kills."""
    page = opened(f"{address}frontier/rules/hit/")
    expect(chance(page, "Dead")).to_have_attribute("data-exact", "1/3")  # drawn by the build, before any Python
    knob(page, "form:damage").fill("9")
    knob(page, "knob:characters/hero/crits_this_fight").fill("2")
    expect(chance(page, "Dead")).to_have_attribute("data-exact", "1/2", timeout=START)
    for damage, wounds, taken in ((9, 3, 1), (5, 0, 3), (13, 4, 2), (4, 3, 8)):
        knob(page, "form:damage").fill(str(damage))
        knob(page, "knob:characters/hero/wounds").fill(str(wounds))
        knob(page, "knob:characters/hero/crits_this_fight").fill(str(taken))
        expected = pictured.F(sum(die + damage - wounds + taken >= 12 for die in range(1, 7)), 6)
        expect(chance(page, "Dead")).to_have_attribute("data-exact", str(expected))
    page.get_by_label("Show").select_option("row")
    expect(page.locator("bonesetter-explorer caption").first).to_contain_text("How likely")
    assert sum(row[0] for row in numbers(page.locator("bonesetter-explorer .bs-numbers"))) == 1
    page.get_by_role("button", name="Back to the example").click()
    expect(chance(page, "Dead")).to_have_attribute("data-exact", "1/3")


def test_an_explorer_says_what_the_rules_refuse_and_keeps_what_was_typed(opened: Opener, address: str) -> None:
    page = opened(f"{address}it/frontier/rules/interval/")
    explorer = page.locator("bonesetter-explorer")
    explorer.get_by_label("Quanto grave").select_option(label="Gravemente malato")
    explorer.get_by_label("Ha viaggiato, combattuto o lavorato").check()
    expect(explorer.locator(".bs-status .bs-complaint")).to_contain_text("Così non si può", timeout=START)
    assert explorer.get_by_label("Ha viaggiato, combattuto o lavorato").is_checked()
    explorer.get_by_label("Ha viaggiato, combattuto o lavorato").uncheck()
    expect(explorer.locator(".bs-status .bs-complaint")).to_have_count(0)
    assert len(explorer.locator('[data-panel="acts"] svg text.bs-tick').all()) >= 7


def test_choices_for_and_against_an_ending(opened: Opener, address: str) -> None:
    page = opened(f"{address}dismemberment/rules/damage/")
    page.get_by_label("If every choice is made").select_option(label="Wound")
    said = page.locator("bonesetter-explorer .bs-goal dd")
    expect(said.first).to_contain_text("1/6", timeout=START)
    assert [text.inner_text().split(" · ")[0] for text in said.all()] == ["1/6", "0"]


def test_without_a_network_the_knobs_still_turn(opened: Opener, address: str) -> None:
    page = opened(f"{address}frontier/rules/hit/")
    page.locator("html[data-offline=ready]").wait_for(state="attached", timeout=START)
    page.context.set_offline(True)
    knob(page, "form:damage").fill("14")
    expect(chance(page, "Dead")).to_have_attribute("data-exact", "1", timeout=START)
    # what changed is also said, for those who can't see it
    expect(page.locator("bonesetter-explorer [role=status]")).to_have_text("Dead: 100%")


def test_a_number_that_a_knob_cant_take_is_said_beside_it(opened: Opener, address: str) -> None:
    page = opened(f"{address}mutilato/rules/maim/")
    typed = page.locator(".bs-knob:has(input[type=range]) .bs-number").first
    complaint = page.locator(".bs-knob:has(input[type=range]) .bs-complaint").first
    for wrong, said in (("999", " to "), ("many", "whole number")):
        typed.fill(wrong)
        expect(complaint).to_contain_text(said)
    typed.fill("1")
    expect(complaint).to_be_empty()


# --- dice that prove themselves --------------------------------------------------------------------------------------

GM, ANN = Viewer("gm", "The GM", "gm"), Viewer("ann", "Ann", "player")


@pytest.fixture(scope="module")
def fair() -> Iterator[list[dict[str, Any]]]:
    """A player's lines of a game with fair dice."""
    log = Log(found())
    messages: list[tuple[Viewer, dict[str, Any]]] = [
        (GM, {"type": "fair", "step": "commit"}),
        (ANN, {"type": "fair", "step": "seed", "seed": "seven swans"}),
        *[(GM, {"type": "start", "ruleset": "frontier", "verb": "roll", "args": {"table": "head"}}) for _ in range(3)],
        (GM, {"type": "start", "ruleset": "frontier", "verb": "roll", "args": {"table": "head"}, "secret": True}),
        (GM, {"type": "fair", "step": "reveal"}),
    ]  # fmt: skip
    for number, (viewer, message) in enumerate(messages):
        reply = handle(log, message, viewer, Host("2026-01-01T00:00:00Z", number.to_bytes(32, "big")))
        assert reply.ok, reply.reply
        log = log.extended(reply.entries)
    yield handle(log, {"type": "export", "fair": True}, ANN, Host("", bytes(32))).reply["lines"]


def text(lines: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(line) for line in lines)


@pytest.mark.parametrize(
    ("path", "box", "button", "sound", "wrong"),
    [
        ("verify/", "Paste the log", "Check the dice", "Everything is right", "Something is wrong"),
        ("it/verify/", "Incolla qui il registro", "Controlla i dadi", "È tutto a posto", "Qualcosa non torna"),
    ],
)
def test_a_log_is_checked_and_one_altered_face_is_named(
    opened: Opener, address: str, fair: list[dict[str, Any]], path: str, box: str, button: str, sound: str, wrong: str
) -> None:
    page = opened(address + path)
    field, check, verdict = (
        page.get_by_label(box),
        page.get_by_role("button", name=button),
        page.locator(".bs-verdict h3"),
    )
    check.click()
    expect(page.locator(".bs-complaint")).to_be_visible()
    field.fill(text(fair))
    check.click()
    expect(verdict.first).to_contain_text(sound, timeout=START)
    expect(page.locator(".bs-verdict")).to_contain_text("seven swans")
    expect(page.locator(".bs-evenness")).to_contain_text("χ²")
    forged = json.loads(json.dumps(fair))
    line = [line for line in forged if line["fair"] == "roll"][1]
    line["faces"][0][2] = line["faces"][0][2] % 6 + 1
    field.fill(text(forged))
    check.click()
    expect(verdict.first).to_contain_text(wrong)
    assert re.search(rf"(Entry|Voce) {line['n']}\b", page.locator(".bs-verdict").inner_text())
    field.fill(text(fair[:-1]))
    check.click()
    expect(page.locator("[data-verdict=unsure]")).to_be_visible()
    field.fill("nonsense")
    check.click()
    expect(page.locator(".bs-complaint")).to_be_visible()
    expect(page.locator("[data-verdict]")).to_have_count(0)
    field.fill(text(fair))
    check.click()
    expect(verdict.first).to_contain_text(sound)
    field.fill(" ")
    check.click()
    expect(page.locator(".bs-complaint")).to_be_visible()
    expect(page.locator("[data-verdict]")).to_have_count(0)


def test_a_log_s_file_may_be_chosen_or_dropped(
    opened: Opener, address: str, fair: list[dict[str, Any]], tmp_path: Path
) -> None:
    file = tmp_path / "fair.jsonl"
    file.write_text(text(fair), "utf-8")
    page = opened(f"{address}verify/")
    page.locator('input[type="file"]').set_input_files(str(file))
    expect(page.locator("[data-verdict=sound]")).to_be_visible(timeout=START)
    page.locator("bonesetter-verify").evaluate(
        """(element, content) => {
          const data = new DataTransfer();
          data.items.add(new File([content], "fair.jsonl"));
          element.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        text(fair).replace("seven", "eight"),
    )
    expect(page.locator("[data-verdict=wrong]")).to_be_visible()


def test_a_huge_file_is_refused_and_a_long_one_checked_without_being_shown(
    opened: Opener, address: str, fair: list[dict[str, Any]], tmp_path: Path
) -> None:
    page = opened(f"{address}verify/")
    choose, field, said = page.locator('input[type="file"]'), page.locator("textarea"), page.locator(".bs-complaint")
    huge, cut = tmp_path / "huge.bin", tmp_path / "cut.jsonl"
    huge.write_bytes(bytes(21_000_000))
    choose.set_input_files(str(huge))
    expect(said).to_contain_text("21 MB")
    cut.write_text(text(fair)[:-20] + "\n" * 300_000, "utf-8")
    choose.set_input_files(str(cut))
    expect(said).to_contain_text(f"Line {len(fair)} ", timeout=START)
    expect(field).to_have_value("")
    long = tmp_path / "long.jsonl"
    long.write_text(text(fair) + "\n" * 300_000, "utf-8")
    choose.set_input_files(str(long))
    expect(page.locator("[data-verdict=sound]")).to_be_visible()
    expect(field).to_have_value("")
    expect(said).to_have_count(0)
