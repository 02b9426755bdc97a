"""What every thing has that a GM keeps for themselves, and shows others by an unlisted link at most."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import models
from django.utils import timezone

NAME_LENGTH = 80
TEXT_LENGTH = 5_000


class OwnedQuerySet(models.QuerySet):
    """Rows with an owner and a bin. Chainable; `user` may be anonymous, who owns nothing."""

    def owned_by(self, user) -> OwnedQuerySet:
        return self.filter(owner=user) if user.is_authenticated else self.none()

    def visible_to(self, user) -> OwnedQuerySet:
        """Rows `user` may open by address: their own, none from a bin. Others come in by a shared link only."""
        return self.owned_by(user).filter(deleted_at=None)

    def editable_by(self, user) -> OwnedQuerySet:
        """Rows `user` may change."""
        return self.visible_to(user)

    def locked(self) -> OwnedQuerySet:
        """Rows that nobody else changes until the transaction ends; SQLite's transactions take turns anyway."""
        return self.select_for_update(of=("self",))

    def binned_by(self, user) -> OwnedQuerySet:
        """Rows in the bin of `user`, the last deleted first."""
        return self.owned_by(user).filter(deleted_at__isnull=False).order_by("-deleted_at", "-id")

    def move_to_bin(self, now: datetime) -> int:
        """Bin the rows that are not in it yet; returns how many that were."""
        return self.filter(deleted_at=None).update(deleted_at=now)

    def restore(self) -> int:
        """Take the rows out of the bin again; returns how many that were."""
        return self.filter(deleted_at__isnull=False).update(deleted_at=None)


class Owned(models.Model):
    """What a GM keeps: an id for its address, a name, dates, and a bin. Each model names its owner."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name
