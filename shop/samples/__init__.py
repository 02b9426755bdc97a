"""The shop's samples: items of every kind and two merchants who sell them.

An item is a TOML file in this folder with the keys of its document, a merchant one in `merchants`. Loading is
`bestiary.sample_kinds`.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from bestiary.models import NAME_LENGTH, TEXT_LENGTH, Visibility
from bestiary.rules.checks import visible_text
from bestiary.rules.errors import RulesError
from bestiary.sample_kinds import SampleKind, refuse_unknown_keys, register_samples, sample_uid, toml_files
from shop.benches import take
from shop.documents import kind_of, rules_from_document, save_document
from shop.models import Item, Merchant, StockLine
from shop.rules import Change, ItemKind, check_stock, upgrade
from shop.shelves import fill_line

ITEMS = Path(__file__).parent
MERCHANTS = ITEMS / "merchants"

# A name nobody has to guess: the link to this merchant's price list stands on a page that everybody sees.
SHOWN_MERCHANT = "sample-pell-and-daughter"

# The list begins with these: a weapon of each size, a piece of equipment.
FIRST = ("wick-knife", "toll-sabre", "last-orders", "borrowed-halo")

_SHARED_KEYS = {"kind", "name", "description", "tags"}
# What a file may hold; what is in OPTIONAL_KEYS may be missing, all else may not.
ITEM_KEYS = {
    ItemKind.WEAPON: _SHARED_KEYS
    | {"two_handed", "stat", "roll_bonus", "damage", "damage_type", "added_dice", "special_effect", "upgrades"},
    ItemKind.EQUIPMENT: _SHARED_KEYS | {"bonuses", "special_effect", "upgrades"},
    ItemKind.SERVICE: _SHARED_KEYS | {"price"},
}
OPTIONAL_KEYS = {"special_effect", "upgrades"}
EFFECT_KEYS = {"text", "value"}
# Points and dice that were added since, one change after another; see `shop.rules.Change`.
CHANGE_KEYS = {"roll_bonus", "damage_bonus", "dice", "bonuses"}
MERCHANT_KEYS = {"name", "place", "share_token", "notes", "stock"}
STOCK_KEYS = {"item", "count"}


def check_item(document: dict[str, Any]) -> None:
    """RulesError for what breaks a hard limit and for keys that are not the kind's."""
    keys = ITEM_KEYS[kind_of(document)]
    refuse_unknown_keys(document, keys)
    for key in sorted(keys - OPTIONAL_KEYS):
        document[key]  # missing: KeyError
    refuse_unknown_keys(document.get("special_effect", {}), EFFECT_KEYS, "special_effect")
    item = rules_from_document(document)
    for index, change in enumerate(document.get("upgrades", ())):
        refuse_unknown_keys(change, CHANGE_KEYS, f"upgrades.{index}")
        item = upgrade(item, Change(**change)).item
    visible_text(document["name"], NAME_LENGTH, "name", "The name")
    visible_text(document["description"], TEXT_LENGTH, "description", "The description")


def check_merchant(document: dict[str, Any]) -> None:
    """RulesError for what the form would refuse, and for an item that is no sample."""
    refuse_unknown_keys(document, MERCHANT_KEYS)
    for key in ("name", "place"):
        visible_text(document[key], NAME_LENGTH, key, f"The {key}")
    visible_text(document["notes"], TEXT_LENGTH, "notes", "The notes")
    visible_text(document["share_token"], 40, "share_token", "The end of the link")
    items = item_files()
    for index, line in enumerate(document["stock"]):
        refuse_unknown_keys(line, STOCK_KEYS, f"stock.{index}")
        check_stock(line["count"], f"stock.{index}.count")
        if f"item/{line['item']}" not in items:
            raise RulesError(f"There is no sample item “{line['item']}”.", f"stock.{index}.item")


def make_item(uid: UUID, document: dict[str, Any], owner: Any, now: datetime) -> None:
    """Save the item for everybody to see, and take the upgrades it has had, so that it shows their history."""
    save_document(Item(uid=uid, owner=owner, visibility=Visibility.PUBLIC, created=now), document, now=now)
    for change in document.get("upgrades", ()):
        item = Item.objects.with_texts().get(uid=uid)
        take(item, upgrade(item.to_rules(), Change(**change)))


def make_merchant(uid: UUID, document: dict[str, Any], owner: Any, now: datetime) -> None:
    """Save the merchant with the link alive, and those of the items that were not deleted since their own loading."""
    texts = {key: document[key] for key in ("name", "place", "notes", "share_token")}
    merchant = Merchant.objects.create(uid=uid, owner=owner, created=now, updated=now, **texts)
    uids = [sample_uid(f"item/{line['item']}") for line in document["stock"]]
    items = {item.uid: item for item in Item.objects.filter(uid__in=uids, deleted_at=None).with_texts()}
    for order, (item_uid, row) in enumerate(zip(uids, document["stock"], strict=True)):
        if item_uid in items:
            line = StockLine(merchant=merchant, order=order, count=row["count"])
            fill_line(line, items[item_uid], owner).save()


def item_files() -> dict[str, Path]:
    files = toml_files(ITEMS, "item")
    first = {f"item/{name}": files[f"item/{name}"] for name in FIRST}
    return first | files


def merchant_files() -> dict[str, Path]:
    return toml_files(MERCHANTS, "merchant")


def shown_merchant() -> Merchant | None:
    """The sample merchant, None when it was deleted or its link ended. One query."""
    return Merchant.objects.shared_under(SHOWN_MERCHANT).first()


def register() -> None:
    """Have `load_samples` load the shop's samples too."""
    register_samples(
        SampleKind("item", "items", item_files, check_item, make_item),
        SampleKind("merchant", "merchants", merchant_files, check_merchant, make_merchant),
    )
