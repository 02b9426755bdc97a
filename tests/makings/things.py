"""Makers of ancestries and classes for tests."""

from accounts.models import User
from bestiary.documents.makings import save_ancestry, save_class
from bestiary.models import Ancestry, CharacterClass
from tests.factories import make_user
from tests.shop.items import longsword

GUIDE_EXAMPLE = {"str": -1, "dex": 2, "con": -1, "int": 2, "wis": 0, "cha": 0}
NOTHING = dict.fromkeys(GUIDE_EXAMPLE, 0)


def ancestry_doc(**fields) -> dict:
    """The document of an ancestry, by default the guide's example: sum 2, 1 free point."""
    return {
        "name": "Dormouse Folk",
        "modifiers": GUIDE_EXAMPLE,
        "adaptability": 1,
        "innate_abilities": [ability_doc()],
        "description": "",
        "tags": [],
        **fields,
    }


def ability_doc(**fields) -> dict:
    """An innate ability, by default once a day."""
    return {
        "name": "Winter sleep",
        "text": "Sleeps through **one** cold night.",
        "limit_kind": "day",
        "limit_count": 1,
    } | fields


def class_doc(**fields) -> dict:
    """The document of a class with modifiers that leave nothing over and no outfits."""
    return {
        "name": "Lamplighter",
        "modifiers": {**NOTHING, "str": 3},
        "magic_stat": "int",
        "outfits_of": None,
        "outfits": [],
        "description": "",
        "tags": [],
        **fields,
    }


def item_doc(**fields) -> dict:
    """The document of an item, as an outfit keeps it: the guide's Longsword, 160 NX."""
    return {"type": "item", "version": 1, **longsword(damage_type="Slashing"), **fields}


def outfit_doc(*items: dict, name: str = "On the street", **fields) -> dict:
    """An outfit as a row of a class's document, by default with one Longsword."""
    return {"id": None, "name": name, "items": list(items or (item_doc(),)), **fields}


def make_ancestry(owner: User | None = None, *, visibility: str = "private", **fields) -> Ancestry:
    """A stored ancestry; `fields` go over the document."""
    return save_ancestry(Ancestry(owner=owner or make_user(), visibility=visibility), ancestry_doc(**fields))


def make_class(owner: User | None = None, *, visibility: str = "private", **fields) -> CharacterClass:
    """A stored class; `fields` go over the document."""
    return save_class(CharacterClass(owner=owner or make_user(), visibility=visibility), class_doc(**fields))
