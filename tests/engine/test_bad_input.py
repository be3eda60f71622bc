"""Bad input at the desk: whatever a message holds, the reply is a refusal that can be read, and nothing is logged."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from bonesetter.codec import from_json
from bonesetter.desk import Host, Log, handle
from bonesetter.errors import Refusal
from bonesetter.ruleset import found
from playing import ANN, GM, Desk

HOST = Host("2026-01-01T00:00:00Z", bytes(16))


def nested(depth: int) -> Any:
    made: Any = 1
    for _ in range(depth):
        made = [made]
    return made


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize(
    "junk",
    [10**400, -(10**5000), 1e308, float("nan"), float("inf"), "\ud800", nested(33), nested(900), {"\udfff": 1}, b"x"],
    ids=lambda junk: type(junk).__name__,
)
def test_what_no_rule_could_count_with_is_malformed(desk: Desk, junk: Any, lang: str) -> None:
    for message in (
        {"type": "start", "ruleset": "toy", "verb": "hit", "args": {"on": "ann", "amount": junk}},
        {"type": "form", "ruleset": "toy", "verb": "hit", "filled": {"on": junk}},
        {"type": "table", "ruleset": "toy", "table": "bruises", "modifier": junk},
        {"type": "correct", "ruleset": "toy", "character": "ann", "path": "fever", "now": junk},
    ):
        made = handle(desk.log, {**message, "lang": lang}, GM, HOST)
        assert (made.reply["error"]["code"], made.entries) == ("malformed", ())
        assert len(json.dumps(made.reply, allow_nan=False)) < 1000


@pytest.mark.parametrize("who", [1.5, 7, True, {"a": 1}, [[]], [None], "nobody", []])
def test_a_player_names_nobody(desk: Desk, who: Any) -> None:
    made = handle(desk.log, {"type": "start", "ruleset": "toy", "verb": "hit", "args": {"on": who}}, ANN, HOST)
    assert made.reply["error"]["code"] in ("not_yours", "unknown_character") and not made.entries


@pytest.mark.parametrize("junk", ["x" * 50_000, ["x"] * 5000, {"a": {"b": [1]}}, {"phrase": "x", "facts": 1}])
def test_a_refusal_quotes_what_was_given_as_it_is_typed_and_not_all_of_it(desk: Desk, junk: Any) -> None:
    for message in (
        {"type": "table", "ruleset": "toy", "table": "bruises", "modifier": junk},
        {"type": "start", "ruleset": "toy", "verb": "hit", "args": {"on": "ann", "amount": junk}},
    ):
        error = handle(desk.log, message, GM, HOST).reply["error"]
        assert len(json.dumps(error)) < 1500
        assert not any(python in error["message"] for python in ("Map(", "{'", "['"))


@pytest.mark.parametrize(
    "word", [{"phrase": "errors.bad_value", "facts": {}}, {"phrase": "x", "facts": 1}, {"term": 3}]
)
def test_a_state_that_looks_like_words_breaks_no_card(desk: Desk, word: Any) -> None:
    desk.say("import", id="cid", ruleset="toy", state={"fever": word})
    desk.say("correct", ruleset="toy", character="ann", path="fever", now=word)
    assert desk.say("log")["ok"] and desk.say("log", ANN)["ok"]


@pytest.mark.parametrize("given", ["1/0", "1e999999999", "nan", "inf", "x", "", "1/00", True, [1]])
def test_fractions_are_numbers(given: Any) -> None:
    with pytest.raises(Refusal) as refused:
        from_json(Fraction, given, "speed")
    assert refused.value.code == "bad_state"


def test_fractions_are_read_as_they_are_written() -> None:
    assert [from_json(Fraction, given) for given in ("1/2", "0.25", 7, 1.5, "-3", 1e-07)] == [
        Fraction(1, 2), Fraction(1, 4), 7, Fraction(3, 2), -3, Fraction(1, 10**7)
    ]  # fmt: skip


def test_a_player_brings_a_character_in_once_and_never_over_what_they_cannot_see(desk: Desk) -> None:
    new = desk.say("import", ANN, id="cid", ruleset="toy", state={})
    assert new["ok"] and new["course"]["card"]["act"] == "adopt"
    desk.say("correct", ruleset="toy", character="ann", path="incubating", now=True)
    head = desk.log.head
    assert desk.say("import", ANN, id="ann", ruleset="toy", state={})["error"]["code"] == "gm_only"
    assert desk.log.head == head
    assert desk.say("import", id="ann", ruleset="toy", state={})["ok"]


def test_an_inner_procedure_has_no_form() -> None:
    for ruleset in found().values():
        log = Log({ruleset.id: ruleset})
        for verb in (verb for verb, made in ruleset.procedures.items() if made.inner):
            error = handle(log, {"type": "form", "ruleset": ruleset.id, "verb": verb}, GM, HOST).reply["error"]
            assert error["code"] == "unknown_verb" and verb not in error["data"]["known"]


def test_odds_that_would_take_for_ever_are_refused(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> None:
    monkeypatch.setattr("bonesetter.chances.MOST", 0)
    ask = {"type": "odds", "ruleset": "toy", "verb": "hit", "args": {"on": "ann"}, "by": "row"}
    for lang in ("en", "it"):
        error = handle(desk.log, {**ask, "lang": lang}, GM, HOST).reply["error"]
        assert error["code"] == "too_long_to_reckon" and error["message"]
    monkeypatch.setattr("bonesetter.goal.MOST", 0)
    monkeypatch.setattr("bonesetter.chances.MOST", 30_000)
    assert handle(desk.log, {**ask, "goal": "x"}, GM, HOST).reply["error"]["code"] == "endless_choices"


def test_the_largest_whole_number_that_a_browser_has_is_a_number(desk: Desk) -> None:
    """Clients ask for the head of a log by asking for what comes after every number."""
    assert desk.say("log", since=2**53 - 1) == {"ok": True, "head": desk.log.head, "since": 2**53 - 1, "entries": []}
    assert desk.say("log", since=2**53)["error"]["code"] == "malformed"
