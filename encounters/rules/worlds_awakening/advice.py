"""Advice for an encounter: what the guide suggests and never enforces."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from bestiary.rules.numbers import ceiling_division, floor_division, mixed, ratio
from bestiary.rules.tables import Source
from bestiary.rules.worlds_awakening import AREA_ABILITY_FROM, MAX_LEVEL, MIN_LEVEL, NOTE, Advice
from encounters.rules.worlds_awakening.opponents import Opponent
from encounters.rules.worlds_awakening.tables import CREATURES_BEYOND_PCS, LEVELS_FROM_AVERAGE


class Pairing(NamedTuple):
    """Who faces whom: the PCs of one level, and the Adversity Ratio at that level that is their match."""

    level: int
    pc_count: int
    adversity_ratio: Fraction

    @property
    def text(self) -> str:
        """ "AR 2/1 at level 5 for 2 PCs"."""
        pcs = "1 PC" if self.pc_count == 1 else f"{self.pc_count} PCs"
        return f"AR {ratio(self.adversity_ratio)} at level {self.level} for {pcs}"


def pairings(pc_levels: Sequence[int]) -> tuple[Pairing, ...]:
    """The match for each level of a party, lowest level first. Source: guide."""
    counts = sorted(Counter(pc_levels).items())
    return tuple(Pairing(level, count, Fraction(count)) for level, count in counts)


def common_levels(matches: Sequence[Pairing]) -> tuple[int, ...]:
    """The most common level of a party, or all of those that tie, lowest first."""
    most = max(match.pc_count for match in matches)
    return tuple(match.level for match in matches if match.pc_count == most)


def encounter_advice(
    matches: Sequence[Pairing], average: Fraction, opponents: Sequence[Opponent]
) -> tuple[Advice, ...]:
    """All advice for the PCs present, given by their pairings and exact average level, against these creatures."""
    # Two equal lines deserve one piece of advice.
    return tuple(
        dict.fromkeys(
            (
                *_too_many(sum(match.pc_count for match in matches), opponents),
                *_far_levels(average, opponents),
                *_area_ability(opponents),
                *_who_faces_whom(matches),
            )
        )
    )


def fitting_levels(average: Fraction) -> tuple[int, int]:
    """The lowest and the highest whole level within the average ± 1, inside 1 to 20. Source: guide."""
    numerator, denominator = average.numerator, average.denominator
    reach = LEVELS_FROM_AVERAGE * denominator
    return (
        max(MIN_LEVEL, ceiling_division(numerator - reach, denominator)),
        min(MAX_LEVEL, floor_division(numerator + reach, denominator)),
    )


def _too_many(pc_count: int, opponents: Sequence[Opponent]) -> Iterator[Advice]:
    count, most = sum(opponent.count for opponent in opponents), pc_count + CREATURES_BEYOND_PCS
    if count > most:
        yield Advice(
            "creature_count",
            f"Number of creatures: {count} against {pc_count} PC{'' if pc_count == 1 else 's'}. "
            f"Up to PCs + {CREATURES_BEYOND_PCS}, here {most}, the fight stays brisk.",
            Source.GUIDE,
        )


def _far_levels(average: Fraction, opponents: Sequence[Opponent]) -> Iterator[Advice]:
    low, high = fitting_levels(average)
    fitting = f"levels {low} to {high} fit" if low < high else f"level {low} fits"
    for index, opponent in enumerate(opponents):
        if not low <= opponent.level <= high:
            yield Advice(
                "creature_level",
                f"Level of creatures: {_name(opponent, index)} of level {opponent.level} is outside the PCs' "
                f"average of {mixed(average)} ± {LEVELS_FROM_AVERAGE}; {fitting}.",
                Source.GUIDE,
            )


def _area_ability(opponents: Sequence[Opponent]) -> Iterator[Advice]:
    for index, opponent in enumerate(opponents):
        value = opponent.adversity_ratio
        if opponent.reaches_several is False and value >= AREA_ABILITY_FROM:
            targets = ceiling_division(value.numerator, value.denominator)
            yield Advice(
                "area_ability",
                f"Area ability: {_name(opponent, index)} has an Adversity Ratio of {ratio(value)} and no ability "
                f"that attacks or controls several targets at once; {targets} would suit it.",
                Source.GUIDE,
            )


def _who_faces_whom(matches: Sequence[Pairing]) -> Iterator[Advice]:
    if len(matches) > 1:
        yield Advice(
            "pairing",
            f"Who faces whom: for a party of unequal levels, {', '.join(match.text for match in matches)}.",
            Source.GUIDE,
            NOTE,
        )


def _name(opponent: Opponent, index: int) -> str:
    return opponent.name or f"the creature of line {index + 1}"
