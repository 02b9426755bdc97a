"""POST two-d12/threat: the six encounters for four Personas, exact fractions, own cuts, every limit."""

import pytest

from tests.api.calls import THREAT, post, problems, threat

OWN_CUTS = {"low": "1", "moderate": "3/2", "high": "2"}


@pytest.mark.parametrize(
    ("foes", "total", "level"),
    [
        ({"minion": 4}, "2", "low"),
        ({"soldier": 4}, "4", "moderate"),
        ({"boss": 1}, "5", "high"),
        ({"leader": 1, "soldier": 3}, "6", "high"),
        ({"boss": 1, "soldier": 2}, "7", "deadly"),
        ({"minion": 9}, "9/2", "high"),
    ],
)
def test_the_six_encounters_for_four_personas(foes, total, level):
    answer = post(THREAT, threat(**foes)).json()
    assert answer == {"threat": total, "threat_level": level, "cuts": ["2", "4", "6"], "source": "ours"}


@pytest.mark.parametrize(
    ("rank", "total"),
    [("minion", "1/2"), ("soldier", "1"), ("brute", "2"), ("specialist", "2"), ("leader", "3"), ("boss", "5")],
)
def test_the_threat_of_one_foe_of_each_rank(rank, total):
    assert post(THREAT, threat(**{rank: 1})).json()["threat"] == total


def test_cuts_of_an_odd_number_of_personas_are_exact_fractions():
    answer = post(THREAT, threat(personas=3, minion=3)).json()
    assert (answer["cuts"], answer["threat_level"]) == (["3/2", "3", "9/2"], "low")


def test_no_foes_is_never_a_level():
    answer = post(THREAT, threat()).json()
    assert answer == {"threat": "0", "threat_level": None, "cuts": ["2", "4", "6"], "source": "ours"}


def test_a_count_left_out_is_1():
    answer = post(THREAT, {"personas": 4, "foes": [{"rank": "boss"}]}).json()
    assert (answer["threat"], answer["threat_level"]) == ("5", "high")


def test_a_tables_own_cuts_move_the_levels():
    answer = post(THREAT, threat(boss=1) | {"cuts_per_persona": OWN_CUTS}).json()
    assert (answer["cuts"], answer["threat_level"]) == (["4", "6", "8"], "moderate")


@pytest.mark.parametrize(
    ("cuts", "field"),
    [
        ({"low": "x"}, "cuts_per_persona.low"),
        ({"low": "0"}, "cuts_per_persona.low"),
        ({"low": "1/0"}, "cuts_per_persona.low"),
        ({"low": ""}, "cuts_per_persona.low"),
        ({"low": 1}, "cuts_per_persona.low"),
        ({"moderate": "1"}, "cuts_per_persona.moderate"),
        ({"high": "3/2"}, "cuts_per_persona.high"),
        ({"high": "100"}, "cuts_per_persona.high"),
        ({"high": "9" * 21}, "cuts_per_persona.high"),
        ({"deadly": "3"}, "cuts_per_persona.deadly"),
    ],
)
def test_bad_cuts_are_refused_at_their_field(cuts, field):
    response = post(THREAT, threat(boss=1) | {"cuts_per_persona": OWN_CUTS | cuts})
    assert response.status_code == 422
    assert list(problems(response)) == [field]


def test_the_call_asks_the_database_nothing(django_assert_num_queries, db):
    with django_assert_num_queries(0):
        assert post(THREAT, threat(boss=1)).status_code == 200


def foe(**changes) -> dict:
    return {"personas": 4, "foes": [{"rank": "boss", "count": 1} | changes]}


BOUNDS = {
    "no Personas": (threat(personas=0), "personas"),
    "13 Personas": (threat(personas=13), "personas"),
    "−1 Personas": (threat(personas=-1), "personas"),
    "4.0 Personas": (threat(personas=4.0), "personas"),
    "“4” Personas": (threat(personas="4"), "personas"),
    "true Personas": (threat(personas=True), "personas"),
    "count 0": (foe(count=0), "foes.0.count"),
    "count −1": (foe(count=-1), "foes.0.count"),
    "count 100": (foe(count=100), "foes.0.count"),
    "count 10⁹": (foe(count=10**9), "foes.0.count"),
    "count null": (foe(count=None), "foes.0.count"),
    "an unknown rank": (foe(rank="king"), "foes.0.rank"),
    "a rank in capitals": (foe(rank="Boss"), "foes.0.rank"),
    "a rank that is a number": (foe(rank=5), "foes.0.rank"),
    "no rank": ({"personas": 4, "foes": [{"count": 1}]}, "foes.0.rank"),
    "101 lines": ({"personas": 4, "foes": [{"rank": "boss"}] * 101}, "foes"),
    "no Foes field": ({"personas": 4}, "foes"),
    "no personas field": ({"foes": []}, "personas"),
    "an unknown field": (threat() | {"allies": []}, "allies"),
    "an unknown field of a Foe": (foe(level=3), "foes.0.level"),
}


@pytest.mark.parametrize(("body", "field"), BOUNDS.values(), ids=BOUNDS)
def test_whatever_breaks_a_bound_is_refused_at_its_field(body, field):
    response = post(THREAT, body)
    assert response.status_code == 422
    assert field in problems(response)
