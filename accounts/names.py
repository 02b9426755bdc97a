"""Names people choose: when two are the same, and which ones nobody may take.

Pure functions of text; every message is fit for the person who typed the name.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError

MAX_NAME_LENGTH = 60
"""Characters in a name."""

MAX_KEY_LENGTH = 3 * MAX_NAME_LENGTH
"""Case folding turns one character into three at the most."""

# Words that speak for the site; a name that looks like one of them could pass for it.
RESERVED = (
    "a former member", "admin", "administrator", "anonymous", "community", "deleted", "duskfolio", "former member",
    "guest", "moderator", "nobody", "official", "owner", "root", "sample", "samples", "staff", "support", "system",
    "webmaster",
)  # fmt: skip

# With a letter or digit: the page of an author called ".." would have no address.
NAME_PATTERN = re.compile(r"(?=.*[^\W_])[\w.@+'-]+(?: [\w.@+'-]+)*")

# What a letter is mistaken for. i, j and 1 become l, so that "adm1n", "admln" and "admin" are one.
LOOK_ALIKES = str.maketrans(
    {
        sign: letter
        for letter, signs in {
            "a": "4аα",  # digits, then Cyrillic, then Greek
            "b": "8вβ",
            "c": "сϲ",
            "d": "ԁ",
            "e": "3еε",
            "g": "9",
            "h": "һн",
            "k": "кκ",
            "l": "1ijıіјӏι",
            "m": "м",
            "n": "ո",
            "o": "0оο",
            "p": "рρ",
            "s": "5ѕ",
            "t": "7тτ",
            "u": "υ",
            "v": "ѵν",
            "x": "хχ",
            "y": "уγ",
        }.items()
        for sign in signs
    }
)

# Alphabets that share shapes: a name that mixes them is made to be taken for another.
SIMILAR_ALPHABETS = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE"}


def name_key(name: str) -> str:
    """What two names have in common when they are the same name: case and compatible forms do not count."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def skeleton(name: str) -> str:
    """What a name looks like at a glance: no accents, no separators, look-alike signs made one."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name_key(name)) if not unicodedata.combining(sign))
    letters = "".join(sign for sign in plain.translate(LOOK_ALIKES) if sign.isalnum())
    return letters.replace("rn", "m").replace("vv", "w")


RESERVED_SKELETONS = frozenset(skeleton(word) for word in RESERVED)


def validate_spelling(name: str) -> None:
    """Refuse signs that names do not have. Raises ValidationError."""
    if not NAME_PATTERN.fullmatch(name):
        raise ValidationError(
            "A name is made of letters, digits, single spaces and . @ + - _ ', with a letter or digit among them.",
            code="invalid_name",
        )


def validate_not_misleading(name: str) -> None:
    """Refuse a name that could pass for the site itself or mixes alphabets. Raises ValidationError."""
    if skeleton(name) in RESERVED_SKELETONS or skeleton(name.rstrip("0123456789")) in RESERVED_SKELETONS:
        raise ValidationError("This name could be taken for the site itself. Choose another one.", code="reserved_name")
    alphabets = {unicodedata.name(sign, "").split(" ")[0] for sign in name if sign.isalpha()}
    if len(alphabets & SIMILAR_ALPHABETS) > 1:
        raise ValidationError("Use letters of one alphabet in a name.", code="mixed_alphabets")
