"""Trait Checks: 2d12 + bonus against a Threshold, with exact odds (rule: Trait Check, Threshold)."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bestiary.rules import checks
from bestiary.rules.dice import Dice, RandomSource
from bestiary.rules.errors import RulesError
from bestiary.rules.numbers import MINUS, floor_division, minus, signed
from bestiary.rules.tables import Source
from bestiary.rules.total import Term, Total
from bestiary.rules.two_d12.tables import THRESHOLDS, limited, limited_or_none
from bestiary.rules.two_d12.words import RollKind, SuccessRule, Threshold

CHECK_DICE = Dice(2, 12)
WAYS = CHECK_DICE.sides**2
"""144: the equally likely results of two twelve-sided dice."""

# What a table most often needs to look up; the page and the print show these rows unless asked otherwise.
DEFAULT_BONUSES = range(-2, 13)


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact chances of one Trait Check.

    `name` is the Threshold's, "" for a number of one's own. `needed` is what the two dice must show at least
    (below 3 they always do, above 24 never), `ways` how many of the 144 results do.
    """

    bonus: int
    threshold: int
    name: str
    needed: int
    ways: int

    @property
    def plain(self) -> Fraction:
        """p = ways / 144, from 0 to 1."""
        return Fraction(self.ways, WAYS)

    @property
    def advantage(self) -> Fraction:
        """1 − (1 − p)²: at least one of two throws succeeds."""
        return 1 - (1 - self.plain) ** 2

    @property
    def disadvantage(self) -> Fraction:
        """p²: both throws succeed."""
        return self.plain**2

    def of(self, kind: RollKind) -> Fraction:
        """The chance with that kind of roll."""
        return getattr(self, kind.value)

    @property
    def plain_text(self) -> str:
        return percent(self.plain)

    @property
    def advantage_text(self) -> str:
        return percent(self.advantage)

    @property
    def disadvantage_text(self) -> str:
        return percent(self.disadvantage)


@dataclass(frozen=True, slots=True)
class OddsRow:
    """One bonus against all six Thresholds."""

    bonus: int
    odds: tuple[Odds, ...]

    @property
    def bonus_text(self) -> str:
        return signed(self.bonus)


@dataclass(frozen=True, slots=True)
class MinimumBonus:
    """For one Threshold: the least bonus with any chance, and the least that always succeeds."""

    threshold: Threshold
    name: str
    number: int
    possible_from: int
    certain_from: int


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One Trait Check as thrown: every pair of dice, which counted, and whether it succeeded."""

    dice: tuple[tuple[int, int], ...]
    kept: tuple[int, int]
    kind: RollKind
    bonus: int
    total: int
    threshold: int
    success: bool

    @property
    def text(self) -> str:
        """ "7 + 5 + 3 = 15 against 15: success"; both throws are named with Advantage and Disadvantage."""
        first, second = self.kept
        outcome = "success" if self.success else "failure"
        bonus = f" {MINUS if self.bonus < 0 else '+'} {abs(self.bonus)}"
        thrown = ""
        if self.kind is not RollKind.PLAIN:
            thrown = f"{self.kind.label}, {' and '.join(str(sum(pair)) for pair in self.dice)}: "
        return f"{thrown}{first} + {second}{bonus} = {minus(self.total)} against {self.threshold}: {outcome}"


def ways(at_least: int) -> int:
    """How many of the 144 results of 2d12 are `at_least` so much.

    144 up to 2; 144 − (n−1)(n−2)/2 from 3 to 13; (25−n)(26−n)/2 from 14 to 24; 0 above.
    """
    if at_least <= CHECK_DICE.minimum:
        return WAYS
    if at_least > CHECK_DICE.maximum:
        return 0
    if at_least <= CHECK_DICE.sides + 1:
        # A product of two neighbours is even: nothing is rounded here or below.
        return WAYS - floor_division((at_least - 1) * (at_least - 2), 2)
    return floor_division((25 - at_least) * (26 - at_least), 2)


def threshold_number(threshold: Threshold | int) -> int:
    """The number of a Threshold, or a table's own number of 1 to 999. OutOfRange at "threshold" beyond."""
    if isinstance(threshold, Threshold):
        return THRESHOLDS[threshold].number
    return limited("threshold", threshold, "threshold", "The Threshold")


def needed(bonus: int, threshold: Threshold | int, rule: SuccessRule = SuccessRule.REACH) -> int:
    """What 2d12 must show at least: the Threshold − the bonus, one more where the total has to beat it."""
    limited("bonus", bonus, "bonus", "The bonus")
    checks.member(SuccessRule, rule, "success_rule", "The success rule")
    return threshold_number(threshold) - bonus + (rule is SuccessRule.BEAT)


def odds(bonus: int, threshold: Threshold | int, rule: SuccessRule = SuccessRule.REACH) -> Odds:
    """The exact odds of 2d12 + `bonus` (−999 to 999) against a Threshold.

    Success is total ≥ Threshold (ours; the text says both "beat" and "reach"), or > with SuccessRule.BEAT.
    A number that is one of the six carries that Threshold's name. OutOfRange at "bonus" or "threshold".
    """
    number = threshold_number(threshold)
    dice = needed(bonus, number, rule)
    return Odds(bonus, number, _NAMES.get(number, ""), dice, ways(dice))


_NAMES = {row.number: row.name for row in THRESHOLDS.values()}


# A live card asks for eighteen bonuses at every keystroke, and there are not many.
@lru_cache(maxsize=4096, typed=True)
def threshold_odds(bonus: int, rule: SuccessRule = SuccessRule.REACH) -> tuple[Odds, ...]:
    """The odds of one bonus against each of the six Thresholds, in their order."""
    return tuple(odds(bonus, threshold, rule) for threshold in Threshold)


def odds_table(
    bonuses: range | tuple[int, ...] = DEFAULT_BONUSES, rule: SuccessRule = SuccessRule.REACH
) -> tuple[OddsRow, ...]:
    """One row for each bonus, by default −2 to +12, with a column for each Threshold."""
    return tuple(OddsRow(bonus, threshold_odds(bonus, rule)) for bonus in bonuses)


def minimum_bonus(threshold: Threshold, rule: SuccessRule = SuccessRule.REACH) -> MinimumBonus:
    """The least bonus that can succeed (24 on the dice) and that cannot fail (2 on the dice).

    Tough can be reached from +1 on, Expert from +6.
    """
    row = THRESHOLDS[threshold]
    at_none = needed(0, threshold, rule)
    possible, certain = at_none - CHECK_DICE.maximum, at_none - CHECK_DICE.minimum
    return MinimumBonus(threshold, row.name, row.number, possible, certain)


def check_bonus(mod: int, exp: int | None = None, *, adept: bool = False) -> Total:
    """What is added to the dice: the Trait's MOD, and EXP for whoever is Adept (rule: Trait Check).

    RulesError at "exp" when an Adept's EXP is not known.
    """
    limited("trait_mod", mod, "mod", "The MOD")
    limited_or_none("exp", exp, "exp", "EXP")
    terms = [Term("MOD", mod, f"MOD {minus(mod)}")]
    if adept:
        if exp is None:
            raise RulesError("An Adept adds EXP: enter the EXP first.", "exp")
        terms.append(Term("EXP", exp, f"EXP {exp}"))
    return Total(tuple(terms), "Trait MOD, + EXP when Adept", Source.GUIDE)


def roll_kind(advantages: int = 0, disadvantages: int = 0) -> RollKind:
    """How to roll with so many reasons for Advantage (Prowess) and for Disadvantage (Stagger).

    Both at once cancel, whatever their numbers; several of a kind count once (ours).
    """
    if bool(advantages) == bool(disadvantages):
        return RollKind.PLAIN
    return RollKind.ADVANTAGE if advantages else RollKind.DISADVANTAGE


def roll_check(
    rng: RandomSource,
    bonus: int,
    threshold: Threshold | int,
    kind: RollKind = RollKind.PLAIN,
    rule: SuccessRule = SuccessRule.REACH,
) -> CheckResult:
    """Throw 2d12 + `bonus`, twice with Advantage or Disadvantage, with the random source handed in."""
    at_least = needed(bonus, threshold, rule)
    checks.member(RollKind, kind, "kind", "The kind of roll")
    throws = 1 if kind is RollKind.PLAIN else 2
    dice = tuple((rng.randint(1, CHECK_DICE.sides), rng.randint(1, CHECK_DICE.sides)) for _ in range(throws))
    kept = min(dice, key=sum) if kind is RollKind.DISADVANTAGE else max(dice, key=sum)
    thrown, number = sum(kept), threshold_number(threshold)
    return CheckResult(dice, kept, kind, bonus, thrown + bonus, number, thrown >= at_least)


def percent(chance: Fraction) -> str:
    """A chance from 0 to 1 in percent, rounded half up to one decimal: 55/144 → "38.2 %".

    Only what never happens reads "0 %" and only what always does "100 %": next to them stand "<0.1 %" and
    ">99.9 %".
    """
    if chance.denominator == 1:
        return f"{100 * chance.numerator} %"
    tenths = _tenths_rounded_half_up(100 * chance)
    if tenths == 0:
        return "<0.1 %"
    if tenths == 1000:
        return ">99.9 %"
    return f"{tenths // 10}.{tenths % 10} %"


def _tenths_rounded_half_up(value: Fraction) -> int:
    return floor_division(20 * value.numerator + value.denominator, 2 * value.denominator)
