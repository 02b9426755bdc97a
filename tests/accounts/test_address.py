"""A new e-mail address where the site can send mail: it counts once its link was opened by whoever is logged in."""

import re
from smtplib import SMTPException

import pytest
from django.core import mail
from django.test import Client

from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

PROFILE = "/accounts/"
NEW = "new@example.org"


@pytest.fixture(autouse=True)
def _mail_server(settings):
    """Mails stay in `mail.outbox`; that there is a server is what the site looks at."""
    settings.EMAIL_HOST = "mail.example.org"


def change(client, email=NEW, **changes):
    """The account form with another address."""
    answers = {"username": "Gretchen", "email": email, "paper": "a4", "current_password": PASSWORD, **changes}
    return client.post(PROFILE, answers)


def link() -> str:
    """The path of the link in the last mail that has one."""
    found = [re.search(r"http://testserver(/accounts/e-mail/\S+)", message.body) for message in mail.outbox]
    return [match[1] for match in found if match][-1]


def address_of(user) -> str:
    user.refresh_from_db()
    return user.email


def test_a_new_address_counts_once_its_link_was_opened(gm, gm_client):
    response = change(gm_client, paper="letter")
    assert response.status_code == 302
    assert f"on its way to {NEW}" in gm_client.get(PROFILE).content.decode()
    assert (address_of(gm), gm.paper) == ("Gretchen@example.org", "letter")
    [message] = mail.outbox
    assert message.to == [NEW]
    assert "Gretchen" in message.body
    assert "Use it" in gm_client.get(link()).content.decode()
    assert address_of(gm) == "Gretchen@example.org"
    assert gm_client.post(link()).url == PROFILE
    assert address_of(gm) == NEW


def test_the_old_address_is_told(gm, gm_client):
    change(gm_client)
    gm_client.post(link())
    assert [message.to for message in mail.outbox] == [[NEW], ["Gretchen@example.org"]]
    assert "another e-mail address" in mail.outbox[1].body
    assert NEW not in mail.outbox[1].body


def test_an_address_that_is_taken_away_is_told_too_and_needs_no_link(gm, gm_client):
    assert change(gm_client, "").status_code == 302
    assert address_of(gm) == ""
    assert [message.to for message in mail.outbox] == [["Gretchen@example.org"]]


def test_the_link_works_once(gm, gm_client):
    change(gm_client)
    path = link()
    gm_client.post(path)
    change(gm_client, "third@example.org")
    for response in (gm_client.get(path), gm_client.post(path)):
        assert response.status_code == 404
        assert "does not work here" in response.content.decode()
    assert address_of(gm) == NEW


def test_the_link_alone_is_no_key(gm, gm_client):
    """Whoever reads a mailbox that was mistyped must not get the account with it."""
    change(gm_client)
    visitor = Client()
    assert visitor.get(link()).url.startswith("/accounts/log-in/?next=/accounts/e-mail/")
    assert visitor.post(link()).url.startswith("/accounts/log-in/")
    assert address_of(gm) == "Gretchen@example.org"


def test_in_the_browser_of_somebody_else_it_does_nothing(gm, other_gm, gm_client, other_gm_client):
    change(gm_client)
    assert other_gm_client.get(link()).status_code == 404
    assert other_gm_client.post(link()).status_code == 404
    assert (address_of(gm), address_of(other_gm)) == ("Gretchen@example.org", "Otto@example.org")


def test_a_new_password_makes_earlier_links_worthless(gm, gm_client):
    change(gm_client)
    gm.set_password("seventeen angry mimics")
    gm.save()
    gm_client.force_login(gm)
    assert gm_client.post(link()).status_code == 404


def test_a_link_lives_three_days(gm, gm_client, settings):
    assert settings.PASSWORD_RESET_TIMEOUT == 3 * 24 * 3600
    change(gm_client)
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert gm_client.post(link()).status_code == 404


@pytest.mark.parametrize("token", ["x", "a:b:c", "é", "%00", "x" * 5000])
def test_what_is_no_link_of_this_site_says_so(gm_client, token):
    response = gm_client.get(f"/accounts/e-mail/{token}/")
    assert response.status_code == 404


def test_a_form_of_another_site_confirms_nothing(gm, gm_client):
    change(gm_client)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(gm)
    assert strict.post(link()).status_code == 403


def test_the_password_is_asked_for_and_nothing_sent_without_it(gm, gm_client):
    for password in ("", "wrong"):
        response = change(gm_client, current_password=password)
        assert response.context["form"].errors["current_password"]
        assert f'value="{NEW}"' in response.content.decode()
    assert mail.outbox == []


def test_a_mail_that_cannot_be_sent_loses_nothing_that_was_typed(gm, gm_client, monkeypatch):
    def refuse(*args, **kwargs):
        raise SMTPException("no")

    monkeypatch.setattr("accounts.addresses.send_mail", refuse)
    response = change(gm_client, username="Greta", paper="letter")
    assert "could not be sent" in response.context["form"].errors["email"][0]
    page = response.content.decode()
    assert f'value="{NEW}"' in page
    assert 'value="Greta"' in page
    gm.refresh_from_db()
    assert (gm.username, gm.email, gm.paper) == ("Gretchen", "Gretchen@example.org", "a4")


def test_no_mailbox_can_be_filled_this_way(gm, gm_client, other_gm_client):
    assert [change(gm_client).status_code for _ in range(4)] == [302, 302, 302, 200]
    assert len(mail.outbox) == 3
    response = change(other_gm_client, NEW.upper(), username="Otto")
    assert "Try again in 60 minutes" in response.context["form"].errors["email"][0]
    assert len(mail.outbox) == 3


def test_the_link_uses_the_address_of_the_site_not_the_one_the_browser_claims(gm_client, settings):
    settings.SITE_URL = "https://games.example.org"
    change(gm_client)
    assert "https://games.example.org/accounts/e-mail/" in mail.outbox[0].body
    assert "testserver" not in mail.outbox[0].body


def test_without_a_mail_server_the_address_changes_at_once(gm, gm_client, settings):
    settings.EMAIL_HOST = ""
    change(gm_client)
    assert address_of(gm) == NEW
    assert mail.outbox == []


def test_a_first_address_takes_the_same_road(client):
    user = make_user("Gretchen", email="")
    client.force_login(user)
    change(client)
    assert address_of(user) == ""
    client.post(link())
    assert address_of(user) == NEW
    assert len(mail.outbox) == 1
