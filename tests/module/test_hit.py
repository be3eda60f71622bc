"""The main line: a click on the token's HUD, the dialog, the roll at the bridge, the card, the wound on the actor."""

from __future__ import annotations

import pytest
from conftest import Bridge, Seat, Table, fill, wait_until
from playwright.sync_api import expect


def test_hit_with_damage_left_over(gm: Seat, bridge: Bridge) -> None:
    dialog = gm.begin("Goblin with a hook", "frontier", "hit")
    fill(dialog, damage=5, location="head")
    gm.page.screenshot(path="/tmp/fm/dialog.png")
    gm.submit(dialog)
    expect(gm.chat).to_be_visible()
    gm.page.wait_for_timeout(500)
    gm.page.screenshot(path="/tmp/fm/card.png")
    print(bridge.entries("start"), gm.world()["scenes"][0]["tokens"][2], gm.told())
