"""The upgrade bench: cost and effect before a step, the reason of a refused one, the history afterwards."""

import re

import pytest

from accounts.models import User
from shop.documents import item_document, rules_from_document, save_document
from shop.models import Item, ItemUpgrade
from tests.bestiary.forms import error_at
from tests.factories import make_user
from tests.shop.items import arm_guard, crossing, longsword, make_item, text_of

CURSE = {"text": "Hums at night.", "value": -30}
LIGHT = {"text": "Glows near gold.", "value": 40}


def bench(item: Item) -> str:
    return f"/shop/items/{item.uid}/upgrade/"


def steps(html: str) -> list[str]:
    """What each step on the bench says."""
    return [text_of(step) for step in re.findall(r'<li class="step.*?</(?:form|p)>\s*</li>', html, re.DOTALL)]


def take(client, item: Item, word: str, **fields):
    data = {"take": word, "revision": str(item.revision)} | {f"{word}-{key}": value for key, value in fields.items()}
    return client.post(bench(item), data, follow=True)


def test_every_step_says_its_cost_and_its_effect_before_it_is_taken(gm_client, gm):
    html = gm_client.get(bench(make_item(gm))).content.decode()
    limits = "From now on roll bonus +2 at most, damage bonus +4 at most"
    one_die = f"Damage 1d8+2 → 2d8+1 Roll bonus +2 → +1 {limits}"
    assert steps(html) == [
        "Roll bonus +1 20 NX Roll bonus +2 → +3 20 = 1 × 20 (roll bonus) Take it : Roll bonus +1",
        "Damage bonus +1 20 NX Damage 1d8+2 → 1d8+3 20 = 1 × 20 (damage bonus) Take it : Damage bonus +1",
        f"One more d8 80 NX {one_die} 80 = 1 × 80 (added dice, d8) Take it : One more d8",
    ]


def test_a_refused_step_says_why_in_the_words_of_the_rules(gm_client, gm):
    item = make_item(gm, damage="3d6", roll_bonus=-3, added_dice=2, two_handed=True)
    assert steps(gm_client.get(bench(item)).content.decode())[2] == (
        "One more d6 Refused: A third added die would bring the roll bonus under −3."
    )


def test_equipment_is_offered_only_the_bonuses_it_has(gm_client, gm):
    html = gm_client.get(bench(make_item(gm, arm_guard()))).content.decode()
    assert len(steps(html)) == 5
    assert html.count('name="take" value="melee_attack"') == 1
    assert html.count("upgrades can&#x27;t add one. Make it a special effect.") == 4


def test_a_service_cannot_be_upgraded(gm_client, gm):
    item = make_item(gm, crossing())
    assert "A service can’t be upgraded" in gm_client.get(bench(item)).content.decode()
    assert bench(item) not in gm_client.get(item.get_absolute_url()).content.decode()
    assert take(gm_client, item, "roll_bonus").status_code == 422
    assert take(gm_client, item, "special_effect", text="Fast", value="1", gm_price="1").status_code == 422


def test_a_step_taken_changes_the_item_and_stands_in_its_history(gm_client, gm):
    item = make_item(gm, tags=["blade"], description="Old.", visibility="public")
    html = take(gm_client, item, "dice").content.decode()
    assert "for 80 NX." in html
    item = Item.objects.with_texts().get()
    assert (item.to_rules().summary, item.added_dice, item.list_price) == ("STR+1 DM 2d8+1", 1, 200)
    assert (item.visibility, item.description, item_document(item)["tags"]) == ("public", "Old.", ["blade"])
    take(gm_client, item, "roll_bonus")
    [first, second] = ItemUpgrade.objects.all()
    assert (first.order, first.change, first.cost) == (0, {"dice": 1}, 80)
    assert (second.order, second.change, second.cost) == (1, {"roll_bonus": 1}, 20)
    assert first.after == second.before
    assert rules_from_document(first.before).summary == "STR+2 DM 1d8+2"
    assert second.after == item_document(Item.objects.with_texts().get())
    page = text_of(gm_client.get(item.get_absolute_url()).content.decode())
    assert "Upgrades Damage 1d8+2 → 2d8+1; Roll bonus +2 → +1; From now on" in page
    assert "Roll bonus +1 → +2 20 NX" in page


def test_a_bonus_of_equipment_is_upgraded_by_its_name(gm_client, gm):
    item = make_item(gm, arm_guard())
    take(gm_client, item, "melee_attack")
    assert (Item.objects.get().melee_attack, ItemUpgrade.objects.get().change) == (3, {"bonuses": {"melee_attack": 1}})


@pytest.mark.parametrize("word", ["roll_bonus", "dice", "magical_attack", "luck", ""])
def test_a_step_that_is_refused_or_unknown_changes_nothing(gm_client, gm, word):
    item = make_item(gm, roll_bonus=3, damage="3d8")
    response = gm_client.post(bench(item), {"take": word, "revision": "1"})
    assert response.status_code == 422
    assert item_document(Item.objects.with_texts().get()) == item_document(item)
    assert not ItemUpgrade.objects.exists()


def test_a_special_effect_shows_cost_and_effect_and_then_is_put_on_for_the_gms_price(gm_client, gm):
    item = make_item(gm)
    fields = {"text": "Glows near gold.", "value": "40", "gm_price": "75", "components": "A cat's eye"}
    sent = {f"special_effect-{key}": value for key, value in fields.items()}
    looked = gm_client.post(bench(item), {"look": "special_effect", "revision": "1", **sent})
    assert "75 NX , set by the GM. Special effect added (value +40 NX); Components: A cat's eye" in text_of(
        looked.content.decode()
    )
    assert "Glows near gold." in looked.content.decode()
    assert not ItemUpgrade.objects.exists()
    take(gm_client, item, "special_effect", **fields)
    assert (Item.objects.get().list_price, Item.objects.get().special_effect_text) == (200, "Glows near gold.")
    step = ItemUpgrade.objects.get()
    assert step.cost == 75
    assert step.change == {"special_effect": LIGHT, "gm_price": 75, "components": "A cat's eye"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"text": ""}, "text"),
        ({"value": "abc"}, "value"),
        ({"gm_price": "-1"}, "gm_price"),
        ({"gm_price": ""}, "gm_price"),
    ],
    ids=str,
)
def test_a_mistake_in_a_special_effect_gets_its_message_and_nothing_is_lost(gm_client, gm, change, field):
    fields = {"text": "Glows.", "value": "40", "gm_price": "75", "components": "A cat", **change}
    response = take(gm_client, make_item(gm), "special_effect", **fields)
    html = response.content.decode()
    assert response.status_code == 422
    assert error_at(html, f"special_effect-{field}")
    assert 'value="A cat"' in html
    assert not ItemUpgrade.objects.exists()


def test_a_drawback_must_be_removed_before_another_effect(gm_client, gm):
    item = make_item(gm, special_effect=CURSE)
    html = gm_client.get(bench(item)).content.decode()
    assert "The negative special effect must be removed first" in html
    assert 'value="special_effect"' not in html
    assert take(gm_client, item, "special_effect", text="Glows", value="4", gm_price="1").status_code == 422
    take(gm_client, item, "remove_special_effect", gm_price="200")
    item = Item.objects.get()
    assert (item.special_effect, item.list_price) == (None, 160)
    assert ItemUpgrade.objects.get().cost == 200
    assert 'value="special_effect"' in gm_client.get(bench(item)).content.decode()


def test_a_step_of_somebody_elses_item_makes_a_copy_of_ones_own(gm_client, gm):
    theirs = make_item(make_user("Otto"), visibility="public")
    assert "This is Otto’s." in gm_client.get(bench(theirs)).content.decode()
    take(gm_client, theirs, "roll_bonus")
    theirs.refresh_from_db()
    assert (theirs.roll_bonus, theirs.revision, theirs.upgrades.count()) == (2, 1, 0)
    mine = Item.objects.get(owner=gm)
    assert (mine.roll_bonus, mine.visibility, mine.origin, mine.origin_author) == (3, "private", theirs, "Otto")
    assert mine.upgrades.get().cost == 20


def test_a_visitor_becomes_a_guest_by_taking_a_step_not_by_looking(client, db):
    item = make_item(visibility="public")
    client.get(bench(item))
    assert User.objects.count() == 1
    take(client, item, "roll_bonus")
    assert Item.objects.get(owner__is_guest=True).roll_bonus == 3


def test_a_guest_with_as_many_items_as_guests_may_have_takes_no_copy(client, db, settings):
    settings.GUEST_THINGS = 1
    first, second = (make_item(visibility="public") for _ in range(2))
    take(client, first, "roll_bonus")
    response = take(client, second, "roll_bonus")
    assert response.status_code == 422
    assert "and you have them all" in response.content.decode()
    mine = Item.objects.get(owner__is_guest=True)
    assert take(client, mine, "damage_bonus").status_code == 200


def test_a_step_from_a_page_opened_before_a_save_is_not_taken(gm_client, gm):
    item = make_item(gm)
    save_document(Item.objects.get(), longsword(damage="1d12"))
    response = take(gm_client, item, "roll_bonus")
    assert response.status_code == 409
    assert "Nothing was taken" in response.content.decode()
    assert 'name="revision" value="2"' in response.content.decode()
    assert not ItemUpgrade.objects.exists()


def test_a_step_is_taken_by_a_post_alone(gm_client, gm):
    item = make_item(gm)
    gm_client.get(bench(item), {"take": "roll_bonus", "revision": "1"})
    assert Item.objects.get().roll_bonus == 2


def test_the_history_costs_the_same_queries_however_long(gm_client, gm, django_assert_max_num_queries):
    item = make_item(gm, arm_guard(bonuses={"melee_attack": -3}))
    with django_assert_max_num_queries(10) as before:
        gm_client.get(item.get_absolute_url())
    for _ in range(5):
        take(gm_client, Item.objects.get(), "melee_attack")
    with django_assert_max_num_queries(10) as after:
        gm_client.get(item.get_absolute_url())
    assert len(after) == len(before)
