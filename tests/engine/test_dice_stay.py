"""Dice once seen stay: over restarts, starting again, going back; and a stale or foreign answer does nothing."""

from __future__ import annotations

import pytest
from playing import ANN, BOB, GM, WATCHER, Desk


def treating(desk: Desk, viewer=ANN, **more: object) -> dict:
    desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"})
    return desk.say("start", viewer, ruleset="toy", verb="treat", args={"on": "ann", "bruise": "b1"}, **more)["course"]


def test_a_restart_in_mid_dialog_goes_on_with_the_same_dice(desk: Desk) -> None:
    course = treating(desk)
    answer = {"entry": course["entry"], "hash": course["ask"]["hash"], "value": "gentle"}
    there = desk.restarted()
    first = desk.say("answer", ANN, **answer)["course"]
    second = there.say("answer", ANN, **answer)["course"]
    assert first["card"]["steps"] == second["card"]["steps"]
    assert [step["kind"] for step in first["card"]["steps"]] == ["choice", "dice"]


def test_starting_the_same_again_gives_the_same_course(desk: Desk) -> None:
    course = treating(desk)
    head = desk.log.head
    again = desk.say("start", ANN, ruleset="toy", verb="treat", args={"on": "ann", "bruise": "b1"})["course"]
    assert again["entry"] == course["entry"]
    assert desk.log.head == head


def test_nobody_fishes_for_a_better_face_by_giving_up(desk: Desk) -> None:
    course = treating(desk, dice="enter")
    ask = desk.say("answer", ANN, entry=course["entry"], hash=course["ask"]["hash"], value="rough")["course"]["ask"]
    # one of the two dice is on the table: from now on only a GM may give the course up
    desk.say("answer", ANN, entry=course["entry"], hash=ask["hash"], faces=[2])
    assert desk.say("abandon", ANN, entry=course["entry"])["error"]["code"] == "gm_only"
    assert desk.say("abandon", GM, entry=course["entry"])["course"]["state"] == "abandoned"


def test_a_course_without_dice_may_be_given_up_by_its_player(desk: Desk) -> None:
    course = treating(desk)
    assert desk.say("abandon", BOB, entry=course["entry"])["error"]["code"] == "gm_only"
    assert desk.say("abandon", ANN, entry=course["entry"])["course"]["state"] == "abandoned"


def test_real_dice_are_read_one_by_one_and_impossible_faces_refused(desk: Desk) -> None:
    course = treating(desk, dice="enter")
    ask = desk.say("answer", ANN, entry=course["entry"], hash=course["ask"]["hash"], value="rough")["course"]["ask"]
    assert (ask["kind"], ask["sides"]) == ("dice", [6, 6])
    for faces in ([7], [0], [2.5], ["3"], [True], [1, 2, 3]):
        head = desk.log.head
        assert not desk.say("answer", ANN, entry=course["entry"], hash=ask["hash"], faces=faces)["ok"], faces
        assert desk.log.head == head
    half = desk.say("answer", ANN, entry=course["entry"], hash=ask["hash"], faces=[3])["course"]
    assert half["state"] == "asking"
    done = desk.say("answer", ANN, entry=course["entry"], hash=half["ask"]["hash"], faces=[5])["course"]
    assert done["card"]["steps"][1]["faces"] == [[6, 3], [6, 5]]
    assert done["result"]["test"]["total"] == 8


@pytest.mark.parametrize("wrong", [{"hash": "0" * 16}, {"entry": 99}, {"value": "fiercely"}, {"value": None}])
def test_a_stale_foreign_or_impossible_answer_changes_nothing(desk: Desk, wrong: dict) -> None:
    course = treating(desk)
    head = desk.log.head
    reply = desk.say(
        "answer", ANN, **{"entry": course["entry"], "hash": course["ask"]["hash"], "value": "rough", **wrong}
    )
    assert not reply["ok"] and reply["error"]["message"]
    assert desk.log.head == head


def test_who_may_answer_and_act(desk: Desk) -> None:
    course = treating(desk)
    answer = {"entry": course["entry"], "hash": course["ask"]["hash"], "value": "rough"}
    assert desk.say("answer", BOB, **answer)["error"]["code"] == "not_yours_to_answer"
    assert desk.say("start", BOB, ruleset="toy", verb="hit", args={"on": "ann"})["error"]["code"] == "not_yours"
    assert (
        desk.say("start", WATCHER, ruleset="toy", verb="hit", args={"on": "ann"})["error"]["code"] == "spectators_watch"
    )
    assert desk.say("answer", GM, **answer)["ok"]


def test_a_choice_of_one_is_not_asked(desk: Desk) -> None:
    desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"})
    args = {"on": "ann", "bruise": "b1", "hurry": True}
    course = desk.say("start", ruleset="toy", verb="treat", args=args)["course"]
    assert [step["kind"] for step in course["card"]["steps"]] == ["choice", "dice"]
    assert course["card"]["steps"][0]["value"] == "rough"


def test_an_argument_that_is_the_gms_is_neither_shown_nor_taken_from_a_player(desk: Desk) -> None:
    desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"})
    asked = {"ruleset": "toy", "verb": "treat"}
    args = {"on": "ann", "bruise": "b1", "hurry": True}
    assert desk.say("start", ANN, **asked, args=args)["error"]["code"] == "gm_only"
    shown = {who.id: [f["name"] for f in desk.say("form", who, **asked)["form"]["fields"]] for who in (ANN, GM)}
    assert shown == {ANN.id: ["on", "bruise"], GM.id: ["on", "bruise", "hurry"]}


def test_a_changed_state_makes_the_open_question_say_so(desk: Desk) -> None:
    first = desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"})["course"]
    course = desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"}, dice="enter")["course"]
    assert desk.say("undo", entry=first["entry"])["ok"]
    reply = desk.say("answer", entry=course["entry"], hash=course["ask"]["hash"], faces=[4])
    assert reply["error"]["code"] == "stale_answer"
