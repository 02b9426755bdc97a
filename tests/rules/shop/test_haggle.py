"""Haggling: the guide's four scenarios, critical rolls, every roll there is."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.rules.errors import OutOfRange, RulesError, UnknownChoice
from shop.rules import Deal, Outcome, haggle, haggle_outcome, roll_natural

naturals = st.integers(1, 20)
charismas = st.integers(-4, 6)
difficulties = st.integers(1, 99)


@pytest.mark.parametrize(
    ("natural", "charisma", "outcome", "price", "refused", "text"),
    [
        (14, 2, "success", 150, False, "16 = 14 + CHA 2 against 14: success, buys for 150 NX"),
        (20, -4, "critical_success", 100, False, "natural 20: critical success, buys for 100 NX"),
        (9, 2, "failure", 200, False, "11 = 9 + CHA 2 against 14: failure, buys for 200 NX"),
        (1, 6, "critical_failure", 200, True, "natural 1: critical failure, buys for 200 NX; no more haggling today"),
    ],
)
def test_the_guides_four_scenarios(natural, charisma, outcome, price, refused, text):
    test = haggle(200, Deal.BUY, natural, charisma, 14)
    assert (test.outcome, test.price.value, test.refuses_for_the_day, test.text) == (outcome, price, refused, text)
    assert (test.total.value, test.natural_roll, test.difficulty, test.list_price) == (
        natural + charisma, natural, 14, 200,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("natural", "price", "refused"), [(14, 125, False), (20, 200, False), (9, 100, False), (1, 100, True)]
)
def test_the_same_rolls_when_the_pc_sells(natural, price, refused):
    test = haggle(200, "sell", natural, 2, 14)
    assert (test.deal, test.price.value, test.refuses_for_the_day) == (Deal.SELL, price, refused)


@pytest.mark.parametrize(("natural", "buy", "sell"), [(10, 34, 27), (20, 23, 45), (2, 45, 22), (1, 45, 22)])
def test_45_nx_by_every_outcome(natural, buy, sell):
    assert haggle(45, "buy", natural, 0, 10).price.value == buy
    assert haggle(45, "sell", natural, 0, 10).price.value == sell


def test_reaching_the_difficulty_is_enough():
    assert haggle_outcome(12, 14, 14) is Outcome.SUCCESS
    assert haggle_outcome(12, 13, 14) is Outcome.FAILURE


def test_a_critical_roll_decides_whatever_the_total():
    assert haggle_outcome(1, 99, 1) is Outcome.CRITICAL_FAILURE
    assert haggle_outcome(20, -4, 99) is Outcome.CRITICAL_SUCCESS


@pytest.mark.parametrize(
    ("charisma", "failure_to", "success_from"),
    [
        (-4, 3, 20), (-3, 2, 20), (-2, 2, 20), (-1, 1, 20), (0, 1, 20), (1, 1, 20),
        (2, 1, 19), (3, 1, 19), (4, 1, 18), (5, 1, 18), (6, 1, 17),
    ],
)  # fmt: skip
def test_critical_ranges_by_cha_are_an_option(charisma, failure_to, success_from):
    for natural in range(1, 21):
        by_charisma = haggle(100, "buy", natural, charisma, 10, critical_by_charisma=True).outcome
        assert (by_charisma is Outcome.CRITICAL_FAILURE) == (natural <= failure_to)
        assert (by_charisma is Outcome.CRITICAL_SUCCESS) == (natural >= success_from)
        plain = haggle(100, "buy", natural, charisma, 10).outcome
        assert (plain is Outcome.CRITICAL_FAILURE) == (natural == 1)
        assert (plain is Outcome.CRITICAL_SUCCESS) == (natural == 20)


@pytest.mark.parametrize(
    ("changed", "error", "field"),
    [
        ({"list_price": -1}, OutOfRange, "list_price"),
        ({"list_price": 99.5}, OutOfRange, "list_price"),
        ({"deal": "steal"}, UnknownChoice, "deal"),
        ({"deal": None}, UnknownChoice, "deal"),
        ({"natural_roll": 0}, OutOfRange, "natural_roll"),
        ({"natural_roll": 21}, OutOfRange, "natural_roll"),
        ({"natural_roll": None}, OutOfRange, "natural_roll"),
        ({"charisma": 7}, OutOfRange, "charisma"),
        ({"charisma": -5}, OutOfRange, "charisma"),
        ({"charisma": "2"}, OutOfRange, "charisma"),
        ({"difficulty": 0}, OutOfRange, "difficulty"),
        ({"difficulty": 100}, OutOfRange, "difficulty"),
        ({"difficulty": True}, OutOfRange, "difficulty"),
        ({"critical_by_charisma": "on"}, RulesError, "critical_by_charisma"),
    ],
)
def test_what_is_no_test_is_refused_at_its_field(changed, error, field):
    given_parts = {"list_price": 200, "deal": "buy", "natural_roll": 10, "charisma": 0, "difficulty": 14}
    with pytest.raises(error) as refused:
        haggle(**{**given_parts, **changed})
    assert refused.value.field == field
    assert refused.value.message.endswith(".")


def test_the_die_has_20_faces_and_comes_from_the_source_handed_in():
    rng = random.Random(7)
    assert {roll_natural(rng) for _ in range(400)} == set(range(1, 21))
    assert roll_natural(random.Random(3)) == roll_natural(random.Random(3))


@given(st.integers(0, 999_999), naturals, naturals, charismas, difficulties, st.booleans())
def test_a_higher_roll_is_never_worse(price, one, other, charisma, difficulty, by_charisma):
    low, high = sorted((one, other))
    buys, sells = (
        [haggle(price, deal, natural, charisma, difficulty, by_charisma) for natural in (low, high)] for deal in Deal
    )
    outcomes = list(Outcome)
    assert outcomes.index(buys[1].outcome) <= outcomes.index(buys[0].outcome)
    assert buys[1].price.value <= buys[0].price.value
    assert sells[0].price.value <= sells[1].price.value <= price
    assert all(type(test.price.value) is int and test.price.value >= 0 for test in (*buys, *sells))
