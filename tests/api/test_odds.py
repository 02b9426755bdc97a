"""GET two-d12/odds: exact fractions, every limit, and nothing beside what it asks for."""

from fractions import Fraction
from itertools import product

import pytest

from tests.api.calls import ODDS, ask, post, problems


def test_the_documented_example():
    response = ask(ODDS, "bonus=0&threshold=15")
    assert response.status_code == 200
    assert response.json() == {"plain": "55/144", "advantage": "12815/20736", "disadvantage": "3025/20736"}


@pytest.mark.parametrize("threshold", [5, 10, 15, 20, 25, 30])
@pytest.mark.parametrize("bonus", [-10, -1, 0, 1, 5, 6, 12, 40])
def test_the_odds_are_those_of_counting_all_144_results(bonus, threshold):
    wins = sum(first + second + bonus >= threshold for first, second in product(range(1, 13), repeat=2))
    chance = Fraction(wins, 144)
    answer = ask(ODDS, {"bonus": bonus, "threshold": threshold}).json()
    assert answer == {
        "plain": str(chance),
        "advantage": str(1 - (1 - chance) ** 2),
        "disadvantage": str(chance**2),
    }


@pytest.mark.parametrize("bonus", [-1, 0, 6])
def test_a_table_that_beats_the_threshold_asks_for_it(bonus):
    wins = sum(first + second + bonus > 15 for first, second in product(range(1, 13), repeat=2))
    asked = {"bonus": bonus, "threshold": 15}
    assert ask(ODDS, {**asked, "success_rule": "beat"}).json()["plain"] == str(Fraction(wins, 144))
    assert ask(ODDS, {**asked, "success_rule": "reach"}).json() == ask(ODDS, asked).json()


@pytest.mark.parametrize(("query", "plain"), [("bonus=999&threshold=1", "1"), ("bonus=-999&threshold=999", "0")])
def test_certain_and_impossible_are_whole_numbers(query, plain):
    assert ask(ODDS, query).json() == dict.fromkeys(("plain", "advantage", "disadvantage"), plain)


def test_the_call_asks_the_database_nothing(django_assert_num_queries, db):
    with django_assert_num_queries(0):
        assert ask(ODDS, "bonus=0&threshold=15").status_code == 200


@pytest.mark.parametrize(
    ("query", "refused"),
    [
        ("", {"bonus": "required", "threshold": "required"}),
        ("bonus=0", {"threshold": "required"}),
        ("bonus=1000&threshold=15", {"bonus": "range"}),
        ("bonus=-1000&threshold=15", {"bonus": "range"}),
        ("bonus=0&threshold=0", {"threshold": "range"}),
        ("bonus=0&threshold=1000", {"threshold": "range"}),
        ("bonus=0&threshold=-5", {"threshold": "range"}),
        ("bonus=0&threshold=15&success_rule=match", {"success_rule": "choice"}),
        ("bonus=0&threshold=15&success_rule=", {"success_rule": "choice"}),
        ("bonus=0&threshold=15&success_rule=beat&success_rule=reach", {"success_rule": "distinct"}),
        ("bonus=&threshold=15", {"bonus": "type"}),
        ("bonus=1.0&threshold=15", {"bonus": "type"}),
        ("bonus=%2B1&threshold=15", {"bonus": "type"}),
        ("bonus=%201&threshold=15", {"bonus": "type"}),
        ("bonus=1e3&threshold=15", {"bonus": "type"}),
        ("bonus=1_0&threshold=15", {"bonus": "type"}),
        ("bonus=--1&threshold=15", {"bonus": "type"}),
        ("bonus=%D9%A3&threshold=15", {"bonus": "type"}),
        ("bonus=%E2%88%923&threshold=15", {"bonus": "type"}),
        ("bonus=true&threshold=standard", {"bonus": "type", "threshold": "type"}),
        (f"bonus={'9' * 5000}&threshold=15", {"bonus": "type"}),
        ("bonus=%00&threshold=15", {"bonus": "type"}),
        ("bonus=0&threshold=15&exp=3", {"exp": "unknown_field"}),
        ("bonus=0&bonus=1&threshold=15", {"bonus": "distinct"}),
        ("bonus[]=0&threshold=15", {"bonus": "required"}),
    ],
)
def test_whatever_breaks_a_bound_is_refused_at_its_field(query, refused):
    response = ask(ODDS, query)
    assert response.status_code == 422
    assert problems(response) == refused


def test_it_is_asked_by_its_address_and_not_by_a_body():
    response = post(ODDS, {"bonus": 0, "threshold": 15})
    assert response.status_code == 405
    assert "GET" in response["Allow"]
