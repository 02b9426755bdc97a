"""Every page at every width, in both themes: nothing runs out of the window, and the accessibility rules hold."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.factories import ability_document, attack_document, make_creature

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikantenwitwe"
PAGES = [
    "/",
    "/about/",
    "/bestiary/",
    "/bestiary/creatures/new/",
    "/bestiary/library/",
    "/bestiary/library/?set=starter",
    "/bestiary/library/new/ability/",
    "/encounters/",
    "/encounters/new/",
    "/parties/",
    "/parties/new/",
    "/accounts/log-in/",
    "/accounts/sign-up/",
    "/nothing/here/",
]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture
def addresses(live_server, gm) -> list[str]:
    """All pages, with a creature in them whose words are as long as they may be."""
    creature = make_creature(
        gm,
        visibility="public",
        name=LONG,
        size="titanic",
        base_hp=30,
        boss_damage=True,
        level=20,
        attacks=[attack_document(name=LONG, range_metres=999, damage_type=LONG[:40])] * 12,
        abilities=[ability_document(name=LONG, text=LONG * 3, upgrades=[{"level": 20, "text": LONG}])] * 4,
        resistances=[LONG[:40]],
        weaknesses=["All elements", LONG[1:41]],
        description=LONG * 3,
        tags=[LONG[:30]],
    )
    return [f"{live_server.url}{path}" for path in [*PAGES, creature.get_absolute_url()]]


def open_everything(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach(details => { details.open = true; })")


@pytest.mark.parametrize("width", [320, 640, 960, 1600])
def test_no_page_scrolls_sideways(browser: Browser, addresses, width):
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    for address in addresses:
        page.goto(address)
        open_everything(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    context.close()


def test_the_widest_names_run_out_of_no_page_that_shows_them(browser: Browser, live_server, client, gm):
    words = {"name": "W" * 80, "tags": ["Q" * 40]}
    original = make_creature(gm, **words, attacks=[attack_document(name="M" * 80, damage_type="W" * 40)] * 3)
    variant = make_creature(gm, **words)
    variant.origin, variant.origin_name, variant.origin_author = original, original.name, gm.display_name
    variant.save()
    client.force_login(gm)
    context = browser.new_context(viewport={"width": 320, "height": 800})
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    context.add_cookies([session])
    page = context.new_page()
    of_original = original.get_absolute_url()
    for path in (
        of_original,
        variant.get_absolute_url(),
        f"/bestiary/creatures/new/?variant_of={original.uid}",
        f"{of_original}delete/",
        "/bestiary/?mine=1",
        "/encounters/new/",
        f"{of_original}edit/",
    ):
        page.goto(f"{live_server.url}{path}")
        open_everything(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
    page.get_by_role("button", name="Save creature").click()
    expect(page.locator(".messages")).to_contain_text("is saved")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()


@pytest.mark.parametrize(("theme", "width"), [("light", 320), ("dark", 1280)])
def test_the_accessibility_rules_hold(browser: Browser, addresses, theme, width):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=theme)
    page = context.new_page()
    for address in addresses:
        page.goto(address)
        open_everything(page)
        answer = Axe().run(page, options={"runOnly": RULES}).response
        assert len(answer["passes"]) > 15, "the rules did not run"
        found = [(v["id"], v["nodes"][0]["html"][:200]) for v in answer["violations"]]
        assert found == [], address
    context.close()


def test_whatever_can_be_pressed_is_large_enough_for_a_finger(browser: Browser, addresses):
    """24 by 24 px, links inside a sentence excepted (WCAG 2.2, 2.5.8)."""
    context = browser.new_context(viewport={"width": 360, "height": 800})
    page = context.new_page()
    small = """() => [...document.querySelectorAll('button, summary, select, input, a.button, nav a')]
        .filter(one => one.checkVisibility({visibilityProperty: true}) && !one.closest('.visually-hidden'))
        .filter(one => !one.matches('.visually-hidden, .skip-link, [type=checkbox], [type=radio], [type=hidden]'))
        .filter(one => { const box = one.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
        .map(one => one.outerHTML.slice(0, 120))"""
    for address in addresses:
        page.goto(address)
        assert page.evaluate(small) == [], address
    context.close()


def test_the_key_numbers_stay_in_view_on_a_phone_and_hide_no_focus(browser: Browser, live_server):
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(f"{live_server.url}/bestiary/creatures/new/")
    bar = page.locator(".key-numbers")
    for name in ("name", "charisma", "tags"):
        control = page.locator(f"#creature-form [name={name}]").first
        control.focus()
        expect(bar).to_be_in_viewport(ratio=1)
        assert control.bounding_box()["y"] + control.bounding_box()["height"] <= bar.bounding_box()["y"], name
    context.close()


def test_on_a_phone_no_heading_of_the_level_table_breaks_and_the_level_stays_in_view(browser: Browser, addresses):
    context = browser.new_context(viewport={"width": 360, "height": 800})
    page = context.new_page()
    broken = """() => [...document.querySelectorAll('.level-table thead th')].filter(cell => {
        const word = document.createRange();
        word.selectNodeContents(cell);
        return word.getClientRects().length > 1;
    }).map(cell => cell.textContent)"""
    level_at = "() => document.querySelector('.level-table tbody th').getBoundingClientRect().left"
    for address in (addresses[3], addresses[-1]):
        page.goto(address)
        assert page.locator(".level-table thead th").count() == 13
        assert page.evaluate(broken) == [], address
        left = page.evaluate(level_at)
        page.evaluate("document.querySelector('.table-scroll').scrollLeft = 500")
        assert page.evaluate(level_at) == left, address
    context.close()


def test_the_key_numbers_bar_is_not_there_beside_the_sheet(page: Page, live_server):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}/bestiary/creatures/new/")
    expect(page.locator(".stat-block")).to_be_visible()
    expect(page.locator(".key-numbers")).to_be_hidden()


def test_paper_stays_light_under_a_dark_theme(browser: Browser, live_server, gm):
    creature = make_creature(gm, visibility="public")
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(f"{live_server.url}{creature.get_absolute_url()}")
    ink = "getComputedStyle(document.querySelector('.stat-block__name')).color"
    on_screen = page.evaluate(ink)
    page.emulate_media(media="print", color_scheme="dark")
    on_paper = page.evaluate(ink)
    assert on_screen == "rgb(236, 228, 212)"
    assert on_paper == "rgb(40, 35, 27)"
    context.close()
