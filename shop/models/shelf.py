"""What a merchant's stock and an outfit are made of: items as they were when somebody put them there."""

from __future__ import annotations

from django.db import models
from django.db.models import Prefetch, Q

from bestiary.models import NAME_LENGTH, OwnedQuerySet, between, not_blank
from shop.models.item import Item
from shop.rules import LIMITS


class ShelfQuerySet(OwnedQuerySet):
    """Things with `lines` of items."""

    def with_lines(self):
        """Lines and the items they came from, as far as those still are, in a constant number of queries."""
        lines = self.model._meta.get_field("lines").related_model.objects.select_related("item")
        return self.prefetch_related(Prefetch("lines", lines))


class ShelfLine(models.Model):
    """An item in its place, with its document as it was when added: it stays when its author changes or deletes it.

    `name` and `list_price` are what lists read of the document. `item`, `author` and `revision` say where it came from.
    """

    order = models.PositiveSmallIntegerField(default=0)
    item = models.ForeignKey(Item, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    document = models.JSONField()
    name = models.CharField(max_length=NAME_LENGTH)
    author = models.CharField(max_length=150, blank=True)
    revision = models.PositiveIntegerField(default=1)
    list_price = models.PositiveIntegerField()

    class Meta:
        abstract = True
        ordering = ["order", "id"]
        # For an author who changes their name or leaves, see `accounts.mentions`.
        indexes = [models.Index(fields=["author"], name="%(class)s_author", condition=~Q(author=""))]
        constraints = [
            not_blank("name"),
            between("list_price", LIMITS["list_price"].low, LIMITS["list_price"].high),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def item_key(self) -> str:
        """The id of the item, whether it is still there or not: what the haggling log knows it by."""
        return self.document["id"]
