"""Ancestries and classes before whoever runs the site, and before search engines."""

import re

import pytest
from django.urls import reverse

from bestiary.models import Ancestry, CharacterClass
from tests.factories import make_user
from tests.makings.things import make_ancestry, make_class
from tests.makings.things import outfit_doc as outfit

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    client.force_login(make_user("Staff", is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize(("model", "make"), [(Ancestry, make_ancestry), (CharacterClass, make_class)])
def test_who_runs_the_site_can_hide_one_and_change_nothing_else(model, make, staff, gm):
    rows = {"outfits": [outfit()]} if model is CharacterClass else {}
    thing = make(gm, visibility="public", **rows)
    names = f"admin:bestiary_{model._meta.model_name}"
    assert thing.name in staff.get(reverse(f"{names}_changelist")).content.decode()
    address = reverse(f"{names}_change", args=[thing.pk])
    html = staff.get(address).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="([a-z_]+-[A-Z_]+)" value="(\d+)"', html))
    assert hidden
    data = hidden | {"visibility": "private", "name": "Else", "strength": "3"}
    assert staff.post(address, data).status_code == 302
    again = model.objects.get()
    assert (again.visibility, again.name, again.strength) == ("private", thing.name, thing.strength)
    assert staff.get(reverse(f"{names}_add")).status_code == 403


def test_search_engines_are_told_of_public_ones_alone(client, gm):
    shown = [make_ancestry(gm, visibility="public"), make_class(gm, visibility="public")]
    hidden = [make_ancestry(gm, visibility="unlisted"), make_class(gm)]
    index = client.get("/sitemap.xml").content.decode()
    found = ""
    for section in ("ancestries", "classes", "pages"):
        assert f"sitemap-{section}.xml" in index
        found += client.get(f"/sitemap-{section}.xml").content.decode()
    assert all(thing.get_absolute_url() in found for thing in shown)
    assert not any(thing.get_absolute_url() in found for thing in hidden)
    assert reverse("bestiary:pair_check") in found
