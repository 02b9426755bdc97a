"""Base damage: the dice a creature throws with each kind of attack at each level."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from bestiary.rules.dice import Dice, RandomSource
from bestiary.rules.memory import remembered
from bestiary.rules.numbers import ceiling_division, signed
from bestiary.rules.worlds_awakening.levels import check_level
from bestiary.rules.worlds_awakening.tables import ATTACK_KINDS, BOSS_DAMAGE, STANDARD_DAMAGE, DamageColumn
from bestiary.rules.worlds_awakening.words import AttackKind


def damage_column(boss_damage: bool) -> DamageColumn:
    return BOSS_DAMAGE if boss_damage else STANDARD_DAMAGE


def damage_target(boss_damage: bool, level: int) -> Fraction:
    """The average that base damage must reach: 2 × level − ½, with boss damage 3 × level − ½.

    Raises OutOfRange for a level outside 1 to 20. Source: standard inferred, boss ours.
    """
    check_level(level)
    return damage_column(boss_damage).points_per_level * level - Fraction(1, 2)


def damage_dice_count(kind: AttackKind, boss_damage: bool, level: int) -> int:
    """How many dice base damage has: one for each 3 levels begun (ranged: 4), boss damage one more from level 2."""
    column = damage_column(boss_damage)
    extra = column.extra_dice if level >= column.extra_dice_from else 0
    return ceiling_division(level, ATTACK_KINDS[kind].levels_per_die) + extra


@remembered
def base_damage(kind: AttackKind, boss_damage: bool, level: int) -> Dice:
    """Dice of the kind's die plus the smallest whole bonus that lifts their average to the target.

    Raises OutOfRange for a level outside 1 to 20. Source: die published, Standard column inferred (it gives
    all known values), boss column ours.
    """
    target = damage_target(boss_damage, level)
    dice = Dice(damage_dice_count(kind, boss_damage, level), ATTACK_KINDS[kind].die)
    missing = target - dice.average
    return dice.plus(ceiling_division(missing.numerator, missing.denominator))


@remembered
def base_damages(boss_damage: bool, level: int) -> Mapping[AttackKind, Dice]:
    """`base_damage` of all three kinds; the keys also answer to "melee", "ranged" and "magic"."""
    return MappingProxyType({kind: base_damage(kind, boss_damage, level) for kind in AttackKind})


@remembered
def attack_damage(kind: AttackKind, boss_damage: bool, level: int, damage_bonus: int) -> Dice:
    """Base damage plus the attack's damage bonus; no stat is added. Source: published."""
    return base_damage(kind, boss_damage, level).plus(damage_bonus)


@remembered
def attack_damage_text(kind: AttackKind, boss_damage: bool, level: int, damage_bonus: int) -> str:
    """The damage with its reason: "1d6 = 1d6−2 base damage, damage bonus +2"."""
    base = base_damage(kind, boss_damage, level).typeset
    if not damage_bonus:
        return f"{base} base damage"
    total = attack_damage(kind, boss_damage, level, damage_bonus).typeset
    return f"{total} = {base} base damage, damage bonus {signed(damage_bonus)}"


def roll_damage(dice: Dice, rng: RandomSource) -> int:
    """One damage roll; under 0 counts as 0. Source: ours."""
    return max(0, dice.roll(rng))
