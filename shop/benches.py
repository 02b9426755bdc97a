"""Taking an upgrade: the item that is upgraded, and the line that it leaves in the item's history."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from shop.documents import change_document, document_of_rules, item_document, save_document
from shop.models import Item, ItemUpgrade
from shop.rules import Upgrade


def take(item: Item, upgrade: Upgrade) -> Item:
    """Write `upgrade`, computed for `item` as it was read, into the item; it belongs to whoever takes it.

    SavedElsewhereError when the item was saved after it was read, or went into the bin or away.
    """
    with transaction.atomic():
        _write(item, item_document(item), upgrade)
    return item


def take_as_variant(item: Item, upgrade: Upgrade, mine: Item) -> Item:
    """Write `upgrade` of somebody else's item into `mine`, a new variant of it: nothing of theirs changes."""
    mine.is_variant_of(item)
    with transaction.atomic():
        _write(mine, item_document(item), upgrade)
    return mine


def _write(mine: Item, before: dict, upgrade: Upgrade) -> None:
    now = timezone.now()
    save_document(mine, {**before, **document_of_rules(upgrade.item)}, now=now)
    ItemUpgrade.objects.create(
        item=mine,
        order=mine.upgrades.count(),
        change=change_document(upgrade.change),
        cost=upgrade.cost.value,
        effects=list(upgrade.effects),
        before=before,
        after=item_document(mine),
        created=now,
    )
