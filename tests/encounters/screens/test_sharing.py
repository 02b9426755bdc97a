"""The unlisted link of a screen: no account, no cookie, dead when it is ended."""

import pytest
from django.urls import reverse
from django.utils import timezone

from encounters.screens.models import Screen
from tests.encounters.screens.cast import OWN, make_screen
from tests.encounters.screens.prints import text_of, words_of_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def screen(gm):
    return make_screen(gm, "worlds_awakening.formulas", OWN, name="Shared one")


def share(client, screen, action):
    return client.post(reverse("encounters:screen_share", args=[screen.uid]), {"action": action})


def address(screen) -> str:
    screen.refresh_from_db()
    return screen.get_shared_url()


def test_a_new_screen_has_no_link(gm_client, screen):
    assert screen.share_token is None
    assert "Make a link" in gm_client.get(screen.get_absolute_url()).content.decode()


def test_whoever_has_the_link_reads_and_prints_the_screen(gm_client, client, screen):
    share(gm_client, screen, "start")
    path = address(screen)
    client.logout()
    page = client.get(path)
    said = words_of_page(page.content.decode())
    assert page.status_code == 200
    assert "Base HP × level + CON" in said
    assert "Snacks for the GM" in said
    assert not page.cookies
    assert "Max HP" in text_of(client.get(f"{path}screen.pdf?paper=letter").content)


def test_the_shared_page_stays_out_of_search_engines_caches_and_referrers(gm_client, screen):
    share(gm_client, screen, "start")
    for path in (address(screen), f"{address(screen)}screen.pdf"):
        response = gm_client.get(path)
        assert response["X-Robots-Tag"] == "noindex, nofollow"
        assert response["Referrer-Policy"] == "no-referrer"
        assert response["Cache-Control"] == "private, no-store"


def test_the_shared_page_runs_no_script_but_the_sites_small_one(gm_client, client, screen):
    share(gm_client, screen, "start")
    assert "htmx" not in client.get(address(screen)).content.decode().replace("htmx-config", "")


def test_an_ended_link_is_dead_at_once(gm_client, client, screen):
    share(gm_client, screen, "start")
    path = address(screen)
    share(gm_client, screen, "end")
    assert address(screen) == ""
    for dead in (path, f"{path}screen.pdf"):
        assert client.get(dead).status_code == 404


def test_a_renewed_link_replaces_the_old_one(gm_client, client, screen):
    share(gm_client, screen, "start")
    old = address(screen)
    share(gm_client, screen, "renew")
    new = address(screen)
    assert new != old
    assert client.get(old).status_code == 404
    assert client.get(new).status_code == 200


def test_a_second_click_on_start_keeps_the_link(gm_client, screen):
    share(gm_client, screen, "start")
    first = address(screen)
    share(gm_client, screen, "start")
    assert address(screen) == first


def test_an_action_that_is_none_changes_nothing(gm_client, screen):
    assert share(gm_client, screen, "explode").status_code == 302
    assert address(screen) == ""


def test_the_link_of_a_binned_screen_is_dead_and_lives_again_when_it_comes_back(gm_client, client, screen):
    share(gm_client, screen, "start")
    path = address(screen)
    Screen.objects.filter(pk=screen.pk).move_to_bin(timezone.now())
    assert client.get(path).status_code == 404
    Screen.objects.filter(pk=screen.pk).restore()
    assert client.get(path).status_code == 200


def test_links_cannot_be_guessed(gm_client, gm):
    tokens = set()
    for _ in range(20):
        screen = make_screen(gm)
        share(gm_client, screen, "start")
        screen.refresh_from_db()
        tokens.add(screen.share_token)
    assert len(tokens) == 20
    assert min(map(len, tokens)) >= 24


@pytest.mark.parametrize("token", ["nothing", "0", "screens"])
def test_a_link_that_never_was_is_not_found(client, token):
    assert client.get(reverse("encounters:shared_screen", args=[token])).status_code == 404


def test_the_shared_page_speaks_the_words_of_its_game_master(gm_client, client, gm, screen):
    gm.vocabulary = "science_fiction"
    gm.save()
    share(gm_client, screen, "start")
    client.logout()
    said = words_of_page(client.get(address(screen)).content.decode())
    assert "Flu Def" in said
    assert "Mag Def" not in said
    assert "Flu Def" in text_of(client.get(f"{address(screen)}screen.pdf").content)


def test_a_wrong_paper_is_answered_in_words(gm_client, client, screen):
    share(gm_client, screen, "start")
    assert client.get(f"{address(screen)}screen.pdf?paper=a0").status_code == 400
