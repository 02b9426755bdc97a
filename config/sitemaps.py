"""What search engines are told of: the site's own pages, and what each app publishes."""

from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from bestiary.sitemaps import AncestrySitemap, AuthorSitemap, ClassSitemap, CreatureSitemap


class PageSitemap(Sitemap):
    """Pages that are always there."""

    def items(self) -> list[str]:
        creatures = ["bestiary:creature_list", "bestiary:creature_create", "bestiary:foe_create"]
        makings = ["bestiary:ancestry_list", "bestiary:class_list", "bestiary:pair_check"]
        return ["home", *creatures, *makings, "about", "conduct"]

    def location(self, name: str) -> str:
        return reverse(name)


SITEMAPS = {
    "pages": PageSitemap,
    "creatures": CreatureSitemap,
    "ancestries": AncestrySitemap,
    "classes": ClassSitemap,
    "authors": AuthorSitemap,
}
