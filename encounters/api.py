"""The encounters' part of the API: the calibration of an encounter that need not be saved. No query, nothing kept."""

from fractions import Fraction
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from bestiary.api_parts import REFUSALS, AdviceOut, Input, Level, Output, advice_out, examples
from bestiary.rules.numbers import parse_ratio
from bestiary.rules.worlds_awakening import LONGEST_NAME
from encounters.rules import worlds_awakening as rules

router = Router(tags=["Worlds Awakening"])

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
    openapi_extra=examples(
        weigh(CalibrationIn.model_validate(UNEQUAL_PARTY)),
        Unequal_party=UNEQUAL_PARTY,
        Dragon_and_two_young=DRAGON_AND_TWO_YOUNG,
    ),
)
def calibration(request: HttpRequest, encounter: CalibrationIn) -> dict[str, Any]:
    """How hard the creatures are for the PCs: sum of the Adversity Ratios minus number of PCs."""
    return weigh(encounter)
