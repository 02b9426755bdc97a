"""The list everybody searches, with one's own creatures as its second tab, and the bin."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from bestiary.forms import CreatureFilters
from bestiary.models import Creature
from bestiary.paging import creature_page, page_address
from bestiary.views.cards import cards


@require_safe
def creature_list(request: HttpRequest) -> HttpResponse:
    """Public creatures, or with `?mine=1` one's own, or with `?bookmarked=1` those one bookmarked.

    Search, filters, order and page stand in the address too.
    """
    mine = request.GET.get("mine") == "1"
    bookmarked = request.GET.get("bookmarked") == "1" and not mine
    filters = CreatureFilters(request.GET)
    if mine:
        everything = Creature.objects.editable_by(request.user)
    elif bookmarked:
        everything = Creature.objects.bookmarked_by(request.user)
    else:
        everything = Creature.objects.published()
    page = creature_page(
        filters.narrow(everything).with_numbers().defer("description", "search_text"),
        filters.sort_word,
        after=request.GET.get("after", ""),
        before=request.GET.get("before", ""),
    )
    context = {
        "cards": cards(page.items, request.user),
        "filters": filters,
        "mine": mine,
        "bookmarked": bookmarked,
        "is_searched": bool(filters.query or filters.is_narrowed),
        "next_url": page_address(request, *filters.ignored, after=page.next),
        "previous_url": page_address(request, *filters.ignored, before=page.previous),
        "mine_url": (mine_url := request.path + page_address(request, *filters.ignored, mine=1)),
        "log_in_url": f"{reverse('accounts:login')}?{urlencode({'next': mine_url})}",
    }
    response = render(request, "bestiary/creature_list.html", context)
    if request.htmx:
        # The address to bookmark, without the filters left empty or without meaning.
        response["HX-Push-Url"] = request.path + page_address(request, *filters.ignored)
    return response


@require_safe
def creature_bin(request: HttpRequest) -> HttpResponse:
    """What one deleted, the latest first, to be taken back."""
    creatures = Creature.objects.binned_by(request.user).select_related("worlds_awakening", "two_d12")
    return render(request, "bestiary/creature_bin.html", {"creatures": creatures.order_by("-deleted_at", "-id")})
