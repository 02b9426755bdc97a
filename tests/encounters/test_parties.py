"""Saved parties: who is in, who is present, and the encounters that use them."""

import pytest
from django.urls import reverse

from accounts.guests import move_work
from encounters.models import Encounter, Party
from encounters.tickets import PartyTicket
from tests.encounters.cast import (
    add_quick_foe,
    fields_of,
    foe,
    form,
    make_encounter,
    make_party,
    message_at,
    pc,
    sum_text,
)

NEW = reverse("encounters:party_create")


def edit(party) -> str:
    return reverse("encounters:party_edit", args=[party.uid])


def shown(response) -> str:
    return response.content.decode()


def test_a_visitor_saves_a_party_and_becomes_a_guest(client, db):
    posted = {"name": "The Lanterns", **pc(0, 3, "Ana"), **pc(1, 5, "Bo", present=False)}
    html = shown(client.post(NEW, posted, follow=True))
    party = Party.objects.get()
    assert party.owner.is_guest
    assert [(p.name, p.level, p.present) for p in party.members.all()] == [("Ana", 3, True), ("Bo", 5, False)]
    assert "1 PC of level 3" in html
    assert "Bo 5 (absent)" in html


def test_a_new_party_opens_with_four_rows_ready_to_type(client, db):
    fields = fields_of(shown(client.get(NEW)))
    assert [fields[f"pcs-{n}-level"] for n in range(4)] == ["1"] * 4
    assert all(fields[f"pcs-{n}-present"] == "on" for n in range(4))


def test_saving_a_party_twice_changes_nothing(gm_client, gm):
    party = make_party(gm, levels=(3, 5, 7), absent=(1,))
    before = list(party.members.values("name", "level", "present"))
    assert gm_client.post(edit(party), fields_of(shown(gm_client.get(edit(party))))).status_code == 302
    assert list(party.members.values("name", "level", "present")) == before


def test_adding_a_pc_takes_the_level_of_the_one_above_and_saves_nothing(gm_client):
    page = shown(gm_client.post(NEW, {"name": "", **pc(0, 6, "Ana"), "add": "pcs"}))
    assert fields_of(page)["pcs-1-level"] == "6"
    assert message_at(page, "name") == ""
    assert not Party.objects.exists()


@pytest.mark.parametrize(
    ("posted", "field", "message"),
    [
        ({"name": " ", **pc(0, 3)}, "name", "Give the party a name."),
        ({"name": "x" * 81, **pc(0, 3)}, "name", "At most 80 characters."),
        ({"name": "a\x00", **pc(0, 3)}, "name", "cannot be stored"),
        ({"name": "Us"}, "pcs", "Add at least one PC."),
        ({"name": "Us", **pc(0, "", "")}, "pcs", "Add at least one PC."),
        ({"name": "Us", **pc(0, "", "Ana")}, "pcs-0-level", "from 1 to 20"),
        ({"name": "Us", **pc(0, 0, "Ana")}, "pcs-0-level", "from 1 to 20"),
        ({"name": "Us", **pc(0, 21, "Ana")}, "pcs-0-level", "from 1 to 20"),
        ({"name": "Us", **{k: v for n in range(13) for k, v in pc(n, 3).items()}}, "pcs", "At most 12 PCs."),
    ],
)
def test_a_wrong_party_is_refused_with_a_message_at_its_place(gm_client, posted, field, message):
    response = gm_client.post(NEW, posted)
    assert response.status_code == 422
    assert message in message_at(shown(response), field)
    assert fields_of(shown(response))["name"] == posted["name"]
    assert not Party.objects.exists()


def test_saving_over_what_another_tab_saved_asks_first(gm_client, gm):
    party = make_party(gm)
    posted = fields_of(shown(gm_client.get(edit(party))))
    gm_client.post(edit(party), {**posted, "name": "Elsewhere"})
    answer = gm_client.post(edit(party), {**posted, "name": "Here"})
    assert answer.status_code == 409
    assert Party.objects.get().name == "Elsewhere"
    assert fields_of(shown(answer))["name"] == "Here"


def test_an_encounter_follows_its_party(gm_client, gm):
    party = make_party(gm, levels=(3, 3))
    page = shown(gm_client.get(reverse("encounters:encounter_create"), {"party": party.uid}))
    gm_client.post(reverse("encounters:encounter_create"), {**fields_of(page), "name": "Tonight", **foe(0)})
    encounter = Encounter.objects.get()
    assert (encounter.party_mode, encounter.party) == ("saved", party)
    assert sum_text(shown(gm_client.get(encounter.get_absolute_url()))) == "1, minus 2 = −1 → manageable"
    posted = fields_of(shown(gm_client.get(edit(party))))
    del posted["pcs-1-present"]
    gm_client.post(edit(party), posted)
    html = shown(gm_client.get(encounter.get_absolute_url()))
    assert sum_text(html) == "1, minus 1 = 0 → demanding"
    assert "PC 2, level 3 <span" in html


def test_a_party_with_nobody_present_is_refused_at_the_choice(gm_client, gm):
    party = make_party(gm, levels=(3,), absent=(0,))
    page = shown(gm_client.get(reverse("encounters:encounter_create"), {"party": party.uid}))
    response = gm_client.post(reverse("encounters:encounter_create"), {**fields_of(page), "name": "Tonight"})
    assert response.status_code == 422
    assert message_at(shown(response), "party") == "Nobody in The Lanterns is present: at least one PC must be."


def test_an_encounter_never_takes_a_strangers_party(gm_client, other_gm, gm):
    theirs = make_party(other_gm, "Theirs")
    posted = form(party_mode="saved", party=PartyTicket.of(theirs).signed())
    response = gm_client.post(reverse("encounters:encounter_create"), posted)
    assert response.status_code == 422
    assert "not there any more" in message_at(shown(response), "party")


def test_a_deleted_party_still_counts_in_its_encounters_and_comes_back(gm_client, gm):
    party = make_party(gm, levels=(3, 3))
    encounter = make_encounter(gm, party_mode="saved", party=party)
    add_quick_foe(encounter)
    binned = shown(gm_client.post(reverse("encounters:party_delete", args=[party.uid]), follow=True))
    assert "The Lanterns" in binned
    assert "The Lanterns" not in shown(gm_client.get(reverse("encounters:party_list")))
    assert sum_text(shown(gm_client.get(encounter.get_absolute_url()))) == "1, minus 2 = −1 → manageable"
    url = reverse("encounters:encounter_edit", args=[encounter.uid])
    page = shown(gm_client.get(url))
    assert "2 PCs of level 3), in the bin" in page
    assert gm_client.post(url, fields_of(page)).status_code == 302
    encounter.refresh_from_db()
    assert encounter.party == party
    gm_client.post(reverse("encounters:party_restore", args=[party.uid]))
    assert "The Lanterns" in shown(gm_client.get(reverse("encounters:party_list")))


def test_parties_and_encounters_follow_a_guest_to_an_account(gm, guest):
    make_encounter(guest, party_mode="saved", party=make_party(guest))
    move_work(guest, gm)
    assert Encounter.objects.get().owner == gm
    assert Party.objects.get().owner == gm
