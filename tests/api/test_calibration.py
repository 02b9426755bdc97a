"""POST worlds-awakening/calibration: the guide's examples, exact fractions, every limit."""

import pytest

from tests.api.calls import CALIBRATION, encounter, opponent, post, problems

DRAGON = opponent(adversity_ratio="3/1")


def babies(count: int) -> dict:
    return opponent(adversity_ratio="1/2", count=count)


@pytest.mark.parametrize(
    ("creatures", "ar_sum", "calibration", "step", "challenge_level"),
    [
        ([DRAGON, babies(2)], "4", "0", 0, "demanding"),
        ([DRAGON, babies(1)], "7/2", "-1/2", -1, "manageable"),
        ([DRAGON], "3", "-1", -1, "manageable"),
        ([DRAGON, babies(3)], "9/2", "1/2", 0, "demanding"),
        ([DRAGON, babies(4)], "5", "1", 1, "intense"),
        ([DRAGON, DRAGON], "6", "2", 2, "impossible"),
        ([opponent(adversity_ratio="2/1")], "2", "-2", -2, "easy"),
        ([], "0", "-4", -4, "easy"),
    ],
    ids=["two babies", "one baby", "no baby", "three", "four", "two dragons", "a lone mini-boss", "nobody"],
)
def test_the_dragon_and_its_young_against_four_pcs(creatures, ar_sum, calibration, step, challenge_level):
    answer = post(CALIBRATION, encounter(*creatures)).json()
    assert answer == {
        "ar_sum": ar_sum,
        "calibration": calibration,
        "step": step,
        "challenge_level": challenge_level,
        "advice": answer["advice"],
    }


def test_the_documented_example():
    answer = post(CALIBRATION, encounter(DRAGON, babies(2), pcs=[3, 5, 5, 7])).json()
    assert set(answer) == {"ar_sum", "calibration", "step", "challenge_level", "advice"}
    assert answer["challenge_level"] == "demanding"
    assert [set(advice) for advice in answer["advice"]] == [{"rule", "text", "source"}]


def test_six_thirds_are_exactly_two():
    answer = post(CALIBRATION, encounter(opponent(adversity_ratio="1/3", count=6), pcs=[5, 5])).json()
    assert (answer["ar_sum"], answer["calibration"]) == ("2", "0")


def test_count_is_1_and_level_without_advice_when_left_out():
    answer = post(CALIBRATION, encounter({"adversity_ratio": "1/1"}, pcs=[20])).json()
    assert (answer["ar_sum"], answer["advice"]) == ("1", [])


def test_advice_names_the_creature():
    answer = post(CALIBRATION, encounter(opponent(name="Hive Bear", level=9))).json()
    assert [advice["rule"] for advice in answer["advice"]] == ["creature_level"]
    assert "Hive Bear" in answer["advice"][0]["text"]


def test_an_area_ability_that_is_known_to_be_missing_gets_advice():
    known = post(CALIBRATION, encounter(DRAGON | {"reaches_several": False})).json()["advice"]
    unknown = post(CALIBRATION, encounter(DRAGON)).json()["advice"]
    assert [advice["rule"] for advice in known] == ["area_ability"]
    assert unknown == []


@pytest.mark.parametrize("text", ["3/1", "3", " 3 / 1 ", "6/2"])
def test_a_ratio_is_read_as_people_write_it(text):
    assert post(CALIBRATION, encounter(opponent(adversity_ratio=text))).json()["ar_sum"] == "3"


def test_the_call_asks_the_database_nothing(django_assert_num_queries, db):
    with django_assert_num_queries(0):
        assert post(CALIBRATION, encounter(DRAGON)).status_code == 200


RATIOS_THAT_ARE_NONE = [
    "3/0", "0/1", "0", "1/-3", "-1/3", "½", "1/3/1", "one", "", "3,5", "0.5", "1e3", "1/3x", "٣/١", "9" * 19, "9" * 900,
    3, 0.5, None, True, ["3/1"], {"n": 3},
]  # fmt: skip


@pytest.mark.parametrize("value", RATIOS_THAT_ARE_NONE, ids=lambda value: repr(value)[:12])
def test_a_ratio_that_is_no_positive_fraction_is_refused(value):
    response = post(CALIBRATION, encounter(opponent(), opponent(adversity_ratio=value)))
    assert response.status_code == 422
    assert list(problems(response)) == ["creatures.1.adversity_ratio"]


BOUNDS = {
    "no PCs": (encounter(DRAGON, pcs=[]), "pcs"),
    "13 PCs": (encounter(DRAGON, pcs=[1] * 13), "pcs"),
    "a PC of level 0": (encounter(DRAGON, pcs=[1, 0]), "pcs.1"),
    "a PC of level 21": (encounter(DRAGON, pcs=[21]), "pcs.0"),
    "a PC of level 3.0": (encounter(DRAGON, pcs=[3.0]), "pcs.0"),
    "a PC of level “3”": (encounter(DRAGON, pcs=["3"]), "pcs.0"),
    "a PC of level true": (encounter(DRAGON, pcs=[True]), "pcs.0"),
    "a number of PCs": ({"pcs": 4, "creatures": []}, "pcs"),
    "count 0": (encounter(opponent(count=0)), "creatures.0.count"),
    "count −1": (encounter(opponent(count=-1)), "creatures.0.count"),
    "count 100": (encounter(opponent(count=100)), "creatures.0.count"),
    "count 10⁹": (encounter(opponent(count=10**9)), "creatures.0.count"),
    "count null": (encounter(opponent(count=None)), "creatures.0.count"),
    "a creature of level 21": (encounter(opponent(level=21)), "creatures.0.level"),
    "101 lines": (encounter(*[opponent()] * 101), "creatures"),
    "a long name": (encounter(opponent(name="x" * 81)), "creatures.0.name"),
    "no ratio": (encounter({"count": 1}), "creatures.0.adversity_ratio"),
    "no creatures field": ({"pcs": [1]}, "creatures"),
    "an unknown field": (encounter() | {"allies": []}, "allies"),
    "an unknown field of a creature": (encounter(opponent(ar="3/1")), "creatures.0.ar"),
}


@pytest.mark.parametrize(("body", "field"), BOUNDS.values(), ids=BOUNDS)
def test_whatever_breaks_a_bound_is_refused_at_its_field(body, field):
    response = post(CALIBRATION, body)
    assert response.status_code == 422
    assert field in problems(response)
