"""Whoever bears Effects in a fight, Foe or Persona, and the numbers that the Effects change.

Nothing here happens; `effects.py`, `damage.py` and `turns.py` turn one bearer into the next. A number that
nobody typed is None and stays None.
"""

from dataclasses import dataclass, replace

from bestiary.rules import checks
from bestiary.rules.numbers import floor_division
from bestiary.rules.tables import Source
from bestiary.rules.total import Term, Total
from bestiary.rules.two_d12.foe import Foe
from bestiary.rules.two_d12.tables import (
    ENCUMBERED_FEET,
    ENCUMBERED_POINTS,
    FROZEN_CHARGES,
    FROZEN_FEET,
    LEVEL_FACTOR,
    POISONED_CHARGES,
    POISONED_DAMAGE,
    SLOWED_FACTOR,
    STANDING_UP_COST,
    limited,
    limited_or_none,
)
from bestiary.rules.two_d12.words import Effect, Injury

LOWEST = 0
"""Guard, Vitality, Stamina, Motion and damage are never below it."""

_POOLS = ("guard", "max_guard", "vitality", "max_vitality", "stamina", "max_stamina")


@dataclass(frozen=True, slots=True)
class Applied:
    """One Effect on one bearer.

    `exp` and `level` stand in for the bearer's where given. `damage_types` has one word for each stack of
    Exposed or Fortified. `over_load` are the points over Load Capacity (Encumbered), `injury` is the kind of
    injury (Injured). `taken` is what the Effect took so far and gives back when it goes: Stamina (Dazed) or
    maximum Vitality (Shocked). `lasts` counts the Rounds (Ambushed) or the ends of the bearer's turn (Dazed)
    still to come.
    """

    effect: Effect
    charges: int = 1
    exp: int | None = None
    level: int | None = None
    damage_types: tuple[str, ...] = ()
    injury: Injury | None = None
    over_load: int = 0
    taken: int = 0
    lasts: int | None = None


@dataclass(frozen=True, slots=True)
class Bearer:
    """Somebody in a fight: what they have now, at most and normally, and their Effects in order of arrival.

    Points 0 to 9999, Motion in feet. `max_guard_lost` and `max_vitality_lost` are losses of the maximum by
    the splash of others. `guard_maximum`, `vitality_maximum` and `motion` include the Effects; the numbers
    handed in do not. RulesError names the field that is out of its limits.
    """

    name: str = ""
    level: int | None = None
    exp: int | None = None
    guard: int | None = None
    max_guard: int | None = None
    vitality: int | None = None
    max_vitality: int | None = None
    stamina: int | None = None
    max_stamina: int | None = None
    base_motion: int | None = None
    effects: tuple[Applied, ...] = ()
    max_guard_lost: int = 0
    max_vitality_lost: int = 0

    def __post_init__(self):
        limited_or_none("level", self.level, "level", "Level")
        limited_or_none("exp", self.exp, "exp", "EXP")
        for name in _POOLS:
            label = name.replace("max_", "maximum ").capitalize()
            limited_or_none("points", getattr(self, name), name, label)
        limited_or_none("motion", self.base_motion, "base_motion", "Motion in feet")

    @classmethod
    def from_foe(cls, foe: Foe, name: str = "") -> "Bearer":
        """A fresh copy of a Foe: all it has is its maximum. `name` is the copy's own, if it has one."""
        return cls(
            name=name or foe.name,
            level=foe.level,
            exp=foe.exp,
            guard=foe.guard,
            max_guard=foe.guard,
            vitality=foe.vitality,
            max_vitality=foe.vitality,
            stamina=foe.stamina,
            max_stamina=foe.stamina,
            base_motion=foe.motion,
        )

    def applied(self, effect: Effect) -> Applied | None:
        """That Effect as it is on this bearer, None when it is not."""
        return next((applied for applied in self.effects if applied.effect is effect), None)

    def has(self, effect: Effect) -> bool:
        return self.applied(effect) is not None

    def charges(self, effect: Effect) -> int:
        """0 without the Effect."""
        applied = self.applied(effect)
        return applied.charges if applied else 0

    def exp_for(self, effect: Effect) -> int | None:
        """The EXP that counts for an Effect: the one given with it, else the bearer's (ours)."""
        applied = self.applied(effect)
        return self.exp if applied is None or applied.exp is None else applied.exp

    def level_for(self, effect: Effect) -> int | None:
        """The Level that counts for an Effect: the one given with it, else the bearer's (ours)."""
        applied = self.applied(effect)
        return self.level if applied is None or applied.level is None else applied.level

    @property
    def guard_maximum(self) -> int | None:
        """Maximum Guard − Irradiated charges − splash, not below 0 (rule: Irradiated; "at once" ours)."""
        if self.max_guard is None:
            return None
        return max(LOWEST, self.max_guard - self.charges(Effect.IRRADIATED) - self.max_guard_lost)

    @property
    def vitality_maximum(self) -> int | None:
        """Maximum Vitality − what Shocked took so far − splash, not below 0 (rule: Shocked)."""
        if self.max_vitality is None:
            return None
        shocked = self.applied(Effect.SHOCKED)
        taken = shocked.taken if shocked else 0
        return max(LOWEST, self.max_vitality - taken - self.max_vitality_lost)

    @property
    def is_down(self) -> bool:
        """Vitality is known and 0."""
        return self.vitality == LOWEST

    @property
    def motion(self) -> Total | None:
        """Motion in feet with its terms, not below 0 (ours). None when Motion is not known.

        −5 for every full 5 charges (rule: Frozen), −10 for every full 10 points over Load Capacity (rule:
        Encumbered).
        """
        if self.base_motion is None:
            return None
        encumbered = self.applied(Effect.ENCUMBERED)
        over = encumbered.over_load if encumbered else 0
        losses = (
            (Effect.FROZEN, FROZEN_FEET * floor_division(self.charges(Effect.FROZEN), FROZEN_CHARGES)),
            (Effect.ENCUMBERED, ENCUMBERED_FEET * floor_division(over, ENCUMBERED_POINTS)),
        )
        terms = [Term("Motion", self.base_motion)]
        terms += [Term(effect.label, -feet) for effect, feet in losses if feet]
        below = sum(term.value for term in terms)
        if below < LOWEST:
            terms.append(Term("not below 0", -below))
        return Total(tuple(terms), "Motion − Frozen − Encumbered, in feet", Source.GUIDE)

    def stamina_cost(self, points: int) -> int:
        """What something that costs so many Stamina Points costs this bearer: double when Slowed."""
        limited("points", points, "stamina_points", "The cost")
        return points * SLOWED_FACTOR if self.has(Effect.SLOWED) else points

    @property
    def standing_up_cost(self) -> int:
        """Stamina Points to stand up from Collapsed: 1, doubled when Slowed; without them it takes Break."""
        return self.stamina_cost(STANDING_UP_COST)

    @property
    def fatigued_reduction(self) -> int | None:
        """Level × 2 less damage done when Fatigued, else 0; None when the Level is not known."""
        if not self.has(Effect.FATIGUED):
            return 0
        level = self.level_for(Effect.FATIGUED)
        return None if level is None else LEVEL_FACTOR * level

    @property
    def poisoned_reduction(self) -> int:
        """1 less damage done for every full 5 charges of Poisoned."""
        return POISONED_DAMAGE * floor_division(self.charges(Effect.POISONED), POISONED_CHARGES)

    def damage_shift(self, effect: Effect, damage_type: str) -> int | None:
        """Level × 2 for each stack of Exposed or Fortified of that type; None when the Level is not known.

        Types are the same word whatever their capitals and surrounding spaces; damage without one meets none.
        """
        applied, wanted = self.applied(effect), same_type(damage_type)
        stacks = sum(same_type(word) == wanted for word in applied.damage_types) if applied and wanted else 0
        if not stacks:
            return 0
        level = self.level_for(effect)
        return None if level is None else LEVEL_FACTOR * level * stacks

    def with_applied(self, applied: Applied) -> "Bearer":
        """The same bearer with that Effect put in place of its former state, or added at the end."""
        if self.has(applied.effect):
            effects = tuple(applied if old.effect is applied.effect else old for old in self.effects)
        else:
            effects = (*self.effects, applied)
        return replace(self, effects=effects)

    def without(self, effect: Effect) -> "Bearer":
        """The same bearer without that Effect; what it took is not given back here."""
        return replace(self, effects=tuple(old for old in self.effects if old.effect is not effect))

    def settled(self, before: "Bearer") -> "Bearer":
        """Guard and Vitality cut to their maxima; Unconscious added when Vitality has just come to 0.

        `before` is the bearer before the change: who was at 0 already and had been woken stays awake.
        """
        bearer = self
        for name, maximum in (("guard", self.guard_maximum), ("vitality", self.vitality_maximum)):
            now = getattr(bearer, name)
            if now is not None and maximum is not None and now > maximum:
                bearer = replace(bearer, **{name: maximum})
        if bearer.is_down and not before.is_down and not bearer.has(Effect.UNCONSCIOUS):
            bearer = bearer.with_applied(Applied(Effect.UNCONSCIOUS))
        return bearer


def same_type(damage_type: str) -> str:
    """A damage type as it is compared: without surrounding spaces, capitals folded."""
    return damage_type.strip().casefold()


def check_damage_type(damage_type: str, longest: int) -> str:
    """The damage type without surrounding spaces; RulesError at "damage_type" when it is no short text."""
    return checks.short_text(damage_type, longest, "damage_type", "The damage type").strip()
