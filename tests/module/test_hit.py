"""The main line: a click on the token's HUD, the dialog, the roll at the bridge, the card, the wound on the actor."""

from __future__ import annotations

import json

import pytest
from conftest import DRUM, FIELDS, HOOK, MIRELA, Seat, Table, fill
from playwright.sync_api import expect
from running import Bridge, wait_until


@pytest.mark.parametrize("generation", [13, 14])
def test_a_hit_with_damage_left_over(table: Table, bridge: Bridge, generation: int) -> None:
    gm = table.sit(generation=generation)
    gm.page.evaluate("fields => game.settings.set('bonesetter', 'fields', fields)", FIELDS)
    gm.connect(bridge, bridge.gm)

    dialog = gm.begin("Goblin with a hook", "frontier", "hit")
    fill(dialog, damage=5, location="head")
    gm.submit(dialog)
    expect(gm.chat).to_have_count(1)
    expect(dialog).to_have_count(0)

    (entry,) = bridge.entries("start")
    faces = bridge.faces(entry)
    acked = next(one["course"] for one in table.acks() if one.get("course", {}).get("card", {}).get("verb") == "hit")
    told = json.loads(gm.world()["messages"][0]["flags"]["bonesetter"]["card"]["told"])
    dice = [step for step in told["en"]["card"]["steps"] if step["kind"] == "dice"]
    (rolls,) = gm.page.evaluate("host.rolls()")
    assert faces
    assert faces == [[face for _, face in step["faces"]] for step in acked["card"]["steps"]]
    assert faces == [[face for _, face in step["faces"]] for step in dice]
    assert faces == [[one["result"] for die in roll["dice"] for one in die["results"]] for roll in rolls]
    assert [roll["total"] for roll in rolls] == [step["total"] for step in dice]
    drawn = gm.chat.locator(".bs-die").evaluate_all("dice => dice.map((die) => die.getAttribute('aria-label'))")
    assert drawn == [f"d{sides}: {face}" for step in dice for sides, face in step["faces"]]

    (wound,) = wait_until(lambda: gm.world()["scenes"][0]["tokens"][2]["delta"]["effects"])
    assert wound["flags"]["bonesetter"]["wound"] == {
        "ruleset": "frontier",
        "character": HOOK,
        "injury": "c1",
        "entry": entry["n"],
    }
    assert wound["name"] == told["en"]["card"]["steps"][0]["row"]["name"]
    wait_until(lambda: gm.world()["scenes"][0]["tokens"][2]["delta"]["system"].get("wounds") == {"value": 0})
    # the other goblin of the same make, and the actor both are made from, are as they were
    drum = gm.world()["scenes"][0]["tokens"][3]
    assert drum["delta"] == {"flags": {}, "system": {}, "effects": []}
    assert gm.world()["actors"][2]["effects"] == [] and gm.world()["actors"][2]["system"]["wounds"]["value"] == 3
    expect(gm.page.locator(".token", has_text="hook").locator("img")).to_have_count(1)


def test_foundrys_numbers_are_facts(gm: Seat, bridge: Bridge) -> None:
    """What the sheet says is told before anything is rolled; what the rules change is written back."""
    dialog = gm.begin("Mirela", "frontier", "hit")
    fill(dialog, damage=1, location="body")
    gm.submit(dialog)
    expect(gm.chat).to_have_count(1)
    wait_until(lambda: gm.world()["actors"][0]["system"]["wounds"]["value"] == 4)
    gm.page.evaluate("game.actors.get('mirela0000000001').update({ 'system.wounds.value': 8 })")
    dialog = gm.begin("Mirela", "frontier", "hit")
    fill(dialog, damage=3, location="body")
    gm.submit(dialog)
    expect(gm.chat).to_have_count(2)
    (seen,) = bridge.entries("observe")
    assert (seen["data"]["path"], seen["data"]["was"], seen["data"]["now"]) == ("wounds", 4, 8)
    wait_until(lambda: gm.world()["actors"][0]["system"]["wounds"]["value"] == 5)


def test_real_dice_typed_in(gm: Seat, bridge: Bridge) -> None:
    dialog = gm.begin("Goblin with a drum", "frontier", "hit")
    fill(dialog, damage=4, location="head")
    dialog.locator("[name=bonesetter-enter]").check()
    gm.submit(dialog)
    dialog.locator("input.bs-faces").fill("9")
    dialog.locator(".bs-use").click()
    expect(dialog.get_by_role("alert").last).to_contain_text("9")
    dialog.locator("input.bs-faces").fill("6")
    dialog.locator(".bs-use").click()
    expect(gm.chat).to_contain_text("Broken nose")
    assert bridge.faces(bridge.entries("answer")[0]) == [[6]]


def test_taken_back_from_the_card(gm: Seat, bridge: Bridge) -> None:
    """Undo by the card's button; what depends on it is named, and goes only when told to."""
    for count in (1, 2):
        dialog = gm.begin("Goblin with a hook", "frontier", "hit")
        fill(dialog, damage=4, location="arm", location_die=1)
        gm.submit(dialog)
        expect(gm.chat).to_have_count(count)
    wait_until(lambda: len(gm.world()["scenes"][0]["tokens"][2]["delta"]["effects"]) == 2)

    gm.chat.first.locator("[data-action=bonesetter-undo]").click()
    conflict = gm.page.locator(".application.dialog")
    expect(conflict).to_be_visible()
    conflict.locator(".header-control").click()
    assert bridge.entries("undo") == []
    gm.chat.first.locator("[data-action=bonesetter-undo]").click()
    conflict.locator("[data-action=yes]").click()

    expect(gm.chat.locator(".bs-undone")).to_have_count(2)
    wait_until(lambda: gm.world()["scenes"][0]["tokens"][2]["delta"]["effects"] == [])
    wait_until(lambda: gm.world()["scenes"][0]["tokens"][2]["delta"]["system"]["wounds"]["value"] == 3)
    assert len(gm.world()["messages"]) == 2
    assert gm.chat.locator("[data-action=bonesetter-undo]").count() == 0


@pytest.mark.parametrize("generation", [13, 14])
def test_the_actors_directory_leads_there_too(table: Table, generation: int) -> None:
    gm, anna = table.sit(generation=generation), table.sit("anna", generation=generation)
    (entry,) = gm.page.evaluate("host.actorMenu('mirela0000000001').map(({ label, visible }) => ({ label, visible }))")
    assert entry == {"label": "Wounds and recovery", "visible": True}
    assert anna.page.evaluate("host.actorMenu('goblin0000000001')[0].visible") is False
    anna.page.evaluate("void host.actorMenu('mirela0000000001')[0].click()")
    # nobody has connected yet: it says so
    expect(anna.page.locator(".bs-menu .bs-complaint")).to_contain_text("not connected to the bridge")


def test_the_next_step_is_on_the_card(gm: Seat, bridge: Bridge) -> None:
    """A card's offer opens the next procedure, filled in; the healer comes in from the scene."""
    dialog = gm.begin("Mirela", "frontier", "hit")
    fill(dialog, damage=6, location="head")
    dialog.locator("[name=bonesetter-enter]").check()
    gm.submit(dialog)
    dialog.locator("input.bs-faces").fill("6")
    gm.page.wait_for_timeout(500)  # the news of the dialog's beginning comes by now, and must leave what was typed
    dialog.locator(".bs-use").click()
    gm.chat.locator(".bs-offer", has_text="Treat").click()
    dialog = gm.page.locator(".application", has=gm.page.locator(".bs-procedure"))
    expect(dialog.locator("[data-field=on] select").first).to_have_value(MIRELA)
    dialog.locator("[data-field=by] .bs-newcomer").select_option(label="Tobia")
    expect(dialog.locator("[data-field=by] select").first).to_have_value("Actor.tobia00000000001")
    expect(dialog.locator("[data-field=on] select").first).to_have_value(MIRELA)


def test_numbers_set_right(gm: Seat, bridge: Bridge) -> None:
    """The Game Master's last word on what the campaign keeps; Foundry's own numbers stay with Foundry."""
    menu = gm.menu("Mirela")
    group = menu.locator("[data-ruleset=frontier]")
    group.locator("summary").click()
    group.locator("[data-action=bonesetter-numbers]").click()
    window = gm.page.locator(".application", has=gm.page.locator(".bs-numbers"))
    expect(window.locator("[data-path=wounds]")).to_be_disabled()
    window.locator("[data-path=fatigue]").fill("2")
    window.locator("[data-path=fatigue]").blur()
    wait_until(lambda: [entry["data"]["now"] for entry in bridge.entries("correct")] == [2])
    expect(window.locator("[data-path=fatigue]")).to_have_value("2")
    assert DRUM not in json.dumps(bridge.entries())
