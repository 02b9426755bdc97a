"""Power indicator, strength band and Adversity Ratio (AR): how many PCs one creature is worth."""

from dataclasses import dataclass
from fractions import Fraction

from bestiary.rules.errors import OutOfRange
from bestiary.rules.memory import remembered
from bestiary.rules.numbers import minus, ratio
from bestiary.rules.tables import Source
from bestiary.rules.worlds_awakening.inputs import Creature
from bestiary.rules.worlds_awakening.tables import BOSS_HP_FROM, SIZES, STRENGTHS
from bestiary.rules.worlds_awakening.words import Power, Size, StrengthBand


@dataclass(frozen=True, slots=True)
class AdversityRatio:
    """PCs per creature as an exact fraction, and how it came about.

    `base` is the ratio of the size, `shift` the steps on the ladder for the sum of stats (−1, 0, 1), `value`
    the result; `text` says it as a sum: "3/1 = 2/1 (Medium, boss HP), one step up (stat sum 12, strong)".
    """

    base: Fraction
    base_source: Source
    shift: int
    value: Fraction
    text: str

    @property
    def step(self) -> int:
        """Its step on the ladder, 0 for 1/1."""
        return ladder_step(self.value)

    def __str__(self) -> str:
        return ratio(self.value)


def from_ladder_step(step: int) -> Fraction:
    """The ratio at a step of the ladder: … −2 → 1/3, −1 → 1/2, 0 → 1/1, 1 → 2/1, 2 → 3/1 …"""
    return Fraction(step + 1) if step >= 0 else Fraction(1, 1 - step)


def ladder_step(value: Fraction) -> int:
    """The step of a ratio on the ladder, the inverse of `from_ladder_step`.

    Raises OutOfRange at "adversity_ratio" for a fraction between two steps, such as 3/2, or not above 0.
    """
    if value >= 1 and value.denominator == 1:
        return value.numerator - 1
    if value > 0 and value.numerator == 1:
        return 1 - value.denominator
    raise OutOfRange(f"{ratio(value)} is no step of the ratio ladder (1/3, 1/2, 1/1, 2/1 …).", "adversity_ratio")


LADDER: tuple[Fraction, ...] = tuple(from_ladder_step(step) for step in range(-5, 10))
"""1/6 to 10/1, every ratio a creature can have and some more for quick foes."""


def has_boss_hp(creature: Creature) -> bool:
    """Whether Base HP is 15 or more. Source: guide."""
    return creature.base_hp >= BOSS_HP_FROM


def power(creature: Creature) -> Power:
    """The power indicator, from Base HP and the damage column alone. Source: guide."""
    if has_boss_hp(creature):
        return Power.BOSS if creature.boss_damage else Power.MINI_BOSS_HP
    return Power.MINI_BOSS_DM if creature.boss_damage else Power.STANDARD


def strength_band(stat_sum: int) -> StrengthBand:
    """Weak to 2, balanced from 3 to 9, strong from 10 (sum of the six stats, −24 to 36). Source: published."""
    return STRENGTHS[stat_sum].band


def adversity_ratio(creature: Creature) -> AdversityRatio:
    """The ratio of the size, in the column of the HP, moved on the ladder by the sum of stats.

    A Mini-Boss (DM) has standard HP and so the standard column. Source: as the table tags it.
    """
    return _adversity_ratio(creature.size, has_boss_hp(creature), creature.stats.sum)


_SHIFT_TEXTS = {-1: "one step down", 0: "no step", 1: "one step up"}


@remembered
def _adversity_ratio(size: Size, boss_hp: bool, stat_sum: int) -> AdversityRatio:
    row, strength = SIZES[size], STRENGTHS[stat_sum]
    base, source = (
        (row.boss_ratio, row.boss_ratio_source) if boss_hp else (row.standard_ratio, row.standard_ratio_source)
    )
    value = from_ladder_step(ladder_step(base) + strength.shift)
    text = (
        f"{ratio(value)} = {ratio(base)} ({size.label}, {'boss' if boss_hp else 'standard'} HP), "
        f"{_SHIFT_TEXTS[strength.shift]} (stat sum {minus(stat_sum)}, {strength.band.value})"
    )
    return AdversityRatio(base, source, strength.shift, value, text)
