"""Damage and healing, each with the sum that led there.

Order (ours, except that Guard stands before Vitality): the damage as rolled, less the attacker's Fatigued and
Poisoned, not under 0; plus Exposed, less Fortified, not under 0; off Guard first, the rest off Vitality.
"""

from dataclasses import dataclass, replace

from bestiary.rules.numbers import MINUS
from bestiary.rules.two_d12.bearer import LOWEST, Bearer, check_damage_type
from bestiary.rules.two_d12.foe import LONGEST_DAMAGE_TYPE
from bestiary.rules.two_d12.tables import limited
from bestiary.rules.two_d12.words import Effect

GUARD_NOT_KNOWN = "Guard is not known, counted as 0"


@dataclass(frozen=True, slots=True)
class DamageStep:
    """One line of the explanation: "Fatigued" −4, damage now 6."""

    label: str
    change: int
    result: int


@dataclass(frozen=True, slots=True)
class DamageResult:
    """What a hit did.

    `dealt` leaves the attacker, `taken` arrives after Exposed and Fortified; both 0 or more. `guard_lost` and
    `vitality_lost` come off; where Vitality is not known, `vitality_lost` is what would. `notes` say what
    could not be counted.
    """

    bearer: Bearer
    steps: tuple[DamageStep, ...]
    dealt: int
    taken: int
    guard_lost: int
    vitality_lost: int
    went_down: bool
    notes: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class HealResult:
    """What healing did; `offers_to_wake`: Vitality is above 0 and Unconscious can now be removed (ours)."""

    bearer: Bearer
    healed: int
    offers_to_wake: bool
    text: str


def take_damage(
    bearer: Bearer,
    amount: int,
    damage_type: str = "",
    attacker: Bearer | None = None,
) -> DamageResult:
    """A hit of `amount` (0 to 9999) on the bearer, by an attacker whose Effects count if handed in.

    RulesError at "amount" or "damage_type".
    """
    limited("points", amount, "amount", "The damage")
    damage_type = check_damage_type(damage_type, LONGEST_DAMAGE_TYPE)
    notes: list[str] = []
    steps = [DamageStep(damage_type or "damage", amount, amount)]
    if attacker is not None:
        _step(steps, notes, "Fatigued", attacker.fatigued_reduction, -1)
        _step(steps, notes, "Poisoned", attacker.poisoned_reduction, -1)
        _floor(steps)
    dealt = steps[-1].result
    _step(steps, notes, "Exposed", bearer.damage_shift(Effect.EXPOSED, damage_type), 1)
    _step(steps, notes, "Fortified", bearer.damage_shift(Effect.FORTIFIED, damage_type), -1)
    _floor(steps)
    taken = steps[-1].result

    after, guard_lost, vitality_lost = lose_guard_first(bearer, taken)
    if taken and bearer.guard is None:
        notes.append(GUARD_NOT_KNOWN)
    parts = [_sum_text(steps), *pool_texts(bearer, after, vitality_lost), *notes]
    went_down = after.is_down and not bearer.is_down
    if went_down:
        parts.append("Unconscious")
    return DamageResult(
        after,
        tuple(steps),
        dealt,
        taken,
        guard_lost,
        vitality_lost,
        went_down,
        tuple(notes),
        "; ".join(parts),
    )


def _step(steps: list[DamageStep], notes: list[str], label: str, points: int | None, sign: int) -> None:
    if points is None:
        notes.append(f"{label} is not counted: the Level is not known")
    elif points:
        steps.append(DamageStep(label, sign * points, steps[-1].result + sign * points))


def _floor(steps: list[DamageStep]) -> None:
    result = steps[-1].result
    if result < LOWEST:
        steps.append(DamageStep("not under 0", -result, LOWEST))


def _sum_text(steps: list[DamageStep]) -> str:
    """ "10 fire − Fatigued 4 + Exposed 6 = 12"; just "10 fire" when nothing changed it."""
    first, *rest = steps
    text = f"{first.result} {first.label}"
    if not rest:
        return text
    for step in rest:
        if step.label == "not under 0":
            text += ", not under 0"
        else:
            text += f" {'+' if step.change > 0 else MINUS} {step.label} {abs(step.change)}"
    return f"{text} = {steps[-1].result}"


def pool_texts(before: Bearer, after: Bearer, vitality_lost: int) -> list[str]:
    """ "Guard 5 → 0", "Vitality 9 → 7" for what changed; "Vitality −2, not tracked" where it is unknown."""
    texts = []
    if before.guard != after.guard:
        texts.append(f"Guard {before.guard} → {after.guard}")
    if before.vitality != after.vitality:
        texts.append(f"Vitality {before.vitality} → {after.vitality}")
    elif before.vitality is None and vitality_lost:
        texts.append(f"Vitality {MINUS}{vitality_lost}, not tracked")
    return texts


def lose_guard_first(bearer: Bearer, points: int) -> tuple[Bearer, int, int]:
    """Points off Guard, the excess off Vitality: the next bearer, the Guard lost, the Vitality lost."""
    guard_lost = min(points, bearer.guard or 0)
    if guard_lost:
        bearer = replace(bearer, guard=bearer.guard - guard_lost)
    after, vitality_lost = lose_vitality(bearer, points - guard_lost)
    return after, guard_lost, vitality_lost


def lose_vitality(bearer: Bearer, points: int) -> tuple[Bearer, int]:
    """Points straight off Vitality, not below 0: the next bearer and the Vitality lost; 0 is Unconscious."""
    if bearer.vitality is None:
        return bearer, points
    lost = min(points, bearer.vitality)
    return replace(bearer, vitality=bearer.vitality - lost).settled(bearer), lost


def heal(bearer: Bearer, amount: int) -> HealResult:
    """Vitality + `amount` (0 to 9999), up to the maximum as it is now. Unconscious stays until removed.

    RulesError at "amount".
    """
    limited("points", amount, "amount", "The healing")
    if bearer.vitality is None:
        return HealResult(bearer, amount, bearer.has(Effect.UNCONSCIOUS), f"Vitality +{amount}, not tracked")
    maximum = bearer.vitality_maximum
    highest = bearer.vitality + amount if maximum is None else max(bearer.vitality, maximum)
    after = replace(bearer, vitality=min(bearer.vitality + amount, highest))
    wake = after.vitality > LOWEST and after.has(Effect.UNCONSCIOUS)
    text = f"Vitality {bearer.vitality} → {after.vitality}"
    if wake:
        text = f"{text}; Unconscious can be removed"
    return HealResult(after, after.vitality - bearer.vitality, wake, text)
