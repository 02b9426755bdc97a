"""What the API's calls share: strict input, the advice, the one shape of a refusal."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from bestiary.rules import worlds_awakening as wa
from bestiary.rules.tables import Source

# The largest stat block one may ask for has some 40 KB; a larger body is not worth reading.
LARGEST_BODY = 64 * 1024


class Input(BaseModel):
    """What a caller sends: unknown fields are refused, and a number is a number ("3", 3.0 and true are not 3)."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Output(BaseModel):
    """What a call answers."""

    model_config = ConfigDict(frozen=True)


class AdviceOut(Output):
    """A suggestion of the rules. It never forbids anything."""

    rule: str = Field(description="Slug of the rule, stable over versions.")
    text: str = Field(description="A sentence for the game master.")
    source: Source = Field(description="Where the rule comes from.")


class Problem(Output):
    """One reason why a request is refused."""

    field: str = Field(description="Dotted path of the field, empty when it concerns the whole request.")
    rule: str = Field(description="Slug of what it breaks: range, length, type, choice, required, …")
    message: str = Field(description="What is allowed, in a sentence.")


class Refusal(Output):
    """Why a request is refused; every error of this API has this shape."""

    detail: list[Problem]


REFUSALS: dict[int, Any] = {422: Refusal, 400: Refusal, 413: Refusal}

Level = Annotated[int, Field(ge=wa.MIN_LEVEL, le=wa.MAX_LEVEL)]


def advice_out(advice: tuple) -> list[dict[str, str]]:
    """The advice of any rules as the API shows it."""
    return [{"rule": one.rule, "text": one.text, "source": one.source} for one in advice]


def examples(answer: dict[str, Any], **requests: Any) -> dict[str, Any]:
    """Named example requests for the OpenAPI document, and the answer to the first of them."""
    named = {name: {"summary": name.replace("_", " "), "value": value} for name, value in requests.items()}
    return {
        "requestBody": {"content": {"application/json": {"examples": named}}},
        "responses": {200: {"content": {"application/json": {"example": answer}}}},
    }
