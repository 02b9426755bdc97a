"""What search engines are told of: the site's own pages, and what each app publishes."""

from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from bestiary.sitemaps import AuthorSitemap, CreatureSitemap


class PageSitemap(Sitemap):
    """Pages that are always there."""

    def items(self) -> list[str]:
        return ["home", "bestiary:creature_list", "bestiary:creature_create", "bestiary:foe_create", "about", "conduct"]

    def location(self, name: str) -> str:
        return reverse(name)


SITEMAPS = {"pages": PageSitemap, "creatures": CreatureSitemap, "authors": AuthorSitemap}
