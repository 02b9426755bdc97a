"""POST shop/price: the guide's examples, the six prices at the counter, every limit at its field."""

import pytest

from shop.rules import Deal, Equipment, Weapon, counter_prices, list_price, parse_damage
from tests.api.calls import PRICE, equipment, post, problems, service, weapon


def price(body):
    response = post(PRICE, body)
    assert response.status_code == 200, response.content
    return response.json()


def without(body, *names):
    return {name: value for name, value in body.items() if name not in names}


def test_the_guides_longsword():
    assert price(weapon()) == {
        "terms": [
            {"label": "roll bonus", "value": 40},
            {"label": "damage dice", "value": 80},
            {"label": "damage bonus", "value": 40},
            {"label": "no special effect", "value": 0},
        ],
        "list_price": 160,
        "buy": {"standard": 160, "success": 120, "critical": 80},
        "sell": {"standard": 80, "success": 100, "critical": 160},
        "notes": [],
        "source": "guide",
    }


def test_the_guides_arm_guard():
    answer = price(equipment(melee_attack=2))
    assert answer["list_price"] == 40
    assert answer["terms"] == [
        {"label": "Melee Atk", "value": 40},
        {"label": "no special effect", "value": 0},
    ]


@pytest.mark.parametrize(
    ("body", "buy", "sell"),
    [
        (service(45), [45, 34, 23], [22, 27, 45]),
        (service(200), [200, 150, 100], [100, 125, 200]),
        (service(1), [1, 1, 1], [0, 0, 1]),
        (service(0), [0, 0, 0], [0, 0, 0]),
        (equipment(physical_defence=3, magical_defence=-1), [40, 30, 20], [20, 25, 40]),
    ],
)
def test_the_six_prices_at_the_counter_are_whole_and_rounded_once(body, buy, sell):
    answer = price(body)
    names = ["standard", "success", "critical"]
    assert answer["buy"] == dict(zip(names, buy, strict=True))
    assert answer["sell"] == dict(zip(names, sell, strict=True))
    assert all(type(answer[deal][name]) is int for deal in Deal for name in names)


@pytest.mark.parametrize(("roll_bonus", "cost"), [(3, 60), (-1, -20), (0, 0), (-3, -60)])
def test_the_roll_bonus_costs_20_a_point_and_says_when_it_is_a_discount(roll_bonus, cost):
    term = price(weapon(roll_bonus=roll_bonus))["terms"][0]
    assert term == {"label": "roll bonus" if cost >= 0 else "roll bonus, a discount", "value": cost}


@pytest.mark.parametrize(("damage", "cost"), [("1d4", 40), ("1d6", 60), ("1d8", 80), ("1d10", 100), ("3d12", 360)])
def test_every_die_has_its_value(damage, cost):
    assert price({"kind": "weapon", "damage": damage})["list_price"] == cost


@pytest.mark.parametrize("damage", ["1d8-2", "1d8−2", " 1d8 – 2 ", "d8-2", "1D8-2"])
def test_dice_are_read_however_they_are_typed(damage):
    assert price(weapon(damage=damage))["list_price"] == 40 + 80 - 40


def test_what_is_left_out_counts_as_nothing():
    assert price({"kind": "weapon", "damage": "1d8"}) == price(
        weapon(roll_bonus=0, damage="1d8+0", special_effect_text="", added_dice=0)
    )
    nothing = price({"kind": "equipment"})
    assert nothing["list_price"] == 0
    assert nothing == price({"kind": "equipment", "bonuses": None}) == price(equipment(melee_attack=None))


def test_a_two_handed_weapon_may_have_4_dice():
    assert price(weapon(two_handed=True, damage="4d10"))["list_price"] == 440


def test_added_dice_lower_the_most_of_a_bonus_but_not_the_price():
    assert price(weapon(damage="2d8+2", added_dice=1)) == price(weapon(damage="2d8+2"))
    response = post(PRICE, weapon(damage="2d8+2", added_dice=1, roll_bonus=3))
    assert response.json()["detail"] == [
        {
            "field": "roll_bonus",
            "rule": "range",
            "message": "The roll bonus may be +2 at most with 1 added die, not +3.",
        }
    ]


def test_notes_say_what_is_a_discount_what_counts_as_0_and_what_the_gm_sets():
    answer = price(weapon(roll_bonus=-3, damage="1d4-5", special_effect_value=-10, special_effect_text="Hums."))
    assert answer["list_price"] == 0
    assert answer["source"] == "ours"
    assert answer["notes"] == [
        "Discount: roll bonus takes 60 NX off.",
        "Discount: damage bonus takes 100 NX off.",
        "Discount: special effect takes 10 NX off.",
        "The parts add up to −130 NX; under 0 counts as 0.",
        "The value of the special effect is set by the GM.",
    ]
    assert sum(term["value"] for term in answer["terms"]) == 0
    assert price(service())["notes"] == ["The price of a service is set by the GM."]


@pytest.mark.parametrize("roll_bonus", range(-3, 4))
@pytest.mark.parametrize("damage", ["1d4-5", "2d6", "3d12+5"])
def test_the_answer_is_what_the_rules_say_of_a_weapon(roll_bonus, damage):
    expected = list_price(Weapon(parse_damage(damage), roll_bonus)).value
    answer = price(weapon(roll_bonus=roll_bonus, damage=damage))
    assert answer["list_price"] == expected
    assert answer["buy"]["success"] == counter_prices(expected).buy.success.value


def test_the_answer_is_what_the_rules_say_of_equipment_with_every_bonus():
    bonuses = {
        "physical_defence": 3,
        "magical_defence": -3,
        "melee_attack": 1,
        "ranged_attack": 0,
        "magical_attack": 2,
    }
    answer = price(equipment(**bonuses) | {"special_effect_value": 7})
    expected = list_price(Equipment(bonuses)).total
    assert answer["terms"][:5] == [{"label": term.label, "value": term.value} for term in expected.terms[:5]]
    assert answer["list_price"] == expected.value + 7


def test_the_call_asks_the_database_nothing(django_assert_num_queries, db):
    with django_assert_num_queries(0):
        assert post(PRICE, weapon()).status_code == 200


BOUNDS = {
    "bonus 4": (weapon(roll_bonus=4), {"roll_bonus": "range"}),
    "bonus −4": (weapon(roll_bonus=-4), {"roll_bonus": "range"}),
    "bonus 10³⁰": (weapon(roll_bonus=10**30), {"roll_bonus": "range"}),
    "bonus 2.0": (weapon(roll_bonus=2.0), {"roll_bonus": "type"}),
    "bonus “2”": (weapon(roll_bonus="2"), {"roll_bonus": "type"}),
    "bonus true": (weapon(roll_bonus=True), {"roll_bonus": "type"}),
    "bonus null": (weapon(roll_bonus=None), {"roll_bonus": "type"}),
    "5 dice": (weapon(damage="5d6"), {"damage": "range"}),
    "4 dice in one hand": (weapon(damage="4d6"), {"damage": "range"}),
    "5 dice in two hands": (weapon(damage="5d6", two_handed=True), {"damage": "range"}),
    "0 dice": (weapon(damage="0d6"), {"damage": "dice"}),
    "d7": (weapon(damage="1d7"), {"damage": "choice"}),
    "d20": (weapon(damage="1d20"), {"damage": "choice"}),
    "two kinds of dice": (weapon(damage="2d6+1d4"), {"damage": "dice"}),
    "damage bonus 6": (weapon(damage="1d8+6"), {"damage": "range"}),
    "damage bonus −6": (weapon(damage="1d8-6"), {"damage": "range"}),
    "a huge number of dice": (weapon(damage="999999999999d6"), {"damage": "dice"}),
    "31 characters": (weapon(damage="1d6" + " " * 28), {"damage": "length"}),
    "damage that is a number": (weapon(damage=8), {"damage": "type"}),
    "empty damage": (weapon(damage=""), {"damage": "dice"}),
    "no damage": (without(weapon(), "damage"), {"damage": "required"}),
    "hands as text": (weapon(two_handed="yes"), {"two_handed": "type"}),
    "hands as a number": (weapon(two_handed=1), {"two_handed": "type"}),
    "two special effects": (weapon(special_effect_value=[10, 20]), {"special_effect_value": "invalid"}),
    "special effect “abc”": (weapon(special_effect_value="abc"), {"special_effect_value": "type"}),
    "special effect true": (weapon(special_effect_value=True), {"special_effect_value": "type"}),
    "special effect 10000": (weapon(special_effect_value=10_000), {"special_effect_value": "range"}),
    "special effect −10⁹": (weapon(special_effect_value=-(10**9)), {"special_effect_value": "range"}),
    "effect text of 2001": (weapon(special_effect_text="x" * 2001), {"special_effect_text": "length"}),
    "more added dice than dice": (weapon(added_dice=1), {"added_dice": "range"}),
    "added dice −1": (weapon(added_dice=-1), {"added_dice": "range"}),
    "equipment bonus 4": (equipment(melee_attack=4), {"bonuses.melee_attack": "range"}),
    "equipment bonus 10³⁰": (equipment(melee_attack=10**30), {"bonuses.melee_attack": "range"}),
    "equipment bonus true": (equipment(melee_attack=True), {"bonuses.melee_attack": "type"}),
    "an unknown bonus": (equipment(luck=1), {"bonuses.luck": "unknown_field"}),
    "bonuses as a list": ({"kind": "equipment", "bonuses": [2]}, {"bonuses": "type"}),
    "price −1": (service(-1), {"price": "range"}),
    "price 100000": (service(100_000), {"price": "range"}),
    "price 4.5": (service(4.5), {"price": "type"}),
    "no price": ({"kind": "service"}, {"price": "required"}),
    "an unknown kind": (weapon(kind="armour"), {"kind": "choice"}),
    "no kind": (without(weapon(), "kind"), {"kind": "required"}),
    "an unknown field": (weapon(weight=3), {"weight": "unknown_field"}),
    "a price for a weapon": (weapon(price=5), {"price": "unknown_field"}),
    "bonuses for a weapon": (weapon(bonuses={}), {"bonuses": "unknown_field"}),
    "dice for a service": (
        service() | {"damage": "1d6", "roll_bonus": 0},
        dict.fromkeys(("damage", "roll_bonus"), "unknown_field"),
    ),
    "an effect for a service": (service() | {"special_effect_value": 0}, {"special_effect_value": "unknown_field"}),
    "added dice for equipment": (equipment() | {"added_dice": 0}, {"added_dice": "unknown_field"}),
}


@pytest.mark.parametrize(("body", "expected"), BOUNDS.values(), ids=BOUNDS)
def test_whatever_breaks_a_bound_is_refused_at_its_field(body, expected):
    response = post(PRICE, body)
    assert response.status_code == 422
    assert problems(response) == expected


def test_nan_is_no_json():
    response = post(PRICE, '{"kind": "weapon", "damage": "1d8", "roll_bonus": NaN}')
    assert response.status_code == 400
    assert problems(response) == {"": "json"}


def test_two_special_effects_are_refused_in_words():
    message = post(PRICE, weapon(special_effect_value=[10, 20])).json()["detail"][0]["message"]
    assert message == "An item can have one special effect only."
