"""The composer in a browser: tables come and move in place, pages are counted as one goes, nothing typed is lost."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from encounters.screens.models import Screen
from tests.encounters.screens.cast import order_of

pytestmark = pytest.mark.django_db(transaction=True)

SLOW = 30_000
PATHS = (
    "/screens/",
    "/screens/worlds-awakening/",
    "/screens/two-d12/",
    "/screens/new/?from=two_d12",
    "/screens/hazards/",
)


@pytest.fixture
def composer(page, live_server):
    """An empty composer, and no complaint of the browser when the test is over."""
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(f"{live_server.url}/screens/new/")
    page.get_by_label("Name", exact=True).fill("Friday night")
    page.locator(".table-picker summary").nth(1).click()
    yield page
    assert complaints == []


def add(page, title: str) -> None:
    page.locator("#tables").get_by_role("button", name=title).last.click()
    expect(page.locator("#screen-panels")).to_contain_text(title)


def test_a_screen_is_put_together_counted_and_saved(composer):
    add(composer, "Threat per Foe")
    add(composer, "The nine Traits")
    composer.get_by_role("button", name="Add a panel of my own").click()
    composer.keyboard.type("House rules")
    composer.locator("textarea").last.fill("- Snacks for the GM")
    expect(composer.locator("#pages")).to_contain_text("1 page", timeout=SLOW)
    expect(composer.locator("#pages")).to_contain_text("Threat per Foe, The nine Traits, House rules", timeout=SLOW)
    composer.locator("#screen-panels > li").last.locator("[data-row-move=up]").click()
    expect(composer.locator("#pages")).to_contain_text("Threat per Foe, House rules, The nine Traits", timeout=SLOW)
    composer.get_by_role("button", name="Save screen").last.click()
    expect(composer).to_have_url(re.compile(r"/screens/[0-9a-f-]{36}/$"))
    assert order_of(Screen.objects.get()) == ["two_d12.ranks", "House rules", "two_d12.traits"]


def test_a_table_comes_once_and_the_page_says_why(composer):
    add(composer, "Threat per Foe")
    composer.locator("#tables").get_by_role("button", name="Threat per Foe").click()
    expect(composer.locator("#id_panels_error")).to_have_text("It is on the screen already.")
    expect(composer.locator("#screen-panels > li")).to_have_count(1)
    add(composer, "Rests")
    expect(composer.locator("#id_panels_error")).to_have_text("")


def test_the_list_of_tables_shows_what_is_on_the_screen(composer):
    button = composer.locator("#tables button[value='two_d12.ranks']")
    expect(button.locator(".picked")).to_be_hidden()
    add(composer, "Threat per Foe")
    expect(button.locator(".picked")).to_be_visible()
    composer.get_by_role("button", name="Remove").first.click()
    expect(button.locator(".picked")).to_be_hidden()
    whole = composer.locator("#tables button[value='game:two_d12']")
    whole.click()
    expect(whole.locator(".picked")).to_be_visible()
    expect(button.locator(".picked")).to_be_visible()


def test_a_wrong_panel_is_hinted_at_and_the_count_stays(composer):
    add(composer, "Threat per Foe")
    expect(composer.locator("#pages")).to_contain_text("1 page", timeout=SLOW)
    composer.get_by_role("button", name="Add a panel of my own").click()
    composer.locator("textarea").last.fill("Words without a title")
    expect(composer.locator("#screen-panels .field__error", has_text="Give the panel a title.")).to_be_visible(
        timeout=SLOW
    )
    expect(composer.locator("#pages")).to_contain_text("1 page")
    composer.get_by_label("Title of my panel").last.fill("A title")
    expect(composer.locator("#screen-panels .field__error", has_text="Give the panel")).to_have_count(0, timeout=SLOW)


def test_hazards_answer_while_typing_and_the_field_keeps_its_focus(page, live_server):
    page.goto(f"{live_server.url}/screens/hazards/")
    height = page.get_by_label("Height in metres")
    height.fill("11")
    expect(page.locator("#hazard-results")).to_contain_text("11 m: HP fall to 0")
    expect(height).to_be_focused()
    height.fill("high")
    expect(page.locator("#id_height_error")).to_have_text(
        "Write the height in metres as a number from 0 to 10,000, like 7 or 7.5."
    )
    expect(height).to_have_attribute("aria-invalid", "true")
    height.fill("13")
    expect(page.locator("#hazard-results")).to_contain_text("13 m: the character dies.")
    expect(page.locator("#id_height_error")).to_have_text("")


def test_no_page_scrolls_sideways(page, live_server):
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for path in PATHS:
            page.goto(f"{live_server.url}{path}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(page, live_server, scheme):
    page.emulate_media(color_scheme=scheme)
    for path in PATHS:
        page.goto(f"{live_server.url}{path}")
        answer = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}).response
        assert len(answer["passes"]) > 15, "the rules did not run"
        found = [(violation["id"], violation["nodes"][0]["html"][:200]) for violation in answer["violations"]]
        assert found == [], path
