"""Dice: read from text, written back, thrown.

A text is read whole or refused; nothing is half-read, so "2d6-1" never becomes −1 and "1d6+1d4" never 1d6.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from bestiary.rules.errors import DiceError
from bestiary.rules.numbers import MINUS

MAX_COUNT = 99
MAX_SIDES = 100
MAX_BONUS = 999
MAX_TEXT = 30

# Keyboards, phones and word processors write a minus in all these ways.
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u207b\ufe58\ufe63\uff0d"), "-")
_DICE = re.compile(r"\s*([0-9]*)\s*[dD]\s*([0-9]+)\s*(?:([+-])\s*([0-9]+)\s*)?")


class RandomSource(Protocol):
    """What a roll needs: `random.Random` and its children have it."""

    def randint(self, low: int, high: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Dice:
    """`count` dice of `sides` sides plus a fixed whole `bonus`.

    count 1 to 99, sides 2 to 100, bonus −999 to 999; DiceError beyond.
    """

    count: int
    sides: int
    bonus: int = 0

    def __post_init__(self):
        if not 1 <= self.count <= MAX_COUNT:
            raise DiceError(f"Throw 1 to {MAX_COUNT} dice, not {self.count}.")
        if not 2 <= self.sides <= MAX_SIDES:
            raise DiceError(f"A die has 2 to {MAX_SIDES} sides, not {self.sides}.")
        if not -MAX_BONUS <= self.bonus <= MAX_BONUS:
            raise DiceError(f"The bonus of a dice text is {MAX_BONUS} at most, not {self.bonus}.")

    @classmethod
    def parse(cls, text: str, field: str = "") -> "Dice":
        """The dice that `text` says: "2d6-1", "1d4 − 1", "D8", with any kind of dash as minus.

        At most 30 characters. Raises DiceError at `field` for all that is not one whole dice text.
        """
        if not isinstance(text, str) or len(text) > MAX_TEXT:
            raise DiceError("A dice text looks like 2d6+1 and is short.", field)
        match = _DICE.fullmatch(text.translate(_DASHES))
        if match is None:
            raise DiceError(f"Cannot read “{text}” as dice. Write it like 2d6+1.", field)
        count, sides, sign, bonus = match.groups()
        try:
            return cls(int(count or 1), int(sides), int(f"{sign}{bonus}") if sign else 0)
        except DiceError as error:
            raise DiceError(str(error), field) from None

    def __str__(self) -> str:
        """Plain ASCII, as `parse` and the API read it; a zero bonus is not written."""
        return f"{self.count}d{self.sides}{self.bonus:+d}" if self.bonus else f"{self.count}d{self.sides}"

    @property
    def typeset(self) -> str:
        """The text for people, with a true minus sign: "1d6−2"."""
        return str(self).replace("-", MINUS)

    @property
    def minimum(self) -> int:
        """All ones; may be negative."""
        return self.count + self.bonus

    @property
    def maximum(self) -> int:
        """Every die on its highest face, as on a critical hit."""
        return self.count * self.sides + self.bonus

    @property
    def average(self) -> Fraction:
        """The exact mean of many throws, a multiple of one half."""
        return Fraction(self.count * (self.sides + 1) + 2 * self.bonus, 2)

    def plus(self, bonus: int) -> "Dice":
        """The same dice with `bonus` added to the fixed part."""
        return Dice(self.count, self.sides, self.bonus + bonus) if bonus else self

    def roll(self, rng: RandomSource) -> int:
        """One throw, die by die, from the random source that is handed in."""
        return sum(rng.randint(1, self.sides) for _ in range(self.count)) + self.bonus
