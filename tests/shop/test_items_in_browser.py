"""The item builder as somebody types in it: the price follows, kinds change without losing anything."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.face.test_layout import LONG, RULES
from tests.shop.items import LIST, NEW, arm_guard, make_item

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def builder(page: Page, live_server) -> Page:
    page.goto(live_server.url + NEW)
    # The pane asks once by itself; after that every answer belongs to something typed.
    expect(page.locator("#live-status")).to_have_text(re.compile("List price 60 NX"))
    return page


def test_the_price_follows_the_typing_and_the_inputs_are_never_swapped(builder: Page):
    builder.evaluate("document.querySelectorAll('#item-form input').forEach(input => { input.dataset.same = '1' })")
    builder.locator("#id_name").fill("Longsword")
    builder.locator("#id_roll_bonus").fill("2")
    builder.locator("#id_damage").fill("")
    builder.locator("#id_damage").press_sequentially("1d8+2", delay=15)
    expect(builder.locator("#preview .item-sheet__price")).to_have_text("160 NX")
    expect(builder.locator("#preview .price__sum tr")).to_have_text(
        [
            re.compile(r"2 × 20 \(roll bonus\)\s*40"),
            re.compile(r"1 × 80 \(damage dice, d8\)\s*80"),
            re.compile(r"2 × 20 \(damage bonus\)\s*40"),
            re.compile(r"0 \(no special effect\)\s*0"),
            re.compile(r"List price\s*160 NX"),
        ]
    )
    assert builder.locator("#item-form input:not([data-same])").count() == 0
    assert builder.evaluate("document.activeElement.id") == "id_damage"
    builder.locator("#id_roll_bonus").fill("-1")
    expect(builder.locator("#preview .price__notes")).to_contain_text("Discount: roll bonus takes 20 NX off.")


def test_a_mistake_is_said_at_its_field_and_the_last_price_stays(builder: Page):
    builder.locator("#id_damage").fill("2d6+1d4")
    expect(builder.locator("#id_damage_error")).to_contain_text("Cannot read “2d6+1d4” as dice")
    expect(builder.locator("#preview .item-sheet__price")).to_have_text("60 NX")
    builder.locator("#id_damage").fill("2d6")
    expect(builder.locator("#preview .item-sheet__price")).to_have_text("120 NX")
    expect(builder.locator("#id_damage_error")).to_have_text("")


def test_another_kind_shows_its_own_fields_and_keeps_those_of_the_first(builder: Page):
    builder.locator("#id_damage").fill("3d12")
    builder.get_by_role("radio", name="Equipment").check()
    expect(builder.locator("#id_damage")).to_be_hidden()
    builder.locator("#id_melee_attack").fill("2")
    expect(builder.locator("#preview .item-sheet__price")).to_have_text("40 NX")
    builder.get_by_role("radio", name="Service").check()
    expect(builder.locator("#id_special_effect_text")).to_be_hidden()
    builder.locator("#id_price").fill("45")
    expect(builder.locator("#preview .price__counter tbody td")).to_have_text(["45", "34", "23", "22", "27", "45"])
    builder.get_by_role("radio", name="Weapon").check()
    expect(builder.locator("#preview .item-sheet__price")).to_have_text("360 NX")
    assert builder.locator("#id_damage").input_value() == "3d12"


def test_without_a_script_recalculate_shows_the_price(browser: Browser, live_server):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(live_server.url + NEW)
    page.get_by_role("radio", name="Equipment").check()
    page.locator("#id_ranged_attack").fill("3")
    page.get_by_role("button", name="Recalculate").click()
    expect(page.locator("#preview .item-sheet__price")).to_have_text("60 NX")
    expect(page.locator("#id_damage")).to_be_hidden()


@pytest.fixture
def addresses(live_server, gm) -> list[str]:
    """The pages of items, with one in them whose words are as long as they may be."""
    effect = {"text": LONG * 3, "value": -9999}
    item = make_item(
        gm, two_handed=True, damage="4d12-5", damage_type=LONG[:40], name=LONG, special_effect=effect, tags=[LONG[:30]],
        visibility="public", description=LONG * 3,
    )  # fmt: skip
    guard = make_item(gm, arm_guard(special_effect={"text": "Glows.", "value": 40}), visibility="public")
    pages = [item.get_absolute_url(), f"{item.get_absolute_url()}upgrade/", f"{guard.get_absolute_url()}upgrade/"]
    return [f"{live_server.url}{path}" for path in (LIST, NEW, "/shop/bin/", *pages)]


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_of_items_scrolls_sideways_or_breaks_a_rule_of_accessibility(
    browser: Browser, addresses, width, scheme
):
    page = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme).new_page()
    for address in addresses:
        page.goto(address)
        page.evaluate("document.querySelectorAll('main details').forEach(details => { details.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        answer = Axe().run(page, options={"runOnly": RULES}).response
        assert len(answer["passes"]) > 15, "the rules did not run"
        assert [(rule["id"], rule["nodes"][0]["html"][:200]) for rule in answer["violations"]] == [], address
