"""A slow answer and an impatient hand: what is sent twice is saved once."""

import time

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from bestiary.models import Creature
from encounters.models import Encounter, Party
from tests.factories import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Two clicks of one hand, a third of a second apart; by script, since Playwright itself waits after the first one.
TWO_CLICKS = "button => { button.click(); setTimeout(() => button.click(), 350); }"
SECONDS = 1.2


@pytest.fixture
def sent(page: Page) -> list[str]:
    """The forms that go out to be saved; their answers take a while."""
    found: list[str] = []

    def wait(route: Route) -> None:
        if route.request.method == "POST" and route.request.is_navigation_request():
            found.append(route.request.url)
            time.sleep(SECONDS)
        route.continue_()

    page.route("**/*", wait)
    return found


def click_twice(page: Page, name: str) -> None:
    page.get_by_role("main").get_by_role("button", name=name, exact=True).last.evaluate(TWO_CLICKS)


def test_an_encounter(page, live_server, sent):
    page.goto(f"{live_server.url}/encounters/new/")
    page.get_by_label("Name", exact=True).fill("At the gate")
    click_twice(page, "Save encounter")
    page.wait_for_url("**/encounters/*-*/")
    expect(page.locator(".notice--good")).to_contain_text("is saved")
    assert len(sent) == 1
    assert Encounter.objects.count() == 1
    assert User.objects.count() == 1


def test_a_party(page, live_server, sent):
    page.goto(f"{live_server.url}/parties/new/")
    page.get_by_label("Name", exact=True).first.fill("The Lanterns")
    page.locator("[name=pcs-0-name]").fill("Ana")
    click_twice(page, "Save party")
    page.wait_for_url("**/parties/")
    assert Party.objects.count() == 1


def test_a_creature(page, live_server, sent):
    page.goto(f"{live_server.url}/bestiary/creatures/new/")
    page.locator("[name=name]").fill("Ditch Goblin")
    page.locator(".form-actions [name=save], .form-actions .button--primary").first.evaluate(TWO_CLICKS)
    page.wait_for_url("**/bestiary/creatures/*-*/")
    assert Creature.objects.count() == 1


def test_a_sign_up(page, live_server, sent):
    page.goto(f"{live_server.url}/accounts/sign-up/")
    page.get_by_label("Name").fill("Gretchen")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password, once more").fill(PASSWORD)
    click_twice(page, "Sign up")
    page.wait_for_url("**/bestiary/")
    assert len(sent) == 1
    assert User.objects.get().username == "Gretchen"


def test_a_form_that_came_back_can_be_sent_again(page, live_server, sent):
    page.goto(f"{live_server.url}/encounters/new/")
    click_twice(page, "Save encounter")
    expect(page.get_by_text("Not saved yet.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("At the gate")
    page.get_by_role("button", name="Save encounter").last.click()
    page.wait_for_url("**/encounters/*-*/")
    page.go_back()
    page.get_by_label("Name", exact=True).fill("At the other gate")
    page.get_by_role("button", name="Save encounter").last.click()
    page.wait_for_url("**/encounters/*-*/")
    assert sorted(encounter.name for encounter in Encounter.objects.all()) == ["At the gate", "At the other gate"]
