"""What a player can't know: whether the secret exposure caught changes not one byte of anything they get."""

from __future__ import annotations

import json

import pytest
from playing import ANN, GM, Desk


def game(desk: Desk, salt: int) -> tuple[bool, str]:
    """One game with a secret exposure; whether it caught, and all that Ann's player got."""
    desk.salt = salt
    seen = [desk.say("log", ANN)]
    caught = desk.say("start", ruleset="toy", verb="expose", args={"on": "ann", "secret": True})["course"]["result"][
        "caught"
    ]
    desk.salt = 0
    for message in (
        {"type": "sheet", "ruleset": "toy", "character": "ann"},
        {"type": "form", "ruleset": "toy", "verb": "hit", "filled": {"on": "ann", "amount": 1}},
        {"type": "form", "ruleset": "toy", "verb": "day", "filled": {"on": "ann"}},
        {"type": "odds", "ruleset": "toy", "verb": "hit", "args": {"on": "ann"}, "by": "row"},
        {"type": "start", "ruleset": "toy", "verb": "day", "args": {"on": "ann"}},
        {"type": "start", "ruleset": "toy", "verb": "hit", "args": {"on": "ann"}},
        {"type": "export"},
        {"type": "log"},
        {"type": "query", "ruleset": "toy", "verb": "bruises", "args": {"on": "ann"}},
        {"type": "catalog"},
        {"type": "undo", "entry": 3},
    ):
        seen.append(desk.say(message.pop("type"), ANN, **message))
    seen.append(desk.news[ANN.id])
    return caught, json.dumps(seen, sort_keys=True)


def test_a_players_view_is_byte_for_byte_the_same(toy) -> None:
    from bonesetter.desk import Log

    games: dict[bool, set[str]] = {True: set(), False: set()}
    for salt in range(1, 25):
        table = Desk(Log({"toy": toy}))
        table.say("import", id="ann", ruleset="toy", name="Ann")
        table.say("persona", id="ann", owners=[ANN.id])
        caught, got = game(table, salt)
        games[caught].add(got)
    assert games[True] and games[False]
    assert len(games[True] | games[False]) == 1


def test_numbers_are_dense_for_each_viewer(desk: Desk) -> None:
    desk.say("start", ruleset="toy", verb="expose", args={"on": "ann", "secret": True})
    public = desk.say("start", ruleset="toy", verb="hit", args={"on": "bob"})["course"]
    theirs = desk.say("log", ANN)
    assert [entry["of"] for entry in theirs["entries"]] == list(range(1, theirs["head"] + 1))
    assert theirs["entries"][-1]["entry"] == public["entry"] - 1


def test_a_public_card_names_nobody_whom_only_a_secret_event_touched(desk: Desk) -> None:
    course = desk.say("start", ruleset="toy", verb="market", args={"by": "bob", "pest": "ann"})["course"]
    assert {who["id"] for who in course["card"]["who"]} == {"bob", "ann"}
    theirs = desk.say("log", ANN)["entries"][-1]
    assert [who["id"] for who in theirs["card"]["who"]] == ["bob"]
    assert set(theirs["injuries"]) == {"bob"}


def test_refusals_call_entries_by_the_viewers_own_numbers(desk: Desk) -> None:
    desk.say("start", ruleset="toy", verb="expose", args={"on": "ann", "secret": True})
    quiet = desk.say("start", ANN, ruleset="toy", verb="hit", args={"on": "ann", "amount": 0})["course"]
    over = desk.say("abandon", ANN, entry=quiet["entry"])["error"]
    assert (over["code"], over["data"]["entry"]) == ("course_over", quiet["entry"])
    no_course = desk.say("abandon", ANN, entry=1)["error"]
    assert (no_course["code"], no_course["data"]["given"]) == ("unknown_entry", 1)


@pytest.mark.parametrize("secret", [True, False])
def test_the_gm_sees_all_of_it(desk: Desk, secret: bool) -> None:
    course = desk.say("start", ruleset="toy", verb="expose", args={"on": "ann", "secret": secret})["course"]
    assert course["card"]["steps"][0]["faces"]
    assert desk.say("log", GM)["entries"][-1]["card"]["secret"] is secret
