"""Outfits: the list, the form, the page with the total, the way into the bin and back."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from shop.models import Outfit
from shop.rules import outfit_price
from shop.shelves import shown_lines, visible_items
from shop.views import shelves
from shop.views.shelves import OUTFITS

PER_PAGE = 24


@require_safe
def outfit_list(request: HttpRequest) -> HttpResponse:
    """One's own outfits by name, with what they cost."""
    outfits = Outfit.objects.editable_by(request.user).with_lines()
    page = Paginator(outfits, PER_PAGE).get_page(request.GET.get("page"))
    cards = [{"outfit": outfit, "total": _total(shown_lines(outfit.lines.all()))} for outfit in page]
    return render(request, "shop/outfit_list.html", {"page": page, "cards": cards})


def _total(lines):
    return outfit_price([line.tag.item for line in lines])


@require_http_methods(["GET", "HEAD", "POST"])
def outfit_create(request: HttpRequest) -> HttpResponse:
    """A new outfit; `?item=<uid>` puts that item into it."""
    return shelves.create(request, OUTFITS)


@require_http_methods(["GET", "HEAD", "POST"])
def outfit_edit(request: HttpRequest, uid) -> HttpResponse:
    """Change one's own outfit."""
    return shelves.edit(request, OUTFITS, uid)


@require_http_methods(["GET", "HEAD", "POST"])
def outfit_items(request: HttpRequest) -> HttpResponse:
    """For HTMX: items to add to the outfit, found by words."""
    return shelves.picks(request, OUTFITS)


@require_POST
def outfit_line(request: HttpRequest) -> HttpResponse:
    """For HTMX: the row of an item to add to the outfit."""
    return shelves.line(request, OUTFITS)


@require_safe
def outfit_detail(request: HttpRequest, uid) -> HttpResponse:
    """The items in their order and what they cost together."""
    outfit = get_object_or_404(Outfit.objects.visible_to(request.user).with_lines(), uid=uid)
    visible = visible_items(request.user, (line.item_key for line in outfit.lines.all()))
    lines = shown_lines(outfit.lines.all(), visible)
    return render(request, "shop/outfit_detail.html", {"outfit": outfit, "lines": lines, "total": _total(lines)})


@require_http_methods(["GET", "HEAD", "POST"])
def outfit_delete(request: HttpRequest, uid) -> HttpResponse:
    """Ask, then put the outfit into its owner's bin."""
    return shelves.delete(request, OUTFITS, uid)


@require_POST
def outfit_restore(request: HttpRequest, uid) -> HttpResponse:
    """Take one's outfit out of the bin, as it was."""
    return shelves.restore(request, OUTFITS, uid)
