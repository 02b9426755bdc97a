"""What becomes of a text and of a typed query before a database sees either."""

import pytest

from bestiary.search import MAX_PHRASES, Search, facet, facets, phrases, read_search, searchable, tokens
from bestiary.search_index import fts_expression, lexeme_expression


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rust-Pilgrim 50%", ["rust", "-", "pilgrim", "50", "%"]),
        ("  Élfe\tNoir ", ["elfe", "noir"]),
        ("it's", ["it", "'", "s"]),
        ("a_b", ["a", "_", "b"]),
        ("İstanbul ŁÓDŹ Straße", ["istanbul", "łodz", "strasse"]),
        ("Дракон 龍", ["дракон", "龍"]),
        ("कि", ["कि"]),
        ("½", ["1", "/", "2"]),
        ("a\x00b\x07c", ["a", "b", "c"]),
        ("so\N{SOFT HYPHEN}ft", ["soft"]),
        ("", []),
    ],
)
def test_a_token_is_a_run_of_letters_or_one_sign(text, found):
    assert tokens(text) == found


def test_what_phones_make_of_quotes_and_hyphens_is_what_was_meant():
    assert tokens("goblin\N{RIGHT SINGLE QUOTATION MARK}s") == tokens("goblin's")
    assert tokens("rust\N{EN DASH}pilgrim") == tokens("rust-pilgrim")
    assert tokens("\N{LEFT DOUBLE QUOTATION MARK}quoted\N{RIGHT DOUBLE QUOTATION MARK}") == tokens('"quoted"')


def test_the_parts_of_an_emoji_are_signs_and_its_invisible_joints_are_gone():
    assert tokens("\N{MAGE}\N{ZERO WIDTH JOINER}\N{MALE SIGN}\ufe0f") == ["\N{MAGE}", "\N{MALE SIGN}"]


def test_a_long_run_is_cut_on_both_sides_alike():
    assert [len(token) for token in tokens("y" * 250)] == [100, 100, 50]
    (needle,) = read_search("y" * 150).needles
    assert needle in searchable("y" * 250)
    assert read_search("y" * 251).needles[0] not in searchable("y" * 250)


def test_between_two_blanks_stands_a_phrase_and_each_counts_once():
    assert phrases("rust-pil  RUST-pil 50%") == [("rust", "-", "pil"), ("50", "%")]
    assert phrases("a b " * 20) == [("a",), ("b",)]
    assert len(phrases(" ".join(f"w{number}" for number in range(50)))) == MAX_PHRASES
    assert phrases(" \x00 \ud800 ") == []


def test_a_stored_text_has_blanks_around_every_token_and_facet():
    assert searchable("Élfe!", ["=size:large"]) == " elfe ! =size:large "


def test_a_facet_is_one_word_whatever_its_value():
    assert facet("tag", "Cold  Iron") == "=tag:cold_iron"
    assert facet("ar", -3) == "=ar:-_3"
    assert facet("tag", "\u200b") == facet("tag", "") == ""
    assert facets([("a", "x"), ("b", ""), ("a", "X")]) == ["=a:x"]


def test_nobody_can_type_a_facet():
    assert "=size:large" not in phrases("=size:large")[0]
    assert all(needle not in searchable("", ["=size:large"]) for needle in read_search("=size:large").needles)
    assert read_search("=").needles[0] not in searchable("", ["=size:large"])


def test_in_the_languages_of_the_databases_everything_typed_is_quoted():
    search = read_search("it's AND \\x \"q *", ["=tag:o'x"])
    assert fts_expression(search) == '"it \' s" * AND "and" * AND "\\ x" * AND """ q" * AND "*" AND "=tag:o\'x"'
    assert lexeme_expression(search) == (
        "'it' & '''' & 's':* & 'and':* & '\\\\' & 'x':* & '\"' & 'q':* & '*' & '=tag:o''x'"
    )


def test_a_search_for_nothing_is_false():
    assert not Search()
    assert Search(facets=("=size:large",))
