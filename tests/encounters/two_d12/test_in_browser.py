"""The 2d12 Traits builder in a browser: the gauge follows, the keyboard keeps its place, no script is needed."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from encounters.models import Encounter
from tests.encounters.two_d12.cast import make_foe
from tests.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEW = reverse("encounters:encounter_create") + "?system=two_d12"


@pytest.fixture
def site(live_server):
    """A site with a published Boss and a published Minion; its address."""
    author = make_user("Author")
    make_foe(author, "Understudy", rank="minion", visibility="public")
    make_foe(author, "Diva", rank="boss", visibility="public")
    return live_server.url


def sum_is(page, text):
    page.locator(".calibration__sum", has_text=text).wait_for(timeout=5_000)


def add(page, name):
    page.locator(".pick").filter(has=page.get_by_text(name, exact=True)).get_by_role("button").click()


def test_a_boss_and_two_minions_by_clicking_and_typing(page, site):
    page.goto(site + reverse("encounters:encounter_list"))
    page.get_by_role("link", name="New for 2d12 Traits").click()
    page.get_by_label("Name", exact=True).fill("Curtain call")
    add(page, "Diva")
    sum_is(page, "1 × 5 = 5 against 4 Personas: over 4, up to 6 → High")
    add(page, "Understudy")
    sum_is(page, "1 × 5 + 1 × ½ = 5½ against 4 Personas: over 4, up to 6 → High")
    for text in ("2 × ½ = 6 against", "3 × ½ = 6½ against 4 Personas: over 6 → Deadly"):
        page.locator("#change-1-more").press("Enter")
        sum_is(page, text)
    assert page.evaluate("document.activeElement.id") == "change-1-more"
    page.get_by_label("Personas taking part", exact=True).fill("5")
    sum_is(page, "6½ against 5 Personas: over 5, up to 7½ → High")
    page.get_by_label("Your own word").select_option("low")
    page.locator(".threat__word", has_text="By the sum it is High").wait_for()
    page.get_by_role("button", name="Save encounter").click()
    page.wait_for_url("**/encounters/*-*/")
    sum_is(page, "→ High")
    page.get_by_role("button", name="Understudy: −1").click()
    sum_is(page, "2 × ½ = 6 against 5 Personas")
    assert Encounter.objects.get().lines.get(name="Understudy").count == 2


def test_a_bad_cut_shows_a_hint_and_the_last_sum_stays(page, site):
    page.goto(site + NEW)
    add(page, "Diva")
    sum_is(page, "→ High")
    page.locator("#cuts > summary").click()
    page.get_by_label("High up to").fill("1")
    page.locator("#id_cut_high_error", has_text="must be above the 1 before").wait_for()
    sum_is(page, "→ High")
    page.get_by_label("High up to").fill("1 1/5")
    sum_is(page, "over 4⅘ → Deadly")
    assert page.locator("#id_cut_high_error").text_content() == ""


def test_the_page_fits_on_a_screen_of_320_pixels(page, site):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(site + NEW)
    add(page, "Diva")
    page.get_by_role("button", name="Add a quick foe").click()
    page.locator("#encounter-lines > li").nth(1).wait_for()
    page.locator("#cuts > summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_without_scripts_the_same_buttons_build_the_same_encounter(browser, site):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(site + NEW)
    page.get_by_label("Name", exact=True).fill("By hand")
    page.get_by_label("Words to look for").fill("diva")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name="Add Diva").click()
    page.get_by_role("button", name="Add a quick foe").click()
    expect(page.locator("#id_lines-1-name")).to_be_focused()
    page.locator("#id_lines-1-name").fill("Crow")
    page.locator("#change-1-more").click()
    sum_is(page, "1 × 5 + 2 × 1 = 7 against 4 Personas: over 6 → Deadly")
    page.get_by_role("button", name="Save encounter").click()
    sum_is(page, "1 × 5 + 2 × 1 = 7 against 4 Personas: over 6 → Deadly")
    assert "By hand" in page.locator("h1").inner_text()
