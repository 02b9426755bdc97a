"""The bestiary's part of the API: the stat block of a creature that need not be saved, the odds of a Trait Check.

No query, nothing kept.
"""

from enum import StrEnum
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from bestiary.api_parts import (
    QUERY_REFUSALS,
    REFUSALS,
    AdviceOut,
    Input,
    Level,
    Output,
    advice_out,
    asked_once,
    examples,
    query_examples,
    query_number,
)
from bestiary.documents import rules_from_document
from bestiary.rules import two_d12
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.numbers import ratio

router = Router(tags=["Worlds Awakening"])

# ------------------------------------------------------------------------------------------ what comes in


def _within(name: str, description: str) -> Any:
    """A field of a whole number within the rules' limits of that name."""
    band = wa.LIMITS[name]
    return Field(ge=band.low, le=band.high, description=description)


def _distinct(levels: list[int]) -> list[int]:
    if len(set(levels)) < len(levels):
        raise PydanticCustomError("distinct", "Each level may stand in the list once.")
    return levels


def _word(choices: type[StrEnum], description: str) -> Any:
    """One of the rules' words. Strict Python input would want the member itself, JSON can only spell it."""
    return Annotated[choices, Field(strict=False, description=description)]


Name = Annotated[str, Field(min_length=1, max_length=wa.LONGEST_NAME, description="Not blank.")]
DamageType = Annotated[str, Field(max_length=wa.LONGEST_DAMAGE_TYPE)]
DamageTypes = Annotated[list[DamageType], Field(max_length=wa.LIMITS["affinities"].high)]
Stat = _within("stat", "−4 (very weak) to 6 (superhuman).")


class StatsIn(Input):
    """The six base stats."""

    # Their names are the game's; as bare annotations they hide no built-in from the code below.
    str: Annotated[int, Stat]
    dex: Annotated[int, Stat]
    con: Annotated[int, Stat]
    int: Annotated[int, Stat]
    wis: Annotated[int, Stat]  # noqa: A003
    cha: Annotated[int, Stat]  # noqa: A003


class AttackIn(Input):
    """A simple attack."""

    name: Name
    kind: _word(wa.AttackKind, "Decides the stat of the roll and the die of the damage.")
    roll_bonus: Annotated[int, _within("roll_bonus", "Added to the roll.")] = 0
    damage_bonus: Annotated[int, _within("damage_bonus", "Added to the base damage.")] = 0
    range_metres: Annotated[int, _within("range_metres", "Range in metres, null for none.")] | None = None
    damage_type: Annotated[DamageType, Field(description="Such as Fire; free text.")] = ""


class UpgradeIn(Input):
    """What an ability gains from a level on."""

    level: Level
    text: Annotated[str, Field(min_length=1, max_length=wa.LONGEST_TEXT, description="Not blank.")]


class AbilityIn(Input):
    """A special ability. It changes no number of the stat block, only the advice."""

    name: Name
    usage: _word(wa.Usage, "Combat, passive, in and out of combat.")
    action: _word(wa.Action, "Movement, attack, two movements, movement and attack, free.")
    kind: _word(wa.AbilityKind, "Null for none.") | None = None
    range_metres: Annotated[int, _within("range_metres", "Range or radius in metres, null for none.")] | None = None
    is_radius: Annotated[bool, Field(description="Whether the range is a radius around the creature.")] = False
    targets: Annotated[int, _within("targets", "How many it reaches; 0 means all in the area.")] = 1
    text: Annotated[str, Field(max_length=wa.LONGEST_TEXT, description="What it does.")] = ""
    upgrades: Annotated[list[UpgradeIn], Field(max_length=wa.LIMITS["level"].high)] = []
    limit_kind: _word(wa.LimitKind, "Uses per encounter, uses per day, rounds of cooldown, or null.") | None = None
    limit_count: Annotated[int, _within("limit_count", "How many of them; null without a limit.")] | None = None


class StatBlockIn(Input):
    """The choices a game master makes for a creature, and the levels to calculate."""

    name: Name
    size: _word(wa.Size, "Decides the token and, with the power, the base ratio.")
    base_hp: Annotated[int, _within("base_hp", "From 15 on the creature has boss HP.")]
    boss_damage: Annotated[bool, Field(description="Whether it deals the damage of the boss column.")]
    stats: StatsIn
    attacks: Annotated[list[AttackIn], Field(max_length=wa.LIMITS["attacks"].high)] = []
    abilities: Annotated[list[AbilityIn], Field(max_length=wa.LIMITS["abilities"].high)] = []
    resistances: Annotated[DamageTypes, Field(description="Damage types, free text.")] = []
    weaknesses: Annotated[DamageTypes, Field(description="Damage types, free text.")] = []
    levels: Annotated[
        list[Level],
        Field(
            min_length=1,
            max_length=wa.MAX_LEVEL,
            description="Distinct levels, answered in this order.",
            json_schema_extra={"uniqueItems": True},
        ),
        AfterValidator(_distinct),
    ] = list(wa.DEFAULT_LEVELS)


# ------------------------------------------------------------------------------------------ what goes out


class BaseDamageOut(Output):
    """Dice text in plain ASCII, such as 1d8-3."""

    melee: str
    ranged: str
    magic: str


class AttackOut(Output):
    """A simple attack at one level."""

    name: str
    kind: wa.AttackKind = Field(description="As it was sent.")
    roll: int = Field(description="Added to the d20: stat + level + roll bonus.")
    damage: str = Field(description="Dice text in plain ASCII; a roll under 0 counts as 0.")


class LevelOut(Output):
    """The numbers of one level."""

    level: int
    max_hp: int = Field(description="Base HP × level + CON, at least 1.")
    initiative: int = Field(description="10 + DEX.")
    physical_defence: int = Field(description="10 + 2 × CON + level.")
    magical_defence: int = Field(description="10 + 2 × WIS + level.")
    melee_attack: int = Field(description="STR + level.")
    ranged_attack: int = Field(description="DEX + level.")
    magical_attack: int = Field(description="INT + level.")
    base_damage: BaseDamageOut
    attacks: list[AttackOut]


class CriticalOut(Output):
    """The natural rolls of the d20 that are critical."""

    success_from: int
    failure_to: int


class StatBlockOut(Output):
    """Everything the rules say about the creature."""

    power: wa.Power = Field(description="From Base HP and the damage column.")
    adversity_ratio: str = Field(description="PCs per creature as a fraction, such as 3/1 or 1/2.")
    stat_sum: int = Field(description="Sum of the six stats.")
    strength: wa.StrengthBand = Field(description="What the sum makes of it.")
    token_mm: float = Field(description="Diameter of its token in millimetres.")
    critical: CriticalOut
    levels: list[LevelOut]
    advice: list[AdviceOut]


def calculate(choices: StatBlockIn) -> dict[str, Any]:
    """The stat block as the API answers it; raises RulesError where the choices break a rule."""
    creature = rules_from_document(choices.model_dump())
    block = wa.stat_block(creature, choices.levels[0])
    return {
        "power": block.power,
        "adversity_ratio": ratio(block.adversity_ratio.value),
        "stat_sum": block.stat_sum,
        "strength": block.strength_band,
        "token_mm": float(block.token_mm),
        "critical": {"success_from": block.critical.success_from, "failure_to": block.critical.failure_to},
        "levels": [_level_out(numbers) for numbers in wa.level_table(creature, choices.levels)],
        "advice": advice_out(block.advice),
    }


def _level_out(numbers: wa.LevelNumbers) -> dict[str, Any]:
    totals = (
        "max_hp",
        "initiative",
        "physical_defence",
        "magical_defence",
        "melee_attack",
        "ranged_attack",
        "magical_attack",
    )
    return {
        "level": numbers.level,
        **{name: int(getattr(numbers, name)) for name in totals},
        "base_damage": {kind.value: str(dice) for kind, dice in numbers.base_damage.items()},
        "attacks": [
            {
                "name": line.attack.name,
                "kind": line.attack.kind,
                "roll": int(line.roll),
                "damage": str(line.damage),
            }
            for line in numbers.attacks
        ],
    }


# ---------------------------------------------------------------------------------------------- the call

GOBLIN = {
    "name": "Goblin",
    "size": "small",
    "base_hp": 4,
    "boss_damage": False,
    "stats": {"str": 0, "dex": 3, "con": -2, "int": 1, "wis": 0, "cha": 1},
    "attacks": [
        {"name": "Hooked knife", "kind": "melee", "roll_bonus": 1, "damage_bonus": 0},
        {"name": "Pocket sling", "kind": "ranged", "roll_bonus": 0, "damage_bonus": 1},
    ],
    "levels": [1, 5],
}
DRAGON = {
    "name": "Dragon",
    "size": "large",
    "base_hp": 20,
    "boss_damage": True,
    "stats": {"str": 3, "dex": -1, "con": 4, "int": 0, "wis": 1, "cha": 2},
    "attacks": [{"name": "Rending claws", "kind": "melee", "roll_bonus": 1, "damage_bonus": 1}],
    "levels": [5],
}


@router.post(
    "worlds-awakening/stat-block",
    response={200: StatBlockOut, **REFUSALS},
    summary="Stat block of a creature",
    operation_id="worlds_awakening_stat_block",
    openapi_extra=examples(calculate(StatBlockIn.model_validate(GOBLIN)), Goblin=GOBLIN, Dragon=DRAGON),
)
def stat_block(request: HttpRequest, choices: StatBlockIn) -> dict[str, Any]:
    """Power, Adversity Ratio, and every number at each of the levels asked for."""
    return calculate(choices)


# ----------------------------------------------------------------------------------------- 2d12 Traits


class OddsIn(Input):
    """A Trait Check."""

    bonus: query_number(
        *two_d12.LIMITS["bonus"],
        "The Trait's MOD, and EXP for an Adept; added to 2d12.",
    )
    threshold: query_number(
        *two_d12.LIMITS["threshold"],
        "5 Novice, 10 Easy, 15 Standard, 20 Challenging, 25 Tough, 30 Expert, or a table's own number.",
    )
    success_rule: _word(
        two_d12.SuccessRule,
        "Whether the total has to reach the Threshold (≥, suggested) or to beat it (>): the game says both.",
    ) = two_d12.SuccessRule.REACH


class OddsOut(Output):
    """The chances of success, exact fractions from 0 to 1."""

    plain: str = Field(description="Of one roll: so many of the 144 results of 2d12, in lowest terms.")
    advantage: str = Field(description="1 − (1 − p)²: of two rolls, the better.")
    disadvantage: str = Field(description="p²: of two rolls, the worse.")


def chances(check: OddsIn) -> dict[str, str]:
    """The odds as the API answers them."""
    odds = two_d12.odds(check.bonus, check.threshold, check.success_rule)
    return {kind.value: str(odds.of(kind)) for kind in two_d12.RollKind}


STANDARD_CHECK = {"bonus": 0, "threshold": 15}
EXPERT_CHECK = {"bonus": 6, "threshold": 30}
BEAT_CHECK = {"bonus": 0, "threshold": 15, "success_rule": "beat"}


@router.get(
    "two-d12/odds",
    response={200: OddsOut, **QUERY_REFUSALS},
    summary="Odds of a Trait Check",
    operation_id="two_d12_odds",
    tags=["2d12 Traits"],
    openapi_extra=query_examples(
        chances(OddsIn.model_validate(STANDARD_CHECK)),
        Standard=STANDARD_CHECK,
        Expert=EXPERT_CHECK,
        To_beat=BEAT_CHECK,
    ),
)
def odds(request: HttpRequest, check: Query[OddsIn]) -> dict[str, str]:
    """The exact chances that 2d12 + bonus reaches (or beats) a Threshold, plain and with Advantage or Disadvantage."""
    asked_once(request, OddsIn)
    return chances(check)
