"""Worlds Awakening: encounters, their calibration and advice."""

from encounters.rules.worlds_awakening.advice import (
    Pairing,
    common_levels,
    encounter_advice,
    fitting_levels,
    pairings,
)
from encounters.rules.worlds_awakening.calibration import (
    Calibration,
    CalibrationTerm,
    LineChange,
    Outcome,
    calibrate,
    challenge_level,
    floor_to_step,
)
from encounters.rules.worlds_awakening.opponents import Opponent
from encounters.rules.worlds_awakening.tables import (
    CHALLENGE_LEVELS,
    CHALLENGE_SOURCES,
    CREATURES_BEYOND_PCS,
    HIGHEST_STEP,
    LEVELS_FROM_AVERAGE,
    LIMITS,
    LOWEST_STEP,
)
from encounters.rules.worlds_awakening.words import ChallengeLevel

__all__ = [
    "CHALLENGE_LEVELS",
    "CHALLENGE_SOURCES",
    "CREATURES_BEYOND_PCS",
    "HIGHEST_STEP",
    "LEVELS_FROM_AVERAGE",
    "LIMITS",
    "LOWEST_STEP",
    "Calibration",
    "CalibrationTerm",
    "ChallengeLevel",
    "LineChange",
    "Opponent",
    "Outcome",
    "Pairing",
    "calibrate",
    "challenge_level",
    "common_levels",
    "encounter_advice",
    "fitting_levels",
    "floor_to_step",
    "pairings",
]
