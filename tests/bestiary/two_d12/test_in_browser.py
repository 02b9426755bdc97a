"""The Foe builder as somebody types in it, with and without scripts, and the list's filters."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.bestiary.two_d12.forms import NEW
from tests.factories import make_creature, make_foe

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def builder(page: Page, live_server) -> Page:
    page.goto(live_server.url + NEW)
    # The pane asks once by itself; after that every answer belongs to something typed.
    expect(page.locator("#live-status")).to_have_text("Soldier, threat 1.")
    return page


def cells(page: Page, table: str, row: int = 0) -> list[str]:
    return page.get_by_role("region", name=table).locator("tbody tr").nth(row).locator("td").all_inner_texts()


def test_odds_follow_the_typing_and_the_inputs_are_never_swapped(builder: Page):
    builder.evaluate("document.querySelectorAll('#creature-form input').forEach(input => { input.dataset.same = '1' })")
    builder.locator("#id_name").press_sequentially("Kiln Drone", delay=15)
    builder.locator("#id_rank").select_option("boss")
    builder.locator("#id_exp").fill("3")
    builder.locator("#id_agility").fill("0")
    expect(builder.locator("#live-status")).to_have_text("Boss, threat 5, EXP 3.")
    expect(builder.locator("#preview .odds-table").first.locator("tbody tr")).to_have_count(2)
    assert cells(builder, "Chances of the Trait Checks") == ["95.8", "75.0", "38.2", "10.4", "0", "0"]
    assert cells(builder, "Chances of the Trait Checks", 1) == ["100", "89.6", "61.8", "25.0", "4.2", "0"]
    assert builder.locator("#creature-form input:not([data-same])").count() == 0
    assert builder.evaluate("document.activeElement.id") == "id_agility"


def test_advantage_stays_open_while_numbers_change(builder: Page):
    builder.locator("#id_agility").fill("0")
    builder.get_by_text("With Advantage (Prowess)").click()
    expect(builder.get_by_role("region", name="Chances with Advantage")).to_be_visible()
    builder.locator("#id_agility").fill("1")
    expect(builder.get_by_role("region", name="Chances of the Trait Checks").locator("th b").last).to_have_text("+1")
    expect(builder.get_by_role("region", name="Chances with Advantage")).to_be_visible()


def test_a_mistake_is_said_at_its_field_and_the_last_card_stays(builder: Page):
    builder.locator("#id_guard").fill("12")
    expect(builder.locator("#live-status")).to_contain_text("Guard 12")
    builder.locator("#id_guard").fill("99999")
    expect(builder.locator("#id_guard_error")).to_have_text("Type a whole number from 0 to 9999.")
    expect(builder.locator("#preview .foe-card__numbers")).to_contain_text("12")
    builder.locator("#id_guard").fill("")
    expect(builder.locator("#id_guard_error")).to_have_text("")


def test_effects_are_added_moved_and_removed_in_place(builder: Page):
    for number, effect in enumerate(("burning", "blind")):
        builder.get_by_role("button", name="Add an Effect").click()
        expect(builder.locator(f"#id_effects-{number}-effect")).to_be_focused()
        builder.locator(f"#id_effects-{number}-effect").select_option(effect)
    expect(builder.locator("#preview .ability__name")).to_have_text(["Burning", "Blind"])
    builder.get_by_role("button", name="Move effect 2 up").click()
    expect(builder.locator("#preview .ability__name")).to_have_text(["Blind", "Burning"])
    builder.get_by_role("button", name="Remove effect 1").click()
    expect(builder.locator("#preview .ability__name")).to_have_text(["Burning"])


def test_charges_and_damage_type_show_where_they_mean_something(builder: Page):
    builder.get_by_role("button", name="Add an Effect").click()
    effect, charges = builder.locator("#id_effects-0-effect"), builder.locator("#id_effects-0-charges")
    damage_type = builder.locator("#id_effects-0-damage_type")
    expect(charges).to_be_hidden()
    for name, stacks, typed in (("burning", True, False), ("exposed", True, True), ("blind", False, False)):
        effect.select_option(name)
        expect(charges).to_be_visible(visible=stacks)
        expect(damage_type).to_be_visible(visible=typed)
    # What would be refused stays in sight.
    effect.select_option("frozen")
    charges.fill("5")
    effect.select_option("dazed")
    expect(charges).to_be_visible()
    expect(builder.locator("#id_effects-0-charges_error")).to_have_text("Dazed doesn't stack: 1 charge.")
    # Rows that come back from the server are fitted again.
    builder.get_by_role("button", name="Add an Effect").click()
    expect(builder.locator("#id_effects-1-effect")).to_be_focused()
    expect(builder.locator("#id_effects-1-charges")).to_be_hidden()
    expect(charges).to_be_visible()


def test_a_refused_page_says_that_its_card_lacks_what_is_marked(builder: Page):
    builder.locator("#id_name").fill("Kiln Drone")
    builder.locator("#id_guard").fill("99999")
    builder.get_by_role("button", name="Save Foe").click()
    expect(builder.locator("#preview .stat-block__name")).to_have_text("Kiln Drone")
    builder.wait_for_load_state("networkidle")
    expect(builder.locator("#preview")).to_have_attribute("data-stale", "partly")
    builder.locator("#id_guard").fill("9")
    expect(builder.locator("#preview")).not_to_have_attribute("data-stale", re.compile("."))


def test_without_a_script_the_whole_way_works(browser, live_server):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/bestiary/")
    page.get_by_role("link", name="Build a Foe").click()
    page.locator("#id_name").fill("Tallow Rat")
    page.locator("#id_rank").select_option("minion")
    page.locator("#id_agility").fill("3")
    page.get_by_role("button", name="Add an Effect").click()
    page.locator("#id_effects-0-effect").select_option("burning")
    page.get_by_role("button", name="Recalculate").click()
    expect(page.locator("#preview .stat-block__name")).to_have_text("Tallow Rat")
    expect(page.locator("#preview .ability__name")).to_have_text("Burning")
    page.get_by_role("button", name="Save Foe").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tallow Rat")
    page.get_by_text("With Disadvantage (Stagger)").click()
    expect(page.get_by_role("region", name="Chances with Disadvantage")).to_be_visible()


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_builder_and_page_fit_the_screen(builder: Page, live_server, width):
    builder.set_viewport_size({"width": width, "height": 700})
    builder.locator("#id_agility").fill("-10")
    builder.locator("#id_exp").fill("5")
    builder.get_by_role("button", name="Add an Effect").click()
    expect(builder.locator("#id_effects-0-effect")).to_be_focused()
    assert builder.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width < 700:
        builder.evaluate("scrollTo(0, 300)")
        expect(builder.locator(".key-numbers")).to_be_in_viewport()
    builder.goto(live_server.url + make_foe(visibility="public").get_absolute_url())
    assert builder.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_filters_offered_are_those_of_the_chosen_game(builder: Page, live_server):
    make_foe(visibility="public", rank="boss", name="The Boss")
    make_foe(visibility="public", name="A Soldier")
    make_creature(visibility="public")
    builder.goto(f"{live_server.url}/bestiary/")
    builder.get_by_text("Filters and order").click()
    expect(builder.locator("#id_size")).to_be_visible()
    builder.locator("#id_system").select_option("two_d12")
    expect(builder.locator("#id_size")).to_be_hidden()
    expect(builder.locator(".creature-card")).to_have_count(2)
    builder.locator("#id_rank").select_option("boss")
    expect(builder.locator(".creature-card")).to_have_text([re.compile("The Boss")])
    expect(builder).to_have_url(re.compile(r"\?system=two_d12&rank=boss"))
    builder.locator("#id_system").select_option("worlds_awakening")
    expect(builder.locator("#id_rank")).to_be_hidden()
    expect(builder.locator(".creature-card")).to_have_text([re.compile("Goblin")])
