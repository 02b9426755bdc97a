"""What is not yours is not there, on every address of merchants and outfits."""

import uuid

import pytest
from django.urls import reverse

from shop.models import Merchant, Outfit, OutfitLine, StockLine
from shop.urls import urlpatterns
from tests.shop.items import make_item
from tests.shop.trade import make_merchant, make_outfit, shown

NAMES = [
    pattern.name
    for pattern in urlpatterns
    if "<uuid:uid>" in str(pattern.pattern) and pattern.name.split("_")[0] in ("merchant", "outfit")
]
LISTS = [
    "merchant_list",
    "merchant_create",
    "merchant_items",
    "haggling_desk",
    "outfit_list",
    "outfit_create",
    "item_bin",
]
POST_ONLY = ("merchant_share", "merchant_restore", "outfit_restore")


def statuses(client, name, uid) -> set[int]:
    url = reverse(f"shop:{name}", args=[uid])
    found = {client.post(url, {"name": "Taken over", "action": "start", "save": "1"}).status_code}
    if name not in POST_ONLY:
        found.add(client.get(url).status_code)
    return found - {405}  # a page that only reads answers any POST so, whosever it is


def rows() -> list:
    return [list(model.objects.values()) for model in (Merchant, StockLine, Outfit, OutfitLine)]


def test_every_address_with_an_id_is_in_these_tests():
    assert set(NAMES) >= {
        *(f"merchant_{page}" for page in ("detail", "edit", "share", "delete", "restore", "price_list")),
        *(f"outfit_{page}" for page in ("detail", "edit", "delete", "restore")),
    }


@pytest.mark.parametrize("who", ["stranger", "guest", "visitor"])
@pytest.mark.parametrize("name", NAMES)
def test_what_belongs_to_a_stranger_is_not_there(client, gm, other_gm, guest, name, who):
    item = make_item(gm, visibility="public")
    merchant, outfit = make_merchant(gm, (item, 1), notes="Mine"), make_outfit(gm, item)
    if "restore" in name:
        for model in (Merchant, Outfit):
            model.objects.update(deleted_at=merchant.created)
    if who != "visitor":
        client.force_login(other_gm if who == "stranger" else guest, "django.contrib.auth.backends.ModelBackend")
    before = rows()
    for uid in (merchant.uid, outfit.uid, uuid.uuid4()):
        assert statuses(client, name, uid) == {404}
    assert rows() == before


@pytest.mark.parametrize("name", POST_ONLY)
def test_what_changes_something_is_never_a_link(gm_client, gm, name):
    merchant, outfit = make_merchant(gm), make_outfit(gm)
    uid = merchant.uid if "merchant" in name else outfit.uid
    assert gm_client.get(reverse(f"shop:{name}", args=[uid])).status_code == 405


def test_lists_and_desk_show_ones_own_alone(gm_client, gm, other_gm):
    make_merchant(other_gm, name="Not yours")
    make_outfit(other_gm, name="Nor this")
    binned = make_merchant(other_gm, name="Nor this one in a bin")
    Merchant.objects.filter(pk=binned.pk).move_to_bin(binned.created)
    make_merchant(gm, name="Yours")
    for name in LISTS:
        html = shown(gm_client.get(reverse(f"shop:{name}")))
        assert "Not yours" not in html
        assert "Nor this" not in html
    assert "Yours" in shown(gm_client.get(reverse("shop:merchant_list")))


@pytest.mark.parametrize("name", LISTS)
def test_a_visitor_may_open_every_list_and_form(client, db, name):
    assert client.get(reverse(f"shop:{name}")).status_code == 200
