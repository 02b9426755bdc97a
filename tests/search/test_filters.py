"""The filters of the bestiary: each in the address, alone and together, on both ways to a page."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bestiary import querysets
from bestiary.models import Creature
from tests.factories import ability_document, attack_document, make_creature, make_foe, make_guest, make_user

LIST = "/bestiary/"


def names(response) -> list[str]:
    assert response.status_code == 200
    return sorted(re.findall(r'creature-card__name"><a href="[^"]+">(.*?)</a>', response.content.decode()))


@pytest.fixture(params=["sorted", "walked"])
def ark(db, request, monkeypatch):
    """Creatures that differ in everything one can filter by; pages come from few hits and from many."""
    if request.param == "walked":
        monkeypatch.setattr(querysets, "has_many_hits", lambda *_: True)
    ann, bob = make_user("Ann"), make_user("bob smith")
    make_creature(
        ann,
        "public",
        name="Salamander",
        size="large",
        base_hp=20,
        boss_damage=True,
        habitat="volcanic",
        family="elemental",
        tags=["lava", "cold iron"],
        attacks=[attack_document(kind="magic", damage_type="Fire"), attack_document(damage_type="Piercing")],
        resistances=["Fire"],
        weaknesses=["Ice", "Old Salt"],
    )
    make_creature(
        bob,
        "public",
        name="Frost fox",
        size="tiny",
        base_hp=1,
        habitat="arctic",
        family="beast",
        tags=["élan"],
        attacks=[attack_document(damage_type="Ice")],
        resistances=["Ice"],
        weaknesses=["Fire"],
    )
    make_foe(ann, "public", name="Warden", rank="boss", damage_type="fire", habitat="arctic")
    make_creature(make_guest(), "public", name="Stray")
    make_creature(bob, "private", name="Secret", habitat="arctic", tags=["lava"])


EVERYBODY = ["Frost fox", "Salamander", "Stray", "Warden"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", EVERYBODY),
        ("system=worlds_awakening", ["Frost fox", "Salamander", "Stray"]),
        ("size=large", ["Salamander"]),
        ("power=boss", ["Salamander"]),
        ("ar=1/3", ["Frost fox"]),
        ("attack=magic", ["Salamander"]),
        ("damage=Fire", ["Salamander", "Warden"]),
        ("damage=fire&system=two_d12", ["Warden"]),
        ("damage=piercing&attack=magic", ["Salamander"]),
        ("resistance=ice", ["Frost fox"]),
        ("weakness=ICE", ["Salamander"]),
        ("weakness=old+salt", ["Salamander"]),
        ("weakness=old", []),
        ("habitat=arctic", ["Frost fox", "Warden"]),
        ("family=beast", ["Frost fox"]),
        ("tag=Cold++iron", ["Salamander"]),
        ("tag=elan", ["Frost fox"]),
        ("tag=cold", []),
        ("author=Ann", ["Salamander", "Warden"]),
        ("author=BOB+SMITH", ["Frost fox"]),
        ("author=bob", []),
        ("author=Guest", []),
        ("rank=boss", ["Warden"]),
        ("q=salam&author=ann&habitat=volcanic", ["Salamander"]),
        ("q=salam&author=ann&habitat=arctic", []),
        ("q=fox&size=tiny&weakness=fire&tag=élan&sort=name", ["Frost fox"]),
        ("habitat=moon&family=cousin", EVERYBODY),
        # The other game has no such thing.
        ("system=two_d12&resistance=ice&weakness=fire", ["Warden"]),
        # What shows nothing is no word.
        ("tag=%E2%80%8B&damage=%00", EVERYBODY),
    ],
)
def test_a_filter_leaves_what_it_says(client, ark, query, found):
    assert names(client.get(f"{LIST}?{query}")) == found


@pytest.mark.parametrize("field", ["tag", "damage", "resistance", "weakness", "author"])
@pytest.mark.parametrize(
    "typed", ["%", "'", '"', "*", "\\", "=size:large", "fire AND ice", "\x00", "🐉", "x" * 300, ":*"]
)
def test_nothing_typed_into_a_filter_is_an_error(client, ark, field, typed):
    shown = names(client.get(LIST, {field: typed}))
    assert shown == ([] if typed != "\x00" else EVERYBODY)


def test_the_rare_filters_are_folded_until_one_is_used(client, ark):
    def open_parts(query: str) -> list[str]:
        return re.findall(r'<details class="filters__(\w+)"[^>]* open', client.get(f"{LIST}?{query}").content.decode())

    assert open_parts("q=fox") == []
    assert open_parts("size=tiny") == ["more"]
    assert open_parts("tag=lava") == ["more", "rare"]


def test_a_typed_filter_stands_in_its_field_and_in_the_address_of_other_pages(client, db):
    author = make_user("Ann")
    for number in range(30):
        make_creature(author, "public", name=f"C{number}", tags=["lava"])
    page = client.get(f"{LIST}?tag=lava&author=Ann&habitat=").content.decode()
    assert re.search(r'<input[^>]*name="tag"[^>]*value="lava"', page)
    following = re.search(r'rel="next" href="([^"]+)"', page)[1]
    assert "tag=lava" in following
    assert "author=Ann" in following
    assert "habitat" not in following


def test_creatures_of_one_name_are_told_apart_by_author_and_date(client, db):
    for days, author in enumerate(("Ann", "Bob"), start=40):
        creature = make_creature(make_user(author), "public", name="Goblin")
        Creature.objects.filter(pk=creature.pk).update(created=timezone.now() - timedelta(days=days))
    page = client.get(f"{LIST}?q=goblin").content.decode()
    assert page.count(">Goblin</a>") == 2
    assert {"Ann", "Bob"} <= set(re.findall(r">(\w+)</a> · <time", page))
    assert len(set(re.findall(r'<time datetime="([^"]+)">', page))) == 2


def test_a_search_with_filters_asks_the_database_as_often_whatever_it_finds(client, db):
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{LIST}?q=creature&size=small&tag=a&author=ann&sort=name")
        return len(queries)

    author = make_user("ann")
    make_creature(author, "public", name="Creature", attacks=[attack_document()], tags=["a"])
    first = cost()
    for number in range(20):
        attacks, abilities = [attack_document()] * 3, [ability_document()]
        make_creature(
            author, "public", name=f"Creature {number}", attacks=attacks, abilities=abilities, tags=["a", str(number)]
        )
    assert cost() == first <= 7


def test_a_page_of_one_creature_asks_the_database_as_often_whatever_it_has(client, db):
    def cost(**fields) -> int:
        creature = make_creature(make_user(), "public", **fields)
        client.get(creature.get_absolute_url())
        with CaptureQueriesContext(connection) as queries:
            client.get(creature.get_absolute_url())
        return len(queries)

    many = {"attacks": [attack_document()] * 12, "abilities": [ability_document()] * 4, "tags": list("abcdefgh")}
    assert cost(attacks=[attack_document()]) == cost(**many, resistances=["Fire", "Ice"], weaknesses=["Salt"])
