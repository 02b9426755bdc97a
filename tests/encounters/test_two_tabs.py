"""What one tab saves is never lost to another that was opened before, whatever happened in that one meanwhile."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from encounters.drafts import DRAFTS, PartyDraft
from encounters.models import Encounter, EncounterPC, Party, PartyMember
from encounters.screens.drafts import ScreenDraft
from tests.at_once import at_once
from tests.encounters import cast
from tests.encounters.cast import fields_of, foe, make_creature, make_encounter, make_party, pc
from tests.encounters.screens.cast import make_screen
from tests.encounters.two_d12 import cast as two_d12
from tests.factories import make_user

KINDS = ["worlds_awakening", "two_d12", "party", "screen"]


def make(kind, gm):
    if kind == "party":
        return make_party(gm)
    if kind == "screen":
        return make_screen(gm, {"title": "House rules", "text": "Snacks"})
    if kind == "two_d12":
        return two_d12.make_encounter(gm, ("soldier", 2))
    encounter = make_encounter(gm, (make_creature(gm), 1), party_mode="named")
    EncounterPC.objects.create(encounter=encounter, name="Ana", level=3)
    return encounter


def edit(row) -> str:
    if isinstance(row, Party):
        return row.get_absolute_url()
    return reverse(f"encounters:{row._meta.model_name}_edit", args=[row.uid])


def name_of(row) -> str:
    row.refresh_from_db()
    return row.name


@pytest.fixture(params=KINDS)
def kind(request):
    return request.param


@pytest.fixture
def row(db, gm, kind):
    """Something of `gm` that two tabs show."""
    return make(kind, gm)


# What may happen in a tab before it is saved: the form comes back, and is saved as it came back.
DETOURS = {
    "nothing": {},
    "a wrong field": {"name": "N" * 81},
    "a row more": {"add": "pcs"},
    "a line more": {"add": "lines"},
    "a panel more": {"add": "panels"},
    "a draft restored": {"restore": "1"},
    "recalculated": {"recalculate": "1"},
    "a search": {"search": "1", "q": "x"},
}
MISSING_BUTTONS = {
    "party": {"a line more", "a panel more", "recalculated", "a search"},
    "two_d12": {"a row more", "a panel more"},
    "worlds_awakening": {"a panel more"},
    "screen": {"a row more", "a line more", "a search"},
}


@pytest.mark.parametrize("detour", DETOURS)
def test_a_tab_opened_before_asks_first_whatever_it_did_since(gm_client, row, kind, detour):
    if detour in MISSING_BUTTONS.get(kind, ()):
        pytest.skip("its page has no such button")
    page = gm_client.get(edit(row)).content.decode()
    mine = {**fields_of(page), "name": "Of this tab"}
    assert gm_client.post(edit(row), {**fields_of(page), "name": "Of the other tab"}).status_code == 302
    if detour != "nothing":
        back = gm_client.post(edit(row), {**mine, **DETOURS[detour]})
        assert back.status_code in (200, 422)
        mine = {**fields_of(back.content.decode()), "name": "Of this tab"}
        mine = {field: value or "3" if field.endswith("-level") else value for field, value in mine.items()}
    answer = gm_client.post(edit(row), mine)
    assert answer.status_code == 409
    assert name_of(row) == "Of the other tab"
    again = fields_of(answer.content.decode())
    assert again["name"] == "Of this tab"
    assert gm_client.post(edit(row), again).status_code == 302
    assert name_of(row) == "Of this tab"


def test_a_form_that_does_not_say_what_it_saw_asks_first(gm_client, row):
    mine = fields_of(gm_client.get(edit(row)).content.decode())
    del mine["seen"]
    assert gm_client.post(edit(row), mine).status_code == 409


@pytest.fixture
def meanwhile(monkeypatch, kind):
    """Do something in another tab once the form has been found right, before it is saved."""
    draft_class = {"party": PartyDraft, "screen": ScreenDraft, **DRAFTS}[kind]

    def arrange(change):
        given = draft_class.is_valid

        def is_valid(draft):
            valid = given(draft)
            change()
            return valid

        monkeypatch.setattr(draft_class, "is_valid", is_valid)

    return arrange


def test_a_save_at_the_same_moment_is_no_silent_loss(gm_client, row, meanwhile):
    mine = fields_of(gm_client.get(edit(row)).content.decode())
    meanwhile(lambda: type(row).objects.filter(pk=row.pk).update(name="Of the other tab", updated=timezone.now()))
    assert gm_client.post(edit(row), {**mine, "name": "Of this tab"}).status_code == 409
    assert name_of(row) == "Of the other tab"


def test_what_is_deleted_at_the_same_moment_stays_deleted(gm_client, row, meanwhile):
    mine = fields_of(gm_client.get(edit(row)).content.decode())
    meanwhile(lambda: type(row).objects.filter(pk=row.pk).update(deleted_at=timezone.now()))
    assert gm_client.post(edit(row), mine).status_code == 404
    row.refresh_from_db()
    assert row.deleted_at


SHARED = pytest.mark.parametrize("kind", ["worlds_awakening", "two_d12", "screen"], indirect=True)


@SHARED
def test_a_link_ended_at_the_same_moment_is_not_brought_back(gm_client, row, meanwhile):
    rows = type(row).objects
    rows.update(share_token="alive")
    mine = fields_of(gm_client.get(edit(row)).content.decode())
    meanwhile(lambda: rows.update(share_token=None))
    assert gm_client.post(edit(row), mine).status_code == 302
    assert not rows.exclude(share_token=None).exists()


@SHARED
def test_of_two_clicks_that_make_a_link_the_first_one_counts(gm_client, row, monkeypatch):
    rows = type(row).objects

    def token() -> str:
        rows.filter(share_token=None).update(share_token="the-first")
        return "the-second"

    monkeypatch.setattr("bestiary.sharing.new_share_token", token)
    gm_client.post(reverse(f"encounters:{row._meta.model_name}_share", args=[row.uid]), {"action": "start"})
    row.refresh_from_db()
    assert row.share_token == "the-first"


# --- really at once


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", KINDS)
def test_of_four_tabs_that_save_at_once_one_saves_and_three_ask(kind):
    gm = make_user()
    row = make(kind, gm)
    clients = [Client() for _ in range(4)]
    for client in clients:
        client.force_login(gm)
    mine = fields_of(clients[0].get(edit(row)).content.decode())
    extra = pc(7, 4, "Bo") if kind in ("party", "worlds_awakening") else {}
    statuses = at_once([(client, edit(row), {**mine, **extra, "name": f"Tab {n}"}) for n, client in enumerate(clients)])
    assert sorted(statuses) == [302, 409, 409, 409]
    if members := {"party": PartyMember, "worlds_awakening": EncounterPC}.get(kind):
        assert members.objects.filter(name="Bo").count() == 1


@pytest.mark.django_db(transaction=True)
def test_eight_visitors_who_save_at_once_all_become_guests_with_their_work():
    posts = [
        (Client(), reverse("encounters:encounter_create"), {**cast.form(name=f"E{n}"), **foe(0)}) for n in range(8)
    ]
    assert at_once(posts) == [302] * 8
    assert Encounter.objects.values("owner").distinct().count() == 8
    assert sorted(Encounter.objects.values_list("name", flat=True)) == [f"E{n}" for n in range(8)]
    assert all(encounter.lines.count() == 1 for encounter in Encounter.objects.all())
