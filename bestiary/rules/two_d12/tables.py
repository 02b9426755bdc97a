"""The rows of `tables.toml` under names and types. Importing this module checks that none is missing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bestiary.rules import checks
from bestiary.rules.numbers import mixed
from bestiary.rules.tables import Source, TableError, load_tables, rows
from bestiary.rules.two_d12.words import (
    Effect,
    Injury,
    KeyTerm,
    Rank,
    Stacking,
    SuccessRule,
    ThreatLevel,
    Threshold,
    Trait,
    When,
)


@dataclass(frozen=True, slots=True)
class TextRow:
    """A name and what it means: a key term, a Trait, a Complication, a kind of injury."""

    name: str
    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class ThresholdRow:
    """A Threshold: its name and the number that a Trait Check has to reach."""

    threshold: Threshold
    name: str
    number: int
    source: Source


@dataclass(frozen=True, slots=True)
class StackingRow:
    """How charges add up: `label` as printed ("5×EXP"), `per_exp` None where they do not stack at all."""

    stacking: Stacking
    label: str
    per_exp: Fraction | None
    lowest: int
    source: Source


@dataclass(frozen=True, slots=True)
class EffectRow:
    """One of the 24 Effects as printed; `rulings` are the settled questions that belong to it."""

    effect: Effect
    name: str
    text: str
    when: When
    note: str
    stacks: Stacking
    source: Source
    rulings: tuple["Ruling", ...]

    @property
    def when_text(self) -> str:
        """ "Immediate", "Immediate (1 Round)", "Start of turn (damage)"."""
        return f"{self.when.label} ({self.note})" if self.note else self.when.label

    @property
    def stacks_text(self) -> str:
        """ "No", "5×EXP", "10×EXP", "EXP/2"."""
        return STACKING[self.stacks].label


@dataclass(frozen=True, slots=True)
class RankRow:
    """A rank of Foes and the threat of one such Foe."""

    rank: Rank
    name: str
    threat: Fraction
    source: Source

    @property
    def threat_text(self) -> str:
        """ "½", "5"."""
        return mixed(self.threat)


@dataclass(frozen=True, slots=True)
class ThreatLevelRow:
    """A threat level: how much danger it means, and the Equipment or Abilities it asks for."""

    level: ThreatLevel
    name: str
    danger: str
    needs: str
    source: Source


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question that the text leaves open, and how the arithmetic settles it (source: ours)."""

    slug: str
    about: str
    text: str
    concerns: tuple[Effect, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class SuccessRow:
    """How a table reads the Threshold: "≥", "reach", what that means for a total that equals it, and our ruling."""

    rule: SuccessRule
    sign: str
    verb: str
    equal: str
    ruling: str
    source: Source


_tables = load_tables(Path(__file__).with_name("tables.toml"))

_LIMIT_NAMES = [
    "level",
    "exp",
    "points",
    "motion",
    "trait_mod",
    "bonus",
    "threshold",
    "charges",
    "caused_effects",
    "personas",
    "foe_count",
    "foe_lines",
    "injuries",
    "hours",
]
LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {name: (row["from"], row["to"]) for name, row in rows(_tables, "limits", _LIMIT_NAMES).items()}
)


def limited(limit: str, value: Any, field: str, name: str) -> int:
    """`value` when it is a whole number within LIMITS[limit]; OutOfRange at `field` otherwise."""
    low, high = LIMITS[limit]
    return checks.whole_number(value, low, high, field, name)


def limited_or_none(limit: str, value: Any, field: str, name: str) -> int | None:
    """Like `limited`; None, for a number that nobody typed, passes."""
    return None if value is None else limited(limit, value, field, name)


def _ruling(slug: str, row: Mapping[str, Any]) -> Ruling:
    concerns = tuple(Effect(word) for word in row.get("concerns", ()))
    return Ruling(slug, row["about"], row["text"], concerns, row["source"])


def _text_rows(name: str, keys: Any) -> Mapping[Any, TextRow]:
    found = rows(_tables, name, keys)
    texts = {key: TextRow(key.label, row["text"], row["source"]) for key, row in found.items()}
    return MappingProxyType(texts)


def _effect_row(effect: Effect, row: Mapping[str, Any]) -> EffectRow:
    return EffectRow(
        effect,
        effect.label,
        row["text"],
        When(row["when"]),
        row.get("note", ""),
        Stacking(row["stacks"]),
        row["source"],
        tuple(ruling for ruling in RULINGS if effect in ruling.concerns),
    )


_EFFECT_COUNTS = {Stacking.NO: 16, Stacking.FIVE_EXP: 3, Stacking.TEN_EXP: 3, Stacking.HALF_EXP: 2}

SUCCESS_RULES: Mapping[SuccessRule, SuccessRow] = MappingProxyType(
    {rule: SuccessRow(rule, **row) for rule, row in rows(_tables, "success_rules", SuccessRule).items()}
)


def rulings(rule: SuccessRule) -> tuple[Ruling, ...]:
    """What the text leaves open, for a table with that success rule."""
    success = {"text": SUCCESS_RULES[rule].ruling}
    return tuple(_ruling(slug, {**success, **row}) for slug, row in _tables["rulings"].items())


RULINGS = rulings(SuccessRule.REACH)

KEY_TERMS: Mapping[KeyTerm, TextRow] = _text_rows("key_terms", KeyTerm)
"""As the text has them; `key_terms` has them as a table reads the Threshold."""


def key_terms(rule: SuccessRule) -> Mapping[KeyTerm, TextRow]:
    """The key terms for a table with that success rule; the one that says what is equal is tagged ours."""
    row, check, threshold = SUCCESS_RULES[rule], KEY_TERMS[KeyTerm.TRAIT_CHECK], KEY_TERMS[KeyTerm.THRESHOLD]
    read = {
        KeyTerm.TRAIT_CHECK: replace(check, text=f"{check.text} {row.equal}", source=row.source),
        KeyTerm.THRESHOLD: replace(threshold, text=threshold.text.replace("must reach", f"must {row.verb}")),
    }
    return MappingProxyType({**KEY_TERMS, **read})


TRAITS: Mapping[Trait, TextRow] = _text_rows("traits", Trait)
INJURIES: Mapping[Injury, TextRow] = _text_rows("injuries", Injury)
_complications = rows(_tables, "complications", ("higher_threshold", "extra_foe", "injury", "price_rise"))
COMPLICATIONS: tuple[TextRow, ...] = tuple(
    TextRow(slug.capitalize().replace("_", " "), row["text"], row["source"])
    for slug, row in _complications.items()  # in the order of the text
)

THRESHOLDS: Mapping[Threshold, ThresholdRow] = MappingProxyType(
    {
        threshold: ThresholdRow(threshold, threshold.label, row["number"], row["source"])
        for threshold, row in rows(_tables, "thresholds", Threshold).items()
    }
)
STACKING: Mapping[Stacking, StackingRow] = MappingProxyType(
    {
        stacking: StackingRow(
            stacking,
            row["label"],
            Fraction(row["per_exp"]) if "per_exp" in row else None,
            row.get("lowest", 0),
            row["source"],
        )
        for stacking, row in rows(_tables, "stacking", Stacking).items()
    }
)
EFFECTS: Mapping[Effect, EffectRow] = MappingProxyType(
    {effect: _effect_row(effect, row) for effect, row in rows(_tables, "effects", Effect).items()}
)
RANKS: Mapping[Rank, RankRow] = MappingProxyType(
    {
        rank: RankRow(rank, rank.label, Fraction(row["threat"]), row["source"])
        for rank, row in rows(_tables, "ranks", Rank).items()
    }
)
THREAT_LEVELS: Mapping[ThreatLevel, ThreatLevelRow] = MappingProxyType(
    {
        level: ThreatLevelRow(level, level.label, row["danger"], row["needs"], row["source"])
        for level, row in rows(_tables, "threat_levels", ThreatLevel).items()
    }
)
_cuts = rows(_tables, "threat_cuts", list(ThreatLevel)[:-1])
THREAT_PER_PERSONA: Mapping[ThreatLevel, Fraction] = MappingProxyType(
    {level: Fraction(row["per_persona"]) for level, row in _cuts.items()}
)
"""The most threat of a level for each Persona; above the last it is Deadly (ours)."""

# The numbers inside the texts of Effects and rests.
_numbers = rows(
    _tables,
    "effect_numbers",
    ("level_factor", "frozen", "encumbered", "poisoned", "slowed", "standing_up", "splash", "lasts"),
)
LEVEL_FACTOR: int = _numbers["level_factor"]["value"]
FROZEN_CHARGES: int = _numbers["frozen"]["charges"]
FROZEN_FEET: int = _numbers["frozen"]["feet"]
ENCUMBERED_POINTS: int = _numbers["encumbered"]["points"]
ENCUMBERED_FEET: int = _numbers["encumbered"]["feet"]
ENCUMBERED_HOURS: int = _numbers["encumbered"]["hours_per_injury"]
POISONED_CHARGES: int = _numbers["poisoned"]["charges"]
POISONED_DAMAGE: int = _numbers["poisoned"]["damage"]
SLOWED_FACTOR: int = _numbers["slowed"]["factor"]
STANDING_UP_COST: int = _numbers["standing_up"]["stamina_points"]
SPLASH_FEET: int = _numbers["splash"]["feet"]
SPLASH_DIVISOR: int = _numbers["splash"]["divisor"]
SPLASH_LOWEST: int = _numbers["splash"]["lowest"]
AMBUSHED_ROUNDS: int = _numbers["lasts"]["ambushed_rounds"]
DAZED_TURNS: int = _numbers["lasts"]["dazed_turns"]

_rests = rows(_tables, "rests", ("light_rest", "full_rest"))
LIGHT_REST_CHANCE: int = _rests["light_rest"]["chance"]
HARMFUL_RESTS: int = _rests["full_rest"]["harmful_rests"]

for _stacking, _count in _EFFECT_COUNTS.items():
    if sum(row.stacks is _stacking for row in EFFECTS.values()) != _count:
        raise TableError(f"table effects needs {_count} rows that stack “{_stacking}”")
