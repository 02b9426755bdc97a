"""Reading a request body, and answering every refusal in one shape: `{"detail": [{"field", "rule", "message"}]}`."""

import json
from functools import partial
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser

from bestiary.api_parts import LARGEST_BODY
from bestiary.rules.errors import DiceError, OutOfRange, RulesError, UnknownChoice

# More reasons than this help nobody, and a hostile body could have thousands.
MOST_PROBLEMS = 20
LONGEST_FIELD = 200

# pydantic's error types as rules of this API, each with what to say; {…} is filled from the error's context.
RULES: dict[str, tuple[str, str]] = {
    "missing": ("required", "This is required."),
    "extra_forbidden": ("unknown_field", "There is no such field."),
    "int_type": ("type", "This must be a whole number."),
    "int_from_float": ("type", "This must be a whole number."),
    "int_parsing_size": ("range", "This number is too large."),
    "bool_type": ("type", "This must be true or false."),
    "string_type": ("type", "This must be a text."),
    "string_unicode": ("type", "This text holds characters that cannot be stored."),
    "list_type": ("type", "This must be a list."),
    "model_type": ("type", "This must be an object with named fields."),
    "model_attributes_type": ("type", "This must be an object with named fields."),
    "dict_type": ("type", "This must be an object with named fields."),
    "enum": ("choice", "This must be one of: {expected}."),
    "greater_than_equal": ("range", "This must be {ge} or more."),
    "less_than_equal": ("range", "This must be {le} or less."),
    "string_too_short": ("length", "This must not be empty."),
    "string_too_long": ("length", "This may have at most {max_length} characters."),
    "too_short": ("length", "This list must not be empty."),
    "too_long": ("length", "This list may have at most {max_length} entries."),
}


class UnreadableBody(ValueError):
    """A body that is no JSON; `status` is the answer's, `rule` its slug."""

    def __init__(self, message: str, rule: str = "json", status: int = 400):
        super().__init__(message)
        self.rule = rule
        self.status = status


class StrictParser(Parser):
    """JSON as its standard has it: no NaN, no field named twice, no more than `LARGEST_BODY` bytes."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The value of the body, whatever its Content-Type says; raises UnreadableBody."""
        body = request.body
        if len(body) > LARGEST_BODY:
            raise too_large()
        try:
            return json.loads(body, parse_constant=_refuse_constant, object_pairs_hook=_named_once)
        except RecursionError:
            raise UnreadableBody("The body is nested too deeply.") from None
        except UnreadableBody:
            raise
        except ValueError as error:
            # JSONDecodeError says where; an integer of thousands of digits or broken UTF-8 ends here as well.
            where = f" (line {error.lineno}, column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
            raise UnreadableBody(f"The body is not valid JSON{where}.") from None


def too_large() -> UnreadableBody:
    return UnreadableBody(f"The body may have at most {LARGEST_BODY // 1024} KB.", "length", 413)


def _refuse_constant(name: str) -> None:
    raise UnreadableBody(f"The body is not valid JSON: {name} is no number.")


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise UnreadableBody("The body is ambiguous: a field stands in it twice.")
    return fields


# -------------------------------------------------------------------------------------------- answers


def problem(field: str, rule: str, message: str) -> dict[str, str]:
    return {"field": field[:LONGEST_FIELD], "rule": rule, "message": message}


def refuse(api: NinjaAPI, request: HttpRequest, status: int, *problems: dict[str, str]) -> HttpResponse:
    return api.create_response(request, {"detail": list(problems)}, status=status)


def add_handlers(api: NinjaAPI) -> None:
    """Answers every refusal of `api` in the one shape."""
    for error, handler in (
        (ValidationError, _invalid),
        (RulesError, _against_the_rules),
        (HttpError, _http_error),
        (Http404, _not_found),
        (RequestDataTooBig, _too_big),
        (UnreadablePostError, _cut_off),
    ):
        api.add_exception_handler(error, partial(handler, api))


def _invalid(api: NinjaAPI, request: HttpRequest, error: ValidationError) -> HttpResponse:
    return refuse(api, request, 422, *map(_problem_of, error.errors[:MOST_PROBLEMS]))


def _problem_of(error: dict[str, Any]) -> dict[str, str]:
    # The place begins with where ninja found it: ("body", name of the view's argument, …) or ("query", …).
    place = error["loc"][1:] if error["loc"][0] == "query" else error["loc"][2:]
    field = ".".join(map(str, place))
    rule, message = RULES.get(error["type"], (error["type"], error["msg"]))
    return problem(field, rule, message.format_map(error.get("ctx", {})) if error["type"] in RULES else message)


def _against_the_rules(api: NinjaAPI, request: HttpRequest, error: RulesError) -> HttpResponse:
    rules = ((OutOfRange, "range"), (DiceError, "dice"), (UnknownChoice, "choice"))
    rule = next((slug for kind, slug in rules if isinstance(error, kind)), "invalid")
    return refuse(api, request, 422, problem(error.field, rule, str(error)))


def _http_error(api: NinjaAPI, request: HttpRequest, error: HttpError) -> HttpResponse:
    # ninja wraps whatever its parser raises in a general error; the cause says what was wrong.
    cause = error.__cause__
    if isinstance(cause, UnreadableBody):
        return refuse(api, request, cause.status, problem("", cause.rule, str(cause)))
    return refuse(api, request, error.status_code, problem("", "request", str(error)))


def _not_found(api: NinjaAPI, request: HttpRequest, error: Http404) -> HttpResponse:
    return refuse(api, request, 404, problem("", "not_found", "There is nothing at this address."))


def _too_big(api: NinjaAPI, request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    cause = too_large()
    return refuse(api, request, cause.status, problem("", cause.rule, str(cause)))


def _cut_off(api: NinjaAPI, request: HttpRequest, error: UnreadablePostError) -> HttpResponse:
    return refuse(api, request, 400, problem("", "json", "The body ended too early."))
