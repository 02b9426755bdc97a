"""How public creatures are found from elsewhere: pages of authors, the front page, feed, sitemap, previews of links."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from lxml import etree

from bestiary.daily import creature_of_the_day
from bestiary.documents import save_document
from bestiary.models import Creature
from bestiary.moderation import decide
from tests.factories import creature_document, make_creature, make_foe, make_guest, make_user

ATOM = {"a": "http://www.w3.org/2005/Atom"}
FEED = "/bestiary/feed/"
NOON = datetime(2031, 5, 4, 12, tzinfo=UTC)


@pytest.fixture
def hidden(gm):
    """Everything of one author that nobody else should come across."""
    made = [make_creature(gm, visibility, name=f"Hidden {visibility}") for visibility in ("private", "unlisted")]
    made.append(make_creature(gm, "public", name="Hidden deleted"))
    Creature.objects.filter(pk=made[-1].pk).move_to_bin(timezone.now())
    made.append(make_creature(gm, "public", name="Hidden held"))
    decide(made[-1], "hold", "No.", make_user(), timezone.now())
    return made


def assert_hides(response, hidden) -> str:
    html = response.content.decode()
    assert "Hidden" not in html
    assert not any(str(creature.uid) in html for creature in hidden)
    return html


# --- authors ----------------------------------------------------------------------------------------------------------


def test_the_page_of_an_author_holds_their_public_things_only(client, gm, other_gm, hidden):
    shown = make_creature(gm, "public", name="Shown")
    make_creature(other_gm, "public", name="Theirs")
    html = assert_hides(client.get("/bestiary/by/Gretchen/"), hidden)
    assert shown.get_absolute_url() in html
    assert "Theirs" not in html
    assert "1 public creature" in html


def test_an_author_has_one_address(client, db):
    make_creature(make_user("Ann O'Hara"), "public")
    response = client.get("/bestiary/by/ann%20o'hara/")
    assert (response.status_code, response["Location"]) == (302, "/bestiary/by/Ann%20O'Hara/")
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize("name", ["nobody", "Gretchen", "x%00y", "%F0%9F%90%89", "Guest", "a" * 3000])
def test_who_published_nothing_has_no_page(client, hidden, name):
    assert client.get(f"/bestiary/by/{name}/").status_code == 404


def test_guests_have_no_page(client, db):
    guest = make_guest()
    make_creature(guest, "public")
    assert client.get(f"/bestiary/by/{guest.username}/").status_code == 404


def test_ones_own_page_tells_what_is_missing(gm_client, hidden):
    html = assert_hides(gm_client.get("/bestiary/by/Gretchen/"), hidden)
    assert "You have published nothing yet" in html


def test_the_creatures_of_an_author_come_in_pages(client, gm):
    for number in range(26):
        make_creature(gm, "public", name=f"N{number:02}")
    first = client.get("/bestiary/by/Gretchen/").content.decode()
    more = re.search(r'rel="next" href="([^"]+)"', first)[1]
    second = client.get(f"/bestiary/by/Gretchen/{more}").content.decode()
    found = [re.findall(r">(N\d\d)<", html) for html in (first, second)]
    assert [len(names) for names in found] == [24, 2]
    assert not set(found[0]) & set(found[1])


def test_pages_lead_to_the_author_where_there_is_one(client, gm):
    link = 'href="/bestiary/by/Gretchen/"'
    assert link in client.get(make_creature(gm, "public").get_absolute_url()).content.decode()
    assert link in client.get("/bestiary/").content.decode()
    assert link not in client.get(make_creature(gm, "unlisted").get_absolute_url()).content.decode()


def test_tags_lead_to_the_list_of_what_has_them(client, gm):
    creature = make_creature(gm, "public", name="Night rider", tags=["cold iron"])
    make_creature(gm, "public", name="Cold")
    link = re.search(r'<a href="([^"]+)">cold iron</a>', client.get(creature.get_absolute_url()).content.decode())[1]
    assert re.findall(r">(Night rider|Cold)</a>", client.get(link).content.decode()) == ["Night rider"]


# --- the creature of the day ------------------------------------------------------------------------------------------


def publish(number: int, day: datetime = NOON - timedelta(days=9)) -> Creature:
    creature = make_creature(visibility="public", name=f"N{number}")
    Creature.objects.filter(pk=creature.pk).update(published_at=day)
    return creature


def test_the_creature_of_the_day_is_the_same_all_day_and_another_one_some_day(db):
    for number in range(6):
        publish(number)
    midnight = NOON.replace(hour=0)
    assert creature_of_the_day(midnight) == creature_of_the_day(NOON) == creature_of_the_day(NOON.replace(hour=23))
    assert len({creature_of_the_day(NOON + timedelta(days=day)).name for day in range(60)}) > 3


def test_what_is_published_today_changes_nothing_before_tomorrow(db):
    publish(1)
    chosen = creature_of_the_day(NOON)
    new = [publish(number, NOON.replace(hour=9)) for number in range(2, 30)]
    assert creature_of_the_day(NOON) == chosen
    assert creature_of_the_day(NOON + timedelta(days=1)) in [chosen, *new]


def test_the_first_one_published_is_shown_at_once(client, gm):
    make_creature(gm, "public", name="First of all")
    assert "First of all" in client.get("/").content.decode()


def test_only_public_creatures_have_a_day(client, hidden):
    assert creature_of_the_day(NOON) is None
    assert_hides(client.get("/"), hidden)


# --- the feed ---------------------------------------------------------------------------------------------------------


def entries(client) -> list:
    response = client.get(FEED)
    assert response["Content-Type"].startswith("application/atom+xml")
    return etree.fromstring(response.content).findall("a:entry", ATOM)


def test_the_feed_holds_public_creatures_only(client, gm, hidden):
    shown = make_creature(gm, "public", name="Shown", description="Bites & <b>scratches</b>.", tags=["night"])
    make_foe(gm, "public", name="Lamp warden")
    assert_hides(client.get(FEED), hidden)
    foe, entry = entries(client)
    assert foe.find("a:title", ATOM).text == "Lamp warden"
    assert entry.find("a:title", ATOM).text == "Shown"
    assert entry.find("a:link", ATOM).get("href") == f"http://testserver{shown.get_absolute_url()}"
    assert entry.find("a:author/a:name", ATOM).text == "Gretchen"
    assert entry.find("a:category", ATOM).get("term") == "night"
    assert entry.find("a:id", ATOM).text == f"urn:uuid:{shown.uid}"
    summary = entry.find("a:summary", ATOM)
    assert summary.get("type") == "html"
    assert summary.text == "Small, Standard, Adversity Ratio 1/2. Bites &amp; &lt;b&gt;scratches&lt;/b&gt;."


def test_what_was_private_for_long_is_new_on_the_day_it_is_published(client, gm):
    old = make_creature(gm, "private", name="Long kept")
    Creature.objects.update(created=timezone.now() - timedelta(days=99))
    make_creature(gm, "public", name="Yesterday's")
    old = Creature.objects.with_stats().get(pk=old.pk)
    old.visibility = "public"
    save_document(old, creature_document(name="Long kept"))
    assert [entry.find("a:title", ATOM).text for entry in entries(client)] == ["Long kept", "Yesterday's"]
    published = Creature.objects.get(pk=old.pk).published_at
    save_document(Creature.objects.with_stats().get(pk=old.pk), creature_document(name="Long kept"))
    assert Creature.objects.get(pk=old.pk).published_at == published


def test_characters_that_no_xml_may_hold_do_not_break_the_feed(client, gm):
    make_creature(gm, "public", name="Ding\x07\x1b", description="a\x0bb\ufffe", tags=["q\x01q"])
    assert [entry.find("a:title", ATOM).text for entry in entries(client)] == ["Ding"]


@pytest.mark.parametrize("address", [FEED, "/sitemap.xml", "/sitemap-creatures.xml", "/bestiary/by/Gretchen/"])
def test_addresses_to_read_take_nothing_in(client, gm, address):
    make_creature(gm, "public")
    assert client.get(address).status_code == 200
    assert client.post(address, {"x": "y"}).status_code == 405


# --- search engines ---------------------------------------------------------------------------------------------------


def places(client, address: str) -> set[str]:
    html = client.get(address).content.decode()
    return {place.removeprefix("http://testserver") for place in re.findall(r"<loc>(.*?)</loc>", html)}


def test_the_sitemap_holds_public_creatures_and_their_authors_only(client, gm, hidden):
    make_creature(make_user("silent"), "unlisted")
    make_creature(make_guest(), "public", name="Of a guest")
    assert places(client, "/sitemap-authors.xml") == set()
    shown = make_creature(gm, "public", name="Shown")
    parts = places(client, "/sitemap.xml")
    sections = ("pages", "creatures", "ancestries", "classes", "authors")
    assert parts == {f"/sitemap-{section}.xml" for section in sections}
    assert places(client, "/sitemap-authors.xml") == {"/bestiary/by/Gretchen/"}
    assert shown.get_absolute_url() in places(client, "/sitemap-creatures.xml")
    for part in parts:
        assert_hides(client.get(part), hidden)
    for page in places(client, "/sitemap-pages.xml"):
        assert client.get(page).status_code == 200


def test_a_sitemap_costs_the_same_queries_however_much_there_is(client, gm, django_assert_max_num_queries):
    for _ in range(5):
        make_creature(gm, "public")
    for address in ("/sitemap.xml", "/sitemap-creatures.xml", "/sitemap-authors.xml"):
        # The index counts each of its four sections.
        with django_assert_max_num_queries(4):
            client.get(address)


@pytest.mark.parametrize("query", ["?p=99", "?p=x", "?p=0"])
def test_pages_of_the_sitemap_that_are_not_there(client, db, query):
    assert client.get(f"/sitemap-creatures.xml{query}").status_code == 404
    assert client.get("/sitemap-goblins.xml").status_code == 404


def test_robots_are_told_where_the_sitemap_is(client):
    response = client.get("/robots.txt")
    assert response["Content-Type"].startswith("text/plain")
    assert "Sitemap: http://testserver/sitemap.xml" in response.content.decode()


# --- previews of links ------------------------------------------------------------------------------------------------


def card(html: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[a-z_]+)" content="([^"]*)">', html))


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_a_link_to_a_creature_has_a_preview(client, gm, visibility):
    creature = make_creature(gm, visibility, name='Gob "the" <lin>')
    html = client.get(creature.get_absolute_url()).content.decode()
    assert card(html) == {
        "og:site_name": "Duskfolio",
        "og:type": "article",
        "og:title": "Gob &quot;the&quot; &lt;lin&gt;",
        "og:description": "Gob &quot;the&quot; &lt;lin&gt;: Small, Standard, Adversity Ratio 1/2, by Gretchen.",
        "og:url": f"http://testserver{creature.get_absolute_url()}",
        "twitter:card": "summary",
    }
    assert ("canonical" in html) is (visibility == "public")
    assert ("noindex" in html) is (visibility == "unlisted")


def test_what_is_private_or_held_has_no_preview_not_even_for_its_owner(gm_client, hidden):
    private, _, _, held = hidden
    for creature in (private, held):
        html = gm_client.get(creature.get_absolute_url()).content.decode()
        assert card(html) == {}
        assert "noindex" in html


def test_a_link_to_an_author_has_a_preview(client, gm):
    make_creature(gm, "public")
    assert card(client.get("/bestiary/by/Gretchen/").content.decode())["og:title"] == "Gretchen"


def test_every_page_leads_to_what_may_stand_here(client, db, settings):
    settings.REPORTS_PER_HOUR, settings.GUEST_REPORTS_PER_HOUR, settings.GUEST_THINGS = 71, 72, 73
    assert 'href="/conduct/"' in client.get("/bestiary/").content.decode()
    html = client.get("/conduct/").content.decode()
    assert all(number in html for number in ("71", "72", "73"))
