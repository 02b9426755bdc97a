"""Merchants: the list, the form, the price list and its unlisted link, the way into the bin and back."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bestiary import pdf
from bestiary.sharing import change_link, unlisted
from shop.models import Merchant
from shop.samples import shown_merchant
from shop.shelves import shown_lines, visible_items
from shop.views import shelves
from shop.views.shelves import MERCHANTS

PER_PAGE = 24

_DONE = {
    "start": "Whoever has the link can read this price list, without your notes.",
    "renew": "The old link is dead; this is the new one.",
    "end": "The link is dead. Nobody but you can open this price list.",
}


@require_safe
def merchant_list(request: HttpRequest) -> HttpResponse:
    """One's own merchants by name; whoever has none is shown the sample."""
    merchants = Merchant.objects.editable_by(request.user).annotate(rows=Count("lines"), pieces=Sum("lines__count"))
    page = Paginator(merchants.order_by("name", "id"), PER_PAGE).get_page(request.GET.get("page"))
    sample = None if page.object_list else shown_merchant()
    return render(request, "shop/merchant_list.html", {"page": page, "sample": sample})


@require_http_methods(["GET", "HEAD", "POST"])
def merchant_create(request: HttpRequest) -> HttpResponse:
    """A new merchant; `?item=<uid>` puts that item into the stock."""
    return shelves.create(request, MERCHANTS)


@require_http_methods(["GET", "HEAD", "POST"])
def merchant_edit(request: HttpRequest, uid) -> HttpResponse:
    """Change one's own merchant."""
    return shelves.edit(request, MERCHANTS, uid)


@require_http_methods(["GET", "HEAD", "POST"])
def merchant_items(request: HttpRequest) -> HttpResponse:
    """For HTMX: items to add to the stock, found by words."""
    return shelves.picks(request, MERCHANTS)


@require_POST
def merchant_line(request: HttpRequest) -> HttpResponse:
    """For HTMX: the row of an item to add to the stock."""
    return shelves.line(request, MERCHANTS)


@require_safe
def merchant_detail(request: HttpRequest, uid) -> HttpResponse:
    """The price list as its GM reads it."""
    merchant = get_object_or_404(Merchant.objects.visible_to(request.user).with_lines(), uid=uid)
    visible = visible_items(request.user, (line.item_key for line in merchant.lines.all()))
    pdf.warm_up()
    context = {
        "merchant": merchant,
        "lines": shown_lines(merchant.lines.all(), visible),
        "share_url": shared_address(request, merchant),
        "can_change": True,
    }
    return render(request, "shop/merchant_detail.html", context)


def shared_address(request: HttpRequest, merchant: Merchant) -> str:
    """Return the whole address of the shared price list, "" while there is none."""
    path = merchant.get_shared_url()
    return request.build_absolute_uri(path) if path else ""


@require_POST
def merchant_share(request: HttpRequest, uid) -> HttpResponse:
    """Start, renew or end the link, as the posted `action` says; the old address is dead at once."""
    merchant = get_object_or_404(Merchant.objects.editable_by(request.user), uid=uid)
    action = request.POST.get("action", "")
    if change_link(Merchant.objects.filter(pk=merchant.pk), action):
        messages.success(request, _DONE[action])
    return redirect(f"{merchant.get_absolute_url()}#share")


@require_safe
def shared_merchant(request: HttpRequest, token: str) -> HttpResponse:
    """The shared price list: no account, no script, no session, nothing that is the GM's alone."""
    merchant = get_object_or_404(Merchant.objects.shared_under(token).with_lines())
    merchant.notes = ""
    context = {"merchant": merchant, "lines": shown_lines(merchant.lines.all()), "can_change": False}
    return unlisted(render(request, "shop/shared_merchant.html", context))


@require_http_methods(["GET", "HEAD", "POST"])
def merchant_delete(request: HttpRequest, uid) -> HttpResponse:
    """Ask, then put the merchant into its owner's bin."""
    return shelves.delete(request, MERCHANTS, uid)


@require_POST
def merchant_restore(request: HttpRequest, uid) -> HttpResponse:
    """Take one's merchant out of the bin, as it was."""
    return shelves.restore(request, MERCHANTS, uid)
