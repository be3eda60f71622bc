"""Every atom of every rule text is placed: carried out and shown by a case, or left to the table with its reason."""

from __future__ import annotations

import pytest
from bonesetter.atoms import coverage, named
from bonesetter.ruleset import Ruleset, found

RULESETS = found()
COUNTS = {"frontier": 241, "dismemberment": 83, "deathdanger": 80, "mutations": 70, "mutilato": 58}


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_every_atom_is_placed(ruleset: Ruleset) -> None:
    carried = coverage(ruleset)
    assert len(carried) == COUNTS.get(ruleset.id, len(carried))
    assert [one.atom for one in carried if not one.placed] == []
    for one in carried:
        assert one.says["en"] and one.says["it"], one.atom
        assert one.left is None or (one.left["en"] and one.left["it"]), one.atom


def test_ranges_and_lists_are_read() -> None:
    known = ["F-043", "F-044", "F-045", "F-126"]
    assert named("Atoms F-043 to F-045, F-126 and F-999.", known) == set(known)
    assert named("F-044–F-045", known) == {"F-044", "F-045"}
    assert named("nothing", known) == set()
