"""A Foe: what the game master types, and the card that is printed from it. No stat formula is invented."""

from dataclasses import dataclass
from fractions import Fraction

from bestiary.rules import checks
from bestiary.rules.dice import Dice
from bestiary.rules.errors import DiceError, OutOfRange, RulesError
from bestiary.rules.numbers import minus, mixed, signed
from bestiary.rules.two_d12.checks import Odds, threshold_odds
from bestiary.rules.two_d12.tables import EFFECTS, LIMITS, RANKS, TRAITS, EffectRow, limited, limited_or_none
from bestiary.rules.two_d12.words import Effect, Rank, Stacking, SuccessRule, Trait

LONGEST_NAME = 80
LONGEST_DAMAGE = 80
LONGEST_DAMAGE_TYPE = 40
LONGEST_EFFECT_NOTE = 200
LONGEST_NOTES = 2_000

NOT_KNOWN = "—"
"""Printed where a number was not typed."""

TYPED_EFFECTS = frozenset({Effect.EXPOSED, Effect.FORTIFIED})
"""The Effects that are about a chosen damage type."""


@dataclass(frozen=True, slots=True)
class TraitMods:
    """The MODs of the nine Traits, −99 to 99 each, in the game's order; None is not typed."""

    agility: int | None = None
    control: int | None = None
    insight: int | None = None
    might: int | None = None
    resist: int | None = None
    sneak: int | None = None
    study: int | None = None
    tinker: int | None = None
    track: int | None = None

    def of(self, trait: Trait) -> int | None:
        return getattr(self, trait.value)

    def check(self, field: str) -> None:
        for trait in Trait:
            limited_or_none("trait_mod", self.of(trait), f"{field}.{trait}", f"The MOD of {trait.label}")


@dataclass(frozen=True, slots=True)
class CausedEffect:
    """An Effect that the Foe causes: 1 to 999 charges where they stack, a damage type where one is chosen.

    The type may stay open for the game master to choose at the table; `note` says when and how.
    """

    effect: Effect
    charges: int = 1
    damage_type: str = ""
    note: str = ""

    def __post_init__(self):
        object.__setattr__(self, "effect", checks.known(Effect, self.effect))

    def check(self, field: str) -> None:
        checks.member(Effect, self.effect, f"{field}.effect", "The Effect")
        limited("charges", self.charges, f"{field}.charges", "The number of charges")
        if self.charges > 1 and not self.stacks:
            raise OutOfRange(f"{self.effect.label} doesn't stack: 1 charge.", f"{field}.charges")
        place = f"{field}.damage_type"
        checks.short_text(self.damage_type, LONGEST_DAMAGE_TYPE, place, "The damage type")
        if self.damage_type.strip() and self.effect not in TYPED_EFFECTS:
            raise RulesError(f"{self.effect.label} has no damage type.", place)
        checks.short_text(self.note, LONGEST_EFFECT_NOTE, f"{field}.note", "The note")

    @property
    def stacks(self) -> bool:
        """Whether charges of this Effect add up."""
        return EFFECTS[self.effect].stacks is not Stacking.NO


@dataclass(frozen=True, slots=True)
class Foe:
    """All choices for one Foe. Only name and rank are needed; None is a number that nobody typed.

    Level and EXP 0 to 99; Guard, Vitality and Stamina 0 to 9999; Motion 0 to 9999 feet; `damage` is free text
    ("6", "2d12+3"). Whatever breaks a hard limit raises RulesError with its field ("traits.agility",
    "effects.0.charges").
    """

    name: str
    rank: Rank
    level: int | None = None
    exp: int | None = None
    guard: int | None = None
    vitality: int | None = None
    stamina: int | None = None
    motion: int | None = None
    traits: TraitMods = TraitMods()
    damage: str = ""
    damage_type: str = ""
    notes: str = ""
    effects: tuple[CausedEffect, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "rank", checks.known(Rank, self.rank))
        object.__setattr__(self, "effects", tuple(self.effects))
        checks.visible_text(self.name, LONGEST_NAME, "name", "The name")
        checks.member(Rank, self.rank, "rank", "The rank")
        limited_or_none("level", self.level, "level", "Level")
        limited_or_none("exp", self.exp, "exp", "EXP")
        for name in ("guard", "vitality", "stamina"):
            limited_or_none("points", getattr(self, name), name, name.capitalize())
        limited_or_none("motion", self.motion, "motion", "Motion in feet")
        self.traits.check("traits")
        checks.short_text(self.damage, LONGEST_DAMAGE, "damage", "The damage")
        checks.short_text(self.damage_type, LONGEST_DAMAGE_TYPE, "damage_type", "The damage type")
        checks.short_text(self.notes, LONGEST_NOTES, "notes", "The notes")
        checks.at_most(self.effects, LIMITS["caused_effects"][1], "effects", "Effects")
        for index, caused in enumerate(self.effects):
            caused.check(f"effects.{index}")


@dataclass(frozen=True, slots=True)
class CardNumber:
    """One number of the card: "Guard 12", "Motion 30 ft"; `text` is a dash when it was not typed."""

    label: str
    value: int | None
    text: str


@dataclass(frozen=True, slots=True)
class TraitCheck:
    """A Trait of the Foe with the odds of its check against each Threshold.

    `odds` is None when the MOD was not typed. `adept` are the odds with EXP added, None when the EXP is
    unknown or 0 and so changes nothing; the GM knows in what the Foe is Adept.
    """

    trait: Trait
    label: str
    text: str
    mod: int | None
    mod_text: str
    odds: tuple[Odds, ...] | None
    adept_bonus: int | None
    adept_text: str
    adept: tuple[Odds, ...] | None


@dataclass(frozen=True, slots=True)
class EffectLine:
    """A caused Effect as printed: its row of the Effects table, and "4 charges, fire, on a hit"."""

    row: EffectRow
    charges: int
    text: str


@dataclass(frozen=True, slots=True)
class FoeCard:
    """Everything that the page, the encounter and the PDF show of a Foe."""

    foe: Foe
    rank_label: str
    threat: Fraction
    threat_text: str
    numbers: tuple[CardNumber, ...]
    damage_text: str
    trait_checks: tuple[TraitCheck, ...]
    effects: tuple[EffectLine, ...]
    success_rule: SuccessRule

    @property
    def name(self) -> str:
        return self.foe.name

    @property
    def damage_range(self) -> str:
        """ "3 to 13, 8 on average" where the damage is dice; "" for other words."""
        try:
            dice = Dice.parse(self.foe.damage)
        except DiceError:
            return ""
        return f"{minus(dice.minimum)} to {minus(dice.maximum)}, {mixed(dice.average)} on average"

    @property
    def typed_numbers(self) -> tuple[CardNumber, ...]:
        """Only what was typed, for a short line."""
        return tuple(number for number in self.numbers if number.value is not None)

    @property
    def untyped_traits(self) -> tuple[TraitCheck, ...]:
        """The Traits whose MOD is left open."""
        return tuple(check for check in self.trait_checks if check.mod is None)

    @property
    def typed_checks(self) -> tuple[TraitCheck, ...]:
        """Only the Traits with a MOD."""
        return tuple(check for check in self.trait_checks if check.mod is not None)


def foe_card(foe: Foe, rule: SuccessRule = SuccessRule.REACH) -> FoeCard:
    """Everything printable of a Foe; `rule` is how the table reads a Threshold (≥ or >)."""
    row = RANKS[foe.rank]
    damage = (foe.damage.strip(), foe.damage_type.strip())
    return FoeCard(
        foe=foe,
        rank_label=row.name,
        threat=row.threat,
        threat_text=row.threat_text,
        numbers=_numbers(foe),
        damage_text=" ".join(part for part in damage if part),
        trait_checks=tuple(trait_check(foe, trait, rule) for trait in Trait),
        effects=tuple(_effect_line(caused) for caused in foe.effects),
        success_rule=rule,
    )


def threat_per_foe(rank: Rank) -> Fraction:
    """The threat of one Foe of that rank: ½, 1, 2, 2, 3, 5 (rule: threat per Foe)."""
    return RANKS[rank].threat


def trait_check(foe: Foe, trait: Trait, rule: SuccessRule = SuccessRule.REACH) -> TraitCheck:
    """The odds of one of the nine Trait Checks, plain and as an Adept."""
    mod, exp = foe.traits.of(trait), foe.exp
    adept = mod + exp if mod is not None and exp else None
    return TraitCheck(
        trait=trait,
        label=trait.label,
        text=TRAITS[trait].text,
        mod=mod,
        mod_text=NOT_KNOWN if mod is None else signed(mod),
        odds=None if mod is None else threshold_odds(mod, rule),
        adept_bonus=adept,
        adept_text="" if adept is None else signed(adept),
        adept=None if adept is None else threshold_odds(adept, rule),
    )


def _numbers(foe: Foe) -> tuple[CardNumber, ...]:
    pairs = (
        ("Level", foe.level),
        ("EXP", foe.exp),
        ("Guard", foe.guard),
        ("Vitality", foe.vitality),
        ("Stamina", foe.stamina),
        ("Motion", foe.motion),
    )
    return tuple(CardNumber(label, value, _number_text(label, value)) for label, value in pairs)


def _number_text(label: str, value: int | None) -> str:
    if value is None:
        return NOT_KNOWN
    return f"{value} ft" if label == "Motion" else str(value)


def _effect_line(caused: CausedEffect) -> EffectLine:
    charges = f"{caused.charges} charge{'' if caused.charges == 1 else 's'}" if caused.stacks else ""
    parts = (charges, caused.damage_type.strip(), caused.note.strip())
    return EffectLine(EFFECTS[caused.effect], caused.charges, ", ".join(part for part in parts if part))
