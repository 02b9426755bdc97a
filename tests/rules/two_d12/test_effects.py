"""Effects on and off: caps, lost charges, what changes at once, what is given back, what a bearer then can do."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.rules.errors import OutOfRange, RulesError, UnknownChoice
from bestiary.rules.two_d12 import (
    STACKING,
    Bearer,
    Effect,
    Foe,
    Injury,
    Stacking,
    apply_effect,
    cap,
    encumbered_injuries,
    end_round,
    end_turn,
    remove_effect,
    set_over_load,
)
from bestiary.rules.two_d12.tables import EFFECTS

FIVE = [Effect.BLEEDING, Effect.IRRADIATED, Effect.SHOCKED]
TEN = [Effect.BURNING, Effect.FROZEN, Effect.POISONED]
HALF = [Effect.EXPOSED, Effect.FORTIFIED]
SINGLE = [effect for effect in Effect if effect not in (*FIVE, *TEN, *HALF)]

OGRE = Bearer(
    "Ogre", level=3, exp=4, guard=10, max_guard=10, vitality=20, max_vitality=20, stamina=9, max_stamina=9,
    base_motion=30,
)  # fmt: skip


def details(effect: Effect) -> dict:
    """What an Effect asks for beyond its charges."""
    if effect in HALF:
        return {"damage_type": "fire"}
    return {"injury": Injury.HARMFUL} if effect is Effect.INJURED else {}


def put(bearer: Bearer, effect: Effect, charges: int = 1, **more) -> Bearer:
    return apply_effect(bearer, effect, charges, **{**details(effect), **more}).bearer


@pytest.mark.parametrize(
    ("effects", "exp", "limit"),
    [
        (FIVE, 3, 15), (FIVE, 0, 0), (TEN, 3, 30), (TEN, 1, 10),
        (HALF, 0, 1), (HALF, 1, 1), (HALF, 2, 1), (HALF, 3, 1), (HALF, 4, 2), (HALF, 5, 2), (HALF, 9, 4),
        (SINGLE, 7, 1), (SINGLE, None, 1), (FIVE, None, None), (TEN, None, None), (HALF, None, None),
    ],
)  # fmt: skip
def test_caps_are_multiples_of_exp_rounded_down(effects, exp, limit):
    assert [cap(effect, exp).limit for effect in effects] == [limit] * len(effects)


def test_a_cap_says_its_reason():
    assert cap(Effect.BLEEDING, 3).text == "cap 5×EXP 3 = 15"
    assert cap(Effect.EXPOSED, 5).text == "cap EXP 5/2 = 2"
    assert cap(Effect.BURNING, None).text == "no cap (10×EXP): EXP is not known"
    assert cap(Effect.MUTE, 3).text == "Mute doesn't stack"


@given(st.sampled_from(Effect), st.one_of(st.none(), st.integers(0, 99)), st.lists(st.integers(1, 999), max_size=5))
def test_no_number_of_applications_passes_the_cap(effect, exp, applications):
    bearer, kept = replace(OGRE, exp=exp), 0
    limit = cap(effect, exp).limit
    for charges in applications:
        change = apply_effect(bearer, effect, charges, **details(effect))
        assert change.applied + change.lost == charges
        bearer, kept = change.bearer, kept + change.applied
        assert bearer.charges(effect) == kept
        assert limit is None or kept <= limit
        if limit is None:
            assert change.lost == 0


@pytest.mark.parametrize("effect", SINGLE)
def test_a_second_application_of_what_does_not_stack_changes_nothing(effect):
    once = put(OGRE, effect)
    twice = apply_effect(once, effect, **details(effect))
    assert twice.bearer == once
    assert (twice.applied, twice.lost) == (0, 1)
    assert "nothing changes" in twice.text


def test_what_goes_over_the_cap_is_lost_and_said():
    first = apply_effect(OGRE, Effect.BLEEDING, 15)
    assert first.text == "Bleeding +15 = 15"
    second = apply_effect(first.bearer, Effect.BLEEDING, 9)
    assert (second.applied, second.lost) == (5, 4)
    assert second.text == "Bleeding +5 = 20, 4 lost: cap 5×EXP 4 = 20"


def test_exp_given_with_the_effect_stands_in_for_the_bearers():
    change = apply_effect(OGRE, Effect.BLEEDING, 50, exp=1)
    assert change.applied == 5
    assert apply_effect(change.bearer, Effect.BLEEDING, 50).applied == 0
    assert apply_effect(change.bearer, Effect.BLEEDING, 50, exp=2).bearer.charges(Effect.BLEEDING) == 10
    assert apply_effect(change.bearer, Effect.BURNING, 50).applied == 40


def test_an_unknown_exp_means_no_cap_and_is_said():
    change = apply_effect(replace(OGRE, exp=None), Effect.POISONED, 500)
    assert change.applied == 500
    assert change.text == "Poisoned +500 = 500, no cap (10×EXP): EXP is not known"


def test_irradiated_lowers_the_maximum_of_guard_at_once_and_gives_it_back():
    change = apply_effect(OGRE, Effect.IRRADIATED, 4)
    assert (change.bearer.guard, change.bearer.guard_maximum) == (6, 6)
    assert change.text == "Irradiated +4 = 4; maximum Guard 10 → 6"
    gone = remove_effect(change.bearer, Effect.IRRADIATED)
    assert (gone.bearer.guard, gone.bearer.guard_maximum) == (6, 10)
    assert gone.text == "Irradiated ends; maximum Guard 6 → 10"


def test_the_maximum_of_guard_does_not_go_below_0():
    assert put(replace(OGRE, guard=3), Effect.IRRADIATED, 20).guard_maximum == 0


def test_shocked_takes_nothing_before_the_turn_starts():
    assert put(OGRE, Effect.SHOCKED, 8).vitality_maximum == 20


def test_dazed_takes_stamina_once_and_gives_it_back_at_the_end_of_the_next_turn():
    change = apply_effect(OGRE, Effect.DAZED)
    assert change.bearer.stamina == 5
    assert change.text == "Dazed; Stamina 9 → 5"
    after = end_turn(change.bearer)
    assert after.bearer == OGRE
    assert after.text == "Dazed ends; Stamina 5 → 9"


def test_dazed_on_ones_own_turn_lasts_through_the_next():
    dazed = put(OGRE, Effect.DAZED, on_own_turn=True)
    this_turn = end_turn(dazed).bearer
    assert this_turn.has(Effect.DAZED)
    assert this_turn.stamina == 5
    assert end_turn(this_turn).bearer == OGRE


def test_dazed_takes_and_gives_back_no_more_than_there_was():
    tired = replace(OGRE, stamina=1)
    dazed = put(tired, Effect.DAZED)
    assert dazed.stamina == 0
    assert remove_effect(dazed, Effect.DAZED).bearer == tired
    rested = replace(put(OGRE, Effect.DAZED), stamina=8)
    assert end_turn(rested).bearer.stamina == 9


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"exp": None}, "EXP is not known, no Stamina lost"), ({"stamina": None}, "Stamina −4, not tracked")],
)
def test_dazed_says_what_it_cannot_reckon(changes, words):
    bearer = replace(OGRE, **changes)
    change = apply_effect(bearer, Effect.DAZED)
    assert words in change.text
    assert end_turn(change.bearer).bearer == bearer


def test_ambushed_lasts_one_round():
    ambushed = put(OGRE, Effect.AMBUSHED)
    assert end_turn(ambushed).bearer == ambushed
    assert end_round(ambushed).bearer == OGRE


@pytest.mark.parametrize("effect", [effect for effect in Effect if effect not in (Effect.AMBUSHED, Effect.DAZED)])
def test_every_other_effect_stays_until_removed_and_its_charges_do_not_fade(effect):
    bearer = put(OGRE, effect)
    assert end_round(end_turn(bearer).bearer).bearer == bearer
    assert not remove_effect(bearer, effect).bearer.effects


def test_charges_come_off_one_by_one_or_all():
    bearer = put(OGRE, Effect.FROZEN, 12)
    fewer = remove_effect(bearer, Effect.FROZEN, 5)
    assert fewer.text == "Frozen 12 → 7"
    assert remove_effect(fewer.bearer, Effect.FROZEN, 7).bearer == OGRE
    assert remove_effect(OGRE, Effect.FROZEN).text == "Frozen is not there"


def test_each_stack_remembers_its_type_and_can_be_removed_by_it():
    bearer = replace(OGRE, exp=8)
    for kind in ("fire", "ice", "Fire", "acid"):
        bearer = put(bearer, Effect.EXPOSED, damage_type=kind)
    assert bearer.applied(Effect.EXPOSED).damage_types == ("fire", "ice", "Fire", "acid")
    fewer = remove_effect(bearer, Effect.EXPOSED, 1, damage_type="FIRE").bearer
    assert fewer.applied(Effect.EXPOSED).damage_types == ("fire", "ice", "acid")
    none = remove_effect(fewer, Effect.EXPOSED, damage_type="fire").bearer
    assert none.applied(Effect.EXPOSED).damage_types == ("ice", "acid")
    assert remove_effect(none, Effect.EXPOSED, 1).bearer.applied(Effect.EXPOSED).damage_types == ("ice",)
    assert remove_effect(none, Effect.EXPOSED, damage_type="light").bearer == none


@pytest.mark.parametrize(("charges", "feet"), [(0, 30), (4, 30), (5, 25), (9, 25), (10, 20), (30, 0), (40, 0)])
def test_frozen_slows_by_5_feet_for_every_full_5_charges(charges, feet):
    bearer = put(OGRE, Effect.FROZEN, charges) if charges else OGRE
    assert bearer.motion.value == feet


@pytest.mark.parametrize(("points", "feet"), [(0, 30), (9, 30), (10, 20), (19, 20), (29, 10), (300, 0)])
def test_encumbered_slows_by_10_feet_for_every_full_10_points(points, feet):
    bearer = put(OGRE, Effect.ENCUMBERED, over_load=points)
    assert bearer.motion.value == feet
    assert set_over_load(put(OGRE, Effect.ENCUMBERED), points).bearer == bearer


def test_motion_shows_its_terms_and_stays_unknown():
    slow = put(put(OGRE, Effect.FROZEN, 11), Effect.ENCUMBERED, over_load=25)
    assert slow.motion.text == "0 = 30 + (−10) + (−20)"
    assert put(replace(OGRE, base_motion=None), Effect.FROZEN, 11).motion is None


def test_encumbered_costs_a_trivial_injury_for_every_hour():
    assert [encumbered_injuries(hours) for hours in (0, 1, 3)] == [0, 1, 3]


def test_slowed_doubles_what_stamina_points_are_asked_for():
    slowed = put(OGRE, Effect.SLOWED)
    assert (OGRE.stamina_cost(3), slowed.stamina_cost(3), slowed.stamina_cost(0)) == (3, 6, 0)
    assert (OGRE.standing_up_cost, slowed.standing_up_cost) == (1, 2)


@pytest.mark.parametrize(("charges", "less"), [(1, 0), (4, 0), (5, 1), (14, 2), (40, 8)])
def test_poisoned_takes_1_damage_for_every_full_5_charges(charges, less):
    assert put(OGRE, Effect.POISONED, charges).poisoned_reduction == less


def test_fatigued_takes_twice_the_level():
    assert OGRE.fatigued_reduction == 0
    assert put(OGRE, Effect.FATIGUED).fatigued_reduction == 6
    assert put(OGRE, Effect.FATIGUED, level=5).fatigued_reduction == 10
    assert put(replace(OGRE, level=None), Effect.FATIGUED).fatigued_reduction is None


def test_injured_remembers_the_kind():
    change = apply_effect(OGRE, Effect.INJURED, injury=Injury.GRAVE)
    assert change.text == "Injured; Grave injury"
    assert change.bearer.applied(Effect.INJURED).injury is Injury.GRAVE


def test_a_bearer_is_made_from_a_foe():
    foe = Foe("Ogre", "brute", level=3, exp=4, guard=10, vitality=20, stamina=9, motion=30)
    assert Bearer.from_foe(foe) == OGRE
    assert Bearer.from_foe(foe, "Ogre 2").name == "Ogre 2"
    assert Bearer.from_foe(Foe("Rat", "minion")) == Bearer("Rat")


@pytest.mark.parametrize(
    ("arguments", "more", "error", "field"),
    [
        (("asleep",), {}, UnknownChoice, "effect"),
        ((Effect.MUTE, 0), {}, OutOfRange, "charges"),
        ((Effect.MUTE, 1000), {}, OutOfRange, "charges"),
        ((Effect.EXPOSED,), {}, RulesError, "damage_type"),
        ((Effect.FORTIFIED,), {"damage_type": "  "}, RulesError, "damage_type"),
        ((Effect.FORTIFIED,), {"damage_type": "x" * 41}, OutOfRange, "damage_type"),
        ((Effect.INJURED,), {}, UnknownChoice, "injury"),
        ((Effect.BURNING,), {"exp": -1}, OutOfRange, "exp"),
        ((Effect.FATIGUED,), {"level": 100}, OutOfRange, "level"),
        ((Effect.ENCUMBERED,), {"over_load": -1}, OutOfRange, "over_load"),
    ],
)
def test_what_cannot_be_applied_is_refused_at_its_field(arguments, more, error, field):
    with pytest.raises(error) as refused:
        apply_effect(OGRE, *arguments, **more)
    assert refused.value.field == field


def test_bearers_and_loads_out_of_bounds_are_refused():
    with pytest.raises(OutOfRange) as refused:
        Bearer(max_guard=-1)
    assert refused.value.field == "max_guard"
    with pytest.raises(RulesError) as refused:
        set_over_load(OGRE, 10)
    assert refused.value.field == "over_load"


def test_groups_of_these_tests_follow_the_table():
    stacks = {effect: EFFECTS[effect].stacks for effect in Effect}
    assert {stacks[effect] for effect in FIVE} == {Stacking.FIVE_EXP}
    assert {stacks[effect] for effect in TEN} == {Stacking.TEN_EXP}
    assert {stacks[effect] for effect in HALF} == {Stacking.HALF_EXP}
    assert STACKING[Stacking.NO].per_exp is None
