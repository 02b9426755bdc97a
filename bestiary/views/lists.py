"""The list everybody searches, with one's own creatures as its second tab, and the bin."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from bestiary.forms import CreatureFilters
from bestiary.models import Creature
from bestiary.paging import creature_page
from bestiary.rules import get_system


@require_safe
def creature_list(request: HttpRequest) -> HttpResponse:
    """Public creatures, or with `?mine=1` one's own; search, filters, order and page stand in the address."""
    mine = request.GET.get("mine") == "1"
    filters = CreatureFilters(request.GET)
    everything = Creature.objects.editable_by(request.user) if mine else Creature.objects.published()
    page = creature_page(
        filters.narrow(everything).with_numbers().defer("description", "search_text"),
        filters.sort_word,
        after=request.GET.get("after", ""),
        before=request.GET.get("before", ""),
    )
    context = {
        "cards": [{"creature": creature, "block": shown_block(creature)} for creature in page.items],
        "filters": filters,
        "mine": mine,
        "is_searched": bool(filters.query or filters.is_narrowed),
        "next_url": _address(request, filters, after=page.next),
        "previous_url": _address(request, filters, before=page.previous),
        "mine_url": (mine_url := request.path + _address(request, filters, mine=1)),
        "log_in_url": f"{reverse('accounts:login')}?{urlencode({'next': mine_url})}",
    }
    response = render(request, "bestiary/creature_list.html", context)
    if request.htmx:
        # The address to bookmark, without the filters left empty or without meaning.
        response["HX-Push-Url"] = request.path + _address(request, filters)
    return response


@require_safe
def creature_bin(request: HttpRequest) -> HttpResponse:
    """What one deleted, the latest first, to be taken back."""
    creatures = Creature.objects.binned_by(request.user).select_related("worlds_awakening", "two_d12")
    return render(request, "bestiary/creature_bin.html", {"creatures": creatures.order_by("-deleted_at", "-id")})


def shown_block(creature: Creature):
    """The stat block of a creature at the level its author shows first, or the card of a Foe."""
    return get_system(creature.system).stat_block(creature.to_rules(), creature.level)


def _address(request: HttpRequest, filters: CreatureFilters, **more) -> str:
    """The query of this list with its filters, and `more`: the edge of another page, or the other tab.

    "" where the edge, the creature that a page comes after or before, is None: there is no such page.
    """
    if None in more.values():
        return ""
    query = request.GET.copy()
    empty = [key for key, value in request.GET.items() if not value]
    for key in ("after", "before", *empty, *filters.ignored):
        query.pop(key, None)
    for name, value in more.items():
        query[name] = str(value)
    return f"?{query.urlencode()}" if query else ""
