"""Creature levels: 1 to 20, tables show 1 to 8 unless asked otherwise. Source: ours."""

from bestiary.rules.checks import whole_number
from bestiary.rules.worlds_awakening.tables import DEFAULT_LEVELS, MAX_LEVEL, MIN_LEVEL


def check_level(level: int, field: str = "level", name: str = "The level") -> int:
    """`level` as it is; OutOfRange at `field` unless it is a whole number from 1 to 20."""
    return whole_number(level, MIN_LEVEL, MAX_LEVEL, field, name)


__all__ = ["DEFAULT_LEVELS", "MAX_LEVEL", "MIN_LEVEL", "check_level"]
