"""Ancestries and classes as documents and rows: there and back again, and what no row may hold."""

import pytest
from django.db import IntegrityError, transaction

from bestiary.documents import SavedElsewhereError
from bestiary.documents.makings import (
    ancestry_document,
    ancestry_from_document,
    class_document,
    class_from_document,
    lends_outfits,
    save_ancestry,
    save_class,
)
from bestiary.models import Ancestry, CharacterClass, ClassOutfit, InnateAbility
from bestiary.rules.errors import RulesError
from tests.makings.things import NOTHING, ability_doc, ancestry_doc, class_doc, item_doc, make_ancestry, make_class
from tests.makings.things import outfit_doc as outfit

pytestmark = pytest.mark.django_db
UID = "11111111-2222-4333-8444-555555555555"
ANCESTRIES = [
    ancestry_doc(),
    ancestry_doc(adaptability=3, innate_abilities=[], modifiers=NOTHING, tags=["small", "warm"], description="Old."),
    ancestry_doc(
        innate_abilities=[
            ability_doc(limit_kind=None, limit_count=None, text=""),
            ability_doc(name="Squeak", limit_kind="cooldown", limit_count=3),
        ]
    ),
]
CLASSES = [
    class_doc(),
    class_doc(
        magic_stat="cha", outfits=[outfit(), outfit(item_doc(name="B"), item_doc(id=UID), name="At home", id=UID)]
    ),
    class_doc(outfits_of={"id": None, "name": "Nightwatch", "author": "Otto", "revision": 4}, outfits=[outfit()]),
    class_doc(outfits=[{"id": None, "name": "Nothing yet", "items": []}], tags=["city"], description="Light."),
]


@pytest.mark.parametrize("document", ANCESTRIES, ids=range(len(ANCESTRIES)))
def test_an_ancestry_comes_back_from_its_rows_as_it_went_in(document):
    make_ancestry(**document)
    ancestry = Ancestry.objects.with_rows().get()
    assert ancestry_document(ancestry) == {"type": "ancestry", "version": 1, "id": str(ancestry.uid)} | document
    assert ancestry.to_rules() == ancestry_from_document(document)


@pytest.mark.parametrize("document", CLASSES, ids=range(len(CLASSES)))
def test_a_class_comes_back_from_its_rows_as_it_went_in(document):
    make_class(**document)
    made = CharacterClass.objects.with_rows().get()
    assert class_document(made) == {"type": "class", "version": 1, "id": str(made.uid)} | document
    assert made.to_rules() == class_from_document(document)


def test_a_document_saved_from_a_document_is_the_same_to_the_byte():
    first = make_class(**CLASSES[1])
    text = class_document(CharacterClass.objects.with_rows().get(pk=first.pk))
    second = make_class(**text)
    again = class_document(CharacterClass.objects.with_rows().get(pk=second.pk))
    assert {**again, "id": text["id"]} == text
    assert list(again) == list(text)


def test_a_second_save_leaves_nothing_of_the_first():
    ancestry = make_ancestry(innate_abilities=[ability_doc(name="A"), ability_doc(name="B")])
    save_ancestry(ancestry, ancestry_doc(innate_abilities=[ability_doc(name="B")]))
    assert [row.name for row in InnateAbility.objects.all()] == ["B"]
    made = make_class(outfits=[outfit(name="A"), outfit(name="B")])
    save_class(made, class_doc(outfits=[outfit(name="B")]))
    assert [row.name for row in ClassOutfit.objects.all()] == ["B"]


def test_an_outfit_is_priced_by_the_shops_rules_whatever_a_document_claims():
    make_class(outfits=[outfit(item_doc(list_price=1, price=None), item_doc(damage="1d6", roll_bonus=0))])
    row = ClassOutfit.objects.get()
    assert [item["price"] for item in row.items] == [160, 60]
    assert row.price == 220
    assert "list_price" not in row.items[0]["document"]


def test_a_class_remembers_whose_outfits_it_has(gm, other_gm):
    lender = make_class(other_gm, visibility="public", name="Nightwatch", outfits=[outfit()])
    lent = lends_outfits(CharacterClass.objects.with_rows().get(pk=lender.pk))
    make_class(gm, **lent)
    made = CharacterClass.objects.with_rows().get(owner=gm)
    assert (made.outfits_of, made.outfits_of_name, made.outfits_of_author) == (lender, "Nightwatch", "Otto")
    lender.delete()
    made = CharacterClass.objects.with_rows().get(owner=gm)
    assert class_document(made)["outfits_of"] == {"id": None, "name": "Nightwatch", "author": "Otto", "revision": 1}
    assert [row.name for row in made.outfits.all()] == ["On the street"]


def test_a_document_cannot_point_at_a_class_that_its_owner_may_not_see(gm, other_gm):
    hidden = make_class(other_gm, name="Nightwatch")
    document = class_doc(outfits_of={"id": str(hidden.uid), "name": "Nightwatch", "author": "Otto", "revision": 1})
    made = make_class(gm, **document)
    assert made.outfits_of is None


def test_of_two_saves_of_the_same_reading_one_is_held_back():
    ancestry = make_ancestry()
    twin = Ancestry.objects.get(pk=ancestry.pk)
    save_ancestry(ancestry, ancestry_doc(name="First"))
    with pytest.raises(SavedElsewhereError):
        save_ancestry(twin, ancestry_doc(name="Second"))
    assert [row.name for row in Ancestry.objects.all()] == ["First"]


@pytest.mark.parametrize(
    ("document", "field", "part_of_message"),
    [
        (ancestry_doc(name=""), "name", "blank"),
        (ancestry_doc(name=None), "name", "text"),
        (ancestry_doc(modifiers={**NOTHING, "wis": 4}), "modifiers.wis", "−2 to 3"),
        (ancestry_doc(modifiers={**NOTHING, "wis": "2"}), "modifiers.wis", "−2 to 3"),
        (ancestry_doc(modifiers={**NOTHING, "wis": True}), "modifiers.wis", "−2 to 3"),
        (ancestry_doc(modifiers={**NOTHING, "wis": 3, "str": 1}), "modifiers", "+4: take 1 point away"),
        (ancestry_doc(modifiers=[1, 2]), "modifiers", "object"),
        (ancestry_doc(adaptability=4), "adaptability", "0 to 3"),
        (ancestry_doc(innate_abilities="sleep"), "innate_abilities", "list"),
        (ancestry_doc(innate_abilities=["sleep"]), "innate_abilities.0", "object"),
        (ancestry_doc(innate_abilities=[ability_doc(name="")]), "innate_abilities.0.name", "blank"),
        (ancestry_doc(innate_abilities=[ability_doc(limit_count=100)]), "innate_abilities.0.limit_count", "1 to 99"),
        (ancestry_doc(innate_abilities=[ability_doc(text="a\x00b")]), "innate_abilities.0.text", "cannot be stored"),
        ("ancestry", "", "object"),
    ],
    ids=lambda value: str(value)[-60:],
)
def test_what_an_ancestry_may_not_hold_is_refused_at_its_place(document, field, part_of_message):
    with pytest.raises(RulesError) as refused:
        ancestry_from_document(document)
    assert refused.value.field == field
    assert part_of_message in refused.value.message


@pytest.mark.parametrize(
    ("document", "field", "part_of_message"),
    [
        (class_doc(magic_stat="luck"), "magic_stat", "must be one of"),
        (class_doc(magic_stat=["int"]), "magic_stat", "must be one of"),
        (class_doc(outfits=[outfit()] * 9), "outfits", "At most 8"),
        (class_doc(outfits=[outfit(name="")]), "outfits.0.name", "blank"),
        (class_doc(outfits=[outfit(id="no id")]), "outfits.0.id", "An id"),
        (class_doc(outfits=[outfit(id=7)]), "outfits.0.id", "An id"),
        (class_doc(outfits=[outfit(*[item_doc()] * 31)]), "outfits.0.items", "At most 30"),
        (class_doc(outfits=[outfit(item_doc(roll_bonus=9))]), "outfits.0.items.0.roll_bonus", "−3 to 3"),
        (class_doc(outfits=[outfit(item_doc(name=""))]), "outfits.0.items.0.name", "name"),
        (class_doc(outfits=[outfit(item_doc(), item_doc(kind="spell"))]), "outfits.0.items.1.kind", "a weapon"),
        (class_doc(outfits=[{"name": "A", "items": ["sword"]}]), "outfits.0.items.0", "object"),
        (class_doc(outfits_of="Nightwatch"), "outfits_of", "object"),
        (class_doc(outfits_of={"name": ""}), "outfits_of.name", "blank"),
        (class_doc(outfits_of={"name": "A", "revision": 0}), "outfits_of.revision", "1 to"),
        (class_doc(outfits_of={"name": "A", "author": 5}), "outfits_of.author", "text"),
    ],
    ids=lambda value: str(value)[-60:],
)
def test_what_a_class_may_not_hold_is_refused_at_its_place(document, field, part_of_message):
    with pytest.raises(RulesError) as refused:
        class_from_document(document)
    assert refused.value.field == field
    assert part_of_message in refused.value.message


@pytest.mark.parametrize(
    "wrong",
    [{"strength": 4}, {"charisma": -3}, {"strength": 3, "dexterity": 3}, {"adaptability": 4}, {"name": ""}],
    ids=str,
)
def test_no_row_of_an_ancestry_holds_what_the_rules_refuse(wrong):
    make_ancestry()
    with pytest.raises(IntegrityError), transaction.atomic():
        Ancestry.objects.update(**wrong)


@pytest.mark.parametrize("wrong", [{"limit_kind": "moon"}, {"limit_count": None}, {"order": 4}, {"name": ""}], ids=str)
def test_no_row_of_an_innate_ability_holds_what_the_rules_refuse(wrong):
    make_ancestry()
    with pytest.raises(IntegrityError), transaction.atomic():
        InnateAbility.objects.update(**wrong)


@pytest.mark.parametrize("wrong", [{"wisdom": 1}, {"magic_stat": "mag"}, {"visibility": "secret"}], ids=str)
def test_no_row_of_a_class_holds_what_the_rules_refuse(wrong):
    made = make_class(outfits=[outfit()])
    with pytest.raises(IntegrityError), transaction.atomic():
        CharacterClass.objects.update(**wrong)
    with pytest.raises(IntegrityError), transaction.atomic():
        CharacterClass.objects.update(outfits_of=made)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClassOutfit.objects.update(order=8)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClassOutfit.objects.update(name="")


def test_searches_find_abilities_outfits_raised_stats_and_tags():
    make_ancestry(tags=["small"])
    make_class(outfits=[outfit(name="Márket day")])
    assert Ancestry.objects.matching("winter sle").exists()
    assert Ancestry.objects.matching("", ["=raises:dex", "=tag:small", "=adaptability:1"]).exists()
    assert not Ancestry.objects.matching("", ["=raises:str"]).exists()
    assert CharacterClass.objects.matching("market", ["=magic:int", "=raises:str"]).exists()
    assert not CharacterClass.objects.matching("market", ["=magic:wis"]).exists()
