"""An ancestry and a class together: what is possible for each stat, and what a player's choices would break."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening import STAT_ABBREVIATIONS, Ancestry, CharacterClass, Pair, Stats, pair, plan

NAMES = list(STAT_ABBREVIATIONS)
modifier = st.integers(-2, 3)
six = st.builds(Stats, *[modifier] * 6).filter(lambda stats: stats.sum <= 3)
pairs = st.builds(
    lambda ancestry, adaptability, cls: pair(Ancestry("A", ancestry, adaptability), CharacterClass("C", cls)),
    six,
    st.integers(0, 3),
    six,
)


def together(ancestry: Stats, character_class: Stats, adaptability: int = 0) -> Pair:
    return pair(Ancestry("A", ancestry, adaptability), CharacterClass("C", character_class))


def sums(both: Pair) -> list[int]:
    return [stat.total.value for stat in both.stats]


def filled(both: Pair, place: int, *, up: bool) -> tuple[list[int], list[int]]:
    """The choices that bring one stat as far up, or down, as they can: free points, then moved ones."""
    values, points, moved = sums(both), [0] * 6, [0] * 6
    order = [place, *(n for n in range(6) if n != place)]
    if not up:
        order = order[1:] + order[:1]
    left = both.free_points.value
    for n in order:
        points[n] = min(left, 6 - values[n])
        values[n] += points[n]
        left -= points[n]
    for _ in range(both.adaptability):
        others = [n for n in range(6) if n != place and (values[n] > -4 if up else values[n] < 6)]
        if (values[place] == 6 if up else values[place] == -4) or not others:
            break
        step = 1 if up else -1
        values[place] += step
        moved[place] += step
        values[others[0]] -= step
        moved[others[0]] -= step
    return points, moved


@given(pairs)
def test_bare_sums_never_leave_the_limits_and_every_character_adds_up_to_6(both):
    assert all(-4 <= value <= 6 for value in sums(both))
    assert both.free_points.value == 6 - sum(sums(both))
    assert both.final_sum == 6


@given(pairs, st.integers(0, 5), st.booleans())
def test_what_is_said_to_be_possible_can_be_chosen_and_is_the_limit(both, place, up):
    points, moved = filled(both, place, up=up)
    done = plan(both, Stats(*points), Stats(*moved))
    assert done.is_complete, (done.problems, [stat.problem for stat in done.stats])
    stat = both.stats[place]
    assert done.stats[place].total.value == (stat.highest if up else stat.lowest)
    assert -4 <= stat.lowest <= stat.total.value <= stat.highest <= 6


@given(pairs, st.lists(st.integers(0, 6), min_size=6, max_size=6), st.lists(st.integers(-3, 3), min_size=6, max_size=6))
def test_a_plan_fits_exactly_when_no_rule_is_broken(both, points, moved):
    done = plan(both, Stats(*points), Stats(*moved))
    values = [bare + given + shift for bare, given, shift in zip(sums(both), points, moved, strict=True)]
    into = sum(shift for shift in moved if shift > 0)
    expected = (
        all(-4 <= value <= 6 for value in values)
        and sum(points) <= both.free_points.value
        and sum(moved) == 0
        and into <= both.adaptability
    )
    assert done.fits == expected
    assert [stat.total.value for stat in done.stats] == values
    assert [bool(stat.problem) for stat in done.stats] == [not -4 <= value <= 6 for value in values]
    assert done.is_complete == (expected and sum(points) == both.free_points.value)


@given(pairs, st.lists(st.integers(0, 6), min_size=6, max_size=6), st.lists(st.integers(-3, 3), min_size=6, max_size=6))
def test_whatever_is_wrong_has_a_way_out_that_can_be_followed(both, points, moved):
    done = plan(both, Stats(*points), Stats(*moved))
    for text in (*done.problems, *(stat.problem for stat in done.stats if stat.problem)):
        assert any(way in text for way in ("give", "move", "take")), text
        assert not any(hole in text for hole in ("()", ": or", ": .")), text


@given(six, six)
def test_without_adaptability_a_stat_never_goes_under_its_sum(ancestry, character_class):
    assert all(stat.lowest == stat.total.value for stat in together(ancestry, character_class).stats)


def test_a_stat_at_its_highest_takes_no_free_point():
    both = together(Stats(strength=3, wisdom=-2), Stats(strength=3, wisdom=-2), 2)
    strength, wisdom = both.stats[0], both.stats[4]
    assert (strength.total.text, strength.meaning, strength.takes, strength.highest) == (
        "6 = 3 + 3",
        "superhuman",
        0,
        6,
    )
    assert (wisdom.total.value, wisdom.meaning, wisdom.gives, wisdom.lowest) == (-4, "very weak", 0, -4)
    assert both.free_points.text == "4 = 2 + 2"
    assert [stat.abbreviation for stat in both.tight] == ["STR", "WIS"]


@pytest.mark.parametrize(
    ("points", "moved", "said"),
    [
        ({"strength": 1}, {}, "7 is above 6: give 1 point of it to another stat (room: DEX 6, CON 6, INT 6"),
        ({}, {"strength": 1, "wisdom": -1}, "−5 is below −4: move 1 fewer away from it"),
        ({}, {"strength": 1, "dexterity": -1}, "7 is above 6: move 1 fewer to it."),
        ({"dexterity": 5}, {}, "5 points given, but there are 4: take 1 back."),
        ({}, {"dexterity": 3, "constitution": -3}, "3 points moved, but adaptability moves 2 at most: move 1 fewer."),
        ({}, {"dexterity": 1}, "1 moved to stats, but only 0 away from others: take 1 from a stat above −4 (STR 10"),
        ({}, {"strength": -1}, "1 moved away from stats, but only 0 to others: move 1 to a stat with room (STR 1"),
        ({"strength": 2}, {}, "or move 2 away from it with adaptability"),
    ],
)
def test_what_does_not_fit_is_said_with_what_would(points, moved, said):
    both = together(Stats(strength=3, wisdom=-2), Stats(strength=3, wisdom=-2), 2)
    done = plan(both, Stats(**points), Stats(**moved))
    assert not done.fits
    assert said in " ".join([*done.problems, *(stat.problem for stat in done.stats)])


def test_moving_without_adaptability_points_says_that_there_are_none():
    done = plan(together(Stats(), Stats()), Stats(), Stats(strength=1, wisdom=-1))
    assert done.problems == ("1 point moved, but there are no adaptability points: move 1 fewer.",)


def test_free_points_that_are_left_are_no_mistake():
    done = plan(together(Stats(), Stats()), Stats(strength=2), Stats())
    assert (done.fits, done.is_complete, done.points_left) == (True, False, 4)


@pytest.mark.parametrize(
    ("points", "moved", "field"),
    [
        ({"dexterity": 11}, {}, "points.dex"),
        ({"dexterity": -1}, {}, "points.dex"),
        ({}, {"charisma": 4}, "moved.cha"),
        ({}, {"charisma": -4}, "moved.cha"),
    ],
)
def test_numbers_that_no_character_can_have_are_refused_at_their_stat(points, moved, field):
    with pytest.raises(RulesError) as refused:
        plan(together(Stats(), Stats()), Stats(**points), Stats(**moved))
    assert refused.value.field == field


def test_every_stat_is_there_in_the_usual_order():
    assert [stat.name.lower() for stat in together(Stats(), Stats()).stats] == NAMES
