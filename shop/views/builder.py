"""The item builder: one page for weapons, equipment and services, with the price live beside it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods, require_POST

from bestiary.rules import worlds_awakening as wa
from bestiary.workbench import Workbench, answer, begin, find_origin, page, preview
from shop.documents import item_document, save_document
from shop.forms.item import ItemBuilder
from shop.models import Item
from shop.rules import ItemKind, price_tag


def pane(builder: ItemBuilder) -> dict:
    """What the live pane shows for a valid form."""
    return {"tag": price_tag(builder.rules)}


ITEMS = Workbench(
    model=Item,
    document=item_document,
    save=save_document,
    form=ItemBuilder,
    page_template="shop/item_form.html",
    pane_template="shop/_item_preview.html",
    hints_template="shop/_price_hints.html",
    pane=pane,
    home="in your shop",
    restore_view="shop:item_restore",
    choices={"damage_types": wa.DAMAGE_TYPES},
)


@require_http_methods(["GET", "HEAD", "POST"])
def item_create(request: HttpRequest) -> HttpResponse:
    """A new item: of the kind `?kind=`, or a variant of the item `?variant_of=<uid>`."""
    origin = find_origin(request, Item.objects.visible_to(request.user).with_texts())
    kind = request.GET.get("kind")
    return begin(request, ITEMS, origin=origin, values={"kind": kind} if kind in list(ItemKind) else {})


@require_http_methods(["GET", "HEAD", "POST"])
def item_edit(request: HttpRequest, uid) -> HttpResponse:
    """Change one's own item."""
    mine = Item.objects.editable_by(request.user)
    if request.method == "POST":
        # What was typed must not be lost because another tab put the item into the bin meanwhile.
        mine |= Item.objects.binned_by(request.user)
    item = get_object_or_404(mine.with_texts(), uid=uid)
    if request.method == "POST":
        return answer(request, ITEMS, item)
    builder = ItemBuilder.from_document(item_document(item), visibility=item.visibility)
    return page(request, ITEMS, builder, thing=item)


@require_POST
def item_preview(request: HttpRequest) -> HttpResponse:
    """The price of the form as it stands."""
    return preview(request, ITEMS)
