"""The admin shows creatures and lets the site's people decide who may see them, and nothing else."""

import pytest

from bestiary.models import Creature
from tests.factories import attack_document, make_creature, make_user


@pytest.fixture
def staff_client(client, db):
    user = make_user("keeper", is_staff=True, is_superuser=True)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_the_admin_finds_and_shows_a_creature(staff_client):
    creature = make_creature(attacks=[attack_document()])
    assert "Goblin" in staff_client.get("/admin/bestiary/creature/?q=gob").content.decode()
    page = staff_client.get(f"/admin/bestiary/creature/{creature.pk}/change/").content.decode()
    assert "Rusty hook" in page


def test_the_admin_hides_a_creature_and_changes_nothing_else(staff_client):
    creature = make_creature(visibility="public")
    rows = ("worlds_awakening", "attacks", "abilities", "affinities")
    forms = {f"{row}-{part}_FORMS": "0" for row in rows for part in ("TOTAL", "INITIAL")}
    address = f"/admin/bestiary/creature/{creature.pk}/change/"
    response = staff_client.post(address, {"visibility": "private", "name": "Hacked", **forms})
    assert response.status_code == 302, response.context["errors"]
    creature = Creature.objects.get()
    assert (creature.visibility, creature.name) == ("private", "Goblin")
