"""The shop on paper: an item's card, cards to cut out, a merchant's price list; each on `?paper=`."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from accounts.models import Paper
from bestiary import pdf
from bestiary.models import Visibility
from bestiary.sharing import unlisted
from shop.models import Item, Merchant
from shop.printing import cards_context, item_context, price_list_context, print_options
from shop.shelves import shown_lines, visible_items
from shop.views.merchants import shared_address

# Eleven pages of nine; what one asks for beyond is a mistake, and a long wait.
MOST_CARDS = 99


@require_GET
def item_card(request: HttpRequest, uid) -> HttpResponse:
    """An item's page on paper."""
    item = get_object_or_404(Item.objects.visible_to(request.user).with_texts(), uid=uid)
    # A private address printed on paper would lead everybody else to "not found".
    shown = item.visibility != Visibility.PRIVATE
    url = request.build_absolute_uri(item.get_absolute_url()) if shown else ""
    response = _printed(request, "item_print", item_context(item, item.price_tag()), item.name, url)
    if item.visibility != Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_GET
def item_cards(request: HttpRequest) -> HttpResponse:
    """Cards to cut out for the items `?item=<uid>&item=<uid>`, in that order; one named twice gets two."""
    uids = [uid.strip().lower() for uid in request.GET.getlist("item")]
    if not uids:
        return _refused(request, "Choose at least one item.")
    if len(uids) > MOST_CARDS:
        return _refused(request, f"Choose {MOST_CARDS} items at most; these are {len(uids)}.")
    items = visible_items(request.user, uids)
    if not all(uid in items for uid in uids):
        raise Http404
    chosen = [items[uid] for uid in uids]
    context = cards_context([(item.price_tag(), item.description) for item in chosen], "Item cards")
    name = f"{chosen[0].name} card" if len(set(uids)) == 1 else "Item cards"
    return _printed(request, "item_cards_print", context, name)


@require_GET
def merchant_cards(request: HttpRequest, uid) -> HttpResponse:
    """Cards to cut out for everything in one's merchant's stock."""
    merchant = get_object_or_404(Merchant.objects.visible_to(request.user).with_lines(), uid=uid)
    lines = shown_lines(merchant.lines.all())
    if not lines:
        return _refused(request, "The counter is empty: there is nothing to make cards of.")
    goods = [(shown.tag, shown.line.document.get("description", "")) for shown in lines]
    context = cards_context(goods, merchant.name)
    return _printed(request, "item_cards_print", context, f"{merchant.name} cards", shared_address(request, merchant))


@require_GET
def merchant_price_list(request: HttpRequest, uid) -> HttpResponse:
    """One's merchant's price list, without the notes."""
    merchant = get_object_or_404(Merchant.objects.visible_to(request.user).with_lines(), uid=uid)
    return _price_list(request, merchant, getattr(request.user, "paper", Paper.A4))


@require_GET
def shared_merchant_price_list(request: HttpRequest, token: str) -> HttpResponse:
    """The shared price list on paper. Asks for no user."""
    merchant = get_object_or_404(Merchant.objects.shared_under(token).with_lines())
    return unlisted(_price_list(request, merchant, Paper.A4))


def _price_list(request: HttpRequest, merchant: Merchant, paper: str) -> HttpResponse:
    context = price_list_context(merchant.name, merchant.place, shown_lines(merchant.lines.all()))
    name, url = f"{merchant.name} price list", shared_address(request, merchant)
    return _printed(request, "price_list_print", context, name, url, paper)


def _printed(
    request: HttpRequest, template: str, context: dict, name: str, url: str = "", paper: str = ""
) -> HttpResponse:
    """The PDF on the paper asked for, one's own or `paper` by default, or a page that says why there is none."""
    paper = request.GET.get("paper") or paper or getattr(request.user, "paper", Paper.A4)
    if paper not in Paper.values:
        return _refused(request, "The paper is A4 or Letter.")
    printed = context | {"paper": paper, "url": url}
    return pdf.sheet_response(request, f"shop/{template}.html", printed, name, **print_options())


def _refused(request: HttpRequest, message: str) -> HttpResponse:
    return render(request, "print_error.html", {"message": message}, status=400)
