"""The encounter builder in a browser: what is typed stays, the pane follows, the keyboard keeps its place."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from encounters.models import Encounter
from tests.encounters.cast import LARGE_BOSS, SMALL, make_creature
from tests.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEW = reverse("encounters:encounter_create")


@pytest.fixture
def site(live_server):
    """A site with two published creatures; its address."""
    author = make_user("Author")
    make_creature(author, "Dragon", visibility="public", **LARGE_BOSS)
    make_creature(author, "Baby Dragon", visibility="public", **SMALL)
    return live_server.url


def sum_is(page, text):
    page.locator(".calibration__sum", has_text=text).wait_for(timeout=5_000)


def add(page, name):
    page.locator(".pick").filter(has=page.get_by_text(name, exact=True)).get_by_role("button").click()


def test_the_guides_example_by_clicking_and_typing(page, site):
    page.goto(site + NEW)
    page.get_by_label("Name", exact=True).fill("Upper Marl")
    page.get_by_label("Words to look for").fill("drag")
    add(page, "Dragon")
    sum_is(page, "3, minus 4 = −1 → manageable")
    add(page, "Baby Dragon")
    sum_is(page, "3 + ½ = 3½, minus 4 = −½, counts as −1 → manageable")
    add(page, "Baby Dragon")
    sum_is(page, "3 + 2 × ½ = 4, minus 4 = 0 → demanding")
    page.get_by_label("Notes for the GM").fill("She wants the spoon.")
    page.get_by_role("button", name="Save encounter").click()
    page.wait_for_url("**/encounters/*-*/")
    sum_is(page, "3 + 2 × ½ = 4, minus 4 = 0 → demanding")
    page.get_by_role("button", name="Baby Dragon: −1 → manageable").click()
    sum_is(page, "3 + ½ = 3½, minus 4 = −½")
    assert Encounter.objects.get().lines.get(name="Baby Dragon").count == 1


def test_a_button_of_the_pane_changes_the_count_in_place_and_keeps_the_focus(page, site):
    page.goto(site + NEW)
    add(page, "Baby Dragon")
    sum_is(page, "½, minus 4")
    page.get_by_label("Notes for the GM").fill("Typed before")
    for text in ("2 × ½ = 1, minus 4", "3 × ½ = 1½, minus 4"):
        page.locator("#change-0-more").press("Enter")
        sum_is(page, text)
    assert page.get_by_label("Count", exact=True).input_value() == "3"
    assert page.evaluate("document.activeElement.id") == "change-0-more"
    assert page.get_by_label("Notes for the GM").input_value() == "Typed before"
    assert page.url == site + NEW


def test_taking_the_last_creature_away_in_the_pane(page, site):
    page.goto(site + NEW)
    add(page, "Dragon")
    sum_is(page, "3, minus 4")
    page.locator("#change-0-less").click()
    sum_is(page, "0, minus 4 = −4 → easy")
    page.get_by_role("button", name="Add a quick foe").click()
    page.keyboard.type("Crow")
    sum_is(page, "1, minus 4")
    page.get_by_label("Name", exact=True).fill("Crows")
    page.get_by_role("button", name="Save encounter").click()
    page.wait_for_url("**/encounters/*-*/")
    assert [line.name for line in Encounter.objects.get().lines.all()] == ["Crow"]


def test_a_cleared_number_shows_a_hint_and_the_last_sum_stays(page, site):
    page.goto(site + NEW)
    add(page, "Dragon")
    sum_is(page, "3, minus 4")
    page.get_by_label("Number of PCs", exact=True).fill("")
    page.locator("#id_pc_count_error", has_text="from 1 to 12").wait_for()
    sum_is(page, "3, minus 4")
    page.get_by_label("Number of PCs", exact=True).fill("3")
    sum_is(page, "3, minus 3 = 0 → demanding")
    assert page.locator("#id_pc_count_error").text_content() == ""


def test_enter_in_the_search_box_saves_nothing(page, site):
    page.goto(site + NEW)
    page.get_by_label("Name", exact=True).fill("Upper Marl")
    page.get_by_label("Words to look for").fill("baby")
    page.keyboard.press("Enter")
    page.locator(".pick").nth(1).wait_for(state="detached")
    assert page.url == site + NEW
    assert not Encounter.objects.exists()


def test_two_creatures_added_at_once_get_rows_of_their_own(page, site):
    page.goto(site + NEW)
    page.evaluate("document.querySelectorAll('.pick button').forEach(button => button.click())")
    page.locator("#encounter-lines > li").nth(1).wait_for()
    page.get_by_role("button", name="Add a quick foe").click()
    sum_is(page, "+ 1 = 4½, minus 4 = ½, counts as 0 → demanding")
    names = page.locator("#encounter-lines :is(input, select)").evaluate_all("all => all.map(each => each.name)")
    assert len(names) == len(set(names))


def test_switching_the_party_mode_shows_its_fields_and_keeps_the_others(page, site):
    page.goto(site + NEW)
    page.get_by_label("Level of the PCs", exact=True).fill("5")
    page.get_by_label("PCs listed here").check()
    assert not page.get_by_label("Level of the PCs", exact=True).is_visible()
    assert [page.locator(f"#id_pcs-{row}-level").input_value() for row in range(4)] == ["5"] * 4
    page.get_by_role("button", name="Add a PC").click()
    page.keyboard.type("Ana")
    sum_is(page, "0, minus 5")
    page.get_by_role("button", name="Add a quick foe").click()
    assert page.locator("#id_lines-0-level").input_value() == "5"
    page.locator("#id_lines-0-level").fill("1")
    page.get_by_role("button", name="Set all to level 5").click()
    page.locator("#set-level").wait_for(state="detached")
    assert page.locator("#id_lines-0-level").input_value() == "5"
    page.locator("#id_lines-0-count").locator("xpath=ancestor::li").get_by_role("button", name="Remove").click()
    page.get_by_label("PCs of one level").check()
    sum_is(page, "0, minus 4")
    assert page.get_by_label("Level of the PCs", exact=True).input_value() == "5"
    page.get_by_label("PCs listed here").check()
    assert page.locator("#id_pcs-4-name").input_value() == "Ana"


@pytest.mark.parametrize("path", ["encounter_create", "party_create", "encounter_list"])
def test_pages_fit_on_a_screen_of_320_pixels(page, site, path):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(site + reverse(f"encounters:{path}"))
    if path == "encounter_create":
        add(page, "Baby Dragon")
        page.get_by_role("button", name="Add a quick foe").click()
        page.locator("#encounter-lines > li").nth(1).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_without_scripts_the_same_buttons_build_the_same_encounter(browser, site):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(site + NEW)
    page.get_by_label("Name", exact=True).fill("By hand")
    page.get_by_label("Words to look for").fill("baby")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name="Add Baby Dragon").click()
    page.locator("#change-0-more").click()
    page.get_by_role("button", name="Add a quick foe").click()
    expect(page.locator("#id_lines-1-name")).to_be_focused()
    page.locator("#id_lines-1-name").fill("Crow")
    page.get_by_role("button", name="Recalculate").click()
    sum_is(page, "2 × ½ + 1 = 2, minus 4 = −2 → easy")
    page.get_by_role("button", name="Save encounter").click()
    sum_is(page, "2 × ½ + 1 = 2, minus 4 = −2 → easy")
    assert "By hand" in page.locator("h1").inner_text()


def test_a_creature_added_again_leaves_a_working_count_and_no_false_warning(page, site):
    page.goto(site + NEW)
    add(page, "Baby Dragon")
    sum_is(page, "½, minus 4")
    add(page, "Baby Dragon")
    sum_is(page, "2 × ½ = 1, minus 4")
    assert page.locator("#encounter-lines").get_attribute("data-stale") is None
    fewer = page.get_by_role("button", name="Count, one less")
    assert fewer.get_attribute("aria-disabled") == "false"
    fewer.click()
    sum_is(page, "½, minus 4")
    assert fewer.get_attribute("aria-disabled") == "true"
    page.get_by_role("button", name="Add a quick foe").click()
    page.get_by_label("Level of the PCs", exact=True).fill("3")
    page.get_by_role("button", name="Add a quick foe").click()
    assert page.get_by_role("button", name="Level, one less").nth(2).get_attribute("aria-disabled") == "false"
