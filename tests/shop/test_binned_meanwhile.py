"""What another tab puts into the bin while its page is open: the page says so, and everything typed is still there."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.leaving import delete_account
from accounts.models import User
from shop.drafts import ShelfDraft
from shop.models import Item, ItemUpgrade, Merchant, Outfit
from tests.shop.items import make_item
from tests.shop.trade import form_of, make_merchant, make_outfit, shown

SHELVES = {"merchant": (Merchant, make_merchant), "outfit": (Outfit, make_outfit)}


@pytest.fixture(params=SHELVES)
def noun(request):
    return request.param


def page_of(noun, gm, gm_client):
    """The address of the form of something stored, and what a browser would post of it with another name."""
    thing = SHELVES[noun][1](gm, name="Before")
    address = reverse(f"shop:{noun}_edit", args=[thing.uid])
    return thing, address, form_of(gm_client, address) | {"name": "Typed"}


@pytest.mark.parametrize("button", ["save", "search"])
def test_a_form_sent_after_its_thing_was_binned_comes_back_with_the_way_back(gm_client, gm, noun, button):
    thing, address, form = page_of(noun, gm, gm_client)
    model = SHELVES[noun][0]
    model.objects.move_to_bin(timezone.now())
    response = gm_client.post(address, form | {button: "1"})
    assert response.status_code == (409 if button == "save" else 200)
    assert f"This {noun} was put into your bin" in shown(response)
    assert 'name="name" value="Typed"' in shown(response)
    assert f'action="{reverse(f"shop:{noun}_restore", args=[thing.uid])}"' in shown(response)
    assert (model.objects.get().name, model.objects.get().deleted_at is None) == ("Before", False)
    gm_client.post(reverse(f"shop:{noun}_restore", args=[thing.uid]))
    assert gm_client.post(address, form | {"save": "1"}).status_code == 302
    assert model.objects.get().name == "Typed"


def test_a_form_saved_while_the_account_goes_says_so(gm_client, gm, noun, monkeypatch):
    _, address, form = page_of(noun, gm, gm_client)
    is_valid = ShelfDraft.is_valid

    def meanwhile(draft):
        delete_account(User.objects.get(pk=gm.pk))
        return is_valid(draft)

    monkeypatch.setattr(ShelfDraft, "is_valid", meanwhile)
    response = gm_client.post(address, form | {"save": "1"})
    assert response.status_code == 409
    assert "The account was deleted at this moment" in shown(response)
    assert 'name="name" value="Typed"' in shown(response)
    assert not SHELVES[noun][0].objects.exists()


def test_nobody_else_hears_that_something_lies_in_a_bin(gm_client, gm, other_gm, client, noun):
    _, address, form = page_of(noun, gm, gm_client)
    SHELVES[noun][0].objects.move_to_bin(timezone.now())
    client.force_login(other_gm)
    assert client.post(address, form).status_code == 404
    assert gm_client.get(address).status_code == 404


@pytest.mark.parametrize("word", ["roll_bonus", "special_effect"])
def test_a_step_of_an_item_that_was_binned_is_not_taken_and_its_fields_stay(gm_client, gm, word):
    item = make_item(gm)
    Item.objects.move_to_bin(timezone.now())
    fields = {"text": "Glows near gold.", "value": "40", "gm_price": "75", "components": ""}
    data = {"take": word, "revision": "1"} | {f"special_effect-{name}": value for name, value in fields.items()}
    address = reverse("shop:item_upgrade", args=[item.uid])
    response = gm_client.post(address, data)
    assert response.status_code == 409
    assert "Nothing was taken: this item was put into your bin" in shown(response)
    if word == "special_effect":
        assert "Glows near gold.</textarea>" in shown(response)
    assert not ItemUpgrade.objects.exists()
    assert Item.objects.get().deleted_at is not None
    assert gm_client.get(address).status_code == 404
