"""The builder as somebody types in it: numbers follow, text and focus stay, mistakes are said where they are."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.bestiary.forms import NEW, PREVIEW

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def builder(page: Page, live_server) -> Page:
    page.goto(live_server.url + NEW)
    # The pane asks once by itself; after that every answer belongs to something typed.
    expect(page.locator("#live-status")).to_have_text(re.compile("Max HP 6"))
    return page


def test_numbers_follow_the_typing_and_the_inputs_are_never_swapped(builder: Page):
    builder.evaluate("document.querySelectorAll('#creature-form input').forEach(input => { input.dataset.same = '1' })")
    builder.locator("#id_name").press_sequentially("Goblin of the long name", delay=15)
    builder.locator("#id_constitution").fill("-2")
    builder.locator("#id_level").fill("5")
    expect(builder.locator("#preview .stat-block__name")).to_have_text("Goblin of the long name")
    expect(builder.locator("#live-status")).to_have_text("Level 5: Max HP 28, Phys Def 11, Mag Def 15, AR 1/2.")
    assert builder.locator("#creature-form input:not([data-same])").count() == 0
    assert builder.evaluate("document.activeElement.id") == "id_level"


def test_text_alone_moves_the_pane_in_every_field_it_shows_and_gets_its_hints(builder: Page):
    """Nothing but text is typed here: no number, tick or choice helps the pane along."""
    builder.get_by_role("button", name="Add an attack").click()
    builder.locator("[name=attacks-0-name]").wait_for()
    builder.get_by_role("button", name="Add an ability").click()
    builder.locator("[name=abilities-0-name]").wait_for()
    for field, text in {
        "name": "Goblin of the hills",
        "attacks-0-name": "Rusty hook",
        "attacks-0-damage_type": "sonorous",
        "abilities-0-name": "Slip away",
        "abilities-0-text": "Nobody strikes it",
        "resistances_other": "moonlight",
    }.items():
        builder.locator(f"[name={field}]").fill(text)
        expect(builder.locator("#preview")).to_contain_text(text)
    builder.locator("#id_description").fill("x" * 4001)
    expect(builder.locator("#id_description_error")).to_contain_text("4,000")
    builder.locator("#id_description").fill("short")
    expect(builder.locator("#id_description_error")).to_have_text("")


def test_an_old_slow_answer_never_overwrites_a_newer_one(builder: Page):
    def hold_the_first(route):
        if "base_hp=9" in (route.request.post_data or ""):
            time.sleep(0.6)
        route.continue_()

    builder.route(f"**{PREVIEW}", hold_the_first)
    builder.locator("#id_base_hp").fill("9")
    builder.wait_for_timeout(120)
    builder.locator("#id_base_hp").fill("7")
    expect(builder.locator("#live-status")).to_have_text(re.compile("Max HP 7,"))
    builder.wait_for_timeout(900)
    assert "Max HP 7," in builder.locator("#live-status").inner_text()


def test_a_mistake_is_said_at_its_field_and_the_last_numbers_stay(builder: Page):
    field, note = builder.locator("#id_base_hp"), builder.locator("#id_base_hp_error")
    field.fill("31")
    expect(note).to_have_text("Type a whole number from 1 to 30.")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(builder.locator("#live-status")).to_contain_text("numbers from before")
    expect(builder.locator("#preview .numbers")).to_contain_text("6")
    field.fill("")
    expect(note).to_have_text("Type a whole number from 1 to 30.")
    assert "NaN" not in builder.locator("#preview").inner_text()
    field.fill("8")
    expect(note).to_have_text("")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(builder.locator("#live-status")).to_contain_text("Max HP 8")


def test_rows_are_added_moved_and_removed_in_place_with_the_focus_where_the_hands_are(builder: Page):
    builder.locator("#id_description").fill("Half a thought")
    builder.get_by_role("button", name="Add an attack").click()
    expect(builder.locator("#id_attacks-0-name")).to_be_focused()
    builder.keyboard.type("Bite")
    builder.get_by_role("button", name="Add an attack").click()
    expect(builder.locator("#id_attacks-1-name")).to_be_focused()
    builder.keyboard.type("Claw")
    builder.get_by_role("button", name="Move attack 2 up").click()
    expect(builder.locator("#id_attacks-0-name")).to_have_value("Claw")
    expect(builder.get_by_role("button", name="Move attack 1 down")).to_be_focused()
    expect(builder.locator("#preview .attack b").first).to_have_text("Claw")
    builder.get_by_role("button", name="Remove attack 1").click()
    expect(builder.locator("#id_attacks-0-name")).to_have_value("Bite")
    expect(builder.locator("#preview .attack")).to_have_count(1)
    builder.get_by_role("button", name="Remove attack 1").click()
    expect(builder.get_by_role("button", name="Add an attack")).to_be_focused()
    expect(builder.locator("#id_description")).to_have_value("Half a thought")
    assert builder.url.endswith(NEW)


def test_enter_in_a_field_saves(builder: Page):
    builder.locator("#id_name").fill("Goblin")
    builder.locator("#id_name").press("Enter")
    expect(builder.get_by_role("heading", level=1)).to_have_text("Goblin")


def test_without_a_script_the_whole_way_works(browser, live_server):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(live_server.url + NEW)
    page.locator("#id_name").fill("Goblin")
    page.locator("#id_base_hp").fill("4")
    page.locator("#id_level").fill("5")
    page.get_by_role("button", name="Recalculate").click()
    expect(page.locator("#preview .stat-block__name")).to_have_text("Goblin")
    expect(page.locator("#preview .numbers")).to_contain_text("20")
    page.get_by_role("button", name="Add an attack").click()
    expect(page.locator("#id_attacks-0-name")).to_be_focused()
    page.locator("#id_attacks-0-name").fill("Rusty hook")
    page.get_by_role("button", name="Add an ability").click()
    page.locator("#id_abilities-0-name").fill("Slip Away")
    page.get_by_role("button", name="Save creature").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Goblin")
    expect(page.locator(".attack")).to_contain_text("Rusty hook")
    expect(page.locator(".ability")).to_contain_text("Slip Away")


def test_the_list_narrows_as_one_types_and_its_address_can_be_kept(builder: Page, live_server, transactional_db):
    from tests.factories import make_creature

    for name in ("Ash Dragon", "Élfe Noir"):
        make_creature(visibility="public", name=name)
    builder.goto(f"{live_server.url}/bestiary/")
    builder.locator("#id_q").press_sequentially("elfe", delay=20)
    expect(builder.locator(".creature-card")).to_have_count(1)
    expect(builder).to_have_url(f"{live_server.url}/bestiary/?q=elfe&sort=newest")
    assert builder.evaluate("document.activeElement.id") == "id_q"
    builder.reload()
    expect(builder.locator(".creature-card")).to_have_text(re.compile("Élfe Noir"))


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_builder_fits_the_screen_and_keeps_its_key_numbers_in_view(builder: Page, width):
    builder.set_viewport_size({"width": width, "height": 700})
    builder.get_by_role("button", name="Add an ability").click()
    expect(builder.locator("#id_abilities-0-name")).to_be_focused()
    assert builder.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width < 700:
        builder.evaluate("scrollTo(0, 300)")
        expect(builder.locator(".key-numbers")).to_be_in_viewport()
