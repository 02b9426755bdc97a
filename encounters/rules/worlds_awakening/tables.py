"""The values of `tables.toml` under names and types. Importing this module checks that none is missing."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from bestiary.rules.tables import Source, load_tables, rows, spans
from bestiary.rules.worlds_awakening import Band
from encounters.rules.worlds_awakening.words import ChallengeLevel

_tables = load_tables(Path(__file__).with_name("tables.toml"))

LIMITS: Mapping[str, Band] = MappingProxyType(
    {
        name: Band(row["from"], row["to"], row["source"])
        for name, row in rows(_tables, "limits", ("pcs", "count", "lines")).items()
    }
)

LOWEST_STEP, HIGHEST_STEP = -2, 2
_steps = spans(_tables, "challenge_levels", LOWEST_STEP, HIGHEST_STEP)
CHALLENGE_LEVELS: Mapping[int, ChallengeLevel] = MappingProxyType(
    {row["from"]: ChallengeLevel(row["level"]) for row in _steps}
)
CHALLENGE_SOURCES: Mapping[ChallengeLevel, Source] = MappingProxyType(
    {ChallengeLevel(row["level"]): row["source"] for row in _steps}
)

_advice = rows(_tables, "advice", ("creatures_beyond_pcs", "levels_from_average"))
CREATURES_BEYOND_PCS: int = _advice["creatures_beyond_pcs"]["at_most"]
LEVELS_FROM_AVERAGE: int = _advice["levels_from_average"]["at_most"]
