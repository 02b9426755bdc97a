"""The screens of the games on a phone."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("game", ["two-d12", "worlds-awakening"])
def test_no_table_of_a_games_screen_is_cut_at_360_pixels(page, live_server, game):
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}/screens/{game}/")
    tables = page.evaluate(
        "[...document.querySelectorAll('.gm-panel')].map(panel =>"
        " [panel.dataset.table, panel.querySelector('table')?.offsetWidth ?? 0, panel.clientWidth])"
    )
    assert len(tables) > 10
    assert [name for name, width, room in tables if width > room] == []
