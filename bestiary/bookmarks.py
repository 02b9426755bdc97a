"""Bookmarks: setting and removing one, and the count that a thing keeps of its own."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from bestiary.models import Authored, Bookmark


def set_bookmark(thing: Authored, user, *, on: bool) -> int:
    """Bookmark `thing` for `user`, or take the bookmark away; returns how many it has then. Twice is once."""
    with transaction.atomic():
        if on:
            thing.bookmarks.model.objects.bulk_create(
                [thing.bookmarks.model(owner=user, thing=thing)], ignore_conflicts=True
            )
            recount(thing.bookmarks.model, thing.pk)
        else:
            thing.bookmarks.filter(owner=user).delete()
    thing.refresh_from_db(fields=["bookmark_count"])
    return thing.bookmark_count


def recount(bookmarks: type[Bookmark], thing_id: int) -> None:
    """Write down how many bookmarks a thing has.

    Counted anew under the lock of the thing's row: a count that went up and down by one would go wrong for ever where
    two people take the same bookmark away at once, one by hand and one by deleting the account.
    """
    things = bookmarks._meta.get_field("thing").related_model._base_manager
    with transaction.atomic():
        if things.select_for_update().filter(pk=thing_id).values_list("pk", flat=True).first():
            things.filter(pk=thing_id).update(bookmark_count=bookmarks.objects.filter(thing=thing_id).count())


def recount_after_delete(sender: type[Bookmark], instance: Bookmark, **_) -> None:
    """Signal of a deleted bookmark: the one road that all deletions take, those of a whole account included."""
    recount(sender, instance.thing_id)


def bookmarked_among(things: Iterable[Authored], user) -> set[int]:
    """The keys of those of the things, all of one model, that `user` bookmarked."""
    things = list(things)
    if not things or not user.is_authenticated:
        return set()
    bookmarks = things[0].bookmarks.model.objects.filter(owner=user, thing__in=[thing.pk for thing in things])
    return set(bookmarks.values_list("thing_id", flat=True))
