"""Chance, rests and injuries of a Persona (rules: Chance, Complication, Light Rest, Full Rest).

A rest touches Chance and injuries and nothing else. Every function returns the next Persona and what to tell
the table; the Persona handed in is untouched.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bestiary.rules import checks
from bestiary.rules.errors import OutOfRange, RulesError
from bestiary.rules.two_d12 import COMPLICATIONS, HARMFUL_RESTS, LIGHT_REST_CHANCE, LIMITS, Injury

LONGEST_NOTE = 200


@dataclass(frozen=True, slots=True)
class SufferedInjury:
    """One injury. `full_rests` counts the Full Rests in a row 0 to 2, only for Harmful ones."""

    kind: Injury
    note: str = ""
    full_rests: int = 0

    def __post_init__(self):
        object.__setattr__(self, "kind", checks.known(Injury, self.kind))

    @property
    def text(self) -> str:
        """ "Harmful: broken arm (1/3)"."""
        note = f": {self.note.strip()}" if self.note.strip() else ""
        return f"{self.kind.label}{note}{self.progress}"

    @property
    def progress(self) -> str:
        """ " (1/3)" for a Harmful injury, "" for others."""
        return f" ({self.full_rests}/{HARMFUL_RESTS})" if self.kind is Injury.HARMFUL else ""


@dataclass(frozen=True, slots=True)
class Persona:
    """What Chance and rests are about.

    `exp` is 0 to 99 or None where nobody typed it; then Chance has no maximum. `chance` is what is left,
    never above EXP. RulesError at "exp", "chance", "injuries.0.kind" and the like.
    """

    exp: int | None = None
    chance: int = 0
    injuries: tuple[SufferedInjury, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "injuries", tuple(self.injuries))
        lowest, highest = LIMITS["exp"]
        if self.exp is not None:
            checks.whole_number(self.exp, lowest, highest, "exp", "EXP")
        checks.whole_number(self.chance, 0, highest if self.exp is None else self.exp, "chance", "Chance")
        checks.at_most(self.injuries, LIMITS["injuries"][1], "injuries", "injuries")
        for index, injury in enumerate(self.injuries):
            place = f"injuries.{index}"
            checks.member(Injury, injury.kind, f"{place}.kind", "The injury")
            checks.short_text(injury.note, LONGEST_NOTE, f"{place}.note", "The note")
            counted = HARMFUL_RESTS - 1 if injury.kind is Injury.HARMFUL else 0
            checks.whole_number(injury.full_rests, 0, counted, f"{place}.full_rests", "Full Rests in a row")

    @classmethod
    def rested(cls, exp: int | None) -> "Persona":
        """With all Chance, as many charges as EXP, and unhurt."""
        return cls(exp, exp or 0)


@dataclass(frozen=True, slots=True)
class RestResult:
    """After a rest: the Persona, the Chance that came back, what healed, and it all as one line."""

    persona: Persona
    chance_back: int
    healed: tuple[SufferedInjury, ...]
    text: str


@dataclass(frozen=True, slots=True)
class ChanceUse:
    """After spending Chance: the check is a success; `complication` is "" when it has yet to be named."""

    persona: Persona
    complication: str
    text: str

    @property
    def asks_complication(self) -> bool:
        """The Game Master has yet to name it."""
        return not self.complication

    @property
    def suggestions(self) -> tuple[str, ...]:
        """The examples of the text."""
        return tuple(row.text for row in COMPLICATIONS)


def light_rest(persona: Persona) -> RestResult:
    """1 Chance charge back, up to EXP; Trivial injuries heal (rule: Light Rest)."""
    highest = LIMITS["exp"][1] if persona.exp is None else persona.exp
    chance = min(persona.chance + LIGHT_REST_CHANCE, highest)
    return _rested(persona, "Light Rest", chance, [(one, _after_light_rest(one)) for one in persona.injuries])


def full_rest(persona: Persona) -> RestResult:
    """All Chance back; Trivial injuries heal, Harmful ones after 3 Full Rests in a row (rule: Full Rest).

    Grave ones stay until the Game Master removes them (ours). With an unknown EXP Chance stays and the text
    says so.
    """
    chance = persona.chance if persona.exp is None else persona.exp
    result = _rested(persona, "Full Rest", chance, [(one, _after_full_rest(one)) for one in persona.injuries])
    if persona.exp is None:
        return replace(result, text=f"{result.text}; EXP is not known, set the Chance by hand")
    return result


def _after_light_rest(injury: SufferedInjury) -> SufferedInjury | None:
    """The injury as it is then, None when healed."""
    return None if injury.kind is Injury.TRIVIAL else injury


def _after_full_rest(injury: SufferedInjury) -> SufferedInjury | None:
    """The injury as it is then, None when healed."""
    if injury.kind is not Injury.HARMFUL:
        return _after_light_rest(injury)
    full_rests = injury.full_rests + 1
    return None if full_rests >= HARMFUL_RESTS else replace(injury, full_rests=full_rests)


def _rested(
    persona: Persona,
    name: str,
    chance: int,
    injuries: Sequence[tuple[SufferedInjury, SufferedInjury | None]],
) -> RestResult:
    """`injuries` are pairs of before and after."""
    healed = tuple(before for before, after in injuries if after is None)
    left = tuple(after for _, after in injuries if after is not None)
    back = chance - persona.chance
    text = f"{name}: Chance {persona.chance} → {chance}" if back else f"{name}: Chance stays {chance}"
    if healed:
        text += f"; healed {', '.join(injury.kind.label for injury in healed)}"
    return RestResult(replace(persona, chance=chance, injuries=left), back, healed, text)


def break_row(persona: Persona, index: int | None = None) -> Persona:
    """The row of Full Rests is broken: Harmful injuries count from 0 again, all of them or one by its place.

    OutOfRange at "injury" for a place that is not there.
    """
    if index is not None:
        _check_place(persona, index)
    injuries = tuple(
        replace(injury, full_rests=0) if index is None or place == index else injury
        for place, injury in enumerate(persona.injuries)
    )
    return replace(persona, injuries=injuries)


def add_injury(persona: Persona, kind: Injury, note: str = "") -> Persona:
    """One more injury at the end; a Harmful one starts at 0 Full Rests. RulesError names its place."""
    return replace(persona, injuries=(*persona.injuries, SufferedInjury(kind, note)))


def remove_injury(persona: Persona, index: int) -> Persona:
    """Without the injury at that place: how the Game Master ends a Grave one. OutOfRange at "injury"."""
    _check_place(persona, index)
    injuries = persona.injuries[:index] + persona.injuries[index + 1 :]
    return replace(persona, injuries=injuries)


def spend_chance(persona: Persona, *, succeeded: bool, complication: str = "") -> ChanceUse:
    """One charge makes a failed Trait Check a success and brings a Complication (rule: Chance).

    `succeeded` is how the check came out. RulesError at "chance" after a success or without a charge left, at
    "complication" when that is too long.
    """
    if succeeded:
        raise RulesError("Chance is only for a failed Trait Check.", "chance")
    if not persona.chance:
        raise RulesError("No Chance charge is left.", "chance")
    complication = checks.short_text(complication, LONGEST_NOTE, "complication", "The Complication").strip()
    after = replace(persona, chance=persona.chance - 1)
    text = f"Chance {persona.chance} → {after.chance}: the check succeeds; Complication"
    return ChanceUse(after, complication, f"{text}: {complication}" if complication else f"{text} to come")


def _check_place(persona: Persona, index: int) -> None:
    if type(index) is not int or not 0 <= index < len(persona.injuries):
        raise OutOfRange("There is no such injury.", "injury")
