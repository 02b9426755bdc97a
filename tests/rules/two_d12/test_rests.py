"""Chance, Light and Full Rest, injuries."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bestiary.rules.errors import OutOfRange, RulesError, UnknownChoice
from bestiary.rules.two_d12 import Injury
from encounters.rules.two_d12 import (
    Persona,
    SufferedInjury,
    add_injury,
    break_row,
    full_rest,
    light_rest,
    remove_injury,
    spend_chance,
)

TRIVIAL, HARMFUL, GRAVE = (SufferedInjury(kind) for kind in Injury)


@st.composite
def injuries(draw):
    kind = draw(st.sampled_from(Injury))
    return SufferedInjury(kind, draw(st.sampled_from(["", "arm"])), draw(st.integers(0, 2)) if kind == "harmful" else 0)


@st.composite
def personas(draw):
    exp = draw(st.one_of(st.none(), st.integers(0, 9)))
    chance = draw(st.integers(0, 9 if exp is None else exp))
    return Persona(exp, chance, tuple(draw(st.lists(injuries(), max_size=6))))


def kinds(persona: Persona) -> list[str]:
    return [injury.kind.value for injury in persona.injuries]


def test_a_light_rest_gives_1_chance_and_heals_what_is_trivial():
    result = light_rest(Persona(4, 1, (TRIVIAL, HARMFUL, GRAVE, TRIVIAL)))
    assert (result.persona.chance, result.chance_back, kinds(result.persona)) == (2, 1, ["harmful", "grave"])
    assert result.text == "Light Rest: Chance 1 → 2; healed Trivial, Trivial"


def test_a_light_rest_gives_no_more_chance_than_exp():
    result = light_rest(Persona(2, 2))
    assert (result.persona.chance, result.text) == (2, "Light Rest: Chance stays 2")


def test_a_full_rest_gives_all_chance_and_counts_harmful_injuries():
    result = full_rest(Persona(4, 1, (TRIVIAL, HARMFUL, GRAVE)))
    assert (result.persona.chance, result.chance_back) == (4, 3)
    assert [injury.text for injury in result.persona.injuries] == ["Harmful (1/3)", "Grave"]
    assert result.healed == (TRIVIAL,)


def test_harmful_injuries_heal_with_the_third_full_rest_in_a_row():
    persona = Persona(1, 1, (SufferedInjury("harmful", "broken arm"),))
    texts = [persona.injuries[0].text]
    for _ in range(2):
        persona = full_rest(persona).persona
        texts.append(persona.injuries[0].text)
    assert texts == ["Harmful: broken arm (0/3)", "Harmful: broken arm (1/3)", "Harmful: broken arm (2/3)"]
    assert full_rest(persona).persona.injuries == ()
    assert full_rest(persona).text == "Full Rest: Chance stays 1; healed Harmful"


def test_each_harmful_injury_counts_by_itself():
    persona = add_injury(full_rest(Persona(0, 0, (HARMFUL,))).persona, Injury.HARMFUL)
    persona = full_rest(persona).persona
    assert [injury.full_rests for injury in persona.injuries] == [2, 1]
    assert [injury.full_rests for injury in full_rest(persona).persona.injuries] == [2]


def test_a_light_rest_does_not_break_the_row_but_the_game_master_does():
    persona = full_rest(Persona(0, 0, (HARMFUL, HARMFUL))).persona
    assert [injury.full_rests for injury in light_rest(persona).persona.injuries] == [1, 1]
    assert [injury.full_rests for injury in break_row(persona).injuries] == [0, 0]
    assert [injury.full_rests for injury in break_row(persona, 1).injuries] == [1, 0]


def test_grave_injuries_stay_until_they_are_removed():
    persona = Persona(0, 0, (GRAVE,))
    for _ in range(9):
        persona = full_rest(persona).persona
    assert kinds(persona) == ["grave"]
    assert remove_injury(persona, 0).injuries == ()


def test_with_an_unknown_exp_a_full_rest_leaves_chance_and_says_so():
    result = full_rest(Persona(None, 2))
    assert result.persona.chance == 2
    assert "EXP is not known" in result.text
    assert light_rest(Persona(None, 2)).persona.chance == 3
    assert light_rest(Persona(None, 99)).persona.chance == 99


def test_a_rested_persona_has_as_much_chance_as_exp():
    assert Persona.rested(3) == Persona(3, 3)
    assert Persona.rested(None) == Persona(None, 0)


def test_chance_turns_a_failure_into_a_success_and_asks_for_a_complication():
    use = spend_chance(Persona(3, 2, (GRAVE,)), succeeded=False)
    assert use.persona == Persona(3, 1, (GRAVE,))
    assert use.asks_complication
    assert len(use.suggestions) == 4
    assert use.text == "Chance 2 → 1: the check succeeds; Complication to come"
    named = spend_chance(use.persona, succeeded=False, complication=" One more Foe ")
    assert (named.asks_complication, named.complication) == (False, "One more Foe")


@pytest.mark.parametrize(
    ("persona", "more", "field"),
    [
        (Persona(3, 3), {"succeeded": True}, "chance"),
        (Persona(3, 0), {"succeeded": False}, "chance"),
        (Persona(3, 3), {"succeeded": False, "complication": "x" * 201}, "complication"),
    ],
)
def test_chance_is_refused_after_a_success_and_without_a_charge(persona, more, field):
    with pytest.raises(RulesError) as refused:
        spend_chance(persona, **more)
    assert refused.value.field == field


@settings(max_examples=50)
@given(personas())
def test_rests_never_harm_and_touch_nothing_else(persona):
    for rest in (light_rest, full_rest):
        result = rest(persona)
        after = result.persona
        assert after.chance - persona.chance == result.chance_back >= 0
        assert after.exp == persona.exp
        assert "trivial" not in kinds(after)
        assert kinds(after).count("grave") == kinds(persona).count("grave")
        assert len(after.injuries) + len(result.healed) == len(persona.injuries)


@settings(max_examples=50)
@given(personas())
def test_three_full_rests_leave_only_grave_injuries_and_all_chance(persona):
    for _ in range(3):
        persona = full_rest(persona).persona
    assert set(kinds(persona)) <= {"grave"}
    assert persona.exp is None or persona.chance == persona.exp


@settings(max_examples=50)
@given(personas())
def test_a_broken_row_needs_three_full_rests_again(persona):
    broken = break_row(persona)
    assert kinds(broken) == kinds(persona)
    twice = full_rest(full_rest(broken).persona).persona
    assert kinds(twice).count("harmful") == kinds(persona).count("harmful")


@pytest.mark.parametrize(
    ("arguments", "error", "field"),
    [
        ((100,), OutOfRange, "exp"),
        ((2, 3), OutOfRange, "chance"),
        ((None, 100), OutOfRange, "chance"),
        ((2, -1), OutOfRange, "chance"),
        ((2, 1, [GRAVE] * 100), OutOfRange, "injuries"),
        ((2, 1, [GRAVE, SufferedInjury("scratch")]), UnknownChoice, "injuries.1.kind"),
        ((2, 1, [SufferedInjury("harmful", "x" * 201)]), OutOfRange, "injuries.0.note"),
        ((2, 1, [SufferedInjury("harmful", "", 3)]), OutOfRange, "injuries.0.full_rests"),
        ((2, 1, [SufferedInjury("grave", "", 1)]), OutOfRange, "injuries.0.full_rests"),
    ],
)
def test_bad_personas_are_refused_at_their_field(arguments, error, field):
    with pytest.raises(error) as refused:
        Persona(*arguments)
    assert refused.value.field == field


@pytest.mark.parametrize("place", [-1, 1, "0"])
def test_an_injury_that_is_not_there_is_refused(place):
    persona = Persona(1, 1, (GRAVE,))
    for act in (remove_injury, break_row):
        with pytest.raises(OutOfRange) as refused:
            act(persona, place)
        assert refused.value.field == "injury"


def test_the_persona_handed_in_is_untouched():
    persona = Persona(3, 1, (TRIVIAL, HARMFUL))
    copy = replace(persona)
    full_rest(persona), light_rest(persona), break_row(persona), add_injury(persona, Injury.GRAVE)
    assert persona == copy
