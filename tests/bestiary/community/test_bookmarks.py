"""Bookmarks: set and taken away by anybody who may open a creature, and counted right."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.guests import move_work
from accounts.models import User
from bestiary.bookmarks import set_bookmark
from bestiary.models import Creature, CreatureBookmark
from bestiary.moderation import decide
from tests.at_once import at_once
from tests.factories import make_creature, make_foe, make_guest, make_user

LIST = "/bestiary/"
MINE = "/bestiary/?bookmarked=1"


def address(creature: Creature) -> str:
    return f"{creature.get_absolute_url()}bookmark/"


def names(response) -> list[str]:
    return re.findall(r'creature-card__name"><a href="[^"]+">(.*?)</a>', response.content.decode())


def count(creature: Creature) -> int:
    return Creature.objects.get(pk=creature.pk).bookmark_count


def test_a_bookmark_is_set_once_and_taken_away_once(gm_client, gm):
    creature = make_creature(visibility="public")
    for _ in range(2):
        response = gm_client.post(address(creature), {"on": "1"})
        assert (response.status_code, response["Location"]) == (302, creature.get_absolute_url())
        assert count(creature) == 1
    page = gm_client.get(creature.get_absolute_url()).content.decode()
    assert re.search(r'aria-pressed="true"[^>]*>.*?</span>1<', page, re.DOTALL)
    for _ in range(2):
        gm_client.post(address(creature), {"on": "0"})
        assert count(creature) == 0
    assert 'aria-pressed="false"' in gm_client.get(creature.get_absolute_url()).content.decode()


def test_a_visitor_who_bookmarks_becomes_a_guest(client, db):
    creature = make_creature(visibility="public")
    client.post(address(creature), {"on": "1"})
    assert CreatureBookmark.objects.get().owner.is_guest
    assert names(client.get(MINE)) == ["Goblin"]


def test_looking_at_a_bookmark_changes_nothing(gm_client):
    creature = make_creature(visibility="public")
    assert gm_client.get(address(creature)).status_code == 405
    assert count(creature) == 0


def test_what_one_may_not_open_cannot_be_bookmarked(gm_client):
    creature = make_creature(make_user())
    assert gm_client.post(address(creature), {"on": "1"}).status_code == 404
    assert not CreatureBookmark.objects.exists()


def test_htmx_gets_the_button_alone_and_the_list_its_place(gm_client):
    creature = make_creature(visibility="public")
    response = gm_client.post(
        address(creature), {"on": "1", "next": "/bestiary/?q=gob"}, headers={"HX-Request": "true"}
    )
    html = response.content.decode()
    assert html.startswith('<form class="bookmark"')
    assert 'name="next" value="/bestiary/?q=gob"' in html
    assert 'aria-pressed="true"' in html
    assert gm_client.post(address(creature), {"next": "/bestiary/?q=gob"})["Location"] == "/bestiary/?q=gob"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_a_bookmark_leads_to_no_other_site(gm_client, elsewhere):
    creature = make_creature(visibility="public")
    response = gm_client.post(address(creature), {"on": "1", "next": elsewhere})
    assert response["Location"] == creature.get_absolute_url()


def test_my_bookmarks_are_what_i_marked_and_may_still_open(gm_client, gm, other_gm):
    for visibility in ("public", "unlisted", "private"):
        set_bookmark(make_creature(other_gm, visibility, name=f"{visibility} one"), gm, on=True)
    set_bookmark(make_creature(gm, name="My own"), gm, on=True)
    set_bookmark(held := make_creature(other_gm, "public", name="Held one"), gm, on=True)
    decide(held, "hold", "No.", make_user(), held.created)
    set_bookmark(make_creature(other_gm, "public", name="Somebody else's"), other_gm, on=True)
    make_creature(other_gm, "public", name="Nobody's")
    assert names(gm_client.get(MINE)) == ["My own", "unlisted one", "public one"]
    assert names(gm_client.get(f"{MINE}&q=unlisted")) == ["unlisted one"]
    assert names(Client().get(MINE)) == []


def test_the_list_in_the_order_of_bookmarks(client, gm, other_gm):
    for name, people in (("None", []), ("Two", [gm, other_gm]), ("One", [gm])):
        creature = make_creature(gm, "public", name=name)
        for user in people:
            set_bookmark(creature, user, on=True)
    assert names(client.get(f"{LIST}?sort=bookmarked")) == ["Two", "One", "None"]


def test_a_list_asks_once_for_all_bookmarks(gm_client, gm):
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            gm_client.get(LIST)
        return len(queries)

    set_bookmark(make_creature(gm, "public"), gm, on=True)
    make_foe(gm, "public")
    few = cost()
    for _ in range(8):
        set_bookmark(make_creature(gm, "public"), gm, on=True)
    assert cost() == few


def test_a_save_of_the_author_keeps_the_bookmarks_that_came_meanwhile(gm):
    from bestiary.documents import save_document
    from tests.factories import creature_document

    creature = make_creature(gm, "public")
    read_before = Creature.objects.with_stats().get(pk=creature.pk)
    set_bookmark(creature, make_user(), on=True)
    save_document(read_before, creature_document(name="Changed"))
    assert (count(creature), Creature.objects.get().name) == (1, "Changed")


def test_bookmarks_of_a_deleted_account_are_not_counted(gm, other_gm):
    creature = make_creature(gm, "public")
    for user in (gm, other_gm):
        set_bookmark(creature, user, on=True)
    other_gm.delete()
    assert count(creature) == 1


def test_the_bookmarks_of_a_guest_move_and_those_that_both_have_count_once(guest, gm):
    both, one = make_creature(visibility="public"), make_creature(visibility="public")
    for creature, user in ((both, guest), (both, gm), (one, guest)):
        set_bookmark(creature, user, on=True)
    move_work(guest, gm)
    assert (count(both), count(one)) == (1, 1)
    assert set(CreatureBookmark.objects.values_list("thing", "owner")) == {(both.pk, gm.pk), (one.pk, gm.pk)}


@pytest.mark.django_db(transaction=True)
def test_bookmarks_set_and_taken_away_at_once_are_counted_right():
    creature = make_creature(visibility="public")
    clients = []
    for number in range(6):
        client, user = Client(), make_guest()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        clients.append(client)
        if number % 2:
            set_bookmark(creature, user, on=True)
    posts = [(client, address(creature), {"on": str(1 - number % 2)}) for number, client in enumerate(clients)]
    assert at_once(posts) == [302] * 6
    assert count(creature) == CreatureBookmark.objects.count() == 3
    User.objects.filter(pk__in=CreatureBookmark.objects.values("owner")).first().delete()
    assert count(creature) == 2
