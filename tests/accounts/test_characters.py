"""PCs of saved parties, as other pages find them: by one door, whoever keeps them."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from accounts.characters import characters_of
from encounters.models import Party, PartyMember
from tests.encounters.cast import fields_of, make_party, message_at, pc

NEW = reverse("encounters:party_create")


def member(number, charisma, **fields) -> dict:
    return {**pc(number, 3, f"PC {number}", **fields), f"pcs-{number}-charisma": charisma}


def test_a_party_keeps_the_charisma_of_its_pcs(gm_client, gm):
    posted = {"name": "The Lanterns", **member(0, "2"), **member(1, "−4", present=False), **member(2, "")}
    assert gm_client.post(NEW, posted).status_code == 302
    found = [(each.name, each.level, each.charisma, each.party) for each in characters_of(gm)]
    assert found == [(f"PC {n}", 3, cha, "The Lanterns") for n, cha in enumerate((2, -4, None))]
    page = gm_client.get(Party.objects.get().get_absolute_url()).content.decode()
    assert [fields_of(page)[f"pcs-{n}-charisma"] for n in range(3)] == ["2", "-4", ""]


@pytest.mark.parametrize("charisma", ["7", "-5", "abc", "1.5"])
def test_a_charisma_no_pc_can_have_is_refused_at_its_place(gm_client, charisma):
    answer = gm_client.post(NEW, {"name": "The Lanterns", **member(0, charisma)})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert message_at(html, "pcs-0-charisma") == "The CHA of a PC is a whole number from −4 to 6."
    assert fields_of(html)["pcs-0-charisma"] == charisma
    assert not Party.objects.exists()


def test_pcs_of_an_encounter_are_not_asked_for_their_charisma(gm_client):
    html = gm_client.get(reverse("encounters:encounter_create")).content.decode()
    assert "-charisma" not in html


def test_nobody_finds_the_pcs_of_somebody_else_nor_of_a_party_in_the_bin(gm, other_gm):
    party = make_party(gm, levels=(3,))
    assert [each.name for each in characters_of(gm)] == ["PC 1"]
    assert characters_of(other_gm) == characters_of(AnonymousUser()) == []
    Party.objects.filter(pk=party.pk).move_to_bin(party.created)
    assert characters_of(gm) == []


def test_a_pc_without_a_name_cannot_be_told_from_another_and_is_left_out(gm):
    party = make_party(gm, levels=(3,))
    PartyMember.objects.create(party=party, order=1, name="", level=3)
    assert [each.name for each in characters_of(gm)] == ["PC 1"]


def test_every_pc_has_a_key_of_its_own(gm):
    make_party(gm, "One", levels=(3, 3))
    make_party(gm, "Two", levels=(3, 3))
    assert len({each.key for each in characters_of(gm)}) == 4


def test_finding_pcs_takes_the_same_queries_for_many_parties(gm, django_assert_num_queries):
    for number in range(5):
        make_party(gm, f"Party {number}", levels=(3, 4, 5))
    with django_assert_num_queries(2):
        assert len(characters_of(gm)) == 15
