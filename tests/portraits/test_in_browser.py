"""Choosing a picture in a browser: it travels with a save alone, and what is too large not at all."""

import pytest
from django.core.files.storage import default_storage
from playwright.sync_api import expect

from bestiary.models import Creature
from bestiary.pictures import MAX_BYTES
from tests.portraits.pictures import photo

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _storage_of_its_own(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


def chosen(name: str, data: bytes) -> dict:
    return {"name": name, "mimeType": "image/jpeg", "buffer": data}


@pytest.fixture
def builder(page, live_server):
    page.goto(f"{live_server.url}/bestiary/creatures/new/")
    return page


def test_a_picture_travels_with_the_save_and_not_with_the_numbers(builder):
    previews = []
    builder.on("request", lambda request: previews.append(request) if request.url.endswith("/preview/") else None)
    builder.set_input_files("#id_portrait", chosen("home.jpg", photo()))
    with builder.expect_response("**/preview/"):
        builder.fill("#id_name", "Wolf")
    with builder.expect_response("**/preview/"):
        builder.locator("#abilities").get_by_role("button", name="Add an ability").click()
    assert previews
    for request in previews:
        assert request.headers["content-type"] == "application/x-www-form-urlencoded"
        assert "portrait=" not in request.post_data
        assert "home.jpg" not in request.post_data
    builder.get_by_role("button", name="Save creature").last.click()
    expect(builder.get_by_role("heading", level=1)).to_have_text("Wolf")
    image = builder.locator(".portrait img")
    expect(image).to_have_attribute("width", "300")
    assert image.evaluate("image => image.naturalHeight") == 400
    assert default_storage.exists("portraits")
    assert Creature.objects.get().has_portrait


def test_a_picture_survives_a_save_that_was_refused_for_something_else(builder):
    builder.set_input_files("#id_portrait", chosen("home.jpg", photo()))
    builder.get_by_role("button", name="Save creature").last.click()
    waiting = builder.locator(".portrait-now__image")
    expect(waiting).to_be_visible()
    assert waiting.evaluate("image => image.naturalWidth") == 160
    builder.fill("#id_name", "Wolf")
    builder.get_by_role("button", name="Save creature").last.click()
    expect(builder.locator(".portrait img")).to_be_visible()


def test_a_file_too_large_is_refused_when_it_is_chosen(builder):
    builder.set_input_files("#id_portrait", chosen("huge.jpg", b"x" * (MAX_BYTES + 1_500_000)))
    expect(builder.locator("#id_portrait_error")).to_have_text(
        "This file has 9.4 MB, a portrait at most 8: make it smaller."
    )
    assert builder.locator("#id_portrait").input_value() == ""
    builder.set_input_files("#id_portrait", chosen("small.jpg", photo()))
    expect(builder.locator("#id_portrait_error")).to_have_text("")


def test_a_chosen_file_is_work_that_one_is_asked_about_before_leaving(builder):
    asked = []
    builder.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    builder.locator("#id_name").click()  # browsers ask only where somebody did something
    builder.set_input_files("#id_portrait", chosen("home.jpg", photo()))
    builder.evaluate("location.assign('/about/')")
    builder.wait_for_timeout(300)
    assert asked == ["beforeunload"]


def test_without_scripts_adding_a_row_keeps_the_picture(browser, live_server):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/bestiary/creatures/new/")
    page.set_input_files("#id_portrait", chosen("home.jpg", photo()))
    page.get_by_role("button", name="Add an ability").click()
    expect(page.locator(".portrait-now__image")).to_be_visible()
    page.fill("#id_name", "Wolf")
    page.get_by_role("button", name="Save creature").last.click()
    expect(page.locator(".portrait img")).to_be_visible()
    context.close()
