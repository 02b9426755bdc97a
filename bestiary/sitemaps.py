"""What search engines are told of: public creatures and the pages of their authors."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sitemaps import Sitemap
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from accounts.models import User
from bestiary.models import Creature

# Of one file. Fifty thousand may be, but nobody should wait for such a page.
MOST_ADDRESSES = 5_000


class CreatureSitemap(Sitemap):
    """Every public creature."""

    limit = MOST_ADDRESSES

    def items(self) -> QuerySet:
        return Creature.objects.published().only("uid", "updated").order_by("pk")

    def lastmod(self, creature: Creature) -> datetime:
        return creature.updated

    def get_latest_lastmod(self) -> None:
        """None: Django's own answer would read every creature there is."""


class AuthorSitemap(Sitemap):
    """Everybody who published something."""

    limit = MOST_ADDRESSES

    def items(self) -> QuerySet:
        published = Creature.objects.published().filter(owner=OuterRef("pk"))
        return User.objects.filter(Exists(published), is_guest=False).only("username").order_by("pk")

    def location(self, author: User) -> str:
        return reverse("bestiary:author_detail", args=[author.username])
