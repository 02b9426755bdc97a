"""Taking an upgrade: the item that is upgraded, and the line that it leaves in the item's history."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.limits import has_room
from bestiary.documents import SavedElsewhereError
from shop.documents import change_document, document_of_rules, item_document, save_document
from shop.models import Item, ItemUpgrade
from shop.rules import Upgrade


class NoRoomError(Exception):
    """A guest has as many items as guests may have, and the upgrade would make one more."""


def take(item: Item, upgrade: Upgrade, user) -> Item:
    """Write `upgrade`, computed for `item` as it was read, and return the item that has it now.

    That is the item itself when it belongs to `user`; of somebody else's it is a new, private variant, so nothing of
    theirs changes. SavedElsewhereError when the item was saved after it was read, NoRoomError
    for a guest who may keep no more.
    """
    before = item_document(item)
    mine = item
    now = timezone.now()
    with transaction.atomic():
        if item.owner_id != user.pk:
            if not has_room(user, Item, settings.GUEST_THINGS):
                raise NoRoomError
            mine = Item(owner=user)
            mine.is_variant_of(item)
        elif Item.objects.editable_by(user).filter(pk=item.pk).select_for_update().first() is None:
            raise SavedElsewhereError  # it went into the bin meanwhile
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
    return mine
