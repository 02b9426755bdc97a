"""How dangerous an encounter is: the threat of all Foes against the Personas who take part.

The text gives the threat of a Foe and four threat levels but never compares them. The comparison is ours: up
to ½ per Persona Low, up to 1 Moderate, up to 1½ High, above Deadly, and every table may move these cuts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple
from unicodedata import normalize

from bestiary.rules import checks
from bestiary.rules.errors import OutOfRange, RulesError
from bestiary.rules.numbers import mixed
from bestiary.rules.tables import Source
from bestiary.rules.two_d12 import LIMITS, RANKS, THREAT_PER_PERSONA, Rank, ThreatLevel

HIGHEST_CUT = 99
LONGEST_CUT_TEXT = 20

_CUT_LEVELS = tuple(THREAT_PER_PERSONA)
# A whole or decimal number, a fraction, or a whole number, space and fraction.
_CUT = re.compile(
    r"(?:([0-9]{1,2})(?:[.,]([0-9]{1,3}))?)?"
    r"(?:(?:^|(?<=[0-9])\s+)([0-9]{1,3})\s*/\s*([0-9]{1,3}))?"
)
_GLYPH = re.compile("[¼½¾⅐-⅞]")


@dataclass(frozen=True, slots=True)
class ThreatCuts:
    """The most threat for each Persona that is still Low, Moderate and High: fractions above 0, rising.

    At most 99. RulesError at "cuts.low", "cuts.moderate" or "cuts.high".
    """

    low: Fraction
    moderate: Fraction
    high: Fraction

    def __post_init__(self):
        lower = Fraction(0)
        for level in _CUT_LEVELS:
            cut, field = getattr(self, level.value), f"cuts.{level}"
            if type(cut) not in (int, Fraction) or not 0 < cut <= HIGHEST_CUT:
                raise OutOfRange(f"The cut of {level.label} must be above 0, at most {HIGHEST_CUT}.", field)
            if cut <= lower:
                raise RulesError(f"The cut of {level.label} must be above the {mixed(lower)} before.", field)
            lower = Fraction(cut)
            object.__setattr__(self, level.value, lower)

    @classmethod
    def parse(cls, low: str, moderate: str, high: str) -> "ThreatCuts":
        """The cuts from texts such as "1/2", "½", "1½" or "0.5"; RulesError at the one that is none."""
        texts = zip(_CUT_LEVELS, (low, moderate, high), strict=True)
        return cls(*(parse_cut(text, f"cuts.{level}") for level, text in texts))

    def of(self, level: ThreatLevel) -> Fraction:
        """The cut of Low, Moderate or High; Deadly has none."""
        return getattr(self, level.value)


THREAT_CUTS = ThreatCuts(*THREAT_PER_PERSONA.values())


@dataclass(frozen=True, slots=True)
class FoeLine:
    """A line of an encounter: `count` Foes (1 to 99) of one rank. `threat` checks it, knowing its place."""

    rank: Rank
    count: int = 1
    name: str = ""

    def __post_init__(self):
        object.__setattr__(self, "rank", checks.known(Rank, self.rank))


class ThreatTerm(NamedTuple):
    """One line of the sum."""

    count: int
    threat_per_foe: Fraction
    subtotal: Fraction
    rank: Rank
    name: str

    @property
    def text(self) -> str:
        """ "4 × ½"."""
        return f"{self.count} × {mixed(self.threat_per_foe)}"


class ThreatOutcome(NamedTuple):
    """What the encounter would be with `count` Foes on one line, the other lines as they are."""

    count: int
    threat: Fraction
    threat_level: ThreatLevel | None
    missing: str

    @property
    def text(self) -> str:
        """ "4½ → High", or "no Foes"."""
        return f"{mixed(self.threat)} → {self.threat_level.label}" if self.threat_level else self.missing


class ThreatLineChange(NamedTuple):
    """`one_more` is None at 99 Foes; `one_less` takes the line away at one."""

    one_more: ThreatOutcome | None
    one_less: ThreatOutcome


@dataclass(frozen=True, slots=True)
class Threat:
    """The gauge of an encounter and all that explains it.

    `threat` is the exact sum. `threat_level` is what the sum says, None when `missing` says "no Foes", "no
    Personas" or both. `gm_level` is the game master's own word, which `shown_level` prefers. `limits` are the
    cuts times the Personas. `terms` and `lines` have one entry for each line handed in.
    """

    personas: int
    threat: Fraction
    threat_level: ThreatLevel | None
    gm_level: ThreatLevel | None
    missing: str
    limits: tuple[Fraction, Fraction, Fraction]
    cuts: ThreatCuts
    text: str
    terms: tuple[ThreatTerm, ...]
    lines: tuple[ThreatLineChange, ...]
    source: Source = Source.OURS

    @property
    def shown_level(self) -> ThreatLevel | None:
        """The game master's word if there is one, else the computed level; None without Foes or Personas."""
        return None if self.missing else self.gm_level or self.threat_level

    @property
    def is_overruled(self) -> bool:
        """The game master's word differs from the sum."""
        return self.gm_level is not None and self.shown_level != self.threat_level

    @property
    def cuts_are_ours(self) -> bool:
        """The suggested cuts, not some of the table's own."""
        return self.cuts == THREAT_CUTS


def threat(
    personas: int,
    foes: Sequence[FoeLine],
    cuts: ThreatCuts = THREAT_CUTS,
    gm_level: ThreatLevel | None = None,
) -> Threat:
    """The threat of an encounter: Σ count × threat per Foe, compared with the Personas (0 to 12).

    At most 100 lines of 1 to 99 Foes; none is allowed and is no level. RulesError at "personas", "foes",
    "foes.0.rank", "foes.0.count" or "gm_level".
    """
    foes, gm_level = tuple(foes), checks.known(ThreatLevel, gm_level) or None
    _check(personas, foes, gm_level)
    terms = tuple(_term(line) for line in foes)
    total = sum((term.subtotal for term in terms), Fraction(0))
    limits = tuple(cuts.of(level) * personas for level in _CUT_LEVELS)
    return Threat(
        personas=personas,
        threat=total,
        threat_level=threat_level(total, personas, cuts),
        gm_level=gm_level,
        missing=_missing(total, personas),
        limits=limits,
        cuts=cuts,
        text=_text(terms, total, personas, limits),
        terms=terms,
        lines=tuple(_line_change(term, total, personas, cuts) for term in terms),
    )


def threat_level(total: Fraction, personas: int, cuts: ThreatCuts = THREAT_CUTS) -> ThreatLevel | None:
    """The lowest level whose cut × Personas the threat does not pass, else Deadly (ours).

    None without Foes or without Personas.
    """
    if _missing(total, personas):
        return None
    within = (level for level in _CUT_LEVELS if total <= cuts.of(level) * personas)
    return next(within, ThreatLevel.DEADLY)


def parse_cut(text: str, field: str = "cuts") -> Fraction:
    """A cut from "1/2", "3/2", "½", "1½", "1 1/2", "2", "0.5" or "0,5", exactly. RulesError at `field`."""
    match = None
    if isinstance(text, str) and len(text) <= LONGEST_CUT_TEXT:
        # "1½" → "1 ½" → "1 1/2"
        plain = normalize("NFKC", _GLYPH.sub(r" \g<0>", text)).replace("\N{FRACTION SLASH}", "/").strip()
        match = _CUT.fullmatch(plain) if plain else None
    if match is None or (match[2] and match[3]) or (match[4] and not int(match[4])):
        raise RulesError("Write the cut as a number for each Persona, like ½, 1 or 3/2.", field)
    decimals = match[2] or ""
    whole = Fraction(int((match[1] or "0") + decimals), 10 ** len(decimals))
    return whole + Fraction(int(match[3] or 0), int(match[4] or 1))


def _check(personas: Any, foes: Sequence[FoeLine], gm_level: Any) -> None:
    checks.whole_number(personas, *LIMITS["personas"], "personas", "The number of Personas")
    checks.at_most(foes, LIMITS["foe_lines"][1], "foes", "lines of Foes")
    for index, line in enumerate(foes):
        checks.member(Rank, line.rank, f"foes.{index}.rank", "The rank")
        checks.whole_number(line.count, *LIMITS["foe_count"], f"foes.{index}.count", "The number of Foes")
    if gm_level is not None:
        checks.member(ThreatLevel, gm_level, "gm_level", "The Game Master's threat level")


def _term(line: FoeLine) -> ThreatTerm:
    per_foe = RANKS[line.rank].threat
    return ThreatTerm(line.count, per_foe, line.count * per_foe, line.rank, line.name)


def _missing(total: Fraction, personas: int) -> str:
    return ", ".join(text for amount, text in ((total, "no Foes"), (personas, "no Personas")) if not amount)


def _line_change(term: ThreatTerm, total: Fraction, personas: int, cuts: ThreatCuts) -> ThreatLineChange:
    def outcome(count: int) -> ThreatOutcome:
        value = total + (count - term.count) * term.threat_per_foe
        return ThreatOutcome(count, value, threat_level(value, personas, cuts), _missing(value, personas))

    more = outcome(term.count + 1) if term.count < LIMITS["foe_count"][1] else None
    return ThreatLineChange(more, outcome(term.count - 1))


def _text(terms: Sequence[ThreatTerm], total: Fraction, personas: int, limits: Sequence[Fraction]) -> str:
    """ "1 × 5 = 5 against 4 Personas: over 4, up to 6 → High"."""
    if not terms:
        return f"{_missing(total, personas)}: no threat level"
    sum_text = f"{' + '.join(term.text for term in terms)} = {mixed(total)}"
    if not personas:
        return f"{sum_text}, no Personas: no threat level"
    who = "1 Persona" if personas == 1 else f"{personas} Personas"
    place = sum(total > limit for limit in limits)
    over = f"over {mixed(limits[place - 1])}" if place else ""
    up_to = f"up to {mixed(limits[place])}" if place < len(limits) else ""
    band = ", ".join(text for text in (over, up_to) if text)
    return f"{sum_text} against {who}: {band} → {list(ThreatLevel)[place].label}"
