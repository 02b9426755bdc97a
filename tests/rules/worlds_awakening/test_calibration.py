"""Calibration: the guide's examples, the step that counts, what each line changes, advice."""

from fractions import Fraction as F
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening import LADDER
from encounters.rules.worlds_awakening import (
    ChallengeLevel,
    Opponent,
    calibrate,
    challenge_level,
    fitting_levels,
    floor_to_step,
)

LEVELS = list(ChallengeLevel)
FOUR = [5, 5, 5, 5]
DRAGON = Opponent(F(3), 1, 5, "Dragon", True)

ratios = st.sampled_from(LADDER)
opponents = st.lists(st.builds(Opponent, ratios, st.integers(1, 99), st.integers(1, 20)), max_size=6)
parties = st.lists(st.integers(1, 20), min_size=1, max_size=12)


def babies(count):
    return Opponent(F(1, 2), count, 5, "Baby Dragon", False)


def rules_of(calibration):
    return [advice.rule for advice in calibration.advice]


@pytest.mark.parametrize(
    ("pcs", "lines", "value", "step", "level", "text"),
    [
        (4, [DRAGON, babies(2)], 0, 0, "demanding", "3 + 2 × ½ = 4, minus 4 = 0 → demanding"),
        (4, [DRAGON, babies(1)], F(-1, 2), -1, "manageable", "3 + ½ = 3½, minus 4 = −½, counts as −1 → manageable"),
        (4, [DRAGON], -1, -1, "manageable", "3, minus 4 = −1 → manageable"),
        (2, [Opponent(F(1, 3), 6)], 0, 0, "demanding", "6 × ⅓ = 2, minus 2 = 0 → demanding"),
        (2, [Opponent(F(1, 3), 5)], F(-1, 3), -1, "manageable", "5 × ⅓ = 1⅔, minus 2 = −⅓, counts as −1 → manageable"),
        (4, [babies(3)], F(-5, 2), -3, "easy", "3 × ½ = 1½, minus 4 = −2½ → easy"),
        (1, [Opponent(F(1, 2), 3)], F(1, 2), 0, "demanding", "3 × ½ = 1½, minus 1 = ½, counts as 0 → demanding"),
        (1, [Opponent(F(1, 2), 5)], F(3, 2), 1, "intense", "5 × ½ = 2½, minus 1 = 1½, counts as 1 → intense"),
        (4, [babies(5)], F(-3, 2), -2, "easy", "5 × ½ = 2½, minus 4 = −1½, counts as −2 → easy"),
        (2, [Opponent(F(4))], 2, 2, "impossible", "4, minus 2 = 2 → impossible"),
        (1, [Opponent(F(2))], 1, 1, "intense", "2, minus 1 = 1 → intense"),
        (4, [Opponent(F(2))], -2, -2, "easy", "2, minus 4 = −2 → easy"),
        (1, [Opponent(F(1, 7), 15)], F(8, 7), 1, "intense", "15 × 1/7 = 2 1/7, minus 1 = 1 1/7, counts as 1 → intense"),
    ],
)
def test_calibration_of_worked_examples(pcs, lines, value, step, level, text):
    found = calibrate([5] * pcs, lines)
    assert (found.value, found.step, found.challenge_level) == (value, step, level)
    assert found.text == text
    assert found.rounded == ("counts as" in text)


def test_the_terms_are_the_lines_in_their_order():
    found = calibrate(FOUR, [DRAGON, babies(2)])
    assert [tuple(term) for term in found.terms] == [(1, 3, 3, "Dragon"), (2, F(1, 2), 1, "Baby Dragon")]
    assert [term.text for term in found.terms] == ["3", "2 × ½"]
    assert (found.ar_sum, found.pc_count, found.creature_count) == (4, 4, 3)


def test_no_creature_at_all_is_allowed_and_says_so():
    found = calibrate(FOUR, [])
    assert found.is_empty
    assert (found.value, found.challenge_level, found.text) == (-4, "easy", "0, minus 4 = −4 → easy")
    assert not calibrate(FOUR, [DRAGON]).is_empty


@pytest.mark.parametrize(
    ("step", "level"),
    [
        (-100, "easy"),
        (-2, "easy"),
        (-1, "manageable"),
        (0, "demanding"),
        (1, "intense"),
        (2, "impossible"),
        (99, "impossible"),
    ],
)
def test_challenge_level_of_a_step(step, level):
    assert challenge_level(step) == level
    assert challenge_level(step).label == level.capitalize()


@pytest.mark.parametrize(
    ("balance", "unit", "step"), [(-1, 2, -1), (1, 2, 0), (3, 2, 1), (-1, 3, -1), (0, 3, 0), (-3, 3, -1), (5, 3, 1)]
)
def test_a_value_between_two_steps_counts_as_the_lower(balance, unit, step):
    assert floor_to_step(balance, unit) == step


@pytest.mark.parametrize(
    ("pcs", "lines", "field"),
    [
        ([], [DRAGON], "pcs"),
        ([], [], "pcs"),
        ([1] * 13, [], "pcs"),
        ([3, 0], [], "pcs.1"),
        ([21], [], "pcs.0"),
        ([3, 5, None], [], "pcs.2"),
        (["3"], [], "pcs.0"),
        ([3.5], [], "pcs.0"),
        ([3], [DRAGON, Opponent(F(1), 0)], "creatures.1.count"),
        ([3], [Opponent(F(1), -1)], "creatures.0.count"),
        ([3], [Opponent(F(1), 100)], "creatures.0.count"),
        ([3], [Opponent(F(1), 10**9)], "creatures.0.count"),
        ([3], [Opponent(F(1), None)], "creatures.0.count"),
        ([3], [Opponent(F(1), 1, 0)], "creatures.0.level"),
        ([3], [Opponent(F(1), 1, 21)], "creatures.0.level"),
        ([3], [Opponent(F(0))], "creatures.0.adversity_ratio"),
        ([3], [Opponent(F(-1, 2))], "creatures.0.adversity_ratio"),
        ([3], [Opponent(0.5)], "creatures.0.adversity_ratio"),
        ([3], [Opponent("1/2")], "creatures.0.adversity_ratio"),
        ([3], [Opponent(F(1, 1000))], "creatures.0.adversity_ratio"),
        ([3], [Opponent(F(1))] * 101, "creatures"),
    ],
)
def test_what_breaks_a_limit_is_refused_at_its_field(pcs, lines, field):
    with pytest.raises(RulesError) as refused:
        calibrate(pcs, lines)
    assert refused.value.field == field


def test_the_ends_of_every_limit_are_allowed():
    assert calibrate([1] * 6 + [20] * 6, [Opponent(F(999), 99, 20)] * 100).challenge_level == "impossible"


@given(parties, opponents)
def test_the_value_is_exact_and_the_step_its_floor(pcs, lines):
    found = calibrate(pcs, lines)
    exact = sum((line.adversity_ratio * line.count for line in lines), F(0)) - len(pcs)
    assert found.value == exact == found.ar_sum - found.pc_count
    assert found.step == floor(exact)
    assert found.challenge_level == LEVELS[max(-2, min(2, floor(exact))) + 2]
    assert found.rounded == (exact.denominator > 1 and -2 < exact < 2)
    assert sum(term.subtotal for term in found.terms) == found.ar_sum


@given(parties, opponents, st.builds(Opponent, ratios, st.integers(1, 99)))
def test_adding_a_creature_never_lowers_the_difficulty(pcs, lines, more):
    before, after = calibrate(pcs, lines), calibrate(pcs, [*lines, more])
    assert after.value > before.value
    assert LEVELS.index(after.challenge_level) >= LEVELS.index(before.challenge_level)


@pytest.mark.parametrize("pcs", range(1, 12))
def test_another_pc_takes_one_off_whatever_the_level(pcs):
    lines = [DRAGON, babies(3)]
    assert calibrate([5] * pcs + [1], lines).value == calibrate([5] * pcs, lines).value - 1


@given(parties, opponents)
def test_one_more_and_one_less_are_the_calibrations_they_promise(pcs, lines):
    for index, (line, change) in enumerate(zip(lines, calibrate(pcs, lines).lines, strict=True)):

        def with_count(count, index=index, line=line):
            changed = Opponent(line.adversity_ratio, count, line.level)
            return calibrate(pcs, [*lines[:index], *([changed] if count else []), *lines[index + 1 :]])

        for outcome in (change.one_more, change.one_less):
            if outcome is not None:
                whole = with_count(outcome.count)
                assert (outcome.value, outcome.step) == (whole.value, whole.step)
                assert outcome.challenge_level == whole.challenge_level
        assert change.one_less.count == line.count - 1
        assert (change.one_more is None) == (line.count == 99)


def test_an_outcome_says_value_and_level():
    [_, change] = calibrate(FOUR, [DRAGON, babies(2)]).lines
    assert change.one_less.text == "−½ → manageable"
    assert change.one_more.text == "½ → demanding"


@given(parties, opponents.filter(bool))
def test_reach_is_the_nearest_count_for_every_level_that_can_be_reached(pcs, lines):
    line, *others = lines
    rest = sum((other.adversity_ratio * other.count for other in others), F(0)) - len(pcs)
    nearest = {}
    for count in sorted(range(1, 100), key=lambda count: abs(count - line.count)):
        level = LEVELS[max(-2, min(2, floor(rest + line.adversity_ratio * count))) + 2]
        nearest.setdefault(level, count)
    assert calibrate(pcs, lines).lines[0].reach == nearest


@pytest.mark.parametrize(("creatures", "told"), [(4, False), (5, False), (6, True)])
def test_more_creatures_than_pcs_and_one_get_advice(creatures, told):
    found = calibrate(FOUR, [Opponent(F(1, 2), creatures, 5)])
    assert ("creature_count" in rules_of(found)) == told


def test_the_number_of_creatures_counts_over_all_lines():
    [advice] = calibrate([5], [babies(2), babies(1)]).advice
    assert (advice.rule, advice.source) == ("creature_count", "guide")
    assert "3 against 1 PC. Up to PCs + 1, here 2" in advice.text


@pytest.mark.parametrize(
    ("pcs", "level", "told"),
    [
        ([5, 5], 4, False),
        ([5, 5], 6, False),
        ([5, 5], 3, True),
        ([5, 5], 7, True),
        # The average stays exact: 4⅔ ± 1 is 3⅔ to 5⅔.
        ([4, 5, 5], 4, False),
        ([4, 5, 5], 3, True),
        ([4, 5, 5], 5, False),
        ([4, 5, 5], 6, True),
        ([4, 5], 3, True),
        ([4, 5], 6, True),
    ],
)
def test_levels_outside_the_exact_average_and_one_get_advice(pcs, level, told):
    found = calibrate(pcs, [Opponent(F(1), 1, level, "Ogre")])
    assert ("creature_level" in rules_of(found)) == told


def test_level_advice_names_creature_average_and_the_levels_that_fit():
    [advice] = [a for a in calibrate([4, 5, 5], [Opponent(F(1), 1, 9, "Ogre")]).advice if a.rule == "creature_level"]
    assert advice.text == (
        "Level of creatures: Ogre of level 9 is outside the PCs' average of 4⅔ ± 1; levels 4 to 5 fit."
    )


@pytest.mark.parametrize(("average", "low", "high"), [(F(1), 1, 2), (F(20), 19, 20), (F(9, 2), 4, 5), (F(5), 4, 6)])
def test_fitting_levels_stay_between_1_and_20(average, low, high):
    assert fitting_levels(average) == (low, high)


def test_equal_lines_are_advised_on_once():
    lines = [Opponent(F(1), 1, 9, "Ogre"), Opponent(F(1), 1, 9, "Ogre")]
    assert rules_of(calibrate(FOUR, lines)) == ["creature_level"]


@pytest.mark.parametrize(
    ("ratio", "reaches_several", "told"),
    [(F(3), False, True), (F(2), False, True), (F(1), False, False), (F(3), True, False), (F(3), None, False)],
)
def test_a_high_ratio_without_area_ability_gets_advice_where_that_is_known(ratio, reaches_several, told):
    found = calibrate(FOUR, [Opponent(ratio, 1, 5, "Ogre", reaches_several)])
    assert ("area_ability" in rules_of(found)) == told


@pytest.mark.parametrize(("ratio", "targets"), [(F(3), "3 would suit it"), (F(5, 2), "3 would suit it")])
def test_area_advice_names_how_many_targets(ratio, targets):
    [advice] = calibrate(FOUR, [Opponent(ratio, 1, 5, "Ogre", False)]).advice
    assert targets in advice.text


def test_a_creature_without_a_name_is_known_by_its_line():
    [advice] = calibrate(FOUR, [DRAGON, Opponent(F(1), 1, 9)]).advice
    assert "the creature of line 2" in advice.text


def test_who_faces_whom_in_the_guides_party_of_unequal_levels():
    found = calibrate([3, 5, 5, 7], [])
    assert [tuple(pair) for pair in found.pairings] == [(3, 1, 1), (5, 2, 2), (7, 1, 1)]
    [advice] = found.advice
    assert (advice.rule, advice.level) == ("pairing", "note")
    assert "AR 1/1 at level 3 for 1 PC, AR 2/1 at level 5 for 2 PCs, AR 1/1 at level 7 for 1 PC" in advice.text


def test_a_party_of_one_level_needs_no_pairing():
    assert calibrate(FOUR, []).advice == ()


@pytest.mark.parametrize(
    ("pcs", "average", "common"),
    [([3, 5, 5, 7], F(5), (5,)), ([4, 5], F(9, 2), (4, 5)), ([7, 2, 2, 7, 1], F(19, 5), (2, 7)), ([3], F(3), (3,))],
)
def test_average_level_is_exact_and_the_most_common_levels_are_named(pcs, average, common):
    found = calibrate(pcs, [])
    assert (found.average_level, found.common_levels) == (average, common)


@given(parties, opponents)
def test_the_order_of_pcs_and_lines_does_not_matter(pcs, lines):
    forwards, backwards = calibrate(pcs, lines), calibrate(pcs[::-1], lines[::-1])
    assert (forwards.value, forwards.average_level) == (backwards.value, backwards.average_level)
    assert forwards.lines == backwards.lines[::-1]
