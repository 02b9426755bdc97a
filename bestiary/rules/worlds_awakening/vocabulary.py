"""What a table calls magic: the words of its universe, or a pair of its own (rule: Universes, source: guide).

Words change what pages, sheets and screens say, never a number and never what is stored. A vocabulary travels as a
short text, its `code`: the slug of a universe, or "own" and the four words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bestiary.rules import checks
from bestiary.rules.errors import RulesError
from bestiary.rules.tables import Source
from bestiary.rules.worlds_awakening.tables import VOCABULARY_ROWS
from bestiary.rules.worlds_awakening.words import AbilityKind, AttackKind

OWN = "own"
LONGEST_WORD = 30
LONGEST_SHORT = 5
LONGEST_HEAD = 8
LONGEST_CODE = len(OWN) + 2 * (LONGEST_WORD + LONGEST_SHORT) + 4
_BETWEEN = "|"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words for magic and for the points it costs, each with its abbreviation.

    `slug` is the universe, "own" for words of a game master's own; `name` is for people.
    """

    slug: str
    name: str
    magic: str
    magic_short: str
    points: str
    points_short: str
    source: Source

    @classmethod
    def own(cls, magic: str, points: str, magic_short: str = "", points_short: str = "") -> "Vocabulary":
        """A pair of words of one's own, "Aether" and "Aether Points" say; short forms are made when left out.

        Words have at most 30 characters, short forms 5. RulesError at "own_magic", "own_points",
        "own_magic_short" or "own_points_short".
        """
        magic = _word(magic, "own_magic", "The word for magic")
        points = _word(points, "own_points", "The word for its points")
        magic_short = _short(magic_short, "own_magic_short", "The short form of magic") or magic[:3].upper()
        points_short = _short(points_short, "own_points_short", "The short form of its points") or _initials(points)
        return cls(OWN, "Words of our own", magic, magic_short, points, points_short, Source.OURS)

    @property
    def code(self) -> str:
        """The text that `vocabulary` reads back."""
        if self.slug != OWN:
            return self.slug
        return _BETWEEN.join((OWN, self.magic, self.magic_short, self.points, self.points_short))

    @property
    def prefix(self) -> str:
        """What stands before Def and Atk: "Mag" of "MAG"."""
        return self.magic_short.capitalize()

    @property
    def attack(self) -> str:
        """ "Mag Atk"."""
        return f"{self.prefix} Atk"

    @property
    def defence(self) -> str:
        """ "Mag Def"."""
        return f"{self.prefix} Def"

    @property
    def head(self) -> str:
        """What stands above a narrow column: "Magic", or the short form of a longer word."""
        return self.magic if len(self.magic) <= LONGEST_HEAD else self.magic_short

    @property
    def text(self) -> str:
        """ "Magic (MAG), Magic Points (MP)"."""
        return f"{self.magic} ({self.magic_short}), {self.points} ({self.points_short})"

    def kind(self, kind: AttackKind | AbilityKind) -> str:
        """What an attack or ability of this kind is called: "Melee", "Magic"."""
        return self.magic if kind.value == AttackKind.MAGIC.value else kind.label

    def kind_in_sentence(self, kind: AttackKind | AbilityKind) -> str:
        """The same inside a sentence: "melee", "radiant energy"; words of one's own stay as typed."""
        if self.slug == OWN and kind.value == AttackKind.MAGIC.value:
            return self.magic
        return self.kind(kind).lower()

    @property
    def points_in_sentence(self) -> str:
        """ "magic points"; words of one's own stay as typed."""
        return self.points if self.slug == OWN else self.points.lower()


UNIVERSES: Mapping[str, Vocabulary] = MappingProxyType(
    {
        slug: Vocabulary(
            slug=slug,
            name=row["universe"],
            magic=row["magic"],
            magic_short=row["magic_short"],
            points=row["points"],
            points_short=row["points_short"],
            source=row["source"],
        )
        for slug, row in VOCABULARY_ROWS.items()
    }
)

STANDARD_WORDS = UNIVERSES["medieval_fantasy"]
"""The words of whoever chose none; the rules' own texts and the API use them."""


def vocabulary(code: str) -> Vocabulary:
    """The vocabulary of a `code`; the standard words for "" and for whatever is none."""
    if code in UNIVERSES:
        return UNIVERSES[code]
    slug, *words = code.split(_BETWEEN)
    if slug == OWN and len(words) == 4:
        magic, magic_short, points, points_short = words
        try:
            return Vocabulary.own(magic, points, magic_short, points_short)
        except RulesError:
            pass
    return STANDARD_WORDS


def _word(text: str, field: str, name: str) -> str:
    return _plain(checks.visible_text(text, LONGEST_WORD, field, name), field, name)


def _short(text: str, field: str, name: str) -> str:
    return _plain(checks.short_text(text, LONGEST_SHORT, field, name), field, name)


def _plain(text: str, field: str, name: str) -> str:
    if not text.isprintable() or _BETWEEN in text:
        raise RulesError(f"{name} is one line of text without “{_BETWEEN}”.", field)
    return " ".join(text.split())


def _initials(words: str) -> str:
    """ "AP" of "Aether Points", "MA" of "Mana"."""
    parts = words.split()
    letters = "".join(part[0] for part in parts) if len(parts) > 1 else words[:2]
    return letters[:LONGEST_SHORT].upper()
