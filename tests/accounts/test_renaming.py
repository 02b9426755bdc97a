"""A new name: where it stands from then on, and where the old one no longer does."""

import pytest
from django.db import connection
from django.urls import reverse

from accounts.mentions import mentions
from accounts.models import User
from bestiary.models import Creature, CreatureDecision
from encounters.models import EncounterLine
from shop.models import Item, OutfitLine, StockLine
from tests.accounts.everything import copy_from, fill, places_of
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

PROFILE = "/accounts/"


@pytest.fixture
def full(gm, other_gm):
    """Gretchen's account with something of everything, of which Otto copied what he could."""
    fill(gm, other_gm)
    copy_from(gm, other_gm)
    User.objects.filter(pk=gm.pk).update(email="me@example.org")
    return gm


def rename(client, name, **changes):
    """The account form with another name."""
    answers = {"username": name, "email": "me@example.org", "paper": "a4", "current_password": PASSWORD, **changes}
    return client.post(PROFILE, answers)


def test_the_new_name_stands_beside_all_that_others_copied(full, other_gm, gm_client):
    assert rename(gm_client, "Greta").status_code == 302
    assert Creature.objects.get(owner=other_gm, name="Lantern goblin").origin_author == "Greta"
    assert Item.objects.get(owner=other_gm, name="Post round").origin_author == "Greta"
    assert EncounterLine.objects.get(encounter__owner=other_gm).author == "Greta"
    assert StockLine.objects.get(merchant__owner=other_gm).author == "Greta"
    assert OutfitLine.objects.get(outfit__owner=other_gm).author == "Greta"
    assert CreatureDecision.objects.get().author == "Greta"
    assert set(Creature.objects.get(owner=full, name="Lamp goblin").revisions.values_list("saved_by", flat=True)) == {
        "Greta"
    }


def test_the_old_name_stands_in_no_column_but_the_log_of_administrators(full, gm_client):
    rename(gm_client, "Wilma")
    assert places_of("gretchen") == {"LogEntry.object_repr"}


def test_whoever_takes_the_freed_name_takes_nothing_with_it(full, other_gm, gm_client, client):
    rename(gm_client, "Wilma")
    heir = make_user("Gretchen")
    client.force_login(heir)
    rename(client, "Gerda", email="gretchen@example.org")
    assert Creature.objects.get(owner=other_gm, name="Lantern goblin").origin_author == "Wilma"


def test_names_of_others_stay_as_they_are(full, other_gm, gm_client):
    before = EncounterLine.objects.filter(author=other_gm.username).count()
    assert before
    rename(gm_client, "Wilma")
    assert EncounterLine.objects.filter(author=other_gm.username).count() == before
    assert Creature.objects.get(owner=full, name="Bridge captain").origin_author == "Otto"


def test_a_name_that_was_refused_changes_nothing(full, other_gm, gm_client):
    for changes in ({"name": "Otto"}, {"name": "Wilma", "current_password": "wrong"}, {"name": "Wilma", "paper": "a3"}):
        assert rename(gm_client, **changes).status_code == 200
    assert Creature.objects.get(owner=other_gm, name="Lantern goblin").origin_author == "Gretchen"


def test_two_tabs_that_rename_one_after_the_other_leave_the_last_name(full, other_gm, gm_client):
    rename(gm_client, "Wilma")
    rename(gm_client, "Gerda")
    assert Creature.objects.get(owner=other_gm, name="Lantern goblin").origin_author == "Gerda"


def test_the_page_of_the_author_moves_to_the_new_name(full, client, gm_client):
    rename(gm_client, "Wilma")
    assert client.get(reverse("bestiary:author_detail", args=["Wilma"])).status_code == 200
    assert client.get(reverse("bestiary:author_detail", args=["Gretchen"])).status_code == 404


def test_a_guest_who_takes_a_name_does_not_sign_for_other_guests(guest, other_gm, client):
    copied = Creature.objects.create(owner=other_gm, name="Will", origin_name="Wisp", origin_author="Guest")
    client.force_login(guest)
    answers = {"username": "Wilma", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/accounts/sign-up/", answers).status_code == 302
    copied.refresh_from_db()
    assert copied.origin_author == "Guest"


def test_an_administrator_renames_as_the_owner_would(full, other_gm, admin_client):
    address = reverse("admin:accounts_user_change", args=[full.pk])
    form = admin_client.get(address).context["adminform"].form
    data = {name: value for name, value in form.initial.items() if value not in (None, False) and name != "password"}
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "10:00:00", "groups": [], "user_permissions": []}
    response = admin_client.post(address, {**data, **joined, "username": "Wilma"})
    assert response.status_code == 302, response.context["adminform"].form.errors
    assert Creature.objects.get(owner=other_gm, name="Lantern goblin").origin_author == "Wilma"
    assert User.objects.get(pk=full.pk).username_key == "wilma"


def test_copies_under_a_name_are_found_by_an_index(gm):
    """A search through all creatures of the site would keep everybody from saving for seconds."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")  # else so few rows are read through
    for mention in mentions():
        if mention.owner or mention.model is CreatureDecision:
            continue  # found by the key of the owner, or a short table
        plan = mention.of(gm).order_by().explain()
        names = {index.name for index in mention.model._meta.indexes if index.fields == [mention.field]}
        assert any(name in plan for name in names), plan
