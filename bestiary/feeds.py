"""The Atom feed of new public creatures."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from django.contrib.syndication.views import Feed
from django.urls import reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.text import Truncator

from bestiary.models import Creature
from bestiary.summary import identity

ENTRIES = 30
LONGEST_SUMMARY = 400

# Characters that a database text may hold and an XML document may not.
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def in_xml(text: str) -> str:
    """The text without the characters that would break the whole feed."""
    return NOT_IN_XML.sub("", text)


class NewCreatures(Feed):
    """The creatures that became public last."""

    feed_type = Atom1Feed
    title = "New in the bestiary of Duskfolio"
    subtitle = "Creatures for Worlds Awakening and Foes for 2d12 Traits, as they are published."
    link = reverse_lazy("bestiary:creature_list")
    feed_url = reverse_lazy("bestiary:creature_feed")

    def items(self) -> Iterable[Creature]:
        creatures = Creature.objects.published().filter(published_at__isnull=False)
        creatures = creatures.select_related("owner", "worlds_awakening", "two_d12").prefetch_related("tags")
        return creatures.order_by("-published_at", "-id")[:ENTRIES]

    def item_title(self, item: Creature) -> str:
        return in_xml(item.name)

    def item_description(self, item: Creature) -> str:
        """Plain text, escaped: Atom hands a summary to its reader as HTML."""
        text = " ".join(in_xml(item.description).split())
        return escape(Truncator(f"{identity(item)}. {text}".strip()).chars(LONGEST_SUMMARY))

    def item_guid(self, item: Creature) -> str:
        return f"urn:uuid:{item.uid}"

    def item_author_name(self, item: Creature) -> str:
        return item.owner.display_name

    def item_categories(self, item: Creature) -> list[str]:
        return [in_xml(tag.name) for tag in item.tags.all()]

    def item_pubdate(self, item: Creature) -> datetime:
        return item.published_at

    def item_updateddate(self, item: Creature) -> datetime:
        return max(item.updated, item.published_at)
