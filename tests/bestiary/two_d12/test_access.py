"""Who may see and change a Foe: not yours, unknown, private, deleted are all the same 404."""

import pytest
from django.utils import timezone

from bestiary.models import Creature
from tests.bestiary.two_d12.forms import NEW, posted
from tests.factories import make_foe, make_user

OPEN = ["", "sheet.pdf"]
OWN = ["edit/", "delete/"]


def address(foe: Creature, rest: str = "") -> str:
    return f"/bestiary/creatures/{foe.uid}/{rest}"


@pytest.mark.parametrize("rest", [*OPEN, *OWN])
def test_a_strangers_private_foe_is_not_found(client, gm_client, rest):
    assert gm_client.get(address(make_foe(), rest)).status_code == 404


@pytest.mark.parametrize("rest", [*OPEN, *OWN])
def test_a_private_foe_is_not_found_by_a_visitor(client, db, rest):
    assert client.get(address(make_foe(), rest)).status_code == 404


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
@pytest.mark.parametrize("rest", OWN)
def test_what_others_may_see_only_its_owner_may_change(gm_client, visibility, rest):
    foe = make_foe(make_user(), visibility=visibility)
    assert gm_client.get(address(foe)).status_code == 200
    assert gm_client.get(address(foe, rest)).status_code == 404
    assert gm_client.post(address(foe, rest), posted(name="Mine now")).status_code == 404
    foe.refresh_from_db()
    assert (foe.name, foe.deleted_at) == ("Lamp warden", None)


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
@pytest.mark.parametrize("rest", [*OPEN, *OWN])
def test_a_deleted_foe_is_not_found_even_by_its_owner(gm_client, gm, visibility, rest):
    foe = make_foe(gm, visibility=visibility)
    Creature.objects.move_to_bin(timezone.now())
    assert gm_client.get(address(foe, rest)).status_code == 404


def test_a_foe_goes_to_the_bin_and_comes_back(gm_client, gm):
    foe = make_foe(gm, rank="brute")
    assert "Delete Lamp warden?" in gm_client.get(address(foe, "delete/")).content.decode()
    html = gm_client.post(address(foe, "delete/"), follow=True).content.decode()
    assert "<td>Brute</td>" in html
    assert gm_client.get(address(foe)).status_code == 404
    response = gm_client.post(address(foe, "restore/"), follow=True)
    assert response.redirect_chain == [(address(foe), 302)]


def test_nobody_else_restores_from_a_bin(gm_client):
    foe = make_foe(make_user(), visibility="public")
    Creature.objects.move_to_bin(timezone.now())
    assert gm_client.post(address(foe, "restore/")).status_code == 404


def test_no_variant_of_what_one_may_not_see(gm_client):
    assert gm_client.get(f"{NEW}?variant_of={make_foe(make_user()).uid}").status_code == 404
    assert gm_client.get(f"{NEW}?variant_of=lamp").status_code == 404


def test_an_unlisted_foe_is_in_no_list_but_its_owners(client, gm):
    make_foe(gm, visibility="unlisted", name="By link")
    for query in ("", "?q=link", "?mine=1", "?system=two_d12", "?rank=soldier", "?sort=rank"):
        assert "By link" not in client.get(f"/bestiary/{query}").content.decode()
    client.force_login(gm)
    assert "By link" not in client.get("/bestiary/?system=two_d12").content.decode()
    assert "By link" in client.get("/bestiary/?mine=1&system=two_d12").content.decode()


def test_a_post_without_the_forms_token_is_refused(gm):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(gm)
    assert strict.post(NEW, posted()).status_code == 403
    assert strict.post("/bestiary/foes/preview/", posted()).status_code == 403
