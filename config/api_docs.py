"""The documentation page of the API, made on the server from the OpenAPI document.

The Swagger interface that comes with django-ninja needs 1.7 MB of script and `data:` images, which the site's
Content-Security-Policy refuses; this page needs neither.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from ninja import NinjaAPI
from ninja.openapi.docs import DocsBase

from bestiary.rules.numbers import minus
from config.api_errors import RULES

LINE_WIDTH = 64
JSON_TYPE = "application/json"
TYPE_WORDS = {"integer": "whole number", "number": "number", "string": "text", "boolean": "true or false"}
# Refusals whose rule is not one of pydantic's.
OWN_RULES = ("distinct", "invalid", "json", "not_found")


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A line of a table of fields. `depth` 0 to 4 is how deep it lies in other fields."""

    name: str
    depth: int
    kind: str
    limits: str
    presence: str
    description: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call with everything a reader needs to try it."""

    anchor: str
    method: str
    path: str
    summary: str
    description: str
    fields: tuple[FieldRow, ...]
    answer_fields: tuple[FieldRow, ...]
    requests: tuple[tuple[str, str], ...]
    answer: str
    curl: str


class DocumentationPage(DocsBase):
    """What NinjaAPI asks for at `/docs`."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        schema = api.get_openapi_schema(path_params=kwargs)
        context = {
            "info": schema["info"],
            "calls": list(calls(schema, request.build_absolute_uri("/").rstrip("/"))),
            "schema_url": self.get_openapi_url(api, kwargs),
            "rules": sorted({slug for slug, _ in RULES.values()} | set(OWN_RULES)),
            "refusal": readable_json(EXAMPLE_REFUSAL),
        }
        return render(request, "api/docs.html", context)


EXAMPLE_REFUSAL = {"detail": [{"field": "stats.con", "rule": "range", "message": "This must be 6 or less."}]}


def calls(schema: dict[str, Any], site: str) -> Iterator[Call]:
    """The calls of an OpenAPI document in its order; `site` is the origin that the curl lines address."""
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            asked, examples = _asked(operation)
            answer = operation["responses"][HTTPStatus.OK]["content"][JSON_TYPE]
            requests = [(example["summary"], example["value"]) for example in examples.values()]
            show = readable_json if method != "get" else partial(address, path)
            yield Call(
                anchor=operation["operationId"].replace("_", "-"),
                method=method.upper(),
                path=path,
                summary=operation["summary"],
                description=operation["description"],
                fields=tuple(rows(asked, schema)),
                answer_fields=tuple(rows(answer["schema"], schema, asked=False)),
                requests=tuple((name, show(value)) for name, value in requests),
                answer=readable_json(answer["example"]),
                curl=curl(method, site + path, requests[0][1]),
            )


def _asked(operation: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a call asks for, as the schema of one object, and its named examples: of its body, or of its address."""
    if "requestBody" in operation:
        body = operation["requestBody"]["content"][JSON_TYPE]
        return body["schema"], body["examples"]
    parameters = operation["parameters"]
    asked = {
        "type": "object",
        "properties": {one["name"]: one["schema"] for one in parameters},
        "required": [one["name"] for one in parameters if one["required"]],
    }
    return asked, operation["x-examples"]


def address(path: str, values: dict[str, Any]) -> str:
    """The path with what it asks behind it."""
    return f"{path}?{urlencode(values)}"


def curl(method: str, url: str, body: Any) -> str:
    """A line for a shell; the quotes hold since no example has an apostrophe."""
    if method == "get":
        return f"curl '{address(url, body)}'"
    lines = (f"curl -X {method.upper()} {url}", f"-H 'Content-Type: {JSON_TYPE}'", f"-d '{readable_json(body)}'")
    return " \\\n  ".join(lines)


def rows(node: dict[str, Any], schema: dict[str, Any], depth: int = 0, asked: bool = True) -> Iterator[FieldRow]:
    """The fields of an object, each followed by the fields inside it. `asked`: say which ones may be left out."""
    node = _resolved(node, schema)
    for name, value in node.get("properties", {}).items():
        inner = _resolved(value, schema)
        content = _resolved(inner.get("items", inner), schema)
        yield FieldRow(
            name=name,
            depth=depth,
            kind=_kind(inner, schema),
            limits=_limits(inner, schema),
            presence=_presence(name, node, inner) if asked else "",
            description=inner.get("description") or content.get("description", ""),
        )
        yield from rows(content, schema, depth + 1, asked)


def _resolved(node: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The node with its reference followed and "or null" put aside; what stands at the place itself wins."""
    if "anyOf" in node:
        (only,) = (choice for choice in node["anyOf"] if choice.get("type") != "null")
        node = {"nullable": True, **only, **{key: value for key, value in node.items() if key != "anyOf"}}
    if "allOf" in node:  # a word of the rules in an address, where the schema holds it instead of a reference
        (whole,) = node["allOf"]
        node = {**whole, **{key: value for key, value in node.items() if key != "allOf"}}
    if "$ref" in node:
        target = schema["components"]["schemas"][node["$ref"].rsplit("/", 1)[1]]
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    return node


def _kind(node: dict[str, Any], schema: dict[str, Any]) -> str:
    if node["type"] == "array":
        items = _resolved(node["items"], schema)
        kind = f"list of {'objects' if items['type'] == 'object' else _kind(items, schema) + 's'}"
    elif "enum" in node:
        kind = "one of"
    else:
        kind = TYPE_WORDS.get(node["type"], node["type"])
    if not node.get("nullable"):
        return kind
    return f"null or {kind}" if "enum" in node else f"{kind} or null"


def _limits(node: dict[str, Any], schema: dict[str, Any]) -> str:
    if "enum" in node:
        return ", ".join(node["enum"])
    if "minimum" in node:
        return f"{minus(node['minimum'])} to {minus(node['maximum'])}"
    if "maxLength" in node:
        return f"{_span(node.get('minLength', 0), node['maxLength'])} characters"
    if node["type"] == "array" and "maxItems" in node:
        inner = _limits(_resolved(node["items"], schema), schema)
        return f"{_span(node.get('minItems', 0), node['maxItems'])} entries" + (f", each {inner}" if inner else "")
    return ""


def _span(low: int, high: int) -> str:
    return f"{low} to {high:,}" if low else f"up to {high:,}"


def _presence(name: str, parent: dict[str, Any], node: dict[str, Any]) -> str:
    if name in parent.get("required", ()):
        return "required"
    default = node.get("default")
    return f"default {json.dumps(default)}" if default not in (None, "", []) else "optional"


def readable_json(value: Any, indent: str = "") -> str:
    """JSON with everything that fits on one line left on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= LINE_WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    deeper = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {readable_json(one, deeper)}" for key, one in value.items()]
        return "{\n" + ",\n".join(deeper + part for part in parts) + "\n" + indent + "}"
    parts = [readable_json(one, deeper) for one in value]
    return "[\n" + ",\n".join(deeper + part for part in parts) + "\n" + indent + "]"
