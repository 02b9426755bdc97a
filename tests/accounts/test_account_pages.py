"""The account page, and the ways to a new password."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

PROFILE = "/accounts/"
CHANGE = "/accounts/password/"
FORGOTTEN = "/accounts/password/forgotten/"
NEW_PASSWORD = "seventeen angry mimics"


def form(**changes) -> dict:
    """The account form as it stands for Gretchen."""
    return {"username": "Gretchen", "email": "Gretchen@example.org", "paper": "a4", "current_password": "", **changes}


def test_a_visitor_reads_that_no_account_is_needed(client):
    assert "You need none to start" in client.get(PROFILE).content.decode()
    assert not User.objects.exists()


def test_a_guest_reads_what_a_guest_is_and_may_choose_the_paper(client, guest):
    client.force_login(guest)
    assert "Give your work a name" in client.get(PROFILE).content.decode()
    client.post(PROFILE, {"paper": "letter", "username": "Gretchen", "is_guest": ""})
    guest.refresh_from_db()
    assert guest.paper == "letter"
    assert guest.is_guest
    assert guest.username != "Gretchen"


def test_the_paper_is_changed_without_a_password(gm_client, gm):
    assert gm_client.post(PROFILE, form(paper="letter")).url == PROFILE
    gm.refresh_from_db()
    assert gm.paper == "letter"


@pytest.mark.parametrize(("field", "value"), [("username", "Greta"), ("email", "new@example.org")])
def test_name_and_address_are_keys_and_take_the_password(gm_client, gm, field, value):
    response = gm_client.post(PROFILE, form(**{field: value}))
    assert "current_password" in response.context["form"].errors
    response = gm_client.post(PROFILE, form(**{field: value, "current_password": "wrong"}))
    assert "current_password" in response.context["form"].errors
    gm.refresh_from_db()
    assert getattr(gm, field) != value
    assert gm_client.post(PROFILE, form(**{field: value, "current_password": PASSWORD})).status_code == 302
    gm.refresh_from_db()
    assert getattr(gm, field) == value


def test_one_may_change_the_case_of_the_own_name_but_not_take_anothers(gm_client, gm, other_gm):
    gm_client.post(PROFILE, form(username="GRETCHEN", current_password=PASSWORD))
    gm.refresh_from_db()
    assert gm.username == "GRETCHEN"
    response = gm_client.post(PROFILE, form(username="OTTO", current_password=PASSWORD))
    assert "username" in response.context["form"].errors


@pytest.mark.parametrize(("field", "value"), [("paper", "a3"), ("username", "admin"), ("email", "@")])
def test_a_bad_value_gets_its_message_and_the_header_keeps_the_saved_name(gm_client, field, value):
    response = gm_client.post(PROFILE, form(**{field: value, "current_password": PASSWORD}))
    assert field in response.context["form"].errors
    assert response.context["user"].username == "Gretchen"


def test_changing_the_password_logs_other_browsers_out(gm_client, gm):
    elsewhere = Client()
    elsewhere.force_login(gm)
    answers = {"old_password": PASSWORD, "new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    assert gm_client.post(CHANGE, answers).url == PROFILE
    gm.refresh_from_db()
    assert gm.check_password(NEW_PASSWORD)
    assert gm_client.get(PROFILE).context["user"] == gm
    assert not elsewhere.get(PROFILE).context["user"].is_authenticated


def test_changing_the_password_takes_the_old_one(gm_client, gm):
    answers = {"old_password": "wrong", "new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    assert gm_client.post(CHANGE, answers).status_code == 200
    gm.refresh_from_db()
    assert gm.check_password(PASSWORD)


def test_only_people_with_a_name_have_a_password_to_change(client, guest):
    assert client.get(CHANGE).url == f"/accounts/log-in/?next={CHANGE}"
    client.force_login(guest)
    assert client.get(CHANGE).url == "/accounts/sign-up/"


def link_of_mail() -> str:
    """The path of the link in the one mail that was sent."""
    [message] = mail.outbox
    return re.search(r"http://testserver(/accounts/password/new/\S+)", message.body).group(1)


def test_a_forgotten_password_is_replaced_through_a_mailed_link_that_works_once(client, gm):
    assert client.post(FORGOTTEN, {"email": "gretchen@EXAMPLE.org"}).url == "/accounts/password/sent/"
    assert mail.outbox[0].subject == "A new password for Gretchen"
    link = link_of_mail()
    page = client.get(link, follow=True)
    answers = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    assert client.post(page.redirect_chain[-1][0], answers).url == "/accounts/log-in/"
    gm.refresh_from_db()
    assert gm.check_password(NEW_PASSWORD)
    assert "does not work any more" in Client().get(link, follow=True).content.decode()


def test_a_new_password_opens_a_locked_door(client, gm):
    for _ in range(10):
        client.post("/accounts/log-in/", {"username": "Gretchen", "password": "wrong"})
    client.post(FORGOTTEN, {"email": gm.email})
    page = client.get(link_of_mail(), follow=True)
    client.post(page.redirect_chain[-1][0], {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD})
    response = client.post("/accounts/log-in/", {"username": "Gretchen", "password": NEW_PASSWORD})
    assert response.status_code == 302


def test_the_answer_does_not_tell_whether_an_address_is_known(client, gm):
    known, unknown = (client.post(FORGOTTEN, {"email": email}) for email in (gm.email, "nobody@example.org"))
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert len(mail.outbox) == 1


def test_nobody_can_flood_a_mailbox(client, gm):
    for _ in range(3):
        client.post(FORGOTTEN, {"email": gm.email})
    assert len(mail.outbox) == 1


def test_the_link_uses_the_address_of_the_site_not_the_one_the_browser_claims(client, gm, settings):
    settings.SITE_URL = "https://games.example.org"
    client.post(FORGOTTEN, {"email": gm.email})
    assert "https://games.example.org/accounts/password/new/" in mail.outbox[0].body
    assert "testserver" not in mail.outbox[0].body


def test_the_page_warns_when_there_is_no_way_back(client):
    client.force_login(make_user("Gretchen", email=""))
    assert "no e-mail address" in client.get(PROFILE).content.decode()
