"""Trait Checks: the odds against every throw counted out, advantage, minimum bonuses, rolls."""

from collections import Counter
from fractions import Fraction as F
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.rules.errors import OutOfRange, RulesError, UnknownChoice
from bestiary.rules.two_d12 import (
    RollKind,
    SuccessRule,
    Threshold,
    check_bonus,
    minimum_bonus,
    odds,
    odds_table,
    percent,
    roll_check,
    roll_kind,
    threshold_odds,
    ways,
)

THROWS = [first + second for first, second in product(range(1, 13), repeat=2)]
PAIRS_OF_THROWS = list(product(THROWS, repeat=2))
BETTER_OF_TWO = Counter(map(max, PAIRS_OF_THROWS))
WORSE_OF_TWO = Counter(map(min, PAIRS_OF_THROWS))
bonuses = st.integers(-40, 60)
thresholds = st.integers(1, 99)


@pytest.mark.parametrize("at_least", range(-3, 30))
def test_ways_are_the_throws_counted_out(at_least):
    assert ways(at_least) == sum(throw >= at_least for throw in THROWS)


@pytest.mark.parametrize("needed", range(1, 27))
def test_advantage_and_disadvantage_are_the_pairs_of_throws_counted_out(needed):
    reckoned = odds(0, needed)
    better = sum(count for throw, count in BETTER_OF_TWO.items() if throw >= needed)
    worse = sum(count for throw, count in WORSE_OF_TWO.items() if throw >= needed)
    assert (reckoned.advantage, reckoned.disadvantage) == (F(better, 144**2), F(worse, 144**2))


def test_bonus_0_against_standard_is_the_worked_example():
    example = odds(0, Threshold.STANDARD)
    assert (example.ways, example.plain, example.name) == (55, F(55, 144), "Standard")
    assert (example.plain_text, example.advantage_text, example.disadvantage_text) == ("38.2 %", "61.8 %", "14.6 %")
    assert [example.of(kind) for kind in RollKind] == [example.plain, example.advantage, example.disadvantage]


def test_reaching_is_enough_unless_the_table_says_beat():
    # A bonus of 3 and a throw of 12 make 15.
    assert odds(3, 15).needed == 12
    assert odds(3, 15, SuccessRule.BEAT).needed == 13
    assert odds(3, 15, SuccessRule.BEAT).plain == odds(2, 15).plain


@given(bonuses, thresholds, st.sampled_from(SuccessRule))
def test_a_higher_bonus_is_never_worse_and_a_higher_threshold_never_better(bonus, threshold, rule):
    here = odds(bonus, threshold, rule)
    for kind in RollKind:
        assert odds(bonus + 1, threshold, rule).of(kind) >= here.of(kind)
        assert odds(bonus, threshold + 1, rule).of(kind) <= here.of(kind)


@given(bonuses, thresholds)
def test_advantage_helps_and_disadvantage_hurts_unless_all_is_certain(bonus, threshold):
    here = odds(bonus, threshold)
    if here.plain in (0, 1):
        assert here.advantage == here.disadvantage == here.plain
    else:
        assert 0 < here.disadvantage < here.plain < here.advantage < 1


def test_minimum_bonuses_of_each_threshold():
    least = [minimum_bonus(threshold).possible_from for threshold in Threshold]
    assert least == [-19, -14, -9, -4, 1, 6]
    assert [minimum_bonus(threshold).certain_from for threshold in Threshold] == [3, 8, 13, 18, 23, 28]


@pytest.mark.parametrize("rule", SuccessRule)
@pytest.mark.parametrize("threshold", Threshold)
def test_a_minimum_bonus_is_where_the_odds_begin_and_end(threshold, rule):
    least = minimum_bonus(threshold, rule)
    assert odds(least.possible_from, threshold, rule).ways == 1
    assert odds(least.possible_from - 1, threshold, rule).ways == 0
    assert odds(least.certain_from, threshold, rule).ways == 144
    assert odds(least.certain_from - 1, threshold, rule).ways == 143


def test_the_table_has_a_row_for_each_bonus_and_a_column_for_each_threshold():
    table = odds_table()
    assert [row.bonus_text for row in table] == ["−2", "−1", *(f"+{bonus}" for bonus in range(13))]
    assert all(row.odds == threshold_odds(row.bonus) for row in table)
    assert [column.name for column in table[0].odds] == [threshold.label for threshold in Threshold]
    assert odds_table((-2,))[0].bonus_text == "−2"


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (F(0), "0 %"), (F(1), "100 %"), (F(1, 144), "0.7 %"), (F(1, 144**2), "<0.1 %"), (F(143, 144), "99.3 %"),
        (1 - F(1, 144**2), ">99.9 %"), (F(1, 2000), "0.1 %"), (F(3, 8), "37.5 %"),
    ],
)  # fmt: skip
def test_percent_rounds_half_up_and_never_calls_the_unlikely_impossible(chance, text):
    assert percent(chance) == text


@pytest.mark.parametrize(
    ("advantages", "disadvantages", "kind"),
    [
        (0, 0, "plain"), (1, 0, "advantage"), (0, 1, "disadvantage"), (3, 0, "advantage"), (0, 2, "disadvantage"),
        (1, 1, "plain"), (3, 1, "plain"), (1, 2, "plain"),
    ],
)  # fmt: skip
def test_advantage_and_disadvantage_cancel_and_count_once(advantages, disadvantages, kind):
    assert roll_kind(advantages, disadvantages) is RollKind(kind)


def test_an_adept_adds_exp():
    assert check_bonus(2, 3).text == "2 = MOD 2"
    assert check_bonus(-2, 3, adept=True).text == "1 = MOD −2 + EXP 3"
    with pytest.raises(RulesError) as refused:
        check_bonus(2, None, adept=True)
    assert refused.value.field == "exp"


class Loaded:
    """Dice that show what they are told to."""

    def __init__(self, *faces):
        self.faces = list(faces)

    def randint(self, low, high):
        assert (low, high) == (1, 12)
        return self.faces.pop(0)


@pytest.mark.parametrize(
    ("kind", "faces", "kept", "text"),
    [
        ("plain", (7, 5), (7, 5), "7 + 5 + 3 = 15 against 15: success"),
        ("advantage", (1, 2, 6, 6), (6, 6), "Advantage, 3 and 12: 6 + 6 + 3 = 15 against 15: success"),
        ("disadvantage", (6, 6, 1, 2), (1, 2), "Disadvantage, 12 and 3: 1 + 2 + 3 = 6 against 15: failure"),
    ],
)
def test_a_roll_keeps_the_right_throw_and_says_so(kind, faces, kept, text):
    result = roll_check(Loaded(*faces), 3, Threshold.STANDARD, RollKind(kind))
    assert (result.kept, result.text) == (kept, text)


@given(st.integers(), bonuses, thresholds, st.sampled_from(RollKind), st.sampled_from(SuccessRule))
def test_a_roll_succeeds_exactly_when_the_total_does(seed, bonus, threshold, kind, rule):
    result = roll_check(Random(seed), bonus, threshold, kind, rule)
    assert result.total == sum(result.kept) + bonus
    beats = result.total > threshold or (result.total == threshold and rule is SuccessRule.REACH)
    assert result.success == beats
    assert all(1 <= face <= 12 for pair in result.dice for face in pair)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ((1000, 15), "bonus"),
        (("3", 15), "bonus"),
        ((True, 15), "bonus"),
        ((0, 0), "threshold"),
        ((0, 1.5), "threshold"),
    ],
)
def test_numbers_out_of_bounds_are_refused_at_their_field(arguments, field):
    with pytest.raises(OutOfRange) as refused:
        odds(*arguments)
    assert refused.value.field == field


def test_unknown_words_are_refused():
    with pytest.raises(UnknownChoice):
        odds(0, 15, "more")
    with pytest.raises(UnknownChoice):
        roll_check(Random(1), 0, 15, "thrice")
