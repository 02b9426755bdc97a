"""Items as documents and rows: there and back again, and what no row may hold."""

import pytest
from django.db import IntegrityError, transaction

from bestiary.documents import SavedElsewhereError
from bestiary.rules.errors import RulesError
from shop.documents import item_document, rules_from_document, save_document
from shop.models import Item
from shop.rules import Change, upgrade
from tests.shop.items import arm_guard, crossing, longsword, make_item

CURSE = {"text": "Hums at night.", "value": -30}
DOCUMENTS = [
    longsword(),
    longsword(two_handed=True, damage="4d12-5", roll_bonus=-3, damage_type="", special_effect=CURSE),
    longsword(stat="cha", damage="2d4", roll_bonus=0, added_dice=1, tags=["blade", "night"], description="Old."),
    arm_guard(),
    arm_guard(bonuses={"physical_defence": 0, "magical_attack": -3}, special_effect=CURSE),
    arm_guard(bonuses={}),
    crossing(),
    crossing(price=0),
]


@pytest.mark.django_db
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(sorted(document.values(), key=str)[:3]))
def test_a_document_comes_back_from_its_row_as_it_went_in(document):
    make_item(document=document)
    item = Item.objects.with_texts().get()
    head = {"type": "item", "version": 1, "id": str(item.uid)}
    assert item_document(item) == head | document
    assert item.to_rules() == rules_from_document(document)


@pytest.mark.django_db
def test_a_row_keeps_the_price_that_lists_sort_by():
    prices = [make_item(document=document).list_price for document in (longsword(), arm_guard(), crossing())]
    assert prices == [160, 40, 45]
    assert make_item(document=arm_guard(bonuses={"melee_attack": -1})).list_price == 0


@pytest.mark.django_db
def test_an_item_that_becomes_another_kind_leaves_nothing_of_the_old_one():
    item = make_item(document=longsword(special_effect=CURSE))
    save_document(item, crossing())
    again = Item.objects.get()
    assert (again.kind, again.price, again.dice_sides, again.stat, again.special_effect) == (
        "service",
        45,
        None,
        "",
        None,
    )


@pytest.mark.django_db
def test_of_two_saves_of_the_same_reading_one_is_held_back():
    item = make_item()
    twin = Item.objects.get(pk=item.pk)
    save_document(item, longsword(name="First"))
    with pytest.raises(SavedElsewhereError):
        save_document(twin, longsword(name="Second"))
    assert Item.objects.get().name == "First"


@pytest.mark.parametrize(
    ("document", "field", "part_of_message"),
    [
        (longsword(roll_bonus=4), "roll_bonus", "−3 to 3"),
        (longsword(damage="5d6"), "damage.count", "these are 5"),
        (longsword(damage="4d6"), "damage.count", "a two-handed one up to 4"),
        (longsword(damage="d7"), "damage.sides", "not d7"),
        (longsword(damage="2d6+1d4"), "damage", "2d6+1d4"),
        (longsword(damage="1d6+6"), "damage.bonus", "−5 to 5"),
        (longsword(damage="2d6", added_dice=2), "added_dice", "0 to 1"),
        (longsword(damage="2d6+5", added_dice=1), "damage.bonus", "+4 at most"),
        (longsword(special_effect=[CURSE, CURSE]), "special_effect", "one special effect only"),
        (longsword(special_effect={"text": "Glows.", "value": "abc"}), "special_effect.value", "whole number"),
        (longsword(special_effect="glows"), "special_effect", "object"),
        (longsword(price=5), "price", "A weapon has no price"),
        (arm_guard(bonuses={"melee_attack": 4}), "bonuses.melee_attack", "−3 to 3"),
        (arm_guard(bonuses={"luck": 1}), "bonuses", "must be one of"),
        (arm_guard(damage="1d6"), "damage", "Equipment has no damage"),
        (crossing(price=-1), "price", "0 to 99999"),
        (crossing(price="abc"), "price", "whole number"),
        (crossing(special_effect=CURSE), "special_effect", "A service has no special effect"),
        ({"name": "Nothing"}, "kind", "a weapon, equipment or a service"),
        ({"kind": ["weapon"], "name": "Nothing"}, "kind", "a weapon, equipment or a service"),
    ],
    ids=str,
)
def test_what_a_document_may_not_hold_is_refused_at_its_place(document, field, part_of_message):
    with pytest.raises(RulesError) as refused:
        rules_from_document(document)
    assert refused.value.field == field
    assert part_of_message in refused.value.message


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("document", "field"),
    [
        (longsword(name=""), "name"),
        (longsword(tags=["x" * 41]), "tags"),
        (longsword(description="x" * 4001), "description"),
    ],
    ids=["name", "tags", "description"],
)
def test_what_only_a_kept_item_needs_is_asked_when_it_is_saved(document, field):
    with pytest.raises(RulesError) as refused:
        make_item(document=document)
    assert refused.value.field == field
    assert not Item.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        (longsword(), {"roll_bonus": 4}),
        (longsword(), {"roll_bonus": None}),
        (longsword(), {"dice_sides": 7}),
        (longsword(), {"dice_count": 5}),
        (longsword(), {"dice_count": 4}),
        (longsword(), {"added_dice": 1}),
        (longsword(), {"damage_bonus": 6}),
        (longsword(), {"stat": ""}),
        (longsword(), {"melee_attack": 1}),
        (longsword(), {"price": 10}),
        (longsword(), {"kind": "spell"}),
        (longsword(), {"name": ""}),
        (longsword(), {"special_effect_text": "Worth nothing?"}),
        (longsword(), {"special_effect_value": 10_000}),
        (arm_guard(), {"melee_attack": -4}),
        (arm_guard(), {"damage_type": "Fire"}),
        (crossing(), {"price": None}),
        (crossing(), {"price": 100_000}),
        (crossing(), {"special_effect_value": 0}),
    ],
    ids=str,
)
def test_no_row_holds_what_the_rules_refuse(document, wrong):
    item = make_item(document=document)
    with pytest.raises(IntegrityError), transaction.atomic():
        Item.objects.filter(pk=item.pk).update(**wrong)


@pytest.mark.django_db
def test_an_upgraded_item_goes_into_its_row():
    before = rules_from_document(longsword())
    after = upgrade(before, Change(dice=1)).item
    item = make_item(damage=str(after.damage), roll_bonus=after.roll_bonus, added_dice=after.added_dice)
    assert Item.objects.get(pk=item.pk).to_rules() == after
