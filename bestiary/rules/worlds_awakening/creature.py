"""From a creature and a level to every number on its sheet.

The small functions are named as the book names the number; each returns a `Total` that knows its terms. They
are remembered per stat, level and bonus, all of which are bounded, so a table of levels is mostly look-ups.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bestiary.rules.checks import whole_number
from bestiary.rules.dice import Dice
from bestiary.rules.memory import remembered
from bestiary.rules.numbers import minus, summand
from bestiary.rules.tables import Source
from bestiary.rules.total import Term, Total
from bestiary.rules.worlds_awakening.adversity import AdversityRatio, adversity_ratio, power, strength_band
from bestiary.rules.worlds_awakening.advice import Advice, behaviour, creature_advice, last_floored_level
from bestiary.rules.worlds_awakening.damage import attack_damage, attack_damage_text, base_damages, damage_column
from bestiary.rules.worlds_awakening.inputs import STAT_ABBREVIATIONS, Attack, Creature, Stats
from bestiary.rules.worlds_awakening.levels import check_level
from bestiary.rules.worlds_awakening.tables import (
    ATTACK_KINDS,
    CRITICAL_FAILURES,
    CRITICAL_SUCCESSES,
    LOWEST_MAX_HP,
    MAX_STAT,
    MIN_STAT,
    RESISTANCE_ROLL,
    SIZES,
    STAT_MEANINGS,
    WEAKNESS_ROLL,
)
from bestiary.rules.worlds_awakening.words import AttackKind, Power, StrengthBand


@dataclass(frozen=True, slots=True)
class Critical:
    """Natural d20 rolls that are critical: success from `success_from` to 20, failure from 1 to `failure_to`."""

    success_from: int
    failure_to: int

    @property
    def success_text(self) -> str:
        return "20" if self.success_from == 20 else f"{self.success_from}–20"

    @property
    def failure_text(self) -> str:
        return "1" if self.failure_to == 1 else f"1–{self.failure_to}"


@dataclass(frozen=True, slots=True)
class StatLine:
    """One base stat as the sheet shows it: "STR", "Strength", 3, "good"."""

    abbreviation: str
    name: str
    value: int
    meaning: str


@dataclass(frozen=True, slots=True)
class AttackLine:
    """A simple attack at one level; `damage_text` is the damage with its reason."""

    attack: Attack
    roll: Total
    damage: Dice
    damage_text: str


@dataclass(frozen=True, slots=True)
class LevelNumbers:
    """All numbers that depend on the level. `base_damage` has the keys melee, ranged and magic."""

    level: int
    max_hp: Total
    initiative: Total
    physical_defence: Total
    magical_defence: Total
    melee_attack: Total
    ranged_attack: Total
    magical_attack: Total
    max_hp_floored: bool
    base_damage: Mapping[AttackKind, Dice]
    attacks: tuple[AttackLine, ...]


@dataclass(frozen=True, slots=True)
class StatBlock:
    """Everything printable about a creature at one level."""

    creature: Creature
    level: int
    power: Power
    stats: tuple[StatLine, ...]
    stat_sum: int
    strength_band: StrengthBand
    adversity_ratio: AdversityRatio
    token_mm: Fraction
    token_source: Source
    critical: Critical
    base_damage_source: Source
    weakness_roll: int
    resistance_roll: int
    numbers: LevelNumbers
    advice: tuple[Advice, ...]
    behaviour: str


# ------------------------------------------------------------------------------ the numbers of the book


def max_hp(creature: Creature, level: int) -> Total:
    """Max HP = Base HP × level + CON, in hit points, never under 1.

    `level` is 1 to 20, OutOfRange beyond. Where the floor of 1 acts, it is a term of its own.
    Source: guide; the floor is ours.
    """
    return _max_hp(creature.base_hp, creature.stats.constitution, level)


def initiative(creature: Creature) -> Total:
    """Init = 10 + DEX, without the level. 6 to 16. Source: guide."""
    return _initiative(creature.stats.dexterity)


def physical_defence(creature: Creature, level: int) -> Total:
    """Phys Def = 10 + 2 × CON + level; for characters the game counts CON once, for creatures twice.

    `level` is 1 to 20, OutOfRange beyond. Source: guide.
    """
    return _defence("Phys Def", "CON", creature.stats.constitution, level)


def magical_defence(creature: Creature, level: int) -> Total:
    """Mag Def = 10 + 2 × WIS + level. `level` is 1 to 20, OutOfRange beyond. Source: guide."""
    return _defence("Mag Def", "WIS", creature.stats.wisdom, level)


def melee_attack(creature: Creature, level: int) -> Total:
    """Melee Atk = STR + level. `level` is 1 to 20, OutOfRange beyond. Source: guide."""
    return _attack_modifier("Melee Atk", "STR", creature.stats.strength, level)


def ranged_attack(creature: Creature, level: int) -> Total:
    """Ranged Atk = DEX + level. `level` is 1 to 20, OutOfRange beyond. Source: guide."""
    return _attack_modifier("Ranged Atk", "DEX", creature.stats.dexterity, level)


def magical_attack(creature: Creature, level: int) -> Total:
    """Mag Atk = INT + level. `level` is 1 to 20, OutOfRange beyond. Source: guide."""
    return _attack_modifier("Mag Atk", "INT", creature.stats.intelligence, level)


def attack_roll(creature: Creature, attack: Attack, level: int) -> Total:
    """What a simple attack adds to its d20: stat of its kind + level + roll bonus.

    `level` is 1 to 20, OutOfRange beyond. Source: published.
    """
    stat = ATTACK_KINDS[attack.kind].stat
    return _attack_roll(STAT_ABBREVIATIONS[stat], getattr(creature.stats, stat), level, attack.roll_bonus)


def critical(creature: Creature) -> Critical:
    """The natural rolls that are critical, by CHA. Source: published."""
    return _critical(creature.stats.charisma)


def stat_band(value: int) -> str:
    """What a base stat means, "very weak" at −4 to "superhuman" at +6; OutOfRange beyond. Source: published."""
    whole_number(value, MIN_STAT, MAX_STAT, "stat", "A stat")
    return STAT_MEANINGS[value]


# -------------------------------------------------------------------------------------- the whole sheet


def stat_block(creature: Creature, level: int) -> StatBlock:
    """The whole sheet at one level, 1 to 20; OutOfRange beyond."""
    size, stat_sum = SIZES[creature.size], creature.stats.sum
    return StatBlock(
        creature=creature,
        level=level,
        power=power(creature),
        stats=_stat_lines(creature.stats),
        stat_sum=stat_sum,
        strength_band=strength_band(stat_sum),
        adversity_ratio=adversity_ratio(creature),
        token_mm=size.token_mm,
        token_source=size.token_source,
        critical=critical(creature),
        base_damage_source=damage_column(creature.boss_damage).source,
        weakness_roll=WEAKNESS_ROLL,
        resistance_roll=RESISTANCE_ROLL,
        numbers=level_numbers(creature, level),
        advice=creature_advice(creature),
        behaviour=behaviour(creature.size),
    )


def level_numbers(creature: Creature, level: int) -> LevelNumbers:
    """The numbers of one level, 1 to 20; OutOfRange beyond."""
    return LevelNumbers(
        level=level,
        max_hp=max_hp(creature, level),
        initiative=initiative(creature),
        physical_defence=physical_defence(creature, level),
        magical_defence=magical_defence(creature, level),
        melee_attack=melee_attack(creature, level),
        ranged_attack=ranged_attack(creature, level),
        magical_attack=magical_attack(creature, level),
        max_hp_floored=level <= last_floored_level(creature),
        base_damage=base_damages(creature.boss_damage, level),
        attacks=tuple(_attack_line(creature, attack, level) for attack in creature.attacks),
    )


def level_table(creature: Creature, levels: Iterable[int]) -> tuple[LevelNumbers, ...]:
    """`level_numbers` for each of the levels, in the order given."""
    return tuple(level_numbers(creature, level) for level in levels)


# ------------------------------------------------------------------------------------ terms and sources


@remembered
def _max_hp(base_hp: int, constitution: int, level: int) -> Total:
    check_level(level)
    terms = [
        Term("Base HP × level", base_hp * level, f"{base_hp} × {level}"),
        Term("CON", constitution),
    ]
    missing = LOWEST_MAX_HP - base_hp * level - constitution
    if missing <= 0:
        return Total(tuple(terms), "Max HP = Base HP × level + CON", Source.GUIDE)
    label = f"raised to the minimum of {LOWEST_MAX_HP}"
    terms.append(Term(label, missing, f"{missing} ({label})"))
    return Total(tuple(terms), f"Max HP = Base HP × level + CON, at least {LOWEST_MAX_HP}", Source.OURS)


@remembered
def _initiative(dexterity: int) -> Total:
    return Total((Term("base", 10), _named("DEX", dexterity)), "Init = 10 + DEX", Source.GUIDE)


@remembered
def _defence(name: str, abbreviation: str, stat: int, level: int) -> Total:
    check_level(level)
    twice = Term(f"2 × {abbreviation}", 2 * stat, f"2 × {abbreviation} {summand(stat)}")
    terms = (Term("base", 10), twice, _level_term(level))
    return Total(terms, f"{name} = 10 + 2 × {abbreviation} + level", Source.GUIDE)


@remembered
def _attack_modifier(name: str, abbreviation: str, stat: int, level: int) -> Total:
    check_level(level)
    return Total((_named(abbreviation, stat), _level_term(level)), f"{name} = {abbreviation} + level", Source.GUIDE)


@remembered
def _attack_roll(abbreviation: str, stat: int, level: int, roll_bonus: int) -> Total:
    check_level(level)
    terms = (_named(abbreviation, stat), _level_term(level))
    if roll_bonus:
        terms += (_named("roll bonus", roll_bonus),)
    return Total(terms, f"Attack roll = {abbreviation} + level + roll bonus", Source.PUBLISHED)


def _named(label: str, value: int) -> Term:
    return Term(label, value, f"{label} {summand(value)}")


def _level_term(level: int) -> Term:
    return Term("level", level, f"level {minus(level)}")


@remembered
def _critical(charisma: int) -> Critical:
    return Critical(CRITICAL_SUCCESSES[charisma], CRITICAL_FAILURES[charisma])


@remembered
def _stat_line(attribute: str, value: int) -> StatLine:
    return StatLine(STAT_ABBREVIATIONS[attribute], attribute.capitalize(), value, stat_band(value))


def _stat_lines(stats: Stats) -> tuple[StatLine, ...]:
    return tuple(_stat_line(attribute, getattr(stats, attribute)) for attribute in STAT_ABBREVIATIONS)


def _attack_line(creature: Creature, attack: Attack, level: int) -> AttackLine:
    key = (attack.kind, creature.boss_damage, level, attack.damage_bonus)
    return AttackLine(attack, attack_roll(creature, attack, level), attack_damage(*key), attack_damage_text(*key))
