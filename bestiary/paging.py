"""Paging by keyset: a page begins after a creature, not at a number: the last one costs what the first does."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from bestiary.models import Creature

PAGE_SIZE = 24

# Sort word → column and whether it runs backwards; equal values run by id in the same direction.
SORTS = {
    "newest": ("created", True),
    "name": ("sort_name", False),
    "ar": ("ar_step", False),
    "ar_high": ("ar_step", True),
    "rank": ("rank_step", False),
    "rank_high": ("rank_step", True),
}


@dataclass(frozen=True, slots=True)
class Page:
    """One page of creatures; `previous` and `next` are the uids its neighbours end before and begin after."""

    items: list[Creature]
    previous: UUID | None
    next: UUID | None


def creature_page(
    creatures: QuerySet, sort: str = "newest", *, after: str = "", before: str = "", size: int = PAGE_SIZE
) -> Page:
    """Return the page of `creatures` behind the creature with uid `after`, or before `before`, or the first.

    A uid that is unreadable or gone gives the first page.
    """
    column, descending = SORTS[sort]
    backwards = bool(before) and not after
    edge = _edge(after or before, column)
    if edge is None:
        after, backwards = "", False
    else:
        creatures = creatures.filter(_beyond(column, edge, downwards=descending != backwards))
    sign = "-" if descending != backwards else ""
    items = list(creatures.order_by(f"{sign}{column}", f"{sign}id")[: size + 1])
    more, items = len(items) > size, items[:size]
    if backwards:
        items.reverse()
    has_previous, has_next = (more, True) if backwards else (bool(after), more)
    return Page(
        items=items,
        previous=items[0].uid if items and has_previous else None,
        next=items[-1].uid if items and has_next else None,
    )


def _edge(uid: str, column: str) -> tuple | None:
    """The sort value and id of the creature a page borders on; its content is not looked at, only its place.

    None also for a creature of the other game, which has no place in this order.
    """
    try:
        uid = UUID(uid)
    except ValueError:
        return None
    return Creature.objects.filter(uid=uid, **{f"{column}__isnull": False}).values_list(column, "id").first()


def _beyond(column: str, edge: tuple, *, downwards: bool) -> Q:
    """Rows on the far side of `edge`. Written so that the index is entered at the edge: a plain OR reads it all."""
    value, number = edge
    side = "lt" if downwards else "gt"
    return Q(**{f"{column}__{side}e": value}) & (Q(**{f"{column}__{side}": value}) | Q(**{f"id__{side}": number}))
