"""The fields that creatures of every game have."""

from __future__ import annotations

from bestiary.choices import FAMILIES, HABITATS
from bestiary.comparing.outline import Field, choice, listed, plain
from bestiary.models import Visibility

NAME = Field("Name", ("name",), plain)

# What stands beside a stat block.
FACTS = (
    Field("Family", ("family",), choice(dict(FAMILIES))),
    Field("Habitat", ("habitat",), choice(dict(HABITATS))),
    Field("Tags", ("tags",), listed),
    # No part of a document: whoever compares what more than a document says puts it there.
    Field("Who may see it", ("visibility",), choice(dict(Visibility.choices))),
)

ENDING = (Field("Description", ("description",), plain), *FACTS)
