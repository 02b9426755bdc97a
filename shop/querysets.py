"""What one may ask of items, in the domain's words."""

from __future__ import annotations

from bestiary.querysets import CommunityQuerySet


class ItemQuerySet(CommunityQuerySet):
    """Weapons, equipment and services."""

    def with_texts(self) -> ItemQuerySet:
        """Everything an item's document and page read, in a constant number of queries."""
        return self.select_related("owner").prefetch_related("tags")
