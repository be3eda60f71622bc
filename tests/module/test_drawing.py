"""Rolls of every notation, words in both languages, and texts that are only texts."""

from __future__ import annotations

import json
from random import Random

import pytest
import socketio
from bonesetter.dice import Dice
from bonesetter.source import Seeded
from conftest import FIELDS, MIRELA, Seat, Table, fill
from playwright.sync_api import expect
from running import Bridge, wait_until

NOTATIONS = [
    "d6",
    "2d6+3",
    "d66",
    "d100",
    "d3-1",
    "3d8",
    "d666",
    "4d6kh3",
    "2d20kl1",
    "2d6!",
    "d10+d4",
    "d6-d6",
    "d88+2",
]

ROLL = """async (steps) => {
    const { rollOf } = await import('/modules/bonesetter/scripts/rolls.js');
    return steps.map((step) => {
        const roll = rollOf(step);
        const results = roll.dice.flatMap((die) => die.results);
        return { total: roll.total, faces: results.filter((one) => one.active).map((one) => one.result) };
    });
}"""


def test_every_notation_is_a_roll_of_the_same_faces_and_total(table: Table) -> None:
    chance = Random()
    steps, wanted = [], []
    for notation in NOTATIONS:
        for _ in range(6):
            dice = Dice.parse(notation)
            hands = [dice.roll(Seeded(chance.getrandbits(60))) for _ in range(chance.choice([1, 1, 2, 3]))]
            if dice.explodes:
                hands = hands[-1:]
            sides = []
            for hand in hands:
                for place in range(len(hand.faces)):
                    sides.append([dice.next(hand.faces[:place]), hand.faces[place]])
            added = chance.choice([0, 2, -3])
            steps.append(
                {
                    "kind": "dice",
                    "dice": notation,
                    "faces": sides,
                    "passed": [hand.total for hand in hands[:-1]],
                    "total": hands[-1].total + added,
                    "parts": [{"source": "x", "value": added}],
                }
            )
            wanted.append((hands[-1].total + added, sorted(hands[-1].faces)))
    seat = table.sit()
    made = seat.page.evaluate(ROLL, steps)
    simple = [one for one in NOTATIONS if not any(mark in one for mark in "k!")]
    for step, (total, faces), roll in zip(steps, wanted, made, strict=True):
        assert roll["total"] == total, step
        if step["dice"] in simple:
            assert sorted(roll["faces"]) == faces, step


def test_each_reader_in_their_own_language(table: Table, bridge: Bridge) -> None:
    gm, anna = table.sit(lang="it"), table.sit("anna", lang="en")
    gm.page.evaluate("fields => game.settings.set('bonesetter', 'fields', fields)", FIELDS)
    gm.connect(bridge, bridge.gm)
    dialog = gm.begin("Mirela", "frontier", "hit")
    expect(dialog).to_contain_text("Subire un colpo")
    expect(dialog.locator("[name=bonesetter-secret] + span")).to_have_text("Segreto: lo vedono solo i Game Master")
    fill(dialog, damage=6, location="head")
    dialog.locator("[name=bonesetter-enter]").check()
    gm.submit(dialog)
    dialog.locator("input.bs-faces").fill("6")
    dialog.locator(".bs-use").click()
    expect(gm.chat).to_contain_text("Naso rotto")
    expect(gm.chat.locator("[data-action=bonesetter-undo]")).to_have_text("Annulla")
    expect(anna.chat).to_contain_text("Broken nose")
    # what is stored for the day the module is gone is plain, and in the Game Master's language
    assert "Naso rotto" in gm.world()["messages"][0]["content"]
    (wound,) = wait_until(lambda: gm.world()["actors"][0]["effects"])
    assert wound["name"] == "Naso rotto"


@pytest.mark.parametrize("name", ['<img src=x onerror="window.hurt=1">', "</li><script>window.hurt=1</script>"])
def test_texts_are_only_texts(table: Table, gm: Seat, bridge: Bridge, name: str) -> None:
    """A name that would be markup is shown as it is, in form, menu, card and effect alike."""
    anna = table.sit("anna")
    dialog = gm.begin("Mirela", "frontier", "hit")
    dialog.locator(".header-control").click()
    client = socketio.Client(reconnection=False)
    client.connect(bridge.address, auth={"token": bridge.gm, "lang": "en", "via": "site"}, transports=["websocket"])
    client.call("desk", {"type": "join", "name": "Ada", "request_id": "j"})
    assert client.call("desk", {"type": "persona", "id": MIRELA, "name": name, "request_id": "n"})["ok"]
    client.disconnect()
    dialog = gm.begin("Mirela", "frontier", "hit")
    fill(dialog, damage=6, location="head")
    gm.submit(dialog)
    expect(anna.chat).to_contain_text(name)
    wait_until(lambda: gm.world()["actors"][0]["effects"])
    for seat in (gm, anna):
        assert seat.page.evaluate("window.hurt") is None
        assert seat.page.locator(".bs-chat img, .bs-chat script").count() == 0
    assert "<img" not in gm.world()["messages"][0]["content"] and "<script" not in json.dumps(gm.world()["actors"][0])
