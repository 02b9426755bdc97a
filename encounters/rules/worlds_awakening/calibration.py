"""How hard an encounter is: the sum of the creatures' Adversity Ratios minus the number of PCs.

All sums are whole numbers over one common denominator, so nothing is rounded but the final step.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from bestiary.rules import checks
from bestiary.rules.errors import OutOfRange, RulesError
from bestiary.rules.numbers import MAX_RATIO_PART, ceiling_division, floor_division, minus, mixed
from bestiary.rules.worlds_awakening import Advice, check_level
from encounters.rules.worlds_awakening.advice import Pairing, common_levels, encounter_advice, pairings
from encounters.rules.worlds_awakening.opponents import Opponent
from encounters.rules.worlds_awakening.tables import CHALLENGE_LEVELS, HIGHEST_STEP, LIMITS, LOWEST_STEP
from encounters.rules.worlds_awakening.words import ChallengeLevel


class CalibrationTerm(NamedTuple):
    """One line of the sum: `count` creatures of one Adversity Ratio, and what they add up to."""

    count: int
    ar: Fraction
    subtotal: Fraction
    name: str

    @property
    def text(self) -> str:
        """ "2 × ½", or "3" for a single creature."""
        return mixed(self.ar) if self.count == 1 else f"{self.count} × {mixed(self.ar)}"


class Outcome(NamedTuple):
    """What the encounter would be with `count` creatures on one line, the other lines as they are."""

    count: int
    value: Fraction
    step: int
    challenge_level: ChallengeLevel

    @property
    def text(self) -> str:
        """ "−½ → manageable"."""
        return f"{mixed(self.value)} → {self.challenge_level.value}"


class LineChange(NamedTuple):
    """What changing the count of one line does.

    `one_more` is None at 99 creatures; `one_less` takes the line away at one creature. `reach` holds, for each
    challenge level that this line alone can bring about, the count from 1 to 99 nearest to the present one.
    """

    one_more: Outcome | None
    one_less: Outcome
    reach: Mapping[ChallengeLevel, int]


@dataclass(frozen=True, slots=True)
class Calibration:
    """The weight of an encounter and all that explains it.

    `value` is exact, `step` the whole step it counts as; `rounded` says that the value lay between two steps of
    the table, `text` is the sum written out. `average_level` and `common_levels` are of the PCs.
    `lines` has one entry for each line handed in, `terms` too.
    """

    ar_sum: Fraction
    pc_count: int
    creature_count: int
    value: Fraction
    step: int
    challenge_level: ChallengeLevel
    rounded: bool
    text: str
    terms: tuple[CalibrationTerm, ...]
    average_level: Fraction
    common_levels: tuple[int, ...]
    pairings: tuple[Pairing, ...]
    advice: tuple[Advice, ...]
    lines: tuple[LineChange, ...]

    @property
    def is_empty(self) -> bool:
        """No creature yet: the challenge level is what no opposition at all would be."""
        return self.creature_count == 0


def calibrate(pc_levels: Sequence[int], opponents: Sequence[Opponent]) -> Calibration:
    """The calibration of the PCs present, by their levels, against the creatures.

    1 to 12 PCs of level 1 to 20, at most 100 lines of 1 to 99 creatures; no lines at all is allowed.
    RulesError otherwise, at "pcs", "pcs.2", "creatures.0.count" and the like. Source: guide.
    """
    pc_levels, opponents = tuple(pc_levels), tuple(opponents)
    _check(pc_levels, opponents)
    pc_count = len(pc_levels)
    unit = lcm(*(opponent.adversity_ratio.denominator for opponent in opponents))
    worths = [
        opponent.adversity_ratio.numerator * (unit // opponent.adversity_ratio.denominator) for opponent in opponents
    ]
    ar_units = sum(worth * opponent.count for worth, opponent in zip(worths, opponents, strict=True))
    balance = ar_units - pc_count * unit
    value, step = Fraction(balance, unit), floor_to_step(balance, unit)
    terms = tuple(
        CalibrationTerm(line.count, line.adversity_ratio, Fraction(line.count * worth, unit), line.name)
        for line, worth in zip(opponents, worths, strict=True)
    )
    ar_sum = Fraction(ar_units, unit)
    rounded = balance % unit != 0 and LOWEST_STEP * unit < balance < HIGHEST_STEP * unit
    average, matches = Fraction(sum(pc_levels), pc_count), pairings(pc_levels)
    return Calibration(
        ar_sum=ar_sum,
        pc_count=pc_count,
        creature_count=sum(opponent.count for opponent in opponents),
        value=value,
        step=step,
        challenge_level=challenge_level(step),
        rounded=rounded,
        text=_text(terms, ar_sum, pc_count, value, step, rounded),
        terms=terms,
        average_level=average,
        common_levels=common_levels(matches),
        pairings=matches,
        advice=encounter_advice(matches, average, opponents),
        lines=tuple(
            _line_change(opponent.count, worth, balance, unit)
            for opponent, worth in zip(opponents, worths, strict=True)
        ),
    )


def floor_to_step(balance: int, unit: int) -> int:
    """The whole step that `balance` / `unit` counts as, the lower one: −½ → −1, ½ → 0. Source: guide."""
    return floor_division(balance, unit)


def challenge_level(step: int) -> ChallengeLevel:
    """What a step of the calibration means; −2 and all below are easy, 2 and all above impossible.

    Source: manageable and demanding guide, the others published.
    """
    return CHALLENGE_LEVELS[max(LOWEST_STEP, min(HIGHEST_STEP, step))]


def _check(pc_levels: Sequence[int], opponents: Sequence[Opponent]) -> None:
    most = LIMITS["pcs"].high
    if not pc_levels:
        raise RulesError("Add at least one PC who is present.", "pcs")
    checks.at_most(pc_levels, most, "pcs", "PCs")
    for index, level in enumerate(pc_levels):
        check_level(level, f"pcs.{index}", "The level of a PC")
    checks.at_most(opponents, LIMITS["lines"].high, "creatures", "lines of creatures")
    for index, opponent in enumerate(opponents):
        _check_opponent(opponent, f"creatures.{index}")


def _check_opponent(opponent: Opponent, field: str) -> None:
    count = LIMITS["count"]
    checks.whole_number(opponent.count, count.low, count.high, f"{field}.count", "The number of creatures")
    check_level(opponent.level, f"{field}.level", "The level of a creature")
    value = opponent.adversity_ratio
    parts = (value.numerator, value.denominator) if type(value) is Fraction else (0, 0)
    if not all(1 <= part <= MAX_RATIO_PART for part in parts):
        raise OutOfRange(
            f"An Adversity Ratio is a fraction above 0 such as 3/1, with numbers up to {MAX_RATIO_PART}.",
            f"{field}.adversity_ratio",
        )


def _text(
    terms: Sequence[CalibrationTerm], ar_sum: Fraction, pc_count: int, value: Fraction, step: int, rounded: bool
) -> str:
    sum_text = " + ".join(term.text for term in terms) or "0"
    # A sum of one number is that number: "3, minus 4", not "3 = 3, minus 4".
    if len(terms) > 1 or (terms and terms[0].count > 1):
        sum_text += f" = {mixed(ar_sum)}"
    lower = f", counts as {minus(step)}" if rounded else ""
    return f"{sum_text}, minus {pc_count} = {mixed(value)}{lower} → {challenge_level(step).value}"


def _line_change(count: int, worth: int, balance: int, unit: int) -> LineChange:
    others = balance - count * worth

    def outcome(new_count: int) -> Outcome:
        new_balance = others + new_count * worth
        step = floor_to_step(new_balance, unit)
        return Outcome(new_count, Fraction(new_balance, unit), step, challenge_level(step))

    return LineChange(
        one_more=outcome(count + 1) if count < LIMITS["count"].high else None,
        one_less=outcome(count - 1),
        reach=dict(_reach(count, worth, others, unit)),
    )


def _reach(count: int, worth: int, others: int, unit: int) -> Iterator[tuple[ChallengeLevel, int]]:
    """The count nearest to the present one for each challenge level, from the bounds of the level itself."""
    fewest, most = LIMITS["count"].low, LIMITS["count"].high
    low = fewest
    for step in range(LOWEST_STEP, HIGHEST_STEP + 1):
        # The first count that reaches the next step is one too many for this one.
        last = step == HIGHEST_STEP
        high = most if last else min(most, ceiling_division((step + 1) * unit - others, worth) - 1)
        if low <= high:
            yield CHALLENGE_LEVELS[step], max(low, min(high, count))
            low = high + 1
