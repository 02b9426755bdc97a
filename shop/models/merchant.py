"""Merchants: who they are, what they have, and the link that shows their price list."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.urls import reverse

from bestiary.models import NAME_LENGTH, TEXT_LENGTH, Owned, between, not_blank
from shop.models.shelf import ShelfLine, ShelfQuerySet
from shop.rules import LIMITS

MAX_STOCK_LINES = 60


class MerchantQuerySet(ShelfQuerySet):
    """Merchants."""

    def shared_under(self, token: str) -> MerchantQuerySet:
        """The merchant whose link is alive under this token; a binned merchant's link is dead."""
        return self.filter(share_token=token, deleted_at=None) if token else self.none()


class Merchant(Owned):
    """Somebody who sells: name, place, a stock of items. The notes are the GM's alone."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="merchants")
    place = models.CharField(max_length=NAME_LENGTH, blank=True)
    notes = models.TextField("notes for the GM", blank=True, validators=[MaxLengthValidator(TEXT_LENGTH)])
    # NULL while there is no link; empty text would be a token one can guess.
    share_token = models.CharField(max_length=40, null=True, blank=True, unique=True, editable=False)

    objects = MerchantQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["owner", "name", "id"], name="merchant_mine")]
        constraints = [not_blank("name"), not_blank("share_token")]

    def get_absolute_url(self) -> str:
        return reverse("shop:merchant_detail", args=[self.uid])

    def get_shared_url(self) -> str:
        """Return the path of the shared price list, "" while there is no link."""
        return reverse("shop:shared_merchant", args=[self.share_token]) if self.share_token else ""


class StockLine(ShelfLine):
    """So many of one item; 0 when it is sold out."""

    merchant = models.ForeignKey(Merchant, on_delete=models.CASCADE, related_name="lines")
    count = models.PositiveSmallIntegerField("number in stock", default=1)

    class Meta(ShelfLine.Meta):
        constraints = [*ShelfLine.Meta.constraints, between("count", LIMITS["stock"].low, LIMITS["stock"].high)]
