"""Falls, going without sleep or food, and the words for the difficulty of a test. Values: hazards.toml."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bestiary.rules import checks
from bestiary.rules.dice import Dice
from bestiary.rules.errors import OutOfRange, RulesError
from bestiary.rules.numbers import decimal, floor_division, minus, mixed
from bestiary.rules.tables import Source, TableError, load_tables, rows
from bestiary.rules.total import Term, Total

LONGEST_HEIGHT_TEXT = 20

# 7, 7.5, 7,5 or 15/2; a unit after it is welcome.
_HEIGHT = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,3})|\s*/\s*([0-9]{1,3}))?\s*(?:m|metres?|meters?)?", re.I)


class FallOutcome(StrEnum):
    """What a fall does, from the lowest up."""

    UNHURT = "unhurt"
    DAMAGE = "damage"
    UNCONSCIOUS = "unconscious"
    DEATH = "death"

    @property
    def label(self) -> str:
        return self.value.capitalize()


class Difficulty(StrEnum):
    """How hard a test of d20 + stat is, from the easiest up."""

    VERY_EASY = "very_easy"
    EASY = "easy"
    MODERATE = "moderate"
    HARD = "hard"
    VERY_HARD = "very_hard"

    @property
    def label(self) -> str:
        return self.value.replace("_", " ").capitalize()


@dataclass(frozen=True, slots=True)
class DifficultyBand:
    """The numbers of one difficulty: `high` is None for the last, which is open upwards."""

    difficulty: Difficulty
    low: int
    high: int | None
    source: Source

    @property
    def text(self) -> str:
        """ "5–9", "20+"."""
        return f"{self.low}+" if self.high is None else f"{self.low}–{self.high}"


@dataclass(frozen=True, slots=True)
class Fall:
    """A fall of `height` metres; `dice` is the damage, None where there is none to roll."""

    height: Fraction
    outcome: FallOutcome
    dice: Dice | None
    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class Movement:
    """What one movement is: metres, metres of a square on the map, and about how long a turn takes."""

    metres: int
    metres_per_square: int
    seconds_per_turn: int
    source: Source

    @property
    def squares(self) -> int:
        return floor_division(self.metres, self.metres_per_square)


_tables = load_tables(Path(__file__).with_name("hazards.toml"))
_limits = rows(_tables, "limits", ("height", "days", "difficulty"))
_fall = rows(_tables, "fall", ("damage", "unconscious"))
_damage, _unconscious = _fall["damage"], _fall["unconscious"]

HIGHEST_FALL: int = _limits["height"]["to"]
MOST_DAYS: int = _limits["days"]["to"]
LOWEST_DIFFICULTY: int = _limits["difficulty"]["from"]
HIGHEST_DIFFICULTY: int = _limits["difficulty"]["to"]
PENALTY_PER_DAY: int = rows(_tables, "privation", ("penalty",))["penalty"]["per_day"]
PENALTY_SOURCE: Source = rows(_tables, "privation", ("penalty",))["penalty"]["source"]
MOVEMENT = Movement(**rows(_tables, "movement", ("pace",))["pace"])


def _bands() -> Mapping[Difficulty, DifficultyBand]:
    table = rows(_tables, "difficulties", Difficulty)
    lows = [row["from"] for row in table.values()]
    if lows != sorted(set(lows)) or lows[0] != LOWEST_DIFFICULTY:
        raise TableError("table difficulties must rise from the lowest difficulty")
    highs = [low - 1 for low in lows[1:]] + [None]
    return MappingProxyType(
        {
            difficulty: DifficultyBand(difficulty, row["from"], high, row["source"])
            for (difficulty, row), high in zip(table.items(), highs, strict=True)
        }
    )


DIFFICULTIES: Mapping[Difficulty, DifficultyBand] = _bands()


def fall(height: Fraction | int) -> Fall:
    """What a fall of so many metres (0 to 10,000, exact) does (source: guide).

    Under 2 m nothing; from 2 m 1d6 for every full 2 m; from 10 m to 12 m HP fall to 0 and the character is
    unconscious; above 12 m the character dies. OutOfRange at "height".
    """
    if type(height) not in (int, Fraction) or not 0 <= height <= HIGHEST_FALL:
        raise OutOfRange(f"A fall is 0 to {HIGHEST_FALL:,} metres high.", "height")
    height = Fraction(height)
    metres = f"{_metres_text(height)} m"
    if height > _unconscious["to_metres"]:
        text = f"{metres}: the character dies."
        return Fall(height, FallOutcome.DEATH, None, text, _unconscious["source"])
    if height >= _unconscious["from_metres"]:
        text = f"{metres}: HP fall to 0, unconscious. HP don't deteriorate, but companions must help."
        return Fall(height, FallOutcome.UNCONSCIOUS, None, text, _unconscious["source"])
    if height < _damage["from_metres"]:
        text = f"{metres}: no damage; it starts at {_damage['from_metres']} m."
        return Fall(height, FallOutcome.UNHURT, None, text, _damage["source"])
    dice = Dice(full_steps_rounded_down(height, _damage["metres_per_die"]), _damage["die"])
    return Fall(height, FallOutcome.DAMAGE, dice, f"{metres}: {dice.typeset} damage.", _damage["source"])


def full_steps_rounded_down(height: Fraction, step: int) -> int:
    """How many full steps of so many metres a height has: 7 m has three of 2 m."""
    return floor_division(height.numerator, height.denominator * step)


def parse_height(text: str, field: str = "height") -> Fraction:
    """Metres from "7", "7.5", "7,5", "15/2" or "7 m", exactly. RulesError at `field` for anything else."""
    match = None
    if isinstance(text, str) and len(text) <= LONGEST_HEIGHT_TEXT:
        match = _HEIGHT.fullmatch(text.strip())
    if match is None or (match[3] and not int(match[3])):
        raise RulesError(f"Write the height in metres as a number from 0 to {HIGHEST_FALL:,}, like 7 or 7.5.", field)
    whole, decimals, divisor = match.groups()
    decimals = decimals or ""
    return Fraction(int(whole + decimals), 10 ** len(decimals) * int(divisor or 1))


def privation(days_without_sleep: int, days_without_food: int) -> Total:
    """The penalty on all test rolls: −1 for each day in a row without sleep, and without food or drink.

    They add up: two days of both are −4. Days 0 to 99; OutOfRange at "days_without_sleep" or
    "days_without_food". Source: guide.
    """
    pairs = (
        ("sleep", days_without_sleep, "days_without_sleep", "The days without sleep"),
        ("food or drink", days_without_food, "days_without_food", "The days without food or drink"),
    )
    terms = []
    for label, days, field, name in pairs:
        penalty = -PENALTY_PER_DAY * checks.whole_number(days, 0, MOST_DAYS, field, name)
        text = f"({minus(penalty)} no {label})" if penalty else f"0 no {label}"
        terms.append(Term(f"no {label}", penalty, text))
    rule = f"{minus(-PENALTY_PER_DAY)} for each day in a row without sleep, and without food or drink"
    return Total(tuple(terms), rule, PENALTY_SOURCE)


def difficulty(number: Any) -> Difficulty:
    """The word for the difficulty that d20 + stat has to reach or beat, 1 to 99. OutOfRange at "difficulty".

    Source: published.
    """
    checks.whole_number(number, LOWEST_DIFFICULTY, HIGHEST_DIFFICULTY, "difficulty", "The difficulty")
    # The bands rise, so the last one begun is the right one.
    return [band.difficulty for band in DIFFICULTIES.values() if band.low <= number][-1]


def _metres_text(height: Fraction) -> str:
    try:
        return decimal(height)
    except OutOfRange:
        # A third of a metre has no decimal.
        return mixed(height)
