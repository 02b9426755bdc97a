"""The unlisted link of a price list: who can read what, for how long."""

import pytest
from django.urls import reverse

from shop.models import Merchant
from tests.shop.items import make_item
from tests.shop.trade import make_merchant, shown

NOTES = "The till has a false bottom"


@pytest.fixture
def merchant(gm):
    return make_merchant(gm, (make_item(gm), 3), name="Marrow", place="Lantern Street", notes=NOTES)


def do(client, merchant, action):
    return client.post(reverse("shop:merchant_share", args=[merchant.uid]), {"action": action})


def address(merchant) -> str:
    merchant.refresh_from_db()
    return merchant.get_shared_url()


def test_nothing_is_shared_until_the_gm_makes_a_link(client, merchant):
    assert merchant.share_token is None
    assert client.get("/shop/shared/None/").status_code == 404
    assert not Merchant.objects.shared_under("").exists()


def test_a_link_is_long_and_another_every_time(gm_client, merchant):
    tokens = set()
    for action in ("start", "renew", "renew"):
        do(gm_client, merchant, action)
        merchant.refresh_from_db()
        tokens.add(merchant.share_token)
    assert len(tokens) == 3
    assert all(len(token) >= 22 for token in tokens)


def test_whoever_has_the_link_reads_without_account_cookie_script_or_notes(gm_client, client, merchant):
    do(gm_client, merchant, "start")
    client.logout()
    answer = client.get(address(merchant))
    html = shown(answer)
    assert answer.status_code == 200
    for text in ("Marrow", "Lantern Street", "Longsword", "160", "120", "100"):
        assert text in html
    for private in (NOTES, str(merchant.uid), "<form", "Haggle here"):
        assert private not in html
    assert not answer.cookies
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert '<meta name="robots" content="noindex' in html


@pytest.mark.parametrize("action", ["end", "renew"])
def test_an_ended_or_renewed_link_is_dead_at_once(gm_client, merchant, action):
    do(gm_client, merchant, "start")
    old = address(merchant)
    do(gm_client, merchant, action)
    assert gm_client.get(old).status_code == 404
    new = address(merchant)
    assert (gm_client.get(new).status_code == 200) if action == "renew" else new == ""


def test_starting_twice_keeps_the_link_that_was_sent_already(gm_client, merchant):
    do(gm_client, merchant, "start")
    first = address(merchant)
    do(gm_client, merchant, "start")
    do(gm_client, merchant, "publish")
    assert address(merchant) == first


def test_the_link_of_a_deleted_merchant_is_dead_until_it_is_restored(gm_client, merchant):
    do(gm_client, merchant, "start")
    url = address(merchant)
    gm_client.post(reverse("shop:merchant_delete", args=[merchant.uid]))
    assert gm_client.get(url).status_code == 404
    gm_client.post(reverse("shop:merchant_restore", args=[merchant.uid]))
    assert gm_client.get(url).status_code == 200


def test_the_gms_page_shows_the_notes_and_the_link(gm_client, merchant):
    do(gm_client, merchant, "start")
    html = shown(gm_client.get(merchant.get_absolute_url()))
    assert NOTES in html
    assert f"http://testserver{address(merchant)}" in html
