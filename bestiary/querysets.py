"""What one may ask of creatures and of other things with an author. Every view starts from one of these verbs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import models
from django.db.models import Q

from bestiary.search import matching, read_search
from bestiary.search_index import has_many_hits, taken_from_index


class CommunityQuerySet(models.QuerySet):
    """Things that an author keeps, shares by their address or publishes.

    Chainable; `user` may be anonymous, who owns nothing. What a moderator holds is there for its owner alone.
    """

    def visible_to(self, user) -> CommunityQuerySet:
        """Things `user` may open by address: public and unlisted ones and their own, none from a bin."""
        condition = Q(visibility__in=("public", "unlisted"), held_at=None)
        if user.is_authenticated:
            condition |= Q(owner=user)
        return self.filter(condition, deleted_at=None)

    def editable_by(self, user) -> CommunityQuerySet:
        """Things `user` may change: their own, none from a bin."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(owner=user, deleted_at=None)

    def published(self) -> CommunityQuerySet:
        """The community's list: public things only."""
        return self.filter(visibility="public", held_at=None, deleted_at=None)

    def listed_for(self, user) -> CommunityQuerySet:
        """Things that lists and pickers offer `user`: public ones and their own; unlisted ones of others never."""
        condition = Q(visibility="public", held_at=None)
        if user.is_authenticated:
            condition |= Q(owner=user)
        return self.filter(condition, deleted_at=None)

    def bookmarked_by(self, user) -> CommunityQuerySet:
        """Things that `user` bookmarked and may still open."""
        if not user.is_authenticated:
            return self.none()
        return self.visible_to(user).filter(bookmarks__owner=user)

    def binned_by(self, user) -> CommunityQuerySet:
        """Things in the bin of `user`."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(owner=user).binned()

    def binned(self) -> CommunityQuerySet:
        """Things in anyone's bin."""
        return self.filter(deleted_at__isnull=False)

    def matching(self, query: str, facets: Iterable[str] = ()) -> CommunityQuerySet:
        """Things whose text has the beginning of a word for every word of `query`, accents and case aside."""
        return self.filter(matching(query, facets))

    def found(self, query: str, facets: Iterable[str] = ()) -> CommunityQuerySet:
        """The same things as `matching`, for pages in any order: one page costs little however many there are.

        Asks the index at once how many there are, see `search_index.has_many_hits`.
        """
        search = read_search(query, facets)
        if not search:
            return self.all()
        if has_many_hits(self.model, search, self.db):
            return self.filter(search_text__spells=search)
        return taken_from_index(self, search)

    def move_to_bin(self, now: datetime) -> int:
        """Bin the things that are not in it yet; returns how many that were."""
        return self.filter(deleted_at=None).update(deleted_at=now)

    def restore(self) -> int:
        """Take the things out of the bin again; returns how many that were."""
        return self.binned().update(deleted_at=None)


class CreatureQuerySet(CommunityQuerySet):
    """Creatures of every game."""

    def of_system(self, slug: str) -> CreatureQuerySet:
        """Creatures of one game, by its slug."""
        return self.filter(system=slug)

    def with_stats(self) -> CreatureQuerySet:
        """Everything `to_rules()` and a creature's document read, in a constant number of queries."""
        return self.select_related("worlds_awakening", "two_d12", "owner").prefetch_related(
            "attacks", "abilities", "affinities", "caused_effects", "tags"
        )

    def with_numbers(self) -> CreatureQuerySet:
        """What the numbers of a list's card come from, in a constant number of queries.

        No number depends on abilities, resistances and weaknesses, which are half of a creature's rows: `to_rules()`
        here gives a creature without them, so its advice is not the whole one.
        """
        related = {field.get_accessor_name(): field.related_model for field in self.model._meta.related_objects}
        left_out = [models.Prefetch(name, related[name].objects.none()) for name in ("abilities", "affinities")]
        return self.select_related("worlds_awakening", "two_d12", "owner").prefetch_related(
            "attacks", "caused_effects", *left_out
        )
