"""The list: search, filters, order, pages; what it costs does not grow with what it shows."""

import re
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bestiary.models import Creature
from bestiary.rules import worlds_awakening as wa
from bestiary.search import fold, phrases
from tests.factories import PASSWORD, ability_document, attack_document, make_creature, make_user

LIST = "/bestiary/"


def names(response) -> list[str]:
    assert response.status_code == 200
    return re.findall(r'creature-card__name"><a href="[^"]+">(.*?)</a>', response.content.decode())


@pytest.fixture
def publish(db):
    """Make public creatures of one author, a minute apart: the last made is the newest."""
    author = make_user("ann")
    start = timezone.now() - timedelta(days=1)
    made = []

    def make(name: str, **fields) -> Creature:
        creature = make_creature(author, "public", name=name, **fields)
        creature.created = start + timedelta(minutes=len(made))
        creature.save(update_fields=["created"])
        made.append(creature)
        return creature

    return make


# --- search ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("elfe", True),
        ("Élfe", True),
        ("ÉLFE NOIR", True),
        ("noir élf", True),
        ("e\u0301lfe", True),
        ("strasse", True),
        ("forest", True),
        ("undead", True),
        ("moonlit", True),
        ("wolves", True),
        ("elfe blanc", False),
        ("élfenoir", False),
    ],
)
def test_each_word_is_found_anywhere_without_accents_or_case(client, publish, typed, found):
    publish(
        "Élfe Noir",
        description="Hunts wolves on the Straße.",
        tags=["moonlit"],
        habitat="forest",
        family="undead",
    )
    assert names(client.get(LIST, {"q": typed})) == (["Élfe Noir"] if found else [])


@pytest.mark.parametrize(
    "typed", ["100%", "a_b", "c:\\x", "it's", '"quoted"', "🐉", "[x]", "*", "-- drop", "%", "_", "\\"]
)
def test_every_typed_character_is_literal(client, publish, typed):
    publish("Plain")
    publish("Odd", description='100% a_b c:\\x it\'s "quoted" 🐉 [x] * -- drop')
    assert names(client.get(LIST, {"q": typed})) == ["Odd"]


@pytest.mark.parametrize(
    "typed", ["x" * 300, "x " * 300, "\x00", "\x00gob\x00", "%00", "'; DROP TABLE bestiary_creature", "🐉" * 300]
)
def test_no_search_is_an_error(client, publish, typed):
    publish("Goblin")
    assert client.get(LIST, {"q": typed}).status_code == 200


def test_three_hundred_letters_find_the_text_that_has_them(client, publish):
    publish("Long", description="y" * 300)
    assert names(client.get(LIST, {"q": "y" * 300})) == ["Long"]


def test_blanks_search_for_nothing_and_find_everything(client, publish):
    publish("Goblin")
    assert names(client.get(LIST, {"q": "  "})) == ["Goblin"]


def test_folding_keeps_letters_of_all_scripts_and_drops_only_marks():
    assert fold("  Élfe\tNoir ") == "elfe noir"
    assert fold("İstanbul ŁÓDŹ") == "istanbul łodz"
    assert fold("Дракон 龍") == "дракон 龍"
    assert phrases("a b " * 20) == [("a",), ("b",)]


# --- filters and order ----------------------------------------------------------------------------


@pytest.fixture
def menagerie(publish):
    publish("Gnat", size="tiny", base_hp=1, attacks=[attack_document(kind="magic")])
    publish("Ogre", size="large", base_hp=12, attacks=[attack_document(), attack_document(kind="ranged")])
    publish("Éland", size="medium", base_hp=6)
    publish("Dragon", size="large", base_hp=20, boss_damage=True, stats={"str": 5, "con": 4})


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("size=large", ["Dragon", "Ogre"]),
        ("power=boss", ["Dragon"]),
        ("power=standard&size=large", ["Ogre"]),
        ("ar=1%2F3", ["Gnat"]),
        ("ar=4%2F1", ["Dragon"]),
        ("attack=ranged", ["Ogre"]),
        ("attack=melee&size=tiny", []),
        ("q=dragon&size=large", ["Dragon"]),
        ("sort=name", ["Dragon", "Éland", "Gnat", "Ogre"]),
        ("sort=newest", ["Dragon", "Éland", "Ogre", "Gnat"]),
        ("sort=ar", ["Gnat", "Éland", "Ogre", "Dragon"]),
        ("sort=ar_high", ["Dragon", "Ogre", "Éland", "Gnat"]),
        ("size=enormous&sort=best&power=&attack=bite&ar=7", ["Dragon", "Éland", "Ogre", "Gnat"]),
    ],
)
def test_filters_and_order_stand_in_the_address(client, menagerie, query, shown):
    assert names(client.get(f"{LIST}?{query}")) == shown


def test_the_adversity_ratio_sorts_as_a_number(client, publish):
    # From 1/3 to 6/1; as text 1/2 would come before 1/3.
    for name, fields in {
        "third": {"size": "tiny", "base_hp": 1},
        "half": {"size": "small", "base_hp": 4},
        "one": {"size": "medium", "base_hp": 6},
        "six": {"size": "titanic", "base_hp": 27, "stats": {"str": 6, "con": 6}},
    }.items():
        publish(name, **fields)
    assert names(client.get(f"{LIST}?sort=ar")) == ["third", "half", "one", "six"]


def test_a_card_shows_what_a_game_master_scans_for(client, publish):
    publish("Goblin", attacks=[attack_document()])
    html = client.get(LIST).content.decode()
    card = html[html.index('<li class="creature-card') : html.index("</li>", html.index('<li class="creature-card'))]
    for shown in (
        "1/2",
        "18",
        "11",
        "15",
        "Small",
        "Standard",
        "level 5",
        "Rusty hook",
        'by <a href="/bestiary/by/ann/">ann</a>',
    ):
        assert shown in card
    assert re.search(r"<time[^>]*>\d+ \w+ \d{4}</time>", card)


def test_a_list_without_filters_finds_fault_with_none(client, publish):
    html = client.get(f"{LIST}?size=small").content.decode()
    assert re.findall(r'class="field__error"[^>]*>([^<]+)<', html) == []


def test_htmx_leaves_an_address_without_empty_filters(client, publish):
    response = client.get(f"{LIST}?q=gob&size=&power=&sort=name", headers={"HX-Request": "true"})
    assert response["HX-Push-Url"] == f"{LIST}?q=gob&sort=name"
    assert "No creatures shown." in response.content.decode()


# --- pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sort", ["newest", "name", "ar", "ar_high"])
def test_pages_show_every_creature_once_and_lead_back(client, publish, sort):
    for number in range(60):
        publish(
            f"Creature {number % 7}", size=["tiny", "small", "medium"][number % 3], base_hp=5, description=str(number)
        )
    seen, address, back = [], f"{LIST}?sort={sort}&q=creature", ""
    while address:
        html = client.get(address).content.decode()
        seen += re.findall(r'creature-card__name"><a href="([^"]+)"', html)
        following = re.search(r'rel="next" href="([^"]+)"', html)
        back = re.search(r'rel="prev" href="([^"]+)"', html)
        address = LIST + following[1].replace("&amp;", "&") if following else ""
    assert len(seen) == len(set(seen)) == 60
    html = client.get(LIST + back[1].replace("&amp;", "&")).content.decode()
    assert re.findall(r'creature-card__name"><a href="([^"]+)"', html) == seen[24:48]
    assert "q=creature" in back[1]


@pytest.mark.parametrize("edge", ["after=goblin", "before=", "after=00000000-0000-4000-8000-000000000000", "after=%00"])
def test_an_address_that_begins_nowhere_is_the_first_page(client, publish, edge):
    publish("Goblin")
    assert names(client.get(f"{LIST}?{edge}")) == ["Goblin"]


def test_a_page_goes_on_where_it_ended_though_that_creature_was_deleted(client, publish):
    creatures = [publish(f"C{number:02}") for number in range(30)]
    edge = creatures[6]
    Creature.objects.filter(pk=edge.pk).move_to_bin(timezone.now())
    assert names(client.get(f"{LIST}?after={edge.uid}")) == [f"C{number:02}" for number in range(5, -1, -1)]


def test_a_card_shows_the_numbers_of_its_page(publish):
    creature = publish("Salt Goblin", attacks=[attack_document()], abilities=[ability_document()], weaknesses=["Salt"])
    numbers = Creature.objects.with_numbers().get(pk=creature.pk)
    whole = Creature.objects.with_stats().get(pk=creature.pk)
    card, page = (wa.stat_block(each.to_rules(), each.level) for each in (numbers, whole))
    assert page.creature.abilities
    assert (card.numbers, card.adversity_ratio, card.power) == (page.numbers, page.adversity_ratio, page.power)


def test_a_list_costs_the_same_queries_whatever_it_shows(client, publish):
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{LIST}?q=creature&sort=name")
        return len(queries)

    publish("Creature", attacks=[attack_document()], tags=["a"])
    first = cost()
    for number in range(20):
        publish(f"Creature {number}", attacks=[attack_document()] * 3, tags=["a", str(number)], resistances=["Fire"])
    assert cost() == first
    assert first <= 6


# --- empty ----------------------------------------------------------------------------------------


def test_an_empty_bestiary_says_what_to_do_next(client, db):
    html = client.get(LIST).content.decode()
    assert "Nobody has published" in html
    assert 'href="/bestiary/creatures/new/"' in html


def test_my_empty_list_and_an_empty_search_say_so(client, publish):
    publish("Goblin")
    assert "You have no creatures yet" in client.get(f"{LIST}?mine=1").content.decode()
    assert "Nothing fits" in client.get(f"{LIST}?q=dragon").content.decode()
    assert "Nothing in the bin" in client.get("/bestiary/bin/").content.decode()


def test_a_search_that_finds_nothing_public_leads_to_the_same_search_among_mine(gm_client, gm):
    make_creature(gm, "private", name="Night Elf")
    html = gm_client.get(f"{LIST}?q=night+elf&system=worlds_awakening&rank=").content.decode()
    (link,) = re.findall(r'<a href="([^"]+)">search among mine', html)
    assert names(gm_client.get(unescape(link))) == ["Night Elf"]
    assert "search among mine" not in gm_client.get(f"{LIST}?mine=1&q=dragon").content.decode()


def test_logging_in_from_my_empty_list_leads_back_to_it(client, gm):
    make_creature(gm, "private", name="Night Elf")
    html = client.get(f"{LIST}?mine=1&q=night").content.decode()
    links = {unescape(link) for link in re.findall(r'<a href="([^"]+)">Log in', html)}
    (link,) = links  # the sentence's and the menu's
    asked = client.get(link).context["next"]
    answer = client.post(link, {"username": gm.username, "password": PASSWORD, "next": asked})
    assert names(client.get(answer["Location"])) == ["Night Elf"]
    assert parse_qs(urlsplit(answer["Location"]).query) == {"mine": ["1"], "q": ["night"]}


def test_my_list_shows_all_of_mine_with_their_visibility(gm_client, gm):
    for visibility in ("private", "unlisted", "public"):
        make_creature(gm, visibility, name=visibility)
    html = gm_client.get(f"{LIST}?mine=1").content.decode()
    for visibility in ("private", "unlisted", "public"):
        assert f'badge--{visibility}">{visibility.capitalize()}' in html
