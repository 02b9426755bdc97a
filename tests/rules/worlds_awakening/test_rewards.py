"""Rewards for each PC: the published points, our suggested money, points shifted with the sum kept."""

import pytest

from bestiary.rules.errors import RulesError
from bestiary.rules.tables import Source
from bestiary.rules.worlds_awakening import Power
from encounters.rules.worlds_awakening.rewards import (
    MONEY_FACTORS,
    STRONGEST_OF,
    Quest,
    Strongest,
    combat_reward,
    quest_reward,
    shifted,
)

LEVELS = range(1, 21)

# Typed from the rules, not from the table: NX at levels 1-2, 3-4, 5-6, 7 and more.
MONEY = {20: (20, 30, 40, 50), 40: (40, 60, 80, 100), 60: (60, 90, 120, 150)}


def band(level: int) -> int:
    return 0 if level <= 2 else 1 if level <= 4 else 2 if level <= 6 else 3


@pytest.mark.parametrize(
    ("strongest", "xp", "ap", "money"),
    [(Strongest.STANDARD, 1, 1, 20), (Strongest.MINI_BOSS, 2, 2, 40), (Strongest.BOSS, 3, 3, 60)],
)
def test_a_fight_brings_points_by_its_strongest_creature_and_money_by_level(strongest, xp, ap, money):
    for level in LEVELS:
        reward = combat_reward(strongest, level)
        assert (reward.xp, reward.ap, reward.nx) == (xp, ap, MONEY[money][band(level)])


@pytest.mark.parametrize(
    ("quest", "xp", "money"),
    [(Quest.INSIGNIFICANT, 0, 20), (Quest.NOTABLE, 1, 20), (Quest.IMPORTANT, 2, 40), (Quest.EXCEPTIONAL, 3, 60)],
)
def test_a_quest_brings_experience_and_money_but_no_ability_points(quest, xp, money):
    for level in LEVELS:
        reward = quest_reward(quest, level)
        assert (reward.xp, reward.ap, reward.nx) == (xp, 0, MONEY[money][band(level)])


def test_points_are_published_and_money_is_our_suggestion():
    for reward in (combat_reward(Strongest.BOSS), quest_reward(Quest.NOTABLE)):
        assert (reward.source, reward.nx_source) == (Source.PUBLISHED, Source.OURS)
    assert {factor.source for factor in MONEY_FACTORS} == {Source.OURS}


def test_both_kinds_of_mini_boss_bring_the_same():
    assert set(STRONGEST_OF) == set(Power)
    assert STRONGEST_OF[Power.MINI_BOSS_HP] is STRONGEST_OF[Power.MINI_BOSS_DM] is Strongest.MINI_BOSS


def test_the_guides_example_shifts_two_and_two_to_three_and_one():
    reward = shifted(combat_reward(Strongest.MINI_BOSS), 1)
    assert (reward.xp, reward.ap) == (3, 1)


@pytest.mark.parametrize("strongest", Strongest)
def test_the_sum_of_the_points_stays_whatever_is_shifted(strongest):
    reward = combat_reward(strongest)
    for more in range(-reward.xp, reward.ap + 1):
        moved = shifted(reward, more)
        assert moved.xp + moved.ap == reward.xp + reward.ap
        assert min(moved.xp, moved.ap) >= 0


@pytest.mark.parametrize("more", [-3, 3, 10**9, 0.5, True])
def test_no_more_points_are_shifted_than_there_are(more):
    with pytest.raises(RulesError) as caught:
        shifted(combat_reward(Strongest.MINI_BOSS), more)
    assert caught.value.field == "shift"


@pytest.mark.parametrize("level", [0, 21, -1, 1.5])
def test_a_level_outside_1_to_20_is_refused(level):
    with pytest.raises(RulesError) as caught:
        combat_reward(Strongest.BOSS, level)
    assert caught.value.field == "level"
