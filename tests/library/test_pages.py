"""The pages of a library: there for its owner alone; lists, entries, the bin, rows of creatures."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from bestiary.models import LibraryEntry
from bestiary.starter_set import starter_set
from tests.bestiary.forms import error_at, value_of
from tests.factories import ability_document, attack_document, make_creature
from tests.library.pages import CLAW, LEAP, LIST, at, names, page_of

pytestmark = pytest.mark.django_db

# --- lists -----------------------------------------------------------------------------------------------------------


def test_the_list_has_mine_alone_by_name(gm_client, gm, other_gm, make_attack, make_ability):
    make_attack(gm, name="Zeal")
    make_ability(gm, name="Ämber")
    make_attack(other_gm, name="Secret claw")
    assert names(page_of(gm_client, LIST)) == ["Ämber", "Zeal"]


def test_the_list_is_searched_and_filtered(gm_client, gm, make_attack, make_ability):
    make_attack(gm, ["night"], name="Zeal", damage_type="Fire")
    make_ability(gm, ["night"], name="Amber", text="Fire.")
    make_ability(gm, name="Quiet", text="Ice.")
    assert names(page_of(gm_client, LIST, q="fire")) == ["Amber", "Zeal"]
    assert names(page_of(gm_client, LIST, q="fire", kind="attack")) == ["Zeal"]
    assert names(page_of(gm_client, LIST, tag="Night", kind="ability")) == ["Amber"]
    assert names(page_of(gm_client, LIST, tag="melee")) == ["Zeal"]
    assert "Nothing of yours fits" in page_of(gm_client, LIST, q="%")
    assert len(names(page_of(gm_client, LIST, kind="spell", q="\0"))) == 3


def test_the_list_goes_on_from_page_to_page(gm_client, gm, make_attack):
    for number in range(25):
        make_attack(gm, name=f"Claw {number:02}")
    first = page_of(gm_client, LIST)
    assert len(names(first)) == 24
    after = re.search(r"after=([0-9a-f-]+)", first)[1]
    assert names(page_of(gm_client, LIST, after=after)) == ["Claw 24"]


def test_everybody_sees_the_starter_set(client):
    assert len(names(page_of(client, LIST, set="starter"))) == len(starter_set())
    assert names(page_of(client, LIST, set="starter", tag="summoning")) == ["Come and See"]
    assert "Nothing in the starter set fits" in page_of(client, LIST, set="starter", q="zzz")


def test_an_empty_library_leads_to_the_starter_set_and_makes_nobody_a_guest(client):
    html = page_of(client, LIST)
    assert "Your library is empty" in html
    assert "?set=starter" in html
    assert not User.objects.exists()


def test_the_limits_stand_where_they_apply(client, gm):
    assert "at most 500 entries, those in the bin included; without a name, 100" in page_of(client, LIST)
    client.force_login(gm)
    assert "without a name, 100" not in page_of(client, LIST)


def test_the_list_costs_the_same_however_long_it_is(gm_client, gm, make_attack):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            page_of(gm_client, LIST)
        return len(captured)

    make_attack(gm)
    few = queries()
    for number in range(20):
        make_attack(gm, name=f"Claw {number}")
    assert queries() == few


# --- one entry -------------------------------------------------------------------------------------------------------


def test_an_attack_is_written_in_the_library_itself(client):
    response = client.post(f"{LIST}new/attack/", {**CLAW, "tags": "Night, beast"})
    assert response.status_code == 302
    entry = LibraryEntry.objects.get()
    assert entry.owner.is_guest
    assert entry.row == attack_document(name="Claw", roll_bonus=1, damage_bonus=0)
    assert entry.tags == ["beast", "night"]


def test_an_ability_is_written_with_its_upgrades(gm_client):
    data = {**LEAP, "text": "Far.", "upgrades-0-level": "4", "upgrades-0-text": "Farther."}
    gm_client.post(f"{LIST}new/ability/", data)
    upgrades = [{"level": 4, "text": "Farther."}]
    assert LibraryEntry.objects.get().row == ability_document(name="Leap", text="Far.", upgrades=upgrades)


@pytest.mark.parametrize(
    ("kind", "data", "field"),
    [
        ("attack", {**CLAW, "name": ""}, "name"),
        ("attack", {**CLAW, "roll_bonus": "--1"}, "roll_bonus"),
        ("attack", {**CLAW, "kind": "psychic"}, "kind"),
        ("attack", {**CLAW, "tags": ",".join(map(str, range(20)))}, "tags"),
        ("attack", {**CLAW, "name": "x" * 81}, "name"),
        ("attack", {}, "name"),
        ("ability", {**LEAP, "limit_kind": "day"}, "limit_count"),
        ("ability", {**LEAP, "upgrades-0-level": "99", "upgrades-0-text": "More."}, "upgrades"),
        ("ability", {**LEAP, "text": "\0"}, "text"),
    ],
)
def test_bad_input_is_said_at_its_field_and_comes_back(client, kind, data, field):
    response = client.post(f"{LIST}new/{kind}/", data)
    assert response.status_code == 422
    html = response.content.decode()
    assert error_at(html, field)
    assert value_of(html, "damage_type" if kind == "attack" else "range_metres") == ""
    assert not LibraryEntry.objects.exists()
    assert not User.objects.exists()


def test_there_is_no_third_kind(client):
    assert client.get(f"{LIST}new/spell/").status_code == 404


def test_a_full_library_keeps_what_was_typed(client, guest, make_attack, settings):
    settings.GUEST_THINGS = 1
    make_attack(guest)
    client.force_login(guest)
    response = client.post(f"{LIST}new/attack/", CLAW)
    assert response.status_code == 422
    assert "Your library is full" in response.content.decode()
    assert value_of(response.content.decode(), "name") == "Claw"


def test_an_entry_is_changed(gm_client, gm, make_attack):
    entry = make_attack(gm, ["night"], name="Hook")
    html = page_of(gm_client, at("edit", entry))
    assert value_of(html, "name") == "Hook"
    assert value_of(html, "tags") == "night"
    response = gm_client.post(at("edit", entry), {**CLAW, "tags": "", "revision": value_of(html, "revision")})
    assert response.url == LIST
    entry.refresh_from_db()
    assert (entry.name, entry.tags, entry.revision) == ("Claw", [], 2)


def test_a_save_from_another_tab_is_told_and_nothing_typed_is_lost(gm_client, gm, make_attack):
    entry = make_attack(gm, name="Hook")
    gm_client.post(at("edit", entry), {**CLAW, "revision": "1"})
    response = gm_client.post(at("edit", entry), {**CLAW, "name": "Talon", "revision": "1"})
    html = response.content.decode()
    assert response.status_code == 409
    assert "was saved somewhere else" in html
    assert value_of(html, "name") == "Talon"
    assert LibraryEntry.objects.get().name == "Claw"
    gm_client.post(at("edit", entry), {**CLAW, "name": "Talon", "revision": value_of(html, "revision")})
    assert LibraryEntry.objects.get().name == "Talon"


def test_an_entry_binned_in_another_tab_keeps_what_was_typed(gm_client, gm, make_attack):
    entry = make_attack(gm, name="Hook")
    gm_client.post(at("delete", entry))
    response = gm_client.post(at("edit", entry), {**CLAW, "revision": "1"})
    assert response.status_code == 409
    assert "was put into your bin" in response.content.decode()
    assert value_of(response.content.decode(), "name") == "Claw"
    assert LibraryEntry.objects.get().name == "Hook"


def test_a_draft_comes_back_without_being_saved(gm_client, gm, make_attack):
    entry = make_attack(gm, name="Hook")
    for address in (at("edit", entry), f"{LIST}new/attack/"):
        response = gm_client.post(address, {**CLAW, "roll_bonus": "x", "restore": "1"})
        assert response.status_code == 200
        assert value_of(response.content.decode(), "roll_bonus") == "x"
    assert LibraryEntry.objects.get().name == "Hook"


def test_a_deleted_entry_waits_in_the_bin_and_comes_back(gm_client, gm, make_attack):
    entry = make_attack(gm, name="Hook")
    assert "Delete Hook?" in page_of(gm_client, at("delete", entry))
    assert names(page_of(gm_client, LIST)) == ["Hook"], "asking deletes nothing"
    gm_client.post(at("delete", entry))
    assert not names(page_of(gm_client, LIST))
    assert "Hook" in page_of(gm_client, f"{LIST}bin/")
    gm_client.post(at("restore", entry))
    assert names(page_of(gm_client, LIST)) == ["Hook"]


@pytest.mark.parametrize("page", ["edit", "delete", "update", "restore", "copy"])
@pytest.mark.parametrize("binned", [False, True], ids=["kept", "in the bin"])
def test_an_entry_is_not_found_by_anybody_else(client, other_gm_client, gm, make_attack, page, binned):
    entry = make_attack(gm)
    if binned:
        LibraryEntry.objects.update(deleted_at="2026-01-01T00:00Z")
    for stranger in (client, other_gm_client):
        assert stranger.post(at(page, entry), CLAW).status_code == 404
        assert stranger.get(at(page, entry)).status_code in (404, 405)
    entry.refresh_from_db()
    assert entry.name == "Rusty hook"


@pytest.mark.parametrize("page", ["restore", "copy"])
def test_what_changes_something_is_no_link(gm_client, gm, make_attack, page):
    assert gm_client.get(at(page, make_attack(gm))).status_code == 405


def test_a_copy_of_the_starter_set_is_mine_to_change(client):
    one = next(one for one in starter_set() if one.name == "Second Supper")
    for _ in range(2):
        assert client.post(reverse("bestiary:library_copy", args=[one.uid])).url == LIST
    entry = LibraryEntry.objects.get()
    assert (entry.row, entry.tags) == (one.row, ["healing"])


# --- the page of a creature ------------------------------------------------------------------------------------------


def keep(client, creature, row: str, **data):
    address = reverse("bestiary:creature_keep_row", args=[creature.uid])
    return client.post(address, {"revision": creature.revision, "row": row, **data}, follow=True)


@pytest.fixture
def ox(gm):
    """A public creature with an attack and an ability."""
    return make_creature(
        gm, "public", name="Ox", attacks=[attack_document(name="Horn")], abilities=[ability_document()]
    )


def test_rows_of_a_creature_that_one_sees_are_kept_as_copies(client, ox):
    html = page_of(client, ox.get_absolute_url())
    assert 'value="attack-0"' in html
    assert 'value="ability-0"' in html
    assert "“Horn” is in your library." in keep(client, ox, "attack-0").content.decode()
    assert "“Slip Away” is in your library." in keep(client, ox, "ability-0").content.decode()
    assert "already" in keep(client, ox, "ability-0").content.decode()
    rows = {entry.kind: entry.row for entry in LibraryEntry.objects.all()}
    assert rows == {"attack": attack_document(name="Horn"), "ability": ability_document()}
    assert User.objects.get(is_guest=True) == LibraryEntry.objects.first().owner


@pytest.mark.parametrize("row", ["", "attack-1", "attack-", "attack--1", "spell-0", "attack-" + "9" * 5000])
def test_a_row_that_is_not_there_is_not_kept(client, ox, row):
    assert "has changed meanwhile" in keep(client, ox, row).content.decode()
    assert not LibraryEntry.objects.exists()


def test_a_row_is_not_kept_from_a_page_that_shows_an_older_version(client, ox):
    assert "has changed meanwhile" in keep(client, ox, "attack-0", revision=ox.revision + 1).content.decode()
    assert not LibraryEntry.objects.exists()


def test_rows_of_private_creatures_are_not_found(other_gm_client, gm):
    hidden = make_creature(gm, "private", attacks=[attack_document()])
    address = reverse("bestiary:creature_keep_row", args=[hidden.uid])
    assert other_gm_client.post(address, {"row": "attack-0", "revision": 1}).status_code == 404


def test_a_creature_without_rows_offers_none(client, gm):
    assert "Keep in my library" not in page_of(client, make_creature(gm, "public").get_absolute_url())
