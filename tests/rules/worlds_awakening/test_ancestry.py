"""Ancestries and classes: the hard limits of their modifiers, free points, advice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening import (
    LIMITS,
    Ancestry,
    Band,
    CharacterClass,
    ClassOutfit,
    InnateAbility,
    LimitKind,
    MagicStat,
    OutfitItem,
    Stats,
    ancestry_sheet,
    class_sheet,
    free_points,
    modifier_sum,
)

modifier = st.integers(-2, 3)
any_six = st.builds(Stats, *[modifier] * 6)


def of(*values: int) -> Stats:
    return Stats(*values)


@pytest.mark.parametrize(
    ("name", "low", "high", "source"),
    [
        ("stat_modifier", -2, 3, "guide"),
        ("modifier_sum", -12, 3, "guide"),
        ("adaptability", 0, 3, "guide"),
        ("innate_abilities", 0, 4, "ours"),
        ("innate_uses", 1, 1, "guide"),
        ("class_outfits", 0, 8, "ours"),
    ],
)
def test_limits(name, low, high, source):
    assert LIMITS[name] == Band(low, high, source)


def test_the_guides_example_leaves_one_free_point():
    modifiers = of(-1, 2, -1, 2, 0, 0)
    assert (modifier_sum(modifiers).value, free_points(modifiers).value) == (2, 1)
    assert modifier_sum(modifiers).text == "2 = (−1) + 2 + (−1) + 2 + 0 + 0"
    assert free_points(modifiers).text == "1 = 3 + (−2)"


@given(any_six)
def test_every_six_modifiers_either_add_up_to_3_with_their_free_points_or_are_refused(modifiers):
    if modifiers.sum <= 3:
        for made in (Ancestry("Anything", modifiers), CharacterClass("Anything", modifiers)):
            points = free_points(made.modifiers)
            assert modifiers.sum + points.value == 3
            assert 0 <= points.value <= 15
    else:
        with pytest.raises(RulesError) as refused:
            Ancestry("Anything", modifiers)
        assert refused.value.field == "modifiers"
        assert f"take {modifiers.sum - 3} point" in refused.value.message
        with pytest.raises(RulesError):
            CharacterClass("Anything", modifiers)


@given(any_six, st.integers(0, 5), st.integers(-50, 50))
def test_one_modifier_beyond_its_limits_is_refused_at_its_stat(modifiers, place, value):
    values = [value for _, value in modifiers.items()]
    values[place] = value
    short = [short for short, _ in modifiers.items()][place].lower()
    if -2 <= value <= 3:
        return
    with pytest.raises(RulesError) as refused:
        CharacterClass("Anything", Stats(*values))
    # An earlier stat cannot be wrong, so the first that is refused is this one.
    assert refused.value.field == f"modifiers.{short}"
    assert "from −2 to 3" in refused.value.message


@given(st.integers(-10, 10))
def test_adaptability_is_0_to_3(points):
    if 0 <= points <= 3:
        assert Ancestry("Anything", Stats(), points).adaptability == points
    else:
        with pytest.raises(RulesError) as refused:
            Ancestry("Anything", Stats(), points)
        assert refused.value.field == "adaptability"


@pytest.mark.parametrize(
    ("ability", "field"),
    [
        (InnateAbility(" "), "innate_abilities.0.name"),
        (InnateAbility("x" * 81), "innate_abilities.0.name"),
        (InnateAbility("Glow", text="x" * 2001), "innate_abilities.0.text"),
        (InnateAbility("Glow", limit_kind="moon", limit_count=1), "innate_abilities.0.limit_kind"),
        (InnateAbility("Glow", limit_count=1), "innate_abilities.0.limit_kind"),
        (InnateAbility("Glow", limit_kind="day"), "innate_abilities.0.limit_count"),
        (InnateAbility("Glow", limit_kind="day", limit_count=0), "innate_abilities.0.limit_count"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_an_innate_ability_is_refused_at_its_field(ability, field):
    with pytest.raises(RulesError) as refused:
        Ancestry("Anything", Stats(), 0, [ability])
    assert refused.value.field == field


def test_a_fifth_innate_ability_is_refused():
    with pytest.raises(RulesError, match="At most 4"):
        Ancestry("Anything", Stats(), 0, [InnateAbility("Glow")] * 5)


@pytest.mark.parametrize(
    ("kind", "count", "uses", "is_advised"),
    [
        (LimitKind.DAY, 1, "1 / Day", True),
        (LimitKind.DAY, 2, "2 / Day", False),
        (LimitKind.ENCOUNTER, 1, "1 / Encounter", False),
        (LimitKind.COOLDOWN, 1, "Cooldown 1 round", False),
        (LimitKind.COOLDOWN, 4, "Cooldown 4 rounds", False),
        (None, None, "Always", False),
    ],
)
def test_once_a_day_is_recommended_and_nothing_else_is_refused(kind, count, uses, is_advised):
    ancestry = Ancestry("Anything", Stats(), 0, [InnateAbility("Glow", "", kind, count)])
    advice = ancestry_sheet(ancestry).advice
    assert ancestry.innate_abilities[0].uses_text == uses
    assert [one.source for one in advice] == ([] if is_advised else ["guide"])
    assert all("“Glow”" in one.text and "once a day" in one.text for one in advice)


def test_a_class_does_magic_with_int_unless_it_says_otherwise():
    assert CharacterClass("Anything", Stats()).magic_stat is MagicStat.INT
    assert CharacterClass("Anything", Stats(), "wis").magic_stat is MagicStat.WIS
    with pytest.raises(RulesError) as refused:
        CharacterClass("Anything", Stats(), "luck")
    assert refused.value.field == "magic_stat"


def test_an_outfit_costs_what_its_items_cost():
    outfit = ClassOutfit("Squire", (OutfitItem("Sword", "Weapon", 160), OutfitItem("Guard", "Equipment", 40)))
    assert (outfit.price.value, outfit.price.text) == (200, "200 = 160 + 40")
    assert ClassOutfit("Nothing").price.value == 0


@pytest.mark.parametrize(
    ("outfits", "field"), [([ClassOutfit("Squire")] * 9, "outfits"), ([ClassOutfit(" ")], "outfits.0.name")]
)
def test_outfits_are_at_most_eight_and_have_names(outfits, field):
    with pytest.raises(RulesError) as refused:
        CharacterClass("Anything", Stats(), outfits=outfits)
    assert refused.value.field == field


def test_a_sheet_says_what_each_modifier_means():
    sheet = class_sheet(CharacterClass("Anything", of(-2, 3, 0, 1, -1, 2)))
    assert [(line.abbreviation, line.value, line.meaning) for line in sheet.modifiers] == [
        ("STR", -2, "weak"),
        ("DEX", 3, "good"),
        ("CON", 0, "average"),
        ("INT", 1, "average"),
        ("WIS", -1, "average"),
        ("CHA", 2, "good"),
    ]
    assert (sheet.sum.value, sheet.free_points.value) == (3, 0)
