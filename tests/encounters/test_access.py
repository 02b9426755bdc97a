"""What is not yours is not there, on every address; what you delete waits in your bin."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from encounters.models import Encounter, EncounterLine, Party
from encounters.urls import urlpatterns
from tests.encounters.cast import form, make_creature, make_encounter, make_party

POST_ONLY = {"encounter_add", "encounter_adjust", "encounter_share", "encounter_restore", "party_restore"}
OF_AN_ENCOUNTER = [p.name for p in urlpatterns if "<uuid:uid>" in str(p.pattern) and p.name.startswith("encounter")]
OF_A_PARTY = [p.name for p in urlpatterns if "<uuid:uid>" in str(p.pattern) and p.name.startswith("party")]


def statuses(client, name, uid) -> set[int]:
    url = reverse(f"encounters:{name}", args=[uid])
    found = {client.post(url, {**form(), "action": "start", "change": "0:1"}).status_code}
    if name not in POST_ONLY:
        found.add(client.get(url).status_code)
    return found - {405}  # a page that only reads answers any POST so, whosever it is


def test_every_address_with_an_id_is_in_these_tests():
    assert len(OF_AN_ENCOUNTER) == 8
    assert len(OF_A_PARTY) == 3


@pytest.mark.parametrize("who", ["stranger", "guest", "visitor"])
@pytest.mark.parametrize("name", OF_AN_ENCOUNTER)
def test_a_strangers_encounter_is_not_there(client, gm, other_gm, guest, name, who):
    encounter = make_encounter(gm, (make_creature(gm), 1), notes="Mine")
    if "restore" in name:
        Encounter.objects.update(deleted_at=encounter.created)
    if who != "visitor":
        client.force_login(other_gm if who == "stranger" else guest, "django.contrib.auth.backends.ModelBackend")
    before = Encounter.objects.values().get(), EncounterLine.objects.values().get()
    assert statuses(client, name, encounter.uid) == {404}
    assert statuses(client, name, uuid.uuid4()) == {404}
    assert (Encounter.objects.values().get(), EncounterLine.objects.values().get()) == before


@pytest.mark.parametrize("name", OF_A_PARTY)
def test_a_strangers_party_is_not_there(client, gm, other_gm, name):
    party = make_party(gm)
    if "restore" in name:
        Party.objects.update(deleted_at=party.created)
    client.force_login(other_gm, "django.contrib.auth.backends.ModelBackend")
    before = Party.objects.values().get()
    assert statuses(client, name, party.uid) == {404}
    assert Party.objects.values().get() == before


def test_lists_show_ones_own_alone(gm_client, gm, other_gm):
    make_encounter(other_gm, name="Not yours")
    make_party(other_gm, "Nor these")
    make_encounter(gm, name="Yours")
    for name in ("encounter_list", "party_list", "encounter_bin"):
        html = gm_client.get(reverse(f"encounters:{name}")).content.decode()
        assert "Not yours" not in html
        assert "Nor these" not in html
    assert "Yours" in gm_client.get(reverse("encounters:encounter_list")).content.decode()


@pytest.mark.parametrize("name", ["encounter_list", "party_list", "encounter_bin", "encounter_create", "party_create"])
def test_a_visitor_may_open_every_list_and_form(client, db, name):
    assert client.get(reverse(f"encounters:{name}")).status_code == 200


@pytest.mark.parametrize("page", ["encounter_create", "encounter_pick"])
def test_a_private_creature_of_somebody_else_is_not_there_to_add(gm_client, other_gm, page):
    secret = make_creature(other_gm, "Secret")
    url = reverse(f"encounters:{page}")
    for wanted in (secret.uid, uuid.uuid4(), "nonsense", "\x00"):
        assert gm_client.get(url, {"creature": wanted}).status_code == 404


def test_a_strangers_party_is_not_there_to_choose(gm_client, other_gm):
    party = make_party(other_gm)
    url = reverse("encounters:encounter_create")
    assert gm_client.get(url, {"party": party.uid}).status_code == 404
    assert gm_client.get(url, {"party": "nonsense"}).status_code == 404


def test_adding_a_private_creature_of_somebody_else_tells_nothing_of_it(gm_client, gm, other_gm):
    secret = make_creature(other_gm, "Secret")
    add = reverse("encounters:encounter_add", args=[make_encounter(gm).uid])
    assert gm_client.post(add, {"creature": secret.uid}).status_code == 404
    for url in (reverse("encounters:encounter_line"), reverse("encounters:encounter_create")):
        html = gm_client.post(url, {**form(), "add_creature": str(secret.uid)}).content.decode()
        assert "This creature is not there, or not yours to see." in html
        assert "Secret" not in html
    assert not EncounterLine.objects.exists()


def test_search_offers_published_creatures_and_ones_own(gm_client, gm, other_gm):
    make_creature(gm, "Orc of mine")
    make_creature(other_gm, "Orc of all", visibility="public")
    make_creature(other_gm, "Orc by link", visibility="unlisted")
    make_creature(other_gm, "Orc in secret")
    html = gm_client.post(reverse("encounters:encounter_creatures"), {**form(), "q": "orc"}).content.decode()
    assert [name in html for name in ("Orc of mine", "Orc of all", "Orc by link", "Orc in secret")] == [
        True,
        True,
        False,
        False,
    ]


def test_an_unlisted_creature_can_be_added_from_its_page(gm_client, other_gm):
    creature = make_creature(other_gm, "Orc by link", visibility="unlisted")
    html = gm_client.get(reverse("encounters:encounter_create"), {"creature": creature.uid}).content.decode()
    assert "<b>Orc by link</b>" in html


# --- adding from a creature's page


def test_a_creature_is_added_to_an_encounter_one_has(gm_client, gm, other_gm):
    creature = make_creature(other_gm, "Ogre", visibility="public")
    encounter = make_encounter(gm, name="The ford")
    pick = gm_client.get(reverse("encounters:encounter_pick"), {"creature": creature.uid}).content.decode()
    add = reverse("encounters:encounter_add", args=[encounter.uid])
    assert f'action="{add}"' in pick
    html = gm_client.post(add, {"creature": creature.uid}, follow=True).content.decode()
    line = encounter.lines.get()
    assert (line.name, line.count, line.level, line.author) == ("Ogre", 1, 3, other_gm.display_name)
    assert line.document["name"] == "Ogre"
    assert "1, minus 4 = −3 → easy" in html


def test_a_full_encounter_takes_no_more(gm_client, gm):
    creature = make_creature(gm)
    encounter = make_encounter(gm, *[(creature, 1)] * 40)
    add = reverse("encounters:encounter_add", args=[encounter.uid])
    assert "at most 40 rows" in gm_client.post(add, {"creature": creature.uid}, follow=True).content.decode()
    assert encounter.lines.count() == 40


# --- the buttons of the calibration on the encounter's page


def adjust(client, encounter, change, seen=None):
    url = reverse("encounters:encounter_adjust", args=[encounter.uid])
    posted = {"change": change, "seen": seen or Encounter.objects.get(pk=encounter.pk).updated.isoformat()}
    return client.post(url, posted, follow=True).content.decode()


def test_a_button_of_the_calibration_does_what_it_says(gm_client, gm):
    encounter = make_encounter(gm, (make_creature(gm), 2), (make_creature(gm), 1))
    assert "2 × 1 + 3 × 1 = 5, minus 4 = 1 → intense" in adjust(gm_client, encounter, "1:3")
    assert "3 × 1 = 3, minus 4 = −1 → manageable" in adjust(gm_client, encounter, "0:0")
    assert "0, minus 4 = −4 → easy" in adjust(gm_client, encounter, "0:0")


@pytest.mark.parametrize("change", ["7:1", "0:100", "0:-1", "0:1000000000", "", "a:b", "0"])
def test_a_button_nobody_was_shown_changes_nothing(gm_client, gm, change):
    encounter = make_encounter(gm, (make_creature(gm), 2))
    assert "nothing was changed" in adjust(gm_client, encounter, change)
    assert encounter.lines.get().count == 2


def test_a_button_of_an_old_page_does_not_touch_what_moved_into_that_line(gm_client, gm):
    encounter = make_encounter(gm, (make_creature(gm, "First"), 2), (make_creature(gm, "Second"), 2))
    seen = encounter.updated.isoformat()
    adjust(gm_client, encounter, "0:0", seen)
    assert "nothing was changed" in adjust(gm_client, encounter, "0:0", seen)
    assert encounter.lines.get().name == "Second"


# --- the bin


@pytest.mark.parametrize("name", ["encounters:encounter_bin", "encounters:screen_bin", "bestiary:creature_bin"])
def test_a_bin_says_how_long_things_wait_in_it(gm_client, name):
    assert "at least 30 days" in gm_client.get(reverse(name)).content.decode()


def test_a_deleted_encounter_waits_in_the_bin_and_comes_back_as_it_was(gm_client, gm):
    encounter = make_encounter(gm, (make_creature(gm, "Ogre"), 2), name="The ford")
    delete = reverse("encounters:encounter_delete", args=[encounter.uid])
    assert gm_client.get(delete).status_code == 200
    binned = gm_client.post(delete, follow=True).content.decode()
    assert "The ford" in binned
    assert gm_client.get(encounter.get_absolute_url()).status_code == 404
    assert "The ford" not in gm_client.get(reverse("encounters:encounter_list")).content.decode()
    restored = gm_client.post(reverse("encounters:encounter_restore", args=[encounter.uid]), follow=True)
    assert "2 × 1 = 2, minus 4 = −2 → easy" in restored.content.decode()


def test_only_what_lies_in_the_bin_can_be_restored(gm_client, gm):
    assert gm_client.post(reverse("encounters:encounter_restore", args=[make_encounter(gm).uid])).status_code == 404


def test_asking_to_delete_deletes_nothing(gm_client, gm):
    encounter = make_encounter(gm)
    gm_client.get(reverse("encounters:encounter_delete", args=[encounter.uid]))
    assert Encounter.objects.get().deleted_at is None


# --- the number of queries


def build(owner, lines, name):
    creatures = [make_creature(owner, f"{name} {number}", visibility="public") for number in range(lines)]
    encounter = make_encounter(owner, *[(creature, 1) for creature in creatures], name=name, share_token=name)
    encounter.pcs.create(order=0, name="Ana", level=2)
    return encounter


def queries(client, url) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


@pytest.mark.parametrize("name", ["encounter_detail", "encounter_edit", "shared_encounter"])
def test_queries_of_one_encounter_do_not_grow_with_its_lines(gm_client, gm, other_gm, name):
    def url(encounter):
        key = encounter.share_token if name == "shared_encounter" else encounter.uid
        return reverse(f"encounters:{name}", args=[key])

    small, large = build(gm, 1, "small"), build(gm, 9, "large")
    assert queries(gm_client, url(small)) == queries(gm_client, url(large))
    if name == "shared_encounter":
        assert queries(gm_client, url(large)) <= 5


@pytest.mark.parametrize("name", ["encounter_list", "party_list"])
def test_queries_of_a_list_do_not_grow_with_it(gm_client, gm, name):
    url = reverse(f"encounters:{name}")
    build(gm, 2, "one")
    make_encounter(gm, party_mode="saved", party=make_party(gm, "A"))
    few = queries(gm_client, url)
    party = make_party(gm, "B")
    for number in range(6):
        build(gm, 3, f"more{number}")
        make_encounter(gm, party_mode="saved", party=party)
    assert queries(gm_client, url) == few


def test_a_long_list_comes_in_pages(gm_client, gm):
    for number in range(25):
        make_encounter(gm, name=f"Night {number}")
    url = reverse("encounters:encounter_list")
    assert gm_client.get(url).content.decode().count("encounter-card__level") == 24
    assert "Night 0<" in gm_client.get(url, {"page": "2"}).content.decode()
    assert gm_client.get(url, {"page": "nonsense"}).status_code == 200
