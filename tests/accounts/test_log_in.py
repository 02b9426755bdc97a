"""Log-in, log-out, and how often one may try."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.helpers import give_creature
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

LOG_IN = "/accounts/log-in/"
LOG_OUT = "/accounts/log-out/"


def try_password(client: Client, password: str, username: str = "Gretchen", **headers):
    """One attempt to log in."""
    return client.post(LOG_IN, {"username": username, "password": password}, **headers)


def user_of(client: Client):
    """Whom the site takes this browser for."""
    return client.get("/accounts/").context["user"]


def test_name_and_password_open_the_account_whatever_the_case_of_the_name(client, gm):
    assert try_password(client, PASSWORD, "gRETCHEN").url == reverse("bestiary:creature_list")
    assert user_of(client) == gm


def test_what_the_guest_saved_moves_to_the_account(client, gm, guest):
    old, new = give_creature(gm, "Ogre"), give_creature(guest, "Goblin")
    client.force_login(guest)
    assert "1 creature" in client.get(LOG_IN).content.decode()
    try_password(client, PASSWORD)
    assert "saved as a guest is in your account" in client.get("/accounts/").content.decode()
    assert set(gm.creatures.all()) == {old, new}
    assert not User.objects.filter(pk=guest.pk).exists()


def test_a_wrong_password_moves_nothing(client, gm, guest):
    creature = give_creature(guest, "Goblin")
    client.force_login(guest)
    assert try_password(client, "wrong").status_code == 200
    creature.refresh_from_db()
    assert creature.owner == guest
    assert user_of(client) == guest


def test_logging_in_with_another_name_takes_nothing_from_the_first(client, gm, other_gm):
    creature = give_creature(gm, "Goblin")
    client.force_login(gm)
    try_password(client, PASSWORD, "Otto")
    creature.refresh_from_db()
    assert creature.owner == gm
    assert user_of(client) == other_gm


def test_the_session_key_changes(client, gm, guest):
    client.force_login(guest)
    before = client.session.session_key
    try_password(client, PASSWORD)
    assert client.session.session_key != before


def test_a_guest_cannot_log_in_by_name(client, guest):
    for password in ("", "!", guest.password, PASSWORD):
        try_password(client, password, guest.username)
        assert not user_of(client).is_authenticated


def test_a_closed_account_stays_closed(client):
    make_user("Gretchen", is_active=False)
    try_password(client, PASSWORD)
    assert not user_of(client).is_authenticated


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_the_way_never_goes_on_to_another_site(client, gm, address):
    assert client.get(LOG_IN, {"next": address}).context["next"] == ""
    response = client.post(LOG_IN, {"username": "Gretchen", "password": PASSWORD, "next": address})
    assert response.url == reverse("bestiary:creature_list")


def test_ten_wrong_passwords_close_the_door_even_for_the_right_one(client, gm):
    for _ in range(9):
        assert try_password(client, "wrong").status_code == 200
    response = try_password(client, "wrong")
    assert response.status_code == 429
    assert "15 minutes" in response.content.decode()
    assert try_password(Client(), PASSWORD).status_code == 429
    assert not user_of(client).is_authenticated


def test_another_case_of_the_name_is_no_new_door(client, gm):
    for number in range(10):
        try_password(client, "wrong", "gretchen" if number % 2 else " GRETCHEN")
    assert try_password(client, PASSWORD).status_code == 429


def test_another_browser_name_is_no_new_door(client, gm):
    for number in range(10):
        try_password(client, "wrong", HTTP_USER_AGENT=f"Browser/{number}")
    assert try_password(client, PASSWORD).status_code == 429


def test_the_lock_closes_neither_other_names_nor_other_addresses(client, gm, other_gm):
    for _ in range(10):
        try_password(client, "wrong")
    assert try_password(Client(), PASSWORD, "Otto").status_code == 302
    assert try_password(Client(REMOTE_ADDR="192.0.2.7"), PASSWORD).status_code == 302


def test_the_door_opens_again_after_a_quarter_of_an_hour_of_trying(client, gm):
    for _ in range(10):
        try_password(client, "wrong")
    AccessAttempt.objects.update(attempt_time=AccessAttempt.objects.get().attempt_time - timedelta(minutes=14))
    assert try_password(client, "wrong").status_code == 429
    AccessAttempt.objects.update(attempt_time=AccessAttempt.objects.get().attempt_time - timedelta(minutes=2))
    assert try_password(client, PASSWORD).status_code == 302


def test_a_right_password_forgets_the_wrong_ones(client, gm):
    for _ in range(9):
        try_password(client, "wrong")
    try_password(client, PASSWORD)
    assert not AccessAttempt.objects.exists()


def test_no_password_is_written_down(client, gm):
    try_password(client, "my-secret-typo")
    [attempt] = AccessAttempt.objects.values()
    assert "my-secret-typo" not in str(attempt)


def test_the_forwarded_address_counts_only_behind_a_proxy(client, gm, settings):
    for number in range(10):
        try_password(client, "wrong", HTTP_X_FORWARDED_FOR=f"192.0.2.{number}")
    assert try_password(client, PASSWORD).status_code == 429
    settings.BEHIND_PROXY = True
    assert try_password(client, PASSWORD, HTTP_X_FORWARDED_FOR="192.0.2.200").status_code == 302


def test_behind_a_proxy_an_invented_address_is_no_new_door(client, gm, settings):
    settings.BEHIND_PROXY = True
    for number in range(10):
        try_password(client, "wrong", HTTP_X_FORWARDED_FOR=f"198.51.100.{number}, 192.0.2.1")
    assert try_password(client, PASSWORD, HTTP_X_FORWARDED_FOR="192.0.2.1").status_code == 429


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:5678", "192.0.2.1"),
        ("2001:DB8::1", "2001:db8::1"),
        ("[2001:db8::1]:443", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        # What is no address counts as the proxy's own.
        ("unknown", "127.0.0.1"),
        ("192.0.2.1/8", "127.0.0.1"),
        ("192.0.2.1:", "127.0.0.1"),
        ('"192.0.2.1"', "127.0.0.1"),
        ("192.0.2.1,", "127.0.0.1"),
        ("1" * 5_000, "127.0.0.1"),
        ("", "127.0.0.1"),
    ],
)
def test_whatever_a_proxy_calls_an_address_is_counted_as_one(client, gm, settings, forwarded, address):
    settings.BEHIND_PROXY = True
    assert try_password(client, "wrong", HTTP_X_FORWARDED_FOR=f"evil, {forwarded}").status_code == 200
    assert AccessAttempt.objects.get().ip_address == address


def test_the_admin_has_no_door_of_its_own(client, gm):
    response = client.get("/admin/", follow=True)
    assert response.request["PATH_INFO"] == LOG_IN
    assert response.context["next"] == "/admin/"
    assert client.post("/admin/login/", {"username": "Gretchen", "password": PASSWORD}).status_code == 302
    assert not user_of(client).is_authenticated


def test_logging_out_takes_a_post(gm_client, gm):
    assert gm_client.get(LOG_OUT).status_code == 405
    assert user_of(gm_client) == gm
    assert gm_client.post(LOG_OUT).url == "/"
    assert not user_of(gm_client).is_authenticated


def test_a_guest_is_asked_before_losing_the_only_key(client, guest):
    give_creature(guest, "Goblin")
    client.force_login(guest)
    page = client.post(LOG_OUT)
    assert "1 creature" in page.content.decode()
    assert user_of(client) == guest
    client.post(LOG_OUT, {"leave": "1"})
    assert not user_of(client).is_authenticated


def test_the_session_of_a_browser_lasts_a_year(client, gm):
    response = try_password(client, PASSWORD)
    cookie = response.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["max-age"] == 365 * 24 * 3600
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
