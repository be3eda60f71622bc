"""Taking a hit back: refused while a later wound of the same fight was rolled with it (F-072), by derivation."""

from __future__ import annotations

from typing import Any

from frontier_table import Desk, desk_with


def fight(**ann: Any) -> Desk:
    desk = desk_with({"ann": {"wounds": 0, **ann}, "bob": {"wounds": 0}})
    desk.start("start_fight")
    return desk


def hit(desk: Desk, on: str = "ann", damage: int = 0) -> dict[str, Any]:
    course: dict[str, Any] = desk.start("hit", on=on, damage=damage, location="body")["course"]
    return course


def test_a_wound_of_the_same_fight_stands_in_the_way() -> None:
    desk = fight()
    first, second = hit(desk), hit(desk)
    parts = second["card"]["steps"][0]["parts"]
    assert [(part["source"], part["value"]) for part in parts] == [
        ("Damage left over", 0),
        ("Critical wounds this fight", 1),
    ]
    error = desk.say("undo", entry=first["entry"])["error"]
    assert (error["code"], error["data"]["entries"]) == ("undo_conflict", [second["entry"]])
    assert desk.say("undo", entry=first["entry"], with_later=True)["ok"]
    assert desk.say("sheet", ruleset="frontier", character="ann")["sheet"]["critical_wounds"] == []


def test_somebody_elses_wound_does_not() -> None:
    desk = fight()
    first = hit(desk)
    hit(desk, "bob")
    assert desk.say("undo", entry=first["entry"])["ok"]


def test_a_wound_of_the_next_fight_does_not_count_it() -> None:
    desk = fight()
    first = hit(desk)
    desk.start("end_fight", who=["bob"])
    desk.start("start_fight")
    second = hit(desk)
    assert second["card"]["steps"][0]["parts"][1]["value"] == 0
    assert second["result"]["critical"]["id"] == "c2"
    # its end in the fight was an event of `end_fight`, which names it: that is what depends on it
    error = desk.say("undo", entry=first["entry"])["error"]
    assert second["entry"] not in error["data"]["entries"]


def test_an_id_is_never_given_twice() -> None:
    desk = fight()
    first = hit(desk)
    desk.say("undo", entry=first["entry"])
    assert hit(desk)["result"]["critical"]["id"] == "c2"


def test_a_healing_night_after_the_hit_depends_on_it() -> None:
    desk = fight(wounds=5)
    struck = hit(desk, damage=2)
    night = desk.start("night", on="ann")["course"]
    error = desk.say("undo", entry=struck["entry"])["error"]
    assert error["data"]["entries"] == [night["entry"]]
