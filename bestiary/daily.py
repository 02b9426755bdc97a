"""The creature of the day."""

from __future__ import annotations

import hashlib
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from bestiary.models import Creature


def creature_of_the_day(now: datetime) -> Creature | None:
    """The public creature that the front page shows on the day of `now`, the same all day for everybody.

    The date points somewhere among all possible uids, and the first creature from there on is the one, so that none
    has to be counted. What is published today waits for tomorrow, lest it push the chosen one off the page.
    """
    public = Creature.objects.published().with_stats()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return _first_from(public.filter(published_at__lt=midnight), now) or _first_from(public, now)


def _first_from(creatures: QuerySet, now: datetime) -> Creature | None:
    pointer = UUID(bytes=hashlib.sha256(now.date().isoformat().encode()).digest()[:16])
    in_order = creatures.order_by("uid")
    return in_order.filter(uid__gte=pointer).first() or in_order.first()
