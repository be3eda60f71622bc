"""Tables: spans as people write them, every fault at once, both ends clamped."""

from __future__ import annotations

import pytest
from bonesetter.errors import Refusal
from bonesetter.table import Span, Table
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "lo", "hi"),
    [
        ("7", 7, 7),
        ("21–22", 21, 22),
        ("21-22", 21, 22),
        ("21 — 22", 21, 22),
        ("13+", 13, None),
        ("≥12", 12, None),
        (">=12", 12, None),
        (">11", 12, None),
        ("≤2", None, 2),
        ("<3", None, 2),
        ("2 or less", None, 2),
        ("10 or more", 10, None),
        ("−3", -3, -3),
        ("−3–−1", -3, -1),
    ],
)
def test_spans_as_people_write_them(text: str, lo: int | None, hi: int | None) -> None:
    assert Span.parse(text) == Span(lo, hi)


@pytest.mark.parametrize("text", ["", "x", "3–1", "1–2–3", "1,2", "d6"])
def test_what_is_no_span_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"span|backwards"):
        Span.parse(text)


@given(st.integers(-99, 99) | st.none(), st.integers(-99, 99) | st.none())
def test_spans_print_as_they_parse(lo: int | None, hi: int | None) -> None:
    if lo is None and hi is None:
        return
    if lo is not None and hi is not None and lo > hi:
        lo, hi = hi, lo
    span = Span(lo, hi)
    assert Span.parse(str(span)) == span


def table(die: str, *rolls: str, **more: object) -> Table:
    rows = [{"id": f"r{i}", "roll": roll, "name": roll} for i, roll in enumerate(rolls)]
    return Table.of("t", {"die": die, "rows": rows, **more})


def test_a_sound_table_has_nothing_to_say() -> None:
    assert table("d6", "1–3", "4–6").status() == ()
    assert table("d66", "11–36", "41–66").status() == ()
    assert table("d6", "1–5", "6", "7+", modifiers=["leftover"]).status() == ()


def test_a_modifier_is_named_alone_or_with_the_least_it_can_be() -> None:
    known = table("d6", "≤6", "7+", modifiers=["before", {"id": "leftover", "min": 0}]).modifiers
    assert [(each.id, each.least) for each in known] == [("before", None), ("leftover", 0)]


def test_every_fault_is_reported_at_once() -> None:
    faults = table("d6", "1–2", "2–3", "5", "9", "3–3").status()
    assert {(fault.code, fault.where) for fault in faults} == {
        ("overlap", "2"),
        ("overlap", "3"),
        ("gap", "4"),
        ("gap", "6"),
        ("outside", "r3"),
    }


def test_a_row_inside_the_range_that_no_face_reaches_is_unreachable() -> None:
    assert [fault.code for fault in table("d66", "11–36", "37–40", "41–66").status()] == ["unreachable"]


def test_totals_beyond_either_end_clamp_and_gaps_refuse() -> None:
    found = table("d6", "1–2", "4–6")
    assert (found.at(-5).id, found.at(1).id, found.at(99).id) == ("r0", "r0", "r1")
    with pytest.raises(Refusal) as refused:
        found.at(3)
    assert refused.value.code == "no_row"


def test_a_repeated_id_is_a_fault() -> None:
    rows = [{"id": "same", "roll": "1–3", "name": "a"}, {"id": "same", "roll": "4–6", "name": "b"}]
    assert [fault.code for fault in Table.of("t", {"die": "d6", "rows": rows}).status()] == ["repeated_id"]
