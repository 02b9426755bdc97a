"""Base damage and the damage of simple attacks, by kind, column and level."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.rules.dice import Dice
from bestiary.rules.errors import OutOfRange
from bestiary.rules.worlds_awakening import (
    Attack,
    AttackKind,
    Creature,
    Stats,
    attack_damage,
    base_damage,
    damage_dice_count,
    damage_target,
    level_numbers,
    roll_damage,
)

EVERY_CASE = [(kind, boss, level) for kind in AttackKind for boss in (False, True) for level in range(1, 21)]


@pytest.mark.parametrize(
    ("level", "melee", "ranged", "magic"),
    [(1, "1d6−2", "1d8−3", "1d4−1"), (4, "2d6+1", "1d8+3", "2d4+3")],
)
def test_known_base_damage_of_the_game(level, melee, ranged, magic):
    numbers = level_numbers(Creature("Beast", "medium", 6, False, Stats()), level)
    assert {kind.value: dice.typeset for kind, dice in numbers.base_damage.items()} == {
        "melee": melee,
        "ranged": ranged,
        "magic": magic,
    }


@pytest.mark.parametrize(
    ("kind", "boss", "level", "text"),
    [
        # Standard, by hand: target 2 × level − ½.
        ("melee", False, 2, "1d6"),
        ("melee", False, 3, "1d6+2"),
        ("ranged", False, 5, "2d8+1"),
        ("ranged", False, 8, "2d8+7"),
        ("magic", False, 8, "3d4+8"),
        ("melee", False, 8, "3d6+5"),
        ("melee", False, 20, "7d6+15"),
        # Boss, by hand: target 3 × level − ½, one die more from level 2.
        ("melee", True, 1, "1d6-1"),
        ("melee", True, 2, "2d6-1"),
        ("ranged", True, 1, "1d8-2"),
        ("ranged", True, 4, "2d8+3"),
        ("magic", True, 3, "2d4+4"),
        ("melee", True, 20, "8d6+32"),
    ],
)
def test_base_damage_worked_out_by_hand(kind, boss, level, text):
    assert str(base_damage(AttackKind(kind), boss, level)) == text


def test_the_average_reaches_its_target_with_the_smallest_whole_bonus():
    for kind, boss, level in EVERY_CASE:
        dice = base_damage(kind, boss, level)
        target = Fraction((6 if boss else 4) * level - 1, 2)
        assert damage_target(boss, level) == target
        assert dice.average >= target
        assert dice.plus(-1).average < target


def test_dice_of_the_kind_grow_one_by_one():
    for kind, boss, level in EVERY_CASE:
        die, span = {"melee": (6, 3), "ranged": (8, 4), "magic": (4, 3)}[kind]
        begun = len(range(0, level, span))
        assert base_damage(kind, boss, level).sides == die
        assert damage_dice_count(kind, boss, level) == begun + (1 if boss and level > 1 else 0)


@pytest.mark.parametrize("kind", AttackKind)
def test_boss_damage_is_above_standard_at_every_level(kind):
    for level in range(1, 21):
        assert base_damage(kind, True, level).average > base_damage(kind, False, level).average


@given(st.sampled_from(EVERY_CASE), st.integers(-5, 5), st.integers(-4, 6))
def test_an_attacks_damage_is_base_damage_plus_its_bonus_and_no_stat(case, bonus, stat):
    kind, boss, level = case
    attack = Attack("Strike", kind, damage_bonus=bonus)
    beast = Creature("Beast", "medium", 6, boss, Stats(stat, stat, stat, stat, stat, stat), [attack])
    [line] = level_numbers(beast, level).attacks
    assert line.damage == attack_damage(kind, boss, level, bonus)
    assert line.damage.average == base_damage(kind, boss, level).average + bonus


@pytest.mark.parametrize(
    ("bonus", "text"),
    [
        (2, "1d6 = 1d6−2 base damage, damage bonus +2"),
        (0, "1d6−2 base damage"),
        (-1, "1d6−3 = 1d6−2 base damage, damage bonus −1"),
    ],
)
def test_the_damage_says_where_it_comes_from(bonus, text):
    beast = Creature("Beast", "medium", 6, False, Stats(), [Attack("Strike", "melee", damage_bonus=bonus)])
    assert level_numbers(beast, 1).attacks[0].damage_text == text


@pytest.mark.parametrize("level", [0, 21])
def test_there_is_no_damage_outside_the_levels(level):
    for compute in (lambda: base_damage(AttackKind.MELEE, False, level), lambda: damage_target(True, level)):
        with pytest.raises(OutOfRange):
            compute()


def test_a_damage_roll_under_0_counts_as_0():
    rng = random.Random(3)
    assert {roll_damage(Dice(1, 6, -2), rng) for _ in range(300)} == {0, 1, 2, 3, 4}
