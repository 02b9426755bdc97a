"""Turn order (rule: Initiative).

The text leaves formula and Trait to the table; 2d12 + Agility MOD and the rule for ties are ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bestiary.rules import checks
from bestiary.rules.dice import Dice, RandomSource
from bestiary.rules.errors import RulesError
from bestiary.rules.numbers import MINUS, minus
from bestiary.rules.tables import Source
from bestiary.rules.two_d12 import CHECK_DICE, LIMITS, Trait

LOWEST_TOTAL, HIGHEST_TOTAL = -9_999, 9_999
"""Of an initiative that is typed instead of rolled."""


@dataclass(frozen=True, slots=True)
class InitiativeRule:
    """What a table rolls: dice (with a fixed bonus, if any) + the MOD of one Trait, or of none."""

    dice: Dice = CHECK_DICE
    trait: Trait | None = Trait.AGILITY
    source: Source = Source.OURS

    @classmethod
    def parse(cls, dice: str, trait: Trait | str | None) -> "InitiativeRule":
        """From a form: dice such as "2d12" or "1d20+2", and a Trait's word, empty for none.

        DiceError at "initiative_dice", UnknownChoice at "initiative_trait".
        """
        chosen = checks.known(Trait, trait) or None
        if chosen is not None:
            checks.member(Trait, chosen, "initiative_trait", "The Trait")
        return cls(Dice.parse(dice, "initiative_dice"), chosen)

    @property
    def text(self) -> str:
        """ "2d12 + Agility MOD"."""
        return f"{self.dice.typeset} + {self.trait.label} MOD" if self.trait else self.dice.typeset

    @property
    def average(self) -> Fraction:
        """The exact mean before the MOD."""
        return self.dice.average


INITIATIVE_RULE = InitiativeRule()


@dataclass(frozen=True, slots=True)
class InitiativeRoll:
    """One roll: what the dice with their bonus gave, the MOD, and their sum."""

    thrown: int
    mod: int
    total: int
    text: str


@dataclass(frozen=True, slots=True)
class Combatant:
    """Somebody in the order; `key` is whatever the caller knows them by.

    `total` None has not rolled yet and comes last; `mod` None counts as 0 in a tie.
    """

    key: object
    total: int | None
    mod: int | None = None


def roll_initiative(
    rng: RandomSource, mod: int | None = None, rule: InitiativeRule = INITIATIVE_RULE
) -> InitiativeRoll:
    """Roll by the table's rule with the random source handed in; an unknown MOD adds nothing.

    OutOfRange at "mod".
    """
    if mod is not None:
        checks.whole_number(mod, *LIMITS["trait_mod"], "mod", "The MOD")
    added = (mod or 0) if rule.trait else 0
    thrown = rule.dice.roll(rng)
    text = f"{rule.dice.typeset}: {minus(thrown)}"
    if rule.trait:
        text += f" {MINUS if added < 0 else '+'} {abs(added)} {rule.trait.label}"
    return InitiativeRoll(thrown, added, thrown + added, f"{text} = {minus(thrown + added)}")


def turn_order(combatants: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """The highest total first; ties by the higher MOD, then in the order handed in, which is the GM's (ours).

    RulesError at "combatants.2.total" for a total that is no whole number of −9999 to 9999.
    """
    for index, combatant in enumerate(combatants):
        if combatant.total is not None:
            place = f"combatants.{index}.total"
            checks.whole_number(combatant.total, LOWEST_TOTAL, HIGHEST_TOTAL, place, "Initiative")
        if combatant.mod is not None and type(combatant.mod) is not int:
            raise RulesError("The MOD must be a whole number.", f"combatants.{index}.mod")
    return tuple(sorted(combatants, key=_place))


def _place(combatant: Combatant) -> tuple[bool, int, int]:
    return combatant.total is None, -(combatant.total or 0), -(combatant.mod or 0)
