"""What a player can't know: a secret exposure looks the same whether it caught or not (F-305, invariant 13)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from frontier_table import ANN, GM, desk_with, table

CREW: dict[str, dict[str, Any]] = {
    "ann": {"ranks": {"Treat Wounds": 2}, "gear": ["herbs"]},
    "bob": {"critical_wounds": [{"id": "w1", "location": "body", "row": 7}]},
}


def seen_by_a_player(salt: int, disease: str, wound: str | None) -> tuple[bool, str]:
    """One game with a secret exposure; whether it caught, and all that a player got."""
    desk = desk_with(CREW, salt)
    args = {"on": "bob" if wound else "ann", "disease": disease, "secret": True, **({"wound": wound} if wound else {})}
    reply = desk.start("expose", **args)
    course = reply["course"]
    while course["ask"]:
        answered = desk.say("answer", entry=course["entry"], hash=course["ask"]["hash"], value=course["ask"]["default"])
        course = answered["course"]
    caught = course["result"]["caught"]
    desk.salt, desk.clock = 0, 30  # the clock on the wall and the dice after it are the same in every game
    id = course["result"].get("id", disease.lower().replace(" ", "-"))
    got: list[Any] = []
    for verb, more in (
        ("pass_time", {"minutes": 600}),
        ("night", {"on": "ann"}),
        ("night", {"on": "bob"}),
    ):
        done = desk.start(verb, GM, **more)
        assert done["ok"]
    for message in (
        {"type": "sheet", "ruleset": "frontier", "character": "ann"},
        {"type": "sheet", "ruleset": "frontier", "character": "bob"},
        {"type": "form", "ruleset": "frontier", "verb": "interval", "filled": {"on": "ann", "id": id}},
        {"type": "form", "ruleset": "frontier", "verb": "magic", "filled": {"on": "ann"}},
        {"type": "start", "ruleset": "frontier", "verb": "interval", "args": {"on": "ann", "id": id}},
        {"type": "start", "ruleset": "frontier", "verb": "nurse", "args": {"by": "ann", "on": "bob", "id": id}},
        {
            "type": "start",
            "ruleset": "frontier",
            "verb": "identify_disease",
            "args": {"by": "ann", "on": "ann", "id": id},
        },
        {"type": "start", "ruleset": "frontier", "verb": "downtime_week", "args": {"on": "ann", "id": id}},
        {"type": "start", "ruleset": "frontier", "verb": "fresh_food_week", "args": {"on": "ann"}},
        {"type": "start", "ruleset": "frontier", "verb": "become_sick", "args": {"on": "ann", "id": id}},
        {"type": "start", "ruleset": "frontier", "verb": "short_rest", "args": {"on": "ann"}},
        {
            "type": "query",
            "ruleset": "frontier",
            "verb": "modifier",
            "args": {"who": "ann", "roll": {"kind": "casting"}},
        },
        {"type": "export"},
        {"type": "log"},
        {"type": "catalog"},
    ):
        kind = message.pop("type")
        got.append(desk.say(str(kind), ANN, **message))
    return caught, json.dumps(got, sort_keys=True)


@pytest.mark.parametrize(
    ("disease", "wound"),
    [("Grey pox", None), ("Camp flux", None), ("Lockjaw", None), ("Festering wound", "w1")],
)
def test_a_players_view_is_byte_for_byte_the_same(disease: str, wound: str | None) -> None:
    views: dict[bool, set[str]] = {True: set(), False: set()}
    for salt in range(1, 40):
        caught, got = seen_by_a_player(salt, disease, wound)
        views[caught].add(got)
    assert views[True] and views[False]
    assert len(views[True] | views[False]) == 1


def test_the_refusal_reads_the_same_for_a_carrier_and_for_whoever_carries_nothing() -> None:
    hidden = {"id": "x1", "disease": "Grey pox", "phase": "incubating", "secret": True}
    over = {"id": "x1", "disease": "Camp flux", "phase": "over"}
    t = table({"bob": {"diseases": [hidden]}, "cat": {"diseases": [over]}, "dan": {}, "hea": {}})
    for verb, more in (
        ("interval", {}),
        ("nurse", {"by": "hea"}),
        ("identify_disease", {"by": "hea"}),
        ("downtime_week", {}),
    ):
        said = []
        for who in ("bob", "cat", "dan"):
            refusal = t.refused(verb, on=who, id="x1", **more)
            said.append((refusal.code, refusal.field, {**refusal.data, "who": "?"}))
        assert said[0] == said[1] == said[2]
        assert said[0][0] == "not_sick_yet"


def test_luck_and_secrecy_exclude_each_other() -> None:
    t = table({"ann": {}})
    assert t.refused("expose", on="ann", disease="Camp flux", secret=True, luck=True).code == "luck_not_on_secret_roll"
    assert t.do("expose", on="ann", disease="Spring fever", luck=True)["caught"] in (True, False)


def test_what_shows_is_no_secret_any_more() -> None:
    desk = desk_with(CREW)
    desk.say("correct", ruleset="frontier", character="ann", path="diseases", now=[{"id": "x", "disease": "Grey pox"}])
    assert desk.say("sheet", ANN, ruleset="frontier", character="ann")["sheet"]["diseases"] == []
    desk.start("become_sick", on="ann", id="x")
    shown = desk.say("sheet", ANN, ruleset="frontier", character="ann")
    assert shown["sheet"]["diseases"][0]["phase"] == "sick"
    assert shown["injuries"][0]["name"] == "Grey pox"
