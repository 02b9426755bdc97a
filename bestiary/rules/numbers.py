"""Exact numbers as people read them, and the only places where a number is rounded.

Texts use the true minus sign (U+2212) and vulgar fraction glyphs; `parse_ratio` reads plain text back.
"""

import re
from fractions import Fraction

from bestiary.rules.errors import OutOfRange, RulesError

MINUS = "\N{MINUS SIGN}"

# By numerator and denominator: the glyphs that nearly every font has; sevenths and ninths are written out.
VULGAR_FRACTIONS = {
    (1, 2): "½",
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 4): "¼",
    (3, 4): "¾",
    (1, 5): "⅕",
    (2, 5): "⅖",
    (3, 5): "⅗",
    (4, 5): "⅘",
    (1, 6): "⅙",
    (5, 6): "⅚",
    (1, 8): "⅛",
    (3, 8): "⅜",
    (5, 8): "⅝",
    (7, 8): "⅞",
}

MAX_RATIO_PART = 999
_RATIO = re.compile(r"\s*([0-9]{1,3})\s*(?:/\s*([0-9]{1,3})\s*)?")


def minus(number: int) -> str:
    """A whole number with a true minus sign: 3 → "3", −2 → "−2"."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def signed(number: int) -> str:
    """A whole number that always shows its sign: 2 → "+2", 0 → "+0", −1 → "−1"."""
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


def summand(number: int) -> str:
    """A whole number as it stands inside a sum: negative ones in brackets, −2 → "(−2)"."""
    return str(number) if number >= 0 else f"({MINUS}{-number})"


def ratio(value: Fraction) -> str:
    """A fraction with its denominator always written, as Adversity Ratios are: 3 → "3/1"."""
    sign = MINUS if value < 0 else ""
    return f"{sign}{abs(value.numerator)}/{value.denominator}"


def mixed(value: Fraction | int) -> str:
    """A fraction as a mixed number: −5/2 → "−2½", 1/3 → "⅓", 15/7 → "2 1/7", 4 → "4"."""
    numerator, denominator = value.numerator, value.denominator
    sign = MINUS if numerator < 0 else ""
    whole, rest = divmod(abs(numerator), denominator)
    if not rest:
        return f"{sign}{whole}"
    # In lowest terms already: what divides both rest and denominator divides the numerator too.
    glyph = VULGAR_FRACTIONS.get((rest, denominator))
    if glyph:
        return f"{sign}{whole or ''}{glyph}"
    return f"{sign}{whole} {rest}/{denominator}" if whole else f"{sign}{rest}/{denominator}"


def decimal(value: Fraction) -> str:
    """A fraction that ends as a decimal, written exactly: 381/20 → "19.05", 127/10 → "12.7".

    Raises OutOfRange for a fraction such as 1/3, which no finite decimal equals.
    """
    for places in range(7):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            sign = MINUS if value < 0 else ""
            return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)
    raise OutOfRange(f"{ratio(value)} has no short exact decimal.")


def parse_ratio(text: str, field: str = "adversity_ratio") -> Fraction:
    """A positive fraction from "3/1", "1/3" or "2".

    Numerator and denominator are 1 to 999, in plain digits. Raises RulesError at `field` for anything
    that is not read whole, OutOfRange for zero on either side.
    """
    match = _RATIO.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise RulesError("Write the ratio as two whole numbers up to 999, like 3/1 or 1/3.", field)
    numerator, denominator = int(match[1]), int(match[2] or 1)
    if not numerator or not denominator:
        raise OutOfRange("Both numbers of the ratio must be at least 1.", field)
    return Fraction(numerator, denominator)


def floor_division(dividend: int, divisor: int) -> int:
    """The quotient rounded down, toward −∞: −1 by 2 → −1. `divisor` is positive."""
    return dividend // divisor


def ceiling_division(dividend: int, divisor: int) -> int:
    """The quotient rounded up, toward +∞: 4 by 3 → 2, −1 by 2 → 0. `divisor` is positive."""
    return -(-dividend // divisor)
