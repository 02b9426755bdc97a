"""A Foe's form as a browser would send it."""

from bestiary.forms import FoeBuilder
from tests.factories import foe_document

NEW = "/bestiary/foes/new/"
PREVIEW = "/bestiary/foes/preview/"
PREVIEW_CARD = "/bestiary/foes/preview/card.pdf"


def posted(document: dict | None = None, *, visibility: str = "private", **changes) -> dict:
    """The posted fields of a document; `changes` go over them by field name, None takes a field away.

    Names of row fields are written with two underscores for a hyphen: `effects__0__charges`.
    """
    builder = FoeBuilder.from_document(document or foe_document(), visibility=visibility)
    data = dict(builder.posted().lists())
    for name, value in changes.items():
        name = name.replace("__", "-")
        if value is None:
            data.pop(name, None)
        else:
            data[name] = value
    return data
