"""Ancestries and classes: what player characters are made of, with the hard limits of every choice.

Both bring six stat modifiers; what their sum leaves to +3 becomes free stat points. How an ancestry and a class go
together is `creation`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bestiary.rules import checks
from bestiary.rules.errors import OutOfRange
from bestiary.rules.numbers import minus, signed
from bestiary.rules.tables import Source
from bestiary.rules.total import Term, Total
from bestiary.rules.worlds_awakening.advice import Advice
from bestiary.rules.worlds_awakening.creature import StatLine
from bestiary.rules.worlds_awakening.inputs import (
    LONGEST_NAME,
    LONGEST_TEXT,
    STAT_ABBREVIATIONS,
    Stats,
    check_limit,
    limit_text,
    limited,
)
from bestiary.rules.worlds_awakening.tables import LIMITS, STAT_MEANINGS
from bestiary.rules.worlds_awakening.words import LimitKind

HIGHEST_SUM = LIMITS["modifier_sum"].high


class MagicStat(StrEnum):
    """The stat that a class does magic with; INT unless its author chose another one. Source: guide."""

    STR = "str"
    DEX = "dex"
    CON = "con"
    INT = "int"
    WIS = "wis"
    CHA = "cha"

    @property
    def label(self) -> str:
        """ "INT"."""
        return self.value.upper()


@dataclass(frozen=True, slots=True)
class InnateAbility:
    """What everybody of an ancestry can do. How often is a kind and a count of 1 to 99, or neither: always."""

    name: str
    text: str = ""
    limit_kind: LimitKind | None = None
    limit_count: int | None = None

    def __post_init__(self):
        # A form or a document says "none" with an empty word.
        object.__setattr__(self, "limit_kind", checks.known(LimitKind, self.limit_kind) or None)

    def check(self, field: str) -> None:
        checks.visible_text(self.name, LONGEST_NAME, f"{field}.name", "The name of an innate ability")
        checks.short_text(self.text, LONGEST_TEXT, f"{field}.text", "The text of an innate ability")
        check_limit(self.limit_kind, self.limit_count, field)

    @property
    def uses_text(self) -> str:
        """ "1 / Day", "Cooldown 2 rounds", "Always" without a limit."""
        return limit_text(self.limit_kind, self.limit_count) or "Always"


@dataclass(frozen=True, slots=True)
class Ancestry:
    """Six modifiers of −2 to +3 that add up to +3 at most, 0 to 3 adaptability points, innate abilities.

    Whatever breaks a hard limit raises RulesError with its field.
    """

    name: str
    modifiers: Stats
    adaptability: int = 0
    innate_abilities: tuple[InnateAbility, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "innate_abilities", tuple(self.innate_abilities))
        checks.visible_text(self.name, LONGEST_NAME, "name", "The name")
        check_modifiers(self.modifiers)
        limited("adaptability", self.adaptability, "adaptability", "The adaptability points")
        most = LIMITS["innate_abilities"].high
        checks.at_most(self.innate_abilities, most, "innate_abilities", "innate abilities")
        for index, ability in enumerate(self.innate_abilities):
            ability.check(f"innate_abilities.{index}")


@dataclass(frozen=True, slots=True)
class OutfitItem:
    """An item of an outfit as it was when somebody put it there: what it is in a line, and its list price in NX.

    `effect` is the text of its special effect, "" without one; `key` the id it has where it came from, "" for none.
    """

    name: str
    about: str
    price: int
    effect: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class ClassOutfit:
    """Items in their order, under a name."""

    name: str
    items: tuple[OutfitItem, ...] = ()

    @property
    def price(self) -> Total:
        """What its items cost together, in NX. Source: ours."""
        terms = tuple(Term(item.name, item.price) for item in self.items)
        return Total(terms or (Term("no items", 0),), "the list prices of its items added up", Source.OURS)


@dataclass(frozen=True, slots=True)
class CharacterClass:
    """Six modifiers as an ancestry has them, the stat of its magic, the outfits its characters begin with.

    Whatever breaks a hard limit raises RulesError with its field.
    """

    name: str
    modifiers: Stats
    magic_stat: MagicStat = MagicStat.INT
    outfits: tuple[ClassOutfit, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "magic_stat", checks.known(MagicStat, self.magic_stat))
        object.__setattr__(self, "outfits", tuple(self.outfits))
        checks.visible_text(self.name, LONGEST_NAME, "name", "The name")
        check_modifiers(self.modifiers)
        checks.member(MagicStat, self.magic_stat, "magic_stat", "The stat of its magic")
        checks.at_most(self.outfits, LIMITS["class_outfits"].high, "outfits", "outfits")
        for index, outfit in enumerate(self.outfits):
            checks.visible_text(outfit.name, LONGEST_NAME, f"outfits.{index}.name", "The name of an outfit")


def check_modifiers(modifiers: Stats) -> None:
    """OutOfRange at "modifiers.str" and so on for one beyond −2 to +3, at "modifiers" for a sum above +3."""
    for short, value in modifiers.items():
        limited("stat_modifier", value, f"modifiers.{short.lower()}", f"The modifier of {short}")
    over = modifiers.sum - HIGHEST_SUM
    if over > 0:
        raise OutOfRange(
            f"The six modifiers may add up to {signed(HIGHEST_SUM)} at most; these add up to "
            f"{signed(modifiers.sum)}: take {over} point{'' if over == 1 else 's'} away.",
            "modifiers",
        )


# ------------------------------------------------------------------------------ the numbers of the book


def modifier_sum(modifiers: Stats) -> Total:
    """The sum of the six modifiers, −12 to +3. Source: guide."""
    terms = tuple(Term(short, value) for short, value in modifiers.items())
    return Total(terms, "the six modifiers", LIMITS["modifier_sum"].source)


def free_points(modifiers: Stats) -> Total:
    """What the sum leaves to +3: points to put on stats as one likes, 0 to 15. Source: guide."""
    terms = (Term("highest sum", HIGHEST_SUM), Term("sum of the modifiers", -modifiers.sum))
    return Total(terms, f"{minus(HIGHEST_SUM)} − the sum of the modifiers", LIMITS["modifier_sum"].source)


def modifier_lines(modifiers: Stats) -> tuple[StatLine, ...]:
    """The six modifiers as a sheet shows them, each with what a stat of that value means."""
    return tuple(
        StatLine(short, name.capitalize(), getattr(modifiers, name), STAT_MEANINGS[getattr(modifiers, name)])
        for name, short in STAT_ABBREVIATIONS.items()
    )


def ancestry_advice(ancestry: Ancestry) -> tuple[Advice, ...]:
    """What the guide recommends for innate abilities, wherever it is not followed; it never blocks."""
    return tuple(_once_a_day(ancestry))


def _once_a_day(ancestry: Ancestry) -> Iterator[Advice]:
    band = LIMITS["innate_uses"]
    for ability in ancestry.innate_abilities:
        if ability.limit_kind is not LimitKind.DAY or ability.limit_count not in band:
            how_often = "without a limit" if ability.limit_kind is None else ability.uses_text
            yield Advice(
                "innate_once_a_day",
                f"Innate abilities: once a day is recommended; “{ability.name}” is {how_often} ({band.source.label}).",
                band.source,
            )


@dataclass(frozen=True, slots=True)
class AncestrySheet:
    """Everything printable about an ancestry."""

    ancestry: Ancestry
    modifiers: tuple[StatLine, ...]
    sum: Total
    free_points: Total
    advice: tuple[Advice, ...]


@dataclass(frozen=True, slots=True)
class ClassSheet:
    """Everything printable about a class."""

    character_class: CharacterClass
    modifiers: tuple[StatLine, ...]
    sum: Total
    free_points: Total
    advice: tuple[Advice, ...] = ()


def ancestry_sheet(ancestry: Ancestry) -> AncestrySheet:
    """The whole sheet of an ancestry."""
    modifiers = ancestry.modifiers
    return AncestrySheet(
        ancestry,
        modifier_lines(modifiers),
        modifier_sum(modifiers),
        free_points(modifiers),
        ancestry_advice(ancestry),
    )


def class_sheet(character_class: CharacterClass) -> ClassSheet:
    """The whole sheet of a class."""
    modifiers = character_class.modifiers
    return ClassSheet(character_class, modifier_lines(modifiers), modifier_sum(modifiers), free_points(modifiers))
