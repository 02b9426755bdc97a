"""Both games in one list: filters, orders, cards, pages, and what it costs."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bestiary.models import Creature
from bestiary.rules import two_d12
from tests.factories import effect_document, make_creature, make_foe, make_user

LIST = "/bestiary/"


def names(response) -> list[str]:
    assert response.status_code == 200
    return re.findall(r'creature-card__name"><a href="[^"]+">(.*?)</a>', response.content.decode())


@pytest.fixture
def both(db):
    """A Foe of each rank and two creatures of the other game, the last made the newest."""
    author = make_user("ann")
    made = [make_foe(author, "public", name=rank.label, rank=rank.value) for rank in two_d12.Rank]
    made += [make_creature(author, "public", name="Goblin")]
    made += [make_creature(author, "public", name="Dragon", size="large", base_hp=20, boss_damage=True)]
    for minutes, creature in enumerate(made):
        Creature.objects.filter(pk=creature.pk).update(created=timezone.now() - timedelta(minutes=60 - minutes))
    return made


RANKS = [rank.label for rank in two_d12.Rank]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Dragon", "Goblin", *reversed(RANKS)]),
        ("?system=two_d12", [*reversed(RANKS)]),
        ("?system=worlds_awakening", ["Dragon", "Goblin"]),
        ("?system=chess", ["Dragon", "Goblin", *reversed(RANKS)]),
        ("?rank=boss", ["Boss"]),
        ("?rank=general", ["Dragon", "Goblin", *reversed(RANKS)]),
        ("?power=boss", ["Dragon"]),
        ("?ar=1/2", ["Goblin"]),
        ("?sort=rank", RANKS),
        ("?sort=rank_high", [*reversed(RANKS)]),
        ("?sort=ar_high", ["Dragon", "Goblin"]),
        ("?sort=name", sorted([*RANKS, "Dragon", "Goblin"])),
        # What the chosen game does not have means nothing.
        ("?system=two_d12&size=large&power=boss&ar=3/1&attack=melee", [*reversed(RANKS)]),
        ("?system=worlds_awakening&rank=boss", ["Dragon", "Goblin"]),
        ("?system=two_d12&sort=ar", [*reversed(RANKS)]),
        ("?system=worlds_awakening&sort=rank", ["Dragon", "Goblin"]),
        ("?q=leader", ["Leader"]),
    ],
)
def test_filters_and_orders_of_two_games(client, both, query, found):
    assert names(client.get(LIST + query)) == found


@pytest.mark.parametrize(
    ("query", "left_out"),
    [("?sort=ar", "Foes of 2d12 Traits are left out"), ("?sort=rank", "creatures of Worlds Awakening are left out")],
)
def test_an_order_that_one_game_has_says_that_the_other_is_left_out(client, both, query, left_out):
    assert left_out in client.get(LIST + query).content.decode()
    assert "left out" not in client.get(LIST).content.decode()
    assert "left out" not in client.get(f"{LIST}{query}&system=two_d12").content.decode()


def test_the_address_to_bookmark_has_no_filter_of_the_other_game(client, both):
    response = client.get(f"{LIST}?system=two_d12&size=large&rank=boss&q=", headers={"HX-Request": "true"})
    assert response["HX-Push-Url"] == "/bestiary/?system=two_d12&rank=boss"


def test_the_filters_open_with_what_was_chosen(client, both):
    html = client.get(f"{LIST}?system=two_d12&rank=boss").content.decode()
    assert '<option value="two_d12" selected>' in html
    assert '<option value="boss" selected>' in html
    assert re.search(r'<details class="filters__more"[^>]* open', html)


def test_a_foes_card_shows_its_numbers_damage_and_effects(client, db):
    make_foe(make_user("ann"), "public", rank="minion", effects=[effect_document(), effect_document(effect="shocked")])
    html = client.get(LIST).content.decode()
    text = " ".join(re.sub("<[^>]+>", " ", html[html.index("creature-card__name") :]).split())
    assert "Lamp warden Minion · 2d12 Traits Threat ½ Guard 6 Vitality 12 Stamina —" in text
    assert "Damage 2d6+1 fire · Burning · Shocked by ann" in text


def test_pages_by_rank_lose_and_repeat_nobody(client, db):
    author = make_user()
    for number in range(60):
        make_foe(author, "public", name=f"Foe {number}", rank=list(two_d12.Rank)[number % 6].value)
    seen, address = [], f"{LIST}?sort=rank"
    while address:
        response = client.get(address)
        seen += names(response)
        following = re.search(r'rel="next" href="([^"]+)"', response.content.decode())
        address = LIST + following[1].replace("&amp;", "&") if following else ""
    assert len(seen) == len(set(seen)) == 60
    order = {f"Foe {number}": number % 6 for number in range(60)}
    assert [order[name] for name in seen] == sorted(order.values())


def test_a_page_after_a_creature_of_the_other_game_is_the_first(client, both):
    goblin = next(creature for creature in both if creature.name == "Goblin")
    assert names(client.get(f"{LIST}?sort=rank&after={goblin.uid}")) == RANKS
    assert names(client.get(f"{LIST}?sort=ar&after={both[0].uid}")) == ["Goblin", "Dragon"]


@pytest.mark.parametrize("query", ["", "?system=two_d12", "?sort=rank", "?rank=soldier", "?q=lamp"])
def test_what_the_list_costs_does_not_grow_with_what_it_shows(client, db, query):
    author = make_user()

    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(LIST + query)
        return len(queries)

    make_foe(author, "public", effects=[effect_document()], tags=["a"])
    make_creature(author, "public", name="Lamp goblin")
    few = cost()
    for number in range(20):
        make_foe(author, "public", effects=[effect_document()] * 5, tags=[str(number)])
        make_creature(author, "public", name="Lamp goblin")
    assert cost() == few


def test_a_foe_may_be_the_creature_of_the_day(client, gm):
    make_foe(gm, "public")
    html = client.get("/").content.decode()
    assert "foe-card" in html
    assert "Lamp warden" in html
