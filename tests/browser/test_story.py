"""The main job from first visit to shared link, by clicking and typing, as a game master who never saw the site."""

import io
import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STATS = {"strength": 1, "dexterity": 3, "constitution": -2, "intelligence": 1, "wisdom": 0, "charisma": 1}
# Dice with their bonus, signed and plain whole numbers, ratios.
NUMBER = re.compile(r"\d*d\d+(?:[+−]\d+)?|[+−]?\d+(?:/\d+)?")
# All texts of a region, those in closed details too, each apart from the next.
TEXTS = """region => {
    const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode.data);
    return texts.join("\\n");
}"""


def build_the_goblin(page: Page) -> None:
    page.get_by_label("Name", exact=True).first.fill("Ditch Goblin")
    page.get_by_role("group", name="Who it is").get_by_label("Size").select_option("small")
    page.locator("[name=base_hp]").fill("4")
    for name, value in STATS.items():
        page.locator(f"[name={name}]").fill(str(value))
    page.locator("[name=level]").fill("5")


def add_an_attack(page: Page) -> None:
    page.get_by_role("button", name="Add an attack").click()
    expect(page.locator("[name=attacks-0-name]")).to_be_focused()
    page.keyboard.type("Rusty hook")
    page.locator("[name=attacks-0-roll_bonus]").fill("-2")
    page.locator("[name=attacks-0-damage_bonus]").fill("2")


def add_an_ability(page: Page) -> None:
    page.get_by_role("button", name="Add an ability").click()
    expect(page.locator("[name=abilities-0-name]")).to_be_focused()
    page.keyboard.type("Slip Away")
    page.locator("[name=abilities-0-text]").fill("The goblin moves 7 m without being struck.")
    page.locator("[name=abilities-0-limit_kind]").select_option("encounter")
    page.locator("[name=abilities-0-limit_count]").fill("3")


def pdf_text(data: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


@pytest.fixture
def refusals(page: Page) -> list[str]:
    """What the console complained about: broken policies, failed scripts, missing files."""
    found: list[str] = []

    def note(message) -> None:
        # htmx also reports the requests that it gives up on purpose: a newer keystroke or a click replaced them.
        if message.type in ("error", "warning") and not message.text.startswith(
            ("htmx:sendAbort", "htmx:afterRequest")
        ):
            found.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def test_from_the_front_page_to_a_sheet_and_a_shared_encounter(page: Page, live_server, browser: Browser, refusals):
    page.goto(live_server.url)
    page.get_by_role("main").get_by_role("link", name="Build a creature").first.click()

    # The numbers follow the typing.
    build_the_goblin(page)
    pane = page.locator("#preview")
    expect(pane.get_by_text("Ditch Goblin")).to_be_visible()
    expect(pane.get_by_text("18 = 4 × 5 + (−2)")).to_be_attached()
    page.locator("[name=base_hp]").fill("5")
    expect(pane.get_by_text("23 = 5 × 5 + (−2)")).to_be_attached()
    page.locator("[name=base_hp]").fill("4")
    add_an_attack(page)
    add_an_ability(page)
    expect(pane.get_by_text("Rusty hook")).to_be_visible()
    expect(pane.get_by_text("3 / Encounter")).to_be_visible()
    assert page.locator("[name=abilities-0-name]").input_value() == "Slip Away"

    # Saved without an account, found in the bestiary.
    page.get_by_role("button", name="Save creature").click()
    expect(page.get_by_role("heading", name="Ditch Goblin", level=1)).to_be_visible()
    page.get_by_role("link", name="Bestiary", exact=True).first.click()
    page.get_by_role("link", name="Mine").click()
    page.get_by_label("Search").fill("ditch gob")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Ditch Goblin").click()

    # Every number of the page stands on the sheet.
    block = page.locator(".stat-block")
    numbers = set(NUMBER.findall(block.evaluate(TEXTS).replace("d20", "")))  # the sheet has the roll without its die
    assert {"18", "+6", "1/2"} <= numbers
    with page.context.expect_event("response", lambda answer: "sheet.pdf" in answer.url) as printing:
        page.get_by_role("button", name="Print the sheet").click()
    response = page.context.request.get(printing.value.url)  # the browser hands a PDF it opens to its viewer
    assert response.headers["content-type"] == "application/pdf"
    sheet = response.body()
    missing = numbers - set(NUMBER.findall(pdf_text(sheet)))
    assert missing == set()

    # Three of them against four characters.
    page.get_by_role("link", name="Add to an encounter").click()
    count = page.locator("[name=lines-0-count]")
    count.fill("3")
    page.get_by_label("Name", exact=True).first.fill("Under the bridge")
    expect(page.locator("#preview").get_by_text("3 × ½ = 1½, minus 4 = −2½ → easy")).to_be_visible()
    page.locator("[name=notes]").fill("They flee from bells.")
    page.get_by_role("button", name="Save encounter").click()
    expect(page.get_by_text("3 × ½ = 1½, minus 4 = −2½ → easy").first).to_be_visible()

    # A friend opens the link without account or script.
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#share-link").input_value()
    friends_phone = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    shared = friends_phone.new_page()
    shared.goto(link)
    expect(shared.get_by_role("heading", name="Under the bridge")).to_be_visible()
    expect(shared.get_by_text("3 × ½ = 1½, minus 4 = −2½ → easy").first).to_be_visible()
    assert "bells" not in shared.content()
    assert shared.evaluate("document.documentElement.scrollWidth") <= 360
    friends_phone.close()

    # Ended, the old address is dead.
    page.get_by_role("button", name="End the link").click()
    assert page.context.request.get(link).status == 404
    assert refusals == []
