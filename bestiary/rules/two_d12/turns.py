"""What Effects do at the start of the bearer's turn, in order, and which end with a turn or a Round.

Order (ours): Bleeding, Burning, Panicked, Shocked, then the splash of Irradiated and of Shocked. A bearer
that goes down on the way still suffers the rest.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bestiary.rules.numbers import MINUS, floor_division
from bestiary.rules.two_d12.bearer import Bearer
from bestiary.rules.two_d12.damage import GUARD_NOT_KNOWN, lose_guard_first, lose_vitality, pool_texts
from bestiary.rules.two_d12.effects import Change, count_down
from bestiary.rules.two_d12.tables import EFFECTS, SPLASH_DIVISOR, SPLASH_FEET, SPLASH_LOWEST
from bestiary.rules.two_d12.words import Effect


@dataclass(frozen=True, slots=True)
class TurnEvent:
    """What one Effect did; `amount` is what came off, 0 for the reminder of Panicked."""

    effect: Effect
    amount: int
    text: str


@dataclass(frozen=True, slots=True)
class Splash:
    """Half the charges, for each target within 10 ft that the game master ticks: see `take_splash`."""

    effect: Effect
    amount: int
    text: str


@dataclass(frozen=True, slots=True)
class TurnStart:
    """The bearer after the start of the turn, what happened in order, and what splashes on others."""

    bearer: Bearer
    events: tuple[TurnEvent, ...]
    splashes: tuple[Splash, ...]

    @property
    def went_down(self) -> bool:
        """Whether the bearer is at Vitality 0 now."""
        return self.bearer.is_down


def start_turn(bearer: Bearer) -> TurnStart:
    """Everything that the Effects do when the bearer's turn starts. Charges do not fade (ours)."""
    events = []
    for effect, act in _STARTS:
        charges = bearer.charges(effect)
        if charges:
            bearer, event = act(bearer, charges)
            events.append(event)
    splashes = tuple(splash(effect, bearer.charges(effect)) for effect in _SPLASHES if bearer.has(effect))
    return TurnStart(bearer, tuple(events), splashes)


def splash(effect: Effect, charges: int) -> Splash:
    """Half the charges, rounded down, at least 1 (rules: Irradiated, Shocked; rounding ours)."""
    amount = max(SPLASH_LOWEST, floor_division(charges, SPLASH_DIVISOR))
    loss = f"maximum {_SPLASHES[effect]} {MINUS}{amount}"
    return Splash(effect, amount, f"{effect.label}: {loss} for each chosen target within {SPLASH_FEET} ft")


def take_splash(target: Bearer, splashed: Splash) -> Change:
    """The same loss of a maximum for somebody near: Guard by Irradiated, Vitality by Shocked (ours).

    The target does not bear the Effect itself, so nothing splashes on from it.
    """
    pool = _SPLASHES[splashed.effect]
    if splashed.effect is Effect.IRRADIATED:
        after = replace(target, max_guard_lost=target.max_guard_lost + splashed.amount)
    else:
        after = replace(target, max_vitality_lost=target.max_vitality_lost + splashed.amount)
    before, now = (getattr(who, f"{pool.lower()}_maximum") for who in (target, after))
    loss = f"{MINUS}{splashed.amount}, not tracked" if before is None else f"{before} → {now}"
    return _settled(target, after, f"{splashed.effect.label} splash: maximum {pool} {loss}")


def end_turn(bearer: Bearer) -> Change:
    """The end of the bearer's turn: Dazed ends when this was the next turn after it came."""
    return count_down(bearer, Effect.DAZED) or Change(bearer, "")


def end_round(bearer: Bearer) -> Change:
    """The end of a Round: Ambushed, which lasts 1 Round, ends."""
    return count_down(bearer, Effect.AMBUSHED) or Change(bearer, "")


def _bleeding(bearer: Bearer, charges: int) -> tuple[Bearer, TurnEvent]:
    after, lost = lose_vitality(bearer, charges)
    return after, _event(Effect.BLEEDING, charges, bearer, after, lost)


def _burning(bearer: Bearer, charges: int) -> tuple[Bearer, TurnEvent]:
    after, _, vitality_lost = lose_guard_first(bearer, charges)
    event = _event(Effect.BURNING, charges, bearer, after, vitality_lost)
    if bearer.guard is None:
        event = replace(event, text=f"{event.text}; {GUARD_NOT_KNOWN}")
    return after, event


def _panicked(bearer: Bearer, charges: int) -> tuple[Bearer, TurnEvent]:
    return bearer, TurnEvent(Effect.PANICKED, 0, f"Panicked: {EFFECTS[Effect.PANICKED].text}")


def _shocked(bearer: Bearer, charges: int) -> tuple[Bearer, TurnEvent]:
    applied = bearer.applied(Effect.SHOCKED)
    after = bearer.with_applied(replace(applied, taken=applied.taken + charges))
    if bearer.vitality_maximum is None:
        return after, TurnEvent(
            Effect.SHOCKED, charges, f"Shocked {charges}: maximum Vitality {MINUS}{charges}, not tracked"
        )
    text = f"Shocked {charges}: maximum Vitality {bearer.vitality_maximum} → {after.vitality_maximum}"
    change = _settled(bearer, after, text)
    return change.bearer, TurnEvent(Effect.SHOCKED, charges, change.text)


def _settled(before: Bearer, after: Bearer, text: str) -> Change:
    """With Guard and Vitality cut to the lower maximum, and said if that changed them."""
    after = after.settled(before)
    return Change(after, "; ".join([text, *pool_texts(before, after, 0)]))


def _event(effect: Effect, charges: int, before: Bearer, after: Bearer, vitality_lost: int) -> TurnEvent:
    parts = pool_texts(before, after, vitality_lost) or ["nothing left to lose"]
    return TurnEvent(effect, charges, f"{effect.label} {charges}: {'; '.join(parts)}")


_STARTS: tuple[tuple[Effect, Callable[[Bearer, int], tuple[Bearer, TurnEvent]]], ...] = (
    (Effect.BLEEDING, _bleeding),
    (Effect.BURNING, _burning),
    (Effect.PANICKED, _panicked),
    (Effect.SHOCKED, _shocked),
)
_SPLASHES = {Effect.IRRADIATED: "Guard", Effect.SHOCKED: "Vitality"}
