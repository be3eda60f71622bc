"""Fair dice: whoever has the log can recompute every face, and whoever changed one is found out at the first place."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import math
import re
from fractions import Fraction

import pytest
from bonesetter.errors import Refusal
from bonesetter.evenness import evenness, p_value, report
from bonesetter.fair import commitment, entry_key, verify
from bonesetter.log import Log
from bonesetter.proving import altered
from bonesetter.source import Derived, Seeded
from bonesetter.words import LANGUAGES, Words, kernel_texts
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import ANN, GM

WORDS = {lang: Words(lang, kernel_texts(lang), {}) for lang in LANGUAGES}
SEED = bytes(range(32))
OTHER = bytes(range(32, 64))
HASHES = {"public": commitment(SEED), "secret": commitment(OTHER)}
KEY = "ace9ff256e37fd34011a11c19b8ebd8c6ae6e1abebe3780293c2f01d449c0458"
FACES = [[0, 6, 1], [1, 6, 1], [2, 20, 17], [3, 100, 99]]


def rolled(n, players, stream, count, *sides):
    """A roll's line as the table writes it."""
    source = Derived(entry_key(SEED if stream == "public" else OTHER, players, stream, count))
    faces = [[index, size, source.face(size)] for index, size in enumerate(sides)]
    return {"fair": "roll", "n": n, "stream": stream, "count": count, "faces": faces}


@pytest.fixture
def log():
    ann = {"ann": "seven swans"}
    return [
        {"fair": "commit", "n": 1, "by": "gm", "hashes": dict(HASHES)},
        rolled(2, {}, "public", 1, 6, 6),
        {"fair": "seed", "n": 3, "by": "ann", "seed": "seven swans"},
        rolled(4, ann, "public", 2, 6, 6, 20),
        rolled(5, ann, "secret", 1, 100),
        rolled(6, ann, "public", 3, 66, 3),
        {"fair": "reveal", "n": 7, "by": "gm", "seeds": {"public": SEED.hex(), "secret": OTHER.hex()}},
    ]


def test_an_honest_log_is_sound(log):
    found = verify(json.dumps(line) for line in log)
    assert found.sound and (found.rolls, found.faces, found.pending) == (4, 8, 0)
    assert found.seeds == {"ann": "seven swans"}
    assert found == verify(log)
    for lang in LANGUAGES:
        sentences = [WORDS[lang].say(phrase) for phrase in found.said()]
        assert "8" in sentences[0] and "seven swans" in sentences[1]


def test_a_face_is_what_the_description_says(log):
    """A verifier written from the docstrings alone: HMAC-SHA256 twice, and a remainder."""
    said = b'["public",2,{"ann":"seven swans"}]'
    key = hmac.new(SEED, said, hashlib.sha256).digest()
    for index, sides, face in log[3]["faces"]:
        digest = hmac.new(key, f"{index}/{sides}/0".encode(), hashlib.sha256).digest()
        assert int.from_bytes(digest[:4], "big") % sides + 1 == face


def test_faces_never_change_from_one_release_to_the_next():
    assert entry_key(SEED, {"b": "è", "a": "1"}, "secret", 7).hex() == KEY
    assert rolled(1, {}, "public", 1, 6, 6, 20, 100)["faces"] == FACES


def test_before_the_seed_is_revealed_nothing_is_claimed(log):
    found = verify(log[:-1])
    assert not found.sound and found.fault is None and (found.rolls, found.pending) == (0, 4)
    assert [phrase.key for phrase in found.said()] == ["fair.pending", "fair.seeds"]


def test_without_fair_dice_there_is_nothing_to_say():
    assert [phrase.key for phrase in verify([]).said()] == ["fair.nothing"]


CHEATS = [
    ("a face", lambda log: log[3]["faces"][1].__setitem__(2, log[3]["faces"][1][2] % 6 + 1), 4, "face"),
    ("the size of a die", lambda log: log[3]["faces"][2].__setitem__(1, 12), 4, "face"),
    ("a seed of a player", lambda log: log[2].__setitem__("seed", "eight swans"), 4, "face"),
    ("whose seed it was", lambda log: log[2].__setitem__("by", "bob"), 4, "face"),
    ("when a seed was given", lambda log: log.insert(1, log.pop(2)), 2, "face"),
    ("a roll left out", lambda log: log.pop(3), 6, "missing"),
    ("a roll put in", lambda log: log.insert(4, {**log[3], "n": 9}), 9, "missing"),
    ("rolls in another order", lambda log: log.insert(3, log.pop(5)), 6, "missing"),
    ("a secret roll made public", lambda log: log[4].__setitem__("stream", "public"), 5, "missing"),
    ("a die twice", lambda log: log[3]["faces"].insert(0, log[3]["faces"][0]), 4, "twice"),
    ("another seed revealed", lambda log: log[6]["seeds"].__setitem__("public", bytes(32).hex()), 7, "commitment"),
    ("another secret seed", lambda log: log[6]["seeds"].__setitem__("secret", SEED.hex()), 7, "commitment"),
    ("a promise changed", lambda log: log[0]["hashes"].__setitem__("public", commitment(bytes(32))), 7, "commitment"),
    ("a secret face", lambda log: log[4]["faces"][0].__setitem__(2, log[4]["faces"][0][2] % 100 + 1), 5, "face"),
    ("a die shown and unseen", lambda log: log[3].__setitem__("hidden", [log[3]["faces"][1]]), 4, "twice"),
    ("no promise at all", lambda log: log.pop(0), 2, "unpledged"),
    ("a second promise", lambda log: log.insert(3, log[0] | {"n": 8}), 8, "promised"),
]


@pytest.mark.parametrize(("change", "n", "code"), [pytest.param(*cheat[1:], id=cheat[0]) for cheat in CHEATS])
def test_whatever_is_changed_is_found_and_named(log, change, n, code):
    changed = copy.deepcopy(log)
    change(changed)
    found = verify(changed)
    assert not found.sound
    assert found.fault is not None and (found.fault.n, found.fault.code) == (n, code)
    for lang in LANGUAGES:
        assert str(n) in WORDS[lang].say(found.said()[0])


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(2, 1000), min_size=1, max_size=5), min_size=1, max_size=6), st.data())
def test_no_single_face_can_be_changed(hands, data):
    lines = [{"fair": "commit", "n": 1, "hashes": HASHES}]
    lines += [rolled(2 + at, {}, "public", 1 + at, *sides) for at, sides in enumerate(hands)]
    lines.append({"fair": "reveal", "n": 2 + len(hands), "seeds": {"public": SEED.hex()}})
    assert verify(lines).sound
    at = data.draw(st.integers(0, len(hands) - 1))
    die = data.draw(st.integers(0, len(hands[at]) - 1))
    index, sides, face = lines[1 + at]["faces"][die]
    lines[1 + at]["faces"][die] = [index, sides, data.draw(st.integers(1, sides).filter(lambda other: other != face))]
    fault = verify(lines).fault
    assert fault is not None and (fault.n, fault.facts["index"]) == (2 + at, die + 1)


def test_public_and_secret_rolls_have_streams_of_their_own():
    """How many secret rolls there were changes no public one."""
    public = rolled(1, {}, "public", 3, 6, 6, 6, 6)["faces"]
    assert public != rolled(1, {}, "secret", 3, 6, 6, 6, 6)["faces"]
    keys = {entry_key(SEED, {}, stream, count) for stream in ("public", "secret", "hidden") for count in range(1, 200)}
    assert len(keys) == 597


def test_the_secret_seed_may_stay_sealed_and_its_rolls_with_it(log):
    del log[6]["seeds"]["secret"]
    found = verify(log)
    assert found.fault is None and not found.sound and (found.rolls, found.pending) == (3, 1)
    del log[6]["seeds"]["public"]
    with pytest.raises(Refusal, match="bad_log"):
        verify(log)


def test_dice_rolled_unseen_within_an_open_roll_are_under_the_secret_seed(log):
    """The index runs on over both: seen dice are where they were, whatever is hidden between them."""
    key = entry_key(OTHER, {"ann": "seven swans"}, "hidden", 2)
    log[3]["hidden"] = [[1, 6, Derived(key, 1).face(6)]]
    log[3]["faces"].pop(1)
    assert verify(log).sound
    log[3]["hidden"][0][2] = log[3]["hidden"][0][2] % 6 + 1
    assert verify(log).fault.n == 4


def test_players_seeds_cannot_be_made_to_look_like_others():
    same = [{"a": "b", "c": "d"}, {"a": 'b","c":"d'}, {"a": "b,c:d"}, {"ab": "cd"}, {"a": "bcd"}]
    assert len({entry_key(SEED, players, "public", 1) for players in same}) == len(same)


@pytest.mark.parametrize(
    "line",
    [
        *["{", "[]", "[" * 100_000, "3", '{"fair": "other", "n": 1}', '{"n": 1}', '{"fair": "commit"}'],
        '{"fair": "commit", "n": 1, "hashes": {"public": ""}}',
        '{"fair": "commit", "n": true, "hashes": {"public": "", "secret": ""}}',
        '{"fair": "commit", "n": 1, "hashes": 3}',
        '{"fair": "commit", "n": 0, "hashes": {"public": "", "secret": ""}}',
    ],
)
def test_what_is_no_log_is_refused_with_its_line(line):
    with pytest.raises(Refusal) as refused:
        verify(["", line])
    assert (refused.value.code, refused.value.data["line"]) == ("bad_log", 2)
    for lang in LANGUAGES:
        assert WORDS[lang].error(refused.value)


def test_a_whole_game_at_the_table_proves_itself(desk):
    """Through the desk: pledge, a player's seed, rolls open and secret, reveal, export; then a forger at work."""
    assert desk.say("fair", step="commit")["ok"]
    assert desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"})["ok"]
    assert desk.say("fair", ANN, step="seed", seed="my own")["ok"]
    assert desk.say("start", ruleset="toy", verb="hit", args={"on": "bob"}, secret=True)["ok"]
    assert desk.say("start", ruleset="toy", verb="hit", args={"on": "bob"})["ok"]
    before = desk.say("export", fair=True)["lines"]
    assert verify(before).pending == 3
    assert desk.say("fair", step="reveal")["ok"]
    lines = desk.say("export", fair=True)["lines"]
    assert verify(lines).sound and verify(lines).rolls == 3
    assert verify(desk.say("export", ANN, fair=True)["lines"]).sound
    at = next(number for number, line in enumerate(lines) if line["fair"] == "roll")
    lines[at]["faces"][0][2] = lines[at]["faces"][0][2] % 6 + 1
    assert verify(lines).fault.n == lines[at]["n"]


def everything_a_player_gets(desk):
    """All that the desk ever told Ann's player, and what she may ask for in the end."""
    asked = [desk.say("log", ANN), desk.say("export", ANN, fair=True), desk.say("export", ANN)]
    return json.dumps([asked, desk.news.get(ANN.id, [])])


def test_a_player_is_never_given_what_secret_faces_can_be_recomputed_from(desk):
    """With every seed and hash that a player ever gets, tried on every stream, no secret face comes out right."""
    desk.say("fair", step="commit")
    for _ in range(3):
        desk.say("start", ruleset="toy", verb="expose", args={"on": "ann", "secret": True})
    desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"})
    desk.say("fair", step="reveal")
    entries = [entry for entry in desk.log.entries if entry.act == "start" and entry.secret]
    secret = [entry.data["answers"][0]["faces"] for entry in entries]
    pledge = desk.log.book.pledge
    told = everything_a_player_gets(desk)
    assert pledge.seeds["public"] in told and pledge.seeds["secret"] not in told
    assert not any(entry.data["seed"] in told for entry in entries)
    words = {bytes.fromhex(word) for word in re.findall(r"\b[0-9a-f]{64}\b", told)}
    assert len(words) == 3  # the public seed and both hashes
    for seed in words:
        for stream in ("public", "secret", "hidden"):
            keys = [entry_key(seed, {}, stream, count) for count in (1, 2, 3)]
            assert [tuple(Derived(key).face(6) for _ in range(2)) for key in keys] != [tuple(faces) for faces in secret]


def test_what_a_pledge_reveals_of_unseen_dice_stays_with_the_gm(desk):
    """A procedure that everybody sees, with one request of it that nobody but the GM does."""
    desk.say("fair", step="commit")
    desk.say("start", ruleset="toy", verb="watch", args={"on": "ann"})
    desk.say("fair", step="reveal")
    lines = {viewer.id: desk.say("export", viewer, fair=True)["lines"] for viewer in (GM, ANN)}
    assert all(verify(each).sound for each in lines.values())
    (gm,), (ann,) = ([line for line in each if line["fair"] == "roll"] for each in lines.values())
    assert len(gm["faces"]) == len(ann["faces"]) == 2 and len(gm["hidden"]) == 2 and "hidden" not in ann
    key = entry_key(bytes.fromhex(desk.log.book.pledge.seeds["public"]), {}, "public", 1)
    open_ = [Derived(key, index).face(sides) for index, sides, _ in gm["hidden"]]
    course = next(iter(desk.log.book.courses.values()))
    assert bytes.fromhex(course.start.data["hidden"]) != key and len(open_) == 2


def test_a_whole_log_is_recomputed_face_by_face(desk):
    """The host's own log: a face that leads to the same row is found out too, and so is a seed put in."""
    desk.say("start", ruleset="toy", verb="hit", args={"on": "bob"})
    desk.say("fair", step="commit")
    desk.say("fair", ANN, step="seed", seed="my own")
    desk.say("start", ruleset="toy", verb="watch", args={"on": "ann"})
    desk.say("start", ruleset="toy", verb="hit", args={"on": "bob"}, secret=True)
    stored = [entry.json() for entry in desk.log.entries]
    assert list(altered(desk.log)) == []
    starts = [at for at, entry in enumerate(stored) if entry["act"] == "start"]
    for at in starts:
        for change in ("face", "seed"):
            forged = copy.deepcopy(stored)
            data = forged[at]["data"]
            if change == "face":
                answer = next(given for given in data["answers"] if given.get("faces"))
                answer["faces"][0] = answer["faces"][0] % answer["sides"][0] + 1
            else:
                data["seed"] = bytes(32).hex()
            assert list(altered(Log.read(desk.log.rulesets, forged))) == [at + 1]


def test_a_players_lines_prove_nothing_of_secret_requests(desk):
    """An exposure that the GM rolls unseen within an entry that everybody sees."""
    desk.say("fair", step="commit")
    desk.say("start", ruleset="toy", verb="expose", args={"on": "ann", "secret": True})
    desk.say("start", ruleset="toy", verb="expose", args={"on": "ann"})
    desk.say("start", ruleset="toy", verb="hit", args={"on": "ann"})
    desk.say("fair", step="reveal")
    seen = {}
    for name, viewer in (("gm", GM), ("ann", ANN)):
        lines = desk.say("export", viewer, fair=True)["lines"]
        assert verify(lines).sound
        seen[name] = [(line["stream"], len(line["faces"])) for line in lines if line["fair"] == "roll"]
    assert seen["gm"] == [("secret", 2), ("public", 2), ("public", 1)]
    assert seen["ann"] == [("public", 2), ("public", 1)]


def test_a_die_of_absurdly_many_sides_is_no_die(log):
    """Nobody's browser, and no bridge, is kept busy for ever by a log."""
    log[3]["faces"][0] = [0, 1 << 40, 1]
    with pytest.raises(Refusal, match="bad_log"):
        verify(log)


def test_what_was_verified_also_says_how_evenly_it_fell(desk, log):
    text = "\n".join(json.dumps(line) for line in log)
    found = desk.say("verify", ANN, text=text)["verified"]["evenness"]
    assert [(die["sides"], die["rolls"]) for die in found["dice"]] == [(3, 1), (6, 4), (20, 1), (66, 1), (100, 1)]
    assert len(found["said"]) == 5 and "too few" in found["said"][0]


def test_anyone_may_have_a_log_verified_in_their_language(desk, log):
    text = "\n".join(json.dumps(line) for line in log)
    for lang, word in (("en", "Nobody changed a die"), ("it", "Nessuno ha cambiato un dado")):
        found = desk.say("verify", ANN, text=text, lang=lang)["verified"]
        assert found["sound"] and word in found["said"][0]
    forged = desk.say("verify", ANN, text=text.replace("seven", "eight", 1))["verified"]
    assert forged["fault"] == {"n": 4, "code": "face"}
    assert desk.say("verify", ANN, text="nonsense")["error"]["code"] == "bad_log"


def test_a_line_of_a_log_ends_at_its_line_feed_only(desk):
    """Players' words may hold separators of their own, and editors begin a file with a mark."""
    desk.say("fair", GM, step="commit")
    desk.say("fair", ANN, step="seed", seed="seven\u2028swans\x85")
    desk.say("start", GM, ruleset="toy", verb="hit", args={"on": "ann"})
    desk.say("fair", GM, step="reveal")
    lines = desk.say("export", ANN, fair=True)["lines"]
    text = "\ufeff" + "\r\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    found = desk.say("verify", ANN, text=text)["verified"]
    assert (found["sound"], found["rolls"]) == (True, 1)


def test_the_log_says_how_evenly_everything_fell(desk):
    """Rolled and typed, open to everybody or not, taken back or not: a player's account leaves out secret dice."""
    desk.say("start", ruleset="toy", verb="hit", args={"on": "bob"})
    course = desk.say("start", ruleset="toy", verb="hit", args={"on": "bob"}, dice="enter")["course"]
    desk.say("answer", entry=course["entry"], hash=course["ask"]["hash"], faces=[2])
    desk.say("undo", entry=course["entry"])
    desk.say("start", ruleset="toy", verb="expose", args={"on": "ann", "secret": True})
    rolls = {}
    for viewer in (GM, ANN):
        (d6,) = desk.say("export", viewer, fair=True, lang="it")["evenness"]["dice"]
        rolls[viewer.id] = d6["rolls"]
        assert d6["verdict"] == "few" and "troppo pochi" in d6["text"]
    assert rolls["gm"] == rolls["ann-player"] + 2


# --- evenness ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chi", "freedom", "p"),
    [
        # the critical values of printed tables
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (5.991465, 2, 0.05),
        (7.814728, 3, 0.05),
        (11.070498, 5, 0.05),
        (20.515006, 5, 0.001),
        (30.143527, 19, 0.05),
        (123.225221, 99, 0.05),
        (148.230359, 99, 0.001),
    ],
)
def test_p_values_are_those_of_printed_tables(chi, freedom, p):
    assert math.isclose(p_value(chi, freedom), p, rel_tol=1e-5)


@given(st.floats(0, 2000), st.integers(1, 400))
def test_a_p_value_is_a_chance_and_falls_as_unevenness_grows(chi, freedom):
    assert 0 <= p_value(chi + 1, freedom) <= p_value(chi, freedom) + 1e-12 <= 1 + 1e-12


def test_chi_square_by_hand():
    """Sixty rolls of a d6 with 16, 4 and ten of all else: (36 + 36) / 10."""
    faces = [(6, 1)] * 16 + [(6, 2)] * 4 + [(6, face) for face in (3, 4, 5, 6) for _ in range(10)]
    (found,) = evenness(faces)
    assert (found.chi, found.rolls, found.counts) == (Fraction(36, 5), 60, (16, 4, 10, 10, 10, 10))
    assert found.verdict == "usual"


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ((3, 3, 3, 3, 3, 3), "few"),
        ((10, 10, 10, 10, 10, 11), "smooth"),
        ((12, 7, 9, 14, 8, 10), "usual"),
        ((20, 6, 6, 10, 8, 10), "odd"),
        ((21, 5, 7, 10, 8, 9), "rare"),
        ((30, 6, 6, 6, 6, 6), "suspect"),
    ],
)
def test_verdicts_in_plain_words(counts, verdict):
    faces = [(6, face) for face, count in enumerate(counts, 1) for _ in range(count)]
    (found,) = evenness(faces)
    assert found.verdict == verdict, found.p
    for lang in LANGUAGES:
        assert "d6" in found.text(WORDS[lang])


def test_too_few_rolls_are_said_to_be_too_few():
    assert report([], WORDS["en"]) == ["No dice have been rolled yet."]
    assert report([], WORDS["it"]) == ["Non è stato ancora tirato nessun dado."]
    (said,) = report([(20, 3)] * 40, WORDS["en"])
    assert "too few" in said and "100" in said
    (said,) = report([(20, 3)] * 40, WORDS["it"])
    assert "troppo pochi" in said and "100" in said


def test_several_sizes_of_dice_come_with_a_warning():
    source = Seeded("a long evening")
    faces = [(sides, source.face(sides)) for sides in (6, 20) for _ in range(600)]
    assert [one.verdict for one in evenness(faces)] == ["usual", "usual"]
    assert len(report(faces, WORDS["en"])) == 3


def test_an_impossible_face_is_no_roll():
    with pytest.raises(ValueError, match="d6"):
        evenness([(6, 7)])
