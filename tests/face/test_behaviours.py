"""What scripts add to the pages, in a real browser: steppers, drafts, rows, sums that stay open, stale numbers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories import make_creature

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BUILDER = "/bestiary/creatures/new/"
WEIGHING = "/encounters/new/"
OFFER = "kept an unsaved draft"


@pytest.fixture
def visit(page: Page, live_server):
    """Open an address of the site; whatever breaks in a script fails the test."""
    broken = []
    page.on("pageerror", lambda error: broken.append(str(error)))

    def go(address: str) -> Page:
        page.goto(f"{live_server.url}{address}")
        return page

    yield go
    assert broken == []


# --- steppers -----------------------------------------------------------------------------------------


def test_a_stepper_changes_the_number_and_the_sheet_and_stops_at_the_limit(visit):
    page = visit(BUILDER)
    more = page.get_by_role("button", name="STR, one more")
    for _ in range(6):
        more.click()
    expect(more).to_have_attribute("aria-disabled", "true")
    more.click(force=True)
    expect(page.locator("[name=strength]")).to_have_value("6")
    expect(page.locator("#preview .stat-block__stats td").first).to_contain_text("+6")
    page.get_by_role("button", name="STR, one less").click()
    expect(page.locator("[name=strength]")).to_have_value("5")


def test_steppers_take_no_tab_stop(visit):
    page = visit(BUILDER)
    page.locator("[name=strength]").focus()
    page.keyboard.press("Tab")
    expect(page.locator("[name=dexterity]")).to_be_focused()


def test_a_stepper_gets_an_emptied_field_going_again(visit):
    page = visit(BUILDER)
    page.locator("[name=charisma]").fill("")
    page.get_by_role("button", name="CHA, one more").click()
    expect(page.locator("[name=charisma]")).to_have_value("1")


def test_the_click_into_a_number_field_selects_it_so_that_typing_replaces_it(visit):
    page = visit(BUILDER)
    field = page.locator("[name=base_hp]")
    before = field.input_value()
    field.click()
    page.keyboard.type("7")
    expect(field).to_have_value("7")
    assert before != "7"
    field.click()
    page.keyboard.type("1")
    expect(field).to_have_value(re.compile("17|71"))


@pytest.mark.parametrize("minus", ["\N{MINUS SIGN}", "\N{EN DASH}", "\N{NON-BREAKING HYPHEN}", "-"])
@pytest.mark.parametrize("way", ["typed", "pasted"])
def test_a_minus_of_any_shape_in_a_number_field_is_a_minus(visit, minus, way):
    """The site itself writes −3 with a true minus; the browser alone would make 3 of it."""
    page = visit(BUILDER)
    field = page.locator("[name=constitution]")
    field.fill("")
    field.focus()
    if way == "typed":
        page.keyboard.insert_text(minus)
        page.keyboard.type("3")
    else:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.evaluate("text => navigator.clipboard.writeText(text)", f" {minus}3")
        page.keyboard.press("Control+v")
    expect(field).to_have_value("-3")
    expect(page.locator("#preview .stat-block__stats td").nth(2)).to_contain_text("−3")


# --- unsaved work -------------------------------------------------------------------------------------


def test_unsaved_work_is_offered_again_and_comes_back_whole(visit):
    page = visit(BUILDER)
    page.locator("[name=name]").fill("Half a Hydra")
    page.locator("[name=wisdom]").fill("-3")
    page.get_by_role("button", name="Add an attack").click()
    page.locator("[name=attacks-0-name]").fill("Some heads")
    page.on("dialog", lambda dialog: dialog.accept())
    visit("/about/")
    page = visit(BUILDER)
    expect(page.get_by_text(OFFER)).to_contain_text("Half a Hydra")
    expect(page.locator("[name=name]")).to_have_value("")
    page.get_by_role("button", name="Restore it").click()
    expect(page.locator("[name=name]")).to_have_value("Half a Hydra")
    expect(page.locator("[name=wisdom]")).to_have_value("-3")
    expect(page.locator("[name=attacks-0-name]")).to_have_value("Some heads")
    expect(page.get_by_text(OFFER)).to_have_count(0)


def test_leaving_with_unsaved_work_asks_first_and_without_it_does_not(visit):
    page = visit(BUILDER)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.locator("[name=name]").click()
    page.get_by_role("link", name="Cancel").click()
    page.wait_for_url("**/bestiary/")
    assert asked == []
    visit(BUILDER)
    page.locator("[name=name]").fill("Half a Hydra")
    page.get_by_role("link", name="Cancel").click()
    page.wait_for_timeout(200)
    assert asked == ["beforeunload"]
    assert page.url.endswith(BUILDER)


def test_after_saving_nothing_is_asked_or_offered(visit):
    page = visit(BUILDER)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.locator("[name=name]").fill("A Whole Hydra")
    page.get_by_role("button", name="Save creature").click()
    page.wait_for_url(re.compile(r"/bestiary/creatures/[0-9a-f-]{36}/$"))
    visit(BUILDER)
    expect(page.locator("[name=name]")).to_have_value("")
    expect(page.get_by_text(OFFER)).to_have_count(0)
    assert asked == []


def test_a_refused_save_leaves_the_draft_where_it_was(visit):
    page = visit(BUILDER)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("textarea[name=description]").fill("Nobody has named it.")
    page.get_by_role("button", name="Save creature").click()
    expect(page.get_by_role("alert").filter(has_text="Not saved yet")).to_be_focused()
    visit("/about/")
    visit(BUILDER)
    expect(page.get_by_text(OFFER)).to_be_visible()


def test_what_was_typed_after_a_refused_save_is_offered_when_one_comes_back_to_its_page(visit):
    page = visit(BUILDER)
    page.get_by_role("button", name="Save creature").click()
    expect(page.locator(".notice--bad")).to_be_visible()
    page.locator("[name=name]").fill("Later thought")
    page.on("dialog", lambda dialog: dialog.accept())
    visit("/about/")
    page.go_back()
    expect(page.get_by_text(OFFER)).to_contain_text("Later thought")
    page.locator("[name=tags]").fill("night")
    page.wait_for_timeout(600)
    page.get_by_role("button", name="Restore it").click()
    expect(page.locator("[name=name]")).to_have_value("Later thought")


def test_a_discarded_draft_is_gone(visit):
    page = visit(BUILDER)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("[name=name]").fill("Half a Hydra")
    visit(BUILDER)
    page.get_by_role("button", name="Discard").click()
    visit(BUILDER)
    expect(page.get_by_text(OFFER)).to_have_count(0)


def test_a_second_creature_does_not_push_out_the_draft_of_the_first(visit):
    page = visit(BUILDER)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("[name=name]").fill("Half a Hydra")
    visit(BUILDER)
    page.locator("[name=name]").fill("Half a Manticore")
    visit(BUILDER)
    expect(page.get_by_text(OFFER)).to_have_count(2)
    expect(page.locator(".draft-offer").first).to_contain_text("Half a Manticore")
    expect(page.locator(".draft-offer").last).to_contain_text("Half a Hydra")


# --- rows ---------------------------------------------------------------------------------------------


def party_of(page: Page, *names: str) -> None:
    page.get_by_label("Number of PCs", exact=True).fill("1")
    page.get_by_label("PCs listed here").check()  # starts with as many rows as PCs were stated
    page.locator("[name=pcs-0-name]").fill(names[0])
    for place, name in enumerate(names[1:], start=1):
        page.get_by_role("button", name="Add a PC").click()
        expect(page.locator(f"[name=pcs-{place}-name]")).to_be_focused()
        page.keyboard.type(name)


def names_in(page: Page) -> list[str]:
    return page.locator("#party [data-row]:visible [name$='-name']").evaluate_all("all => all.map(one => one.value)")


def test_a_new_row_is_ready_to_type_and_a_moved_one_keeps_the_focus_on_its_button(visit):
    page = visit(WEIGHING)
    party_of(page, "Ada", "Bela", "Cleo")
    up = page.locator("#party [data-row]:visible").nth(2).locator("[data-row-move=up]")
    up.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert names_in(page) == ["Cleo", "Ada", "Bela"]
    expect(page.locator("#live-status")).to_have_text("Moved to place 1 of 3")


def test_a_removed_row_hands_the_focus_on_and_is_not_saved(visit):
    page = visit(WEIGHING)
    party_of(page, "Ada", "Bela", "Cleo")
    page.locator("#party [data-row]:visible").nth(1).get_by_role("button", name="Remove").click()
    assert names_in(page) == ["Ada", "Cleo"]
    expect(page.locator("[name=pcs-2-name]")).to_be_focused()
    page.locator("#party [data-row]:visible").nth(1).locator("[data-row-move=up]").click()
    page.locator("[name=name]").fill("Two against nobody")
    page.get_by_role("button", name="Save encounter").click()
    expect(page.get_by_role("heading", name="Two against nobody")).to_be_visible()
    text = page.locator("main").inner_text()
    assert text.index("Cleo") < text.index("Ada")
    assert "Bela" not in text


def test_with_the_last_row_gone_the_focus_is_on_the_add_button(visit):
    page = visit(WEIGHING)
    party_of(page, "Ada")
    page.locator("#party [data-row]:visible").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Add a PC")).to_be_focused()


# --- the pane -----------------------------------------------------------------------------------------


def test_an_opened_sum_stays_open_when_the_numbers_change(visit):
    page = visit(BUILDER)
    page.locator("#preview summary", has_text="Max HP").click()
    expect(page.locator("#preview").get_by_text("6 = 6 × 1 + 0")).to_be_visible()
    page.locator("[name=base_hp]").fill("7")
    expect(page.locator("#preview").get_by_text("7 = 7 × 1 + 0")).to_be_visible()


def test_numbers_say_when_they_are_from_before(visit):
    page = visit(BUILDER)
    pane = page.locator("#preview")
    page.locator("[name=base_hp]").fill("31")
    expect(pane).to_have_attribute("data-stale", "invalid")
    expect(page.locator("[name=base_hp]")).to_have_attribute("aria-invalid", "true")
    page.locator("[name=base_hp]").fill("30")
    expect(pane).not_to_have_attribute("data-stale", re.compile(".*"))
    expect(page.locator("[name=base_hp]")).not_to_have_attribute("aria-invalid", "true")
    page.context.set_offline(True)
    page.locator("[name=base_hp]").fill("29")
    expect(pane).to_have_attribute("data-stale", "offline")
    expect(page.locator("#live-status")).to_contain_text("No answer")
    page.context.set_offline(False)
    page.locator("[name=base_hp]").fill("28")
    expect(pane).not_to_have_attribute("data-stale", re.compile(".*"))


# --- without a script -----------------------------------------------------------------------------------


def test_sums_and_menu_open_without_a_script(browser, live_server, gm):
    creature = make_creature(gm, visibility="public")
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{live_server.url}{creature.get_absolute_url()}")
    page.locator("summary", has_text="Max HP").click()
    expect(page.get_by_text("18 = 4 × 5 + (−2)")).to_be_visible()
    page.locator("summary", has_text="Menu").click()
    page.get_by_role("link", name="Build a creature").click()
    expect(page.get_by_role("heading", name="Build a creature")).to_be_visible()
    context.close()
