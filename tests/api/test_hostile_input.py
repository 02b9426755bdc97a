"""Whatever is sent, the API answers with a result or a refusal in its one shape, never with a server error."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bestiary.api import DRAGON, GOBLIN
from bestiary.api_parts import LARGEST_BODY
from encounters.api import DRAGON_AND_TWO_YOUNG, OWN_CUTS
from shop.api import A_NIGHT_AT_THE_INN, A_THICKER_ARM_GUARD, ARM_GUARD, LONGSWORD, ONE_MORE_DIE
from tests.api.calls import (
    CALIBRATION,
    PRICE,
    STAT_BLOCK,
    THREAT,
    UPGRADE,
    ability,
    creature,
    encounter,
    opponent,
    post,
    problems,
)

ADDRESSES = (STAT_BLOCK, CALIBRATION, THREAT, PRICE, UPGRADE)
fuzz = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

hostile = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**9, -(10**9), 10**30, 2**63, 3.0, -0.0, 1e308, float("nan"), float("inf")]),
    st.sampled_from(["3/0", "1/-3", "½", "0/0", "-1", "1d6", "", " ", "\x00", "\ud800", "‮", "<script>", "a" * 5000]),
    st.text(max_size=20),
)
json_values = st.recursive(
    hostile,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=10), inner, max_size=5),
    max_leaves=20,
)
whole_creature = creature(
    **{key: value for key, value in DRAGON.items() if key not in creature()},
    abilities=[ability(upgrades=[{"level": 3, "text": "More."}], limit_kind="day", limit_count=1)],
    resistances=["Fire"],
)
NEW_EFFECT = {
    "item": {"kind": "weapon", "damage": "2d6", "special_effect_text": "Glows.", "special_effect_value": 5},
    "added_dice": 1,
    "change": {"special_effect": {"text": "Burns.", "value": 40}, "gm_price": 60, "components": "A coal"},
}
valid_requests = st.sampled_from(
    [
        (STAT_BLOCK, GOBLIN),
        (STAT_BLOCK, whole_creature),
        (CALIBRATION, DRAGON_AND_TWO_YOUNG),
        (THREAT, OWN_CUTS),
        (PRICE, LONGSWORD),
        (PRICE, ARM_GUARD),
        (PRICE, A_NIGHT_AT_THE_INN),
        (UPGRADE, ONE_MORE_DIE),
        (UPGRADE, A_THICKER_ARM_GUARD),
        (UPGRADE, NEW_EFFECT),
    ]
)


def check(response):
    """A result, or a refusal with its reasons."""
    if response.status_code == 200:
        assert response.json().keys() & {"advice", "threat", "list_price"}
    else:
        assert response.status_code in (400, 413, 422)
        assert problems(response)


def places_in(value, here=()):
    """The address of every value inside `value`."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield (*here, key)
        yield from places_in(child, (*here, key))


@fuzz
@given(st.sampled_from(ADDRESSES), json_values)
def test_any_json_is_answered(address, body):
    check(post(address, body))


@fuzz
@given(st.data(), valid_requests, st.one_of(hostile, json_values))
def test_any_value_in_any_place_of_a_good_request_is_answered(data, request_, value):
    address, body = request_[0], copy.deepcopy(request_[1])
    *parents, last = data.draw(st.sampled_from(list(places_in(body))))
    target = body
    for key in parents:
        target = target[key]
    target[last] = value
    check(post(address, body))


@fuzz
@given(st.sampled_from(ADDRESSES), st.binary(max_size=200), st.text(max_size=40))
def test_any_bytes_under_any_content_type_are_answered(address, body, content_type):
    header = "".join(sign for sign in content_type if sign.isascii() and sign.isprintable())
    check(post(address, body, content_type=header or "text/plain"))


UNREADABLE = {
    "half an object": '{"name": ',
    "nothing but a brace": "{",
    "NaN": '{"pcs": [NaN], "creatures": []}',
    "Infinity": '{"pcs": [Infinity], "creatures": []}',
    "minus Infinity": '{"pcs": [-Infinity], "creatures": []}',
    "the same field twice": '{"pcs": [1], "pcs": [20], "creatures": []}',
    "a whole number of 5,000 digits": '{"pcs": [' + "9" * 5000 + '], "creatures": []}',
    "30,000 open brackets": "[" * 30_000,
    "10,000 open objects": '{"a":' * 10_000,
    "bytes that are no text": b"\xff\xfe\xfd",
    "two values": "{} {}",
    "a form": "name=Goblin&size=small",
}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.parametrize("address", ADDRESSES)
def test_what_is_no_json_is_a_bad_request(address, body):
    response = post(address, body)
    assert response.status_code == 400
    assert problems(response) == {"": "json"}


def test_the_place_of_a_slip_is_told():
    message = post(CALIBRATION, '{"pcs": [1],\n "creatures": }').json()["detail"][0]["message"]
    assert "line 2, column 15" in message


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_empty_body_lacks_everything(address):
    response = post(address, "")
    assert response.status_code == 422
    assert problems(response) == {"": "required"}


@pytest.mark.parametrize("size", [LARGEST_BODY + 1, 2_000_000])
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_huge_body_is_refused_unread(address, size):
    response = post(address, "x" * size)
    assert response.status_code == 413
    assert problems(response) == {"": "length"}


def test_the_largest_sensible_request_is_accepted():
    body = creature(
        name="ü" * 80,
        attacks=[{"name": "ü" * 80, "kind": "magic", "damage_type": "ü" * 40}] * 12,
        abilities=[ability(text="x" * 2000, upgrades=[{"level": 2, "text": "x" * 2000}] * 5)] * 4,
        levels=list(range(1, 21)),
    )
    assert len(json.dumps(body)) < LARGEST_BODY
    assert post(STAT_BLOCK, body).status_code == 200


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "application/x-www-form-urlencoded"])
def test_json_is_json_whatever_the_content_type_says(content_type):
    assert post(CALIBRATION, encounter(opponent()), content_type=content_type).status_code == 200


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options", "head"])
def test_another_method_is_not_allowed(client, method, address):
    response = getattr(client, method)(address)
    assert response.status_code == 405
    assert response["Allow"] == "POST"


@pytest.mark.parametrize("path", ["creatures", "worlds-awakening/stat-block/", "worlds-awakening", "../v2", "%00", "½"])
@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_an_address_that_is_no_call_is_not_found(client, method, path):
    response = getattr(client, method)(f"/api/v1/{path}")
    assert response.status_code == 404
    assert problems(response) == {"": "not_found"}


def test_an_answer_sets_no_cookie():
    assert not post(STAT_BLOCK, GOBLIN).cookies
