"""POST shop/upgrade: costs, side effects, what may still be reached, and why an upgrade is refused."""

import pytest

from shop.rules import DIE_VALUES
from tests.api.calls import PRICE, UPGRADE, equipment, post, problems, service, weapon


def wish(item=None, added_dice=0, **change):
    return {"item": weapon() if item is None else item, "added_dice": added_dice, "change": change}


def upgrade(*arguments, **change):
    response = post(UPGRADE, wish(*arguments, **change))
    assert response.status_code == 200, response.content
    return response.json()


def reason(*arguments, **change):
    """Field and message of the one reason for a refusal."""
    response = post(UPGRADE, wish(*arguments, **change))
    assert response.status_code == 422
    (found,) = response.json()["detail"]
    return found["field"], found["message"]


def test_a_point_of_roll_bonus():
    assert upgrade(roll_bonus=1) == {
        "cost": 20,
        "terms": [{"label": "roll bonus", "value": 20}],
        "item": {
            "kind": "weapon",
            "roll_bonus": 3,
            "damage": "1d8+2",
            "two_handed": False,
            "special_effect_text": "",
            "special_effect_value": 0,
        },
        "added_dice": 0,
        "limits": {
            "roll_bonus": {"low": -3, "high": 3},
            "damage_bonus": {"low": -5, "high": 5},
            "dice": {"low": 1, "high": 3},
        },
        "effects": ["Roll bonus +2 → +3"],
        "list_price": 180,
        "source": "guide",
    }


def test_points_of_damage_bonus():
    answer = upgrade(damage_bonus=3)
    assert (answer["cost"], answer["item"]["damage"]) == (60, "1d8+5")


@pytest.mark.parametrize("sides", DIE_VALUES)
def test_a_die_costs_its_value_and_takes_1_from_both_bonuses_and_their_most(sides):
    answer = upgrade(weapon(damage=f"1d{sides}+2"), dice=1)
    assert answer["cost"] == DIE_VALUES[sides].price
    assert (answer["item"]["damage"], answer["item"]["roll_bonus"]) == (f"2d{sides}+1", 1)
    assert (answer["limits"]["roll_bonus"]["high"], answer["limits"]["damage_bonus"]["high"]) == (2, 4)
    assert answer["added_dice"] == 1


def test_a_point_for_equipment():
    answer = upgrade(equipment(melee_attack=2, magical_defence=-1), bonuses={"melee_attack": 1})
    assert answer["cost"] == 20
    assert answer["item"]["bonuses"] == {"magical_defence": -1, "melee_attack": 3}
    assert answer["limits"] == {"bonuses": {"low": -3, "high": 3}}


def test_a_special_effect_costs_what_the_gm_says():
    effect = {"text": "Rings when lied to.", "value": 50}
    answer = upgrade(special_effect=effect, gm_price=75, components="A bell")
    assert (answer["cost"], answer["list_price"]) == (75, 210)
    assert (answer["item"]["special_effect_text"], answer["item"]["special_effect_value"]) == tuple(effect.values())
    assert "Components: A bell" in answer["effects"]


def test_a_negative_special_effect_is_removed_first():
    cursed = weapon(special_effect_text="Whispers.", special_effect_value=-30)
    field, message = reason(cursed, special_effect={"text": "Sings.", "value": 5}, gm_price=10)
    assert field == "change.special_effect"
    assert "must be removed first" in message
    answer = upgrade(cursed, remove_special_effect=True, gm_price=0)
    assert (answer["cost"], answer["item"]["special_effect_value"], answer["list_price"]) == (0, 0, 160)


def test_an_answer_can_be_sent_again_until_the_rules_refuse():
    item, added_dice = weapon(roll_bonus=0, damage="1d6+0"), 0
    for dice in (2, 3):
        answer = upgrade(item, added_dice, dice=1)
        item, added_dice = answer["item"], answer["added_dice"]
        assert item["damage"] == f"{dice}d6{1 - dice}"
        assert post(PRICE, item | {"added_dice": added_dice}).json()["list_price"] == answer["list_price"]
    assert reason(item, added_dice, dice=1) == (
        "change.dice",
        "A one-handed weapon has 1 to 3 damage dice, a two-handed one up to 4; this would have 4.",
    )
    assert reason(item, added_dice, roll_bonus=4) == (
        "change.roll_bonus",
        "The roll bonus may be +1 at most with 2 added dice; −2 and 4 more would be +2.",
    )


REFUSED = {
    "over the most": (
        wish(roll_bonus=2),
        "change.roll_bonus",
        "The roll bonus may be +3 at most; +2 and 2 more would be +4.",
    ),
    "under the least": (
        wish(weapon(roll_bonus=-2, two_handed=True), dice=2),
        "change.dice",
        "A second added die would bring the roll bonus under −3.",
    ),
    "a bonus it has not": (
        wish(equipment(melee_attack=2), bonuses={"magical_attack": 1}),
        "change.bonuses.magical_attack",
        "This has no bonus to Mag Atk; upgrades can't add one. Make it a special effect.",
    ),
    "dice for equipment": (
        wish(equipment(melee_attack=2), dice=1),
        "change.dice",
        "Equipment has no attack: only the bonuses it has can be upgraded.",
    ),
    "a service": (
        wish(service(), roll_bonus=1),
        "change",
        "A service can't be upgraded; only weapons and equipment can.",
    ),
    "nothing": (wish(), "change", "Choose one thing to improve at a time."),
    "two things": (wish(dice=1, roll_bonus=1), "change", "Choose one thing to improve at a time."),
    "added dice of equipment": (
        wish(equipment(melee_attack=1), 1, bonuses={"melee_attack": 1}),
        "added_dice",
        "Only a weapon has added dice.",
    ),
    "nothing to remove": (
        wish(remove_special_effect=True, gm_price=5),
        "change.remove_special_effect",
        "This has no special effect to remove.",
    ),
}


@pytest.mark.parametrize(("body", "field", "message"), REFUSED.values(), ids=REFUSED)
def test_a_refused_upgrade_says_why(body, field, message):
    response = post(UPGRADE, body)
    assert response.status_code == 422
    assert [(one["field"], one["message"]) for one in response.json()["detail"]] == [(field, message)]


BOUNDS = {
    "0 points": (wish(roll_bonus=0), {"change.roll_bonus": "range"}),
    "−1 point": (wish(roll_bonus=-1), {"change.roll_bonus": "range"}),
    "10⁹ points": (wish(damage_bonus=10**9), {"change.damage_bonus": "range"}),
    "10³⁰ dice": (wish(dice=10**30), {"change.dice": "range"}),
    "true dice": (wish(dice=True), {"change.dice": "type"}),
    "“1” die": (wish(dice="1"), {"change.dice": "type"}),
    "1.5 dice": (wish(dice=1.5), {"change.dice": "type"}),
    "an unknown change": (wish(sides=12), {"change.sides": "unknown_field"}),
    "an unknown bonus": (wish(bonuses={"luck": 1}), {"change.bonuses.luck": "unknown_field"}),
    "two special effects": (wish(special_effect=[{}, {}], gm_price=1), {"change.special_effect": "type"}),
    "an effect without a text": (
        wish(special_effect={"text": " ", "value": 1}, gm_price=1),
        {"change.special_effect.text": "invalid"},
    ),
    "an effect of value “abc”": (
        wish(special_effect={"text": "Hums.", "value": "abc"}, gm_price=1),
        {"change.special_effect.value": "type"},
    ),
    "an effect without a price": (
        wish(special_effect={"text": "Hums.", "value": 1}),
        {"change.gm_price": "range"},
    ),
    "a price without an effect": (wish(roll_bonus=1, gm_price=5), {"change.gm_price": "invalid"}),
    "bonus 4 of the item": (wish(weapon(roll_bonus=4), dice=1), {"item.roll_bonus": "range"}),
    "5 dice of the item": (wish(weapon(damage="5d6"), dice=1), {"item.damage": "range"}),
    "d7 of the item": (wish(weapon(damage="1d7"), dice=1), {"item.damage": "choice"}),
    "two kinds of dice": (wish(weapon(damage="2d6+1d4"), dice=1), {"item.damage": "dice"}),
    "another kind's field": (wish(weapon(price=5), dice=1), {"item.price": "unknown_field"}),
    "an unknown field of the item": (wish(weapon(weight=1), dice=1), {"item.weight": "unknown_field"}),
    "no damage": (wish({"kind": "weapon"}, dice=1), {"item.damage": "required"}),
    "too many added dice": (wish(weapon(), 1, dice=1), {"added_dice": "range"}),
    "4 added dice": (wish(weapon(), 4, dice=1), {"added_dice": "range"}),
    "no item": ({"change": {"dice": 1}}, {"item": "required"}),
    "no change": ({"item": weapon()}, {"change": "required"}),
    "item null": ({"item": None, "change": {"dice": 1}}, {"item": "type"}),
    "an unknown field": (wish(dice=1) | {"gold": 5}, {"gold": "unknown_field"}),
}


@pytest.mark.parametrize(("body", "expected"), BOUNDS.values(), ids=BOUNDS)
def test_whatever_breaks_a_bound_is_refused_at_its_field(body, expected):
    response = post(UPGRADE, body)
    assert response.status_code == 422
    assert problems(response) == expected


def test_the_call_asks_the_database_nothing(django_assert_num_queries, db):
    with django_assert_num_queries(0):
        assert post(UPGRADE, wish(dice=1)).status_code == 200
