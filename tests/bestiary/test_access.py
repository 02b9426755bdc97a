"""Who may see and change a creature: not yours, unknown, private, deleted are all the same 404."""

from uuid import uuid4

import pytest
from django.utils import timezone

from bestiary.models import Creature
from tests.bestiary.forms import NEW, posted
from tests.factories import make_creature, make_user

OPEN = ["", "sheet.pdf"]
OWN = ["edit/", "delete/"]


def address(creature: Creature, rest: str = "") -> str:
    return f"/bestiary/creatures/{creature.uid}/{rest}"


@pytest.mark.parametrize("rest", [*OPEN, *OWN])
def test_a_strangers_private_creature_is_not_found(client, gm_client, rest):
    secret = make_creature(make_user(), visibility="private")
    assert gm_client.get(address(secret, rest)).status_code == 404


@pytest.mark.parametrize("rest", [*OPEN, *OWN])
def test_a_private_creature_is_not_found_by_a_visitor(client, db, rest):
    assert client.get(address(make_creature(), rest)).status_code == 404


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
@pytest.mark.parametrize("rest", OWN)
def test_what_others_may_see_only_its_owner_may_change(gm_client, visibility, rest):
    creature = make_creature(make_user(), visibility=visibility)
    assert gm_client.get(address(creature)).status_code == 200
    assert gm_client.get(address(creature, rest)).status_code == 404
    assert gm_client.post(address(creature, rest), posted(name="Mine now")).status_code == 404
    creature.refresh_from_db()
    assert (creature.name, creature.deleted_at) == ("Goblin", None)


@pytest.mark.parametrize("rest", [*OPEN, *OWN])
@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_a_deleted_creature_is_not_found_even_by_its_owner(gm_client, gm, visibility, rest):
    creature = make_creature(gm, visibility=visibility)
    Creature.objects.move_to_bin(timezone.now())
    assert gm_client.get(address(creature, rest)).status_code == 404


@pytest.mark.parametrize("rest", [*OPEN, *OWN])
def test_a_creature_that_never_was_is_not_found(gm_client, rest):
    assert gm_client.get(f"/bestiary/creatures/{uuid4()}/{rest}").status_code == 404


def test_nobody_else_restores_from_a_bin(gm_client):
    creature = make_creature(make_user(), visibility="public")
    Creature.objects.move_to_bin(timezone.now())
    assert gm_client.post(address(creature, "restore/")).status_code == 404
    assert Creature.objects.binned().get() == creature


def test_what_is_not_in_the_bin_cannot_be_restored(gm_client, gm):
    assert gm_client.post(address(make_creature(gm), "restore/")).status_code == 404


def test_no_variant_of_what_one_may_not_see(gm_client):
    secret = make_creature(make_user())
    assert gm_client.get(f"{NEW}?variant_of={secret.uid}").status_code == 404
    assert gm_client.get(f"{NEW}?variant_of={uuid4()}").status_code == 404
    assert gm_client.get(f"{NEW}?variant_of=goblin").status_code == 404


def test_the_bin_shows_ones_own_only(gm_client, gm):
    make_creature(gm, name="Gone of mine")
    make_creature(make_user(), name="Gone of theirs")
    Creature.objects.move_to_bin(timezone.now())
    make_creature(gm, name="Still here")
    html = gm_client.get("/bestiary/bin/").content.decode()
    assert "Gone of mine" in html
    assert "Gone of theirs" not in html
    assert "Still here" not in html


def test_an_unlisted_creature_is_in_no_list_but_its_owners(client, gm):
    make_creature(gm, visibility="unlisted", name="By link")
    for query in ("", "?q=link", "?mine=1"):
        assert "By link" not in client.get(f"/bestiary/{query}").content.decode()
    client.force_login(gm, backend="django.contrib.auth.backends.ModelBackend")
    assert "By link" not in client.get("/bestiary/").content.decode()
    assert "By link" in client.get("/bestiary/?mine=1").content.decode()


def test_pages_that_are_not_public_ask_search_engines_to_stay_away(client, db):
    assert b"noindex" in client.get(address(make_creature(visibility="unlisted"))).content
    assert b"noindex" not in client.get(address(make_creature(visibility="public"))).content


@pytest.mark.parametrize("rest", ["restore/", "edit/", "delete/"])
def test_a_link_changes_nothing(gm_client, gm, rest):
    creature = make_creature(gm)
    gm_client.get(address(creature, rest))
    creature.refresh_from_db()
    assert (creature.deleted_at, creature.revision) == (None, 1)


def test_a_post_without_the_forms_token_is_refused(gm):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(gm, backend="django.contrib.auth.backends.ModelBackend")
    creature = make_creature(gm)
    assert strict.post(address(creature, "delete/")).status_code == 403
    assert strict.post("/bestiary/creatures/preview/", posted()).status_code == 403


@pytest.mark.parametrize(("visibility", "robots"), [("public", None), ("unlisted", "noindex, nofollow")])
@pytest.mark.parametrize("rest", OPEN)
def test_search_engines_keep_what_is_unlisted_and_its_links_out(client, db, monkeypatch, rest, visibility, robots):
    monkeypatch.setattr("bestiary.pdf.render_pdf", lambda *_, **__: b"%PDF-")
    creature = make_creature(visibility=visibility)
    response = client.get(address(creature, rest))
    assert response.status_code == 200
    assert response.headers.get("X-Robots-Tag") == robots


def test_not_even_the_owners_private_page_is_for_search_engines(gm_client, gm):
    assert gm_client.get(address(make_creature(gm)))["X-Robots-Tag"] == "noindex, nofollow"
