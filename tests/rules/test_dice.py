"""Dice are read whole or refused, and come back as they were."""

import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.rules.dice import Dice
from bestiary.rules.errors import DiceError

some_dice = st.builds(Dice, st.integers(1, 99), st.integers(2, 100), st.integers(-999, 999))


@pytest.mark.parametrize(
    ("text", "count", "sides", "bonus"),
    [
        ("1d6−2", 1, 6, -2),
        ("2d6", 2, 6, 0),
        ("1d8+3", 1, 8, 3),
        ("2d6-1", 2, 6, -1),
        ("1d4 - 1", 1, 4, -1),
        ("1d4 − 1", 1, 4, -1),
        ("1D6", 1, 6, 0),
        ("d6", 1, 6, 0),
        ("D8 +2", 1, 8, 2),
        ("  3 d 10 + 12 ", 3, 10, 12),
        ("1d6+0", 1, 6, 0),
        ("1d6\N{NO-BREAK SPACE}\N{EN DASH}\N{NO-BREAK SPACE}2", 1, 6, -2),
        ("1d6\N{EN DASH}2", 1, 6, -2),
        ("1d6\N{EM DASH}2", 1, 6, -2),
        ("1d6\N{HYPHEN}2", 1, 6, -2),
        ("1d6\N{NON-BREAKING HYPHEN}2", 1, 6, -2),
        ("1d6\N{FIGURE DASH}2", 1, 6, -2),
        ("1d6\N{SMALL HYPHEN-MINUS}2", 1, 6, -2),
        ("1d6\N{FULLWIDTH HYPHEN-MINUS}2", 1, 6, -2),
    ],
)
def test_dice_text_is_read_whole(text, count, sides, bonus):
    assert Dice.parse(text) == Dice(count, sides, bonus)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "6",
        "d",
        "2d",
        "1d6+",
        "1d6-",
        "1d6--1",
        "1d6+-1",
        "--1",
        "-1d6",
        "1d6+1d4",
        "1d6 fire",
        "1d6+2 cold",
        "1d6+1+1",
        "1d6,2",
        "1.5d6",
        "1d6+½",
        "1 1d6",
        "2x6",
        "١d٦",
        "1d6\n1d6",
        "0d6",
        "1d0",
        "1d1",
        "100d6",
        "1d101",
        "1d6+1000",
        "1d6" + " " * 40,
        "9" * 10_000 + "d6",
        None,
        26,
    ],
)
def test_what_cannot_be_read_whole_is_refused_at_its_field(text):
    with pytest.raises(DiceError) as refused:
        Dice.parse(text, "damage")
    assert refused.value.field == "damage"
    assert refused.value.message


@pytest.mark.parametrize(
    ("dice", "text", "typeset"),
    [
        (Dice(1, 6, -2), "1d6-2", "1d6−2"),
        (Dice(2, 6), "2d6", "2d6"),
        (Dice(1, 8, 3), "1d8+3", "1d8+3"),
        (Dice.parse("1d6+0"), "1d6", "1d6"),
    ],
)
def test_text_has_no_zero_bonus_and_people_get_a_true_minus(dice, text, typeset):
    assert (str(dice), dice.typeset) == (text, typeset)


@given(some_dice)
def test_reading_what_was_written_gives_the_same_dice(dice):
    assert Dice.parse(str(dice)) == dice
    assert Dice.parse(dice.typeset) == dice


@given(st.text(alphabet="0123456789dD+-−– x½", max_size=12))
def test_any_text_is_either_dice_with_all_its_digits_or_refused(text):
    try:
        dice = Dice.parse(text)
    except DiceError:
        return
    digits = [int(part) for part in "".join(c if c in "0123456789" else " " for c in text).split()]
    assert set(digits) <= {dice.count, dice.sides, abs(dice.bonus)}


@pytest.mark.parametrize("dice", [Dice(1, 6, -2), Dice(2, 4, 3), Dice(3, 6), Dice(2, 8, -5), Dice(1, 4, -1)])
def test_extremes_and_average_are_those_of_all_throws(dice):
    throws = [sum(faces) + dice.bonus for faces in product(range(1, dice.sides + 1), repeat=dice.count)]
    assert (dice.minimum, dice.maximum) == (min(throws), max(throws))
    assert dice.average == Fraction(sum(throws), len(throws))


@given(some_dice)
def test_a_throw_stays_between_the_extremes(dice):
    assert dice.minimum <= dice.roll(random.Random(5)) <= dice.maximum


def test_a_throw_comes_only_from_the_given_random_source():
    dice = Dice(4, 6, 1)
    assert [dice.roll(random.Random(7)) for _ in range(3)] == [dice.roll(random.Random(7))] * 3
    rng = random.Random(1)
    assert {Dice(1, 6).roll(rng) for _ in range(300)} == {1, 2, 3, 4, 5, 6}


@given(some_dice, st.integers(-900, 900))
def test_plus_moves_only_the_fixed_part(dice, bonus):
    if abs(dice.bonus + bonus) > 999:
        with pytest.raises(DiceError):
            dice.plus(bonus)
    else:
        assert dice.plus(bonus) == Dice(dice.count, dice.sides, dice.bonus + bonus)
