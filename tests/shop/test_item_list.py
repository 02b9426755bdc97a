"""The list of items: search, filters, orders and pages, all in the address."""

import re

import pytest
from django.utils import timezone

from shop.models import Item
from tests.factories import make_user
from tests.shop.items import LIST, arm_guard, crossing, longsword, make_item, text_of


@pytest.fixture
def publish(db):
    author = make_user("Ada")

    def make(document: dict, **fields) -> Item:
        return make_item(author, document, visibility=fields.pop("visibility", "public"), **fields)

    return make


@pytest.fixture
def stall(publish):
    """Seven things that differ in everything a filter asks for."""
    publish(longsword(), tags=["blade"])
    publish(longsword(name="Great axe", two_handed=True, damage="1d12", roll_bonus=0, damage_type="slashing"))
    publish(
        longsword(name="Épée", stat="dex", damage="1d6", roll_bonus=1, damage_type="Piercing"), tags=["blade", "élan"]
    )
    publish(longsword(name="Wand", stat="int", damage="2d4", roll_bonus=0, damage_type="moonlight"))
    publish(arm_guard())
    publish(arm_guard(name="Cap", bonuses={"magical_defence": 0}, special_effect={"text": "Dry in rain", "value": 5}))
    publish(crossing())


def names(html: str) -> list[str]:
    return re.findall(r'creature-card__name"><a href="[^"]*">(.*?)</a>', html)


def shown(client, query: str) -> list[str]:
    return names(client.get(f"{LIST}{query}").content.decode())


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?sort=name", ["Arm Guard", "Cap", "Crossing", "Épée", "Great axe", "Longsword", "Wand"]),
        ("?sort=price", ["Cap", "Arm Guard", "Crossing", "Épée", "Wand", "Great axe", "Longsword"]),
        ("?sort=price_high", ["Longsword", "Great axe", "Wand", "Épée", "Crossing", "Arm Guard", "Cap"]),
        ("", ["Crossing", "Cap", "Arm Guard", "Wand", "Épée", "Great axe", "Longsword"]),
        ("?q=epee", ["Épée"]),
        ("?q=dry+rain", ["Cap"]),
        ("?q=moonlight", ["Wand"]),
        ("?kind=service", ["Crossing"]),
        ("?kind=equipment&sort=name", ["Arm Guard", "Cap"]),
        ("?stat=dex", ["Épée"]),
        ("?die=d8", ["Longsword"]),
        ("?hands=two", ["Great axe"]),
        ("?hands=one&sort=name", ["Épée", "Longsword", "Wand"]),
        ("?damage_type=Slashing&sort=name", ["Great axe", "Longsword"]),
        ("?bonus=magical_defence", ["Cap"]),
        ("?price_from=45&price_to=120&sort=price", ["Crossing", "Épée", "Wand", "Great axe"]),
        ("?tag=Blade&sort=name", ["Épée", "Longsword"]),
        ("?tag=blade&die=d6&kind=weapon", ["Épée"]),
        ("?kind=service&die=d8", []),
        # Words that mean nothing are ignored.
        ("?kind=spell&stat=luck&die=d7&hands=three&bonus=x&price_from=abc&sort=size&q=cap", ["Cap"]),
    ],
)
def test_filters_and_order_stand_in_the_address(client, stall, query, found):
    assert shown(client, query) == found


def test_a_card_shows_what_a_game_master_scans_for(client, publish):
    publish(longsword(special_effect={"text": "Hums near water.", "value": 10}))
    text = text_of(client.get(LIST).content.decode())
    assert "Weapon · one-handed · Slashing STR+2 DM 1d8+2 170 NX Hums near water. by Ada" in text


@pytest.mark.parametrize("sort", ["newest", "name", "price", "price_high"])
def test_pages_show_every_item_once_and_lead_back(client, publish, sort):
    for number in range(50):
        publish(crossing(name=f"Ferry {number % 7}", price=number % 5))
    address, pages = f"{LIST}?sort={sort}", []
    while address:
        html = client.get(address).content.decode()
        pages.append(re.findall(r'creature-card__name"><a href="([^"]*)"', html))
        following = re.search(r'rel="next" href="([^"]*)"', html)
        address = f"{LIST}{following[1].replace('&amp;', '&')}" if following else ""
    assert [len(page) for page in pages] == [24, 24, 2]
    assert len({link for page in pages for link in page}) == 50
    back = re.search(r'rel="prev" href="([^"]*)"', html)[1].replace("&amp;", "&")
    assert re.findall(r'creature-card__name"><a href="([^"]*)"', client.get(LIST + back).content.decode()) == pages[1]


def test_a_list_costs_the_same_queries_whatever_it_shows(client, publish, django_assert_max_num_queries):
    publish(longsword())
    with django_assert_max_num_queries(1) as few:
        client.get(LIST)
    for number in range(12):
        publish(longsword(name=f"Sword {number}", special_effect={"text": "Hums", "value": 1}), tags=["blade"])
        publish(crossing(name=f"Ferry {number}", description="Over the **river**."))
    with django_assert_max_num_queries(1) as many:
        client.get(LIST)
    assert len(many) == len(few)


def test_the_list_holds_neither_private_nor_unlisted_nor_deleted_items_of_others(gm_client, publish):
    for visibility in ("private", "unlisted", "public"):
        publish(longsword(name=visibility), visibility=visibility)
    publish(longsword(name="gone"))
    Item.objects.filter(name="gone").move_to_bin(timezone.now())
    assert shown(gm_client, "") == ["public"]


def test_my_list_shows_all_of_mine_with_their_visibility(gm_client, gm, publish):
    publish(longsword(name="Theirs"))
    for visibility in ("private", "unlisted", "public"):
        make_item(gm, name=f"Mine, {visibility}", visibility=visibility)
    html = gm_client.get(f"{LIST}?mine=1").content.decode()
    assert sorted(names(html)) == ["Mine, private", "Mine, public", "Mine, unlisted"]
    for visibility in ("private", "unlisted", "public"):
        assert f"badge--{visibility}" in html


def test_htmx_leaves_an_address_without_empty_filters(client, stall):
    response = client.get(f"{LIST}?q=&kind=weapon&die=&tag=", headers={"HX-Request": "true"})
    assert response["HX-Push-Url"] == f"{LIST}?kind=weapon"
    assert "4 items shown." in response.content.decode()


def test_empty_lists_say_what_to_do_next(client, db):
    assert "Nobody has published an item yet" in client.get(LIST).content.decode()
    assert "Nothing fits" in client.get(f"{LIST}?q=x").content.decode()
    assert "You have no items yet" in client.get(f"{LIST}?mine=1").content.decode()


def test_the_shop_is_found_from_every_page(client, db):
    home = client.get("/").content.decode()
    assert home.count('href="/shop/"') == 3  # navigation twice, and a door of the front page
    assert '<li><a href="/shop/" aria-current="page">Shop</a></li>' in client.get(LIST).content.decode()
