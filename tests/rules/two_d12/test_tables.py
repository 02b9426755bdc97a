"""Nothing of the GM screen is lost: every row again, typed from the game's text, with all its numbers."""

import re
from collections import Counter
from fractions import Fraction as F

import pytest

from bestiary.rules import two_d12
from bestiary.rules.tables import Source
from bestiary.rules.two_d12 import (
    COMPLICATIONS,
    EFFECTS,
    INJURIES,
    KEY_TERMS,
    RANKS,
    RULINGS,
    THREAT_LEVELS,
    THREAT_PER_PERSONA,
    THRESHOLDS,
    TRAITS,
    Effect,
    Injury,
    KeyTerm,
    Rank,
    ThreatLevel,
    Threshold,
    Trait,
)

# Name, words and numbers that its explanation cannot do without.
TYPED_KEY_TERMS = [
    ("Trait Check", "2d12, MOD, EXP, Adept, Beat, Threshold, succeed"),
    ("Advantage", "twice, better"),
    ("Disadvantage", "twice, worse"),
    ("Threshold", "reach, 5 Novice, 10 Easy, 15 Standard, 20 Challenging, 25 Tough, 30 Expert"),
    ("Guard", "Persona, Armor, adds"),
    ("Vitality", "health, 0, Down"),
    ("Stamina", "tir"),
    ("Initiative", "turn order, fight, formula, Trait, table"),
    ("Chance", "EXP, fail, succeed, Complication, Light Rest, 1 back, Full Rest, all"),
    ("Complication", "hindrance, later, Chance, higher Threshold, Foe, injury, price rise, Game Master"),
    ("Light Rest", "short, 1 Chance, Trivial, heal"),
    ("Full Rest", "long, all Chance, Trivial, heal, Harmful, 3 Full Rests in a row"),
]

# Name | what cannot be missing in what it does | when | stacks
TYPED_EFFECTS = """
Ambushed    | enemy, 1 Round, prepare, can't deal damage               | Immediate (1 Round)    | No
Bleeding    | Vitality, direct, Guard                                  | Start of turn (damage) | 5×EXP
Blind       | Vision Range, sight, fail automatically                                | Immediate              | No
Burning     | Guard, once, Vitality                                    | Start of turn (damage) | 10×EXP
Collapsed   | ground, Motion rolls, Stagger, melee attacks, Prowess, 1 SP, stand, otherwise, Break | Immediate | No
Dazed       | Stamina, EXP, end of, next turn                          | Immediate              | No
Deaf        | Audio Range, hearing, fail automatically                               | Immediate              | No
Encumbered  | every 10 points over Load Capacity, Motion, 10 ft, Trivial injury, every hour | Immediate | No
Exposed     | vulnerable, chosen damage type, Level × 2                | Immediate (damage)     | EXP/2
Fatigued    | less damage, Level × 2                                   | Immediate              | No
Fortified   | resistant, chosen damage type, Level × 2                 | Immediate              | EXP/2
Frozen      | every 5 charges, maximum Motion, 5 ft                    | Immediate              | 10×EXP
Hidden      | unseen, targeted directly, Sneak checks, Prowess, Track checks, find, Stagger | Immediate | No
Injured     | injury, Trivial, Harmful, Grave                          | Immediate              | No
Invisible   | can't be seen, Vision Range, targeted directly           | Immediate              | No
Irradiated  | maximum Guard, 10 ft, start of, turn, half, same damage, at least 1 | Immediate   | 5×EXP
Mute        | can't speak                                              | Immediate              | No
Panicked    | as far as possible, perceived threat, shortest path, avoids the most, damage | Start of turn | No
Pinned      | grappled, held, Break action, counter                    | Immediate              | No
Poisoned    | every 5 charges, 1 less damage                           | Immediate              | 10×EXP
Scentless   | Scent Range, smell, fail automatically                                 | Immediate              | No
Shocked     | maximum Vitality, 10 ft, start of, turn, half, same damage, at least 1 | Start of turn (damage) | 5×EXP
Slowed      | Stamina Point, double                                    | Immediate              | No
Unconscious | Vitality, 0, act, move, revive, Heal action               | Immediate              | No
"""
TYPED_EFFECT_ROWS = [[cell.strip() for cell in line.split("|")] for line in TYPED_EFFECTS.strip().splitlines()]

TYPED_THRESHOLDS = [
    ("Novice", 5), ("Easy", 10), ("Standard", 15), ("Challenging", 20), ("Tough", 25), ("Expert", 30),
]  # fmt: skip
TYPED_RANKS = [
    ("Minion", F(1, 2)), ("Soldier", 1), ("Brute", 2), ("Specialist", 2), ("Leader", 3), ("Boss", 5),
]  # fmt: skip
TYPED_THREAT_LEVELS = [
    ("Low", "danger", "No special"),
    ("Moderate", "few threats and hazards", "Basic"),
    ("High", "threats and hazards", "Intermediate"),
    ("Deadly", "threats and hazards", "Specialist"),
]
TYPED_TRAITS = [
    ("Agility", "quick, balance, react"),
    ("Control", "precis, disciplin"),
    ("Insight", "reading, person, situation"),
    ("Might", "strength"),
    ("Resist", "hit"),
    ("Sneak", "moving, seen"),
    ("Study", "know, look up"),
    ("Tinker", "build, fix, break in"),
    ("Track", "trail, target"),
]


def missing(words: str, text: str) -> list[str]:
    """The words that the text does not hold, whatever their capitals; numbers must stand alone."""
    return [
        word
        for word in words.split(", ")
        if not re.search(rf"(?<![0-9]){re.escape(word)}(?![0-9])", text, re.IGNORECASE)
    ]


def test_counts_are_those_of_the_screen():
    assert [len(table) for table in (KEY_TERMS, THRESHOLDS, EFFECTS, RANKS, THREAT_LEVELS, TRAITS)] == [
        12, 6, 24, 6, 4, 9,
    ]  # fmt: skip
    assert Counter(row.stacks_text for row in EFFECTS.values()) == {"No": 16, "5×EXP": 3, "10×EXP": 3, "EXP/2": 2}
    assert Counter(row.when_text for row in EFFECTS.values()) == {
        "Immediate": 18,
        "Immediate (1 Round)": 1,
        "Immediate (damage)": 1,
        "Start of turn": 1,
        "Start of turn (damage)": 3,
    }


@pytest.mark.parametrize(("place", "typed"), list(enumerate(TYPED_KEY_TERMS)), ids=[row[0] for row in TYPED_KEY_TERMS])
def test_every_key_term_says_all_that_the_text_says(place, typed):
    row = KEY_TERMS[list(KeyTerm)[place]]
    assert row.name == typed[0]
    assert missing(typed[1], row.text) == []
    assert row.source is Source.GUIDE


@pytest.mark.parametrize(
    ("place", "typed"), list(enumerate(TYPED_EFFECT_ROWS)), ids=[row[0] for row in TYPED_EFFECT_ROWS]
)
def test_every_effect_says_all_that_the_text_says(place, typed):
    row = list(EFFECTS.values())[place]
    name, words, when, stacks = typed
    assert (row.name, row.when_text, row.stacks_text) == (name, when, stacks)
    assert missing(words, row.text) == []
    assert row.source is Source.GUIDE


@pytest.mark.parametrize("place", range(24), ids=[row[0] for row in TYPED_EFFECT_ROWS])
def test_no_effect_gained_a_number(place):
    row, typed = list(EFFECTS.values())[place], TYPED_EFFECT_ROWS[place][1]
    assert sorted(re.findall("[0-9]+", row.text)) == sorted(re.findall("[0-9]+", typed))


def test_thresholds_ranks_and_their_numbers():
    assert [(row.name, row.number) for row in THRESHOLDS.values()] == TYPED_THRESHOLDS
    assert [(row.name, row.threat) for row in RANKS.values()] == TYPED_RANKS
    assert all(type(row.threat) is F for row in RANKS.values())
    assert [row.threat_text for row in RANKS.values()] == ["½", "1", "2", "2", "3", "5"]


@pytest.mark.parametrize("place", range(4))
def test_threat_levels_say_danger_and_what_they_ask_for(place):
    row, (name, danger, needs) = list(THREAT_LEVELS.values())[place], TYPED_THREAT_LEVELS[place]
    assert row.name == name
    assert missing(danger, row.danger) == []
    assert missing(f"{needs}, Equipment or Abilities", row.needs) == []


@pytest.mark.parametrize("place", range(9))
def test_traits_say_what_they_are_for(place):
    row, (name, words) = list(TRAITS.values())[place], TYPED_TRAITS[place]
    assert row.name == name
    assert missing(words, row.text) == []


def test_complications_are_the_four_examples():
    assert [missing(words, row.text) for words, row in zip(
        ("later, Threshold, higher", "more, Foe", "injury", "costs more"), COMPLICATIONS, strict=True
    )] == [[], [], [], []]  # fmt: skip


def test_injuries_say_how_they_heal():
    assert missing("Light, Full", INJURIES[Injury.TRIVIAL].text) == []
    assert missing("3 Full Rests in a row", INJURIES[Injury.HARMFUL].text) == []
    assert INJURIES[Injury.GRAVE].source is Source.OURS


def test_what_the_text_leaves_open_is_marked_as_ours():
    assert {ruling.source for ruling in RULINGS} == {Source.OURS}
    assert [THREAT_PER_PERSONA[level] for level in list(ThreatLevel)[:3]] == [F(1, 2), 1, F(3, 2)]


def test_every_ruling_stands_with_the_effects_it_concerns():
    for ruling in RULINGS:
        assert [effect for effect in EFFECTS if ruling in EFFECTS[effect].rulings] == sorted(ruling.concerns)
    assert EFFECTS[Effect.MUTE].rulings == ()


def test_words_are_their_labels_in_small_letters():
    for words in (KeyTerm, Threshold, Trait, Rank, ThreatLevel, Injury, Effect):
        assert all(word.label.lower().replace(" ", "_") == word.value for word in words)


def test_the_package_offers_every_public_name_once():
    assert len(set(two_d12.__all__)) == len(two_d12.__all__)
    assert all(hasattr(two_d12, name) for name in two_d12.__all__)
