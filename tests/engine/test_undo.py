"""Taking back: allowed where nothing depends on it, refused by name where something does; nothing is ever deleted."""

from __future__ import annotations

from playing import ANN, Desk


def hit(desk: Desk, who: str = "ann", **more: object) -> dict:
    return desk.say("start", ruleset="toy", verb="hit", args={"on": who}, **more)["course"]


def bruises(desk: Desk, who: str = "ann") -> int:
    return desk.say("sheet", ruleset="toy", character=who)["sheet"]["bruises"]


def test_the_last_hit_can_be_taken_back_and_given_again(desk: Desk) -> None:
    before = desk.say("sheet", ruleset="toy", character="ann")
    course = hit(desk)
    after = desk.say("sheet", ruleset="toy", character="ann")
    assert desk.say("undo", entry=course["entry"])["course"]["state"] == "undone"
    assert desk.say("sheet", ruleset="toy", character="ann")["sheet"] == before["sheet"]
    desk.say("redo", entry=course["entry"])
    assert desk.say("sheet", ruleset="toy", character="ann") == after


def test_a_hit_on_which_a_later_one_depends_is_refused_by_name(desk: Desk) -> None:
    first, second = hit(desk), hit(desk)
    error = desk.say("undo", entry=first["entry"])["error"]
    assert error["code"] == "undo_conflict"
    assert error["data"]["entries"] == [second["entry"]]
    assert str(second["entry"]) in error["message"]
    assert bruises(desk) == 2


def test_take_back_to_here_takes_what_depends_on_it_too(desk: Desk) -> None:
    first = hit(desk)
    hit(desk)
    assert desk.say("undo", entry=first["entry"], with_later=True)["ok"]
    assert bruises(desk) == 0


def test_somebody_elses_hit_stands_in_nobodys_way(desk: Desk) -> None:
    first = hit(desk, "ann")
    hit(desk, "bob")
    assert desk.say("undo", entry=first["entry"])["ok"]
    assert (bruises(desk, "ann"), bruises(desk, "bob")) == (0, 1)


def test_undo_appends_and_ids_are_never_given_twice(desk: Desk) -> None:
    first = hit(desk)
    head = desk.log.head
    desk.say("undo", entry=first["entry"])
    assert desk.log.head == head + 1
    again = hit(desk)
    assert [injury["id"] for injury in again["injuries"]["ann"]] == ["b2"]


def test_redo_is_refused_when_it_would_change_what_came_since(desk: Desk) -> None:
    first = hit(desk)
    desk.say("undo", entry=first["entry"])
    second = hit(desk)
    error = desk.say("redo", entry=first["entry"])["error"]
    assert (error["code"], error["data"]["entries"]) == ("redo_conflict", [second["entry"]])


def test_a_correction_changes_the_state_and_can_be_taken_back(desk: Desk) -> None:
    corrected = desk.say("correct", ruleset="toy", character="ann", path="fever", now=1)
    assert corrected["course"]["card"]["lines"]
    assert desk.say("sheet", ruleset="toy", character="ann")["sheet"]["fever"] == 1
    desk.say("undo", entry=corrected["course"]["entry"])
    assert desk.say("sheet", ruleset="toy", character="ann")["sheet"]["fever"] is None


def test_a_correction_of_no_field_or_of_the_wrong_kind_changes_nothing(desk: Desk) -> None:
    head = desk.log.head
    assert desk.say("correct", ruleset="toy", character="ann", path="hats", now=1)["error"]["code"] == "unknown_field"
    assert desk.say("correct", ruleset="toy", character="ann", path="fever", now="x")["error"]["code"] == "bad_state"
    assert desk.say("correct", ANN, ruleset="toy", character="ann", path="fever", now=1)["error"]["code"] == "gm_only"
    assert desk.log.head == head


def test_a_player_takes_back_only_what_they_did_without_dice(desk: Desk) -> None:
    rolled = desk.say("start", ANN, ruleset="toy", verb="hit", args={"on": "ann"})["course"]
    assert desk.say("undo", ANN, entry=rolled["entry"])["error"]["code"] == "gm_only"
    quiet = desk.say("start", ANN, ruleset="toy", verb="hit", args={"on": "ann", "amount": 0})["course"]
    assert desk.say("undo", ANN, entry=quiet["entry"])["ok"]
