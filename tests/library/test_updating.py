"""Creatures brought up to date after an entry changed: offered, never silent, each with a revision."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bestiary import library
from bestiary.documents import SavedElsewhereError, save_document
from bestiary.models import Creature
from tests.bestiary.forms import error_at
from tests.factories import ability_document, attack_document, creature_document, make_creature
from tests.library.pages import CLAW, LEAP, LIST, at, page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hook(gm, make_attack):
    """A kept attack."""
    return make_attack(gm, name="Hook", roll_bonus=0, damage_bonus=0)


OLD = attack_document(name="Hook", roll_bonus=0, damage_bonus=0)
NEW = attack_document(name="Claw", roll_bonus=1, damage_bonus=0)


def change(client, entry) -> str:
    """Save other words into the entry; returns where that leads."""
    return client.post(at("edit", entry), {**CLAW, "revision": "1"}).url


def test_saving_an_entry_offers_to_update_and_updates_nothing_by_itself(gm_client, gm, other_gm, hook):
    make_creature(gm, name="Ox", attacks=[OLD])
    make_creature(gm, name="Auk", attacks=[OLD, attack_document(name="Beak")])
    make_creature(gm, name="Tuned", attacks=[{**OLD, "roll_bonus": 2}])
    make_creature(other_gm, "public", name="Theirs", attacks=[OLD])
    assert change(gm_client, hook) == at("update", hook)
    assert not Creature.objects.filter(revision__gt=1).exists()
    html = page_of(gm_client, at("update", hook))
    assert "2 of your creatures have it word for word" in html
    assert re.findall(r'<label for="use-\d+">(\w+)', html) == ["Auk", "Ox"]


def test_the_ticked_creatures_are_updated_each_with_a_revision(gm_client, gm, hook):
    ox = make_creature(gm, "public", name="Ox", attacks=[attack_document(name="Bite"), OLD, OLD])
    auk = make_creature(gm, name="Auk", attacks=[OLD])
    change(gm_client, hook)
    gm_client.post(at("update", hook), {"creature": [str(ox.uid)]})
    ox.refresh_from_db()
    assert [attack.name for attack in ox.attacks.all()] == ["Bite", "Claw", "Claw"]
    assert (ox.revision, ox.visibility, ox.saved_by) == (2, "public", "Gretchen")
    assert ox.revisions.get().document["attacks"][1] == OLD
    auk.refresh_from_db()
    assert auk.revision == 1
    html = page_of(gm_client, at("update", hook))
    assert re.findall(r'<label for="use-\d+">(\w+)', html) == ["Auk"], "the rest is offered as long as it is old"
    gm_client.post(at("update", hook), {"creature": [str(auk.uid)]})
    assert "is up to date" in page_of(gm_client, at("update", hook))


def test_rows_are_known_by_any_former_wording_and_after_a_restored_revision(gm_client, gm, hook):
    ox = make_creature(gm, name="Ox", attacks=[OLD])
    change(gm_client, hook)
    gm_client.post(at("edit", hook), {**CLAW, "name": "Talon", "revision": "2"})
    gm_client.post(at("update", hook), {"creature": [str(ox.uid)]})
    ox = Creature.objects.with_stats().get()
    assert ox.attacks.get().name == "Talon"
    save_document(ox, creature_document(name="Ox", attacks=[NEW]))
    assert "1 of your creatures has it" in page_of(gm_client, at("update", hook))


def test_abilities_are_updated_with_their_upgrades(gm_client, gm, make_ability):
    leap = make_ability(gm, upgrades=[{"level": 2, "text": "More."}])
    ox = make_creature(gm, name="Ox", abilities=[leap.row, ability_document(upgrades=[])])
    gm_client.post(at("edit", leap), {**LEAP, "revision": "1"})
    gm_client.post(at("update", leap), {"creature": [str(ox.uid)]})
    assert [ability.name for ability in ox.abilities.all()] == ["Leap", "Slip Away"]


def test_nothing_ticked_is_said_and_strangers_creatures_are_left_alone(gm_client, gm, other_gm, hook):
    make_creature(gm, name="Ox", attacks=[OLD])
    theirs = make_creature(other_gm, "public", attacks=[OLD])
    change(gm_client, hook)
    for chosen in ([], [str(theirs.uid)], ["x"]):
        response = gm_client.post(at("update", hook), {"creature": chosen})
        assert response.status_code == 422
        assert "Tick the creatures" in error_at(response.content.decode(), "creature")
    assert not Creature.objects.filter(revision__gt=1).exists()


def test_a_creature_saved_at_the_same_moment_stays_and_is_named(gm_client, gm, hook, monkeypatch):
    ox = make_creature(gm, name="Ox", attacks=[OLD])
    change(gm_client, hook)

    def save(*args, **kwargs):
        raise SavedElsewhereError

    monkeypatch.setattr(library, "save_document", save)
    response = gm_client.post(at("update", hook), {"creature": [str(ox.uid)]}, follow=True)
    assert "Left as they are, since they were saved at the same moment: “Ox”." in response.content.decode()


def test_binned_creatures_are_no_users(gm_client, gm, hook):
    make_creature(gm, name="Ox", attacks=[OLD])
    Creature.objects.update(deleted_at="2026-01-01T00:00Z")
    assert change(gm_client, hook) == LIST


def test_many_creatures_are_offered_some_at_a_time(gm_client, gm, hook, monkeypatch):
    monkeypatch.setattr("bestiary.views.library.MOST_UPDATED", 2)
    monkeypatch.setattr(library, "MOST_UPDATED", 2)
    creatures = [make_creature(gm, name=f"Ox {number}", attacks=[OLD]) for number in range(3)]
    change(gm_client, hook)
    html = page_of(gm_client, at("update", hook))
    assert "These are the first 2 of 3" in html
    assert html.count('name="creature"') == 2
    gm_client.post(at("update", hook), {"creature": [str(creature.uid) for creature in creatures]})
    assert Creature.objects.filter(revision=2).count() == 2


def test_looking_for_users_costs_the_same_however_many(gm_client, gm, hook):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            page_of(gm_client, at("update", hook))
        return len(captured)

    make_creature(gm, name="Ox", attacks=[OLD])
    change(gm_client, hook)
    queries()  # the first page also tells that the entry is saved
    few = queries()
    for number in range(5):
        make_creature(gm, name=f"Ox {number}", attacks=[OLD])
    assert queries() == few
