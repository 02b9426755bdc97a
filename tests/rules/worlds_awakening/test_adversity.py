"""Power indicator, the ladder of ratios and the Adversity Ratio."""

from fractions import Fraction

import pytest
from hypothesis import given

from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening import (
    LADDER,
    Creature,
    Size,
    Stats,
    adversity_ratio,
    from_ladder_step,
    ladder_step,
    power,
    strength_band,
)

from . import strategies

BALANCED = Stats(strength=3)
STRONG_12 = Stats(6, 6)


@pytest.mark.parametrize(
    ("base_hp", "boss_damage", "indicator", "label"),
    [
        (14, False, "standard", "Standard"),
        (15, False, "mini_boss_hp", "Mini-Boss (HP)"),
        (14, True, "mini_boss_dm", "Mini-Boss (DM)"),
        (15, True, "boss", "Boss"),
        (1, True, "mini_boss_dm", "Mini-Boss (DM)"),
        (30, False, "mini_boss_hp", "Mini-Boss (HP)"),
    ],
)
def test_power_follows_from_base_hp_and_damage_column(base_hp, boss_damage, indicator, label):
    found = power(Creature("Beast", "medium", base_hp, boss_damage, BALANCED))
    assert (found, found.label) == (indicator, label)


@pytest.mark.parametrize(
    ("size", "base_hp", "boss_damage", "stats", "value"),
    [
        ("medium", 17, True, STRONG_12, "3/1"),  # the guide's Medium Boss with a sum of 12
        ("medium", 17, True, BALANCED, "2/1"),
        ("large", 20, True, BALANCED, "3/1"),  # the guide's Dragon
        ("large", 10, True, BALANCED, "2/1"),  # a Mini-Boss (DM) has the standard column
        ("medium", 6, True, BALANCED, "1/1"),
        ("small", 4, False, BALANCED, "1/2"),  # the guide's small creatures
        ("tiny", 1, False, BALANCED, "1/3"),  # the guide's tiny creatures
        ("small", 15, False, BALANCED, "1/1"),
        ("tiny", 1, False, Stats(), "1/4"),
        ("tiny", 1, False, STRONG_12, "1/2"),
        ("medium", 6, False, Stats(), "1/2"),
        ("titanic", 27, True, STRONG_12, "6/1"),
    ],
)
def test_ratio_by_size_column_and_stat_sum(size, base_hp, boss_damage, stats, value):
    assert str(adversity_ratio(Creature("Beast", size, base_hp, boss_damage, stats))) == value


def test_the_ratio_explains_itself():
    found = adversity_ratio(Creature("Beast", "medium", 17, True, STRONG_12))
    assert found.text == "3/1 = 2/1 (Medium, boss HP), one step up (stat sum 12, strong)"
    assert (found.base, found.base_source, found.shift, found.step) == (2, "guide", 1, 2)
    weak = adversity_ratio(Creature("Beast", "tiny", 1, False, Stats(strength=-4)))
    assert weak.text == "1/4 = 1/3 (Tiny, standard HP), one step down (stat sum −4, weak)"


def test_the_ladder_runs_from_1_6_to_10_1():
    texts = "1/6 1/5 1/4 1/3 1/2 1 2 3 4 5 6 7 8 9 10"
    assert [Fraction(text) for text in texts.split()] == list(LADDER)


@pytest.mark.parametrize(
    ("value", "step"), [("1/4", -3), ("1/3", -2), ("1/2", -1), ("1", 0), ("2", 1), ("3", 2), ("10", 9)]
)
def test_steps_of_the_ladder(value, step):
    assert ladder_step(Fraction(value)) == step
    assert from_ladder_step(step) == Fraction(value)


def test_the_ladder_reads_back_and_rises():
    for step in range(-50, 51):
        assert ladder_step(from_ladder_step(step)) == step
        assert from_ladder_step(step) < from_ladder_step(step + 1)


@pytest.mark.parametrize("value", ["3/2", "2/3", "0", "-1", "-1/2"])
def test_a_fraction_between_the_steps_is_refused(value):
    with pytest.raises(RulesError) as refused:
        ladder_step(Fraction(value))
    assert refused.value.field == "adversity_ratio"


@given(strategies.creatures)
def test_the_stat_sum_moves_the_ratio_by_exactly_its_step(beast):
    found = adversity_ratio(beast)
    shift = {"weak": -1, "balanced": 0, "strong": 1}[strength_band(beast.stats.sum)]
    assert found.shift == shift
    assert ladder_step(found.value) - ladder_step(found.base) == shift
    assert found.value in LADDER


@given(strategies.creatures)
def test_the_damage_column_never_changes_the_ratio(beast):
    other = Creature(beast.name, beast.size, beast.base_hp, not beast.boss_damage, beast.stats)
    assert adversity_ratio(beast) == adversity_ratio(other)
    assert power(beast) != power(other)


def value(size, base_hp, stat_sum):
    """The ratio of a creature whose six stats add up to `stat_sum`."""
    share, rest = divmod(stat_sum, 6)
    stats = Stats(*(share + (1 if place < rest else 0) for place in range(6)))
    assert stats.sum == stat_sum
    return adversity_ratio(Creature("Beast", size, base_hp, False, stats)).value


@pytest.mark.parametrize("size", Size)
def test_boss_hp_is_worth_exactly_one_step(size):
    for stat_sum in range(-24, 37):
        assert ladder_step(value(size, 15, stat_sum)) == ladder_step(value(size, 14, stat_sum)) + 1


@pytest.mark.parametrize("base_hp", [14, 15])
def test_a_larger_or_better_creature_is_never_worth_less(base_hp):
    for stat_sum in range(-24, 37):
        by_size = [value(size, base_hp, stat_sum) for size in Size]
        assert by_size == sorted(set(by_size))
    for size in Size:
        by_sum = [value(size, base_hp, stat_sum) for stat_sum in range(-24, 37)]
        assert by_sum == sorted(by_sum)
