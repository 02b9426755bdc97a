"""The encounters' part of the API: an encounter that need not be saved, weighed. No query, nothing kept."""

from fractions import Fraction
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from bestiary.api_parts import REFUSALS, AdviceOut, Input, Level, Output, advice_out, examples
from bestiary.rules.errors import RulesError
from bestiary.rules.numbers import parse_ratio
from bestiary.rules.tables import Source
from bestiary.rules.two_d12 import LIMITS as FOE_LIMITS
from bestiary.rules.two_d12 import Rank, ThreatLevel
from bestiary.rules.worlds_awakening import LONGEST_NAME
from encounters.rules import two_d12
from encounters.rules import worlds_awakening as rules

router = Router()

WORLDS_AWAKENING, TWO_D12 = ["Worlds Awakening"], ["2d12 Traits"]

_COUNT, _LINES, _PCS = (rules.LIMITS[name] for name in ("count", "lines", "pcs"))

# "999/999", with the blanks that `parse_ratio` forgives.
LONGEST_RATIO = 20


class OpponentIn(Input):
    """So many of one creature."""

    adversity_ratio: Annotated[
        str,
        Field(
            min_length=1,
            max_length=LONGEST_RATIO,
            description="PCs per creature, a fraction above 0 such as 3/1, 1/2 or 2.",
        ),
    ]
    count: Annotated[int, Field(ge=_COUNT.low, le=_COUNT.high, description="How many of it.")] = 1
    level: Annotated[Level | None, Field(description="Level of the creatures; without it no advice on levels.")] = None
    name: Annotated[str, Field(max_length=LONGEST_NAME, description="What the advice calls it.")] = ""
    reaches_several: Annotated[
        bool | None, Field(description="Whether an ability reaches several targets; null where nobody knows.")
    ] = None


class CalibrationIn(Input):
    """A party and the creatures it will meet."""

    pcs: Annotated[
        list[Level],
        Field(min_length=_PCS.low, max_length=_PCS.high, description="Levels of the PCs who are present."),
    ]
    creatures: Annotated[list[OpponentIn], Field(max_length=_LINES.high)]


class CalibrationOut(Output):
    """How hard the encounter is."""

    ar_sum: str = Field(description="Sum of the Adversity Ratios, an exact fraction such as 4 or 7/2.")
    calibration: str = Field(description="That sum minus the number of PCs, an exact fraction such as 0 or -1/2.")
    step: int = Field(description="The calibration rounded down to a whole number.")
    challenge_level: rules.ChallengeLevel = Field(description="−2 and less is easy, 2 and more impossible.")
    advice: list[AdviceOut]


def weigh(encounter: CalibrationIn) -> dict[str, Any]:
    """The calibration as the API answers it; raises RulesError where the encounter breaks a rule."""
    result = rules.calibrate(encounter.pcs, _opponents(encounter))
    return {
        "ar_sum": str(result.ar_sum),
        "calibration": str(result.value),
        "step": result.step,
        "challenge_level": result.challenge_level,
        "advice": advice_out(result.advice),
    }


def _opponents(encounter: CalibrationIn) -> list[rules.Opponent]:
    average = Fraction(sum(encounter.pcs), len(encounter.pcs))
    unremarkable_level, _ = rules.fitting_levels(average)
    return [
        rules.Opponent(
            adversity_ratio=parse_ratio(creature.adversity_ratio, f"creatures.{index}.adversity_ratio"),
            count=creature.count,
            level=unremarkable_level if creature.level is None else creature.level,
            name=creature.name,
            reaches_several=creature.reaches_several,
        )
        for index, creature in enumerate(encounter.creatures)
    ]


DRAGON_AND_TWO_YOUNG = {
    "pcs": [5, 5, 5, 5],
    "creatures": [
        {"adversity_ratio": "3/1", "count": 1, "level": 5, "name": "Dragon", "reaches_several": True},
        {"adversity_ratio": "1/2", "count": 2, "level": 4, "name": "Baby Dragon"},
    ],
}
UNEQUAL_PARTY = {"pcs": [3, 5, 5, 7], "creatures": [{"adversity_ratio": "3/1", "count": 1, "level": 5}]}


@router.post(
    "worlds-awakening/calibration",
    response={200: CalibrationOut, **REFUSALS},
    summary="Calibration of an encounter",
    operation_id="worlds_awakening_calibration",
    tags=WORLDS_AWAKENING,
    openapi_extra=examples(
        weigh(CalibrationIn.model_validate(UNEQUAL_PARTY)),
        Unequal_party=UNEQUAL_PARTY,
        Dragon_and_two_young=DRAGON_AND_TWO_YOUNG,
    ),
)
def calibration(request: HttpRequest, encounter: CalibrationIn) -> dict[str, Any]:
    """How hard the creatures are for the PCs: sum of the Adversity Ratios minus number of PCs."""
    return weigh(encounter)


# ----------------------------------------------------------------------------------------- 2d12 Traits

_FOE_COUNT, _FOE_LINES = FOE_LIMITS["foe_count"], FOE_LIMITS["foe_lines"]
# At least one takes part: the rules know an encounter without Personas, and that it has no threat level.
_PERSONAS = (1, FOE_LIMITS["personas"][1])


class FoeIn(Input):
    """So many Foes of one rank."""

    # Not strict: JSON can only spell the rules' word.
    rank: Annotated[
        Rank,
        Field(
            strict=False,
            description="A minion counts 1/2, a soldier 1, a brute or specialist 2, a leader 3, a boss 5.",
        ),
    ]
    count: Annotated[int, Field(ge=_FOE_COUNT[0], le=_FOE_COUNT[1], description="How many of it.")] = 1


def _cut(level: str) -> Any:
    return Field(
        min_length=1,
        max_length=two_d12.LONGEST_CUT_TEXT,
        description=f"The most threat for each Persona that is still {level}, above 0: 1/2, 1, 3/2 or 1.5 say.",
    )


class CutsIn(Input):
    """A table's own cuts, rising."""

    low: Annotated[str, _cut("Low")]
    moderate: Annotated[str, _cut("Moderate")]
    high: Annotated[str, _cut("High")]


class ThreatIn(Input):
    """How many Personas take part, and the Foes they will meet."""

    personas: Annotated[int, Field(ge=_PERSONAS[0], le=_PERSONAS[1], description="How many Personas take part.")]
    foes: Annotated[list[FoeIn], Field(max_length=_FOE_LINES[1])]
    cuts_per_persona: Annotated[
        CutsIn | None, Field(description="The table's own cuts; without them the suggested 1/2, 1 and 3/2.")
    ] = None


class ThreatOut(Output):
    """How dangerous the encounter is."""

    threat: str = Field(description="Sum of count × threat of the rank, an exact fraction such as 5 or 9/2.")
    threat_level: ThreatLevel | None = Field(description="The lowest level whose cut holds; null without Foes.")
    cuts: list[str] = Field(
        description="The most threat that is still Low, Moderate and High for these Personas; above is Deadly."
    )
    source: Source = Field(description="The game names the levels; the comparison is ours.")


def gauge(encounter: ThreatIn) -> dict[str, Any]:
    """The threat as the API answers it; raises RulesError where the cuts do not rise."""
    foes = [two_d12.FoeLine(foe.rank, foe.count) for foe in encounter.foes]
    result = two_d12.threat(encounter.personas, foes, _cuts(encounter.cuts_per_persona))
    return {
        "threat": str(result.threat),
        "threat_level": result.threat_level,
        "cuts": [str(limit) for limit in result.limits],
        "source": result.source,
    }


def _cuts(cuts: CutsIn | None) -> two_d12.ThreatCuts:
    if cuts is None:
        return two_d12.THREAT_CUTS
    try:
        return two_d12.ThreatCuts.parse(cuts.low, cuts.moderate, cuts.high)
    except RulesError as error:
        error.field = error.field.replace("cuts.", "cuts_per_persona.")
        raise


A_BOSS = {"personas": 4, "foes": [{"rank": "boss", "count": 1}]}
OWN_CUTS = {
    "personas": 3,
    "foes": [{"rank": "leader", "count": 1}, {"rank": "minion", "count": 5}],
    "cuts_per_persona": {"low": "1", "moderate": "3/2", "high": "2"},
}


@router.post(
    "two-d12/threat",
    response={200: ThreatOut, **REFUSALS},
    summary="Threat of an encounter",
    operation_id="two_d12_threat",
    tags=TWO_D12,
    openapi_extra=examples(gauge(ThreatIn.model_validate(A_BOSS)), A_Boss=A_BOSS, Own_cuts=OWN_CUTS),
)
def threat(request: HttpRequest, encounter: ThreatIn) -> dict[str, Any]:
    """How dangerous the Foes are for the Personas: the threat of all Foes against cuts for each Persona."""
    return gauge(encounter)
