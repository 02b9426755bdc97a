"""The start of a turn: the order of the Effects, what each takes, and the splash on others."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bestiary.rules.two_d12 import Bearer, Effect, remove_effect, splash, start_turn, take_damage, take_splash
from tests.rules.two_d12.test_damage import bearers
from tests.rules.two_d12.test_effects import OGRE, put

TICKING = [Effect.BLEEDING, Effect.BURNING, Effect.PANICKED, Effect.SHOCKED]


def test_bleeding_goes_past_the_guard():
    start = start_turn(put(OGRE, Effect.BLEEDING, 6))
    assert (start.bearer.guard, start.bearer.vitality) == (10, 14)
    assert start.events[0].text == "Bleeding 6: Vitality 20 → 14"


def test_burning_eats_guard_and_the_excess_eats_vitality():
    start = start_turn(put(OGRE, Effect.BURNING, 13))
    assert (start.bearer.guard, start.bearer.vitality) == (0, 17)
    assert start.events[0].text == "Burning 13: Guard 10 → 0; Vitality 20 → 17"
    assert start_turn(start.bearer).bearer.vitality == 4


def test_shocked_lowers_the_maximum_of_vitality_turn_by_turn_until_removed():
    first = start_turn(put(OGRE, Effect.SHOCKED, 8))
    assert (first.bearer.vitality, first.bearer.vitality_maximum) == (12, 12)
    assert first.events[0].text == "Shocked 8: maximum Vitality 20 → 12; Vitality 20 → 12"
    second = start_turn(first.bearer).bearer
    assert second.vitality_maximum == 4
    well = remove_effect(second, Effect.SHOCKED)
    assert (well.bearer.vitality, well.bearer.vitality_maximum) == (4, 20)
    assert well.text == "Shocked ends; maximum Vitality 4 → 20"


def test_shocked_can_bring_down():
    start = start_turn(put(replace(OGRE, max_vitality=7, vitality=7), Effect.SHOCKED, 8))
    assert start.went_down
    assert start.bearer.has(Effect.UNCONSCIOUS)
    assert start.bearer.vitality_maximum == 0


def test_panicked_is_only_a_reminder():
    bearer = put(OGRE, Effect.PANICKED)
    start = start_turn(bearer)
    assert start.bearer == bearer
    assert start.events[0].amount == 0
    assert "Flees from the perceived threat" in start.events[0].text


@given(st.permutations([*TICKING, Effect.IRRADIATED]))
def test_the_order_is_fixed_whatever_came_first(arrival):
    bearer = OGRE
    for effect in arrival:
        bearer = put(bearer, effect, 2)
    start = start_turn(bearer)
    assert [event.effect for event in start.events] == TICKING
    assert [event.effect for event in start.splashes] == [Effect.IRRADIATED, Effect.SHOCKED]
    # Guard 10 − Irradiated 2 − Burning 2; Vitality 20 − Bleeding 2, then at most 20 − Shocked 2.
    assert (start.bearer.guard, start.bearer.vitality, start.bearer.vitality_maximum) == (6, 18, 18)


def test_the_order_matters_bleeding_before_the_maximum_falls():
    start = start_turn(put(put(OGRE, Effect.SHOCKED, 5), Effect.BLEEDING, 3))
    # 20 − 3 = 17, cut to 15; the other way round it would be 12.
    assert start.bearer.vitality == 15


def test_effects_go_on_after_the_bearer_went_down():
    bearer = replace(OGRE, vitality=2)
    for effect in (Effect.BLEEDING, Effect.BURNING, Effect.SHOCKED):
        bearer = put(bearer, effect, 4)
    start = start_turn(bearer)
    assert [event.effect for event in start.events] == [Effect.BLEEDING, Effect.BURNING, Effect.SHOCKED]
    assert (start.bearer.vitality, start.bearer.guard, start.bearer.vitality_maximum) == (0, 6, 16)
    assert [applied.effect for applied in start.bearer.effects].count(Effect.UNCONSCIOUS) == 1
    assert start_turn(start.bearer).events[0].text == "Bleeding 4: nothing left to lose"


def test_nothing_happens_to_who_bears_nothing_that_ticks():
    bearer = put(put(OGRE, Effect.POISONED, 9), Effect.BLIND)
    start = start_turn(bearer)
    assert (start.bearer, start.events, start.splashes) == (bearer, (), ())
    assert not start.went_down


@pytest.mark.parametrize(("charges", "amount"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (19, 9)])
@pytest.mark.parametrize("effect", [Effect.IRRADIATED, Effect.SHOCKED])
def test_a_splash_is_half_the_charges_rounded_down_at_least_1(effect, charges, amount):
    assert splash(effect, charges).amount == amount


def test_a_splash_takes_off_the_same_maximum_of_the_target():
    irradiated = take_splash(OGRE, splash(Effect.IRRADIATED, 7))
    assert (irradiated.bearer.guard, irradiated.bearer.guard_maximum) == (7, 7)
    assert irradiated.text == "Irradiated splash: maximum Guard 10 → 7; Guard 10 → 7"
    shocked = take_splash(irradiated.bearer, splash(Effect.SHOCKED, 4))
    assert (shocked.bearer.vitality, shocked.bearer.vitality_maximum) == (18, 18)
    assert not shocked.bearer.effects
    assert start_turn(shocked.bearer).splashes == ()


def test_a_splash_can_bring_down_and_says_what_it_cannot_track():
    down = take_splash(replace(OGRE, max_vitality=3, vitality=3), splash(Effect.SHOCKED, 6))
    assert down.bearer.has(Effect.UNCONSCIOUS)
    assert take_splash(Bearer("Rat"), splash(Effect.SHOCKED, 6)).text == (
        "Shocked splash: maximum Vitality −3, not tracked"
    )


def test_unknown_numbers_are_said_and_stay_unknown():
    rat = put(put(put(Bearer("Rat", exp=2), Effect.BLEEDING, 2), Effect.BURNING, 3), Effect.SHOCKED, 4)
    start = start_turn(rat)
    assert [event.text for event in start.events] == [
        "Bleeding 2: Vitality −2, not tracked",
        "Burning 3: Vitality −3, not tracked; Guard is not known, counted as 0",
        "Shocked 4: maximum Vitality −4, not tracked",
    ]
    assert (start.bearer.vitality, start.bearer.guard) == (None, None)


@settings(max_examples=50)
@given(bearers, st.lists(st.tuples(st.sampled_from(TICKING), st.integers(1, 40)), max_size=6), st.integers(0, 50))
def test_numbers_never_fall_below_0_nor_stay_above_their_maximum(bearer, ticking, damage):
    for effect, charges in ticking:
        bearer = put(bearer, effect, charges)
    for _ in range(3):
        bearer = take_damage(start_turn(bearer).bearer, damage).bearer
        for now, maximum in ((bearer.guard, bearer.guard_maximum), (bearer.vitality, bearer.vitality_maximum)):
            assert now is None or 0 <= now <= maximum
        assert len({applied.effect for applied in bearer.effects}) == len(bearer.effects)


@settings(max_examples=50)
@given(bearers, st.sampled_from(TICKING), st.integers(1, 40))
def test_the_start_of_a_turn_takes_no_charges(bearer, effect, charges):
    before = put(bearer, effect, charges)
    assert start_turn(before).bearer.charges(effect) == before.charges(effect)
