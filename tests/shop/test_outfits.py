"""Outfits: items in an order, with one price for them all."""

import pytest
from django.urls import reverse

from shop.models import Outfit
from tests.encounters.cast import fields_of, message_at
from tests.shop.items import arm_guard, make_item, text_of
from tests.shop.trade import NEW_OUTFIT, form_of, make_outfit, priced, shown


def edit(outfit) -> str:
    return reverse("shop:outfit_edit", args=[outfit.uid])


def names(outfit) -> list[str]:
    return [line.name for line in outfit.lines.all()]


def rows(*items) -> dict:
    return {f"lines-{number}-item": str(item.uid) for number, item in enumerate(items)}


def test_an_outfit_is_saved_in_order_with_its_total_on_page_and_list(gm_client, gm):
    sword, guard = make_item(gm), make_item(gm, arm_guard())
    page = gm_client.post(NEW_OUTFIT, {"name": "Gate guard", **rows(sword, guard, sword)}, follow=True)
    outfit = Outfit.objects.get()
    assert names(outfit) == ["Longsword", "Arm Guard", "Longsword"]
    assert "All together 360 NX" in text_of(shown(page))
    assert "360 NX" in text_of(shown(gm_client.get(reverse("shop:outfit_list"))))


def test_each_item_counts_as_0_at_least_by_itself(gm_client, gm):
    cheap = make_item(gm, special_effect={"text": "Cursed", "value": -500})
    outfit = make_outfit(gm, cheap, priced(gm, 45))
    assert "All together 45 NX" in text_of(shown(gm_client.get(outfit.get_absolute_url())))


def test_rows_are_moved_and_saving_twice_changes_nothing(gm_client, gm):
    outfit = make_outfit(gm, priced(gm, 1, "First"), priced(gm, 2, "Second"))
    posted = form_of(gm_client, edit(outfit))
    moved = fields_of(shown(gm_client.post(edit(outfit), {**posted, "move_up": "lines-1"})))
    for _ in range(2):
        gm_client.post(edit(outfit), {**moved, "seen": form_of(gm_client, edit(outfit))["seen"]})
        assert names(Outfit.objects.get()) == ["Second", "First"]


@pytest.mark.parametrize(
    ("posted", "field", "message"),
    [
        ({"name": ""}, "name", "Give the outfit a name."),
        ({"name": "x" * 81}, "name", "At most 80 characters."),
        ({"name": "Guard", **{f"lines-{n}-item": "x" for n in range(31)}}, "lines", "at most 30 items"),
    ],
)
def test_a_wrong_outfit_is_refused_with_a_message_at_its_place(gm_client, posted, field, message):
    answer = gm_client.post(NEW_OUTFIT, posted)
    assert answer.status_code == 422
    assert message in message_at(shown(answer), field)
    assert not Outfit.objects.exists()


def test_an_outfit_stays_whole_when_an_item_is_deleted(gm_client, gm, other_gm):
    item = make_item(other_gm, visibility="public")
    outfit = make_outfit(gm, item)
    item.delete()
    text = text_of(shown(gm_client.get(outfit.get_absolute_url())))
    assert "Longsword" in text
    assert "by Otto" in text
    assert "All together 160 NX" in text
    assert gm_client.post(edit(outfit), form_of(gm_client, edit(outfit))).status_code == 302
    assert names(Outfit.objects.get()) == ["Longsword"]


def test_a_deleted_outfit_lies_in_the_bin_and_comes_back(gm_client, gm):
    outfit = make_outfit(gm, make_item(gm), name="Gate guard")
    url = reverse("shop:outfit_delete", args=[outfit.uid])
    assert "Delete Gate guard?" in shown(gm_client.get(url))
    assert "Gate guard" in shown(gm_client.post(url, follow=True))
    assert gm_client.get(outfit.get_absolute_url()).status_code == 404
    assert "Gate guard" in shown(gm_client.get(reverse("shop:item_bin")))
    gm_client.post(reverse("shop:outfit_restore", args=[outfit.uid]))
    assert gm_client.get(outfit.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("page", ["list", "detail", "edit"])
def test_the_number_of_queries_does_not_grow_with_the_rows(gm_client, gm, page, django_assert_max_num_queries):
    outfit = make_outfit(gm, *(priced(gm, n) for n in range(1, 13)))
    for number in range(12):
        make_outfit(gm, priced(gm, number))
    url = {"list": reverse("shop:outfit_list"), "detail": outfit.get_absolute_url(), "edit": edit(outfit)}[page]
    with django_assert_max_num_queries({"list": 5, "detail": 6, "edit": 8}[page]):
        assert gm_client.get(url).status_code == 200
