"""Who gets in, and who doesn't: tokens, invites, joining, being shut out."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import socketio
from bonesetter_bridge.cli import main
from conftest import Bridge, Person
from socketio.exceptions import ConnectionError as Refused


def refusal(bridge: Bridge, auth: Any, **how: Any) -> dict[str, Any]:
    """What a client that isn't let in is told."""
    told: list[dict[str, Any]] = []
    client = socketio.Client(reconnection=False)
    client.on("connect_error", told.append)
    with pytest.raises(Refused):
        client.connect(bridge.address, auth=auth, transports=["websocket"], **how)
    assert not client.connected
    return told[0]["data"] if told and isinstance(told[0], dict) else {"code": "refused"}


@pytest.mark.parametrize(
    "auth",
    [
        None,
        {},
        {"token": None},
        {"token": ""},
        {"token": secrets.token_urlsafe(32)},
        {"token": ["a"]},
        {"token": {"$ne": 1}},
        {"token": 43 * "é"},
        {"token": "x" * 100_000},
        "token",
        7,
        [1],
        True,
    ],
    ids=lambda auth: str(auth)[:20],
)
def test_without_a_right_token_nobody_comes_in(bridge: Bridge, auth: Any) -> None:
    assert refusal(bridge, auth)["code"] == "unauthorized"
    # and the server goes on
    person = Person(bridge, bridge.gm)
    assert person.ask("whoami")["invite"]["role"] == "gm"
    person.leave()


def test_the_refusal_speaks_the_readers_language(bridge: Bridge) -> None:
    assert "Master" in refusal(bridge, {"token": "no", "lang": "it"})["message"]


def test_an_invite_lets_one_join_and_nothing_else(bridge: Bridge, meet: Callable[..., Person]) -> None:
    guest = meet(bridge, bridge.player)
    assert guest.ask("whoami")["invite"] == {"role": "player", "name": None, "known": False}
    for type in ("catalog", "log", "people", "invite", "start"):
        assert guest.refused(type, request_id="x")["code"] in ("join_first", "gm_only")
    for name in ("", "  ", "x" * 61, "two\x00", None, 7):
        assert guest.refused("join", name=name, request_id="j")["code"] == "bad_name"
    token = guest.do("join", name="  Bea   Rossi ")["token"]
    id = guest.ask("whoami")["person"]["id"]
    assert guest.ask("whoami")["person"] == {"id": id, "name": "Bea Rossi", "role": "player"}
    assert guest.refused("join", name="Again", request_id="k")["code"] == "joined_already"
    assert guest.ask("catalog")["viewer"] == {"id": id, "name": "Bea Rossi", "role": "player"}
    assert meet(bridge, token).ask("whoami")["person"]["id"] == id


def test_joining_twice_with_one_request_makes_one_person(bridge: Bridge, meet: Callable[..., Person]) -> None:
    first = meet(bridge, bridge.player)
    one = first.do("join", name="Twin", request_id="mine")
    first.leave()
    second = meet(bridge, bridge.player)  # the reply was lost: the client comes by the invite again
    two = second.do("join", name="Twin", request_id="mine")
    assert one["person"] == two["person"] and one["token"] != two["token"]
    for token in (one["token"], two["token"]):
        assert meet(bridge, token).ask("whoami")["person"]["name"] == "Twin"
    third = meet(bridge, bridge.player)
    assert third.refused("join", name="twin", request_id="other")["code"] == "name_taken"


def test_only_a_gm_invites_and_shuts_out(gm: Person, pat: str, meet: Callable[..., Person]) -> None:
    bridge = gm.bridge
    bob = meet(bridge, bridge.player, "Bob")
    assert bob.refused("invite", role="gm")["code"] == "gm_only"
    assert bob.refused("revoke", person=gm.id)["code"] == "gm_only"
    assert gm.refused("revoke", person=gm.id)["code"] == "not_yourself"
    assert gm.refused("revoke", person="p99")["code"] == "unknown_person"
    assert gm.refused("invite", role="king")["code"] == "unknown_role"
    watcher = meet(bridge, gm.ask("invite", role="spectator")["token"], "Cleo")
    assert watcher.ask("catalog")["viewer"]["role"] == "spectator"
    hit = {"ruleset": "toy", "verb": "hit", "args": {"on": pat}, "request_id": "h"}
    assert watcher.refused("start", **hit)["code"] == "spectators_watch"
    online = {one["name"] for one in gm.ask("people")["people"] if one["online"]}
    assert online == {gm.name, bob.name, watcher.name}
    gm.ask("revoke", person=bob.id)
    assert bob.ended.wait(5)
    assert refusal(bridge, {"token": bob.token})["code"] == "unauthorized"


def test_a_link_for_one_person_works_once(bridge: Bridge, gm: Person, meet: Callable[..., Person]) -> None:
    token = gm.ask("invite", role="player", name="Dora")["token"]
    guest = meet(bridge, token)
    assert guest.ask("whoami")["invite"]["name"] == "Dora"
    assert guest.do("join")["person"]["name"] == "Dora"
    late = meet(bridge, token)
    assert late.refused("join", name="Eve", request_id="e")["code"] == "unauthorized"
    # somebody who lost their way in comes back as themself
    person = gm.ask("people")["people"][-1]["id"]
    back = meet(bridge, gm.ask("invite", person=person)["token"])
    assert back.do("join")["person"] == {"id": person, "name": "Dora", "role": "player"}


def test_no_token_is_stored_or_logged(
    begin: Callable[..., Bridge], meet: Callable[..., Person], tmp_path: Path
) -> None:
    bridge = begin(data=tmp_path / "data")
    own = meet(bridge, bridge.gm).join("Ada")
    refusal(bridge, {"token": "A" * 43})
    bridge.stop()
    kept = b"".join(file.read_bytes() for file in (tmp_path / "data").iterdir())
    for token in (own, bridge.gm, bridge.player, "A" * 43):
        assert token.encode() not in kept and token not in bridge.log()


def test_earlier_links_go_on_working_until_told_otherwise(
    begin: Callable[..., Bridge], meet: Callable[..., Person]
) -> None:
    first = begin()
    own = meet(first, first.gm).join("Ada")
    first.stop()
    second = begin()
    assert second.gm != first.gm
    assert meet(second, first.player).ask("whoami")["invite"]["role"] == "player"
    second.stop()
    third = begin("--new-links")
    assert refusal(third, {"token": first.player})["code"] == "unauthorized"
    assert refusal(third, {"token": second.gm})["code"] == "unauthorized"
    assert meet(third, own).ask("whoami")["person"]["name"] == "Ada"


def test_a_link_runs_out(begin: Callable[..., Bridge], tmp_path: Path) -> None:
    bridge = begin()
    with sqlite3.connect(tmp_path / "data" / "bonesetter.sqlite3") as file:
        file.execute("UPDATE tokens SET expires_at = '2020-01-01T00:00:00.000Z'")
    assert refusal(bridge, {"token": bridge.gm})["code"] == "unauthorized"


def test_whoever_guesses_too_often_is_kept_waiting(begin: Callable[..., Bridge]) -> None:
    bridge = begin(script="strict.py")
    codes = [refusal(bridge, {"token": secrets.token_urlsafe(32)})["code"] for _ in range(4)]
    assert codes == ["unauthorized", "unauthorized", "too_many_messages", "too_many_messages"]
    assert refusal(bridge, {"token": bridge.gm})["code"] == "too_many_messages"


def test_whoever_sends_too_much_is_told_so_and_nobody_else(
    begin: Callable[..., Bridge], meet: Callable[..., Person]
) -> None:
    bridge = begin(script="strict.py")
    ada = meet(bridge, bridge.gm, "Ada")
    bob = meet(bridge, bridge.player, "Bob")
    codes = [ada.ask("catalog").get("error", {}).get("code") for _ in range(7)]
    assert codes == [None] * 5 + ["too_many_messages"] * 2
    error = ada.refused("catalog")
    assert 1 <= error["data"]["seconds"] <= 60
    assert bob.ask("catalog")["ok"]


def test_being_shut_out_from_the_command_line_reaches_a_running_server(gm: Person, meet: Callable[..., Person]) -> None:
    bob = meet(gm.bridge, gm.bridge.player, "Bob")
    assert main(["people", "--data", str(gm.bridge.data), "--revoke", bob.id]) == 0
    assert bob.ended.wait(5)
    assert gm.client.connected


def test_heartbeats_come_and_carry_the_head(gm: Person) -> None:
    head = gm.ask("log")["head"]
    began = time.monotonic()
    assert gm.beats.get(timeout=3)["head"] == head
    gm.beats.get(timeout=3)
    assert time.monotonic() - began < 2
