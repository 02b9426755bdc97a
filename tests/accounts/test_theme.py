"""Light, dark or as the device is set: a choice that the first byte of every page knows."""

import re

import pytest
from django.db import IntegrityError

from accounts.models import User
from encounters.models import Encounter
from tests.factories import PASSWORD, make_creature

pytestmark = pytest.mark.django_db

PROFILE = "/accounts/"
PAGES = [
    "/",
    "/about/",
    "/bestiary/",
    "/bestiary/creatures/new/",
    "/encounters/new/",
    "/shop/",
    "/accounts/",
    "/nowhere/",
]


def head(response) -> tuple[str, str]:
    """The opening tag, and what a browser may paint before it has any style."""
    html = response.content.decode()
    return re.search(r"<html[^>]*>", html)[0], re.search(r'name="color-scheme" content="([^"]+)"', html)[1]


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_comes_in_the_colours_one_chose(guest, client, address, theme):
    User.objects.filter(pk=guest.pk).update(theme=theme)
    client.force_login(guest)
    assert head(client.get(address)) == (f'<html lang="en" data-theme="{theme}">', theme)


@pytest.mark.parametrize("address", PAGES)
def test_without_a_choice_the_device_decides(gm_client, client, address):
    for browser in (gm_client, client):
        assert head(browser.get(address)) == ('<html lang="en">', "light dark")


def test_a_shared_page_has_the_colours_of_its_reader_not_of_its_owner(gm, gm_client, client, other_gm_client):
    User.objects.filter(pk=gm.pk).update(theme="dark")
    Encounter.objects.create(owner=gm, name="Under the bridge", share_token="a-token-nobody-guesses")
    address = "/shared/a-token-nobody-guesses/"
    assert head(other_gm_client.get(address))[0] == '<html lang="en">'
    assert head(gm_client.get(address))[0] == '<html lang="en" data-theme="dark">'


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_guests_choose_too(guest, client, theme):
    client.force_login(guest)
    assert client.post(PROFILE, {"paper": "a4", "theme": theme}).url == PROFILE
    guest.refresh_from_db()
    assert guest.theme == theme
    assert f'<option value="{theme}" selected>' in client.get(PROFILE).content.decode()


def test_a_theme_that_is_none_is_refused_at_its_field(gm, gm_client):
    answers = {"username": "Gretchen", "email": gm.email, "paper": "letter", "theme": '"><script>'}
    response = gm_client.post(PROFILE, answers)
    assert response.context["form"].errors["theme"]
    assert '"><script>' not in response.content.decode()
    gm.refresh_from_db()
    assert (gm.theme, gm.paper) == ("auto", "a4")


def test_an_old_form_without_the_field_keeps_the_choice(gm, gm_client):
    User.objects.filter(pk=gm.pk).update(theme="dark")
    gm_client.post(PROFILE, {"username": "Gretchen", "email": gm.email, "paper": "letter"})
    gm.refresh_from_db()
    assert (gm.theme, gm.paper) == ("dark", "letter")


def test_no_other_value_can_be_stored(gm):
    with pytest.raises(IntegrityError):
        User.objects.filter(pk=gm.pk).update(theme="pink")


def test_a_guests_choice_stays_when_they_take_a_name(guest, client):
    User.objects.filter(pk=guest.pk).update(theme="dark")
    client.force_login(guest)
    answers = {"username": "Wilma", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/sign-up/", answers)
    assert User.objects.get(username="Wilma").theme == "dark"


def test_the_theme_costs_no_query(gm, gm_client, django_assert_num_queries):
    make_creature(gm)
    with django_assert_num_queries(2):  # the session and its user
        gm_client.get("/about/")


def test_the_page_says_that_english_is_the_only_language(gm_client):
    assert "English, the only language yet" in gm_client.get(PROFILE).content.decode()
