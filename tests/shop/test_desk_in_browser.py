"""The desk in a browser: from choosing to undo, and the stock that a script adds to."""

import pytest
from django.urls import reverse

from shop.models import HaggleEvent, Merchant
from tests.factories import make_user
from tests.shop.items import longsword, make_item
from tests.shop.trade import DESK, NEW_MERCHANT, make_merchant, make_pc, priced

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def gm_page(page, client, live_server):
    """A page of a GM with a PC, a merchant and two things on the counter."""
    gm = make_user("Gretchen")
    client.force_login(gm)
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    make_pc(gm, "Lía", 2)
    make_merchant(gm, (priced(gm, 200, "Blade"), 2), (priced(gm, 45, "Ferry"), 1), name="Marrow")
    make_item(gm, longsword())
    page.site = live_server.url
    return page


def test_from_choosing_to_undo(gm_page):
    page = gm_page
    page.goto(page.site + DESK)
    page.get_by_label("PC", exact=True).select_option(label="Lía, level 3, CHA +2")
    page.get_by_label("Merchant", exact=True).select_option(label="Marrow")
    stock = page.locator("#desk-stock")
    stock.get_by_role("radio", name="Ferry").check()
    prices = page.locator("#desk-prices")
    prices.get_by_role("row", name="Success 8 of 20 34 27").first.wait_for(timeout=5_000)
    stock.get_by_role("radio", name="Blade").check()
    prices.get_by_role("row", name="Success 8 of 20 150 125").wait_for(timeout=5_000)
    page.get_by_label("Natural roll", exact=True).fill("14")
    page.get_by_role("button", name="Use this roll").click()
    result = page.locator("#result")
    result.get_by_role("heading", name="Lía buys Blade for 150 NX").wait_for(timeout=5_000)
    assert "Total 16 = 14 + CHA 2" in result.inner_text()

    prices.get_by_text("already haggled over this item").wait_for(timeout=5_000)
    page.get_by_role("button", name="Roll the d20").click()
    page.locator("#id_item_error", has_text="already haggled").wait_for(timeout=5_000)
    assert HaggleEvent.objects.count() == 1

    stock.get_by_role("radio", name="Ferry").check()
    page.get_by_label("Natural roll", exact=True).fill("1")
    page.get_by_role("button", name="Use this roll").click()
    result.get_by_text("Marrow refuses to haggle with Lía until a new day.").wait_for(timeout=5_000)
    result.get_by_role("button", name="Undo this attempt").click()
    page.get_by_text("Undone: Lía haggles over Ferry.").wait_for(timeout=5_000)
    assert page.get_by_label("PC", exact=True).locator("option:checked").inner_text() == "Lía, level 3, CHA +2"
    assert stock.get_by_role("radio", name="Ferry").is_checked()
    page.get_by_role("button", name="Use this roll").wait_for()
    page.get_by_label("Natural roll", exact=True).fill("20")
    page.get_by_role("button", name="Use this roll").click()
    result.get_by_role("heading", name="Lía buys Ferry for 23 NX").wait_for(timeout=5_000)
    assert HaggleEvent.objects.filter(undone_at=None).count() == 2


def test_a_double_click_rolls_once(gm_page):
    page = gm_page
    page.goto(f"{page.site}{DESK}?merchant={Merchant.objects.get().uid}")
    page.get_by_label("Name of the PC").fill("Bo")
    page.get_by_label("CHA", exact=True).fill("0")
    page.get_by_role("radio", name="Blade").check()
    page.get_by_role("button", name="Roll the d20").dblclick()
    page.locator("#result").wait_for(timeout=5_000)
    assert HaggleEvent.objects.count() == 1


def test_another_item_is_found_by_words(gm_page):
    page = gm_page
    page.goto(f"{page.site}{DESK}?merchant={Merchant.objects.get().uid}")
    page.get_by_text("Any item one may see").click()
    page.get_by_label("Words to look for").press_sequentially("longs")
    page.locator("#desk-others li").get_by_text("Longsword").wait_for(timeout=5_000)
    page.get_by_role("radio", name="Longsword").check()
    page.locator("#desk-prices").get_by_text("160 NX").wait_for(timeout=5_000)
    assert page.get_by_label("Words to look for").input_value() == "longs"


def test_a_shop_is_opened_by_searching_and_adding(gm_page):
    page = gm_page
    page.goto(page.site + NEW_MERCHANT)
    page.get_by_label("Name of the merchant").fill("The Night Counter")
    page.get_by_label("Words to look for").press_sequentially("ferry")
    page.locator("#item-picks .pick").nth(1).wait_for(state="detached", timeout=5_000)
    page.get_by_role("button", name="Add Ferry").click()
    page.locator("#shelf-lines [data-row]").wait_for(timeout=5_000)
    page.get_by_role("button", name="Add Ferry").click()
    page.wait_for_function("document.querySelector('[name=lines-0-count]').value === '2'")
    page.get_by_label("Notes for the GM").fill("Typed after")
    page.get_by_role("button", name="Save merchant").click()
    page.wait_for_url("**/merchants/*-*/")
    merchant = Merchant.objects.get(name="The Night Counter")
    assert [(line.name, line.count) for line in merchant.lines.all()] == [("Ferry", 2)]
    assert merchant.notes == "Typed after"


def test_a_phone_reads_the_shared_price_list_without_a_script(browser, live_server):
    gm = make_user()
    merchant = make_merchant(gm, (make_item(gm, name="A" * 80), 3), (priced(gm, 45), 0), share_token="a-token")
    context = browser.new_context(viewport={"width": 320, "height": 700}, java_script_enabled=False)
    page = context.new_page()
    page.goto(live_server.url + reverse("shop:shared_merchant", args=[merchant.share_token]))
    box = page.locator("body").bounding_box()
    assert box["width"] == 320
    for price in page.locator(".price-list td").all():
        place = price.bounding_box()
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= 320
    context.close()
