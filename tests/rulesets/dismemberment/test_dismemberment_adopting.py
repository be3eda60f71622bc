"""Death & Dismemberment: a state brought in is taken as it is, or refused by the name of its field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bonesetter.campaign import Compartment
from bonesetter.codec import to_json
from bonesetter.errors import Refusal
from bonesetter.frozen import Map
from bonesetter.ruleset import load

RULES = load("bonesetter.rulesets.dismemberment")
FIELDS = tuple(to_json(RULES.adopt({})))
BLEEDING = {"id": "i1", "type": "bleeding", "effect_left": {"n": 2, "unit": "days"}}
ODD = (None, True, 0, -1, 2.5, float("nan"), 10**30, "", "x", [], {}, [None], [1], ["x"], [{}], [[]], {"n": 1})


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("given", ODD, ids=repr)
def test_an_odd_value_is_kept_or_its_field_named(field: str, given: Any) -> None:
    try:
        adopted = RULES.adopt({field: given})
    except Refusal as refusal:
        assert (refusal.field or "").split("/")[0] == field
        assert all(RULES.words[lang].error(refusal).strip() for lang in ("en", "it"))
        return
    assert RULES.adopt(json.loads(json.dumps(to_json(adopted)))) == adopted
    RULES.sheet(Compartment(Map({"pc": adopted}), RULES.scene(), RULES.options({})), "pc")


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"hp": {"now": "3"}}, "hp/now"),
        ({"hp": {"now": 7, "max": 6}}, "hp/now"),
        ({"hp": {"now": 0, "max": 0}}, "hp/max"),
        ({"abilities": {"luck": 9}}, "abilities"),
        ({"abilities": {"str": -1}}, "abilities/str"),
        ({"trauma": -1}, "trauma"),
        ({"rest_days_done": 7}, "rest_days_done"),
        ({"artificial": ["left_eye"]}, "artificial"),
        ({"gear": {"parrying_weapons": ["shield"]}}, "gear/parrying_weapons"),
        ({"permanent": ["lost_limb:left_eye"]}, "permanent/0/what"),
        ({"permanent": ["lost_limb"]}, "permanent/0/what"),
        ({"injuries": [BLEEDING, {**BLEEDING, "type": "scarred"}]}, "injuries/id"),
        ({"injuries": [{**BLEEDING, "id": ""}]}, "injuries/id"),
        ({"injuries": [{**BLEEDING, "save_type": "breath"}]}, "injuries/0/save_type"),
        ({"injuries": [{**BLEEDING, "rounds_left": 2}]}, "injuries/0/severity"),
        ({"injuries": [{"severity": "wound", "rounds_left": 4}]}, "injuries/0/rounds_left"),
        ({"injuries": [{"type": "maimed", "part": "left_eye"}]}, "injuries/0/part"),
        ({"injuries": [{**BLEEDING, "effect_left": {"unit": "days"}}]}, "injuries/0/effect_left/n"),
        ({"injuries": [{**BLEEDING, "effect_left": {"n": -1, "unit": "days"}}]}, "injuries/0/effect_left/n"),
        ({"injuries": [{**BLEEDING, "effect_left": {"n": 1, "unit": []}}]}, "injuries/0/effect_left/unit"),
        ({"lingering": [{**BLEEDING, "severity": "bad"}]}, "lingering/0/severity"),
    ],
)
def test_what_can_not_be_is_refused(facts: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refused:
        RULES.adopt(facts)
    assert refused.value.field == field


def test_ids_left_out_are_ids_nothing_has() -> None:
    """And the next Injury's and the next loss's id is new too, whatever the ones brought in are called."""
    adopted = RULES.adopt({"injuries": [{"id": "i2"}, {}, {"id": "n²"}, {"id": "n8"}], "permanent": ["scar", "scar"]})
    assert [injury.id for injury in adopted.injuries] == ["i2", "i5", "n²", "n8"]
    assert [loss.id for loss in adopted.permanent] == ["l1", "l2"]
    assert adopted.serial == 8 and adopted.losses == 2
    assert RULES.adopt({"permanent": [{"id": "l5", "what": "lost_hit_die"}]}).losses == 5
