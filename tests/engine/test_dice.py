"""Dice expressions: read, printed, rolled and weighed; every distribution against an enumeration written apart."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from bonesetter.dice import DEPTH, MOST_DICE, MOST_SIDES, Dice
from bonesetter.errors import Refusal
from bonesetter.source import Script, Seeded
from hypothesis import given, settings
from hypothesis import strategies as st

KEEPS = ("kh", "kl", "dh", "dl")


@st.composite
def hands(draw, most_dice=3, most_sides=6, explodes=True):
    """A hand as (count, sides, keep, number, explodes)."""
    count = draw(st.integers(1, most_dice))
    sides = draw(st.one_of(st.integers(2, most_sides), st.sampled_from([66, 44])))
    keep = draw(st.sampled_from(["", *KEEPS]))
    least, most = (1, count) if keep[:1] == "k" else (1, count - 1)
    if keep and least > most:
        keep = ""
    number = draw(st.integers(least, most)) if keep else 0
    return count, sides, keep, number, explodes and sides < 44 and draw(st.booleans())


def written(hand) -> str:
    count, sides, keep, number, explodes = hand
    return f"{count}d{sides}{'!' * explodes}{keep}{number if keep else ''}"


@st.composite
def expressions(draw, **limits):
    terms = draw(st.lists(hands(**limits), min_size=1, max_size=2))
    text = written(terms[0])
    for term in terms[1:]:
        text += draw(st.sampled_from("+-")) + written(term)
    added = draw(st.integers(-20, 20))
    return f"{text}{added:+d}" if added else text


# --- reading and printing ------------------------------------------------------------------------------------------


@given(expressions(most_dice=12, most_sides=40))
def test_what_is_printed_reads_as_the_same_dice(text):
    dice = Dice.parse(text)
    assert Dice.parse(str(dice)) == dice
    assert str(Dice.parse(str(dice))) == str(dice)
    assert hash(Dice.parse(str(dice))) == hash(dice)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("2d6+3", "2d6+3"),
        (" 2 D 6 + 3 ", "2d6+3"),
        ("1d6", "d6"),
        ("D66", "d66"),
        ("d%", "d100"),
        ("4d6k3", "4d6kh3"),
        ("2d20kh", "2d20kh1"),
        ("4d6dl", "4d6dl1"),
        ("4d6kh3!", "4d6!kh3"),
        ("+d6", "d6"),
        ("d6+1+2", "d6+3"),
        ("3+d6", "d6+3"),
        ("d6+2-2", "d6"),
        ("d8-d4", "d8-d4"),
        ("2d6\u00a0+\u202f1", "2d6+1"),
    ],
)
def test_the_ways_people_type_dice_come_to_one_form(typed, printed):
    assert str(Dice.parse(typed)) == printed


@pytest.mark.parametrize("minus", "-‐‑‒–—―−﹣－➖")
def test_every_dash_and_minus_sign_subtracts(minus):
    assert Dice.parse(f"2d6 {minus} 1") == Dice.parse("2d6-1")


@pytest.mark.parametrize(
    "nonsense",
    [
        *["", " ", "d", "6", "2d", "d0", "0d6", "d6+", "--d6", "d6 d6", "3d6 d1", "2d6kh3", "2d6dl2", "2d6kh0", "d1!"],
        *["d66!", "d6!!", "4d6kh3kl1", "²d6", "d٦", "2x6", "d6*2", f"{MOST_DICE + 1}d6", f"d{MOST_SIDES + 1}"],
        "9" * 5000 + "d6",
        "d6+" + "9" * 5000,
    ],
)
def test_what_is_no_dice_is_refused_with_what_was_given(nonsense):
    with pytest.raises(Refusal) as refused:
        Dice.parse(nonsense)
    assert refused.value.code == "bad_dice"
    assert refused.value.data["given"] == nonsense


@given(st.text(max_size=12))
def test_no_text_at_all_breaks_the_reader(text):
    try:
        Dice.parse(text).distribution()
    except Refusal as refusal:
        assert refusal.code == "bad_dice"


# --- which dice, and what they come to -----------------------------------------------------------------------------


def test_digit_dice_ask_for_each_digit_and_put_them_together():
    assert Dice.parse("d66").sides == (6, 6)
    assert Dice.parse("d66").total((3, 5)) == 35
    assert Dice.parse("d666").total((1, 2, 3)) == 123
    assert Dice.parse("2d66+1").total((1, 1, 6, 6)) == 11 + 66 + 1


def test_dice_ask_for_all_hands_first_and_for_explosions_afterwards():
    dice = Dice.parse("2d6!+d4")
    assert dice.sides == (6, 6, 4)
    assert [dice.next(faces) for faces in ((), (6,), (6, 6), (6, 6, 4), (6, 6, 4, 6), (6, 6, 4, 6, 1))] == [
        6,
        6,
        4,
        6,
        6,
        6,
    ]
    assert dice.next((6, 6, 4, 6, 1, 2)) is None
    assert dice.total((6, 6, 4, 6, 1, 2)) == (6 + 6 + 2) + (6 + 1) + 4


def test_an_explosion_ends_at_the_stated_depth():
    dice = Dice.parse("d2!")
    faces: tuple[int, ...] = ()
    while (sides := dice.next(faces)) is not None:
        faces += (sides,)
    assert faces == (2,) * (DEPTH + 1)
    assert dice.total(faces) == max(dice.distribution())


@pytest.mark.parametrize(
    ("text", "faces", "code", "facts"),
    [
        ("2d6", (7, 1), "die_out_of_range", {"die": "d6", "given": 7, "lo": 1, "hi": 6}),
        ("2d6", (0, 1), "die_out_of_range", {"die": "d6", "given": 0}),
        ("2d6", (True, 1), "die_out_of_range", {"die": "d6", "given": True}),
        ("2d6", (1,), "wrong_dice_count", {"dice": "2d6", "given": 1, "wanted": 2}),
        ("2d6", (1, 2, 3), "wrong_dice_count", {"given": 3, "wanted": 2}),
        ("2d6!", (6, 2), "wrong_dice_count", {"given": 2, "wanted": 3}),
        ("2d6!", (1, 2, 3), "wrong_dice_count", {"given": 3, "wanted": 2}),
        ("d6!", (6, 7), "die_out_of_range", {"die": "d6", "given": 7}),
    ],
)
def test_faces_that_cannot_be_are_refused_with_what_was_asked(text, faces, code, facts):
    with pytest.raises(Refusal) as refused:
        Dice.parse(text).total(faces)
    assert refused.value.code == code
    assert facts.items() <= refused.value.data.items()


@given(expressions(), st.integers(0, 10**6))
def test_a_roll_keeps_every_face_and_its_total_is_theirs(text, seed):
    dice = Dice.parse(text)
    roll = dice.roll(Seeded(seed))
    assert dice.next(roll.faces) is None
    assert len(roll.faces) >= len(dice.sides)
    assert roll.total == dice.total(roll.faces)
    assert roll.total in dice.distribution()
    assert dice.roll(Script(roll.faces)) == roll


@given(expressions(), st.integers(0, 10**6))
def test_faces_asked_for_one_by_one_are_the_dice_of_the_roll(text, seed):
    dice, source = Dice.parse(text), Seeded(seed)
    faces: tuple[int, ...] = ()
    while (sides := dice.next(faces)) is not None:
        faces += (source.face(sides),)
    assert dice.total(faces) == dice.roll(Script(faces)).total


# --- distributions -------------------------------------------------------------------------------------------------


def chains(sides: int, explodes: bool) -> dict[int, Fraction]:
    """What one die comes to and how likely, rolled out face by face."""
    if sides in (44, 66):
        return {10 * a + b: Fraction(1, (sides % 10) ** 2) for a, b in product(range(1, sides % 10 + 1), repeat=2)}
    chances: dict[int, Fraction] = {}

    def fall(so_far: int, chance: Fraction, left: int) -> None:
        for face in range(1, sides + 1):
            if explodes and face == sides and left:
                fall(so_far + face, chance / sides, left - 1)
            else:
                chances[so_far + face] = chances.get(so_far + face, Fraction(0)) + chance / sides

    fall(0, Fraction(1), DEPTH)
    return chances


def enumerated(text: str) -> dict[int, Fraction]:
    """The distribution of an expression by going through every combination of what its dice come to."""
    signed = text if text[0] in "+-" else f"+{text}"
    for sign in "+-":
        signed = signed.replace(sign, f" {sign}")
    sums = {0: Fraction(1)}
    for term in signed.split():
        sign, body = (-1 if term[0] == "-" else 1), term[1:]
        if "d" not in body:
            sums = {total + sign * int(body): chance for total, chance in sums.items()}
            continue
        one = enumerated_hand(body)
        mixed: dict[int, Fraction] = {}
        for (total, chance), (value, share) in product(sums.items(), one.items()):
            mixed[total + sign * value] = mixed.get(total + sign * value, Fraction(0)) + chance * share
        sums = mixed
    return sums


def enumerated_hand(body: str) -> dict[int, Fraction]:
    count, rest = body.split("d", 1)
    explodes = "!" in rest
    rest = rest.replace("!", "")
    keep = next((keep for keep in KEEPS if keep in rest), "")
    sides, number = rest.split(keep) if keep else (rest, "0")
    n, k = int(count or 1), int(number)
    sums: dict[int, Fraction] = {}
    for dice in product(chains(int(sides), explodes).items(), repeat=n):
        values = sorted(value for value, _ in dice)
        kept = {"": values, "kh": values[n - k :], "kl": values[:k], "dh": values[: n - k], "dl": values[k:]}[keep]
        chance = Fraction(1)
        for _, share in dice:
            chance *= share
        sums[sum(kept)] = sums.get(sum(kept), Fraction(0)) + chance
    return sums


def chances_of(dice: Dice) -> dict[int, Fraction]:
    weights = dice.distribution()
    whole = sum(weights.values())
    return {total: Fraction(weight, whole) for total, weight in weights.items()}


@settings(deadline=None, max_examples=60)
@given(expressions(most_dice=2, most_sides=6))
def test_a_distribution_is_what_going_through_all_combinations_gives(text):
    assert chances_of(Dice.parse(text)) == enumerated(text)


@pytest.mark.parametrize(
    "text", ["4d6kh3", "4d6dl1", "3d6!kh2", "5d4kl2", "2d66", "4d6dh2-1", "3d8-2d4+5", "2d6!", "3d3!dl1"]
)
def test_the_usual_rolls_are_exact(text):
    assert chances_of(Dice.parse(text)) == enumerated(text)


def test_weights_are_whole_numbers_of_all_the_ways_dice_can_fall():
    assert Dice.parse("2d6").distribution() == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert sum(Dice.parse("10d10").distribution().values()) == 10**10
    assert sum(Dice.parse("4d6kh3").distribution().values()) == 6**4
    assert list(Dice.parse("d66").distribution()) == [10 * a + b for a in range(1, 7) for b in range(1, 7)]
    assert sum(Dice.parse("6d6!").distribution().values()) == 6 ** (6 * (DEPTH + 1))


@given(st.integers(1, 30), st.integers(2, 20))
def test_the_sum_of_even_dice_lies_even_around_its_middle(count, sides):
    weights = list(Dice.parse(f"{count}d{sides}").distribution().values())
    assert weights == weights[::-1]
    assert sum(weights) == sides**count


def test_the_largest_dice_still_come_out_exactly():
    weights = Dice.parse(f"{MOST_DICE}d100").distribution()
    assert sum(weights.values()) == 100**MOST_DICE
    assert weights[MOST_DICE] == weights[MOST_DICE * 100] == 1


@pytest.mark.parametrize("text", [f"{MOST_DICE}d{MOST_SIDES}", f"{MOST_DICE}d100kh50", f"{MOST_DICE}d20!"])
def test_more_ways_than_can_be_counted_are_refused_at_once_and_still_roll(text):
    dice = Dice.parse(text)
    with pytest.raises(Refusal) as refused:
        dice.distribution()
    assert (refused.value.code, refused.value.data["dice"]) == ("too_many_ways", text)
    assert dice.roll(Seeded(1)).total == dice.roll(Seeded(1)).total


def test_rolls_follow_the_distribution():
    """A fixed seed, so this never fails by chance: 20 000 rolls against the exact chances."""
    source = Seeded("rolls follow the distribution")
    for text in ("2d6", "4d6kh3", "d66", "d6!"):
        dice = Dice.parse(text)
        seen = Counter(dice.roll(source).total for _ in range(20_000))
        for total, chance in chances_of(dice).items():
            expected = float(chance) * 20_000
            assert abs(seen[total] - expected) <= 5 * expected**0.5 + 5, (text, total)
