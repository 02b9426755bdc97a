"""The shop's outfits as `bestiary.outfits` hands them to classes."""

from __future__ import annotations

from collections.abc import Iterable

from bestiary import outfits
from bestiary.documents.shared import DOCUMENT_VERSION, read_texts
from bestiary.rules.checks import short_text
from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening import LONGEST_NAME
from shop.documents import document_of_rules, rules_from_document
from shop.models import Outfit
from shop.rules import LIMITS, list_price
from shop.shelves import about, effect_text, read_uid, visible_items

# What a menu can still be looked through.
MOST_OFFERED = 100


class ShopOutfits:
    """Outfits with the documents of their items as they were when put there."""

    most_items = LIMITS["outfit_items"].high

    def outfits_of(self, user) -> list[dict]:
        return [
            {"id": str(outfit.uid), "name": outfit.name, "items": [line.document for line in outfit.lines.all()]}
            for outfit in Outfit.objects.editable_by(user).with_lines()[:MOST_OFFERED]
        ]

    def read_item(self, document: object) -> dict:
        item = rules_from_document(document)
        if not short_text(item.name, LONGEST_NAME, "name", "The name of an item"):
            raise RulesError("Give it a name.", "name")
        description, tags = read_texts(document)
        uid = read_uid(document.get("id"))
        kept = {
            "type": "item",
            "version": DOCUMENT_VERSION,
            **({"id": str(uid)} if uid else {}),
            **document_of_rules(item),
            "description": description,
            "tags": tags,
        }
        return {
            "name": item.name,
            "about": about(item),
            "effect": effect_text(item),
            "price": list_price(item).value,
            "document": kept,
        }

    def addresses(self, user, ids: Iterable[str]) -> dict[str, str]:
        return {uid: item.get_absolute_url() for uid, item in visible_items(user, ids).items()}


def register() -> None:
    """Have classes offer these outfits."""
    outfits.register(ShopOutfits())
