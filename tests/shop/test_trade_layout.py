"""Merchants, outfits and the desk with the longest words: nothing runs out of the window, no rule is broken."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse

from tests.face.test_layout import LONG, RULES, open_everything
from tests.shop.items import make_item
from tests.shop.trade import DESK, haggle, make_merchant, make_outfit, make_pc, press, priced

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def addresses(live_server, gm, gm_client) -> list[str]:
    """Every page, with words as long as they may be."""
    sword = make_item(gm, name=LONG, two_handed=True, damage="3d10+4", special_effect={"text": LONG * 3, "value": 9999})
    merchant = make_merchant(
        gm, (sword, 999), (priced(gm, 99_999, LONG), 0), name=LONG, place=LONG, notes=LONG * 3, share_token="a-token"
    )
    outfit = make_outfit(gm, sword, sword, name=LONG)
    pc = make_pc(gm, LONG)
    done = haggle(gm_client, merchant, sword, 1, pc=pc)["Location"]
    press(gm_client, gm, new_day="1")
    pages = [
        reverse("shop:merchant_list"),
        merchant.get_absolute_url(),
        reverse("shop:merchant_edit", args=[merchant.uid]),
        reverse("shop:merchant_create"),
        reverse("shop:merchant_delete", args=[merchant.uid]),
        merchant.get_shared_url(),
        reverse("shop:outfit_list"),
        outfit.get_absolute_url(),
        reverse("shop:outfit_edit", args=[outfit.uid]),
        DESK,
        done,
        f"{DESK}?merchant={merchant.uid}&pc_name=Bo&charisma=6&critical_by_charisma=on&item=item:{sword.uid}",
    ]
    return [f"{live_server.url}{page}" for page in pages]


@pytest.fixture
def open_as_gm(browser, gm_client, live_server):
    """Opens pages as the GM, at a width and in a theme."""
    contexts = []

    def opened(width: int, theme: str = "light"):
        contexts.append(browser.new_context(viewport={"width": width, "height": 800}, color_scheme=theme))
        session = {"name": "sessionid", "value": gm_client.cookies["sessionid"].value, "url": live_server.url}
        contexts[-1].add_cookies([session])
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize("width", [320, 640, 960, 1600])
def test_no_page_scrolls_sideways(open_as_gm, addresses, width):
    page = open_as_gm(width)
    for address in addresses:
        page.goto(address)
        open_everything(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


@pytest.mark.parametrize(("theme", "width"), [("light", 320), ("dark", 1280)])
def test_the_accessibility_rules_hold(open_as_gm, addresses, theme, width):
    page = open_as_gm(width, theme)
    for address in addresses:
        page.goto(address)
        open_everything(page)
        answer = Axe().run(page, options={"runOnly": RULES}).response
        assert len(answer["passes"]) > 15, "the rules did not run"
        found = [(each["id"], each["nodes"][0]["html"][:200]) for each in answer["violations"]]
        assert found == [], address
