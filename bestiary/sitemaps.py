"""What search engines are told of: public creatures, ancestries and classes, and the pages of authors."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sitemaps import Sitemap
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from accounts.models import User
from bestiary.models import Ancestry, Authored, CharacterClass, Creature

# Of one file. Fifty thousand may be, but nobody should wait for such a page.
MOST_ADDRESSES = 5_000


class PublicSitemap(Sitemap):
    """Every public thing of a model."""

    limit = MOST_ADDRESSES
    model: type[Authored]

    def items(self) -> QuerySet:
        return self.model.objects.published().only("uid", "updated").order_by("pk")

    def lastmod(self, thing: Authored) -> datetime:
        return thing.updated

    def get_latest_lastmod(self) -> None:
        """None: Django's own answer would read every thing there is."""


class CreatureSitemap(PublicSitemap):
    model = Creature


class AncestrySitemap(PublicSitemap):
    model = Ancestry


class ClassSitemap(PublicSitemap):
    model = CharacterClass


class AuthorSitemap(Sitemap):
    """Everybody who published something."""

    limit = MOST_ADDRESSES

    def items(self) -> QuerySet:
        published = Creature.objects.published().filter(owner=OuterRef("pk"))
        return User.objects.filter(Exists(published), is_guest=False).only("username").order_by("pk")

    def location(self, author: User) -> str:
        return reverse("bestiary:author_detail", args=[author.username])
