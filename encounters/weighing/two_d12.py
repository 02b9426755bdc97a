"""A threat made ready to show: one shape for the live pane, the page, the shared page, the list and the PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from bestiary.rules.errors import RulesError
from bestiary.rules.two_d12 import THREAT_LEVELS, Rank, ThreatLevel, ThreatLevelRow
from encounters.rules.two_d12 import THREAT_CUTS, FoeLine, Threat, ThreatCuts, ThreatLineChange, threat
from encounters.weighing.scale import Step, steps


class Cut(NamedTuple):
    """Where a level ends: `cut` for each Persona, `limit` for those who take part; None for Deadly: it has no end."""

    level: ThreatLevel
    cut: Fraction | None
    limit: Fraction | None


@dataclass(frozen=True, slots=True)
class GaugedLine:
    """A line of the sum and what changing it does. `row` is its number in the form, or its place in the encounter."""

    row: int
    name: str
    rank: Rank
    count: int
    threat_per_foe: Fraction
    subtotal: Fraction
    change: ThreatLineChange


@dataclass(frozen=True, slots=True)
class Gauge:
    """A threat with its lines and the threat level of the place, or the reason why there is none."""

    threat: Threat | None
    place: ThreatLevelRow | None = None
    lines: tuple[GaugedLine, ...] = ()
    problem: str = ""

    @property
    def scale(self) -> tuple[Step, ...]:
        """The four threat levels, the lowest first."""
        return steps(ThreatLevel, self.threat.shown_level if self.threat else None)

    @property
    def mark(self) -> str:
        """The shape of the threat level: as many filled diamonds as its place on the scale of four."""
        return next((step.mark for step in self.scale if step.is_current), "")

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """Where each level ends, the lowest first."""
        if self.threat is None:
            return ()
        bounded = zip(ThreatLevel, self.threat.limits, strict=False)
        ends = [Cut(level, self.threat.cuts.of(level), limit) for level, limit in bounded]
        return (*ends, Cut(ThreatLevel.DEADLY, None, None))

    @property
    def foe_count(self) -> int:
        return sum(line.count for line in self.lines)

    @property
    def spoken(self) -> str:
        """What the live region says."""
        if self.threat is None:
            return self.problem
        if not self.threat.is_overruled:
            return self.threat.text
        return f"{self.threat.text}. Your own word: {self.threat.shown_level.label}"


def gauge(
    personas: int,
    foes: Sequence[FoeLine],
    cuts: ThreatCuts = THREAT_CUTS,
    gm_level: str = "",
    *,
    place_level: str = "",
    rows: Sequence[int] | None = None,
) -> Gauge:
    """Weigh the Foes against the Personas; `rows` are the lines' numbers, 0, 1, 2 … unless given."""
    place = THREAT_LEVELS[ThreatLevel(place_level)] if place_level else None
    try:
        result = threat(personas, foes, cuts, gm_level)
    except RulesError as error:
        return Gauge(None, place, problem=str(error))
    numbers = range(len(foes)) if rows is None else rows
    lines = tuple(
        GaugedLine(
            row=row,
            name=term.name,
            rank=term.rank,
            count=term.count,
            threat_per_foe=term.threat_per_foe,
            subtotal=term.subtotal,
            change=change,
        )
        for row, term, change in zip(numbers, result.terms, result.lines, strict=True)
    )
    return Gauge(result, place, lines)


def personas_text(personas: int) -> str:
    """Say who takes part: "4 Personas", "no Personas"."""
    return "1 Persona" if personas == 1 else f"{personas or 'no'} Personas"
