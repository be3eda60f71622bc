"""A ruleset that the bridge found in a folder at its start is in Foundry with no edit: menu, form, choices, cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import Seat, Table, fill
from playwright.sync_api import expect
from running import ROOT, Bridge, wait_until


@pytest.fixture
def toys(serve: Callable[..., Bridge]) -> Bridge:
    """A bridge with one ruleset more."""
    return serve("--rulesets", str(ROOT / "tests" / "engine" / "rulesets"))


@pytest.fixture
def seats(table: Table, toys: Bridge) -> tuple[Seat, Seat]:
    """The Game Master, connected, and a player."""
    gm, anna = table.sit(), table.sit("anna")
    gm.connect(toys, toys.gm)
    return gm, anna


def test_a_choice_in_the_players_dialog(seats: tuple[Seat, Seat], toys: Bridge) -> None:
    gm, anna = seats
    dialog = anna.begin("Mirela", "toy", "hit")
    fill(dialog, amount=1)
    dialog.locator("[name=bonesetter-enter]").check()
    anna.submit(dialog)
    dialog.locator("input.bs-faces").fill("1")
    dialog.locator(".bs-use").click()
    expect(anna.chat).to_have_count(1)
    (effect,) = wait_until(lambda: gm.world()["actors"][0]["effects"])
    assert effect["flags"]["bonesetter"]["wound"]["injury"] == "b1"

    dialog = anna.begin("Mirela", "toy", "treat")
    fill(dialog, bruise="b1")
    anna.submit(dialog)
    dialog.locator("[data-value=gentle]").click()
    expect(anna.chat).to_have_count(2)
    answer = toys.entries("answer")[-1]
    assert answer["data"]["answers"][0]["value"] == "gentle"
    assert answer["by"] == toys.entries("start")[-1]["by"]
    treated = answer["data"]["done"]["ending"] == "treated"
    wait_until(lambda: len(gm.world()["actors"][0]["effects"]) == (0 if treated else 1))


def test_a_roll_with_a_secret_part_is_two_cards(seats: tuple[Seat, Seat], toys: Bridge) -> None:
    """Everybody sees what everybody may; the Game Masters see the rest, on a card of its own."""
    gm, anna = seats
    dialog = gm.begin("Mirela", "toy", "watch")
    gm.submit(dialog)
    expect(gm.chat).to_have_count(2)
    expect(anna.chat).to_have_count(1)
    assert len(toys.faces(toys.entries("start")[0])) == 2
    assert anna.chat.locator(".bs-step-line").count() == 1
    for_all, for_gm = gm.world()["messages"]
    assert for_all["whisper"] == [] and len(for_all["rolls"]) == 1
    assert for_gm["whisper"] == ["gamemaster000001", "gamemaster000002"] and for_gm["rolls"] == []
    assert gm.chat.last.locator(".bs-step-line").count() == 2
    expect(gm.chat.last).to_contain_text("Only Game Masters see this part")
    assert anna.page.locator("#chat-log > li").count() == 1
    gm.chat.first.locator("[data-action=bonesetter-undo]").click()
    expect(gm.chat.locator(".bs-undone")).to_have_count(2)
    expect(anna.chat.locator(".bs-undone")).to_have_count(1)


def test_what_hides_from_players_leaves_no_trace(seats: tuple[Seat, Seat], toys: Bridge) -> None:
    gm, anna = seats
    dialog = gm.begin("Mirela", "toy", "expose")
    dialog.locator("[name=bonesetter-secret]").check()
    gm.submit(dialog)
    expect(gm.chat).to_have_count(1)
    assert anna.page.locator("#chat-log > li").count() == 0
    assert gm.world()["actors"][0]["effects"] == []
