"""The toy ruleset, and a table with two of its characters."""

from __future__ import annotations

import bonesetter.rulesets
import pytest
from bonesetter.desk import Log
from bonesetter.ruleset import Ruleset, load
from playing import ANN, BOB, TOYS, Desk


@pytest.fixture(scope="session")
def toy() -> Ruleset:
    if str(TOYS) not in bonesetter.rulesets.__path__:
        bonesetter.rulesets.__path__.append(str(TOYS))
    return load("bonesetter.rulesets.toy")


@pytest.fixture
def desk(toy: Ruleset) -> Desk:
    table = Desk(Log({"toy": toy}))
    table.say("import", id="ann", ruleset="toy", name="Ann")
    table.say("import", id="bob", ruleset="toy", name="Bob")
    table.say("persona", id="ann", owners=[ANN.id])
    table.say("persona", id="bob", owners=[BOB.id])
    return table
