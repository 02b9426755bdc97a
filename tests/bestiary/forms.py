"""The builder's form as a browser would send it."""

import re

from bestiary.forms import Builder
from tests.factories import creature_document

NEW = "/bestiary/creatures/new/"
PREVIEW = "/bestiary/creatures/preview/"
PREVIEW_SHEET = "/bestiary/creatures/preview/sheet.pdf"


def posted(document: dict | None = None, *, visibility: str = "private", **changes) -> dict:
    """The posted fields of a document; `changes` go over them by field name, None takes a field away.

    Names of row fields are written with two underscores for a hyphen: `attacks__0__name`.
    """
    builder = Builder.from_document(document or creature_document(), visibility=visibility)
    data = dict(builder.posted().lists())
    for name, value in changes.items():
        name = name.replace("__", "-")
        if value is None:
            data.pop(name, None)
        else:
            data[name] = value
    return data


def error_at(html: str, field: str) -> str:
    """The message at a field of the page, "" when there is none."""
    match = re.search(rf'<p class="field__error" id="id_{re.escape(field)}_error">(.*?)</p>', html, re.DOTALL)
    assert match, f"{field} has no place for a message"
    return match[1].strip()


def value_of(html: str, field: str) -> str:
    """What stands in a text or number input of the page."""
    tag = re.search(rf'<input[^>]* name="{re.escape(field)}"[^>]*>', html)
    assert tag, f"no input {field}"
    value = re.search(r' value="([^"]*)"', tag[0])
    return value[1] if value else ""
