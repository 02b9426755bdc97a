"""Rewards for each PC: experience and ability points, and money. Values: rewards.toml (rule: Rewards)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

from bestiary.rules import checks
from bestiary.rules.numbers import floor_division
from bestiary.rules.tables import Source, load_tables, rows, spans
from bestiary.rules.worlds_awakening import MAX_LEVEL, MIN_LEVEL, Power, check_level


class Strongest(StrEnum):
    """The strongest creature of a fight: both kinds of mini-boss count alike."""

    STANDARD = "standard"
    MINI_BOSS = "mini_boss"
    BOSS = "boss"

    @property
    def label(self) -> str:
        return self.value.replace("_", "-").title()


class Quest(StrEnum):
    """How much a quest mattered, from the least up."""

    INSIGNIFICANT = "insignificant"
    NOTABLE = "notable"
    IMPORTANT = "important"
    EXCEPTIONAL = "exceptional"

    @property
    def label(self) -> str:
        return self.value.capitalize()


STRONGEST_OF: Mapping[Power, Strongest] = MappingProxyType(
    {
        Power.STANDARD: Strongest.STANDARD,
        Power.MINI_BOSS_HP: Strongest.MINI_BOSS,
        Power.MINI_BOSS_DM: Strongest.MINI_BOSS,
        Power.BOSS: Strongest.BOSS,
    }
)


@dataclass(frozen=True, slots=True)
class Reward:
    """What one PC gets: experience points, ability points and NX, and where points and money come from."""

    xp: int
    ap: int
    nx: int
    source: Source
    nx_source: Source


@dataclass(frozen=True, slots=True)
class MoneyFactor:
    """What multiplies the money from level `low` to level `high`."""

    low: int
    high: int
    factor: Fraction
    source: Source

    @property
    def levels(self) -> str:
        """ "1–2", "7+"."""
        return f"{self.low}+" if self.high == MAX_LEVEL else f"{self.low}–{self.high}"


_tables = load_tables(Path(__file__).with_name("rewards.toml"))
_combat, _combat_money = rows(_tables, "combat", Strongest), rows(_tables, "combat_money", Strongest)
_quests, _quest_money = rows(_tables, "quests", Quest), rows(_tables, "quest_money", Quest)

MONEY_FACTORS: tuple[MoneyFactor, ...] = tuple(
    MoneyFactor(row["from"], row["to"], Fraction(row["factor"]), row["source"])
    for row in spans(_tables, "money_factors", MIN_LEVEL, MAX_LEVEL)
)


def money_factor(level: int) -> Fraction:
    """1 at levels 1 and 2, 1½ at 3 and 4, 2 at 5 and 6, 2½ from 7 on; OutOfRange at "level". Source: ours."""
    check_level(level)
    return next(row.factor for row in MONEY_FACTORS if row.low <= level <= row.high)


def combat_reward(strongest: Strongest, level: int = MIN_LEVEL) -> Reward:
    """What a fight brings each PC of that level, by its strongest creature. Source: published; money ours."""
    row, money = _combat[strongest], _combat_money[strongest]
    return Reward(row["xp"], row["ap"], _money_rounded_down(money["nx"], level), row["source"], money["source"])


def quest_reward(quest: Quest, level: int = MIN_LEVEL) -> Reward:
    """What a quest brings each PC of that level; no ability points. Source: published; money ours."""
    row, money = _quests[quest], _quest_money[quest]
    return Reward(row["xp"], 0, _money_rounded_down(money["nx"], level), row["source"], money["source"])


def shifted(reward: Reward, more_xp: int) -> Reward:
    """The reward with so many points moved from AP to XP, or back when negative; their sum stays (guide).

    2 + 2 becomes 3 + 1. OutOfRange at "shift" when there are not that many.
    """
    checks.whole_number(more_xp, -reward.xp, reward.ap, "shift", "The points moved to XP")
    return replace(reward, xp=reward.xp + more_xp, ap=reward.ap - more_xp)


def _money_rounded_down(nx: int, level: int) -> int:
    amount = nx * money_factor(level)
    return floor_division(amount.numerator, amount.denominator)
