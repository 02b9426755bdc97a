"""What every answer of the site carries, whoever asks for whatever page."""

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.factories import make_user

pytestmark = pytest.mark.django_db


def plain_addresses(resolver: URLResolver | None = None, prefix: str = "/") -> list[str]:
    """Every address of the site that needs no argument, the admin's aside."""
    found = []
    for pattern in (resolver or get_resolver()).url_patterns:
        address = prefix + str(pattern.pattern).removeprefix("^").removesuffix("$")
        if address.startswith("/admin/"):
            continue
        if isinstance(pattern, URLPattern):
            if not pattern.pattern.regex.groups and "<" not in address and "(" not in address:
                found.append(address)
        elif "<" not in address:
            found += plain_addresses(pattern, address)
    return sorted(set(found))


ADDRESSES = [*plain_addresses(), "/nothing/here/", "/admin/login/"]


def test_the_addresses_are_found():
    assert {"/", "/about/", reverse("accounts:login"), reverse("bestiary:creature_create")} <= set(ADDRESSES)
    assert reverse("encounters:encounter_list") in ADDRESSES


def assert_headers(response):
    """The response carries the headers that keep a browser from what the site never asks of it."""
    policy = dict(part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["object-src"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in response["Content-Security-Policy"]
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_carries_the_security_headers(client, address):
    response = client.get(address)
    assert response.status_code < 500
    assert_headers(response)


def test_redirects_and_refusals_carry_them_too(client, settings):
    to_the_slash = client.get("/about")
    assert to_the_slash.status_code == 301
    assert_headers(to_the_slash)
    stranger = Client(enforce_csrf_checks=True)
    assert_headers(stranger.post("/encounters/new/", {"name": "x"}))
    assert_headers(client.post("/encounters/new/", {f"field-{number}": "x" for number in range(3_000)}))
    settings.ALLOWED_HOSTS = ["games.example.org"]
    refused = client.get("/", headers={"host": "evil.example"})
    assert refused.status_code == 400
    assert_headers(refused)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_visit_sets_no_cookie_but_session_and_token(client, address):
    client.get(address)
    assert set(client.cookies) <= {"csrftoken", "sessionid"}


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_change_without_the_token_is_refused(address):
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user())
    response = client.post(address)
    # 405: takes no POST at all; 404: no such page; the redirect of the admin's log-in forwards no data.
    refused = response.status_code in (403, 404, 405) or address.startswith(("/api/", "/admin/"))
    assert refused, response.status_code


def test_an_unknown_host_is_refused(client, settings):
    settings.ALLOWED_HOSTS = ["games.example.org"]
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_plain_http_is_sent_to_https_when_the_site_has_it(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    response = client.get("/about/")
    assert response.status_code == 301
    assert response.url == "https://testserver/about/"


def test_browsers_are_told_to_stay_with_https_when_the_site_has_it(client, settings):
    settings.SECURE_HSTS_SECONDS = 31536000
    assert client.get("/about/", secure=True)["Strict-Transport-Security"] == "max-age=31536000"
