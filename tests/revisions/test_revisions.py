"""Every save is kept, can be looked at, compared and restored, and nobody but the owner sees any of it."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bestiary.documents import SavedElsewhereError, creature_document, save_document
from bestiary.models import Creature, CreatureRevision
from tests.bestiary.forms import NEW, posted
from tests.factories import make_creature, make_guest, make_user
from tests.revisions.cast import FULL, GAMES, address, make, save_again, short, stored

PAGES = ["revisions/", "revisions/1/", "revisions/2/", "revisions/compare/?from=1&to=2"]


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


@pytest.fixture
def creature(gm, game):
    """A creature of `gm` that was saved twice, all of it changed between."""
    first, second = FULL[game]
    return save_again(make(game, gm, **first), **second)


def text(response) -> str:
    assert response.status_code == 200
    return response.content.decode()


# --- keeping ---------------------------------------------------------------------------------------


def test_a_save_keeps_the_version_before_with_who_and_when(gm, game, creature):
    (kept,) = creature.revisions.all()
    assert short(kept.document) == FULL[game][0]
    assert (kept.number, kept.saved_by, kept.visibility) == (1, "Gretchen", "private")
    assert stored(creature) == FULL[game][1]


def test_the_first_save_is_revision_1_at_once(gm_client, gm):
    page = text(gm_client.get(address(make_creature(gm), "revisions/")))
    assert "Revision 1" in page
    assert "The first save." in page
    assert "in force" in page


def test_what_was_made_without_a_save_gets_its_first_revision_by_the_next_one(gm):
    creature = make_creature(gm)
    Creature.objects.update(saved_by="")  # as rows from before, and those made in bulk
    save_again(creature, name="Hobgoblin")
    (kept,) = CreatureRevision.objects.all()
    assert (kept.document["name"], kept.saved_by) == ("Goblin", "Gretchen")


def test_a_revision_says_who_saved_it_then(client, db):
    client.post(NEW, posted())
    guest = Creature.objects.get().owner
    guest.username, guest.is_guest = "Gretchen", False
    guest.save()
    save_again(Creature.objects.get(), name="Hobgoblin")
    assert CreatureRevision.objects.get().saved_by == "Guest"
    assert Creature.objects.get().saved_by == "Gretchen"


def test_a_save_that_fails_keeps_nothing(gm):
    creature = make_creature(gm)
    stale = Creature.objects.get()
    save_again(creature, name="Hobgoblin")
    with pytest.raises(SavedElsewhereError):
        save_document(stale, creature_document(stale))
    assert list(CreatureRevision.objects.values_list("number", flat=True)) == [1]


def test_a_save_does_not_bring_back_what_was_binned_at_the_same_moment(gm):
    creature = make_creature(gm)
    read = Creature.objects.with_stats().get()
    Creature.objects.move_to_bin(timezone.now())
    with pytest.raises(SavedElsewhereError):
        save_document(read, creature_document(read))
    creature.refresh_from_db()
    assert creature.deleted_at


def test_saving_a_creature_over_the_builder_keeps_a_revision(gm_client, gm):
    creature = make_creature(gm)
    gm_client.post(address(creature, "edit/"), posted(name="Second", revision="1"))
    gm_client.post(address(creature, "edit/"), posted(name="Third", revision="2"))
    assert list(creature.revisions.values_list("number", "document__name")) == [(2, "Second"), (1, "Goblin")]


# --- who may see -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rest", PAGES)
@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
@pytest.mark.parametrize("who", ["visitor", "guest", "stranger"])
def test_only_the_owner_sees_revisions_however_public_the_creature_is(client, gm, rest, visibility, who):
    creature = save_again(make_creature(gm, visibility=visibility, description="Taken back"), description="")
    if who != "visitor":
        client.force_login(make_guest() if who == "guest" else make_user(), "django.contrib.auth.backends.ModelBackend")
    assert client.get(address(creature, rest)).status_code == 404
    assert client.post(address(creature, "revisions/1/restore/")).status_code == 404
    assert "revisions/" not in client.get(creature.get_absolute_url()).content.decode()
    assert stored(creature)["description"] == ""


@pytest.mark.parametrize("rest", PAGES)
def test_the_revisions_of_a_binned_creature_wait_until_it_is_back(gm_client, gm, rest):
    creature = save_again(make_creature(gm), name="Hobgoblin")
    Creature.objects.move_to_bin(timezone.now())
    assert gm_client.get(address(creature, rest)).status_code == 404
    assert gm_client.post(address(creature, "revisions/1/restore/")).status_code == 404
    Creature.objects.restore()
    assert gm_client.get(address(creature, rest)).status_code == 200


@pytest.mark.parametrize("rest", PAGES)
def test_a_creature_that_never_was_has_no_revisions(gm_client, rest):
    assert gm_client.get(f"/bestiary/creatures/{uuid4()}/{rest}").status_code == 404


@pytest.mark.parametrize("number", ["0", "3", "99999999999999999999"])
def test_a_revision_that_never_was_is_not_found(gm_client, gm, number):
    creature = save_again(make_creature(gm), name="Hobgoblin")
    assert gm_client.get(address(creature, f"revisions/{number}/")).status_code == 404
    assert gm_client.post(address(creature, f"revisions/{number}/restore/")).status_code == 404


def test_revisions_stay_out_of_search_engines(gm_client, gm):
    for rest in PAGES:
        response = gm_client.get(address(save_again(make_creature(gm, visibility="public")), rest))
        assert response["X-Robots-Tag"] == "noindex, nofollow"


# --- the list --------------------------------------------------------------------------------------


def test_the_list_says_what_each_save_changed(gm_client, gm):
    creature = make_creature(gm)
    save_again(creature, base_hp=5, level=6)
    save_again(creature)
    Creature.objects.update(visibility="public")
    page = text(gm_client.get(address(creature, "revisions/")))
    assert "Changed: Base HP, Level shown first." in page
    assert page.index("Revision 3") < page.index("Revision 2") < page.index("Revision 1")
    assert "Changed: Who may see it." in page


def test_a_save_without_a_change_says_so(gm_client, gm):
    creature = make_creature(gm)
    save_again(creature)
    assert "Saved without a change." in text(gm_client.get(address(creature, "revisions/")))


def test_many_changes_are_named_by_the_first_and_a_count(gm_client, creature, game):
    changes = text(gm_client.get(address(creature, "revisions/"))).split("Changed: ")[1].split("</p>")[0]
    assert changes.startswith("Name, ")
    assert "more" in changes


def test_a_long_history_is_paged_without_a_gap(gm_client, gm):
    creature = make_creature(gm)
    for level in range(1, 45):
        save_again(creature, level=level % 20 + 1)
    seen, address_of_page = [], address(creature, "revisions/")
    while address_of_page:
        page = text(gm_client.get(address_of_page))
        seen += [int(part.split("<")[0]) for part in page.split('">Revision ')[1:]]
        following = page.split('href="?before=')[1].split('"')[0] if 'href="?before=' in page else ""
        address_of_page = address(creature, f"revisions/?before={following}") if following else ""
    assert seen == list(range(45, 0, -1))


@pytest.mark.parametrize("before", ["0", "1", "-1", "x", "", "²", "9" * 40, "2"])
def test_a_wrong_edge_of_a_page_is_no_mistake_of_the_server(gm_client, gm, before):
    creature = save_again(make_creature(gm))
    assert gm_client.get(address(creature, "revisions/"), {"before": before}).status_code == 200


def test_revisions_from_before_they_were_kept_are_not_promised(gm_client, gm):
    creature = make_creature(gm)
    Creature.objects.update(revision=7)
    page = text(gm_client.get(address(creature, "revisions/")))
    assert "before number 7" in page
    assert "The first save." not in page


# --- one, and two ----------------------------------------------------------------------------------


def test_a_revision_shows_its_own_stat_block(gm_client, gm):
    creature = save_again(make_creature(gm, description="Under *bridges*"), base_hp=6, description="", tags=["new"])
    old, new = (text(gm_client.get(address(creature, f"revisions/{number}/"))) for number in (1, 2))
    assert "18 = 4 × 5 + (−2)" in old
    assert "28 = 6 × 5 + (−2)" in new
    assert "Under <em>bridges</em>" in old
    assert "Under" not in new
    assert "Restore this revision" in old
    assert "Restore this revision" not in new


def test_a_foes_revision_shows_its_card(gm_client, gm):
    creature = save_again(make("two_d12", gm, rank="boss"), rank="minion")
    assert "Boss" in text(gm_client.get(address(creature, "revisions/1/"))).split("foe-card")[1]


def test_comparing_names_every_place_that_differs(gm_client, game, creature):
    page = text(gm_client.get(address(creature, "revisions/compare/"), {"from": 1, "to": 2}))
    assert page.count('<section class="difference">') >= 18
    for label in ("Name", "Description", "Family", "Habitat", "Tags"):
        assert f'<h2 class="difference__place">{label}</h2>' in page
    assert "Who may see it" not in page


def test_comparing_a_revision_with_itself_says_that_nothing_differs(gm_client, creature):
    assert "Both say the same" in text(gm_client.get(address(creature, "revisions/compare/"), {"from": 2, "to": 2}))


@pytest.mark.parametrize(
    ("old", "new"), [("0", "1"), ("x", "1"), ("1", "3"), ("", ""), ("1", "-1"), ("²", "1"), ("1", "9" * 30)]
)
def test_what_cannot_be_compared_gets_a_sentence(gm_client, gm, old, new):
    creature = save_again(make_creature(gm))
    response = gm_client.get(address(creature, "revisions/compare/"), {"from": old, "to": new})
    assert response.status_code == 400
    assert "type one from the list, 2 at most" in response.content.decode()


def test_texts_of_revisions_are_shown_as_text(gm_client, gm):
    evil = "<script>alert(1)</script> " * 5
    creature = save_again(make_creature(gm, description=evil, tags=["<b>"]), description=f"{evil} &")
    for rest in PAGES:
        assert "<script>alert" not in gm_client.get(address(creature, rest)).content.decode()


def test_a_revision_that_todays_rules_refuse_is_shown_as_its_fields_and_not_restored(gm_client, gm):
    creature = save_again(make_creature(gm, description="Old times"))
    kept = creature.revisions.get()
    kept.document["base_hp"] = 99
    kept.save()
    page = text(gm_client.get(address(creature, "revisions/1/")))
    assert "Today’s rules refuse this revision" in page
    assert "Old times" in page
    answer = gm_client.post(address(creature, "revisions/1/restore/"), follow=True)
    assert "was not restored" in answer.content.decode()
    creature.refresh_from_db()
    assert creature.revision == 2


# --- restoring -------------------------------------------------------------------------------------


def test_restoring_gives_the_old_document_as_a_new_revision(gm_client, game, creature):
    first, second = FULL[game]
    answer = gm_client.post(address(creature, "revisions/1/restore/"), follow=True)
    assert answer.redirect_chain == [(creature.get_absolute_url(), 302)]
    assert "as it was in revision 1 again. This is revision 3." in answer.content.decode()
    assert stored(creature) == first
    assert [(kept.number, short(kept.document)) for kept in creature.revisions.all()] == [(2, second), (1, first)]


def test_restoring_publishes_nothing_again(gm_client, gm):
    creature = make_creature(gm, visibility="public")
    Creature.objects.update(visibility="private")
    save_again(creature, name="Hobgoblin")
    CreatureRevision.objects.update(visibility="public")
    gm_client.post(address(creature, "revisions/1/restore/"))
    creature.refresh_from_db()
    assert (creature.name, creature.visibility, creature.revision) == ("Goblin", "private", 3)


def test_restoring_sets_what_lists_find_and_sort_by(gm_client, gm):
    creature = save_again(make_creature(gm, tags=["bridge"]), name="Wolf", base_hp=20, boss_damage=True, tags=[])
    gm_client.post(address(creature, "revisions/1/restore/"))
    creature.refresh_from_db()
    assert (creature.sort_name, creature.power) == ("goblin", "standard")
    assert "Goblin" in text(gm_client.get("/bestiary/?mine=1&q=bridge"))


def test_restoring_the_one_in_force_changes_nothing(gm_client, creature):
    gm_client.post(address(creature, "revisions/2/restore/"))
    creature.refresh_from_db()
    assert creature.revision == 2


def test_a_link_restores_nothing(gm_client, creature):
    assert gm_client.get(address(creature, "revisions/1/restore/")).status_code == 405
    creature.refresh_from_db()
    assert creature.revision == 2


# --- cost ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rest", PAGES)
def test_no_page_asks_more_of_a_longer_history(gm_client, gm, rest, django_assert_max_num_queries):
    creature = save_again(make_creature(gm))
    for _ in range(25):
        save_again(creature)
    with django_assert_max_num_queries(10):
        assert gm_client.get(address(creature, rest)).status_code == 200


@pytest.mark.parametrize("is_long", [False, True])
def test_lists_and_the_creatures_page_read_no_revision(gm_client, gm, is_long):
    creature = make_creature(gm)
    if is_long:
        save_again(creature)
    for page in ("/bestiary/", "/bestiary/?mine=1", creature.get_absolute_url()):
        with CaptureQueriesContext(connection) as queries:
            assert gm_client.get(page).status_code == 200
        assert not [query for query in queries if "creaturerevision" in query["sql"]]


def test_a_date_of_a_revision_is_that_of_its_save(gm):
    creature = make_creature(gm)
    then, later = datetime(2026, 1, 2, 3, 4, tzinfo=UTC), datetime(2026, 2, 3, tzinfo=UTC)
    fresh = Creature.objects.with_stats().get(pk=creature.pk)
    save_document(fresh, creature_document(fresh), now=then)
    save_document(fresh, creature_document(Creature.objects.with_stats().get()), now=later)
    assert CreatureRevision.objects.get(number=2).saved == then
