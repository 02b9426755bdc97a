"""The library as somebody uses it beside the rows of the builder."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from bestiary.documents.library import save_entry
from bestiary.models import Creature, LibraryEntry
from tests.bestiary.forms import NEW
from tests.factories import attack_document, make_creature

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_row_is_found_inserted_kept_and_found_again_without_leaving_the_page(page: Page, live_server):
    page.goto(live_server.url + NEW)
    page.locator("#id_name").fill("Moor ox")
    expect(page.locator("#preview")).to_contain_text("Moor ox")
    page.get_by_role("button", name="From the library for attacks").click()
    expect(page.locator("#attack-find")).to_be_focused()
    page.keyboard.type("boat", delay=20)
    expect(page.locator("#attack-picks .pick__name b")).to_have_text(["Boathook"])
    expect(page.locator("#live-status")).to_have_text("1 attack found.")
    expect(page.locator("#attack-find")).to_be_focused()
    page.keyboard.press("Enter")  # in the search box it saves nothing
    page.get_by_role("button", name="Insert Boathook").click()
    expect(page.locator("[name=attacks-0-name]")).to_be_focused()
    expect(page.locator("[name=attacks-0-name]")).to_have_value("Boathook")
    expect(page.locator("#preview .attack")).to_contain_text("Boathook")
    expect(page.locator("#attack-find")).to_have_value("boat")
    page.locator("[name=attacks-0-name]").fill("Gaff")
    expect(page.locator("#preview .attack")).to_contain_text(
        "Gaff"
    )  # the pane has spoken, the next word is the button's
    page.get_by_role("button", name="Keep in library attack 1").click()
    expect(page.locator("#live-status")).to_have_text("“Gaff” is in your library.")
    expect(page.locator("#id_name")).to_have_value("Moor ox")
    page.locator("#attack-find").fill("gaff")
    expect(page.locator("#attack-picks .pick__name b")).to_have_text(["Gaff"])
    page.get_by_role("button", name="Close the library of attacks").click()
    expect(page.locator("#attack-find")).to_have_count(0)
    assert LibraryEntry.objects.get().name == "Gaff"
    assert not Creature.objects.exists()
    page.get_by_role("button", name="Save creature").click()
    expect(page.get_by_role("heading", name="Moor ox", level=1)).to_be_visible()
    assert Creature.objects.get().attacks.get().name == "Gaff"


def test_an_open_library_is_no_unsaved_work(page: Page, live_server):
    page.goto(live_server.url + NEW)
    page.get_by_role("button", name="From the library for abilities").click()
    page.locator("#ability-find").fill("floor")
    expect(page.locator("#ability-picks .pick__name b")).to_have_text(["The Floor Remembers"])
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.goto(live_server.url + "/bestiary/")
    assert asked == []


def test_without_scripts_the_same_buttons_send_the_form(browser, live_server):
    page = browser.new_page(java_script_enabled=False)
    page.goto(live_server.url + NEW)
    page.locator("#id_name").fill("Moor ox")
    page.get_by_role("button", name="From the library for attacks").click()
    page.locator("#attack-find").fill("tile")
    page.locator("#attacks").get_by_role("button", name="Find").click()
    page.get_by_role("button", name="Insert Roof tile").click()
    assert page.locator("[name=attacks-0-name]").input_value() == "Roof tile"
    assert page.locator("#attack-find").input_value() == "tile"
    page.get_by_role("button", name="Save creature").click()
    assert page.get_by_role("heading", name="Moor ox", level=1).is_visible()
    page.close()


def test_the_longest_words_stay_on_a_narrow_page_and_the_accessibility_rules_hold(
    browser: Browser, live_server, client, gm, make_attack
):
    entry = make_attack(gm, ["Q" * 40], name="W" * 80, damage_type="W" * 40)
    make_creature(gm, name="M" * 80, attacks=[entry.row])
    save_entry(entry, attack_document(name="M" * 80, damage_type="W" * 40), entry.tags)
    client.force_login(gm)
    context = browser.new_context(viewport={"width": 320, "height": 800})
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    page = context.new_page()

    def check() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, page.url
        results = Axe().run(page, options={"resultTypes": ["violations"]})
        assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"

    pages = [reverse(f"bestiary:library_{name}", args=[entry.uid]) for name in ("edit", "delete", "update")]
    for address in ("/bestiary/library/", "/bestiary/library/?set=starter", *pages):
        page.goto(live_server.url + address)
        check()
    page.goto(live_server.url + NEW)
    page.get_by_role("button", name="From the library for attacks").click()
    page.locator("#attack-picks").get_by_role("button").first.click()
    page.get_by_role("button", name="Keep in library attack 1").click()
    page.locator(".row-group__note").wait_for()
    check()
    context.close()
