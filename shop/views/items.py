"""Items: the list everybody searches, with one's own as its second tab; one item, its way into the bin and back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Paper
from bestiary import pdf
from bestiary.models import Visibility
from bestiary.paging import keyset_page, page_address
from shop.forms.filters import ItemFilters
from shop.models import Item, Merchant, Outfit
from shop.rules import special_effect_refusal, upgrade_options


@require_safe
def item_list(request: HttpRequest) -> HttpResponse:
    """Public items, or with `?mine=1` one's own; search, filters, order and page stand in the address."""
    mine = request.GET.get("mine") == "1"
    filters = ItemFilters(request.GET)
    everything = Item.objects.editable_by(request.user) if mine else Item.objects.published()
    page = keyset_page(
        filters.narrow(everything).select_related("owner").defer("search_text"),
        filters.order,
        after=request.GET.get("after", ""),
        before=request.GET.get("before", ""),
    )
    context = {
        "cards": [{"item": item, "rules": item.to_rules()} for item in page.items],
        "filters": filters,
        "mine": mine,
        "is_searched": bool(filters.query or filters.is_narrowed),
        "next_url": page_address(request, after=page.next),
        "previous_url": page_address(request, before=page.previous),
        "mine_url": (mine_url := request.path + page_address(request, mine=1)),
        "log_in_url": f"{reverse('accounts:login')}?{urlencode({'next': mine_url})}",
    }
    response = render(request, "shop/item_list.html", context)
    if request.htmx:
        # The address to bookmark, without the filters left empty.
        response["HX-Push-Url"] = request.path + page_address(request)
    return response


@require_safe
def item_bin(request: HttpRequest) -> HttpResponse:
    """What one deleted, the latest first, to be taken back."""
    context = {
        "items": Item.objects.binned_by(request.user).order_by("-deleted_at", "-id"),
        "merchants": Merchant.objects.binned_by(request.user),
        "outfits": Outfit.objects.binned_by(request.user),
    }
    return render(request, "shop/item_bin.html", context)


@require_safe
def item_detail(request: HttpRequest, uid) -> HttpResponse:
    """The item's page: what it is, its price, its history, the way to the upgrade bench."""
    item = get_object_or_404(Item.objects.visible_to(request.user).with_texts(), uid=uid)
    tag = item.price_tag()
    variants = Item.objects.listed_for(request.user).filter(origin=item).select_related("owner")
    pdf.warm_up()
    context = {
        "item": item,
        "tag": tag,
        "is_owner": item.owner_id == request.user.pk,
        "origin": item.origin_id and Item.objects.listed_for(request.user).filter(pk=item.origin_id).first(),
        "variants": variants[:12],
        "upgrades": item.upgrades.all(),
        "can_be_upgraded": bool(upgrade_options(tag.item)) or not special_effect_refusal(tag.item),
        "papers": Paper.choices,
        "paper": getattr(request.user, "paper", Paper.A4),
    }
    response = render(request, "shop/item_detail.html", context)
    if item.visibility != Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def item_delete(request: HttpRequest, uid) -> HttpResponse:
    """Ask, then put the item into its owner's bin."""
    item = get_object_or_404(Item.objects.editable_by(request.user), uid=uid)
    if request.method == "POST":
        Item.objects.filter(pk=item.pk).move_to_bin(timezone.now())
        messages.success(request, f"“{item.name}” lies in your bin now.")
        return redirect("shop:item_bin")
    return render(request, "shop/item_confirm_delete.html", {"item": item})


@require_POST
def item_restore(request: HttpRequest, uid) -> HttpResponse:
    """Take one's item out of the bin, as it was."""
    item = get_object_or_404(Item.objects.binned_by(request.user), uid=uid)
    Item.objects.filter(pk=item.pk).restore()
    messages.success(request, f"“{item.name}” is back.")
    return redirect(item)
