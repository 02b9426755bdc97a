"""Outfits: items in an order, worn or carried together, with one price for them all."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse

from bestiary.models import Owned, not_blank
from shop.models.shelf import ShelfLine, ShelfQuerySet


class Outfit(Owned):
    """A set of items under a name."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="outfits")

    objects = ShelfQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["owner", "name", "id"], name="outfit_mine")]
        constraints = [not_blank("name")]

    def get_absolute_url(self) -> str:
        return reverse("shop:outfit_detail", args=[self.uid])


class OutfitLine(ShelfLine):
    """An item of an outfit."""

    outfit = models.ForeignKey(Outfit, on_delete=models.CASCADE, related_name="lines")
