"""Effects put on and taken off a bearer: caps, charges lost, and what each changes at once.

Every function returns a `Change`: the next bearer and what to tell the table. The bearer that was handed in
is untouched.
"""

from dataclasses import dataclass, replace

from bestiary.rules import checks
from bestiary.rules.errors import RulesError
from bestiary.rules.numbers import floor_division
from bestiary.rules.two_d12.bearer import Applied, Bearer, check_damage_type, same_type
from bestiary.rules.two_d12.foe import LONGEST_DAMAGE_TYPE, TYPED_EFFECTS
from bestiary.rules.two_d12.tables import (
    AMBUSHED_ROUNDS,
    DAZED_TURNS,
    EFFECTS,
    ENCUMBERED_HOURS,
    STACKING,
    limited,
    limited_or_none,
)
from bestiary.rules.two_d12.words import Effect, Injury


@dataclass(frozen=True, slots=True)
class Cap:
    """The most charges of an Effect; None is no cap. `text` gives the reason."""

    limit: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a bearer: `applied` charges came on, `lost` did not; `text` says it for the log."""

    bearer: Bearer
    text: str
    applied: int = 0
    lost: int = 0


def cap(effect: Effect, exp: int | None) -> Cap:
    """The most charges one bearer can have: 1, or EXP × 5, × 10 or ÷ 2 (rule: Effects, "Stacks").

    EXP/2 is rounded down and at least 1; an unknown EXP means no cap (both ours).
    """
    row = STACKING[EFFECTS[effect].stacks]
    if row.per_exp is None:
        return Cap(1, f"{effect.label} doesn't stack")
    limited_or_none("exp", exp, "exp", "EXP")
    if exp is None:
        return Cap(None, f"no cap ({row.label}): EXP is not known")
    limit = max(row.lowest, floor_division(exp * row.per_exp.numerator, row.per_exp.denominator))
    return Cap(limit, f"cap {row.label.replace('EXP', f'EXP {exp}')} = {limit}")


def apply_effect(
    bearer: Bearer,
    effect: Effect,
    charges: int = 1,
    *,
    damage_type: str = "",
    exp: int | None = None,
    level: int | None = None,
    injury: Injury | None = None,
    over_load: int = 0,
    on_own_turn: bool = False,
) -> Change:
    """Put `charges` (1 to 999) of an Effect on the bearer, up to its cap; the rest is lost.

    An Effect that does not stack changes nothing the second time. `exp` and `level` stand in for the bearer's
    from now on. Exposed and Fortified need a `damage_type`, Injured an `injury`; Encumbered takes the points
    `over_load`. `on_own_turn`: it is the bearer's turn now, so Dazed outlasts this turn's end.
    RulesError at "effect", "charges", "damage_type", "exp", "level", "injury" or "over_load".
    """
    checks.member(Effect, effect, "effect", "The Effect")
    limited("charges", charges, "charges", "The number of charges")
    limited_or_none("exp", exp, "exp", "EXP")
    limited_or_none("level", level, "level", "Level")
    limited("points", over_load, "over_load", "The load over Load Capacity")
    damage_type = check_damage_type(damage_type, LONGEST_DAMAGE_TYPE)
    if effect in TYPED_EFFECTS and not damage_type:
        raise RulesError(f"Choose the damage type of {effect.label}.", "damage_type")
    if effect is Effect.INJURED:
        checks.member(Injury, injury, "injury", "The injury")

    old = bearer.applied(effect)
    known_exp = bearer.exp_for(effect) if exp is None else exp
    limit = cap(effect, known_exp)
    before = old.charges if old else 0
    applied = charges if limit.limit is None else max(0, min(charges, limit.limit - before))
    lost = charges - applied
    if not applied:
        return Change(bearer, _text(bearer, effect, before, 0, lost, limit), 0, lost)

    base = old or Applied(
        effect,
        injury=injury if effect is Effect.INJURED else None,
        over_load=over_load if effect is Effect.ENCUMBERED else 0,
        lasts=_lasts(effect, on_own_turn),
    )
    new = replace(
        base,
        charges=before + applied,
        exp=base.exp if exp is None else exp,
        level=base.level if level is None else level,
        damage_types=base.damage_types + (damage_type,) * applied if effect in TYPED_EFFECTS else (),
    )
    after, more = _at_once(bearer, new, known_exp)
    text = _text(bearer, effect, before + applied, applied, lost, limit)
    return Change(after.settled(bearer), f"{text}{more}", applied, lost)


def _lasts(effect: Effect, on_own_turn: bool) -> int | None:
    if effect is Effect.AMBUSHED:
        return AMBUSHED_ROUNDS
    if effect is Effect.DAZED:
        return DAZED_TURNS + on_own_turn
    return None


def _at_once(bearer: Bearer, applied: Applied, exp: int | None) -> tuple[Bearer, str]:
    """The bearer with the Effect on, and what it did at once beyond being there."""
    if applied.effect is Effect.DAZED:
        if exp is None:
            return bearer.with_applied(applied), "; EXP is not known, no Stamina lost"
        if bearer.stamina is None:
            return bearer.with_applied(applied), f"; Stamina −{exp}, not tracked"
        taken = min(exp, bearer.stamina)
        dazed = replace(bearer, stamina=bearer.stamina - taken).with_applied(replace(applied, taken=taken))
        return dazed, f"; Stamina {bearer.stamina} → {dazed.stamina}"
    after = bearer.with_applied(applied)
    if applied.effect is Effect.IRRADIATED and bearer.guard_maximum is not None:
        return after, f"; maximum Guard {bearer.guard_maximum} → {after.guard_maximum}"
    if applied.effect is Effect.INJURED:
        return after, f"; {applied.injury.label} injury"
    return after, ""


def _text(bearer: Bearer, effect: Effect, now: int, applied: int, lost: int, limit: Cap) -> str:
    stacks = STACKING[EFFECTS[effect].stacks].per_exp is not None
    if not stacks:
        return effect.label if applied else f"{effect.label} again: nothing changes, it doesn't stack"
    text = f"{effect.label} +{applied} = {now}"
    if lost:
        return f"{text}, {lost} lost: {limit.text}"
    return f"{text}, {limit.text}" if limit.limit is None else text


def remove_effect(
    bearer: Bearer,
    effect: Effect,
    charges: int | None = None,
    *,
    damage_type: str = "",
) -> Change:
    """Take an Effect off, whole or so many `charges`, the latest stacks first.

    With a `damage_type` only stacks of that type go. With the last charge Dazed gives its Stamina back, up to
    the maximum, and Shocked the maximum Vitality (both ours); Guard and Vitality themselves do not come back.
    Nothing happens where the Effect is not there. RulesError at "effect", "charges" or "damage_type".
    """
    checks.member(Effect, effect, "effect", "The Effect")
    if charges is not None:
        limited("charges", charges, "charges", "The number of charges")
    wanted = same_type(check_damage_type(damage_type, LONGEST_DAMAGE_TYPE))
    applied = bearer.applied(effect)
    if applied is None:
        return Change(bearer, f"{effect.label} is not there")
    kept, gone = list(applied.damage_types), applied.charges if charges is None else charges
    if effect in TYPED_EFFECTS:
        places = [place for place, word in enumerate(kept) if not wanted or same_type(word) == wanted]
        going = set(places[-gone:])
        kept = [word for place, word in enumerate(kept) if place not in going]
        gone = len(going)
    left = max(0, applied.charges - gone)
    if left:
        new = replace(applied, charges=left, damage_types=tuple(kept))
        return Change(bearer.with_applied(new), f"{effect.label} {applied.charges} → {left}")
    return _without(bearer, applied)


def _without(bearer: Bearer, applied: Applied) -> Change:
    after, text = bearer.without(applied.effect), f"{applied.effect.label} ends"
    if applied.effect is Effect.DAZED and applied.taken and bearer.stamina is not None:
        stamina = bearer.stamina + applied.taken
        if bearer.max_stamina is not None:
            stamina = max(bearer.stamina, min(stamina, bearer.max_stamina))
        after, text = replace(after, stamina=stamina), f"{text}; Stamina {bearer.stamina} → {stamina}"
    if after.vitality_maximum != bearer.vitality_maximum:
        text = f"{text}; maximum Vitality {bearer.vitality_maximum} → {after.vitality_maximum}"
    if after.guard_maximum != bearer.guard_maximum:
        text = f"{text}; maximum Guard {bearer.guard_maximum} → {after.guard_maximum}"
    return Change(after, text)


def set_over_load(bearer: Bearer, points: int) -> Change:
    """How many points an Encumbered bearer now is over Load Capacity; RulesError at "over_load"."""
    limited("points", points, "over_load", "The load over Load Capacity")
    applied = bearer.applied(Effect.ENCUMBERED)
    if applied is None:
        raise RulesError("Only an Encumbered bearer is over Load Capacity.", "over_load")
    after = bearer.with_applied(replace(applied, over_load=points))
    return Change(after, f"Encumbered, {points} over Load Capacity")


def encumbered_injuries(hours: int) -> int:
    """Trivial injuries of an Encumbered bearer after so many whole hours: one for each (rule: Encumbered)."""
    return floor_division(limited("hours", hours, "hours", "The hours"), ENCUMBERED_HOURS)


def count_down(bearer: Bearer, effect: Effect) -> Change | None:
    """One Round (Ambushed) or end of turn (Dazed) less; the Effect ends at none. None when nothing counts."""
    applied = bearer.applied(effect)
    if applied is None or applied.lasts is None:
        return None
    if applied.lasts > 1:
        after = bearer.with_applied(replace(applied, lasts=applied.lasts - 1))
        return Change(after, f"{effect.label} goes on")
    return _without(bearer, applied)
