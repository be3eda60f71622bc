"""The injury tables as a file that readers can replace: every fault is refused by the name of its row."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bonesetter import play
from bonesetter.campaign import Compartment
from bonesetter.errors import RulesetFault
from bonesetter.frozen import Map
from bonesetter.ruleset import found, load
from bonesetter.rulesets.deathdanger import tables
from bonesetter.rulesets.deathdanger.wounds import gm_ways

RULES = load("bonesetter.rulesets.deathdanger")
HOUSE = json.loads((RULES.folder() / tables.HOUSE_FILE).read_text("utf-8"))


@pytest.fixture(autouse=True)
def house_again() -> Iterator[None]:
    yield
    tables.tables(RULES.folder(), None)


def changed(change: Callable[[Any], object]) -> Any:
    facts = copy.deepcopy(HOUSE)
    change(facts)
    return facts


FAULTS: dict[str, tuple[Callable[[Any], object], tuple[str, ...]]] = {
    "die outside the ladder": (
        lambda f: f["tables"]["wound"]["rows"][4].update(die="d7"),
        ("Ripped Shoulder", "d7", "d20"),
    ),
    "unknown litany": (
        lambda f: f["tables"]["burn"]["rows"][8]["treatment"][0].update(litany="mend_all"),
        ("Charred Limb", "mend_all"),
    ),
    "gap": (lambda f: f["tables"]["trauma"]["rows"].pop(5), ("row 7", "Broken Leg", "no row for 6")),
    "overlap": (lambda f: f["tables"]["trauma"]["rows"][5].update(result=5), ("Rung Bell", "overlap", "5")),
    "disease gap": (lambda f: f["disease_table"]["rows"].pop(2), ("Grey Cough", "no row for 9")),
    "disease overlap": (lambda f: f["disease_table"]["rows"][1].update({"from": 5}), ("Marsh Ague", "overlap")),
    "disease beyond the die": (lambda f: f["disease_table"]["rows"][-1].update(to=21), ("Plague", "20–21")),
    "disease ends early": (lambda f: f["disease_table"]["rows"].pop(), ("Hex Pox", "no row for 20")),
    "unknown activity": (
        lambda f: f["tables"]["wound"]["rows"][1].update(activity="juggling"),
        ("Split Knuckles", "juggling"),
    ),
    "unknown effect": (
        lambda f: f["tables"]["wound"]["rows"][1]["effects"].append({"kind": "explode"}),
        ("Split Knuckles", "explode"),
    ),
    "unknown site": (lambda f: f["tables"]["wound"]["rows"][5].update(sites=["tail"]), ("Missing Fingers", "tail")),
    "no Italian name": (lambda f: f["tables"]["wound"]["rows"][1]["name"].pop("it"), ("row 2", "it")),
    "die on the cosmetic row": (
        lambda f: f["tables"]["wound"]["rows"][0].update(die="d20"),
        ("Telling Scratch", "cosmetic"),
    ),
    "activity on the cosmetic row": (
        lambda f: f["tables"]["wound"]["rows"][0].update(activity="running"),
        ("Telling Scratch", "cosmetic"),
    ),
    "treatment on the cosmetic row": (
        lambda f: f["tables"]["burn"]["rows"][0].update(treatment=[{"kind": "rest", "months": 1}]),
        ("Singed Brows", "cosmetic"),
    ),
    "a cause in two tables": (lambda f: f["causes"]["burn"].append("fall"), ("causes", "fall")),
    "wrong schema": (lambda f: f.update(schema="other/9"), ("other/9",)),
    "a table missing": (lambda f: f["tables"].pop("burn"), ("burn",)),
    "an activity under itself": (lambda f: f["activities"][0].update(parent="any"), ("any", "itself")),
}


@pytest.mark.parametrize(("change", "mentioned"), FAULTS.values(), ids=list(FAULTS))
def test_a_fault_is_refused_by_the_name_of_its_row(change: Callable[[Any], object], mentioned: tuple[str, ...]) -> None:
    with pytest.raises(RulesetFault) as caught:
        tables.tables(RULES.folder(), changed(change))
    for piece in mentioned:
        assert piece in str(caught.value)


def test_a_readers_file_replaces_the_rows_and_is_not_called_house() -> None:
    def own(facts: Any) -> None:
        facts["id"] = "my_book"
        facts["tables"]["wound"]["rows"] = facts["tables"]["wound"]["rows"][:6]
        facts["tables"]["wound"]["rows"][1]["name"] = {"en": "Own Row", "it": "Riga mia"}

    made = tables.tables(RULES.folder(), changed(own))
    assert not made["wound"].house and made["wound"].at(2).name == "Own Row"
    assert made["wound"].at(13).id == "wound-6", "other row counts are fine; the last row stays open"
    assert tables.words("it")["rows.wound-2"] == "Riga mia"
    assert all(table.status() == () for table in made.values())


def test_the_last_row_stacks_where_no_site_of_it_is_free() -> None:
    """Past the last row nothing comes next: it stands once more, on the named site where it has that one. KA-35."""

    def sited(facts: Any) -> None:
        facts["tables"]["wound"]["rows"] = facts["tables"]["wound"]["rows"][:6]

    tables.tables(RULES.folder(), changed(sited))
    lost = [{"table": "wound", "result": 6, "site": site} for site in ("left_hand", "right_hand")]
    hero = {"tier": 5, "vitality": {"now": 0, "max": 8}, "injuries": lost}
    for named, stands in (("right_hand", "right_hand"), ("left_eye", None), (None, None)):
        c = Compartment(Map({"pc": RULES.adopt(hero)}), RULES.scene(), RULES.options({}))
        args = {"on": "pc", "damage": 1, "causes": ["blade"], "gm": {"pick": 6}, "site": named}
        standing = play.play(RULES, c, play.begin(RULES, "hit", args), lambda *asked: pytest.fail(str(asked)))[1]
        assert [injury.site for injury in standing.state["pc"].injuries] == ["left_hand", "right_hand", stands]


@pytest.mark.parametrize(("table", "shown"), [(None, 40), ("random", 40), ("burn", 10)])
def test_the_gm_is_shown_the_rows_of_the_named_table(table: str | None, shown: int) -> None:
    """Leaving the roll out, and the rows to pick: those of the table named, else of all four."""
    c = Compartment(Map({"pc": RULES.adopt({})}), RULES.scene(), RULES.options({}))
    values = [value for value, _ in gm_ways(c, {"table": table})]
    assert values[0] == "skip" and len(values) == 1 + shown
    assert table != "burn" or all(value.startswith("burn-") for value in values[1:])


def test_the_projects_own_rows_are_shown_as_such_everywhere() -> None:
    assert all(RULES.tables[id].house for id in (*tables.INJURY_TABLES, tables.DISEASE))
    for lang, said in (("en", "Bonesetter"), ("it", "Bonesetter")):
        assert all(
            said in RULES.words[lang].text(f"tables.{id}.about") for id in (*tables.INJURY_TABLES, tables.DISEASE)
        )


def test_every_cell_reads_in_both_languages() -> None:
    for lang, wanted in (
        ("en", "Rest 1 / Medicine 12+ / Litany: Seal Wounds"),
        ("it", "Riposo 1 / Medicina 12+ / Litania: Sigilla le Ferite"),
    ):
        words = RULES.words[lang]
        row = RULES.tables["wound"].row("wound-4")
        assert words.say(row["treatment"]) == wanted
        assert words.say(row["activity"]) == {"en": "running", "it": "correre"}[lang]


def test_a_file_in_ones_own_folder_is_taken(tmp_path: Path) -> None:
    """The folder of one's own rulesets holds one's own tables too, by the ruleset's name."""
    file = tmp_path / "deathdanger.tables.json"
    file.write_text(json.dumps(changed(lambda f: f["tables"]["burn"]["rows"][2]["name"].update(en="Own", it="Mia"))))
    made = found([tmp_path])["deathdanger"]
    assert not made.house and made.tables["burn"].row("burn-3").name == "Own"
    assert made.words["it"].text("rows.burn-3") == "Mia"
    assert made.digests["burn"] != RULES.digests["burn"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("deathdanger", json.dumps(changed(FAULTS["die outside the ladder"][0])), ("d7", "Ripped Shoulder")),
        ("deathdanger", "{", ("line 1",)),
        ("frontier", "{}", ("can't be replaced",)),
        ("deathdagger", "{}", ("deathdagger", "deathdanger")),
    ],
)
def test_a_file_that_cant_be_taken_is_named(tmp_path: Path, name: str, content: str, said: tuple[str, ...]) -> None:
    file = tmp_path / f"{name}.tables.json"
    file.write_text(content)
    with pytest.raises(RulesetFault) as caught:
        found([tmp_path])
    assert all(piece in str(caught.value) for piece in (str(file), *said))
