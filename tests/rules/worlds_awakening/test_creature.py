"""The numbers of a creature: the guide's examples, then identities over every allowed choice."""

from itertools import pairwise, product

import pytest
from hypothesis import given

from bestiary.rules.errors import OutOfRange
from bestiary.rules.worlds_awakening import (
    Attack,
    Creature,
    Size,
    Stats,
    attack_roll,
    critical,
    initiative,
    level_numbers,
    level_table,
    magical_attack,
    magical_defence,
    max_hp,
    melee_attack,
    physical_defence,
    ranged_attack,
    stat_band,
    stat_block,
)

from . import strategies

ALL_LEVELS = range(1, 21)
BY_LEVEL = (max_hp, physical_defence, magical_defence, melee_attack, ranged_attack, magical_attack)
NUMBERS = (
    "max_hp",
    "initiative",
    "physical_defence",
    "magical_defence",
    "melee_attack",
    "ranged_attack",
    "magical_attack",
)


def creature(size="medium", base_hp=6, boss_damage=False, attacks=(), **stats):
    return Creature("Beast", size, base_hp, boss_damage, Stats(**stats), attacks)


GOBLIN = creature("small", 4, constitution=-2)
DRAGON = creature("large", 20, True, constitution=4)


@pytest.mark.parametrize(
    ("beast", "level", "hp", "text"),
    [(GOBLIN, 5, 18, "18 = 4 × 5 + (−2)"), (DRAGON, 5, 104, "104 = 20 × 5 + 4")],
    ids=["goblin", "dragon"],
)
def test_max_hp_of_the_guides_examples(beast, level, hp, text):
    assert max_hp(beast, level).value == hp
    assert max_hp(beast, level).text == text
    assert stat_block(beast, level).numbers.max_hp.value == hp


@pytest.mark.parametrize(
    ("number", "value", "text"),
    [
        ("max_hp", 26, "26 = 6 × 4 + 2"),
        ("initiative", 9, "9 = 10 + DEX (−1)"),
        ("physical_defence", 18, "18 = 10 + 2 × CON 2 + level 4"),
        ("magical_defence", 8, "8 = 10 + 2 × WIS (−3) + level 4"),
        ("melee_attack", 7, "7 = STR 3 + level 4"),
        ("ranged_attack", 3, "3 = DEX (−1) + level 4"),
        ("magical_attack", 4, "4 = INT 0 + level 4"),
    ],
)
def test_every_number_shows_its_sum(number, value, text):
    beast = creature(strength=3, dexterity=-1, constitution=2, wisdom=-3)
    total = getattr(stat_block(beast, 4).numbers, number)
    assert (total.value, total.text, total.source) == (value, text, "guide")
    assert total.rule


def test_creatures_count_constitution_twice_in_their_defence():
    assert physical_defence(creature(constitution=6), 1).value == 23


def test_max_hp_is_never_under_1_and_the_floor_is_a_term_of_its_own():
    weakling = creature("tiny", 1, constitution=-4)
    total = max_hp(weakling, 2)
    assert total.value == 1
    assert total.text == "1 = 1 × 2 + (−4) + 3 (raised to the minimum of 1)"
    assert total.source == "ours"
    assert [term.label for term in total.terms][-1] == "raised to the minimum of 1"
    assert level_numbers(weakling, 2).max_hp_floored


def test_max_hp_for_every_base_hp_con_and_level():
    for base_hp, con in product(range(1, 31), range(-4, 7)):
        beast = creature(base_hp=base_hp, constitution=con)
        for level in ALL_LEVELS:
            plain = base_hp * level + con
            assert max_hp(beast, level).value == max(1, plain)
            assert level_numbers(beast, level).max_hp_floored == (plain < 1)


def test_defences_and_attacks_for_every_stat_and_level():
    for stat, level in product(range(-4, 7), ALL_LEVELS):
        assert physical_defence(creature(constitution=stat), level).value == 10 + 2 * stat + level
        assert magical_defence(creature(wisdom=stat), level).value == 10 + 2 * stat + level
        assert melee_attack(creature(strength=stat), level).value == stat + level
        assert ranged_attack(creature(dexterity=stat), level).value == stat + level
        assert magical_attack(creature(intelligence=stat), level).value == stat + level


@pytest.mark.parametrize("dexterity", range(-4, 7))
def test_initiative_does_not_know_the_level(dexterity):
    beast = creature(dexterity=dexterity)
    assert initiative(beast).value == 10 + dexterity
    assert {row.initiative.value for row in level_table(beast, ALL_LEVELS)} == {10 + dexterity}


@pytest.mark.parametrize(
    ("kind", "roll", "text"),
    [
        ("melee", 5, "5 = STR 3 + level 4 + roll bonus (−2)"),
        ("ranged", 1, "1 = DEX (−1) + level 4 + roll bonus (−2)"),
        ("magic", 7, "7 = INT 5 + level 4 + roll bonus (−2)"),
    ],
)
def test_a_simple_attack_rolls_with_the_stat_of_its_kind_and_its_penalty(kind, roll, text):
    attack = Attack("Strike", kind, roll_bonus=-2)
    beast = creature(strength=3, dexterity=-1, intelligence=5, attacks=[attack])
    assert (attack_roll(beast, attack, 4).value, attack_roll(beast, attack, 4).text) == (roll, text)


def test_a_zero_roll_bonus_is_no_term():
    attack = Attack("Strike", "melee")
    assert attack_roll(creature(strength=3), attack, 4).text == "7 = STR 3 + level 4"


@pytest.mark.parametrize("level", [0, 21, -1, 10**9, None, "5", 5.0, True])
def test_a_level_outside_1_to_20_is_refused(level):
    # 1 and 5 are remembered already: what equals them must still be refused.
    stat_block(DRAGON, 1), stat_block(DRAGON, 5)
    for compute in (*BY_LEVEL, level_numbers, stat_block):
        with pytest.raises(OutOfRange) as refused:
            compute(DRAGON, level)
        assert refused.value.field == "level"


@pytest.mark.parametrize("value", [-5, 7])
def test_a_stat_beyond_the_scale_has_no_meaning(value):
    with pytest.raises(OutOfRange):
        stat_band(value)


@pytest.mark.parametrize(
    ("charisma", "success", "failure"), [(-4, "20", "1–3"), (0, "20", "1"), (2, "19–20", "1"), (6, "17–20", "1")]
)
def test_criticals_are_written_as_ranges(charisma, success, failure):
    result = critical(creature(charisma=charisma))
    assert (result.success_text, result.failure_text) == (success, failure)


def test_the_stat_block_repeats_the_choices_and_adds_what_they_mean():
    beast = creature("huge", 23, True, strength=6, dexterity=-4, constitution=2)
    block = stat_block(beast, 3)
    assert (block.creature, block.level, block.stat_sum) == (beast, 3, 4)
    assert [(s.abbreviation, s.name, s.value, s.meaning) for s in block.stats][:3] == [
        ("STR", "Strength", 6, "superhuman"),
        ("DEX", "Dexterity", -4, "very weak"),
        ("CON", "Constitution", 2, "good"),
    ]
    assert [s.abbreviation for s in block.stats] == ["STR", "DEX", "CON", "INT", "WIS", "CHA"]
    assert (block.power.label, block.strength_band.label) == ("Boss", "Balanced")
    assert (block.weakness_roll, block.resistance_roll) == (3, -3)
    assert block.behaviour == "Favours melee attacks."
    assert (block.base_damage_source, block.token_source) == ("ours", "ours")


@pytest.mark.parametrize(
    ("size", "behaviour"),
    [
        ("tiny", "Favours magic or ranged attacks."),
        ("medium", "Favours magic, ranged or melee attacks."),
        ("large", "Favours ranged or melee attacks."),
        ("titanic", "Favours melee attacks."),
    ],
)
def test_behaviour_is_a_sentence_about_the_size(size, behaviour):
    assert stat_block(creature(size), 1).behaviour == behaviour


@given(strategies.creatures)
def test_every_row_of_the_table_is_the_single_call(beast):
    table = level_table(beast, ALL_LEVELS)
    assert table == tuple(level_numbers(beast, level) for level in ALL_LEVELS)
    assert [row.level for row in table] == list(ALL_LEVELS)


def test_the_table_keeps_the_levels_asked_for_in_their_order():
    assert [row.level for row in level_table(DRAGON, [7, 1, 20])] == [7, 1, 20]


@given(strategies.creatures)
def test_no_number_falls_as_the_level_rises(beast):
    table = level_table(beast, ALL_LEVELS)
    for low, high in pairwise(table):
        for name in NUMBERS:
            assert getattr(low, name).value <= getattr(high, name).value
        for low_line, high_line in zip(low.attacks, high.attacks, strict=True):
            assert low_line.roll.value + 1 == high_line.roll.value
            assert low_line.damage.average < high_line.damage.average


@given(strategies.creatures, strategies.levels)
def test_every_total_is_the_sum_of_its_terms_and_begins_with_it(beast, level):
    numbers = level_numbers(beast, level)
    totals = [getattr(numbers, name) for name in NUMBERS] + [line.roll for line in numbers.attacks]
    for total in totals:
        assert total.value == sum(term.value for term in total.terms)
        assert total.text == f"{total} = " + " + ".join(term.expression for term in total.terms)
        assert "-" not in total.text


@given(strategies.creatures, strategies.levels)
def test_the_same_choices_always_give_the_same_block(beast, level):
    copy = Creature(beast.name, beast.size.value, beast.base_hp, beast.boss_damage, beast.stats, beast.attacks)
    assert stat_block(beast, level) == stat_block(copy, level)


@given(strategies.creatures, strategies.levels)
def test_size_and_base_hp_leave_attacks_and_defences_alone(beast, level):
    other = Creature("Beast", Size.TITANIC, 30, beast.boss_damage, beast.stats, beast.attacks)
    ours, theirs = level_numbers(beast, level), level_numbers(other, level)
    for name in NUMBERS[1:]:
        assert getattr(ours, name) == getattr(theirs, name)
    assert (ours.attacks, ours.base_damage) == (theirs.attacks, theirs.base_damage)
