"""What the GM corrects by hand on the sheet leads on as if it had come about in play."""

from __future__ import annotations

from frontier_table import desk_with


def test_a_bout_corrected_to_gravely_ill_scars_its_survivor() -> None:
    """F-363: eased to Sick, or ended by magic straight from Gravely ill."""
    desk = desk_with({"ann": {"Appearance": 2, "diseases": [
        {"id": "x1", "disease": "Grey pox", "phase": "sick"}, {"id": "x2", "disease": "Camp flux", "phase": "sick"},
    ]}})  # fmt: skip
    reply = desk.say("correct", ruleset="frontier", character="ann", path="diseases/x1/phase", now="gravely_ill")
    assert reply["ok"], reply
    assert desk.start("magic", on="ann", spell="Cleanse", target="x1")["ok"]
    sheet = desk.say("sheet", ruleset="frontier", character="ann")["sheet"]
    assert (sheet["appearance_now"], sheet["diseases"][0]["grave_ever"]) == (1, True)


def test_a_correction_to_sick_after_an_easing_keeps_the_scar() -> None:
    desk = desk_with({"ann": {"Appearance": 2, "ranks": {"Resist (Disease)": 20}, "diseases": [
        {"id": "x1", "disease": "Grey pox", "phase": "sick"},
    ]}})  # fmt: skip
    assert desk.say("correct", ruleset="frontier", character="ann", path="diseases/x1/phase", now="gravely_ill")["ok"]
    course = desk.start("interval", on="ann", id="x1")["course"]
    assert course["result"]["phase"] == "sick", course
    assert desk.start("magic", on="ann", spell="Cleanse", target="x1")["ok"]
    assert desk.say("sheet", ruleset="frontier", character="ann")["sheet"]["appearance_now"] == 1
