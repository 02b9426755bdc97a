"""Searching by words, the same on every database: both sides are folded, every typed character is literal."""

from __future__ import annotations

import re
import unicodedata

from django.db.models import Q

# NUL and lone surrogates: no database text can hold them.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")

MAX_QUERY_LENGTH = 300
MAX_WORDS = 12


def fold(text: str) -> str:
    """Return `text` without accents and case, runs of blanks made one: "  Élfe\\tNoir" becomes "elfe noir"."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(character for character in decomposed if not unicodedata.combining(character))
    # Case folding can bring a combining mark back (the Turkish capital dotted I does), so marks go twice.
    folded = unicodedata.normalize("NFKD", bare.casefold())
    return " ".join("".join(c for c in folded if not unicodedata.combining(c)).split())


def words(query: str) -> list[str]:
    """Return the folded words of a typed query, at most `MAX_WORDS` of the first `MAX_QUERY_LENGTH` characters.

    Characters that no database text can hold count as blanks, so they can never raise.
    """
    return fold(UNSTORABLE.sub(" ", query[:MAX_QUERY_LENGTH])).split()[:MAX_WORDS]


def matching(query: str, field: str = "search_text") -> Q:
    """Return the condition that each word of `query` stands somewhere in the folded `field`.

    Django's `contains` escapes `%`, `_` and the backslash, so what was typed is what is looked for.
    """
    condition = Q()
    for word in words(query):
        condition &= Q(**{f"{field}__contains": word})
    return condition
