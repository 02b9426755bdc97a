"""Haggling: one CHA test decides what an item costs, or whether the merchant still talks about prices today."""

from dataclasses import dataclass

from bestiary.rules import checks
from bestiary.rules.dice import Dice, RandomSource
from bestiary.rules.errors import RulesError
from bestiary.rules.numbers import summand
from bestiary.rules.tables import Source
from bestiary.rules.total import Term, Total
from bestiary.rules.worlds_awakening import MAX_STAT, MIN_STAT, Critical
from bestiary.rules.worlds_awakening.tables import CRITICAL_FAILURES, CRITICAL_SUCCESSES
from shop.rules.prices import Price, counter_prices
from shop.rules.tables import CURRENCY, LIMITS, PLAIN_CRITICAL, limited
from shop.rules.words import Deal, Outcome

TEST_DIE = Dice(1, LIMITS["natural_roll"].high)


@dataclass(frozen=True, slots=True)
class Haggle:
    """A haggling test and what it leads to.

    `total` is d20 + CHA, `critical` the natural rolls that were critical, `price` what is paid in the end, `text`
    the whole in one line for the log.
    """

    deal: Deal
    natural_roll: int
    total: Total
    difficulty: int
    critical: Critical
    outcome: Outcome
    list_price: int
    price: Price
    text: str

    @property
    def refuses_for_the_day(self) -> bool:
        """Whether the merchant refuses all further haggling of this PC until a new day."""
        return self.outcome.refuses_for_the_day


def roll_natural(rng: RandomSource) -> int:
    """One d20, from the random source that is handed in."""
    return TEST_DIE.roll(rng)


def critical_range(charisma: int, by_charisma: bool = False) -> Critical:
    """The natural rolls that are critical: 20 and 1, or by CHA (−4 to 6) where the table plays so.

    OutOfRange at "charisma". Source: guide for 20 and 1, published for the ranges.
    """
    checks.whole_number(charisma, MIN_STAT, MAX_STAT, "charisma", "CHA")
    if not by_charisma:
        return PLAIN_CRITICAL
    return Critical(CRITICAL_SUCCESSES[charisma], CRITICAL_FAILURES[charisma])


def haggle(
    list_price: int,
    deal: Deal,
    natural_roll: int,
    charisma: int,
    difficulty: int,
    critical_by_charisma: bool = False,
) -> Haggle:
    """The test of one item: natural d20 + CHA has to reach or beat the difficulty.

    A critical natural roll decides by itself, whatever the total. `list_price` 0 to 999999 NX, `natural_roll` 1 to
    20, `charisma` −4 to 6, `difficulty` 1 to 99; RulesError at the one that is not. Source: guide.
    """
    deal = checks.member(Deal, checks.known(Deal, deal), "deal", "The deal")
    limited("natural_roll", natural_roll, "natural_roll", "The natural roll")
    if type(critical_by_charisma) is not bool:
        raise RulesError("The critical ranges go by CHA or they don't.", "critical_by_charisma")
    critical = critical_range(charisma, critical_by_charisma)
    limited("difficulty", difficulty, "difficulty", "The difficulty")
    terms = (Term("natural roll", natural_roll), Term("CHA", charisma, f"CHA {summand(charisma)}"))
    total = Total(terms, "Test = natural roll + CHA, to reach or beat the difficulty", Source.GUIDE)
    outcome = haggle_outcome(natural_roll, total.value, difficulty, critical)
    price = counter_prices(list_price).of(deal, outcome)
    text = _text(total, difficulty, natural_roll, outcome, deal, price)
    return Haggle(deal, natural_roll, total, difficulty, critical, outcome, list_price, price, text)


def haggle_outcome(natural_roll: int, total: int, difficulty: int, critical: Critical = PLAIN_CRITICAL) -> Outcome:
    """How a test ends by its natural roll and its total. Source: guide."""
    if natural_roll <= critical.failure_to:
        return Outcome.CRITICAL_FAILURE
    if natural_roll >= critical.success_from:
        return Outcome.CRITICAL_SUCCESS
    return Outcome.SUCCESS if total >= difficulty else Outcome.FAILURE


def _text(total: Total, difficulty: int, natural_roll: int, outcome: Outcome, deal: Deal, price: Price) -> str:
    """ "16 = 14 + CHA 2 against 14: success, buys for 150 NX"."""
    if outcome in (Outcome.CRITICAL_SUCCESS, Outcome.CRITICAL_FAILURE):
        test = f"natural {natural_roll}"
    else:
        test = f"{total.text} against {difficulty}"
    refused = "; no more haggling today" if outcome.refuses_for_the_day else ""
    return f"{test}: {outcome.label.lower()}, {deal.value}s for {price.value} {CURRENCY}{refused}"
