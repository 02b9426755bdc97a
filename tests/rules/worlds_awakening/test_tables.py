"""The tables against a copy typed from the rules page by hand, value and source."""

from fractions import Fraction

import pytest

from bestiary.rules.worlds_awakening import (
    DAMAGE_TYPES,
    DEFAULT_LEVELS,
    LIMITS,
    SIZES,
    Band,
    Creature,
    Size,
    Stats,
    base_hp_advice,
    critical,
    damage_column,
    stat_band,
    strength_band,
)
from encounters.rules.worlds_awakening import CHALLENGE_LEVELS, CHALLENGE_SOURCES
from encounters.rules.worlds_awakening import LIMITS as ENCOUNTER_LIMITS


@pytest.mark.parametrize(
    ("size", "standard", "boss"),
    [
        ("tiny", Band(1, 2, "published"), Band(15, 16, "ours")),
        ("small", Band(3, 5, "published"), Band(15, 16, "ours")),
        ("medium", Band(6, 9, "published"), Band(17, 19, "ours")),
        ("large", Band(10, 14, "published"), Band(20, 22, "ours")),
        ("huge", Band(10, 14, "ours"), Band(23, 26, "ours")),
        ("titanic", Band(10, 14, "ours"), Band(27, 30, "ours")),
    ],
)
def test_base_hp_by_size(size, standard, boss):
    advice = base_hp_advice(Size(size))
    assert (advice.standard, advice.boss) == (standard, boss)


@pytest.mark.parametrize(
    ("size", "standard", "standard_source", "boss", "boss_source"),
    [
        ("tiny", (1, 3), "guide", (1, 2), "ours"),
        ("small", (1, 2), "guide", (1, 1), "inferred"),
        ("medium", (1, 1), "published", (2, 1), "guide"),
        ("large", (2, 1), "published", (3, 1), "guide"),
        ("huge", (3, 1), "ours", (4, 1), "inferred"),
        ("titanic", (4, 1), "ours", (5, 1), "inferred"),
    ],
)
def test_base_ratio_by_size(size, standard, standard_source, boss, boss_source):
    row = SIZES[Size(size)]
    assert (row.standard_ratio, row.standard_ratio_source) == (Fraction(*standard), standard_source)
    assert (row.boss_ratio, row.boss_ratio_source) == (Fraction(*boss), boss_source)


@pytest.mark.parametrize(
    ("size", "hundredths", "source", "favours"),
    [
        ("tiny", 1270, "ours", {"magic", "ranged"}),
        ("small", 1905, "ours", {"magic", "ranged"}),
        ("medium", 2540, "guide", {"magic", "ranged", "melee"}),
        ("large", 5080, "ours", {"ranged", "melee"}),
        ("huge", 7620, "ours", {"melee"}),
        ("titanic", 10160, "ours", {"melee"}),
    ],
)
def test_token_and_favoured_attacks_by_size(size, hundredths, source, favours):
    row = SIZES[Size(size)]
    assert (row.token_mm, row.token_source, set(row.favours)) == (Fraction(hundredths, 100), source, favours)


@pytest.mark.parametrize(
    ("value", "meaning", "failure_to", "success_from"),
    [
        (-4, "very weak", 3, 20),
        (-3, "weak", 2, 20),
        (-2, "weak", 2, 20),
        (-1, "average", 1, 20),
        (0, "average", 1, 20),
        (1, "average", 1, 20),
        (2, "good", 1, 19),
        (3, "good", 1, 19),
        (4, "very good", 1, 18),
        (5, "exceptional", 1, 18),
        (6, "superhuman", 1, 17),
    ],
)
def test_meaning_of_a_stat_and_criticals_by_cha(value, meaning, failure_to, success_from):
    creature = Creature("Beast", "medium", 6, False, Stats(charisma=value))
    assert stat_band(value) == meaning
    assert (critical(creature).failure_to, critical(creature).success_from) == (failure_to, success_from)


@pytest.mark.parametrize(
    ("band", "sums"), [("weak", range(-24, 3)), ("balanced", range(3, 10)), ("strong", range(10, 37))]
)
def test_strength_by_stat_sum(band, sums):
    assert {strength_band(stat_sum) for stat_sum in sums} == {band}


@pytest.mark.parametrize(
    ("name", "low", "high", "source"),
    [
        ("stat", -4, 6, "guide"),
        ("level", 1, 20, "ours"),
        ("levels_shown", 1, 8, "ours"),
        ("base_hp", 1, 30, "guide"),
        ("boss_hp", 15, 30, "guide"),
        ("abilities", 0, 4, "guide"),
        ("attacks", 0, 12, "ours"),
        ("roll_bonus", -5, 5, "published"),
        ("damage_bonus", -5, 5, "published"),
        ("targets", 0, 12, "ours"),
        ("lowest_max_hp", 1, 1, "ours"),
    ],
)
def test_limits(name, low, high, source):
    assert LIMITS[name] == Band(low, high, source)


def test_tables_show_levels_1_to_8_unless_asked_otherwise():
    assert list(DEFAULT_LEVELS) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_sources_of_the_damage_columns():
    assert (damage_column(False).source, damage_column(True).source) == ("inferred", "ours")


@pytest.mark.parametrize(
    ("step", "level", "source"),
    [
        (-2, "easy", "published"),
        (-1, "manageable", "guide"),
        (0, "demanding", "guide"),
        (1, "intense", "published"),
        (2, "impossible", "published"),
    ],
)
def test_challenge_levels(step, level, source):
    assert CHALLENGE_LEVELS[step] == level
    assert CHALLENGE_SOURCES[CHALLENGE_LEVELS[step]] == source


def test_limits_of_an_encounter():
    assert (ENCOUNTER_LIMITS["pcs"].low, ENCOUNTER_LIMITS["pcs"].high) == (1, 12)
    assert (ENCOUNTER_LIMITS["count"].low, ENCOUNTER_LIMITS["count"].high) == (1, 99)


def test_each_group_of_damage_types_starts_with_the_whole_group():
    assert [names[0] for names in DAMAGE_TYPES.values()] == [
        "All weapons",
        "All elements",
        "All powers",
        "All substances",
    ]
    assert {"Fire", "Ice", "Bludgeoning"} <= {name for names in DAMAGE_TYPES.values() for name in names}


@pytest.mark.parametrize(
    ("band", "text"), [(Band(6, 9, "ours"), "6–9"), (Band(1, 1, "ours"), "1"), (Band(-4, 6, "guide"), "−4 to 6")]
)
def test_bands_are_written_with_a_dash_unless_a_minus_would_confuse(band, text):
    assert band.text == text
