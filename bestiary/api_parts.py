"""What the API's calls share: strict input, the advice, the one shape of a refusal."""

import re
from typing import Annotated, Any

from django.http import HttpRequest
from ninja.errors import ValidationError
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

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
# A call without a body has none that could be unreadable or too large.
QUERY_REFUSALS: dict[int, Any] = {422: Refusal}

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")


def _from_query(text: Any) -> Any:
    if not isinstance(text, str):
        return text
    if not _WHOLE_NUMBER.fullmatch(text):
        raise PydanticCustomError("int_type", "This must be a whole number.")
    return int(text)


def query_number(low: int, high: int, description: str) -> Any:
    """A whole number in an address, which holds text: "-3" is one, "+3", "3.0" and " 3" are not."""
    return Annotated[int, Field(ge=low, le=high, description=description), BeforeValidator(_from_query)]


def asked_once(request: HttpRequest, fields: type[Input]) -> None:
    """Refuse what an address asks beside these fields, or twice: ninja reads the known ones alone, the last of each."""
    problems = []
    for name, values in request.GET.lists():
        if name not in fields.model_fields:
            problems.append({"type": "extra_forbidden", "loc": ("query", name), "msg": ""})
        elif len(values) > 1:
            problems.append({"type": "distinct", "loc": ("query", name), "msg": "This may stand in an address once."})
    if problems:
        raise ValidationError(problems)


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


def query_examples(answer: dict[str, Any], **requests: dict[str, Any]) -> dict[str, Any]:
    """The same for a call that asks by its address: the example values stand at each parameter."""
    return {
        "x-examples": {name: {"summary": name.replace("_", " "), "value": value} for name, value in requests.items()},
        "responses": {200: {"content": {"application/json": {"example": answer}}}},
    }
