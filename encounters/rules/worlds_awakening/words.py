"""The fixed words of an encounter: each value is the API's word, the label is for people."""

from enum import StrEnum


class ChallengeLevel(StrEnum):
    """From the lightest to the heaviest; `list(ChallengeLevel)` is in that order."""

    EASY = "easy"
    MANAGEABLE = "manageable"
    DEMANDING = "demanding"
    INTENSE = "intense"
    IMPOSSIBLE = "impossible"

    @property
    def label(self) -> str:
        return self.value.capitalize()
