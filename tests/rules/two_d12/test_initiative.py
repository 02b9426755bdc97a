"""Initiative: the table's formula, and the order with its ties."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.rules.dice import Dice
from bestiary.rules.errors import DiceError, OutOfRange, RulesError, UnknownChoice
from bestiary.rules.two_d12 import Trait
from encounters.rules.two_d12 import INITIATIVE_RULE, Combatant, InitiativeRule, roll_initiative, turn_order

combatants = st.lists(
    st.builds(
        Combatant,
        st.integers(),
        st.one_of(st.none(), st.integers(-3, 30)),
        st.one_of(st.none(), st.integers(-2, 5)),
    ),
    max_size=10,
)


class Sixes:
    """Dice that always show 6."""

    def randint(self, low, high):
        return 6


def test_the_suggested_formula_is_2d12_and_agility():
    assert INITIATIVE_RULE.text == "2d12 + Agility MOD"
    assert INITIATIVE_RULE.average == 13
    assert INITIATIVE_RULE.source == "ours"
    roll = roll_initiative(Sixes(), -2)
    assert (roll.thrown, roll.mod, roll.total) == (12, -2, 10)
    assert roll.text == "2d12: 12 − 2 Agility = 10"


def test_a_table_may_have_its_own_formula_and_trait():
    rule = InitiativeRule.parse("1d20-1", "insight")
    assert rule == InitiativeRule(Dice(1, 20, -1), Trait.INSIGHT)
    assert rule.text == "1d20−1 + Insight MOD"
    assert roll_initiative(Sixes(), 3, rule).text == "1d20−1: 5 + 3 Insight = 8"
    plain = InitiativeRule.parse("2d12", "")
    assert plain.text == "2d12"
    assert roll_initiative(Sixes(), 3, plain).total == 12


def test_an_unknown_mod_adds_nothing():
    assert roll_initiative(Sixes()).total == 12


@given(st.integers(), st.integers(-9, 9))
def test_a_roll_is_the_dice_and_the_mod(seed, mod):
    roll = roll_initiative(Random(seed), mod)
    assert 2 <= roll.thrown <= 24
    assert roll.total == roll.thrown + mod


def test_ties_go_to_the_higher_mod_then_to_the_game_masters_order():
    order = turn_order([
        Combatant("late", None, 9), Combatant("a", 12, 1), Combatant("b", 12, 3), Combatant("c", 12, 1),
        Combatant("d", 15, 0), Combatant("e", 12), Combatant("f", -2, 5),
    ])  # fmt: skip
    assert [one.key for one in order] == ["d", "b", "a", "c", "e", "f", "late"]


@given(combatants)
def test_the_order_keeps_everybody_and_never_goes_up(everybody):
    order = turn_order(everybody)
    assert sorted(map(repr, order)) == sorted(map(repr, everybody))
    ranks = [(one.total is not None, one.total or 0, one.mod or 0) for one in order]
    assert ranks == sorted(ranks, reverse=True)
    assert turn_order(order) == order


def test_bad_input_is_refused_at_its_field():
    with pytest.raises(DiceError) as refused:
        InitiativeRule.parse("2d", "agility")
    assert refused.value.field == "initiative_dice"
    with pytest.raises(UnknownChoice) as refused:
        InitiativeRule.parse("2d12", "charm")
    assert refused.value.field == "initiative_trait"
    with pytest.raises(OutOfRange) as refused:
        turn_order([Combatant("a", 1), Combatant("b", 10_000)])
    assert refused.value.field == "combatants.1.total"
    with pytest.raises(RulesError) as refused:
        turn_order([Combatant("a", 1, "2")])
    assert refused.value.field == "combatants.0.mod"
    with pytest.raises(OutOfRange) as refused:
        roll_initiative(Sixes(), 100)
    assert refused.value.field == "mod"
