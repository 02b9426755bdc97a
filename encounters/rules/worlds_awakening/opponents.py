"""What an encounter is made of."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Opponent:
    """A line of an encounter: `count` creatures of one Adversity Ratio and level.

    `count` is 1 to 99, `level` 1 to 20, both checked by `calibrate`, which knows the line's place.
    `reaches_several` says whether it has an ability for several targets; None where nobody knows.
    """

    adversity_ratio: Fraction
    count: int = 1
    level: int = 1
    name: str = ""
    reaches_several: bool | None = None
