"""What was bought leaves the stock when the GM says so, and comes back when that is undone."""

import pytest
from django.urls import reverse

from shop.haggling_log import read_log
from shop.models import HaggleEvent
from tests.encounters.cast import fields_of
from tests.shop.trade import DESK, haggle, make_merchant, press, priced, shown


@pytest.fixture
def blade(gm):
    """A thing for 200 NX."""
    return priced(gm, 200, "Blade")


@pytest.fixture
def merchant(gm, blade):
    return make_merchant(gm, (blade, 2), name="Marrow")


def test_a_bought_item_leaves_the_stock_only_when_asked_and_only_once(gm_client, gm, merchant, blade):
    haggle(gm_client, merchant, blade, 14)
    line = merchant.lines.get(item=blade)
    number = str(HaggleEvent.objects.get().pk)
    assert line.count == 2
    page = shown(gm_client.get(DESK))
    assert "Take it out of stock" in page
    for _ in range(2):
        gm_client.post(DESK, {"seen": read_log(gm).mark, "take": number})
        line.refresh_from_db()
        assert line.count == 1
    assert "Taken out of the stock." in shown(gm_client.get(DESK))


def test_undoing_puts_the_item_back_and_says_so(gm_client, gm, merchant, blade):
    haggle(gm_client, merchant, blade, 14)
    press(gm_client, gm, take=str(HaggleEvent.objects.get().pk))
    page = gm_client.post(DESK, {"seen": read_log(gm).mark, "undo": "1"}, follow=True)
    assert "Blade is back in the stock." in shown(page)
    assert merchant.lines.get(item=blade).count == 2
    assert not HaggleEvent.objects.get().taken


def test_what_is_sold_out_cannot_be_taken(gm_client, gm, merchant, blade):
    haggle(gm_client, merchant, blade, 14)
    merchant.lines.update(count=0)
    page = gm_client.post(DESK, {"seen": read_log(gm).mark, "take": HaggleEvent.objects.get().pk}, follow=True)
    assert "none left in the stock" in shown(page)
    assert merchant.lines.get(item=blade).count == 0


def test_a_stock_edited_in_another_tab_does_not_overwrite_the_count(gm_client, gm, merchant, blade):
    url = reverse("shop:merchant_edit", args=[merchant.uid])
    posted = fields_of(shown(gm_client.get(url)))
    haggle(gm_client, merchant, blade, 14)
    press(gm_client, gm, take=str(HaggleEvent.objects.get().pk))
    assert gm_client.post(url, posted).status_code == 409
    assert merchant.lines.get(item=blade).count == 1


def test_a_sold_item_is_not_offered_to_be_taken(gm_client, gm, merchant, blade):
    haggle(gm_client, merchant, blade, 14, deal="sell")
    assert "Take it out of stock" not in shown(gm_client.get(DESK))
    press(gm_client, gm, take=str(HaggleEvent.objects.get().pk))
    assert merchant.lines.get(item=blade).count == 2
