"""The composer's live pane: pages counted as they will be printed, hints at fields, tables added by script."""

import pytest

from encounters.screens.catalogue import GAMES
from encounters.screens.models import Screen
from tests.encounters.screens.cast import OWN, posted
from tests.encounters.screens.prints import read, text_of, words_of_page

pytestmark = pytest.mark.django_db


def said(response) -> str:
    return words_of_page(response.content.decode())


PAGES = "/screens/pages/"


def test_the_live_count_is_that_of_the_print(client):
    panels = [panel.slug for game in GAMES.values() for panel in game.screen()]
    data = posted(*panels, text_size="large")
    response = client.post(PAGES, data)
    count = len(read(client.post("/screens/preview.pdf", data).content).pages)
    assert response.status_code == 200
    assert f"<b>{count}</b> pages" in response.content.decode()
    assert count > 2


def test_the_live_count_asks_neither_for_user_nor_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.post(PAGES, posted("two_d12.ranks")).status_code == 200


def test_the_live_count_uses_the_words_that_travel_in_the_form(client):
    data = posted("worlds_awakening.formulas", words="post_apocalyptic")
    assert "Rad Def" in text_of(client.post("/screens/preview.pdf", data).content)


def test_a_missing_name_does_not_stop_the_count(client):
    assert "<b>1</b> page<" in client.post(PAGES, posted("two_d12.ranks", name="")).content.decode()


def test_a_wrong_form_keeps_the_last_count_and_hints_at_its_fields(client):
    response = client.post(PAGES, posted("two_d12.ranks", {"title": "", "text": "Words"}))
    assert response["HX-Reswap"] == "none"
    assert 'id="id_panels-1-name_error" hx-swap-oob="true">Give the panel a title.' in response.content.decode()


def test_a_hint_goes_away_when_the_field_is_right(client):
    data = posted("two_d12.ranks", OWN, hinted="id_panels-1-name_error")
    assert 'id="id_panels-1-name_error" hx-swap-oob="true"></p>' in client.post(PAGES, data).content.decode()


def test_a_hint_for_something_that_is_no_field_is_ignored(client):
    data = posted("two_d12.ranks", hinted='x"><script>')
    assert "<script>" not in client.post(PAGES, data).content.decode()


def test_no_panels_are_no_pages(client):
    assert "No panels yet" in client.post(PAGES, posted()).content.decode()


def test_a_full_queue_is_said_in_words(client, monkeypatch):
    from bestiary import pdf

    def busy(*_args, **_options):
        raise pdf.PdfBusy

    monkeypatch.setattr(pdf, "render_pdf", busy)
    response = client.post(PAGES, posted("two_d12.ranks"))
    assert response.status_code == 200
    assert "try again in a few seconds" in response.content.decode()


def test_the_unsaved_screen_can_be_printed(client):
    response = client.post("/screens/preview.pdf", posted("two_d12.ranks", name="Sketch"))
    assert response["Content-Type"] == "application/pdf"
    assert "Sketch" in response["Content-Disposition"]
    assert not Screen.objects.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (posted(), "There is no panel on it yet."),
        (posted("nonsense"), "This table is not there any more"),
    ],
)
def test_an_unsaved_screen_that_cannot_be_printed_says_why(client, data, words):
    response = client.post("/screens/preview.pdf", data)
    assert response.status_code == 422
    assert words in said(response)


def test_a_table_added_by_script_comes_as_a_row_with_the_next_number(client):
    response = client.post("/screens/panel/", posted(OWN, add_table="two_d12.ranks"))
    page = response.content.decode()
    assert 'name="panels-1-table" value="two_d12.ranks"' in page
    assert 'id="id_panels-TOTAL_FORMS" value="2" hx-swap-oob="true"' in page
    assert response["HX-Trigger-After-Settle"] == "panels-added"


def test_a_table_refused_by_script_adds_no_row_and_says_why(client):
    page = client.post("/screens/panel/", posted("two_d12.ranks", add_table="two_d12.ranks")).content.decode()
    assert 'id="id_panels_error" hx-swap-oob="true">It is on the screen already.' in page
    assert "<li" not in page
