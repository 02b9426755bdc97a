"""List prices and the six prices at the counter: every example of the guide, then any item at all."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bestiary.rules.errors import OutOfRange, UnknownChoice
from shop.rules import (
    BonusKind,
    Deal,
    Equipment,
    Outcome,
    Service,
    SpecialEffect,
    Weapon,
    bonus_cost,
    counter_prices,
    damage_bonus_cost,
    damage_cost,
    die_value,
    list_price,
    outfit_price,
    parse_damage,
    price_tag,
    resale_price,
    roll_bonus_cost,
)
from shop.rules.prices import rounded_down_when_the_pc_is_paid, rounded_up_when_the_pc_pays
from tests.rules.shop.strategies import items

LONGSWORD = Weapon(parse_damage("1d8+2"), 2, name="Longsword")
ARM_GUARD = Equipment({"melee_attack": 2}, name="Arm Guard")
prices = st.integers(0, 999_999)


def terms_of(item):
    return [(term.label, term.value) for term in list_price(item).total.terms]


def six(price):
    counter = counter_prices(price)
    return [[deal.standard.value, deal.success.value, deal.critical.value] for deal in (counter.buy, counter.sell)]


def test_the_guides_longsword_costs_160():
    price = list_price(LONGSWORD)
    assert (roll_bonus_cost(2), damage_cost(LONGSWORD.damage)) == (40, 120)
    assert (price.value, int(price), str(price), price.is_raised_to_0, price.discounts) == (160, 160, "160", False, ())
    assert price.total.text == (
        "160 = 2 × 20 (roll bonus) + 1 × 80 (damage dice, d8) + 2 × 20 (damage bonus) + 0 (no special effect)"
    )
    assert price.total.source == "guide"


def test_the_guides_arm_guard_costs_40():
    price = list_price(ARM_GUARD)
    assert (price.value, price.total.source) == (40, "guide")
    assert price.total.text == "40 = 2 × 20 (Melee Atk) + 0 (no special effect)"


def test_costs_of_the_guides_examples():
    assert roll_bonus_cost(3) == 60
    assert roll_bonus_cost(-1) == -20
    assert bonus_cost(2) == 40
    assert list_price(Equipment({"magical_attack": 2}, name="Grimoire")).value == 40
    assert damage_bonus_cost(-5) == -100


@pytest.mark.parametrize(
    ("damage", "cost"), [("1d4", 40), ("2d6", 120), ("3d12+5", 460), ("4d10-5", 300), ("1d4-5", -60), ("2d8-1", 140)]
)
def test_damage_costs_its_dice_and_its_bonus(damage, cost):
    assert damage_cost(parse_damage(damage)) == cost


def test_a_die_without_a_value_is_refused():
    with pytest.raises(UnknownChoice):
        die_value(7)


def test_a_discount_is_shown_as_a_discount():
    sword = Weapon(parse_damage("2d6-2"), -1, special_effect=SpecialEffect("Rusts", -15))
    assert terms_of(sword) == [
        ("roll bonus, a discount", -20),
        ("damage dice", 120),
        ("damage bonus, a discount", -40),
        ("special effect, a discount", -15),
    ]
    price = list_price(sword)
    assert (price.value, price.total.source) == (45, "published")
    assert [term.value for term in price.discounts] == [-20, -40, -15]
    assert price.total.text == (
        "45 = (−1) × 20 (roll bonus, a discount) + 2 × 60 (damage dice, d6) + (−2) × 20 (damage bonus, a discount)"
        " + (−15) (special effect, a discount, set by the GM)"
    )


def test_a_bonus_of_0_and_an_effect_of_no_value_are_no_discount():
    club = Weapon(parse_damage("1d6"), special_effect=SpecialEffect("Smells"))
    assert terms_of(club) == [("roll bonus", 0), ("damage dice", 60), ("damage bonus", 0), ("special effect", 0)]
    assert terms_of(Equipment({"magical_attack": 0})) == [("Mag Atk", 0), ("no special effect", 0)]


def test_equipment_lists_every_bonus():
    shield = Equipment({"magical_defence": -1, "physical_defence": 3}, SpecialEffect("Floats", 25))
    assert terms_of(shield) == [("Phys Def", 60), ("Mag Def, a discount", -20), ("special effect", 25)]
    assert list_price(shield).value == 65


def test_a_service_costs_what_the_gm_typed():
    price = list_price(Service(12, "A night in the stable"))
    assert price.total.text == "12 = 12 (set by the GM)"


@pytest.mark.parametrize(
    ("item", "missing"),
    [
        (Weapon(parse_damage("1d4-5"), -3), 120),
        (Equipment({"physical_defence": -3}), 60),
        (Equipment({}, SpecialEffect("Cursed", -1)), 1),
    ],
)
def test_a_total_under_0_counts_as_0_and_says_so(item, missing):
    price = list_price(item)
    assert (price.value, price.is_raised_to_0, price.total.source) == (0, True, "ours")
    assert terms_of(item)[-1] == ("under 0 counts as 0", missing)
    assert price.total.text.endswith(f" + {missing} (under 0 counts as 0)")
    assert price.total.rule.endswith("; under 0 counts as 0")
    assert price.total.text.startswith("0 = ")


def test_a_total_of_exactly_0_needs_no_raising():
    price = list_price(Weapon(parse_damage("1d4"), -2))
    assert (price.value, price.is_raised_to_0) == (0, False)
    assert list_price(Equipment()).value == 0


@pytest.mark.parametrize(
    ("price", "buy", "sell"),
    [
        (200, [200, 150, 100], [100, 125, 200]),
        (45, [45, 34, 23], [22, 27, 45]),
        (160, [160, 120, 80], [80, 100, 160]),
        (40, [40, 30, 20], [20, 25, 40]),
        (0, [0, 0, 0], [0, 0, 0]),
        (1, [1, 1, 1], [0, 0, 1]),
        (2, [2, 2, 1], [1, 1, 2]),
        (3, [3, 3, 2], [1, 1, 3]),
        (7, [7, 6, 4], [3, 3, 7]),
    ],
)
def test_the_six_prices_at_the_counter(price, buy, sell):
    assert six(price) == [buy, sell]
    assert resale_price(price) == sell[0]


def test_a_price_at_the_counter_says_how_it_comes_about():
    counter = counter_prices(45)
    assert [price.text for price in (counter.buy.standard, counter.buy.success, counter.buy.critical)] == [
        "45, the list price",
        "34 = ¾ × 45 = 33¾, rounded up",
        "23 = ½ × 45 = 22½, rounded up",
    ]
    assert [price.text for price in (counter.sell.standard, counter.sell.success, counter.sell.critical)] == [
        "22 = ½ × 45 = 22½, rounded down",
        "27 = 1¼ × 22 = 27½, rounded down",
        "45, the list price",
    ]
    assert counter_prices(200).buy.success.text == "150 = ¾ × 200"
    assert (int(counter.buy.success), str(counter.buy.success), counter.buy.success.source) == (34, "34", "guide")


def test_a_price_tag_has_all_there_is():
    tag = price_tag(LONGSWORD)
    assert (tag.item, tag.list_price.value, tag.counter) == (LONGSWORD, 160, counter_prices(160))


@pytest.mark.parametrize("price", [-1, 1_000_000, 10.0, "45", True, None])
def test_no_counter_takes_a_price_that_is_none(price):
    with pytest.raises(OutOfRange) as refused:
        counter_prices(price)
    assert refused.value.field == "list_price"


@pytest.mark.parametrize(
    ("amount", "up", "down"),
    [
        (Fraction(5, 2), 3, 2),
        (Fraction(2), 2, 2),
        (Fraction(1, 4), 1, 0),
        (Fraction(0), 0, 0),
        (Fraction(135, 4), 34, 33),
    ],
)
def test_rounding_is_in_the_merchants_favour(amount, up, down):
    assert rounded_up_when_the_pc_pays(amount) == up
    assert rounded_down_when_the_pc_is_paid(amount) == down


def test_an_outfit_costs_its_items():
    total = outfit_price([LONGSWORD, ARM_GUARD, Service(5), Equipment({"physical_defence": -3}, name="Rags")])
    assert (total.value, total.text) == (205, "205 = 160 + 40 + 5 + 0")
    assert [term.label for term in total.terms] == ["Longsword", "Arm Guard", "Service", "Rags"]
    assert outfit_price([]).text == "0 = 0"
    assert outfit_price([LONGSWORD] * 30).value == 4_800
    with pytest.raises(OutOfRange) as refused:
        outfit_price([LONGSWORD] * 31)
    assert refused.value.field == "items"


@given(prices)
def test_buying_never_costs_less_at_a_worse_outcome(price):
    counter = counter_prices(price)
    paid = [counter.of(Deal.BUY, outcome).value for outcome in Outcome]
    assert paid == sorted(paid)


@given(prices)
def test_selling_never_pays_more_at_a_worse_outcome_nor_more_than_the_list_price(price):
    counter = counter_prices(price)
    paid = [counter.of(Deal.SELL, outcome).value for outcome in Outcome]
    assert paid == sorted(paid, reverse=True)
    assert max(paid) <= price


@given(prices)
def test_no_merchant_loses_by_rounding(price):
    (list_buy, success_buy, critical_buy), (resale, success_sell, list_sell) = six(price)
    assert (list_buy, list_sell) == (price, price)
    assert 0 <= 4 * success_buy - 3 * price < 4
    assert 0 <= 2 * critical_buy - price < 2
    assert 0 <= price - 2 * resale < 2
    assert 0 <= 5 * resale - 4 * success_sell < 4


@settings(max_examples=50)
@given(items)
def test_every_price_is_whole_and_not_under_0(item):
    tag = price_tag(item)
    found = [tag.list_price.value, *(tag.counter.of(deal, outcome).value for deal in Deal for outcome in Outcome)]
    assert all(type(price) is int and price >= 0 for price in found)


@settings(max_examples=50)
@given(items)
def test_the_list_price_is_the_sum_of_its_parts(item):
    price = list_price(item)
    if isinstance(item, Service):
        parts = item.price
    else:
        parts = item.special_effect.value if item.special_effect else 0
        if isinstance(item, Weapon):
            value = {4: 40, 6: 60, 8: 80, 10: 100, 12: 120}[item.damage.sides]
            parts += 20 * item.roll_bonus + item.damage.count * value + 20 * item.damage.bonus
        else:
            parts += 20 * sum(item.bonus(kind) or 0 for kind in BonusKind)
    assert price.value == max(0, parts) == sum(term.value for term in price.total.terms)
    assert price.is_raised_to_0 == (parts < 0)
