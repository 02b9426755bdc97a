"""A total is the sum of its terms and says so."""

import pytest

from bestiary.rules.total import Term, Total


@pytest.mark.parametrize("values", [[0], [3, -5], [-1, -2, -3], [10, 4, -2, 7, 0]])
def test_the_value_is_the_sum_of_the_terms(values):
    total = Total(tuple(Term(f"term {value}", value) for value in values), "sum", "ours")
    assert total.value == int(total) == sum(values)


def test_the_text_is_the_sum_with_negative_terms_in_brackets():
    total = Total((Term("Base HP × level", 20, "4 × 5"), Term("CON", -2)), "Max HP", "guide")
    assert total.text == "18 = 4 × 5 + (−2)"


def test_a_negative_total_is_written_with_a_true_minus():
    total = Total((Term("STR", -4), Term("level", 1)), "Melee Atk", "guide")
    assert str(total) == "−3"
    assert total.text == "−3 = (−4) + 1"
