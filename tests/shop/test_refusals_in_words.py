"""What the shop refuses, it refuses in words that help: presses on the bench, damage, special effects."""

import pytest

from shop.models import Item, ItemUpgrade
from tests.bestiary.forms import error_at
from tests.shop.items import NEW, longsword, make_item, posted


def press(client, item, word: str, **fields):
    return client.post(f"{item.get_absolute_url()}upgrade/", {"take": word, "revision": str(item.revision), **fields})


@pytest.mark.parametrize(
    ("word", "revision", "status", "words"),
    [
        ("dice", "1", 422, "A third added die would bring the roll bonus under −3"),
        ("sharpness", "1", 422, "this item has no such step"),
        ("", "1", 422, "this item has no such step"),
        ("dice", "9", 409, "this item was changed after you opened the page"),
        ("special_effect", "1", 422, "the marked fields need another look"),
    ],
)
def test_a_press_that_does_nothing_says_why(gm_client, gm, word, revision, status, words):
    item = make_item(gm, damage="3d6", roll_bonus=-3, added_dice=2, two_handed=True)
    response = press(gm_client, item, word, revision=revision)
    notice = response.content.decode().split('role="alert"')[1].split("</div>")[0]
    assert response.status_code == status
    assert "Nothing was taken" in notice
    assert words in notice
    assert not ItemUpgrade.objects.exists()


@pytest.mark.parametrize(
    ("damage", "words"),
    [("0d8", "at least 1 die, not 0"), ("00 D8+1", "at least 1 die, not 0"), ("", "needs its damage"), (" ", "needs")],
)
def test_damage_of_no_dice_is_refused_in_words_for_a_gm(gm_client, damage, words):
    response = gm_client.post(NEW, posted(damage=damage))
    assert response.status_code == 422
    assert words in error_at(response.content.decode(), "damage")
    assert not Item.objects.exists()


@pytest.mark.parametrize("field", ["special_effect_text", "special_effect_value"])
def test_two_special_effects_are_refused_whichever_field_comes_twice(gm_client, field):
    effect = {"text": "Glows.", "value": 40}
    response = gm_client.post(NEW, posted(longsword(special_effect=effect)) | {field: ["1", "2"]})
    assert response.status_code == 422
    assert not Item.objects.exists()


@pytest.mark.parametrize("text", ["\u200b", "\u3164\u3164", "\u00ad"])
def test_a_special_effect_that_shows_nothing_is_refused_in_the_builder(gm_client, text):
    response = gm_client.post(NEW, posted(special_effect_text=text, special_effect_value="40"))
    assert response.status_code == 422
    assert "Nothing of this can be seen" in error_at(response.content.decode(), "special_effect_text")
    assert not Item.objects.exists()


def test_the_api_refuses_a_text_that_cannot_be_stored_at_its_field(client, db):
    sent = {"kind": "weapon", "damage": "1d8", "special_effect_text": "Glows\0", "special_effect_value": 4}
    response = client.post("/api/v1/shop/price", sent, content_type="application/json")
    assert response.status_code == 422
    assert "special_effect_text" in response.content.decode()
    assert "cannot be stored" in response.content.decode()
