"""What holds for every game, whatever is done in it."""

from __future__ import annotations

import json

import pytest
from bonesetter import play
from bonesetter.codec import from_json, to_json
from bonesetter.desk import Log
from bonesetter.errors import Refusal
from bonesetter.event import Event
from bonesetter.history import conflicts
from bonesetter.messages import TYPES, read, schema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import ANN, GM, Desk

ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("hit"), st.sampled_from(["ann", "bob"]), st.integers(0, 2)),
        st.tuples(st.just("treat"), st.sampled_from(["ann", "bob"]), st.integers(1, 3)),
        st.tuples(st.just("expose"), st.sampled_from(["ann", "bob"]), st.booleans()),
        st.tuples(st.just("undo"), st.integers(1, 20), st.booleans()),
        st.tuples(st.just("fever"), st.sampled_from(["ann", "bob"]), st.integers(0, 1)),
    ),
    max_size=14,
)
SETTINGS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def played(toy, acts) -> Desk:
    desk = Desk(Log({"toy": toy}))
    desk.say("import", id="ann", ruleset="toy", name="Ann")
    desk.say("import", id="bob", ruleset="toy", name="Bob")
    for act, first, second in acts:
        if act == "hit":
            desk.say("start", ruleset="toy", verb="hit", args={"on": first, "amount": second})
        elif act == "treat":
            course = desk.say("start", ruleset="toy", verb="treat", args={"on": first, "bruise": f"b{second}"}).get(
                "course"
            )
            if course and course["ask"]:
                desk.say("answer", entry=course["entry"], hash=course["ask"]["hash"], value="rough")
        elif act == "expose":
            desk.say("start", ruleset="toy", verb="expose", args={"on": first, "secret": second})
        elif act == "undo":
            desk.say("undo", entry=first, with_later=second)
        else:
            desk.say("correct", ruleset="toy", character=first, path="fever", now=second)
    return desk


@given(ACTS)
@SETTINGS
def test_a_fold_equals_itself_after_storage_and_replay(toy, acts) -> None:
    desk = played(toy, acts)
    assert desk.restarted().log.book.campaign == desk.log.book.campaign
    assert desk.log.folded(desk.log.undone).campaign == desk.log.book.campaign


@given(ACTS)
@SETTINGS
def test_a_log_that_was_allowed_is_free_of_conflicts(toy, acts) -> None:
    """Nothing stands in the log that would come out otherwise on the state it stands on."""
    desk = played(toy, acts)
    assert conflicts(desk.log, desk.log.undone) == ()


@given(ACTS)
@SETTINGS
def test_undo_of_the_last_course_restores_the_view_exactly(toy, acts) -> None:
    desk = played(toy, acts)
    before = {who: desk.say("sheet", ruleset="toy", character=who) for who in ("ann", "bob")}
    course = desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"})
    if course["ok"]:
        assert desk.say("undo", entry=course["course"]["entry"])["ok"]
    after = {who: desk.say("sheet", ruleset="toy", character=who) for who in ("ann", "bob")}
    for who in before:  # the count of ids used up stays; nothing that is shown does
        assert (before[who].get("sheet"), before[who].get("injuries")) == (
            after[who].get("sheet"),
            after[who].get("injuries"),
        )


@given(ACTS)
@SETTINGS
def test_every_transcript_and_event_round_trips_through_json(toy, acts) -> None:
    for course in played(toy, acts).log.book.courses.values():
        stored = json.loads(json.dumps(to_json(course.transcript)))
        assert from_json(play.Transcript, stored) == course.transcript
        for event in course.events:
            assert isinstance(event, Event)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=5), x, max_size=3),
        max_leaves=8,
    ),
    st.sampled_from([*TYPES, "nonsense"]),
)
@SETTINGS
def test_no_message_gets_anything_but_a_reply(desk: Desk, junk, kind) -> None:
    """Whatever is said, the desk answers with JSON and logs nothing that it refuses."""
    from bonesetter.desk import Host, handle

    host = Host("2026-01-01T00:00:00Z", b"0" * 16)
    messages = [junk, {"type": kind}, {"type": kind, "ruleset": "toy", "verb": junk, "args": junk}]
    if isinstance(junk, dict):
        messages.append({**junk, "type": kind})
    for message in messages:
        for viewer in (GM, ANN):
            reply = handle(desk.log, message, viewer, host)
            json.dumps(reply.reply)
            assert reply.reply["ok"] or (reply.reply["error"]["message"] and not reply.entries)


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        "x",
        {},
        {"type": 3},
        {"type": "nonsense"},
        {"type": "start"},
        {"type": "log", "since": "x"},
        {"type": "log", "extra": 1},
    ],
)
def test_malformed_messages_are_refused_by_name(message) -> None:
    with pytest.raises(Refusal) as refused:
        read(message)
    assert refused.value.code in ("malformed", "unknown_message", "missing_field", "bad_state", "unknown_field")


def test_the_schema_describes_every_message() -> None:
    described = {one["properties"]["type"]["const"]: one for one in schema()["oneOf"]}
    assert set(described) == set(TYPES)
    assert described["start"]["required"] == ["type", "ruleset", "verb"]
    assert json.dumps(described)
