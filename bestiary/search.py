"""Searching by words, the same on every database: both sides are folded into tokens, every typed character is literal.

A token is a run of letters and digits, or one punctuation mark or symbol by itself: "Rust-Pilgrim 50%" becomes
`rust - pilgrim 50 %`. A text is stored as its tokens with a blank around each. What somebody typed between two blanks
is a phrase: its tokens must follow each other in the text, and its last one need only be the beginning of a word.

Behind the words of a text stand its facets, which filters ask for: `=size:large`. Nobody can type one, since `=` is a
token by itself. How both databases find texts quickly is told in `search_index`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Q

# NUL and lone surrogates: no database text can hold them.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")

MAX_QUERY_LENGTH = 300
MAX_PHRASES = 12
# A longer run of letters is cut, on both sides alike; PostgreSQL's words have a longest length.
LONGEST_TOKEN = 100

# What phones and word processors make of quotes, hyphens and slashes; which of them was typed means as little as case.
_TYPOGRAPHY = str.maketrans(
    {
        **dict.fromkeys("\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}", "'"),
        **dict.fromkeys("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '"'),
        **dict.fromkeys("\N{HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}", "-"),
        "\N{FRACTION SLASH}": "/",
    }
)
_NO_LETTER = re.compile(r"[^\w\s]|_")
# Variation selectors: they choose between the shapes of an emoji.
_INVISIBLE = re.compile("[\ufe00-\ufe0f]")


def fold(text: str) -> str:
    """Return `text` without accents and case, runs of blanks made one: "  Élfe\\tNoir" becomes "elfe noir"."""
    if not text.isascii():
        text = _without_marks(_without_marks(text).casefold()).translate(_TYPOGRAPHY)
    return " ".join(text.casefold().split())


def _without_marks(text: str) -> str:
    # Twice in `fold`: case folding can bring a combining mark back (the Turkish capital dotted I does).
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def tokens(text: str) -> list[str]:
    """Return the tokens of a text in their order."""
    spaced = _NO_LETTER.sub(_set_apart, _INVISIBLE.sub("", fold(text))).split()
    if all(len(token) <= LONGEST_TOKEN for token in spaced):
        return spaced
    return [token[at : at + LONGEST_TOKEN] for token in spaced for at in range(0, len(token), LONGEST_TOKEN)]


def _set_apart(match: re.Match) -> str:
    """What becomes of a character that is neither letter nor digit nor blank."""
    character = match[0]
    kind = unicodedata.category(character)
    if kind[0] == "M":
        return character  # part of a letter, as the vowels of Indian scripts
    if kind == "Cf":
        return ""  # invisible: soft hyphens, the joints of emoji
    if kind in ("Cc", "Cs") or kind[0] == "Z":
        return " "
    return f" {character} "


def is_sign(token: str) -> bool:
    """Whether a token is a mark or symbol, which nothing longer begins with."""
    return len(token) == 1 and not token.isalnum()


@lru_cache(maxsize=4096)
def facet(name: str, value: object) -> str:
    """Return the word by which a filter finds a text: `=tag:cold_iron`; "" where nothing of the value shows."""
    folded = "_".join(tokens(str(value)))[:LONGEST_TOKEN]
    return f"={name}:{folded}" if folded else ""


def facets(pairs: Iterable[tuple[str, object]]) -> list[str]:
    """Return the facets of these names and values, each once, those without a value left out."""
    return list(dict.fromkeys(word for name, value in pairs if (word := facet(name, value))))


def searchable(text: str, marks: Iterable[str] = ()) -> str:
    """Return what is stored for searches through `text`: its tokens, then its facets `marks`."""
    return f" {' '.join([*tokens(text), *marks])} "


def phrases(query: str) -> list[tuple[str, ...]]:
    """Return the phrases of a typed query, each once: at most `MAX_PHRASES` of its first `MAX_QUERY_LENGTH` characters.

    Characters that no database text can hold count as blanks, so they can never raise.
    """
    typed = UNSTORABLE.sub(" ", query[:MAX_QUERY_LENGTH]).split()
    return list(dict.fromkeys(phrase for word in typed if (phrase := tuple(tokens(word)))))[:MAX_PHRASES]


@dataclass(frozen=True, slots=True)
class Search:
    """What a text must have: phrases that somebody typed and facets that were chosen. Without either it is false."""

    phrases: tuple[tuple[str, ...], ...] = ()
    facets: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.phrases or self.facets)

    @property
    def needles(self) -> list[str]:
        """What must stand in a stored text, letter by letter."""
        typed = [f" {' '.join(phrase)}{' ' if is_sign(phrase[-1]) else ''}" for phrase in self.phrases]
        return typed + [f" {facet} " for facet in self.facets]


def read_search(query: str, marks: Iterable[str] = ()) -> Search:
    """Return the search for a typed query and the facets `marks`."""
    return Search(tuple(phrases(query)), tuple(marks))


def matching(query: str, marks: Iterable[str] = (), field: str = "search_text") -> Q:
    """Return the condition that `field`, stored as `searchable`, has every phrase of `query` and every facet.

    `field` may lead over a relation: `creature__search_text`. Its table has an index made by `SearchIndex`.
    """
    search = read_search(query, marks)
    return Q(**{f"{field}__found_by": search}) if search else Q()
