"""The lists of ancestries and classes, with one's own as a second tab, and their bins."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from bestiary.paging import keyset_page, page_address
from bestiary.rules import worlds_awakening as wa
from bestiary.views.makings.kinds import Kind


@require_safe
def making_list(request: HttpRequest, kind: Kind) -> HttpResponse:
    """Public ones, or with `?mine=1` one's own; search, filters, order and page stand in the address."""
    mine = request.GET.get("mine") == "1"
    filters = kind.filters(request.GET)
    everything = kind.objects.editable_by(request.user) if mine else kind.objects.published()
    page = keyset_page(
        filters.narrow(everything).with_rows().defer("search_text"),
        filters.order,
        after=request.GET.get("after", ""),
        before=request.GET.get("before", ""),
    )
    context = {
        "kind": kind,
        "cards": [card(thing) for thing in page.items],
        "filters": filters,
        "mine": mine,
        "is_searched": bool(filters.query or filters.is_narrowed),
        "next_url": page_address(request, after=page.next),
        "previous_url": page_address(request, before=page.previous),
        "mine_url": (mine_url := request.path + page_address(request, mine=1)),
        "log_in_url": f"{reverse('accounts:login')}?{urlencode({'next': mine_url})}",
    }
    response = render(request, "bestiary/makings/list.html", context)
    if request.htmx:
        # The address to bookmark, without the filters left empty.
        response["HX-Push-Url"] = request.path + page_address(request)
    return response


def card(thing) -> dict:
    """A card of the list: what changes, and what is left."""
    rules = thing.to_rules()
    return {
        "thing": thing,
        "rules": rules,
        "modifiers": [line for line in wa.modifier_lines(rules.modifiers) if line.value],
        "free_points": wa.free_points(rules.modifiers),
    }


@require_safe
def making_bin(request: HttpRequest, kind: Kind) -> HttpResponse:
    """What one deleted, the latest first, to be taken back."""
    things = kind.objects.binned_by(request.user).order_by("-deleted_at", "-id")
    return render(request, "bestiary/makings/bin.html", {"kind": kind, "things": things})
