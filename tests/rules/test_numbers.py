"""Numbers as people read them, and the roundings with a direction."""

from fractions import Fraction
from itertools import product

import pytest

from bestiary.rules import numbers
from bestiary.rules.errors import OutOfRange, RulesError


@pytest.mark.parametrize(
    ("number", "plain", "with_sign", "in_a_sum"),
    [(2, "2", "+2", "2"), (0, "0", "+0", "0"), (-1, "−1", "−1", "(−1)"), (-12, "−12", "−12", "(−12)")],
)
def test_whole_numbers_use_the_true_minus(number, plain, with_sign, in_a_sum):
    assert numbers.minus(number) == plain
    assert numbers.signed(number) == with_sign
    assert numbers.summand(number) == in_a_sum


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(-5, 2), "−2½"),
        (Fraction(3, 2), "1½"),
        (Fraction(1, 3), "⅓"),
        (Fraction(2, 3), "⅔"),
        (Fraction(-1, 2), "−½"),
        (Fraction(15, 7), "2 1/7"),
        (Fraction(1, 7), "1/7"),
        (Fraction(-10, 9), "−1 1/9"),
        (Fraction(7, 8), "⅞"),
        (Fraction(4), "4"),
        (Fraction(0), "0"),
        (-3, "−3"),
    ],
)
def test_fractions_are_written_as_mixed_numbers(value, text):
    assert numbers.mixed(value) == text


def read_mixed(text):
    """The value of a mixed number, read by other means than it was written."""
    sign, text = (-1, text[1:]) if text.startswith("−") else (1, text)
    glyphs = {glyph: Fraction(*parts) for parts, glyph in numbers.VULGAR_FRACTIONS.items()}
    if text[-1] in glyphs:
        return sign * (int(text[:-1] or 0) + glyphs[text[-1]])
    return sign * sum(Fraction(part) for part in text.split(" "))


def test_a_mixed_number_says_exactly_its_value():
    for numerator, denominator in product(range(-70, 71), range(1, 31)):
        value = Fraction(numerator, denominator)
        assert read_mixed(numbers.mixed(value)) == value


@pytest.mark.parametrize(("value", "text"), [(Fraction(3), "3/1"), (Fraction(1, 2), "1/2"), (Fraction(-3, 2), "−3/2")])
def test_ratios_always_show_their_denominator(value, text):
    assert numbers.ratio(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(127, 10), "12.7"),
        (Fraction(1905, 100), "19.05"),
        (Fraction(508, 5), "101.6"),
        (Fraction(25), "25"),
        (Fraction(-1, 20), "−0.05"),
    ],
)
def test_lengths_are_written_as_exact_decimals(value, text):
    assert numbers.decimal(value) == text


def test_a_third_has_no_exact_decimal():
    with pytest.raises(OutOfRange):
        numbers.decimal(Fraction(1, 3))


@pytest.mark.parametrize(
    ("text", "value"),
    [("3/1", 3), ("1/3", Fraction(1, 3)), ("2", 2), (" 2 / 4 ", Fraction(1, 2)), ("999/1", 999)],
)
def test_ratio_text_is_read(text, value):
    assert numbers.parse_ratio(text) == value


@pytest.mark.parametrize(
    "text", ["", "0", "0/1", "1/0", "-1/2", "−1/2", "1/2/3", "0.5", "1e3", "a", "1000/1", "١/٢", "1/2 x", None, 3]
)
def test_what_is_no_positive_ratio_is_refused_at_its_field(text):
    with pytest.raises(RulesError) as refused:
        numbers.parse_ratio(text, "creatures.0.adversity_ratio")
    assert refused.value.field == "creatures.0.adversity_ratio"


def test_reading_a_written_ratio_gives_the_same_fraction():
    for numerator, denominator in product([1, 2, 3, 7, 10, 60, 998, 999], repeat=2):
        value = Fraction(numerator, denominator)
        assert numbers.parse_ratio(numbers.ratio(value)) == value


@pytest.mark.parametrize(
    ("dividend", "divisor", "down", "up"), [(-1, 2, -1, 0), (1, 2, 0, 1), (4, 2, 2, 2), (-4, 3, -2, -1), (0, 5, 0, 0)]
)
def test_each_division_rounds_the_way_its_name_says(dividend, divisor, down, up):
    assert numbers.floor_division(dividend, divisor) == down
    assert numbers.ceiling_division(dividend, divisor) == up
