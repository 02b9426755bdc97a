"""Upgrades: what they cost, what they do to the other parts, and why one is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bestiary.rules.errors import OutOfRange, RulesError
from shop.rules import (
    BonusKind,
    Change,
    Equipment,
    Service,
    SpecialEffect,
    Weapon,
    list_price,
    parse_damage,
    special_effect_refusal,
    upgrade,
    upgrade_options,
)
from tests.rules.shop.strategies import changes, equipment, items, weapons

CURSE = SpecialEffect("Screams when drawn", -30)
GLOW = SpecialEffect("Glows", 25)


def weapon(damage="1d8+2", roll_bonus=1, **parts):
    return Weapon(parse_damage(damage), roll_bonus, **parts)


def refusal(item, **change):
    with pytest.raises(RulesError) as refused:
        upgrade(item, Change(**change))
    return refused.value.field, refused.value.message


def parts_sum(item):
    """What the list price would be without its floor of 0."""
    terms = list_price(item).total.terms
    return sum(term.value for term in terms if not term.label.startswith("under 0"))


# -------------------------------------------------------------------------------------------- points


def test_the_guides_roll_bonus_from_1_to_3_costs_40():
    done = upgrade(weapon(), Change(roll_bonus=2))
    assert (done.cost.value, done.cost.text) == (40, "40 = 2 × 20 (roll bonus)")
    assert done.item == weapon(roll_bonus=3)
    assert done.effects == ("Roll bonus +1 → +3",)
    assert (done.source, done.limits.roll_bonus.high) == ("guide", 3)


def test_a_penalty_is_bought_off_like_any_other_point():
    done = upgrade(weapon(roll_bonus=-3), Change(roll_bonus=4))
    assert (done.cost.value, done.item.roll_bonus) == (80, 1)


def test_a_damage_bonus_costs_20_a_point():
    done = upgrade(weapon(), Change(damage_bonus=3))
    assert (done.cost.value, str(done.item.damage), done.effects) == (60, "1d8+5", ("Damage 1d8+2 → 1d8+5",))
    assert done.source == "published"


def test_equipment_is_upgraded_in_the_bonuses_it_has():
    shield = Equipment({"physical_defence": 2, "magical_defence": -1}, name="Shield")
    done = upgrade(shield, Change(bonuses={"physical_defence": 1, "magical_defence": 2}))
    assert (done.cost.value, done.cost.text) == (60, "60 = 1 × 20 (Phys Def) + 2 × 20 (Mag Def)")
    assert done.item == Equipment({"physical_defence": 3, "magical_defence": 1}, name="Shield")
    assert done.effects == ("Phys Def +2 → +3", "Mag Def −1 → +1")
    assert (done.limits.bonuses.low, done.limits.bonuses.high) == (-3, 3)


def test_a_bonus_raised_to_0_is_still_there_to_be_raised():
    shield = upgrade(Equipment({"magical_defence": -1}), Change(bonuses={"magical_defence": 1})).item
    assert upgrade(shield, Change(bonuses={"magical_defence": 1})).item == Equipment({"magical_defence": 1})


def test_the_guides_shield_gets_no_new_bonus():
    assert refusal(Equipment({"physical_defence": 2}), bonuses={"magical_defence": 1}) == (
        "change.bonuses.magical_defence",
        "This has no bonus to Mag Def; upgrades can't add one. Make it a special effect.",
    )


# ---------------------------------------------------------------------------------------------- dice


def test_an_added_die_costs_its_value_and_takes_from_both_bonuses():
    done = upgrade(weapon("1d8+2", 2), Change(dice=1))
    assert (done.cost.value, done.cost.text) == (80, "80 = 1 × 80 (added dice, d8)")
    assert done.item == weapon("2d8+1", 1, added_dice=1)
    assert (done.limits.roll_bonus.high, done.limits.damage_bonus.high, done.limits.dice.high) == (2, 4, 3)
    assert done.effects == (
        "Damage 1d8+2 → 2d8+1",
        "Roll bonus +2 → +1",
        "From now on roll bonus +2 at most, damage bonus +4 at most",
    )


def test_three_dice_at_once_are_three_dice_one_by_one():
    sword = weapon("1d12+5", 3, two_handed=True)
    at_once = upgrade(sword, Change(dice=3))
    assert (at_once.cost.value, at_once.item.summary, at_once.item.added_dice) == (360, "STR+0 DM 4d12+2", 3)
    cost = 0
    for _ in range(3):
        done = upgrade(sword, Change(dice=1))
        sword, cost = done.item, cost + done.cost.value
    assert (sword, cost) == (at_once.item, 360)


@pytest.mark.parametrize(
    ("item", "change", "field", "message"),
    [
        (
            weapon("3d4", -3, two_handed=True, added_dice=2), {"dice": 1}, "change.dice",
            "A third added die would bring the roll bonus under −3.",
        ),
        (
            weapon("1d4", -1, two_handed=True), {"dice": 3}, "change.dice",
            "A third added die would bring the roll bonus under −3.",
        ),
        (weapon("1d4-5", 0), {"dice": 1}, "change.dice", "A first added die would bring the damage bonus under −5."),
        (
            weapon("1d4-4", -2), {"dice": 2}, "change.dice",
            "A second added die would bring the roll bonus under −3 and the damage bonus under −5.",
        ),
        (
            weapon("3d6"), {"dice": 1}, "change.dice",
            "A one-handed weapon has 1 to 3 damage dice, a two-handed one up to 4; this would have 4.",
        ),
        (
            weapon("2d6", two_handed=True), {"dice": 10}, "change.dice",
            "A two-handed weapon has 1 to 4 damage dice; this would have 12.",
        ),
        (
            weapon(roll_bonus=3), {"roll_bonus": 1}, "change.roll_bonus",
            "The roll bonus may be +3 at most; +3 and 1 more would be +4.",
        ),
        (
            weapon("2d6", 2, added_dice=1), {"roll_bonus": 1}, "change.roll_bonus",
            "The roll bonus may be +2 at most with 1 added die; +2 and 1 more would be +3.",
        ),
        (
            weapon("3d6+3", 0, added_dice=2), {"damage_bonus": 2}, "change.damage_bonus",
            "The damage bonus may be +3 at most with 2 added dice; +3 and 2 more would be +5.",
        ),
        (
            Equipment({"melee_attack": 2}), {"bonuses": {"melee_attack": 2}}, "change.bonuses.melee_attack",
            "The bonus to Melee Atk may be +3 at most; +2 and 2 more would be +4.",
        ),
        (
            Equipment({"melee_attack": 2}), {"roll_bonus": 1}, "change.roll_bonus",
            "Equipment has no attack: only the bonuses it has can be upgraded.",
        ),
        (
            Equipment({"melee_attack": 2}), {"dice": 1}, "change.dice",
            "Equipment has no attack: only the bonuses it has can be upgraded.",
        ),
        (
            weapon(), {"bonuses": {"melee_attack": 1}}, "change.bonuses",
            "A weapon has no such bonus: upgrade its roll bonus, damage bonus or dice.",
        ),
        (
            Service(10), {"roll_bonus": 1}, "change",
            "A service can't be upgraded; only weapons and equipment can.",
        ),
    ],
)  # fmt: skip
def test_a_refused_upgrade_says_why(item, change, field, message):
    assert refusal(item, **change) == (field, message)


# ----------------------------------------------------------------------------------- special effects


@pytest.mark.parametrize("item", [weapon(), Equipment({"melee_attack": 2})])
def test_a_special_effect_is_added_changed_and_removed_at_the_gms_price(item):
    added = upgrade(item, Change(special_effect=GLOW, gm_price=60, components="Three fireflies"))
    assert (added.cost.value, added.cost.text) == (60, "60 = 60 (set by the GM)")
    assert added.effects == ("Special effect added (value +25 NX)", "Components: Three fireflies")
    assert list_price(added.item).value == list_price(item).value + 25
    changed = upgrade(added.item, Change(special_effect=CURSE, gm_price=0))
    assert (changed.cost.value, changed.item.special_effect) == (0, CURSE)
    assert changed.effects == ("Special effect changed (value +25 NX → −30 NX)",)
    removed = upgrade(changed.item, Change(remove_special_effect=True, gm_price=99))
    assert (removed.cost.value, removed.item) == (99, item)
    assert removed.effects == ("Special effect removed (value −30 NX)",)


def test_a_negative_special_effect_must_first_be_removed():
    reason = "The negative special effect must be removed first, for a price that the GM sets."
    assert refusal(weapon(special_effect=CURSE), special_effect=GLOW, gm_price=10) == ("change.special_effect", reason)
    assert special_effect_refusal(weapon(special_effect=CURSE)) == reason
    for free in (weapon(), weapon(special_effect=GLOW), Equipment(special_effect=SpecialEffect("Plain", 0))):
        assert special_effect_refusal(free) == ""
    assert special_effect_refusal(Service(5)) == "A service has no special effect."


def test_there_must_be_a_special_effect_to_remove():
    assert refusal(weapon(), remove_special_effect=True, gm_price=10) == (
        "change.remove_special_effect",
        "This has no special effect to remove.",
    )


# ----------------------------------------------------------------------------------- changes themselves


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({}, "change"),
        ({"bonuses": {}}, "change"),
        ({"roll_bonus": 1, "dice": 1}, "change"),
        ({"special_effect": GLOW, "remove_special_effect": True, "gm_price": 5}, "change"),
        ({"roll_bonus": 0}, "change.roll_bonus"),
        ({"roll_bonus": -1}, "change.roll_bonus"),
        ({"roll_bonus": 11}, "change.roll_bonus"),
        ({"roll_bonus": 10**5_000}, "change.roll_bonus"),
        ({"roll_bonus": True}, "change.roll_bonus"),
        ({"roll_bonus": "1"}, "change.roll_bonus"),
        ({"damage_bonus": 1.5}, "change.damage_bonus"),
        ({"dice": 0}, "change.dice"),
        ({"bonuses": {"melee_attack": 0}}, "change.bonuses.melee_attack"),
        ({"bonuses": {"melee_attack": None}}, "change.bonuses.melee_attack"),
        ({"bonuses": {"luck": 1}}, "change.bonuses"),
        ({"special_effect": GLOW}, "change.gm_price"),
        ({"special_effect": GLOW, "gm_price": -1}, "change.gm_price"),
        ({"special_effect": GLOW, "gm_price": 100_000}, "change.gm_price"),
        ({"special_effect": GLOW, "gm_price": "abc"}, "change.gm_price"),
        ({"special_effect": SpecialEffect(" ", 5), "gm_price": 5}, "change.special_effect.text"),
        ({"special_effect": SpecialEffect("Glows", 10_000), "gm_price": 5}, "change.special_effect.value"),
        ({"special_effect": [GLOW, CURSE], "gm_price": 5}, "change.special_effect"),
        ({"special_effect": "Glows", "gm_price": 5}, "change.special_effect"),
        ({"remove_special_effect": True}, "change.gm_price"),
        ({"remove_special_effect": 1, "gm_price": 5}, "change.remove_special_effect"),
        ({"roll_bonus": 1, "gm_price": 5}, "change.gm_price"),
        ({"roll_bonus": 1, "components": "A feather"}, "change.components"),
        ({"remove_special_effect": True, "gm_price": 5, "components": "x" * 2_001}, "change.components"),
    ],
)
def test_a_change_that_is_none_is_refused_at_its_part(parts, field):
    with pytest.raises(RulesError) as refused:
        Change(**parts)
    assert refused.value.field == field
    assert refused.value.message.endswith(".")


def test_points_out_of_range_say_what_is_allowed():
    with pytest.raises(OutOfRange, match=r"The points to add must be a whole number from 1 to 10\."):
        Change(roll_bonus=0)


# ------------------------------------------------------------------------------------------- the bench


def test_the_bench_offers_every_step_with_cost_or_reason():
    options = upgrade_options(weapon("3d6+1", 3))
    assert [(option.label, option.upgrade and option.upgrade.cost.value, option.refusal) for option in options] == [
        ("Roll bonus +1", None, "The roll bonus may be +3 at most; +3 and 1 more would be +4."),
        ("Damage bonus +1", 20, ""),
        (
            "One more d6",
            None,
            "A one-handed weapon has 1 to 3 damage dice, a two-handed one up to 4; this would have 4.",
        ),
    ]


def test_the_bench_offers_the_bonuses_a_piece_of_equipment_has():
    options = upgrade_options(Equipment({"melee_attack": 2}))
    assert [option.label for option in options if option.upgrade] == ["Melee Atk +1"]
    assert len([option for option in options if "upgrades can't add one" in option.refusal]) == len(BonusKind) - 1
    assert upgrade_options(Service(10)) == ()


# ---------------------------------------------------------------------------------------- any upgrades


@settings(max_examples=40)
@given(items)
def test_every_offer_is_either_an_upgrade_or_a_reason(item):
    for option in upgrade_options(item):
        assert (option.upgrade is None) == bool(option.refusal)
        if option.upgrade:
            assert option.upgrade == upgrade(item, option.change)


@settings(max_examples=60)
@given(weapons | equipment, changes)
def test_an_upgraded_items_parts_price_to_a_valid_item(item, change):
    try:
        done = upgrade(item, change)
    except RulesError:
        return
    after = done.item
    if isinstance(after, Weapon):
        damage = parse_damage(str(after.damage))
        again = Weapon(damage, after.roll_bonus, after.two_handed, after.special_effect, added_dice=after.added_dice)
        # Sent without its history, as to the API, it is a valid item too.
        assert list_price(Weapon(damage, after.roll_bonus, after.two_handed, after.special_effect))
    else:
        again = Equipment(dict(after.bonuses), after.special_effect)
    assert again == after
    assert (type(done.cost.value), done.cost.value >= 0) == (int, True)
    if change.gm_price is None:
        side_effects = 20 * 2 * (change.dice or 0)
        assert parts_sum(after) - parts_sum(item) == done.cost.value - side_effects


@settings(max_examples=40)
@given(weapons | equipment, st.lists(changes, max_size=12))
def test_no_sequence_of_upgrades_passes_a_limit(item, sequence):
    first = item
    for change in sequence:
        try:
            item = upgrade(item, change).item
        except RulesError:
            continue
        if isinstance(item, Equipment):
            assert dict(item.bonuses).keys() == dict(first.bonuses).keys()
            assert all(-3 <= value <= 3 for _, value in item.bonuses)
            continue
        added = item.damage.count - first.damage.count
        assert (item.added_dice, item.damage.sides) == (added, first.damage.sides)
        assert item.damage.count <= (4 if item.two_handed else 3)
        assert -3 <= item.roll_bonus <= 3 - added
        assert -5 <= item.damage.bonus <= 5 - added
