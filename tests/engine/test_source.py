"""Sources of faces: fair, repeatable where they should be, and the same on every machine."""

from __future__ import annotations

import hashlib
import hmac
import os
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from bonesetter.dice import Dice
from bonesetter.errors import Refusal
from bonesetter.evenness import evenness
from bonesetter.source import Derived, Entropy, Script, Seeded, derived_face, faces_of
from hypothesis import given, settings
from hypothesis import strategies as st

SIDES = st.integers(1, 10_000)

settings.register_profile("busy machine", deadline=None)
settings.load_profile("busy machine")

SEEDED_D6 = [2, 1, 6, 3, 4, 6, 5, 2, 1, 6, 5, 5]
SEEDED_D100 = [74, 14, 53, 62, 59, 68]
SEEDED_D1000 = [96, 795, 962, 741]
DERIVED_D6 = [4, 6, 6, 2, 3, 4, 2, 6, 1, 3, 6, 3]
DERIVED_D100 = [60, 63, 21, 33, 5, 45]
DERIVED_REJECTING = 1189626623


# --- faces that never change: a game written down today must come out the same in ten years -----------------------


def test_a_seed_gives_these_faces_for_ever():
    assert [Seeded(1).face(6) for _ in range(3)] == [Seeded(1).face(6)] * 3
    source = Seeded("bonesetter")
    assert [source.face(6) for _ in range(12)] == SEEDED_D6
    assert [source.face(100) for _ in range(6)] == SEEDED_D100
    assert [source.face(1000) for _ in range(4)] == SEEDED_D1000


def test_a_key_gives_these_faces_for_ever():
    key = bytes(range(32))
    assert [derived_face(key, index, 6) for index in range(12)] == DERIVED_D6
    assert [derived_face(key, index, 100) for index in range(6)] == DERIVED_D100
    assert derived_face(key, 0, 2**31 + 1) == DERIVED_REJECTING


def test_a_derived_face_is_what_its_description_says():
    """Written out once more from the docstring, with other means."""
    key = b"a key"
    for index in range(50):
        for sides in (2, 3, 6, 20, 66, 100, 2**31 + 1):
            found, attempt = None, 0
            while found is None:
                said = ("%d/%d/%d" % (index, sides, attempt)).encode("ascii")  # noqa: UP031
                digest = hmac.new(key, said, hashlib.sha256).hexdigest()
                words = [int(digest[at : at + 8], 16) for at in range(0, 64, 8)]
                fit = [word for word in words if word < (2**32 // sides) * sides]
                found = fit[0] % sides + 1 if fit else None
                attempt += 1
            assert derived_face(key, index, sides) == found


@given(st.binary(min_size=1, max_size=40), st.integers(0, 500), st.lists(SIDES, min_size=1, max_size=8))
def test_a_face_depends_on_its_number_alone_and_not_on_what_was_rolled_before(key, first, asked):
    source = Derived(key, first)
    faces = [source.face(sides) for sides in asked]
    assert faces == [derived_face(key, first + at, sides) for at, sides in enumerate(asked)]
    assert source.index == first + len(asked)


@given(st.one_of(st.integers(), st.text(max_size=20)), st.lists(SIDES, min_size=1, max_size=8))
def test_the_same_seed_and_calls_give_the_same_faces(seed, asked):
    first, second = Seeded(seed), Seeded(seed)
    assert [first.face(sides) for sides in asked] == [second.face(sides) for sides in asked]


@given(st.integers(), st.lists(st.integers(2, 300), min_size=1, max_size=6))
def test_a_hand_takes_the_same_faces_as_its_dice_one_by_one(seed, sides):
    assert next(Seeded(seed).hands[tuple(sides)]) == tuple(map(Seeded(seed).face, sides))


# --- fairness ------------------------------------------------------------------------------------------------------


@given(st.binary(max_size=300), st.integers(1, 70_000))
def test_every_face_read_from_bytes_is_on_the_die(data, sides):
    assert all(1 <= face <= sides for face in faces_of(data, sides))


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 100, 128, 200, 255])
def test_bytes_are_read_without_bias(sides):
    """All 256 bytes once: every face comes up equally often, and no more are rejected than need be."""
    seen = Counter(faces_of(bytes(range(256)), sides))
    assert set(seen.values()) == {256 // sides}
    assert set(seen) == set(range(1, sides + 1))


def test_dice_of_more_than_a_byte_are_read_without_bias():
    """All 65536 pairs of bytes once, read as a d256 and as a d256's neighbour: dice of two bytes."""
    data = b"".join(number.to_bytes(2, "big") for number in range(65536))
    seen = Counter(faces_of(data, 256))
    assert set(seen.values()) == {256}
    seen = Counter(faces_of(b"".join(n.to_bytes(3, "big") for n in range(0, 2**24, 4096 + 1)), 1000))
    assert set(seen) == set(range(1, 1001))


@pytest.mark.parametrize("source", [Entropy(), Seeded("even"), Derived(b"even")], ids=["entropy", "seeded", "derived"])
def test_no_face_comes_up_more_often_than_chance_lets_it(source):
    """Entropy may fail this once in a million runs; the others never change."""
    for sides in (2, 6, 10, 20, 100):
        (found,) = evenness((sides, source.face(sides)) for _ in range(200 * sides))
        assert found.p > 1e-6, (sides, found)


def test_the_global_random_is_left_alone():
    random.seed(7)
    before = random.getstate()
    Dice.parse("10d6!").roll(Entropy())
    Dice.parse("10d6!").roll(Seeded(3))
    Dice.parse("10d6!").roll(Derived(b"x"))
    assert random.getstate() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
def test_a_forked_child_does_not_roll_its_parents_next_faces():
    source = Entropy()
    source.face(6)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, bytes(source.face(6) for _ in range(64)))
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 64) != bytes(source.face(6) for _ in range(64))


def test_threads_may_share_entropy():
    source, dice = Entropy(), Dice.parse("3d6+2d20")
    with ThreadPoolExecutor(8) as pool:
        rolls = list(pool.map(lambda _: dice.roll(source), range(20_000)))
    assert all(roll.total == dice.total(roll.faces) for roll in rolls)


# --- dice read off the table ---------------------------------------------------------------------------------------


def test_a_script_gives_its_faces_in_order_and_then_says_what_is_missing():
    source = Script([3, 5])
    assert (source.face(6), source.left, source.face(6)) == (3, 1, 5)
    with pytest.raises(Refusal) as refused:
        source.face(8)
    assert (refused.value.code, refused.value.data["die"]) == ("transcript_short", "d8")


@pytest.mark.parametrize("face", [0, 7, True, 2.0, "3"])
def test_a_script_refuses_a_face_that_the_die_lacks_and_keeps_its_place(face):
    source = Script([face])
    with pytest.raises(Refusal) as refused:
        source.face(6)
    assert refused.value.code == "die_out_of_range"
    assert source.left == 1
