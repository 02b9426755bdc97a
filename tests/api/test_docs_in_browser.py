"""The documentation page in a real browser, under the site's own Content-Security-Policy."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from config.api import api

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def complaints(page):
    """What the browser's console said."""
    found = []
    page.on("console", lambda message: found.append(message.text))
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def test_the_page_breaks_no_policy_and_takes_its_look_from_the_site(page, live_server, complaints):
    response = page.goto(f"{live_server.url}/api/v1/docs", wait_until="networkidle")
    policy = response.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert complaints == []
    calls = sum(len(operations) for operations in api.get_openapi_schema()["paths"].values())
    assert page.locator(".api-call").count() == calls + 1  # and one section on refusals
    assert page.locator(".api-call pre").first.evaluate("e => getComputedStyle(e).overflowX") == "auto"


def test_the_links_on_the_page_lead_somewhere(page, live_server, complaints):
    page.goto(f"{live_server.url}/api/v1/docs")
    page.get_by_role("link", name="/api/v1/worlds-awakening/calibration").click()
    assert page.locator(":target").get_attribute("aria-labelledby") == "worlds-awakening-calibration-title"
    page.get_by_role("link", name="OpenAPI document").click()
    assert page.evaluate("JSON.parse(document.body.textContent).info.version") == "1"


@pytest.mark.parametrize("width", [320, 768, 1600])
def test_the_page_fits_every_screen(page, live_server, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{live_server.url}/api/v1/docs")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible(page, live_server, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{live_server.url}/api/v1/docs")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
