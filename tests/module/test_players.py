"""Players act through the Game Master's client, for the actors they own, and are answered what they may know."""

from __future__ import annotations

import pytest
from conftest import FIELDS, HOOK, MIRELA, Seat, Table, fill
from playwright.sync_api import expect
from running import Bridge, wait_until

EMIT = """([uuid, message]) => new Promise((resolve) => {
    const id = Math.random().toString(36);
    game.socket.on('module.bonesetter', (said) => { if (said.id === id) resolve(said.reply); });
    game.socket.emit('module.bonesetter', { kind: 'ask', id, uuid, message });
})"""
"""What a player could send by hand."""


def test_a_player_hits_their_own(table: Table, gm: Seat, bridge: Bridge) -> None:
    anna, bruno = table.sit("anna"), table.sit("bruno")
    dialog = anna.begin("Mirela", "frontier", "hit")
    assert dialog.locator("[name=bonesetter-secret]").count() == 0
    fill(dialog, damage=7, location="head")
    anna.submit(dialog)
    for seat in (anna, bruno, gm):
        expect(seat.chat).to_have_count(1)
    (entry,) = bridge.entries("start")
    owners = [one for one in bridge.entries("persona") if one["data"]["who"] == MIRELA][-1]["data"]["owners"]
    assert entry["by"] in owners and entry["via"] == "foundry"
    wait_until(lambda: len(anna.world()["actors"][0]["effects"]) == 1)
    # the card's author is the Game Master's client, and only Game Masters take back
    assert anna.world()["messages"][0]["author"] == "gamemaster000001"
    assert anna.chat.locator("[data-action=bonesetter-undo]").count() == 0
    assert gm.chat.locator("[data-action=bonesetter-undo]").count() == 1


def test_not_for_actors_of_others(table: Table, gm: Seat, bridge: Bridge) -> None:
    anna = table.sit("anna")
    dialog = gm.begin("Goblin with a hook", "frontier", "hit")
    fill(dialog, damage=1, location="head")
    gm.submit(dialog)
    expect(gm.chat).to_have_count(1)
    before = bridge.entries()

    # the HUD of somebody else's token doesn't even open
    anna.page.locator(".token", has_text="hook").click(button="right")
    assert anna.page.locator(".bonesetter-hud").count() == 0
    hit = {"type": "start", "ruleset": "frontier", "verb": "hit", "dice": "roll", "request_id": "forged-1"}
    on_hook = {**hit, "args": {"on": HOOK, "damage": 9, "location": "head"}}
    assert anna.page.evaluate(EMIT, [HOOK, on_hook])["error"]["code"] == "not_owner"
    # the own actor named, another's meant
    assert anna.page.evaluate(EMIT, [MIRELA, on_hook])["error"]["code"] == "not_owner"
    # the prototype of an unlinked token is an actor of its own, and not theirs either
    assert anna.page.evaluate(EMIT, ["Actor.goblin0000000001", on_hook])["error"]["code"] == "not_owner"
    assert anna.page.evaluate(EMIT, [MIRELA, {"type": "undo", "entry": 1}])["error"]["code"] == "not_allowed"
    assert anna.page.evaluate(EMIT, [MIRELA, {"type": "export"}])["error"]["code"] == "not_allowed"
    secret = {**hit, "secret": True, "request_id": "forged-2"}
    mine = {**secret, "args": {"on": MIRELA, "damage": 1, "location": "head"}}
    assert anna.page.evaluate(EMIT, [MIRELA, mine])["error"]["code"] == "gm_only"
    assert bridge.entries("start") == [entry for entry in before if entry["act"] == "start"]
    assert len(gm.world()["messages"]) == 1


def test_a_players_word_is_no_answer(table: Table, gm: Seat) -> None:
    """Another player who answers first is not believed."""
    anna, bruno = table.sit("anna"), table.sit("bruno")
    bruno.page.evaluate(
        """() => game.socket.on('module.bonesetter', (said, sender) => {
            const reply = { ok: true, rulesets: [], characters: [] };
            if (said.kind !== 'ask') return;
            game.socket.emit('module.bonesetter', { kind: 'answer', id: said.id, to: sender, reply });
        })"""
    )
    menu = anna.menu("Mirela")
    expect(menu.locator("[data-ruleset=frontier]")).to_be_visible()


def test_no_game_master(table: Table) -> None:
    anna = table.sit("anna")
    menu = anna.menu("Mirela")
    expect(menu.get_by_role("alert")).to_contain_text("No Game Master is connected")


def test_a_player_learns_nothing_hidden(table: Table, gm: Seat, bridge: Bridge) -> None:
    """A disease that hasn't shown itself is in no form, no log and no number that a player gets."""
    anna = table.sit("anna")
    dialog = anna.begin("Mirela", "frontier", "interval")
    ids = "options => options.map((option) => option.value)"
    before = dialog.locator("[data-field=id] option").evaluate_all(ids)
    dialog.locator(".header-control").click()
    asked = "message => game.modules.get('bonesetter').api.ask(game.actors.get('mirela0000000001'), message)"
    log = anna.page.evaluate(asked, {"type": "log", "since": 0})

    dialog = gm.begin("Mirela", "frontier", "expose")
    options = dialog.locator("[data-field=disease] option").evaluate_all(ids)
    fill(dialog, disease=next(option for option in options if option))
    dialog.locator("[name=bonesetter-secret]").check()
    dialog.locator("[name=bonesetter-enter]").check()
    gm.submit(dialog)
    dialog.locator("input.bs-faces").fill("1 1")
    dialog.locator(".bs-use").click()
    expect(gm.chat).to_have_count(1)
    assert bridge.entries("answer")[0]["data"]["done"]["ending"] != "escaped"

    dialog = anna.begin("Mirela", "frontier", "interval")
    assert dialog.locator("[data-field=id] option").evaluate_all(ids) == before
    assert anna.page.evaluate(asked, {"type": "log", "since": 0}) == log
    expect(anna.chat).to_have_count(0)
    # the whisper is there for the Game Masters alone, and nothing says that anything was rolled
    (message,) = gm.world()["messages"]
    assert set(message["whisper"]) == {"gamemaster000001", "gamemaster000002"} and message["rolls"] == []
    assert anna.page.locator("#chat-log > li").count() == 0
    assert gm.world()["actors"][0]["effects"] == []


@pytest.mark.parametrize("verb", ["hit"])
def test_a_secret_roll_is_whispered_only(table: Table, gm: Seat, bridge: Bridge, verb: str) -> None:
    anna, other = table.sit("anna"), table.sit("assistant")
    dialog = gm.begin("Goblin with a hook", "frontier", verb)
    fill(dialog, damage=5, location="head")
    dialog.locator("[name=bonesetter-secret]").check()
    gm.submit(dialog)
    for seat in (gm, other):
        expect(seat.chat).to_have_count(1)
        expect(seat.chat.locator(".bs-mark")).to_be_visible()
    assert bridge.entries("start")[0]["secret"] is True
    assert anna.page.locator("#chat-log > li").count() == 0
    (message,) = anna.world()["messages"]
    assert message["whisper"] == ["gamemaster000001", "gamemaster000002"] and message["rolls"] == []


def test_who_it_happens_to_and_who_does_it(table: Table, gm: Seat) -> None:
    """With one token targeted, it happens to that one, and the token that was clicked does it."""
    gm.page.evaluate("host.target('token00000000001')")
    dialog = gm.begin("Tobia", "frontier", "first_aid")
    expect(dialog.locator("[data-field=by] select").first).to_have_value("Actor.tobia00000000001")
    gm.page.evaluate("fields => game.settings.set('bonesetter', 'fields', fields)", FIELDS)
