"""Foes: what may be typed, what is refused and where, and the card."""

from fractions import Fraction as F

import pytest

from bestiary.rules.errors import OutOfRange, RulesError, UnknownChoice
from bestiary.rules.two_d12 import (
    EFFECTS,
    CausedEffect,
    Effect,
    Foe,
    Rank,
    SuccessRule,
    Trait,
    TraitMods,
    foe_card,
    odds,
    threat_per_foe,
    threshold_odds,
)


def make_foe(**changes) -> Foe:
    return Foe(**{"name": "Rust Heron", "rank": "brute", **changes})


def test_a_foe_needs_only_a_name_and_a_rank():
    card = foe_card(Foe("Rat", "minion"))
    assert (card.name, card.rank_label, card.threat, card.threat_text) == ("Rat", "Minion", F(1, 2), "½")
    assert {number.text for number in card.numbers} == {"—"}
    assert card.typed_numbers == card.typed_checks == card.effects == ()
    assert card.damage_text == ""
    assert [check.odds for check in card.trait_checks] == [None] * 9


def test_the_card_shows_every_typed_number_with_its_unit():
    card = foe_card(make_foe(level=0, exp=2, guard=12, vitality=30, stamina=8, motion=30))
    assert [f"{number.label} {number.text}" for number in card.numbers] == [
        "Level 0", "EXP 2", "Guard 12", "Vitality 30", "Stamina 8", "Motion 30 ft",
    ]  # fmt: skip
    assert card.typed_numbers == card.numbers


def test_the_card_has_the_odds_of_each_trait_check_against_each_threshold():
    mods = TraitMods(agility=3, control=0, sneak=-2)
    card = foe_card(make_foe(traits=mods, exp=4))
    assert [check.trait for check in card.trait_checks] == list(Trait)
    assert [(check.label, check.mod_text, check.adept_text) for check in card.typed_checks] == [
        ("Agility", "+3", "+7"), ("Control", "+0", "+4"), ("Sneak", "−2", "+2"),
    ]  # fmt: skip
    agility = card.trait_checks[0]
    assert agility.odds == threshold_odds(3)
    assert agility.adept == threshold_odds(7)
    assert [chance.plain for chance in agility.odds] == [odds(3, number).plain for number in (5, 10, 15, 20, 25, 30)]
    assert "reflexes" not in agility.text
    assert card.trait_checks[1].mod == 0


@pytest.mark.parametrize("exp", [None, 0])
def test_without_exp_there_is_no_second_line_for_adepts(exp):
    check = foe_card(make_foe(traits=TraitMods(might=5), exp=exp)).typed_checks[0]
    assert (check.adept, check.adept_bonus, check.adept_text) == (None, None, "")


def test_the_card_follows_the_tables_reading_of_a_threshold():
    card = foe_card(make_foe(traits=TraitMods(might=5), exp=1), SuccessRule.BEAT)
    assert card.typed_checks[0].odds == threshold_odds(5, SuccessRule.BEAT)
    assert card.typed_checks[0].adept == threshold_odds(6, SuccessRule.BEAT)


def test_caused_effects_are_printed_with_charges_type_and_note():
    effects = [
        CausedEffect("bleeding", 4, note=" on a hit "),
        CausedEffect("exposed", 1, "fire"),
        CausedEffect("blind"),
    ]
    card = foe_card(make_foe(effects=effects, damage="2d12+3", damage_type="piercing"))
    assert [line.text for line in card.effects] == ["4 charges, on a hit", "1 charge, fire", ""]
    assert [line.row for line in card.effects] == [EFFECTS[word] for word in ("bleeding", "exposed", "blind")]
    assert card.damage_text == "2d12+3 piercing"


def test_threat_of_one_foe_of_each_rank():
    assert [threat_per_foe(rank) for rank in Rank] == [F(1, 2), 1, 2, 2, 3, 5]


@pytest.mark.parametrize(
    ("changes", "error", "field"),
    [
        ({"name": "  "}, RulesError, "name"),
        ({"name": "x" * 81}, OutOfRange, "name"),
        ({"rank": "king"}, UnknownChoice, "rank"),
        ({"rank": ""}, UnknownChoice, "rank"),
        ({"level": -1}, OutOfRange, "level"),
        ({"exp": 100}, OutOfRange, "exp"),
        ({"exp": True}, OutOfRange, "exp"),
        ({"guard": -1}, OutOfRange, "guard"),
        ({"vitality": 10_000}, OutOfRange, "vitality"),
        ({"stamina": "7"}, OutOfRange, "stamina"),
        ({"motion": 2.5}, OutOfRange, "motion"),
        ({"traits": TraitMods(track=100)}, OutOfRange, "traits.track"),
        ({"damage": "x" * 81}, OutOfRange, "damage"),
        ({"damage_type": 3}, RulesError, "damage_type"),
        ({"notes": "x" * 2001}, OutOfRange, "notes"),
        ({"effects": [CausedEffect("mute")] * 25}, OutOfRange, "effects"),
        ({"effects": [CausedEffect("mute"), CausedEffect("asleep")]}, UnknownChoice, "effects.1.effect"),
        ({"effects": [CausedEffect("burning", 0)]}, OutOfRange, "effects.0.charges"),
        ({"effects": [CausedEffect("blind", 2)]}, OutOfRange, "effects.0.charges"),
        ({"effects": [CausedEffect("burning", 2, "fire")]}, RulesError, "effects.0.damage_type"),
        ({"effects": [CausedEffect("burning", 2, note="x" * 201)]}, OutOfRange, "effects.0.note"),
    ],
)
def test_what_breaks_a_limit_is_refused_at_its_field(changes, error, field):
    with pytest.raises(error) as refused:
        make_foe(**changes)
    assert refused.value.field == field
    assert refused.value.message.endswith(".")


def test_words_may_be_given_as_text():
    foe = make_foe(effects=[CausedEffect("frozen", 5)])
    assert (foe.rank, foe.effects[0].effect) == (Rank.BRUTE, Effect.FROZEN)
    assert foe == make_foe(rank=Rank.BRUTE, effects=(CausedEffect(Effect.FROZEN, 5),))


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        ("2d6+1", "3 to 13, 8 on average"),
        ("1d4 − 3", "−2 to 1, −½ on average"),
        ("d8", "1 to 8, 4½ on average"),
        ("6", ""),
        ("a good shove", ""),
        ("", ""),
    ],
)
def test_damage_that_is_dice_says_what_it_comes_to(damage, text):
    assert foe_card(make_foe(damage=damage)).damage_range == text


def test_traits_without_a_mod_are_named_apart():
    card = foe_card(make_foe(traits=TraitMods(might=0)))
    assert [check.label for check in card.typed_checks] == ["Might"]
    assert len(card.untyped_traits) == 8
