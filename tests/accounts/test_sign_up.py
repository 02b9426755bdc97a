"""Sign-up: a guest takes a name and keeps everything."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.helpers import give_creature
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

SIGN_UP = "/accounts/sign-up/"


def answers(**changes) -> dict:
    """A filled-in form."""
    return {"username": "Gretchen", "email": "", "password1": PASSWORD, "password2": PASSWORD, **changes}


@pytest.fixture
def guest_client(client, guest):
    """The browser of the guest."""
    client.force_login(guest)
    return client


def test_a_guest_who_signs_up_keeps_the_same_row_and_all_work(guest_client, guest):
    creature = give_creature(guest, "Goblin")
    response = guest_client.post(SIGN_UP, answers(email="g@example.org"))
    assert response.status_code == 302
    user = User.objects.get()
    assert (user.pk, user.username, user.email, user.is_guest) == (guest.pk, "Gretchen", "g@example.org", False)
    creature.refresh_from_db()
    assert creature.owner == user
    assert guest_client.get("/accounts/").context["user"] == user  # still logged in


def test_signing_up_starts_a_new_session_key(guest_client):
    before = guest_client.session.session_key
    guest_client.post(SIGN_UP, answers())
    assert guest_client.session.session_key != before


def test_the_old_session_key_of_the_guest_is_dead(guest_client):
    thief = Client()
    thief.cookies["sessionid"] = guest_client.session.session_key
    guest_client.post(SIGN_UP, answers())
    assert not thief.get("/accounts/").context["user"].is_authenticated


def test_a_form_open_in_another_tab_can_still_be_sent_after_signing_up(guest):
    client = Client(enforce_csrf_checks=True)
    client.force_login(guest)
    token = client.get(SIGN_UP).context["csrf_token"]
    assert client.post(SIGN_UP, answers(csrfmiddlewaretoken=str(token))).status_code == 302
    other_tab = {"username": "Greta", "paper": "a4", "current_password": PASSWORD, "csrfmiddlewaretoken": str(token)}
    assert client.post("/accounts/", other_tab).status_code == 302


def test_a_visitor_without_work_can_sign_up_too(client):
    assert client.post(SIGN_UP, answers()).status_code == 302
    assert User.objects.get().username == "Gretchen"
    assert client.get("/accounts/").context["user"].is_authenticated


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "   "}, "username"),
        ({"username": "oTTO"}, "username"),  # taken, in another case
        ({"username": "Samples"}, "username"),
        ({"username": "a<b"}, "username"),
        ({"username": "x" * 61}, "username"),
        ({"email": "nowhere"}, "email"),
        ({"password1": "", "password2": ""}, "password1"),
        ({"password2": "something else entirely"}, "password2"),
        ({"password1": "password12", "password2": "password12"}, "password2"),
        ({"password1": "Gretchen1!", "password2": "Gretchen1!"}, "password2"),
        ({"password1": "short", "password2": "short"}, "password2"),
    ],
)
def test_a_bad_answer_gets_its_message_and_the_guest_stays_a_guest(guest_client, guest, other_gm, changes, field):
    response = guest_client.post(SIGN_UP, answers(**changes))
    assert response.status_code == 200
    assert field in response.context["form"].errors
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()


def test_the_technical_name_of_a_guest_is_never_shown(guest_client, guest):
    for page in (SIGN_UP, "/accounts/", "/accounts/log-in/"):
        assert guest.username not in guest_client.get(page).content.decode()


def test_the_page_says_what_the_guest_keeps(guest_client, guest):
    give_creature(guest, "Goblin")
    assert "1 creature" in guest_client.get(SIGN_UP).content.decode()


def test_the_way_goes_on_to_a_page_of_this_site(guest_client):
    response = guest_client.post(SIGN_UP, answers(next="/about/"))
    assert response.url == "/about/"


@pytest.mark.parametrize(
    "address", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"]
)
def test_the_way_never_goes_on_to_another_site(guest_client, address):
    assert guest_client.get(SIGN_UP, {"next": address}).context["next"] == ""
    response = guest_client.post(SIGN_UP, answers(next=address))
    assert response.url == reverse("bestiary:creature_list")


def test_somebody_with_a_name_is_sent_to_the_account_page(client):
    client.force_login(make_user("Otto"))
    assert client.get(SIGN_UP).url == "/accounts/"
    assert client.post(SIGN_UP, answers()).url == "/accounts/"
    assert User.objects.count() == 1
