"""The search index of the database at hand: it finds what the text has and follows every change of a row."""

import importlib
from random import Random
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.utils import timezone

from bestiary import querysets, search_index
from bestiary.models import Creature
from bestiary.search import facet, read_search, searchable
from tests.factories import attack_document, creature_document, make_creature, make_foe, make_user

SIGNS = "aAáàbßÉe\u0301İıfi 1½%_\\'\"*-^:&|!<>(){}[]=~/ \t\N{EN DASH}\u00a0\u200b龍🐉🦊\N{MAGE}कि."


def found(query: str, *facets: str) -> set[str]:
    return set(Creature.objects.matching(query, facets).values_list("name", flat=True))


def spelled(query: str, *facets: str) -> set[str]:
    spelled = Creature.objects.filter(search_text__spells=read_search(query, facets))
    return set(spelled.values_list("name", flat=True))


def store(author, texts: dict[str, str]) -> None:
    """Creatures of these names whose searched text is exactly this."""
    Creature.objects.bulk_create(
        [Creature(owner=author, name=name, search_text=searchable(text)) for name, text in texts.items()]
    )


def test_the_index_finds_exactly_the_texts_that_spell_the_search(gm):
    random = Random(5)
    texts = {str(n): "".join(random.choices(SIGNS, k=random.randrange(1, 30))) for n in range(300)}
    store(gm, texts)
    hits = 0
    for _ in range(400):
        query = "".join(random.choices(SIGNS, k=random.choice((1, 1, 2, 3))))
        if random.random() < 0.3:
            text = random.choice(list(texts.values()))
            query = text[(start := random.randrange(len(text))) : start + 6]
        search = read_search(query)
        if not search:
            continue
        spelt = {name for name, text in texts.items() if all(n in searchable(text) for n in search.needles)}
        assert found(query) == spelled(query) == spelt, query
        hits += bool(spelt)
    assert hits > 100


@pytest.mark.parametrize(
    "typed",
    [
        "AND",
        "goblin AND",
        "goblin OR elf",
        "NOT goblin",
        "NEAR(goblin elf)",
        "gob*",
        '"',
        '"goblin',
        "^goblin",
        "-goblin",
    ]
    + [
        "search_text:goblin",
        "{search_text} : goblin",
        "goblin + elf",
        "goblin:*",
        "'goblin",
        "goblin & elf",
        "goblin | elf",
    ]
    + ["!goblin", "goblin <-> elf", "(", ")", "\\", "%", "_", "?", ";", "--", "=", "=size:small", "\x00", "🐉", "NULL"],
)
def test_no_operator_of_a_database_is_one_here(gm, typed):
    store(gm, {"plain": "goblin elf", "literal": typed})
    assert found(typed) == ({"literal"} if read_search(typed) else {"plain", "literal"})


def test_a_word_is_found_by_its_beginning_alone(gm):
    store(gm, {"a": "Rust-Pilgrim of the Élan"})
    assert found("pil") == found("rust-pil") == found("ÉLA pilgrim") == {"a"}
    assert found("ilgrim") == found("pilgrims") == found("rust-grim") == found("pilgrim-rust") == set()


def test_the_index_follows_every_change_of_a_row(gm):
    creature = make_creature(gm, name="Ember")
    assert found("ember") == {"Ember"}
    Creature.objects.filter(pk=creature.pk).update(search_text=searchable("frost"))
    assert (found("ember"), found("frost")) == (set(), {"Ember"})
    creature.search_text = searchable("storm")
    Creature.objects.bulk_update([creature], ["search_text"])
    assert (found("frost"), found("storm")) == (set(), {"Ember"})
    Creature.objects.filter(pk=creature.pk).update(name="Gale", revision=7)
    assert found("storm") == {"Gale"}
    with transaction.atomic():
        Creature.objects.filter(pk=creature.pk).update(search_text=searchable("salt"))
        transaction.set_rollback(True)
    assert (found("salt"), found("storm")) == (set(), {"Gale"})
    Creature.objects.filter(pk=creature.pk).delete()
    assert found("storm") == set()
    store(gm, {"many": "storm", "more": "storm"})
    assert found("storm") == {"many", "more"}
    gm.delete()
    assert found("storm") == set()


def test_a_save_writes_the_text_and_the_facets_anew(gm):
    from bestiary.documents import save_document

    creature = make_creature(gm, name="Ember", size="large", tags=["cold iron"])
    assert found("iron", facet("size", "large"), facet("tag", "Cold Iron")) == {"Ember"}
    save_document(creature, creature_document(name="Frost", size="small"))
    assert found("iron") == found("", facet("size", "large")) == found("", facet("tag", "cold iron")) == set()
    assert found("fro", facet("size", "small")) == {"Frost"}


def test_an_index_that_a_migration_took_away_is_made_again(gm):
    creature = make_creature(gm, name="Ember")
    assert search_index.make_indexes("default") == []
    table = Creature._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"DROP TRIGGER {table}_search_update")
        else:
            connection.check_constraints()
            cursor.execute(f"DROP INDEX {table}_search")
        Creature.objects.filter(pk=creature.pk).update(search_text=searchable("frost"))
        connection.check_constraints()  # PostgreSQL changes no table while some wait for the end of the transaction
    assert search_index.make_indexes("default") == [table]
    assert (found("ember"), found("frost")) == (set(), {"Ember"})
    Creature.objects.filter(pk=creature.pk).update(search_text=searchable("salt"))
    assert found("salt") == {"Ember"}


def test_every_model_with_a_text_to_search_has_an_index(db):
    tables = search_index.searched_tables()
    assert {"bestiary_creature", "shop_item"} <= set(tables)
    for table in tables:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(f"SELECT rowid FROM {table}_search WHERE {table}_search MATCH 'x'")  # noqa: S608
            else:
                cursor.execute("SELECT to_regclass(%s)", [f"{table}_search"])
                assert cursor.fetchone()[0]


def test_a_search_over_a_relation_takes_the_index_of_its_table(gm):
    make_creature(gm, name="Ember", attacks=[attack_document(name="Flame")])
    from bestiary.models import Attack
    from bestiary.search import matching

    assert Attack.objects.filter(matching("emb", field="creature__search_text")).get().name == "Flame"
    assert not Attack.objects.filter(matching("frost", field="creature__search_text")).exists()


@pytest.mark.parametrize("many", [True, False])
def test_few_hits_and_many_give_the_same_list(gm, monkeypatch, many):
    monkeypatch.setattr(querysets, "has_many_hits", lambda *_: many)
    store(gm, {"one": "red goblin", "two": "goblin king", "three": "blue elf", "four": "goblins"})
    order = Creature.objects.order_by("name").values_list("name", flat=True)
    assert list(order.found("gob")) == ["four", "one", "two"]
    assert list(order.found("gob king")) == ["two"]
    assert list(order.found("dragon")) == []
    assert list(order.found("")) == ["four", "one", "three", "two"]


def test_hits_are_many_where_a_page_of_them_is_near_in_any_order(gm, monkeypatch):
    # Keys count on from other tests.
    monkeypatch.setattr(search_index, "isqrt", lambda last_key: 20)
    store(gm, {str(number): f"goblin {number}{' elf' * (number % 4 == 0)}" for number in range(400)})
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"ANALYZE {Creature._meta.db_table}")
    assert search_index.has_many_hits(Creature, read_search("gob"), "default")
    assert not search_index.has_many_hits(Creature, read_search("elf"), "default")
    assert not search_index.has_many_hits(Creature, read_search("dragon"), "default")


def test_texts_stored_before_are_written_as_they_are_now(gm):
    make_creature(
        gm,
        name="Élfe",
        description="It's 50%",
        habitat="forest",
        family="undead",
        tags=["cold iron", "b"],
        size="large",
        attacks=[attack_document(damage_type="Fire"), attack_document(kind="magic", damage_type="Old salt")],
        resistances=["Fire"],
        weaknesses=["Salt", "Iron"],
    )
    make_foe(gm, name="Warden", rank="boss", damage_type="cold", notes="Runs.", tags=["lamp"])
    now = dict(Creature.objects.values_list("pk", "search_text"))
    Creature.objects.update(search_text="élfe")
    migration = importlib.import_module("bestiary.migrations.0004_search")
    migration.write_search_texts(apps, SimpleNamespace(connection=connection))
    for key, text in Creature.objects.values_list("pk", "search_text"):
        assert sorted(text.split()) == sorted(now[key].split())
        assert text.startswith(" ")


def test_what_is_not_public_is_found_by_nobody_else(client, other_gm_client, gm, gm_client):
    secret = {"name": "Hidden", "description": "xylophone", "tags": ["xylem"]}
    make_creature(gm, "private", **secret)
    make_creature(gm, "unlisted", **secret)
    binned = make_creature(gm, "public", **secret)
    Creature.objects.filter(pk=binned.pk).move_to_bin(timezone.now())
    held = make_creature(gm, "public", **secret)
    Creature.objects.filter(pk=held.pk).update(held_at=timezone.now())
    for query in ("q=xyl", "q=xylophone&size=small", "tag=xylem", f"author={gm.username}", "q=xyl&sort=name"):
        for reader in (client, other_gm_client):
            page = reader.get(f"/bestiary/?{query}").content.decode()
            assert "Hidden" not in page
            assert "Nothing fits" in page
    assert gm_client.get("/bestiary/?mine=1&q=xyl").content.decode().count('creature-card__name"') == 3


def test_a_stranger_learns_nothing_from_the_edge_of_a_page(client, gm):
    hidden = make_creature(gm, "private", name="Hidden", description="xylophone")
    make_creature(make_user(), "public", name="Shown", description="xylophone")
    page = client.get(f"/bestiary/?q=xyl&after={hidden.uid}").content.decode()
    assert "Hidden" not in page
