"""What is done is done once, is on disk before it is acknowledged, and reaches everybody who may see it."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conftest import Bridge, Person, drain


def roll(who: str) -> dict[str, Any]:
    return {"ruleset": "toy", "verb": "roll", "args": {"table": "bruises", "on": who}}


def hit(who: str, amount: int = 2) -> dict[str, Any]:
    return {"ruleset": "toy", "verb": "hit", "args": {"on": who, "amount": amount}}


def stored(data: Path) -> list[dict[str, Any]]:
    """The log as it is in the database file."""
    with closing(sqlite3.connect(f"file:{data / 'bonesetter.sqlite3'}?mode=ro", uri=True)) as file:
        return [json.loads(row) for (row,) in file.execute("SELECT entry FROM entries ORDER BY number")]


def starts(data: Path, request: str) -> int:
    """How many rolls of one request are in the file."""
    return len([entry for entry in stored(data) if entry["act"] == "start" and entry["request"] == request])


def test_a_roll_is_the_same_in_the_acknowledgement_the_news_and_the_file(gm: Person, pat: str) -> None:
    reply = gm.do("start", **hit(pat))
    (news,) = drain(gm)
    entry = stored(gm.bridge.data)[-1]
    faces = [face for answer in entry["data"]["answers"] for face in answer["faces"]]
    assert [face for _, face in reply["course"]["card"]["steps"][0]["faces"]] == faces
    assert news["course"]["card"] == reply["course"]["card"] and news["head"] == reply["head"]
    assert entry["by"] == gm.id and entry["via"] == "site"


def test_the_acknowledgement_comes_before_the_news(gm: Person, pat: str) -> None:
    order: list[str] = []
    gm.client.on("news", lambda _: order.append("news"))
    acknowledged = threading.Event()

    def ack(_: object) -> None:
        order.append("ack")
        acknowledged.set()

    for _ in range(5):
        order.clear()
        acknowledged.clear()
        gm.client.emit("desk", {"type": "start", **roll(pat), "request_id": gm.new_id()}, callback=ack)
        assert acknowledged.wait(5)
        drain(gm)
        assert order == ["ack", "news"]


def test_the_same_request_twice_is_one_roll(gm: Person, pat: str) -> None:
    request = gm.new_id()
    first = gm.do("start", **hit(pat), request_id=request)
    again = gm.do("start", **hit(pat), request_id=request)
    assert again == first and starts(gm.bridge.data, request) == 1
    assert gm.refused("start", **hit(pat, 3), request_id=request)["code"] == "request_id_taken"


def test_nobody_gets_another_ones_reply_by_its_id(gm: Person, pat: str, meet: Callable[..., Person]) -> None:
    request = gm.new_id()
    secret = {"ruleset": "toy", "verb": "expose", "args": {"on": pat, "secret": True}}
    gm.do("start", **secret, request_id=request)
    bob = meet(gm.bridge, gm.bridge.player, "Bob")
    assert bob.refused("start", **secret, request_id=request)["code"] == "request_id_taken"


@pytest.mark.parametrize("request_id", [None, "", 7, "x" * 101, "new\nline", ["a"]])
def test_a_change_without_a_proper_request_id_is_refused(gm: Person, pat: str, request_id: object) -> None:
    before = len(stored(gm.bridge.data))
    assert gm.refused("start", **hit(pat), request_id=request_id)["code"] == "bad_request_id"
    assert len(stored(gm.bridge.data)) == before


def test_a_refused_act_changes_nothing(gm: Person, pat: str) -> None:
    before = stored(gm.bridge.data)
    request = gm.new_id()
    assert gm.refused("start", **hit(pat, -1), request_id=request)["code"] == "negative_amount"
    assert gm.refused("start", **hit("nobody"), request_id=request)["code"] == "unknown_character"
    assert stored(gm.bridge.data) == before
    # a refused id is not used up: nothing was done under it
    gm.do("start", **hit(pat), request_id=request)


def test_killed_between_commit_and_acknowledgement(
    begin: Callable[..., Bridge], meet: Callable[..., Person], tmp_path: Path
) -> None:
    how = {"script": "dies_before_ack.py", "env": {"DIED": str(tmp_path / "died")}}
    bridge = begin(**how)
    gm = meet(bridge, bridge.gm, "Ada")
    gm.do("import", id="pat", ruleset="toy", name="Pat")
    with pytest.raises(Exception):  # noqa: B017 - the client's time-out or its disconnection, whichever comes first
        gm.client.call("desk", {"type": "start", **hit("pat"), "request_id": "die-1"}, timeout=3)
    assert bridge.process.wait(10) == -9
    written = stored(tmp_path / "data")[-1]
    assert written["request"] == "die-1"
    again = begin(**how)
    back = meet(again, gm.token)
    reply = back.do("start", **hit("pat"), request_id="die-1")
    faces = [face for _, face in reply["course"]["card"]["steps"][0]["faces"]]
    assert faces == written["data"]["answers"][0]["faces"]
    assert starts(tmp_path / "data", "die-1") == 1


def test_a_dialog_outlives_the_server(begin: Callable[..., Bridge], meet: Callable[..., Person]) -> None:
    bridge = begin()
    gm = meet(bridge, bridge.gm, "Ada")
    gm.do("import", id="pat", ruleset="toy", name="Pat")
    gm.do("start", **hit("pat"))
    asked = gm.do("start", ruleset="toy", verb="treat", args={"on": "pat", "bruise": "b1"})["course"]
    assert asked["state"] == "asking" and asked["ask"]["kind"] == "choose"
    bridge.kill()
    again = begin()
    back = meet(again, gm.token)
    (entry,) = [e for e in back.ask("log")["entries"] if e["state"] == "asking"]
    assert entry["ask"] == asked["ask"]
    done = back.do("answer", entry=entry["entry"], hash=entry["ask"]["hash"], value="gentle")["course"]
    assert done["state"] == "done" and done["result"]["test"]["difficulty"] == 9
    stale = back.refused("answer", entry=entry["entry"], hash=entry["ask"]["hash"], value="rough", request_id="late")
    assert stale["code"] in ("course_over", "stale_answer")


def test_real_dice_half_thrown_outlive_the_server(begin: Callable[..., Bridge], meet: Callable[..., Person]) -> None:
    bridge = begin()
    gm = meet(bridge, bridge.gm, "Ada")
    gm.do("import", id="pat", ruleset="toy", name="Pat", state={"fever": 1})
    course = gm.do("start", ruleset="toy", verb="day", args={"on": "pat"}, dice="enter")["course"]
    course = gm.do("answer", entry=course["entry"], hash=course["ask"]["hash"], faces=[3])["course"]
    assert course["state"] == "asking"
    bad = gm.refused("answer", entry=course["entry"], hash=course["ask"]["hash"], faces=[9], request_id="nine")
    assert bad["code"] == "die_out_of_range"
    bridge.kill()
    back = meet(begin(), gm.token)
    course = back.do("answer", entry=course["entry"], hash=course["ask"]["hash"], faces=[6])["course"]
    assert [face for _, face in course["card"]["steps"][0]["faces"]] == [3, 6] and course["state"] == "done"


def test_who_was_away_gets_what_was_missed(gm: Person, pat: str, meet: Callable[..., Person]) -> None:
    bob = meet(gm.bridge, gm.bridge.player, "Bob")
    drain(bob)
    head = bob.ask("log")["head"]
    bob.leave()
    for _ in range(5):
        gm.do("start", **roll(pat))
    back = meet(gm.bridge, bob.token)
    assert drain(back) == []  # what happened before is asked for, not told
    assert back.beats.get(timeout=5)["head"] == head + 5
    page = back.ask("log", since=head, limit=3)
    rest = back.ask("log", since=head + 3)
    assert page["head"] == head + 5
    assert [entry["of"] for entry in page["entries"] + rest["entries"]] == list(range(head + 1, head + 6))


def test_everybody_hears_it_in_their_own_language(gm: Person, pat: str, meet: Callable[..., Person]) -> None:
    bea = meet(gm.bridge, gm.bridge.player, "Bea", lang="it")
    mine = gm.do("start", **hit(pat))["course"]["card"]
    (hers,) = [news["course"]["card"] for news in drain(bea)]
    assert (mine["title"], hers["title"]) == ("Hit", "Colpo")
    assert hers["steps"][0]["faces"] == mine["steps"][0]["faces"]


def test_two_at_once_are_two_entries_in_one_order(gm: Person, pat: str, meet: Callable[..., Person]) -> None:
    other = meet(gm.bridge, gm.token)
    before = gm.ask("log")["head"]
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda one: one.do("start", **roll(pat)), [gm, other] * 10))
    assert sorted(reply["head"] for reply in replies) == list(range(before + 1, before + 21))
    assert sorted(news["course"]["of"] for news in drain(other)) == list(range(before + 1, before + 21))


def test_the_first_answer_wins(gm: Person, pat: str, meet: Callable[..., Person]) -> None:
    gm.do("start", **hit(pat))
    foundry = meet(gm.bridge, gm.token, via="foundry")
    course = gm.do("start", ruleset="toy", verb="treat", args={"on": pat, "bruise": "b1"})["course"]
    answer = {"entry": course["entry"], "hash": course["ask"]["hash"]}
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(gm.ask, "answer", **answer, value="gentle", request_id=gm.new_id())
        second = pool.submit(foundry.ask, "answer", **answer, value="rough", request_id=foundry.new_id())
        replies = [first.result(), second.result()]
    assert sorted(reply["ok"] for reply in replies) == [False, True]
    (late,) = [reply for reply in replies if not reply["ok"]]
    assert late["error"]["code"] in ("course_over", "stale_answer")
    (step, *_) = gm.ask("log", since=course["entry"] - 1)["entries"][0]["card"]["steps"]
    assert step["value"] == ("gentle" if replies[0]["ok"] else "rough")


def test_a_player_never_learns_of_a_secret(
    begin: Callable[..., Bridge], meet: Callable[..., Person], tmp_path: Path
) -> None:
    """All that a player gets is the same to the byte (but for the clock), whether the secret exposure caught or not."""
    seen: list[str] = []
    for faces in ([1, 1], [6, 6]):
        bridge = begin(data=tmp_path / f"data-{faces[0]}")
        gm = meet(bridge, bridge.gm, "Ada")
        bob = meet(bridge, bridge.player, "Bob")
        gm.do("import", id="pat", ruleset="toy", name="Pat")
        gm.do("persona", id="pat", owners=[bob.id])
        got: list[Any] = drain(bob)
        args = {"on": "pat", "secret": True}
        course = gm.do("start", ruleset="toy", verb="expose", args=args, dice="enter")["course"]
        got += drain(bob)
        course = gm.do("answer", entry=course["entry"], hash=course["ask"]["hash"], faces=faces)["course"]
        assert course["result"]["caught"] is (faces == [1, 1])
        gm.do("correct", ruleset="toy", character="pat", path="incubating", now=faces == [6, 6])
        got += drain(bob)
        # the next open entry's number follows on the last one that the player knows of
        missed = bob.do("start", **hit("pat", 0))
        assert missed["head"] == gm.ask("log")["head"] - 3
        got += [missed, *drain(bob), bob.beats.get(timeout=5)]
        form = {"ruleset": "toy", "verb": "hit", "filled": {"on": "pat"}}
        odds = {"ruleset": "toy", "verb": "hit", "args": {"on": "pat"}}
        got += [bob.ask("form", **form), bob.ask("odds", **odds), bob.ask("sheet", ruleset="toy", character="pat")]
        got += [bob.ask("log"), bob.ask("catalog"), bob.ask("export"), bob.ask("export", entry=1)]
        for entry in range(1, 8):
            got.append(bob.ask("undo", entry=entry, request_id=f"undo-{entry}"))
            got.append(bob.ask("answer", entry=entry, hash="0", value="x", request_id=f"answer-{entry}"))
        seen.append(re.sub(r'"at": "[^"]*"', "", json.dumps(got, sort_keys=True)))
    assert seen[0] == seen[1]
    assert 'incubating": true' not in seen[0]
