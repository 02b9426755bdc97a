"""The builders and the check as somebody uses them: sums follow, rows come and go, the check answers a change."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from bestiary.models import CharacterClass
from tests.face.test_layout import RULES
from tests.makings.pages import CHECK, url
from tests.makings.things import NOTHING, ability_doc, item_doc, make_ancestry, make_class
from tests.makings.things import outfit_doc as outfit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle"


def test_the_sum_follows_the_typing_and_the_inputs_are_never_swapped(page: Page, live_server):
    page.goto(live_server.url + url("ancestry", "create"))
    status = page.locator("#live-status")
    expect(status).to_have_text(re.compile("Sum \\+0, 3 free points."))
    page.evaluate("document.querySelectorAll('#making-form input').forEach(input => { input.dataset.same = '1' })")
    page.locator("#id_strength").fill("2")
    expect(status).to_have_text(re.compile("Sum \\+2, 1 free point\\."))
    page.locator("#id_dexterity").fill("3")
    expect(page.locator("#id_creature-form_error")).to_have_text(re.compile("add up to \\+5: take 2 points away"))
    expect(page.locator("#preview")).to_contain_text("1 = 3 + (−2)")
    page.locator("#id_dexterity").fill("1")
    expect(page.locator("#id_creature-form_error")).to_have_text("")
    expect(status).to_have_text(re.compile("Sum \\+3, 0 free points"))
    assert page.locator("#making-form input:not([data-same])").count() == 0
    page.get_by_role("button", name="Add an innate ability").click()
    expect(page.locator("#id_abilities-0-name")).to_be_focused()
    page.locator("#id_abilities-0-name").fill("Glow")
    expect(page.locator("#preview .ability")).to_have_text(re.compile("Glow\\s+1 / Day"))
    page.locator("#id_abilities-0-limit_kind").select_option("encounter")
    expect(page.locator("#preview .advice")).to_contain_text("“Glow” is 1 / Encounter")


def test_a_class_is_built_with_the_outfits_of_another_one(page: Page, live_server, other_gm):
    make_class(other_gm, visibility="public", name="Nightwatch", outfits=[outfit()])
    page.goto(live_server.url + url("class", "create"))
    page.locator("#id_name").fill("Borrower")
    expect(page.locator("#id_outfits_of")).to_be_hidden()
    page.get_by_label("Those of another class").check()
    page.locator("#id_outfits_of").select_option(label="Nightwatch by Otto")
    expect(page.locator("#preview .outfit")).to_contain_text("160 NX")
    page.get_by_role("button", name="Save class").click()
    expect(page.get_by_text("Those of Nightwatch by Otto.")).to_be_visible()
    assert CharacterClass.objects.get(name="Borrower").owner.is_guest


def test_the_check_answers_a_change_and_the_keyboard_stays_where_it_is(page: Page, live_server, gm):
    ancestry = make_ancestry(gm, visibility="public", modifiers={**NOTHING, "str": 3}, name="Ogre")
    made = make_class(gm, visibility="public", name="Guard")
    page.goto(live_server.url + url("ancestry", "detail", ancestry))
    page.get_by_role("link", name="Check with a class").click()
    page.get_by_label("Class", exact=True).select_option(label="Guard by Gretchen")
    expect(page.locator("#pair")).to_contain_text("6 = ") if False else expect(page.locator("#pair")).to_contain_text(
        "+6"
    )
    page.locator("#id_points_strength").fill("1")
    page.keyboard.press("Tab")
    expect(page.locator(".plan__stat--wrong")).to_contain_text("7 is above 6")
    expect(page.locator("#id_moved_strength")).to_be_focused()
    assert f"class={made.uid}" in page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_hold_the_longest_words_and_are_open_to_everybody(scheme, browser: Browser, live_server, gm):
    texts = {"name": LONG, "description": LONG, "tags": ["x" * 40]}
    row = ability_doc(name=LONG, text=LONG * 3)
    ancestry = make_ancestry(gm, visibility="public", innate_abilities=[row], **texts)
    made = make_class(gm, visibility="public", outfits=[outfit(item_doc(name=LONG), name=LONG)], **texts)
    choices = f"ancestry={ancestry.uid}&class={made.uid}&points_strength=9&moved_wisdom=x"
    addresses = [
        *(live_server.url + url(kind, page) for kind in ("ancestry", "class") for page in ("list", "create")),
        live_server.url + ancestry.get_absolute_url(),
        live_server.url + made.get_absolute_url(),
        f"{live_server.url}{url('class', 'create')}?variant_of={made.uid}",
        f"{live_server.url}{reverse(CHECK)}?{choices}",
    ]
    for width in (320, 1280):
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
        page = context.new_page()
        for address in addresses:
            page.goto(address)
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, (address, width)
            answer = Axe().run(page, options={"runOnly": RULES}).response
            problems = [f"{v['id']}: {v['help']}: {v['nodes'][0]['html']}" for v in answer["violations"]]
            assert not problems, (address, width)
        context.close()
