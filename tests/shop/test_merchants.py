"""Merchants: the form and its stock, the price list, what happens when the author of an item changes it."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import move_work
from shop.documents import item_document, save_document
from shop.models import Item, Merchant, StockLine
from tests.encounters.cast import attribute, fields_of, message_at
from tests.shop.items import arm_guard, crossing, make_item
from tests.shop.trade import NEW_MERCHANT, form_of, make_merchant, priced, prices_of, shown, stock_row

LINE = reverse("shop:merchant_line")
ITEMS = reverse("shop:merchant_items")


def edit(merchant) -> str:
    return reverse("shop:merchant_edit", args=[merchant.uid])


def stock(merchant) -> list[tuple]:
    return [(line.name, line.count, line.list_price) for line in merchant.lines.all()]


def test_a_visitor_opens_a_shop_and_becomes_a_guest(client, db):
    sword = make_item(visibility="public")
    posted = {"name": "Marrow", "place": "Lantern Street", "notes": "Owes money", **stock_row(0, sword, 3)}
    page = client.post(NEW_MERCHANT, posted, follow=True)
    merchant = Merchant.objects.get()
    assert merchant.owner.is_guest
    assert (merchant.name, merchant.place, merchant.notes) == ("Marrow", "Lantern Street", "Owes money")
    assert stock(merchant) == [("Longsword", 3, 160)]
    for text in ("Marrow", "Lantern Street", "Owes money"):
        assert text in shown(page)


def test_the_price_list_shows_list_price_count_and_all_six_prices(gm_client, gm):
    items = [(make_item(gm), 3), (make_item(gm, arm_guard()), 0), (make_item(gm, crossing()), 12)]
    html = shown(gm_client.get(make_merchant(gm, *items).get_absolute_url()))
    assert prices_of(html) == [
        ["3", "160", "120", "80", "80", "100", "160"],
        ["sold out", "40", "30", "20", "20", "25", "40"],
        ["12", "45", "34", "23", "22", "27", "45"],
    ]


def test_saving_a_merchant_twice_changes_nothing(gm_client, gm):
    merchant = make_merchant(gm, (make_item(gm), 3), (make_item(gm, crossing()), 0), place="Here", notes="Notes")
    before = list(StockLine.objects.values())
    assert gm_client.post(edit(merchant), form_of(gm_client, edit(merchant))).status_code == 302
    assert list(StockLine.objects.values()) == before


def test_rows_are_moved_removed_and_counted(gm_client, gm):
    first, second, third = (priced(gm, price, f"Thing {price}") for price in (1, 2, 3))
    merchant = make_merchant(gm, (first, 1), (second, 1), (third, 1))
    posted = form_of(gm_client, edit(merchant))
    moved = fields_of(shown(gm_client.post(edit(merchant), {**posted, "move_up": "lines-2"})))
    removed = fields_of(shown(gm_client.post(edit(merchant), {**moved, "remove": "lines-0"})))
    assert stock(merchant)[0][0] == "Thing 1", "a row's button saves nothing"
    gm_client.post(edit(merchant), {**removed, "lines-2-count": "7"})
    merchant = Merchant.objects.get()
    assert stock(merchant) == [("Thing 3", 7, 3), ("Thing 2", 1, 2)]


@pytest.mark.parametrize("typed", ["-1", "−1", "abc", "1000", "1.5", ""])
def test_a_wrong_count_is_refused_at_its_place_with_nothing_lost(gm_client, gm, typed):
    sword, ferry = make_item(gm), priced(gm, 45)
    posted = {"name": "Marrow", "place": "Here", "notes": "Mine"}
    posted |= {**stock_row(0, sword, typed), **stock_row(1, ferry, 12)}
    answer = gm_client.post(NEW_MERCHANT, posted)
    html = shown(answer)
    assert answer.status_code == 422
    assert message_at(html, "lines-0-count") == "The number in stock is a whole number from 0 to 999."
    assert message_at(html, "lines-1-count") == ""
    assert {name: fields_of(html)[name] for name in posted} == posted
    assert not Merchant.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"name": " "}, "name", "Give the merchant a name."),
        ({"name": "x" * 81}, "name", "At most 80 characters."),
        ({"place": "x" * 81}, "place", "At most 80 characters."),
        ({"place": "a\x00"}, "place", "cannot be stored"),
        ({"notes": "x" * 5001}, "notes", "At most 5,000 characters"),
        ({f"lines-{n}-item": "nonsense" for n in range(61)}, "lines", "at most 60 rows"),
        ({"lines-0-item": "nonsense", "lines-0-count": "1"}, "lines-0-item", "valid UUID"),
    ],
)
def test_a_wrong_merchant_is_refused_with_a_message_at_its_place(gm_client, changes, field, message):
    answer = gm_client.post(NEW_MERCHANT, {"name": "Marrow", **changes})
    assert answer.status_code == 422
    assert message in message_at(shown(answer), field)
    assert not Merchant.objects.exists()


def test_nobody_stocks_an_item_that_is_not_theirs_to_see(gm_client, other_gm):
    secret = make_item(other_gm)
    answer = gm_client.post(NEW_MERCHANT, {"name": "Marrow", **stock_row(0, secret)})
    assert answer.status_code == 422
    assert "no longer yours to see" in message_at(shown(answer), "lines-0-item")
    assert "Longsword" not in shown(answer)
    assert not Merchant.objects.exists()


def test_the_search_finds_what_one_may_see_alone(gm_client, gm, other_gm):
    make_item(gm, name="My blade")
    make_item(other_gm, name="Public blade", visibility="public")
    make_item(other_gm, name="Secret blade")
    make_item(other_gm, name="Unlisted blade", visibility="unlisted")
    html = shown(gm_client.get(ITEMS, {"q": "blade"}))
    assert [name in html for name in ("My blade", "Public blade", "Secret blade", "Unlisted blade")] == [
        True,
        True,
        False,
        False,
    ]
    assert "by Otto" in html


def test_adding_an_item_shows_a_row_and_saves_nothing(gm_client, gm):
    sword = make_item(gm)
    page = shown(gm_client.post(NEW_MERCHANT, {"name": "Marrow", "notes": "Kept", "add_item": str(sword.uid)}))
    fields = fields_of(page)
    assert (fields["lines-0-item"], fields["lines-0-count"]) == (str(sword.uid), "1")
    assert (fields["name"], fields["notes"]) == ("Marrow", "Kept")
    assert not Merchant.objects.exists()


def test_adding_an_item_again_raises_its_count(gm_client, gm):
    sword = make_item(gm)
    posted = {"name": "Marrow", **stock_row(0, sword, 4), "add_item": str(sword.uid)}
    assert fields_of(shown(gm_client.post(NEW_MERCHANT, posted)))["lines-0-count"] == "5"


def test_the_row_that_a_script_asks_for_is_the_row_of_the_page(gm_client, gm):
    sword = make_item(gm)
    answer = gm_client.post(LINE, {"lines-TOTAL_FORMS": "2", "add_item": str(sword.uid)})
    assert answer.status_code == 200
    row = shown(answer).split('<input type="hidden" name="lines-TOTAL_FORMS"')[0].strip()
    page = gm_client.post(NEW_MERCHANT, {"lines-TOTAL_FORMS": "2", "add_item": str(sword.uid)})
    assert row in shown(page)
    again = gm_client.post(LINE, {**stock_row(2, sword, 1), "add_item": str(sword.uid)})
    assert again["HX-Reswap"] == "none"
    assert attribute(shown(again), "value") == "2"


def test_a_form_opens_with_the_item_one_came_from(gm_client, gm, other_gm):
    assert "Longsword" in shown(gm_client.get(NEW_MERCHANT, {"item": make_item(gm).uid}))
    for wanted in (make_item(other_gm).uid, "nonsense"):
        assert gm_client.get(NEW_MERCHANT, {"item": wanted}).status_code == 404


def test_saving_over_what_another_tab_saved_asks_first(gm_client, gm):
    merchant = make_merchant(gm, (make_item(gm), 3))
    posted = form_of(gm_client, edit(merchant))
    gm_client.post(edit(merchant), {**posted, "name": "Elsewhere"})
    answer = gm_client.post(edit(merchant), {**posted, "name": "Here", "lines-0-count": "9"})
    assert answer.status_code == 409
    assert Merchant.objects.get().name == "Elsewhere"
    kept = fields_of(shown(answer))
    assert (kept["name"], kept["lines-0-count"]) == ("Here", "9")
    assert gm_client.post(edit(merchant), kept).status_code == 302
    assert stock(Merchant.objects.get()) == [("Longsword", 9, 160)]


# --- an item that changes, hides or goes


@pytest.mark.parametrize("fate", ["deleted", "binned", "hidden", "changed"])
def test_a_stock_stays_whole_whatever_the_author_of_an_item_does(gm_client, gm, other_gm, fate):
    item = make_item(other_gm, visibility="public")
    merchant = make_merchant(gm, (item, 2), share_token="a-token")
    if fate == "deleted":
        item.delete()
    elif fate == "binned":
        Item.objects.filter(pk=item.pk).move_to_bin(item.created)
    elif fate == "hidden":
        Item.objects.filter(pk=item.pk).update(visibility="private")
    else:
        save_document(item, {**item_document(item), "name": "Toothpick", "damage": "1d4"})
    for url in (merchant.get_absolute_url(), merchant.get_shared_url()):
        html = shown(gm_client.get(url))
        assert prices_of(html)[0][1] == "160"
        assert "Longsword" in html
        assert "by Otto" in html
        assert "Toothpick" not in html
    page = shown(gm_client.get(merchant.get_absolute_url()))
    assert (f"/shop/items/{item.uid}/" in page) == (fate == "changed")
    assert gm_client.post(edit(merchant), form_of(gm_client, edit(merchant))).status_code == 302
    assert stock(Merchant.objects.get()) == [("Longsword", 2, 160)]


def test_a_changed_item_is_taken_as_it_is_now_only_when_asked(gm_client, gm):
    item = make_item(gm)
    merchant = make_merchant(gm, (item, 2))
    assert "changed it since" not in shown(gm_client.get(edit(merchant)))
    save_document(item, {**item_document(item), "name": "Shortsword", "damage": "1d6"})
    page = gm_client.get(edit(merchant))
    assert "changed it since" in shown(page)
    assert "Longsword" in shown(page)
    refreshed = shown(gm_client.post(edit(merchant), {**fields_of(shown(page)), "refresh": "lines-0"}))
    assert "Shortsword" in refreshed
    assert stock(merchant) == [("Longsword", 2, 160)]
    line = merchant.lines.get().pk
    gm_client.post(edit(merchant), fields_of(refreshed))
    assert stock(Merchant.objects.get()) == [("Shortsword", 2, 100)]
    assert StockLine.objects.get().pk == line, "the log goes on knowing the row"


def test_an_items_own_prices_are_the_ones_of_the_list(gm_client, gm):
    """One computation: what the item's page says is what the counter asks."""
    item = make_item(gm, special_effect={"text": "It hums.", "value": -185})
    html = shown(gm_client.get(make_merchant(gm, (item, 1)).get_absolute_url()))
    assert prices_of(html) == [["1", *"000000"]]
    assert item.price_tag().list_price.is_raised_to_0
    assert "It hums." in html


# --- lists and the bin


def test_a_deleted_merchant_lies_in_the_bin_and_comes_back(gm_client, gm):
    merchant = make_merchant(gm, (make_item(gm), 2), name="Marrow")
    url = reverse("shop:merchant_delete", args=[merchant.uid])
    assert "Delete Marrow?" in shown(gm_client.get(url))
    assert "Marrow" in shown(gm_client.post(url, follow=True))
    assert gm_client.get(merchant.get_absolute_url()).status_code == 404
    assert "Marrow" not in shown(gm_client.get(reverse("shop:merchant_list")))
    assert "Marrow" in shown(gm_client.get(reverse("shop:item_bin")))
    gm_client.post(reverse("shop:merchant_restore", args=[merchant.uid]))
    assert stock(Merchant.objects.get()) == [("Longsword", 2, 160)]
    assert gm_client.get(merchant.get_absolute_url()).status_code == 200


def test_a_guests_merchants_follow_to_the_account(gm, guest):
    make_merchant(guest, (make_item(guest), 1))
    move_work(guest, gm)
    assert Merchant.objects.get().owner == gm


@pytest.mark.parametrize("place", ["list", "detail", "edit", "shared"])
def test_the_number_of_queries_does_not_grow_with_the_rows(gm_client, gm, place, django_assert_max_num_queries):
    merchant = make_merchant(gm, *((priced(gm, n), n) for n in range(1, 13)), share_token="a-token")
    for number in range(12):
        make_merchant(gm, (priced(gm, number), 1))
    url = {
        "list": reverse("shop:merchant_list"),
        "detail": merchant.get_absolute_url(),
        "edit": edit(merchant),
        "shared": merchant.get_shared_url(),
    }[place]
    reader = Client() if place == "shared" else gm_client
    # Session and user take two, none for a reader of a link; the page itself at most six.
    with django_assert_max_num_queries({"list": 4, "detail": 6, "edit": 8, "shared": 2}[place]):
        assert reader.get(url).status_code == 200


def test_markup_in_names_and_notes_is_shown_as_text(gm_client, gm):
    bad = "<script>alert(1)</script>"
    item = make_item(gm, name=bad, special_effect={"text": bad, "value": 0})
    merchant = make_merchant(gm, (item, 1), name=bad, place=bad, notes=bad, share_token="markup")
    for url in (merchant.get_absolute_url(), merchant.get_shared_url(), edit(merchant), reverse("shop:merchant_list")):
        assert "<script>alert" not in shown(gm_client.get(url))
