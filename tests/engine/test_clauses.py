"""Clauses: every kind of effect says something short and true, in both languages, and every word it needs exists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from bonesetter import clauses
from bonesetter.clauses.pieces import is_dice
from bonesetter.effect import Effect
from bonesetter.ruleset import found
from bonesetter.words import LANGUAGES, SECTIONS, MissingWord, Words, kernel_texts

OWN = {
    "en": {"targets.skill:Perception": "Perception", "terms.Agility": "Agility", "terms.Movement": "Movement"},
    "it": {"targets.skill:Perception": "Percezione", "terms.Agility": "Agilità", "terms.Movement": "Movimento"},
}
OWN["en"] |= {"terms.hand": "hand", "ways.litany": "Litany: {name}", "notes.silence": "no sound at all"}
OWN["it"] |= {"terms.hand": "mano", "ways.litany": "Litania: {name}", "notes.silence": "nessun suono"}


class Strict(Words):
    """Words that never let an id of the effect through where a word should stand."""

    passed: set[str]

    def term(self, id: str) -> str:
        if not any(f"{section}.{id}{end}" in self.texts for section in SECTIONS for end in ("", ".label", ".title")):
            self.passed.add(id)
        return super().term(id)

    def clause(self, effect: Effect) -> str:
        self.passed = set()
        said = super().clause(effect)
        for id in self.passed & set(ids(effect.data)):
            if id in re.split(r"[ ,.:;]+", said):
                raise MissingWord(f"{self.lang}: no word for {id!r} in {said!r}")
        return said


def ids(value) -> Iterator[str]:
    """Every text in an effect's facts that is not dice."""
    if isinstance(value, Mapping):
        for item in value.values():
            yield from ids(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from ids(item)
    elif isinstance(value, str) and not is_dice(value):
        yield value


def words(lang: str, strict: bool = True) -> Words:
    return (Strict if strict else Words)(lang, {**kernel_texts(lang), **OWN[lang]}, clauses.CLAUSES[lang])


SAID = [
    (
        {"kind": "modifier", "on": ["attack", "skill:Perception"], "value": -1},
        "−1 on attack and Perception",
        "−1 su attacco e Percezione",
    ),
    (
        {"kind": "modifier", "on": ["all"], "value": 2, "limb": "this", "from": "set"},
        "+2 on all rolls, with this limb, once set",
        "+2 su tutti i tiri, con questo arto, dopo la riduzione",
    ),
    (
        {"kind": "modifier", "on": ["attack"], "value": -1, "uses": 1},
        "−1 on attack, next roll only",
        "−1 su attacco, solo il prossimo tiro",
    ),
    (
        {"kind": "modifier", "on": ["attack"], "value": -1, "uses": 3},
        "−1 on attack, next 3 rolls only",
        "−1 su attacco, solo i prossimi 3 tiri",
    ),
    (
        {"kind": "condition", "name": "unconscious", "dice": "d6", "unit": "hour"},
        "unconscious for d6 hours",
        "privo di sensi per d6 ore",
    ),
    (
        {"kind": "condition", "name": "unconscious", "until": "stabilised"},
        "unconscious, until stabilised",
        "privo di sensi, fino alla stabilizzazione",
    ),
    ({"kind": "lost_part", "part": "hand"}, "hand lost", "perde: mano"),
    ({"kind": "attribute", "attribute": "Agility", "value": -1}, "Agility −1", "Agilità −1"),
    (
        {"kind": "attribute", "attribute": "Agility", "dice": "d3", "permanent": True},
        "Agility −d3, for good",
        "Agilità −d3, per sempre",
    ),
    ({"kind": "attribute", "attribute": "Agility", "dice": "+d3"}, "Agility +d3", "Agilità +d3"),
    ({"kind": "stat", "stat": "Movement", "op": "add", "value": -2}, "Movement −2", "Movimento −2"),
    (
        {"kind": "stat", "stat": "Movement", "op": "halve", "when": "next_turn"},
        "Movement halved, next turn",
        "Movimento a metà, nel prossimo turno",
    ),
    ({"kind": "stat", "stat": "Movement", "op": "set", "value": 1}, "Movement = 1", "Movimento = 1"),
    ({"kind": "ban", "what": ["run", "charge"]}, "can't run or charge", "non può correre o caricare"),
    (
        {"kind": "limb", "state": "useless", "until": "set"},
        "limb useless, until set",
        "arto inservibile, fino alla riduzione",
    ),
    ({"kind": "turn", "what": "lose", "which": "next"}, "next turn: lost", "prossimo turno: perso"),
    ({"kind": "now", "do": "prone"}, "falls prone", "cade a terra"),
    (
        {"kind": "now", "do": "drop_held", "limb": "this"},
        "drops what this limb holds",
        "lascia cadere ciò che tiene con questo arto",
    ),
    (
        {"kind": "clock", "what": "death", "dice": "2d6-1", "unit": "hour", "stopped_by": "stabilise"},
        "death in 2d6−1 hours, unless stabilised",
        "morte entro 2d6−1 ore, salvo stabilizzazione",
    ),
    ({"kind": "clock", "what": "death", "amount": 1, "unit": "day"}, "death in 1 day", "morte entro 1 giorno"),
    (
        {"kind": "clock", "what": "death", "amount": "Agility", "unit": "minute"},
        "death in minutes equal to Agility",
        "morte in minuti pari a Agilità",
    ),
    (
        {"kind": "treatment", "ways": ["rest", {"kind": "litany", "name": "X"}]},
        "treatment: rest or Litany: X",
        "cura: riposo o Litania: X",
    ),
    ({"kind": "requires", "needs": ["bound", "rest"]}, "needs binding and rest", "richiede fasciatura e riposo"),
    ({"kind": "death"}, "death", "morte"),
    ({"kind": "note", "text": "notes.silence"}, "no sound at all", "nessun suono"),
]


@pytest.mark.parametrize(("facts", "english", "italian"), SAID)
def test_an_effect_reads_like_this(facts, english, italian):
    said = {lang: words(lang, strict=facts.get("ways") is None).clause(Effect.of(facts)) for lang in LANGUAGES}
    assert said == {"en": english, "it": italian}


def test_every_kind_is_tried_above_and_stands_in_both_languages():
    assert {facts["kind"] for facts, _, _ in SAID} == set(clauses.KINDS)
    assert set(clauses.CLAUSES["en"]) == set(clauses.CLAUSES["it"]) == set(clauses.KINDS)


def test_a_kind_without_a_clause_is_a_fault_not_a_blank():
    with pytest.raises(MissingWord):
        words("it").clause(Effect.of({"kind": "unheard_of"}))


def test_a_name_that_nobody_gave_a_word_reads_as_it_was_typed():
    """A Game Master's own effect may name anything."""
    typed = {"kind": "modifier", "on": ["Basket weaving"], "value": -1, "until": "the moon is full"}
    assert words("en", strict=False).clause(Effect.of(typed)) == "−1 on Basket weaving, the moon is full"


@pytest.mark.parametrize("id", sorted(found()))
def test_all_effects_of_a_ruleset_have_every_word_they_need(id):
    ruleset = found()[id]
    missing = []
    for lang in LANGUAGES:
        own = ruleset.words[lang]
        strict = Strict(lang, own.texts, own.clauses)
        for table in ruleset.tables.values():
            for row in table.rows:
                for effect in row.effects:
                    try:
                        said = strict.clause(effect)
                        assert said and "_" not in said, said
                    except (MissingWord, AssertionError) as fault:
                        missing.append(f"{row.id}, {effect.kind}: {fault}")
    assert not missing, "\n".join(missing)
