"""Items refuse what breaks a limit, at its part and in words; all else is kept."""

from dataclasses import FrozenInstanceError

import pytest

from bestiary.rules.dice import Dice
from bestiary.rules.errors import DiceError, OutOfRange, RulesError, UnknownChoice
from shop.rules import (
    BonusKind,
    Equipment,
    Service,
    SpecialEffect,
    Weapon,
    WeaponStat,
    check_stock,
    parse_damage,
)


def weapon(damage="1d8", **parts):
    return Weapon(parse_damage(damage), **parts)


@pytest.mark.parametrize(
    ("build", "field", "message"),
    [
        (lambda: weapon(roll_bonus=4), "roll_bonus", "The roll bonus must be a whole number from −3 to 3."),
        (lambda: weapon(roll_bonus=-4), "roll_bonus", "The roll bonus must be a whole number from −3 to 3."),
        (lambda: weapon("1d8+6"), "damage.bonus", "The damage bonus must be a whole number from −5 to 5."),
        (lambda: weapon("1d8-6"), "damage.bonus", "The damage bonus must be a whole number from −5 to 5."),
        (
            lambda: weapon("5d6"),
            "damage.count",
            "A one-handed weapon has 1 to 3 damage dice, a two-handed one up to 4; these are 5.",
        ),
        (
            lambda: weapon("4d6"),
            "damage.count",
            "A one-handed weapon has 1 to 3 damage dice, a two-handed one up to 4; these are 4.",
        ),
        (
            lambda: weapon("5d6", two_handed=True),
            "damage.count",
            "A two-handed weapon has 1 to 4 damage dice; these are 5.",
        ),
        (lambda: weapon("d7"), "damage.sides", "The damage dice of a weapon are d4, d6, d8, d10 or d12, not d7."),
        (lambda: weapon("d20"), "damage.sides", "The damage dice of a weapon are d4, d6, d8, d10 or d12, not d20."),
        (lambda: weapon("2d6+1d4"), "damage", "Cannot read “2d6+1d4” as dice. Write it like 2d6+1."),
        (lambda: weapon(""), "damage", "A weapon needs its damage: dice and a bonus, like 1d8+2."),
        (
            lambda: weapon(special_effect=[SpecialEffect("Burns"), SpecialEffect("Glows")]),
            "special_effect",
            "An item can have one special effect only; these are 2.",
        ),
        (
            lambda: weapon(special_effect=SpecialEffect("Burns", "abc")),
            "special_effect.value",
            "The value of a special effect in NX must be a whole number from −9999 to 9999.",
        ),
        (
            lambda: weapon(roll_bonus=3, added_dice=1, damage="2d8"),
            "roll_bonus",
            "The roll bonus may be +2 at most with 1 added die, not +3.",
        ),
        (
            lambda: weapon("3d8+4", added_dice=2),
            "damage.bonus",
            "The damage bonus may be +3 at most with 2 added dice, not +4.",
        ),
        (
            lambda: weapon("2d8", added_dice=2),
            "added_dice",
            "The number of added dice must be a whole number from 0 to 1.",
        ),
        (
            lambda: Equipment({"melee_attack": 4}),
            "bonuses.melee_attack",
            "The bonus to Melee Atk must be a whole number from −3 to 3.",
        ),
        (
            lambda: Equipment({"initiative": 1}),
            "bonuses",
            "A bonus must be one of: physical_defence, magical_defence, melee_attack, ranged_attack, magical_attack.",
        ),
        (
            lambda: Equipment([("melee_attack", 1), ("melee_attack", 2)]),
            "bonuses",
            "The bonus to Melee Atk may be listed once.",
        ),
        (lambda: Service(-1), "price", "The price in NX must be a whole number from 0 to 99999."),
        (lambda: Service("abc"), "price", "The price in NX must be a whole number from 0 to 99999."),
        (lambda: check_stock(-1), "count", "The number in stock must be a whole number from 0 to 999."),
    ],
)
def test_what_breaks_a_limit_is_refused_in_words(build, field, message):
    with pytest.raises(RulesError) as refused:
        build()
    assert (refused.value.field, refused.value.message) == (field, message)


@pytest.mark.parametrize(
    ("build", "field"),
    [
        (lambda: weapon(roll_bonus=True), "roll_bonus"),
        (lambda: weapon(roll_bonus=1.0), "roll_bonus"),
        (lambda: weapon(roll_bonus=None), "roll_bonus"),
        (lambda: weapon(two_handed="yes"), "two_handed"),
        (lambda: weapon(stat="luck"), "stat"),
        (lambda: weapon(stat=None), "stat"),
        (lambda: weapon(damage_type="x" * 41), "damage_type"),
        (lambda: weapon(name="  "), "name"),
        (lambda: weapon(name="x" * 81), "name"),
        (lambda: weapon(name=None), "name"),
        (lambda: weapon(added_dice=-1), "added_dice"),
        (lambda: weapon(special_effect="Burns"), "special_effect"),
        (lambda: weapon(special_effect=SpecialEffect("x" * 2_001)), "special_effect.text"),
        (lambda: weapon(special_effect=SpecialEffect(None)), "special_effect.text"),
        (lambda: weapon(special_effect=SpecialEffect("Burns", 10_000)), "special_effect.value"),
        (lambda: Weapon("1d8"), "damage"),
        (lambda: Weapon(Dice(True, 8)), "damage.count"),
        (lambda: Weapon(Dice(1, 8.0)), "damage.sides"),
        (lambda: Weapon(Dice(1, 8, 1.5)), "damage.bonus"),
        (lambda: Equipment({"melee_attack": "2"}), "bonuses.melee_attack"),
        (lambda: Equipment({"melee_attack": None}), "bonuses.melee_attack"),
        (lambda: Equipment({None: 1}), "bonuses"),
        (lambda: Equipment("melee_attack"), "bonuses"),
        (lambda: Equipment(5), "bonuses"),
        (lambda: Equipment(["melee_attack"]), "bonuses"),
        (lambda: Equipment(name="\u200b"), "name"),
        (lambda: Equipment(special_effect=SpecialEffect("Burns", -10_000)), "special_effect.value"),
        (lambda: Service(100_000), "price"),
        (lambda: Service(1.5), "price"),
        (lambda: Service(5, name=7), "name"),
        (lambda: check_stock(1_000, "lines.2.count"), "lines.2.count"),
        (lambda: check_stock("3"), "count"),
    ],
)
def test_hostile_and_mistyped_parts_are_refused_at_their_place(build, field):
    with pytest.raises(RulesError) as refused:
        build()
    assert refused.value.field == field
    assert refused.value.message.endswith(".")


def test_errors_have_their_kind():
    with pytest.raises(OutOfRange):
        weapon(roll_bonus=4)
    with pytest.raises(UnknownChoice):
        weapon("1d7")
    with pytest.raises(DiceError) as refused:
        parse_damage("2d6+1d4", "item.damage")
    assert refused.value.field == "item.damage"


def test_the_ends_of_every_limit_are_allowed():
    for sides in (4, 6, 8, 10, 12):
        for roll, bonus in ((-3, -5), (3, 5)):
            weapon(f"3d{sides}{bonus:+d}", roll_bonus=roll)
            weapon(f"4d{sides}{bonus:+d}", roll_bonus=roll, two_handed=True)
    weapon("4d6-5", roll_bonus=-3, two_handed=True, added_dice=3)
    weapon("4d6+2", roll_bonus=0, two_handed=True, added_dice=3)
    for value in (-9_999, 9_999):
        weapon(special_effect=SpecialEffect("x" * 2_000, value))
    for value in (-3, 3):
        Equipment(dict.fromkeys(BonusKind, value))
    for price in (0, 99_999):
        assert Service(price).price == price
    assert (check_stock(0), check_stock(999)) == (0, 999)


def test_a_weapon_and_equipment_are_written_as_in_the_guide():
    assert weapon("1d8+2", roll_bonus=2).summary == "STR+2 DM 1d8+2"
    assert weapon("2d4-1", roll_bonus=-1, stat="int").summary == "INT−1 DM 2d4−1"
    assert Equipment({"melee_attack": 2}).summary == "+2 Melee Atk"
    assert Equipment({"magical_attack": -1, "physical_defence": 0}).summary == "+0 Phys Def, −1 Mag Atk"
    assert Service(10).summary == Equipment().summary == ""


def test_words_become_the_rules_own_and_bonuses_stand_in_their_order():
    shield = Equipment([("ranged_attack", 1), ("physical_defence", 2)])
    assert shield.bonuses == ((BonusKind.PHYSICAL_DEFENCE, 2), (BonusKind.RANGED_ATTACK, 1))
    assert shield == Equipment({BonusKind.PHYSICAL_DEFENCE: 2, BonusKind.RANGED_ATTACK: 1})
    assert shield.bonus(BonusKind.RANGED_ATTACK) == 1
    assert shield.bonus(BonusKind.MAGICAL_DEFENCE) is None
    assert weapon(stat="dex").stat is WeaponStat.DEX


@pytest.mark.parametrize(
    ("thing", "part"),
    [(weapon(), "roll_bonus"), (Equipment(), "bonuses"), (Service(5), "price"), (SpecialEffect("Glows"), "value")],
)
def test_no_part_can_be_changed_behind_the_checks(thing, part):
    with pytest.raises(FrozenInstanceError):
        setattr(thing, part, 99)


@pytest.mark.parametrize(
    ("text", "value", "effect"),
    [
        ("", 0, None),
        ("Glows", 0, SpecialEffect("Glows", 0)),
        ("", 30, SpecialEffect("", 30)),
        ("Rusts", -30, SpecialEffect("Rusts", -30)),
    ],
)
def test_an_effect_without_text_and_value_is_none(text, value, effect):
    assert SpecialEffect.given(text, value) == effect
