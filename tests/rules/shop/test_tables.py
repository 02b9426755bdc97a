"""The tables of the shop against a copy typed from the rules page by hand, value and source."""

from fractions import Fraction

import pytest

from bestiary.rules.worlds_awakening import Band
from shop.rules import (
    COUNTER,
    DIE_VALUES,
    LIMITS,
    PLAIN_CRITICAL,
    POINT_PRICES,
    UPGRADE_PRICES,
    BonusKind,
    Change,
    CounterPrice,
    Deal,
    ItemKind,
    Outcome,
    Weapon,
    WeaponStat,
    critical_range,
    die_value,
    parse_damage,
    upgrade,
)
from shop.rules import rules_version as shop_rules_version


def test_every_die_has_its_value():
    assert {sides: (row.price, row.source) for sides, row in DIE_VALUES.items()} == {
        4: (40, "published"),
        6: (60, "published"),
        8: (80, "guide"),
        10: (100, "published"),
        12: (120, "published"),
    }
    assert [die_value(sides) for sides in (4, 6, 8, 10, 12)] == [40, 60, 80, 100, 120]


def test_every_point_costs_20():
    assert {name: (row.price, row.source) for name, row in POINT_PRICES.items()} == {
        "roll_bonus": (20, "guide"),
        "equipment_bonus": (20, "guide"),
        "damage_bonus": (20, "guide"),
    }
    assert {name: (row.price, row.source) for name, row in UPGRADE_PRICES.items()} == {
        "roll_bonus": (20, "guide"),
        "equipment_bonus": (20, "guide"),
        "damage_bonus": (20, "published"),
    }


@pytest.mark.parametrize(
    ("name", "low", "high", "source"),
    [
        ("roll_bonus", -3, 3, "guide"),
        ("equipment_bonus", -3, 3, "guide"),
        ("damage_bonus", -5, 5, "guide"),
        ("one_handed_dice", 1, 3, "guide"),
        ("two_handed_dice", 1, 4, "guide"),
        ("special_effect_value", -9_999, 9_999, "ours"),
        ("service_price", 0, 99_999, "ours"),
        ("gm_price", 0, 99_999, "ours"),
        ("list_price", 0, 999_999, "ours"),
        ("upgrade", 1, 10, "ours"),
        ("natural_roll", 1, 20, "guide"),
        ("difficulty", 1, 99, "ours"),
        ("stock", 0, 999, "ours"),
        ("outfit_items", 0, 30, "ours"),
    ],
)
def test_limits(name, low, high, source):
    assert LIMITS[name] == Band(low, high, source)
    assert len(LIMITS) == 14


def test_shares_at_the_counter():
    half, three_quarters, five_quarters = Fraction(1, 2), Fraction(3, 4), Fraction(5, 4)
    found = {
        (deal.value, price.value): (row.share, row.of_resale, row.source)
        for deal, prices in COUNTER.items()
        for price, row in prices.items()
    }
    assert found == {
        ("buy", "standard"): (1, False, "guide"),
        ("buy", "success"): (three_quarters, False, "guide"),
        ("buy", "critical"): (half, False, "guide"),
        ("sell", "standard"): (half, False, "guide"),
        ("sell", "success"): (five_quarters, True, "guide"),
        ("sell", "critical"): (1, False, "guide"),
    }


@pytest.mark.parametrize(("added", "roll", "damage"), [(0, 3, 5), (1, 2, 4), (2, 1, 3), (3, 0, 2)])
def test_the_most_a_bonus_may_reach_falls_with_each_added_die(added, roll, damage):
    weapon = Weapon(parse_damage("1d6"), two_handed=True)
    if added:
        done = upgrade(weapon, Change(dice=added))
        assert (done.source, done.cost.source) == ("ours", "published")
        weapon = done.item
    assert (weapon.limits.roll_bonus.high, weapon.limits.damage_bonus.high) == (roll, damage)
    assert (weapon.limits.roll_bonus.low, weapon.limits.damage_bonus.low) == (-3, -5)


def test_20_and_1_are_critical_unless_the_table_plays_by_cha():
    assert (PLAIN_CRITICAL.success_from, PLAIN_CRITICAL.failure_to) == (20, 1)
    assert {critical_range(charisma) for charisma in range(-4, 7)} == {PLAIN_CRITICAL}
    ranges = {charisma: critical_range(charisma, by_charisma=True) for charisma in range(-4, 7)}
    assert {charisma: (row.failure_to, row.success_from) for charisma, row in ranges.items()} == {
        -4: (3, 20), -3: (2, 20), -2: (2, 20), -1: (1, 20), 0: (1, 20), 1: (1, 20),
        2: (1, 19), 3: (1, 19), 4: (1, 18), 5: (1, 18), 6: (1, 17),
    }  # fmt: skip


def test_words_and_what_people_read():
    labels = {words: {word.value: word.label for word in words} for words in (ItemKind, WeaponStat, BonusKind, Deal)}
    assert labels == {
        ItemKind: {"weapon": "Weapon", "equipment": "Equipment", "service": "Service"},
        WeaponStat: {"str": "STR", "dex": "DEX", "con": "CON", "int": "INT", "wis": "WIS", "cha": "CHA"},
        BonusKind: {
            "physical_defence": "Phys Def",
            "magical_defence": "Mag Def",
            "melee_attack": "Melee Atk",
            "ranged_attack": "Ranged Atk",
            "magical_attack": "Mag Atk",
        },
        Deal: {"buy": "Buy", "sell": "Sell"},
    }


def test_which_price_an_outcome_pays():
    assert {outcome.value: outcome.counter_price for outcome in Outcome} == {
        "critical_success": CounterPrice.CRITICAL,
        "success": CounterPrice.SUCCESS,
        "no_test": CounterPrice.STANDARD,
        "failure": CounterPrice.STANDARD,
        "critical_failure": CounterPrice.STANDARD,
    }
    assert [outcome.value for outcome in Outcome if outcome.refuses_for_the_day] == ["critical_failure"]


def test_the_shop_has_a_version_of_its_own():
    from bestiary.rules import rules_version
    from encounters.rules import rules_version as encounter_rules_version

    assert len({shop_rules_version, rules_version, encounter_rules_version}) == 3
    assert len(shop_rules_version) == 16
