"""The values of `tables.toml` under names and types. Importing this module checks that none is missing."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bestiary.rules.numbers import minus, parse_ratio
from bestiary.rules.tables import Source, load_tables, rows, spans
from bestiary.rules.worlds_awakening.words import AttackKind, Size, StrengthBand


@dataclass(frozen=True, slots=True)
class Band:
    """Whole numbers from `low` to `high`, both included, and where the band comes from."""

    low: int
    high: int
    source: Source

    @property
    def text(self) -> str:
        """With an en dash: "6–9"; "−4 to 6" where a minus would confuse; a lone number by itself."""
        if self.low == self.high:
            return minus(self.low)
        return f"{minus(self.low)} to {minus(self.high)}" if self.low < 0 else f"{self.low}–{self.high}"

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class SizeRow:
    """What a size means: suggested Base HP and base ratio in both columns, token and favoured attacks."""

    standard_hp: Band
    boss_hp: Band
    standard_ratio: Fraction
    standard_ratio_source: Source
    boss_ratio: Fraction
    boss_ratio_source: Source
    token_mm: Fraction
    token_source: Source
    favours: tuple[AttackKind, ...]


@dataclass(frozen=True, slots=True)
class StrengthRow:
    """What a sum of stats means: its band and the steps it moves the ratio on the ladder."""

    band: StrengthBand
    shift: int
    source: Source


@dataclass(frozen=True, slots=True)
class AttackRow:
    """What a kind of attack rolls: the stat's attribute name, the die, levels for each further die."""

    stat: str
    die: int
    levels_per_die: int


@dataclass(frozen=True, slots=True)
class DamageColumn:
    """The target of base damage, and the dice this column has beyond the standard number."""

    points_per_level: int
    extra_dice: int
    extra_dice_from: int
    source: Source


def _band(row: Mapping[str, Any]) -> Band:
    return Band(row["from"], row["to"], row["source"])


_SIZE_VALUES = ("standard_hp", "boss_hp", "standard_ratio", "boss_ratio", "token", "favours")


def _size_row(size: Size) -> SizeRow:
    row = rows(_sizes, size, _SIZE_VALUES)
    return SizeRow(
        standard_hp=_band(row["standard_hp"]),
        boss_hp=_band(row["boss_hp"]),
        standard_ratio=parse_ratio(row["standard_ratio"]["ratio"]),
        standard_ratio_source=row["standard_ratio"]["source"],
        boss_ratio=parse_ratio(row["boss_ratio"]["ratio"]),
        boss_ratio_source=row["boss_ratio"]["source"],
        token_mm=Fraction(row["token"]["millimetres"]),
        token_source=row["token"]["source"],
        favours=tuple(AttackKind(kind) for kind in row["favours"]["kinds"]),
    )


def _by_number(name: str, low: int, high: int) -> Mapping[int, Mapping[str, Any]]:
    return MappingProxyType(
        {number: row for row in spans(_tables, name, low, high) for number in range(row["from"], row["to"] + 1)}
    )


_tables = load_tables(Path(__file__).with_name("tables.toml"))

_LIMIT_NAMES = (
    "stat",
    "level",
    "levels_shown",
    "base_hp",
    "boss_hp",
    "abilities",
    "attacks",
    "roll_bonus",
    "damage_bonus",
    "targets",
    "range_metres",
    "limit_count",
    "affinities",
    "lowest_max_hp",
    "stat_modifier",
    "modifier_sum",
    "adaptability",
    "innate_abilities",
    "innate_uses",
    "class_outfits",
)
LIMITS: Mapping[str, Band] = MappingProxyType(
    {name: _band(row) for name, row in rows(_tables, "limits", _LIMIT_NAMES).items()}
)

MIN_STAT, MAX_STAT = LIMITS["stat"].low, LIMITS["stat"].high
MIN_LEVEL, MAX_LEVEL = LIMITS["level"].low, LIMITS["level"].high
DEFAULT_LEVELS = range(LIMITS["levels_shown"].low, LIMITS["levels_shown"].high + 1)
BOSS_HP_FROM = LIMITS["boss_hp"].low
LOWEST_MAX_HP = LIMITS["lowest_max_hp"].low

STAT_MEANINGS: Mapping[int, str] = MappingProxyType(
    {stat: row["meaning"] for stat, row in _by_number("stat_bands", MIN_STAT, MAX_STAT).items()}
)
CRITICAL_FAILURES: Mapping[int, int] = MappingProxyType(
    {stat: row["failure_to"] for stat, row in _by_number("critical_failures", MIN_STAT, MAX_STAT).items()}
)
CRITICAL_SUCCESSES: Mapping[int, int] = MappingProxyType(
    {stat: row["success_from"] for stat, row in _by_number("critical_successes", MIN_STAT, MAX_STAT).items()}
)

_affinities = rows(_tables, "affinity_rolls", ("weakness", "resistance"))
WEAKNESS_ROLL: int = _affinities["weakness"]["modifier"]
RESISTANCE_ROLL: int = _affinities["resistance"]["modifier"]

_sizes = rows(_tables, "sizes", Size)
SIZES: Mapping[Size, SizeRow] = MappingProxyType({size: _size_row(size) for size in Size})

STRENGTHS: Mapping[int, StrengthRow] = MappingProxyType(
    {
        stat_sum: StrengthRow(StrengthBand(row["band"]), row["shift"], row["source"])
        for stat_sum, row in _by_number("strength_bands", 6 * MIN_STAT, 6 * MAX_STAT).items()
    }
)

AREA_ABILITY_FROM: Fraction = parse_ratio(rows(_tables, "area_ability", ("from_ratio", "source"))["from_ratio"])

ATTACK_KINDS: Mapping[AttackKind, AttackRow] = MappingProxyType(
    {
        kind: AttackRow(row["stat"], row["die"], row["levels_per_die"])
        for kind, row in rows(_tables, "attack_kinds", AttackKind).items()
    }
)
_columns = rows(_tables, "damage_columns", ("standard", "boss"))
STANDARD_DAMAGE, BOSS_DAMAGE = (DamageColumn(**_columns[name]) for name in ("standard", "boss"))

_damage_groups = rows(_tables, "damage_types", ("weapons", "elements", "powers", "substances"))
DAMAGE_TYPES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {name.capitalize(): row["names"] for name, row in _damage_groups.items()}
)

VOCABULARY_ROWS: Mapping[str, Mapping[str, Any]] = rows(
    _tables, "vocabularies", ("medieval_fantasy", "post_apocalyptic", "science_fiction", "contemporary")
)
