"""What the account page needs of the shop: everything of a user's, and where the names of authors stand."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.belongings import CHUNK, Piece, belongings, facts
from accounts.mentions import Mention, register
from accounts.models import User
from shop.documents import item_document
from shop.models import BONUS_NAMES, WEAPON_FIELDS, HaggleEvent, Item, Merchant, Outfit, OutfitLine, StockLine

# Said by the document, or made of it for lists and searches.
IN_THE_DOCUMENT = (
    *("uid", "name", "description", "kind", "stat", "damage_type", "price", "special_effect_value"),
    *("special_effect_text", *WEAPON_FIELDS, *BONUS_NAMES),
)
FOR_LISTS = ("sort_name", "search_text", "list_price")


@belongings(Item, "items")
def items_of(user: User) -> Iterator[Piece]:
    """Items, those in the bin too, each with its upgrades."""
    items = Item.objects.filter(owner=user).with_texts().prefetch_related("upgrades")
    for item in items.order_by("id").iterator(CHUNK):
        document = {
            "document": item_document(item),
            **facts(item, *IN_THE_DOCUMENT, *FOR_LISTS),
            "upgrades": [facts(upgrade, "order") for upgrade in item.upgrades.all()],
        }
        yield Piece(item.name, document)


@belongings(Merchant, "merchants")
def merchants_of(user: User) -> Iterator[Piece]:
    """Merchants with their stock."""
    yield from _shelves(Merchant, user)


@belongings(Outfit, "outfits")
def outfits_of(user: User) -> Iterator[Piece]:
    """Outfits with their items."""
    yield from _shelves(Outfit, user)


def _shelves(model: type[Merchant | Outfit], user: User) -> Iterator[Piece]:
    for shelf in model.objects.filter(owner=user).prefetch_related("lines").order_by("id").iterator(CHUNK):
        lines = [facts(line, "order", "name", "list_price") for line in shelf.lines.all()]
        yield Piece(shelf.name, {**facts(shelf), "lines": lines})


@belongings(HaggleEvent, "haggling", together=True)
def haggling_of(user: User) -> Iterator[Piece]:
    """The haggling log."""
    for event in HaggleEvent.objects.of(user).iterator(CHUNK):
        yield Piece("", facts(event))


register(
    Mention(Item, "origin_author", "variant of your items", "variants of your items"),
    Mention(StockLine, "author", "line in merchants’ stocks", "lines in merchants’ stocks"),
    Mention(OutfitLine, "author", "line of outfits", "lines of outfits"),
)
