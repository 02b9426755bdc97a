"""Paging by keyset: a page begins after a thing, not at a number: the last one costs what the first does."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from uuid import UUID

from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest

PAGE_SIZE = 24

# Sort word → column and whether it runs backwards; equal values run by id in the same direction.
SORTS = {
    "newest": ("created", True),
    "bookmarked": ("bookmark_count", True),
    "name": ("sort_name", False),
    "ar": ("ar_step", False),
    "ar_high": ("ar_step", True),
    "rank": ("rank_step", False),
    "rank_high": ("rank_step", True),
}


@dataclass(frozen=True, slots=True)
class Page:
    """One page of things; `previous` and `next` are the uids its neighbours end before and begin after."""

    items: list
    previous: UUID | None
    next: UUID | None


def creature_page(
    creatures: QuerySet, sort: str = "newest", *, after: str = "", before: str = "", size: int = PAGE_SIZE
) -> Page:
    """Return a page of `creatures` in the order of that word, see `keyset_page`."""
    return keyset_page(creatures, SORTS[sort], after=after, before=before, size=size)


def keyset_page(
    things: QuerySet, order: tuple[str, bool], *, after: str = "", before: str = "", size: int = PAGE_SIZE
) -> Page:
    """Return the page of `things` behind the one with uid `after`, or before `before`, or the first.

    `order` is a column and whether it runs backwards. A uid that is unreadable or gone gives the first page.
    """
    column, descending = order
    # Rows without a place in this order stand at one end of its index.
    things = things.filter(**{f"{column}__isnull": False})
    backwards = bool(before) and not after
    edge = _edge(things.model, after or before, column)
    if edge is None:
        after, backwards = "", False
    else:
        things = things.filter(_beyond(column, edge, downwards=descending != backwards))
    sign = "-" if descending != backwards else ""
    items = list(things.order_by(f"{sign}{column}", f"{sign}id")[: size + 1])
    more, items = len(items) > size, items[:size]
    if backwards:
        items.reverse()
    has_previous, has_next = (more, True) if backwards else (bool(after), more)
    return Page(
        items=items,
        previous=items[0].uid if items and has_previous else None,
        next=items[-1].uid if items and has_next else None,
    )


def first_listed(things: QuerySet, user, order: tuple[str, bool], most: int) -> list:
    """Return the first `most` of the things that lists offer `user`, the same as `listed_for` would give.

    Public ones and one's own are two short walks; one query for both would have to sort all of them.
    """
    column, descending = order
    sign = "-" if descending else ""
    parts = (things.published(), things.editable_by(user))
    found = {thing.pk: thing for part in parts for thing in part.order_by(f"{sign}{column}", f"{sign}id")[:most]}
    return sorted(found.values(), key=attrgetter(column, "pk"), reverse=descending)[:most]


def _edge(model: type[Model], uid: str, column: str) -> tuple | None:
    """The sort value and id of the thing a page borders on; its content is not looked at, only its place.

    None also for one that has no place in this order, as a creature of the other game.
    """
    try:
        uid = UUID(uid)
    except ValueError:
        return None
    return model.objects.filter(uid=uid, **{f"{column}__isnull": False}).values_list(column, "id").first()


def _beyond(column: str, edge: tuple, *, downwards: bool) -> Q:
    """Rows on the far side of `edge`. Written so that the index is entered at the edge: a plain OR reads it all."""
    value, number = edge
    side = "lt" if downwards else "gt"
    return Q(**{f"{column}__{side}e": value}) & (Q(**{f"{column}__{side}": value}) | Q(**{f"id__{side}": number}))


def page_address(request: HttpRequest, *without: str, **more) -> str:
    """The query of a list's address with its filters, and `more`: the edge of another page, or another tab.

    Left out are filters that are empty and those named in `without`. "" where the edge, the thing that a page comes
    after or before, is None: there is no such page.
    """
    if None in more.values():
        return ""
    query = request.GET.copy()
    empty = [key for key, value in request.GET.items() if not value]
    for key in ("after", "before", *empty, *without):
        query.pop(key, None)
    for name, value in more.items():
        query[name] = str(value)
    return f"?{query.urlencode()}" if query else ""
