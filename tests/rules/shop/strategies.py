"""Any item and any change that can be built."""

from hypothesis import strategies as st

from bestiary.rules.dice import Dice
from shop.rules import BonusKind, Change, Equipment, Service, SpecialEffect, Weapon

special_effects = st.none() | st.builds(SpecialEffect, st.just("Glows"), st.integers(-9_999, 9_999))
dice = st.builds(Dice, st.integers(1, 3), st.sampled_from([4, 6, 8, 10, 12]), st.integers(-5, 5))
weapons = st.builds(
    Weapon,
    damage=dice,
    roll_bonus=st.integers(-3, 3),
    two_handed=st.booleans(),
    special_effect=special_effects,
)
bonuses = st.dictionaries(st.sampled_from(BonusKind), st.integers(-3, 3))
equipment = st.builds(Equipment, bonuses, special_effects)
services = st.builds(Service, st.integers(0, 99_999))
items = weapons | equipment | services

points = st.integers(1, 4)
changes = st.one_of(
    st.builds(Change, roll_bonus=points),
    st.builds(Change, damage_bonus=points),
    st.builds(Change, dice=points),
    st.builds(Change, bonuses=st.dictionaries(st.sampled_from(BonusKind), points, min_size=1, max_size=2)),
    st.builds(
        Change,
        special_effect=st.builds(SpecialEffect, st.just("Burns"), st.integers(-100, 100)),
        gm_price=st.integers(0, 99),
    ),
    st.builds(Change, remove_special_effect=st.just(True), gm_price=st.integers(0, 99)),
)
