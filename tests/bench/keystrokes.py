"""From a changed input to the painted number, in headless Chromium, the debounce included."""

import shutil

from playwright.sync_api import sync_playwright

from tests.bench.load import Result
from tests.chromium import CHROMIUM_ARGUMENTS

# Times the way from an input event to the first frame painted after the pane was swapped.
WATCH = """() => {
    window.paints = [];
    let typed = null;
    document.addEventListener('input', () => { typed = performance.now(); }, true);
    document.body.addEventListener('htmx:afterSwap', () => {
        if (typed === null) return;
        const start = typed;
        typed = null;
        requestAnimationFrame(() => requestAnimationFrame(() => window.paints.push(performance.now() - start)));
    });
}"""


def measure_keystrokes(address: tuple[str, int], changes: int = 120) -> Result:
    """Press arrow up and down in the CON field `changes` times and time each repaint of the live pane."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"http://{address[0]}:{address[1]}/bestiary/creatures/new/")
        field = page.locator("input[name=constitution]")
        page.wait_for_load_state("networkidle")
        page.evaluate(WATCH)
        field.focus()
        for number in range(changes):
            page.keyboard.press("ArrowUp" if number % 8 < 4 else "ArrowDown")
            page.wait_for_function("count => window.paints.length >= count", arg=number + 1, timeout=5000)
        paints = page.evaluate("window.paints")
        browser.close()
    return Result(seconds=[milliseconds / 1000 for milliseconds in paints], elapsed=sum(paints) / 1000)
