"""Items for tests, and the builder's form as a browser would send it."""

import re

from accounts.models import User
from shop.documents import save_document
from shop.forms.item import ItemBuilder
from shop.models import Item
from tests.factories import make_user

LIST = "/shop/"
NEW = "/shop/items/new/"
PREVIEW = "/shop/items/preview/"


def longsword(**fields) -> dict:
    """The document of the guide's Longsword: 160 NX."""
    return {
        "kind": "weapon",
        "name": "Longsword",
        "two_handed": False,
        "stat": "str",
        "roll_bonus": 2,
        "damage": "1d8+2",
        "damage_type": "Slashing",
        "added_dice": 0,
        "special_effect": None,
        "description": "",
        "tags": [],
        **fields,
    }


def arm_guard(**fields) -> dict:
    """The document of the guide's Arm Guard: 40 NX."""
    return {
        "kind": "equipment",
        "name": "Arm Guard",
        "bonuses": {"melee_attack": 2},
        "special_effect": None,
        "description": "",
        "tags": [],
        **fields,
    }


def crossing(**fields) -> dict:
    """The document of a service for 45 NX."""
    return {"kind": "service", "name": "Crossing", "price": 45, "description": "", "tags": [], **fields}


def make_item(
    owner: User | None = None, document: dict | None = None, *, visibility: str = "private", **fields
) -> Item:
    """A stored item of a document, by default a Longsword; `fields` go over the document."""
    item = Item(owner=owner or make_user(), visibility=visibility)
    return save_document(item, {**(document or longsword()), **fields})


def posted(document: dict | None = None, *, visibility: str = "private", **changes) -> dict:
    """The posted fields of a document; `changes` go over them by field name, None takes a field away."""
    builder = ItemBuilder.from_document(document or longsword(), visibility=visibility)
    data = dict(builder.posted().lists()) | changes
    return {name: value for name, value in data.items() if value is not None}


def text_of(html: str) -> str:
    """What a page says: the text of its main part, blanks made one."""
    main = html[html.index("<main") : html.index("</main>")] if "<main" in html else html
    return " ".join(re.sub(r"<[^>]+>", " ", main).replace("&#x27;", "'").split())


def rows_of(html: str, table: str) -> list[list[str]]:
    """The cells of each row of the table with that class, as texts."""
    found = re.search(rf'<table class="{table}">(.*?)</table>', html, re.DOTALL)
    assert found, f"no table {table}"
    rows = re.findall(r"<tr\b.*?</tr>", found[1], re.DOTALL)
    return [[text_of(cell) for cell in re.findall(r"<t[hd]\b.*?</t[hd]>", row, re.DOTALL)] for row in rows]
