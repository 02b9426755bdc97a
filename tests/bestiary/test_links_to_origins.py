"""A variant names what it was made from; a link goes only to what lists offer whoever reads."""

import pytest

from bestiary import pdf
from tests.factories import make_creature, make_foe, make_user
from tests.makings.things import make_ancestry, make_class
from tests.shop.items import make_item

MAKERS = {
    "creature": make_creature,
    "foe": make_foe,
    "item": make_item,
    "ancestry": make_ancestry,
    "class": make_class,
}


@pytest.fixture(autouse=True)
def _no_worker_for_pages(monkeypatch):
    monkeypatch.setattr(pdf, "warm_up", lambda: None)


@pytest.fixture(params=MAKERS)
def family(request, gm):
    """What Otto made, and a public variant of it by the GM."""
    make = MAKERS[request.param]
    original = make(make_user("Otto"), visibility="unlisted", name="Secret of Otto")
    variant = make(gm, visibility="public", name="Mine")
    variant.is_variant_of(original)
    variant.save()
    return original, variant


def page(client, variant) -> str:
    response = client.get(variant.get_absolute_url())
    assert response.status_code == 200
    return response.content.decode()


def publish(original, visibility: str) -> None:
    original.visibility = visibility
    original.save()


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_what_lists_do_not_show_is_named_without_its_address(client, gm_client, family, visibility):
    original, variant = family
    publish(original, visibility)
    for reader in (client, gm_client):
        html = page(reader, variant)
        assert "A variant of Secret of Otto by Otto" in html
        assert str(original.uid) not in html


def test_a_public_original_is_linked_for_everybody(client, family):
    original, variant = family
    publish(original, "public")
    assert f'<a href="{original.get_absolute_url()}">Secret of Otto</a>' in page(client, variant)


def test_ones_own_original_is_linked_whoever_else_may_see_it(client, family):
    original, variant = family
    client.force_login(original.owner)
    for visibility in ("unlisted", "private"):
        publish(original, visibility)
        assert f'<a href="{original.get_absolute_url()}">Secret of Otto</a>' in page(client, variant)
