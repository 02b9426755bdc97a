"""The words for magic: the four universes of the guide and a pair of one's own."""

import pytest

from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening import AbilityKind, AttackKind
from bestiary.rules.worlds_awakening.vocabulary import (
    LONGEST_CODE,
    STANDARD_WORDS,
    UNIVERSES,
    Vocabulary,
    vocabulary,
)

# Typed from the guide.
GUIDE = {
    "Medieval Fantasy": ("Magic", "MAG", "Magic Points", "MP"),
    "Post-Apocalyptic": ("Radiant Energy", "RAD", "Radiant Points", "RP"),
    "Science Fiction": ("Energy Flux", "FLU", "Flux Points", "FP"),
    "Contemporary": ("Supernatural Energy", "SUR", "Energy Points", "EP"),
}


def test_the_four_universes_have_the_words_of_the_guide():
    found = {each.name: (each.magic, each.magic_short, each.points, each.points_short) for each in UNIVERSES.values()}
    assert found == GUIDE
    assert {each.source.value for each in UNIVERSES.values()} == {"guide"}


def test_who_chose_nothing_reads_of_magic():
    assert vocabulary("") is STANDARD_WORDS
    assert STANDARD_WORDS.magic == "Magic"
    assert (STANDARD_WORDS.attack, STANDARD_WORDS.defence) == ("Mag Atk", "Mag Def")


def test_attack_and_defence_follow_the_short_form():
    words = UNIVERSES["post_apocalyptic"]
    assert (words.attack, words.defence) == ("Rad Atk", "Rad Def")


@pytest.mark.parametrize(
    "words", [*UNIVERSES.values(), Vocabulary.own("Aether", "Aether Points")], ids=lambda w: w.slug
)
def test_only_magic_is_called_otherwise(words):
    assert words.kind(AttackKind.MAGIC) == words.kind(AbilityKind.MAGIC) == words.magic
    for kind in (AttackKind.MELEE, AttackKind.RANGED, AbilityKind.MELEE, AbilityKind.RANGED, AbilityKind.SUPPORT):
        assert words.kind(kind) == kind.label


@pytest.mark.parametrize(
    "words",
    [
        *UNIVERSES.values(),
        Vocabulary.own("Aether", "Aether Points"),
        Vocabulary.own("Ψ", "Ψ-Points", "Ψ", "ΨP"),
        Vocabulary.own("x" * 30, "y" * 30, "z" * 5, "w" * 5),
    ],
    ids=lambda words: words.code[:20],
)
def test_a_code_gives_the_same_words_back_and_fits_its_column(words):
    assert vocabulary(words.code) == words
    assert len(words.code) <= LONGEST_CODE


def test_missing_short_forms_are_made_from_the_words():
    words = Vocabulary.own("Aether", "Aether Points")
    assert (words.magic_short, words.points_short) == ("AET", "AP")
    assert Vocabulary.own("Qi", "Qi").points_short == "QI"


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("", "Points"), "own_magic"),
        (("   ", "Points"), "own_magic"),
        (("x" * 31, "Points"), "own_magic"),
        (("A|B", "Points"), "own_magic"),
        (("A\nB", "Points"), "own_magic"),
        (("Aether", ""), "own_points"),
        (("Aether", "P" * 31), "own_points"),
        (("Aether", "Points", "sixsix"), "own_magic_short"),
        (("Aether", "Points", "", "a|b"), "own_points_short"),
        ((7, "Points"), "own_magic"),
    ],
)
def test_words_that_cannot_be_are_refused_at_their_field(arguments, field):
    with pytest.raises(RulesError) as caught:
        Vocabulary.own(*arguments)
    assert caught.value.field == field


@pytest.mark.parametrize(
    "code", ["nonsense", "own", "own|a|b|c", "own|||x|", "own|a|b|c|d|e", "own|" + "x" * 31 + "||P|"]
)
def test_a_code_that_is_none_means_the_standard_words(code):
    assert vocabulary(code) is STANDARD_WORDS
