"""What a procedure offers next: only what may be done, and nothing for the dead."""

from __future__ import annotations

from typing import Any

import pytest
from bonesetter import play
from frontier_table import RULES, Table, table


def offered(at: Table, faces: list[int], verb: str, **args: Any) -> list[tuple[str, dict[str, Any]]]:
    """The offers of a procedure whose dice fall as given."""
    left = list(faces)

    def answer(request: Any, key: str, wanting: Any) -> play.Answer:
        if not isinstance(request, play.ROLLED):
            return play.Answer(key, value=request.default)
        many = 2 if request.purpose.startswith("resist") else 1
        fell = tuple(left[:many])
        del left[:many]
        return play.Answer(key, fell)

    _, standing = play.play(RULES, at.c, play.begin(RULES, verb, args), answer)
    at.c = standing.state
    assert not left
    return [(offer.verb, dict(offer.args)) for offer in standing.outcome.offers]


@pytest.mark.parametrize(("tired", "offer"), [(0, 1), (2, 3), (3, 3)])
def test_an_opponents_fatigue_from_poison_is_offered_as_more_tiredness_for_this_fight(tired: int, offer: int) -> None:
    """F-215, D-47: nothing is marked; the GM may raise that fight's value, to 3 at most."""
    dose = {"id": "p1", "poison": "Wolfsbane paste"}
    at = table({"foe": {"kind": "opponent", "max_wounds": 8, "tired": tired, "poisonings": [dose]}}, fight=True)
    offers = offered(at, [1, 1, 2], "poison_acts", on="foe", id="p1")
    assert ("encounter_opponent", {"who": "foe", "tired": offer}) in offers
    assert at.sheet("foe")["fatigue"] == 0
    assert at.sheet("foe")["tired"] == tired


def test_outside_a_fight_no_tiredness_is_offered() -> None:
    dose = {"id": "p1", "poison": "Wolfsbane paste"}
    at = table({"foe": {"kind": "opponent", "max_wounds": 8, "poisonings": [dose]}})
    assert [verb for verb, _ in offered(at, [1, 1, 2], "poison_acts", on="foe", id="p1")] == ["treat_poison"]


@pytest.mark.parametrize(("facts", "fight", "aid"), [
    ({}, True, True),
    ({"first_aid_this_fight": True}, True, False),
    ({}, False, False),
    ({"wounds": 12}, True, True),
])  # fmt: skip
def test_first_aid_is_offered_in_a_fight_to_those_who_have_had_none(facts: Any, fight: bool, aid: bool) -> None:
    """F-036, F-039."""
    at = table({"pat": {"max_wounds": 12, "wounds": 5, **facts}}, fight=fight)
    offers = offered(at, [], "hit", on="pat", damage=2, location="head")
    assert [verb for verb, _ in offers] == (["first_aid"] if aid else [])


def test_nothing_is_offered_where_a_hit_did_nothing() -> None:
    at = table({"pat": {"max_wounds": 12, "wounds": 12}}, fight=True)
    assert offered(at, [], "hit", on="pat", damage=0, location="head") == []


def test_nothing_is_offered_for_the_dead() -> None:
    """F-083, F-245, D-76: dead at once, with rolls of the poison still to come."""
    dose = {"id": "p1", "poison": "Death-cap"}
    at = table({"pat": {"attributes": {"Endurance": 0}, "max_wounds": 6, "wounds": 1, "poisonings": [dose]}},
               min_attribute=0)  # fmt: skip
    assert offered(at, [1, 1, 1, 1, 4], "poison_acts", on="pat", id="p1") == []
    assert at.sheet("pat")["dead"]
    at = table({"pat": {"max_wounds": 12, "wounds": 0}}, fight=True)
    assert offered(at, [6], "hit", on="pat", damage=9, location="head") == []


def test_a_poison_with_rolls_to_come_offers_the_next_and_its_treatment() -> None:
    """F-239, F-249, F-285."""
    at = table({"pat": {"max_wounds": 12, "poisonings": [{"id": "p1", "poison": "Death-cap"}]}})
    offers = offered(at, [6, 6], "poison_acts", on="pat", id="p1")
    assert [verb for verb, _ in offers] == ["treat_poison", "poison_acts"]
    offered(at, [6, 6], "poison_acts", on="pat", id="p1")
    assert offered(at, [6, 6], "poison_acts", on="pat", id="p1") == []


@pytest.mark.parametrize(("location", "row", "verbs"), [
    ("body", 10, ["named_treatment"]), ("arm", 6, ["named_treatment"]), ("body", 5, ["treat_wound"]),
    ("head", 8, ["treat_wound"]), ("arm", 10, ["treat_wound"]), ("body", 1, []), ("leg", 11, []), ("head", 12, []),
])  # fmt: skip
def test_a_wound_offers_the_treatment_it_takes(location: str, row: int, verbs: list[str]) -> None:
    """F-043 to F-048, F-052."""
    at = table({"pat": {"max_wounds": 12, "wounds": 0}})
    offers = offered(at, [], "inflict_wound", on="pat", location=location, row=row,
                     **({"side": "left"} if location in ("arm", "leg") else {}))  # fmt: skip
    assert [verb for verb, _ in offers] == verbs
