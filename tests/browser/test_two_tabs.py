"""Two tabs save one creature, and work that was not saved yet: in a real browser nothing of either is lost."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from bestiary.models import Creature
from tests.factories import ability_document, attack_document, make_creature, make_foe, make_user
from tests.revisions.cast import address, save_again, stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEW = "/bestiary/creatures/new/"
OFFER = "kept an unsaved draft"
CONFLICT = "Two versions of"


@pytest.fixture
def owner():
    return make_user("Gretchen")


@pytest.fixture
def log_in(client, live_server, owner):
    """Let a browser be `owner`'s."""

    def into(context: BrowserContext) -> BrowserContext:
        client.force_login(owner, "django.contrib.auth.backends.ModelBackend")
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
        context.add_cookies([cookie])
        return context

    return into


@pytest.fixture
def visit(page: Page, live_server, log_in):
    """Open an address as the owner; questions before leaving are answered with yes."""
    log_in(page.context)
    page.on("dialog", lambda dialog: dialog.accept())

    def go(path: str) -> Page:
        page.goto(f"{live_server.url}{path}")
        return page

    return go


# --- two tabs --------------------------------------------------------------------------------------


@pytest.mark.parametrize("has_script", [True, False])
def test_two_tabs_collide_and_nothing_is_lost(browser, live_server, log_in, owner, has_script):
    creature = make_creature(owner, attacks=[attack_document(name="Claw")], description="At first.")
    context = log_in(browser.new_context(java_script_enabled=has_script))
    tabs = [context.new_page() for _ in range(2)]
    for tab in tabs:
        tab.goto(f"{live_server.url}{address(creature, 'edit/')}")
    first, second = tabs

    first.locator("#id_name").fill("Theirs")
    first.locator("[name=base_hp]").fill("7")
    first.locator("[name=attacks-0-name]").fill("Talon")
    first.get_by_role("button", name="Save creature").click()
    expect(first.get_by_role("heading", name="Theirs").first).to_be_visible()

    second.locator("#id_name").fill("Mine")
    second.locator("#id_description").fill("One line.\nAnother <b>line</b>.")
    second.locator("[name=attacks-0-roll_bonus]").fill("4")
    second.get_by_role("button", name="Save creature").click()
    expect(second.get_by_role("heading", name=CONFLICT)).to_be_visible()
    name = second.get_by_role("group", name="Name changed in both")
    expect(name.get_by_role("radio", name="Yours Mine")).to_be_checked()
    expect(second.get_by_role("group", name="Base HP").get_by_role("radio", name="Saved meanwhile 7")).to_be_checked()
    name.get_by_role("radio", name="Saved meanwhile Theirs").check()
    second.get_by_role("button", name="Save what is marked").click()
    expect(second.get_by_role("heading", name="Theirs").first).to_be_visible()

    saved = stored(creature)
    assert (saved["name"], saved["base_hp"], saved["description"]) == ("Theirs", 7, "One line.\nAnother <b>line</b>.")
    assert [(row["name"], row["roll_bonus"]) for row in saved["attacks"]] == [("Talon", 4)]
    second.get_by_role("link", name="Revisions").click()
    expect(second.get_by_role("heading", name=re.compile(r"^Revision \d"))).to_have_count(3)
    context.close()


def test_a_conflict_left_alone_is_still_a_draft_and_asks_again(visit, owner, live_server):
    creature = make_foe(owner)
    edit = address(creature, "edit/")
    page = visit(edit)
    save_again(creature, name="Theirs")
    page.locator("#id_name").fill("Mine")
    page.get_by_role("button", name="Save Foe").click()
    expect(page.get_by_role("heading", name=CONFLICT)).to_be_visible()
    visit("/about/")
    visit(edit)
    expect(page.get_by_text(OFFER)).to_contain_text("Mine")
    page.get_by_role("button", name="Restore it").click()
    expect(page.locator("#id_name")).to_have_value("Mine")
    page.get_by_role("button", name="Save Foe").click()
    expect(page.get_by_role("heading", name=CONFLICT)).to_be_visible()
    page.get_by_role("button", name="Save all of yours").click()
    expect(page.get_by_role("heading", name="Mine").first).to_be_visible()
    visit(edit)
    expect(page.get_by_text(OFFER)).to_have_count(0)


def test_a_decided_conflict_leaves_no_draft(visit, owner):
    creature = make_creature(owner)
    page = visit(address(creature, "edit/"))
    save_again(creature, name="Theirs")
    page.locator("#id_name").fill("Mine")
    page.get_by_role("button", name="Save creature").click()
    page.get_by_role("button", name="Drop yours").click()
    expect(page.get_by_role("heading", name="Theirs").first).to_be_visible()
    visit(address(creature, "edit/"))
    expect(page.get_by_text(OFFER)).to_have_count(0)


def test_the_pages_of_revisions_restore_by_a_click(visit, owner):
    creature = save_again(make_creature(owner), base_hp=9)
    page = visit(creature.get_absolute_url())
    page.get_by_role("link", name="Revisions").click()
    page.get_by_role("link", name="What changed in revision 2").click()
    expect(page.get_by_role("heading", name="Base HP")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Restore revision 1").click()
    expect(page.get_by_text("as it was in revision 1 again")).to_be_visible()
    assert stored(creature)["base_hp"] == 4


# --- unsaved work ----------------------------------------------------------------------------------


def test_a_save_that_never_arrived_leaves_the_draft(visit, page):
    visit(NEW)
    page.locator("#id_name").fill("Half a Hydra")
    page.route("**/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.get_by_role("button", name="Save creature").click()
    page.wait_for_timeout(300)
    page.unroute("**/*")
    visit("/about/")
    visit(NEW)
    expect(page.get_by_text(OFFER)).to_contain_text("Half a Hydra")
    assert not Creature.objects.exists()


def test_what_stands_outside_the_form_is_kept_too(visit, page):
    visit(NEW)
    page.locator("#id_level").fill("13")
    page.wait_for_timeout(600)
    kept = page.evaluate("JSON.parse(localStorage.getItem('drafts:creature:new'))[0].fields")
    assert ["level", "13"] in kept


def test_a_row_that_was_only_removed_is_kept_too(visit, page, owner):
    creature = make_creature(owner, abilities=[ability_document(name="Hide"), ability_document(name="Run")])
    edit = address(creature, "edit/")
    visit(edit)
    page.get_by_role("button", name=re.compile("Remove")).last.click()
    expect(page.locator("[name=abilities-1-name]")).to_have_count(0)
    page.wait_for_timeout(600)
    visit("/about/")
    visit(edit)
    expect(page.get_by_text(OFFER)).to_be_visible()
    page.get_by_role("button", name="Restore it").click()
    expect(page.locator("[name=abilities-1-name]")).to_have_count(0)
    expect(page.locator("[name=abilities-0-name]")).to_have_value("Hide")


def test_a_restored_variant_still_knows_its_origin(visit, page, owner):
    origin = make_creature(owner, name="Goblin")
    visit(f"{NEW}?variant_of={origin.uid}")
    page.locator("#id_name").fill("Hobgoblin")
    visit("/about/")
    visit(NEW)
    page.get_by_role("button", name="Restore it").click()
    expect(page.get_by_role("heading", name="A variant of Goblin")).to_be_visible()
    page.get_by_role("button", name="Save creature").click()
    expect(page.get_by_text("A variant of Goblin")).to_be_visible()
    assert Creature.objects.get(name="Hobgoblin").origin == origin


def test_old_drafts_make_room(visit, page):
    visit("/about/")
    page.evaluate(
        """() => {
            const day = 86400000;
            const draft = age => [{ id: "x", time: Date.now() - age * day, fields: [["name", "Old"]] }];
            localStorage.setItem("drafts:creature:gone", JSON.stringify(draft(31)));
            localStorage.setItem("drafts:creature:kept", JSON.stringify(draft(29)));
        }"""
    )
    visit(NEW)
    assert page.evaluate("Object.keys(localStorage)") == ["drafts:creature:kept"]
