"""A calibration made ready to show: one shape for the live pane, the page, the shared page, the list and the PDF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from bestiary.rules.errors import RulesError
from bestiary.rules.numbers import floor_division, minus
from encounters.rules.worlds_awakening import (
    CHALLENGE_SOURCES,
    HIGHEST_STEP,
    LOWEST_STEP,
    Calibration,
    ChallengeLevel,
    LineChange,
    Opponent,
    calibrate,
)
from encounters.weighing.scale import Step, steps


class Reach(NamedTuple):
    """The count of one line that brings the encounter to another challenge level."""

    level: ChallengeLevel
    count: int


@dataclass(frozen=True, slots=True)
class WeighedLine:
    """A line of the sum and what changing it does. `row` is its number in the form, or its place in the encounter."""

    row: int
    name: str
    count: int
    level: int
    adversity_ratio: Fraction
    subtotal: Fraction
    change: LineChange
    reach: tuple[Reach, ...]


@dataclass(frozen=True, slots=True)
class Weighing:
    """A calibration with its lines, or the reason why there is none."""

    calibration: Calibration | None
    lines: tuple[WeighedLine, ...] = ()
    problem: str = ""

    @property
    def scale(self) -> tuple[Step, ...]:
        """The five challenge levels, the lightest first."""
        return steps(ChallengeLevel, self.calibration.challenge_level if self.calibration else None)

    @property
    def mark(self) -> str:
        """The shape of the challenge level: as many filled diamonds as its place on the scale of five."""
        return next((step.mark for step in self.scale if step.is_current), "")

    @property
    def usual_level(self) -> int | None:
        """The average level of the PCs present, rounded down; None where nobody is."""
        return rounded_down(self.calibration.average_level) if self.calibration else None

    @property
    def has_far_levels(self) -> bool:
        """Whether a creature's level is advised against."""
        return bool(self.calibration) and any(item.rule == "creature_level" for item in self.calibration.advice)

    @property
    def spoken(self) -> str:
        """What the live region says."""
        return self.calibration.text if self.calibration else self.problem

    @property
    def meaning(self) -> str:
        """Where the meaning of this step comes from: "−1 is manageable: from the guide"."""
        if self.calibration is None:
            return ""
        level, step = self.calibration.challenge_level, self.calibration.step
        beyond = {LOWEST_STEP: " and less", HIGHEST_STEP: " and more"}
        bounded = max(LOWEST_STEP, min(HIGHEST_STEP, step))
        return f"{minus(bounded)}{beyond.get(bounded, '')} is {level.value}: {CHALLENGE_SOURCES[level].label}"


def rounded_down(average: Fraction) -> int:
    """An average level as a whole one: 4½ → 4."""
    return floor_division(average.numerator, average.denominator)


def weigh(pc_levels: Sequence[int], opponents: Sequence[Opponent], rows: Sequence[int] | None = None) -> Weighing:
    """Weigh the PCs present against the lines; `rows` are the lines' numbers, 0, 1, 2 … unless given."""
    try:
        calibration = calibrate(pc_levels, opponents)
    except RulesError as error:
        return Weighing(None, problem=str(error))
    numbers = range(len(opponents)) if rows is None else rows
    lines = tuple(
        WeighedLine(
            row=row,
            name=opponent.name,
            count=opponent.count,
            level=opponent.level,
            adversity_ratio=opponent.adversity_ratio,
            subtotal=term.subtotal,
            change=change,
            reach=tuple(
                Reach(level, count) for level, count in change.reach.items() if level is not calibration.challenge_level
            ),
        )
        for row, opponent, term, change in zip(numbers, opponents, calibration.terms, calibration.lines, strict=True)
    )
    return Weighing(calibration, lines)


def levels_text(levels: Iterable[int]) -> str:
    """Say who counts: "4 PCs of level 3", "3 PCs of levels 3, 5 and 7", "nobody present"."""
    levels = list(levels)
    if not levels:
        return "nobody present"
    pcs = "1 PC" if len(levels) == 1 else f"{len(levels)} PCs"
    if len(set(levels)) == 1:
        return f"{pcs} of level {levels[0]}"
    *most, last = map(str, levels)
    return f"{pcs} of levels {', '.join(most)} and {last}"
