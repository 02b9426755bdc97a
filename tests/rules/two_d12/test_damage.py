"""Damage in its order with the sum that explains it, Vitality 0, healing."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bestiary.rules.errors import OutOfRange
from bestiary.rules.two_d12 import Bearer, Effect, heal, remove_effect, take_damage
from tests.rules.two_d12.test_effects import OGRE, put

GOBLIN = Bearer("Goblin", level=2, exp=20, vitality=8, max_vitality=8)

pools = st.one_of(st.none(), st.integers(0, 60))
numbers = st.one_of(st.none(), st.integers(0, 20))
charges = st.integers(0, 60)
stacks = st.sampled_from([(), ("fire",), ("ice",), ("fire", "ice"), ("fire", "fire"), ("ice", "fire", "fire")])


def bearing(level, exp, guard, vitality, fatigued, poisoned, irradiated, exposed, fortified):
    """Somebody with those of the Effects that damage asks for."""
    bearer = Bearer("", level, exp, guard, guard, vitality, vitality)
    bearer = put(bearer, Effect.FATIGUED) if fatigued else bearer
    bearer = put(bearer, Effect.POISONED, poisoned) if poisoned else bearer
    bearer = put(bearer, Effect.IRRADIATED, irradiated) if irradiated else bearer
    for effect, kinds in ((Effect.EXPOSED, exposed), (Effect.FORTIFIED, fortified)):
        for kind in kinds:
            bearer = put(bearer, effect, damage_type=kind)
    return bearer


bearers = st.builds(bearing, numbers, numbers, pools, pools, st.booleans(), charges, charges, stacks, stacks)


def test_plain_damage_goes_off_guard_and_then_off_vitality():
    result = take_damage(OGRE, 13)
    assert (result.guard_lost, result.vitality_lost) == (10, 3)
    assert (result.bearer.guard, result.bearer.vitality) == (0, 17)
    assert result.text == "13 damage; Guard 10 → 0; Vitality 20 → 17"


def test_the_whole_order_is_explained():
    attacker = put(put(GOBLIN, Effect.FATIGUED), Effect.POISONED, 7)
    target = put(replace(OGRE, exp=6), Effect.EXPOSED, 2, damage_type="fire")
    target = put(target, Effect.FORTIFIED, damage_type="Fire")
    result = take_damage(target, 12, "fire", attacker)
    # 12 − 2×2 − 1 = 7; + 2 stacks of 2×3 − 1 of 2×3 = 13; Guard 10
    assert result.text == (
        "12 fire − Fatigued 4 − Poisoned 1 + Exposed 12 − Fortified 6 = 13; Guard 10 → 0; Vitality 20 → 17"
    )
    assert (result.dealt, result.taken) == (7, 13)
    assert [(step.label, step.change, step.result) for step in result.steps] == [
        ("fire", 12, 12),
        ("Fatigued", -4, 8),
        ("Poisoned", -1, 7),
        ("Exposed", 12, 19),
        ("Fortified", -6, 13),
    ]


def test_the_attackers_effects_do_not_bring_damage_under_0_before_exposed_adds():
    attacker = put(GOBLIN, Effect.FATIGUED, level=9)
    exposed = put(OGRE, Effect.EXPOSED, damage_type="ice")
    result = take_damage(exposed, 5, "ice", attacker)
    assert (result.dealt, result.taken) == (0, 6)
    assert result.text == "5 ice − Fatigued 18, not under 0 + Exposed 6 = 6; Guard 10 → 4"


def test_fortified_does_not_heal():
    fortified = put(OGRE, Effect.FORTIFIED, damage_type="ice")
    result = take_damage(fortified, 4, "ice")
    assert (result.taken, result.bearer) == (0, fortified)
    assert result.text == "4 ice − Fortified 6, not under 0 = 0"


@pytest.mark.parametrize("kind", ["", "acid"])
def test_exposed_and_fortified_only_meet_their_own_type(kind):
    target = put(put(OGRE, Effect.EXPOSED, damage_type="fire"), Effect.FORTIFIED, damage_type="ice")
    assert take_damage(target, 5, kind).taken == 5


def test_a_level_given_with_the_effect_counts_before_the_bearers():
    target = put(OGRE, Effect.EXPOSED, damage_type="fire", level=10)
    assert take_damage(target, 1, "fire").taken == 21


def test_an_unknown_level_counts_nothing_and_is_said():
    target = put(replace(OGRE, level=None), Effect.EXPOSED, damage_type="fire")
    attacker = put(replace(GOBLIN, level=None), Effect.FATIGUED)
    result = take_damage(target, 5, "fire", attacker)
    assert result.taken == 5
    assert result.notes == (
        "Fatigued is not counted: the Level is not known",
        "Exposed is not counted: the Level is not known",
    )
    assert all(note in result.text for note in result.notes)


def test_unknown_guard_counts_as_0_and_unknown_vitality_is_only_reckoned():
    result = take_damage(GOBLIN, 5)
    assert result.bearer.vitality == 3
    assert result.notes == ("Guard is not known, counted as 0",)
    stranger = take_damage(Bearer("Rat"), 5)
    assert (stranger.bearer, stranger.vitality_lost) == (Bearer("Rat"), 5)
    assert "Vitality −5, not tracked" in stranger.text


def test_vitality_0_makes_unconscious():
    result = take_damage(GOBLIN, 99)
    assert result.went_down
    assert result.bearer.vitality == 0
    assert result.vitality_lost == 8
    assert result.bearer.has(Effect.UNCONSCIOUS)
    assert result.text.endswith("Unconscious")


def test_who_was_woken_at_vitality_0_stays_awake():
    down = take_damage(GOBLIN, 99).bearer
    awake = remove_effect(down, Effect.UNCONSCIOUS).bearer
    assert not awake.has(Effect.UNCONSCIOUS)
    assert not take_damage(awake, 5).bearer.has(Effect.UNCONSCIOUS)
    assert not put(awake, Effect.BLIND).has(Effect.UNCONSCIOUS)


def test_healing_above_0_offers_to_wake_but_does_not():
    down = take_damage(GOBLIN, 99).bearer
    result = heal(down, 3)
    assert result.bearer.vitality == 3
    assert result.offers_to_wake
    assert result.bearer.has(Effect.UNCONSCIOUS)
    assert result.text == "Vitality 0 → 3; Unconscious can be removed"
    assert not heal(down, 0).offers_to_wake
    assert not heal(GOBLIN, 1).offers_to_wake


def test_healing_stops_at_the_maximum_as_it_is_now():
    hurt = replace(OGRE, vitality=15, max_vitality_lost=3)
    assert heal(hurt, 50).bearer.vitality == 17
    assert heal(hurt, 50).healed == 2
    assert heal(replace(hurt, max_vitality=None), 50).bearer.vitality == 65
    assert heal(Bearer("Rat"), 4).text == "Vitality +4, not tracked"


@settings(max_examples=50)
@given(bearers, bearers, st.integers(0, 200), st.sampled_from(["", "fire", "ice"]))
def test_damage_is_never_negative_and_all_of_it_goes_somewhere(target, attacker, amount, kind):
    result = take_damage(target, amount, kind, attacker)
    after = result.bearer
    assert 0 <= result.dealt <= amount
    assert result.taken >= 0
    assert result.steps[-1].result == result.taken
    assert sum(step.change for step in result.steps) == result.taken
    assert after.guard == (None if target.guard is None else target.guard - result.guard_lost)
    if target.vitality is None:
        assert result.guard_lost + result.vitality_lost == result.taken
    else:
        assert after.vitality == target.vitality - result.vitality_lost >= 0
        assert result.guard_lost + result.vitality_lost == min(result.taken, (target.guard or 0) + target.vitality)
    if result.vitality_lost:
        assert not after.guard
    assert result.went_down == (after.vitality == 0 and target.vitality != 0)


@settings(max_examples=50)
@given(bearers, st.integers(0, 200), st.integers(0, 50))
def test_more_damage_never_leaves_more(target, amount, more):
    less_hurt, worse_hurt = take_damage(target, amount, "fire"), take_damage(target, amount + more, "fire")
    assert (worse_hurt.bearer.guard or 0) <= (less_hurt.bearer.guard or 0)
    assert (worse_hurt.bearer.vitality or 0) <= (less_hurt.bearer.vitality or 0)


@pytest.mark.parametrize("amount", [-1, 10_000, 2.5, "7", True])
def test_amounts_out_of_bounds_are_refused(amount):
    for act in (take_damage, heal):
        with pytest.raises(OutOfRange) as refused:
            act(OGRE, amount)
        assert refused.value.field == "amount"
