"""Falls, sleep and food, the words for difficulty: the guide's examples, every edge, bad input in words."""

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.rules.errors import OutOfRange, RulesError
from encounters.rules.worlds_awakening.hazards import (
    DIFFICULTIES,
    MOVEMENT,
    Difficulty,
    FallOutcome,
    difficulty,
    fall,
    parse_height,
    privation,
)

heights = st.builds(F, st.integers(0, 30_000), st.sampled_from([1_000, 1_024, 2_187]))


@pytest.mark.parametrize(
    ("height", "outcome", "dice"),
    [
        ("0", "unhurt", None), ("1.99", "unhurt", None), ("2", "damage", "1d6"), ("3,9", "damage", "1d6"),
        ("4", "damage", "2d6"), ("5.999", "damage", "2d6"), ("7", "damage", "3d6"), ("7.5 m", "damage", "3d6"),
        ("8", "damage", "4d6"), ("9.99", "damage", "4d6"), ("10", "unconscious", None), ("11", "unconscious", None),
        ("12", "unconscious", None), ("12.001", "death", None), ("13", "death", None), ("10000", "death", None),
    ],
)  # fmt: skip
def test_falls_at_every_edge(height, outcome, dice):
    result = fall(parse_height(height))
    assert (result.outcome, str(result.dice) if result.dice else None) == (outcome, dice)
    assert result.source == "guide"


@pytest.mark.parametrize(
    ("height", "text"),
    [
        ("7", "7 m: 3d6 damage."),
        ("1.5", "1.5 m: no damage; it starts at 2 m."),
        ("10/3", "3⅓ m: 1d6 damage."),
        ("11", "11 m: HP fall to 0, unconscious. HP don't deteriorate, but companions must help."),
        ("12.5", "12.5 m: the character dies."),
    ],
)
def test_a_fall_says_what_happens(height, text):
    assert fall(parse_height(height)).text == text


@given(heights, heights)
def test_falling_further_is_never_better(one, other):
    low, high = sorted((one, other))
    outcomes = list(FallOutcome)
    assert outcomes.index(fall(low).outcome) <= outcomes.index(fall(high).outcome)
    if fall(low).dice and fall(high).dice:
        assert fall(low).dice.count <= fall(high).dice.count


@given(st.builds(F, st.integers(2_000, 9_999), st.just(1_000)))
def test_one_die_for_every_full_2_metres(height):
    count = fall(height).dice.count
    assert 2 * count <= height < 2 * count + 2


@pytest.mark.parametrize("text", ["", "  ", "high", "-1", "7 ft", "7.5.5", "1/0", "7,", "1" * 21, "1e3", "٧", None, 7])
def test_heights_that_cannot_be_read_are_refused_in_words(text):
    with pytest.raises(RulesError) as refused:
        parse_height(text)
    assert (refused.value.field, refused.value.message) == (
        "height",
        "Write the height in metres as a number from 0 to 10,000, like 7 or 7.5.",
    )


@pytest.mark.parametrize("height", [F(-1), 10_001, F(20_001, 2), 7.5, "7", True, None])
def test_heights_out_of_bounds_are_refused(height):
    with pytest.raises(OutOfRange) as refused:
        fall(height)
    assert (refused.value.field, refused.value.message) == ("height", "A fall is 0 to 10,000 metres high.")


def test_two_days_without_both_are_minus_4():
    penalty = privation(2, 2)
    assert (penalty.value, penalty.text) == (-4, "−4 = (−2 no sleep) + (−2 no food or drink)")
    assert [term.value for term in penalty.terms] == [-2, -2]
    assert penalty.source == "guide"


@pytest.mark.parametrize(("sleep", "food", "value"), [(0, 0, 0), (1, 0, -1), (0, 3, -3), (5, 1, -6), (99, 99, -198)])
def test_every_day_of_either_costs_1(sleep, food, value):
    assert privation(sleep, food).value == value


@pytest.mark.parametrize(
    ("days", "field"),
    [
        ((-1, 0), "days_without_sleep"),
        ((0, 100), "days_without_food"),
        ((1.5, 0), "days_without_sleep"),
        ((0, "2"), "days_without_food"),
    ],
)
def test_days_out_of_bounds_are_refused_in_words(days, field):
    with pytest.raises(OutOfRange) as refused:
        privation(*days)
    assert refused.value.field == field
    assert "whole number from 0 to 99" in refused.value.message


def test_words_for_every_difficulty():
    wanted = ["very_easy"] * 4 + ["easy"] * 5 + ["moderate"] * 5 + ["hard"] * 5 + ["very_hard"] * 80
    assert [difficulty(number) for number in range(1, 100)] == wanted
    assert [(band.difficulty.label, band.text) for band in DIFFICULTIES.values()] == [
        ("Very easy", "1–4"), ("Easy", "5–9"), ("Moderate", "10–14"), ("Hard", "15–19"), ("Very hard", "20+"),
    ]  # fmt: skip
    assert list(DIFFICULTIES) == list(Difficulty)


@pytest.mark.parametrize("number", [0, 100, -3, "12", 12.5])
def test_difficulties_out_of_bounds_are_refused(number):
    with pytest.raises(OutOfRange) as refused:
        difficulty(number)
    assert refused.value.field == "difficulty"


def test_one_movement_is_10_metres_or_10_squares():
    assert (MOVEMENT.metres, MOVEMENT.squares, MOVEMENT.seconds_per_turn) == (10, 10, 10)
