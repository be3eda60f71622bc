"""Whoever wants to break the game of a table: what they may not undo, read, foretell, rename or crash."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from bonesetter.desk import Log
from bonesetter.ruleset import Ruleset, found
from playing import ANN, BOB, GM, Desk

ATTRIBUTES = ("Endurance", "Resolve", "Intellect", "Agility", "Might", "Deftness", "Presence", "Wits")
HURT = {"attributes": dict.fromkeys(ATTRIBUTES, 1), "Movement": 6, "max_wounds": 14, "wounds": 3}
"""Somebody of the frontier who is alive, but not well."""


@pytest.fixture(scope="module")
def rulesets() -> dict[str, Ruleset]:
    return found()


def seated(rulesets: dict[str, Ruleset], id: str, state: dict[str, Any] | None = None) -> Desk:
    table = Desk(Log({id: rulesets[id]}))
    for who, player in (("ann", ANN), ("bob", BOB)):
        table.say("import", id=who, ruleset=id, name=who.title(), state=state or {})
        table.say("persona", id=who, owners=[player.id])
    return table


@pytest.fixture
def frontier(rulesets: dict[str, Ruleset]) -> Desk:
    return seated(rulesets, "frontier", HURT)


def act(table: Desk, verb: str, viewer: Any = GM, secret: bool = False, **args: Any) -> dict[str, Any]:
    ruleset = next(iter(table.log.rulesets))
    return table.say("start", viewer, ruleset=ruleset, verb=verb, args=args, secret=secret)["course"]


def caught(table: Desk, who: str) -> None:
    """A disease that nobody sees yet."""
    state = table.say("sheet", ruleset="frontier", character=who)["state"]
    disease = {"id": "x1", "disease": "Camp flux", "phase": "incubating", "incubation_left": 3}
    assert table.say("import", ruleset="frontier", id=who, state={**state, "diseases": [disease]})["ok"]


# --- undoing -------------------------------------------------------------------------------------------------------


def test_taking_back_with_what_follows_takes_no_dice_from_a_players_hands(frontier: Desk) -> None:
    quiet = act(frontier, "night", ANN, on="ann")
    rolled = act(frontier, "hit", BOB, on="ann", damage=40, location="arm", by="bob")
    assert frontier.say("undo", ANN, entry=quiet["entry"])["error"]["data"]["entries"] == [rolled["entry"]]
    before = frontier.log.entries
    assert frontier.say("undo", ANN, entry=quiet["entry"], with_later=True)["error"]["code"] == "gm_only"
    assert frontier.log.entries == before
    assert frontier.say("undo", entry=quiet["entry"], with_later=True)["course"]["state"] == "undone"


def test_a_refused_taking_back_names_no_hidden_entry(frontier: Desk) -> None:
    quiet = act(frontier, "night", ANN, on="ann")
    rolled = act(frontier, "hit", GM, secret=True, on="ann", damage=9, location="head")
    assert rolled["card"]["secret"]
    theirs = frontier.say("undo", ANN, entry=quiet["entry"])["error"]
    assert (theirs["code"], theirs["data"].get("entries")) == ("gm_only", None)
    assert frontier.say("undo", entry=quiet["entry"])["error"]["data"]["entries"] == [rolled["entry"]]


def test_an_id_means_one_thing_also_after_a_character_was_replaced(desk: Desk) -> None:
    first = desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"})["course"]["injuries"]["ann"]
    desk.say("import", id="ann", ruleset="toy", state={})
    second = desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"})["course"]["injuries"]["ann"]
    assert [injury["id"] for injury in first + second] == ["b1", "b2"]
    assert desk.restarted().log.book == desk.log.book


# --- secrets -------------------------------------------------------------------------------------------------------


def test_of_a_field_that_is_partly_hidden_players_are_told_the_rest(frontier: Desk) -> None:
    caught(frontier, "ann")
    hidden = frontier.say("sheet", ruleset="frontier", character="ann")["state"]["diseases"]
    shown = {"id": "x2", "disease": "Grey pox", "phase": "sick"}
    corrected = frontier.say("correct", ruleset="frontier", character="ann", path="diseases", now=[*hidden, shown])
    assert corrected["ok"]
    theirs = json.dumps([frontier.say("log", ANN), frontier.news[ANN.id], frontier.say("export", ANN)])
    assert "Grey pox" in theirs and "flux" not in theirs
    frontier.say("correct", ruleset="frontier", character="ann", path="diseases/x1/phase", now="sick")
    assert "Camp flux" in json.dumps(frontier.say("log", ANN))


# --- fair dice -----------------------------------------------------------------------------------------------------


def test_a_seed_is_not_revealed_while_dice_may_still_fall_under_it(desk: Desk) -> None:
    """Whoever knows the seed would know the next faces before choosing."""
    hurt = desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"})["course"]["injuries"]["ann"][0]["id"]
    desk.say("fair", step="commit")
    begun = desk.say("start", ANN, ruleset="toy", verb="treat", args={"on": "ann", "bruise": hurt})["course"]
    for lang in ("en", "it"):
        error = desk.say("fair", step="reveal", lang=lang)["error"]
        assert (error["code"], error["data"]["entries"]) == ("fair_unfinished", [begun["entry"]])
        assert str(begun["entry"]) in error["message"]
    desk.say("answer", ANN, entry=begun["entry"], hash=begun["ask"]["hash"], value="rough")
    assert desk.say("fair", step="reveal")["ok"]
    lines = desk.say("export", ANN, fair=True)["lines"]
    assert desk.say("verify", ANN, text="\n".join(map(json.dumps, lines)))["verified"]["sound"]


# --- names ---------------------------------------------------------------------------------------------------------


def test_nobody_gives_a_word_of_the_rules_another_meaning(desk: Desk) -> None:
    before = desk.say("table", ANN, ruleset="toy", table="bruises")
    for row in before["table"]["rows"]:
        assert desk.say("import", ANN, id=row["id"], ruleset="toy", name="nothing at all")["ok"]
    desk.say("import", ANN, id="bruise", ruleset="toy", name="nothing at all")
    assert desk.say("table", BOB, ruleset="toy", table="bruises") == before
    error = desk.say("start", BOB, ruleset="toy", verb="hit", args={"on": "bob", "amount": -1})["error"]
    assert "nothing at all" not in error["message"]


@pytest.mark.parametrize("name", ["x" * 201, "two\nlines", "two\u2028lines", "\x1b[2J", ""])
def test_a_name_is_one_short_line(desk: Desk, name: str) -> None:
    assert desk.say("persona", ANN, id="ann", name=name)["error"]["code"] == "bad_value"
    if name:
        assert desk.say("import", ANN, id="cid", ruleset="toy", name=name)["error"]["code"] == "bad_value"
    assert desk.say("persona", ANN, id="ann", name="Ánn\u200d \N{MAGE}")["ok"]


@pytest.mark.parametrize("id", ["", " ", "a/b", "x" * 101, "a\nb"])
def test_an_id_is_short_and_one_line(desk: Desk, id: str) -> None:
    assert desk.say("import", ANN, id=id, ruleset="toy")["error"]["code"] == "bad_value"


# --- arguments -----------------------------------------------------------------------------------------------------


def arguments(rulesets: dict[str, Ruleset]) -> Iterator[tuple[str, str, str, bool]]:
    """Every argument that may be left out: its ruleset, verb and name, and whether it takes one or several."""
    for ruleset in rulesets.values():
        for procedure in ruleset.procedures.values():
            for field in procedure.fields:
                if not field.required and not procedure.inner and not procedure.query:
                    yield ruleset.id, procedure.verb, field.name, isinstance(field.default, tuple)


def filled(table: Desk, id: str, verb: str) -> dict[str, Any]:
    """Something for every argument that a verb requires."""
    made: dict[str, Any] = {}
    for field in table.say("form", ruleset=id, verb=verb)["form"]["fields"]:
        if field["required"]:
            options = field.get("options") or [{"value": "ann"}]
            made[field["name"]] = options[0]["value"] if field["type"] in ("character", "choice") else 1
    return made


def test_an_argument_given_as_nothing_is_left_out_and_one_of_several_is_a_list(rulesets: dict[str, Ruleset]) -> None:
    tables = {id: seated(rulesets, id, HURT if id == "frontier" else None) for id in rulesets}
    for id, verb, name, several in arguments(rulesets):
        args = filled(tables[id], id, verb)
        left_out = tables[id].say("form", ruleset=id, verb=verb, filled=args)
        assert left_out["ok"], (id, verb)
        start = {"ruleset": id, "verb": verb, "dice": "enter"}
        kept = tables[id].log
        plain = tables[id].say("start", args=args, **start)
        tables[id].log = kept
        nothing = tables[id].say("start", args={**args, name: None}, **start)
        tables[id].log = kept
        assert plain.get("error") == nothing.get("error"), (id, verb, name)
        if several:
            for junk in (1, 1.5, True, {"a": 1}):
                error = tables[id].say("start", args={**args, name: junk}, **start)["error"]
                assert error["code"] == "bad_value" or plain.get("error"), (id, verb, name, junk)
