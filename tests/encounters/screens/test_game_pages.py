"""The screens of both games as pages: what the PDF says, with or without an account."""

import pytest
from django.urls import reverse

from encounters.screens.catalogue import GAMES
from tests.encounters.screens.prints import read, squeezed, text_of, words_of_page

pytestmark = pytest.mark.django_db

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


def page(client, game, query=""):
    return client.get(reverse("encounters:game_screen", args=[game.path]) + query)


def own_print(client, game, query=""):
    return client.get(reverse("encounters:game_screen_print", args=[game.path]) + query)


@every_game
def test_anybody_reads_every_table_of_a_screen(client, game):
    response = page(client, game)
    said = squeezed(words_of_page(response.content.decode()))
    assert response.status_code == 200
    missing = [
        text for panel in game.screen() for whole in panel.texts() for text in whole.split("\n")
        if squeezed(text) not in said
    ]  # fmt: skip
    assert missing == []
    assert not response.cookies


@every_game
def test_page_and_pdf_mark_the_same_values_as_suggested(client, game):
    said = squeezed(words_of_page(page(client, game).content.decode()))
    for panel in game.screen():
        if panel.suggested:
            assert squeezed(f"{panel.title} suggested") in said
        for row in (*panel.rows, *panel.notes):
            for cell in row:
                assert not cell.suggested or f"{squeezed(cell.text)}*" in said
    assert squeezed("our own value where the game says nothing") in said


@every_game
def test_page_and_pdf_hold_the_same_texts(client, game):
    printed = squeezed(text_of(own_print(client, game).content))
    said = squeezed(words_of_page(page(client, game).content.decode()))
    for panel in game.screen():
        for text in panel.texts():
            for part in text.split("\n"):
                assert squeezed(part) in printed
                assert squeezed(part) in said


@pytest.mark.parametrize(("paper", "width"), [("a4", 595), ("letter", 612)])
def test_the_print_comes_on_the_paper_asked_for(client, paper, width):
    response = own_print(client, GAMES["two_d12"], f"?paper={paper}&orientation=portrait")
    assert response["Content-Type"] == "application/pdf"
    assert float(read(response.content).pages[0].mediabox.width) == pytest.approx(width, abs=1)
    assert 'filename="2d12 Traits GM screen.pdf"' in response["Content-Disposition"]


def test_the_print_comes_on_the_paper_of_the_account(gm_client, gm):
    gm.paper = "letter"
    gm.save()
    width = read(own_print(gm_client, GAMES["two_d12"]).content).pages[0].mediabox.width
    assert float(width) == pytest.approx(612, abs=1)


def test_landscape_lies_down(client):
    box = read(own_print(client, GAMES["two_d12"], "?orientation=landscape").content).pages[0].mediabox
    assert float(box.width) > float(box.height)


@pytest.mark.parametrize(
    ("query", "words"),
    [("?paper=a5", "The paper is A4 or Letter."), ("?orientation=upside", "The pages are portrait or landscape.")],
)
def test_a_print_that_cannot_be_says_why(client, query, words):
    response = own_print(client, GAMES["two_d12"], query)
    assert response.status_code == 400
    assert words in response.content.decode()


@pytest.mark.parametrize("name", ["game_screen", "game_screen_print"])
def test_a_game_that_is_none_is_not_found(client, name):
    assert client.get(reverse(f"encounters:{name}", args=["chess"])).status_code == 404


def test_a_universe_in_the_address_changes_the_words_of_page_and_print(client):
    game = GAMES["worlds_awakening"]
    said = words_of_page(page(client, game, "?universe=post_apocalyptic").content.decode())
    assert "Rad Def" in said
    assert "Mag Def" not in said
    assert "Rad Atk" in text_of(own_print(client, game, "?universe=post_apocalyptic").content)


def test_an_unknown_universe_leaves_the_words_as_they_are(client):
    assert "Mag Def" in words_of_page(page(client, GAMES["worlds_awakening"], "?universe=x%00").content.decode())


def test_the_account_decides_the_words(gm_client, gm):
    gm.vocabulary = "own|Aether|AET|Breath|BR"
    gm.save()
    said = words_of_page(page(gm_client, GAMES["worlds_awakening"]).content.decode())
    assert "Aet Def" in said
    assert "Aether (AET)" in said
    assert "Mag Def" not in said


def test_the_list_offers_both_games_and_a_start_of_ones_own(client):
    said = client.get(reverse("encounters:screen_list")).content.decode()
    for game in GAMES.values():
        assert reverse("encounters:game_screen", args=[game.path]) in said
        assert f"{reverse('encounters:screen_create')}?from={game.slug}" in said


def test_screens_stand_in_the_navigation(client):
    said = client.get("/").content.decode()
    assert f'href="{reverse("encounters:screen_list")}"' in said


def test_a_second_print_comes_from_the_cache(client, monkeypatch):
    from bestiary import pdf_pool

    first = own_print(client, GAMES["two_d12"]).content

    def refuse(*_args):
        raise AssertionError("laid out again")

    monkeypatch.setattr(pdf_pool.Worker, "render", refuse)
    assert own_print(client, GAMES["two_d12"]).content == first
