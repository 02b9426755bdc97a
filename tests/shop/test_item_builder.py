"""The item builder: the price live, saving, the wrong ways, variants, kinds, the bin."""

from dataclasses import replace

import pytest
from django.http import QueryDict
from django.utils import timezone

from accounts.models import User
from bestiary.documents import SavedElsewhereError
from bestiary.rules.worlds_awakening import LONGEST_TEXT
from shop.documents import item_document, save_document
from shop.models import Item
from shop.views import builder
from tests.bestiary.forms import error_at
from tests.factories import make_user
from tests.shop.items import NEW, PREVIEW, arm_guard, crossing, longsword, make_item, posted, rows_of, text_of

CURSE = {"text": "Rattles when it should not.", "value": -30}


def address(item: Item, rest: str = "") -> str:
    return f"/shop/items/{item.uid}/{rest}"


def only() -> Item:
    return Item.objects.with_texts().get()


def preview(client, document: dict, **changes) -> str:
    return client.post(PREVIEW, posted(document, **changes)).content.decode()


# --- the live price --------------------------------------------------------------------------------------------------


def test_the_longsword_costs_160_as_a_sum_of_its_parts(client, db):
    assert rows_of(preview(client, longsword()), "price__sum") == [
        ["2 × 20 (roll bonus)", "40"],
        ["1 × 80 (damage dice, d8)", "80"],
        ["2 × 20 (damage bonus)", "40"],
        ["0 (no special effect)", "0"],
        ["List price", "160 NX"],
    ]


def test_the_arm_guard_costs_40(client, db):
    rows = rows_of(preview(client, arm_guard()), "price__sum")
    assert (rows[0], rows[-1]) == (["2 × 20 (Melee Atk)", "40"], ["List price", "40 NX"])


@pytest.mark.parametrize(
    ("bonus", "row"), [("3", ["3 × 20 (roll bonus)", "60"]), ("-1", ["(−1) × 20 (roll bonus, a discount)", "−20"])]
)
def test_a_roll_bonus_is_a_term_and_a_negative_one_a_discount(client, db, bonus, row):
    html = preview(client, longsword(), roll_bonus=bonus)
    assert rows_of(html, "price__sum")[0] == row
    assert ("Discount: roll bonus takes 20 NX off." in html) is (bonus == "-1")


def test_a_thing_of_45_nx_has_its_six_prices_at_the_counter(client, db):
    html = preview(client, crossing())
    assert rows_of(html, "price__counter")[1:] == [
        ["PC buys for", "45", "34", "23"],
        ["PC sells for", "22", "27", "45"],
    ]
    assert "34 = ¾ × 45 = 33¾, rounded up" in html
    assert "List price 45 NX. Buying 45, 34, 23; selling 22, 27, 45." in html


def test_a_sum_under_nothing_counts_as_nothing_and_says_so(client, db):
    html = preview(client, arm_guard(bonuses={"melee_attack": -2}, special_effect=CURSE))
    assert rows_of(html, "price__sum")[-2:] == [["70 (under 0 counts as 0)", "70"], ["List price", "0 NX"]]
    assert "The parts add up to −70 NX; under 0 counts as 0." in html


def test_what_the_gm_sets_is_said(client, db):
    assert "The price of a service is set by the GM." in preview(client, crossing())
    assert "The value of the special effect is set by the GM." in preview(client, arm_guard(special_effect=CURSE))
    assert "set by the GM" not in preview(client, arm_guard())


@pytest.mark.parametrize("document", [longsword(), arm_guard(), crossing()], ids=["weapon", "equipment", "service"])
def test_a_preview_touches_neither_database_nor_user_nor_session(
    gm_client, django_assert_num_queries, monkeypatch, document
):
    def forbidden(*args, **kwargs):
        raise AssertionError("a preview asked who is there")

    monkeypatch.setattr("django.contrib.auth.middleware.get_user", forbidden)
    monkeypatch.setattr("django.contrib.sessions.backends.base.SessionBase._get_session", forbidden)
    with django_assert_num_queries(0):
        response = gm_client.post(PREVIEW, posted(document))
    assert response.status_code == 200
    assert "Cookie" not in response.get("Vary", "")
    assert not response.cookies


def test_what_is_wrong_leaves_the_price_as_it_is_and_hints_at_the_field(client, db):
    response = client.post(PREVIEW, posted(damage="d7"))
    html = response.content.decode()
    assert response["HX-Reswap"] == "none"
    assert "price__sum" not in html
    assert "d12, not d7" in error_at(html.replace(' hx-swap-oob="true"', ""), "damage")


def test_a_preview_is_never_fetched_by_a_link(client, db):
    assert client.get(PREVIEW).status_code == 405


def test_the_price_in_the_pane_is_verbatim_that_of_the_items_page(gm_client, gm):
    item = make_item(gm)
    pane = preview(gm_client, item_document(Item.objects.with_texts().get()))
    start, end = '<section class="price"', "</section>"
    region = pane[pane.index(start) : pane.index(end)]
    assert region in gm_client.get(address(item)).content.decode()
    assert region in gm_client.get(address(item, "edit/")).content.decode()
    assert region in gm_client.get(address(item, "upgrade/")).content.decode()


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "spell"},
        {"kind": "weapon"},
        {"kind": "service", "price": "9" * 400},
        {"kind": "equipment", "melee_attack": "\x00"},
    ],
    ids=str,
)
def test_a_form_no_browser_sends_gets_hints_and_never_a_server_error(client, db, data):
    assert client.post(PREVIEW, data).status_code == 200
    assert client.post(NEW, data).status_code == 422


# --- saving ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "document", [longsword(special_effect=CURSE), arm_guard(), crossing()], ids=lambda d: d["kind"]
)
def test_saving_leads_to_the_items_page_with_its_price(gm_client, gm, document):
    response = gm_client.post(NEW, posted(document), follow=True)
    assert response.redirect_chain == [(address(only()), 302)]
    assert f"{only().list_price} NX" in text_of(response.content.decode())
    saved = item_document(only())
    assert {key: saved[key] for key in document} == document
    assert (only().owner, only().visibility) == (gm, "private")


def test_a_visitor_becomes_a_guest_by_saving_and_finds_the_item_again(client, db):
    assert client.get(NEW).status_code == 200
    assert not User.objects.exists()
    client.post(NEW, posted())
    assert only().owner.is_guest
    assert "Longsword" in client.get("/shop/?mine=1").content.decode()


def test_the_builder_opens_with_the_kind_asked_for(client, db):
    html = client.get(f"{NEW}?kind=service").content.decode()
    assert 'name="kind" value="service"' in html
    chosen = html[html.index('value="service"') :].split(">")[0]
    assert "checked" in chosen


def test_editing_shows_and_changes_the_same_item(gm_client, gm):
    item = make_item(gm, damage_type="Fire")
    html = gm_client.get(address(item, "edit/")).content.decode()
    assert 'name="damage" value="1d8+2"' in html
    assert 'name="damage_type" value="Fire"' in html
    gm_client.post(address(item, "edit/"), posted(name="Sabre", revision="1", visibility="public"))
    assert (only().uid, only().name, only().visibility, only().revision) == (item.uid, "Sabre", "public", 2)


def test_what_was_typed_for_another_kind_stays_in_the_form_and_means_nothing(client, db):
    """Without a script the kind changes by a radio button and "Recalculate"."""
    typed = posted(longsword(), kind="equipment", melee_attack="2", roll_bonus="9", price="abc")
    html = client.post(NEW, typed | {"recalculate": "1"}).content.decode()
    assert 'name="roll_bonus" value="9"' in html
    assert 'name="damage" value="1d8+2"' in html
    assert 'name="price" value="abc"' in html
    assert rows_of(html, "price__sum")[-1] == ["List price", "40 NX"]
    client.post(NEW, typed)
    assert (only().kind, only().melee_attack, only().roll_bonus) == ("equipment", 2, None)


@pytest.mark.parametrize(
    ("document", "changes", "field", "part_of_message"),
    [
        (longsword(), {"roll_bonus": "4"}, "roll_bonus", "−3 to 3"),
        (longsword(), {"damage": "5d6"}, "damage", "these are 5"),
        (longsword(), {"damage": "d7"}, "damage", "not d7"),
        (longsword(), {"damage": "2d6+1d4"}, "damage", "2d6+1d4"),
        (longsword(), {"damage": ""}, "damage", "needs its damage"),
        (longsword(), {"damage": "2d6+5", "added_dice": "1"}, "damage", "+4 at most"),
        (longsword(), {"special_effect_value": "abc"}, "special_effect_value", "−9999 to 9999"),
        (longsword(), {"name": ""}, "name", "Give it a name"),
        (longsword(), {"kind": "spell"}, "kind", "Choose one"),
        (arm_guard(), {"melee_attack": "4"}, "melee_attack", "−3 to 3"),
        (arm_guard(), {"special_effect_text": "x" * (LONGEST_TEXT + 1)}, "special_effect_text", "At most"),
        (crossing(), {"price": "abc"}, "price", "0 to 99999"),
        (crossing(), {"price": ""}, "price", "0 to 99999"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_mistake_gets_its_message_at_its_field_and_nothing_typed_is_lost(
    gm_client, document, changes, field, part_of_message
):
    typed = posted(document, description="A long story", **changes)
    response = gm_client.post(NEW, typed)
    html = response.content.decode()
    assert response.status_code == 422
    assert part_of_message in error_at(html, field)
    assert "A long story" in html
    for name, value in changes.items():
        if name != "kind":
            assert value in html, name
    assert not Item.objects.exists()


def test_all_that_is_wrong_is_said_at_once(gm_client):
    html = gm_client.post(
        NEW, posted(name="", roll_bonus="4", damage="d7", special_effect_value="abc")
    ).content.decode()
    assert all(error_at(html, field) for field in ("name", "roll_bonus", "damage", "special_effect_value"))


def test_two_special_effects_are_refused_where_the_effect_stands(gm_client):
    data = QueryDict(mutable=True)
    data.update({name: value[0] if isinstance(value, list) else value for name, value in posted().items()})
    data.setlist("special_effect_text", ["Glows.", "Sings."])
    response = gm_client.post(NEW, data.urlencode(), content_type="application/x-www-form-urlencoded")
    assert response.status_code == 422
    assert "one special effect only; these are 2" in error_at(response.content.decode(), "special_effect_text")


def test_text_that_looks_like_a_page_is_shown_as_text(gm_client):
    script = "<script>alert(1)</script>"
    html = preview(gm_client, longsword(name=script, damage_type=script, special_effect={"text": script, "value": 0}))
    assert script not in html
    response = gm_client.post(NEW, posted(longsword(name=script, description=script)), follow=True)
    assert script not in response.content.decode()


def test_publishing_asks_a_guest_for_a_name_and_keeps_everything(client, db):
    html = client.post(NEW, posted(visibility="public")).content.decode()
    assert "sign up" in error_at(html, "visibility")
    assert 'name="name" value="Longsword"' in html
    assert not Item.objects.exists()
    assert not User.objects.exists()


def test_a_guest_may_share_by_link(client, db):
    client.post(NEW, posted(visibility="unlisted"))
    assert only().visibility == "unlisted"


def test_a_save_from_a_page_opened_before_another_save_is_held_back_once(gm_client, gm):
    item = make_item(gm)
    save_document(item, longsword(name="Saved elsewhere"))
    response = gm_client.post(address(item, "edit/"), posted(name="Mine", revision="1"))
    html = response.content.decode()
    assert response.status_code == 409
    assert "saved somewhere else" in html
    assert 'name="name" value="Mine"' in html
    assert only().name == "Saved elsewhere"
    assert 'name="revision" value="2"' in html
    gm_client.post(address(item, "edit/"), posted(name="Mine", revision="2"))
    assert only().name == "Mine"


def test_of_two_saves_at_the_same_moment_one_is_held_back(gm_client, gm, monkeypatch):
    def late(*args):
        raise SavedElsewhereError

    item = make_item(gm)
    monkeypatch.setattr(builder, "ITEMS", replace(builder.ITEMS, save=late))
    response = gm_client.post(address(item, "edit/"), posted(name="Mine", revision="1"))
    assert response.status_code == 409
    assert only().name == "Longsword"


def test_a_save_of_what_lies_in_the_bin_meanwhile_keeps_what_was_typed(gm_client, gm):
    item = make_item(gm)
    Item.objects.move_to_bin(timezone.now())
    response = gm_client.post(address(item, "edit/"), posted(name="Mine", revision="1"))
    html = response.content.decode()
    assert response.status_code == 409
    assert "put into your bin" in html
    assert f'action="{address(item, "restore/")}"' in html
    assert 'name="name" value="Mine"' in html
    assert Item.objects.get().name == "Longsword"


def test_enter_saves_because_save_is_the_first_button_of_the_form(client, db):
    html = client.get(NEW).content.decode()
    form = html[html.index('id="item-form"') :]
    assert form[form.index("<button") :].startswith('<button class="visually-hidden" name="save"')


def test_the_form_warns_before_it_is_left_and_keeps_a_draft(gm_client, gm):
    assert 'data-warn-unsaved data-draft="item:new"' in gm_client.get(NEW).content.decode()
    item = make_item(gm)
    assert f'data-draft="item:{item.uid}"' in gm_client.get(address(item, "edit/")).content.decode()
    html = gm_client.post(NEW, posted(name="Half a sword") | {"restore": "1"}).content.decode()
    assert "data-unsaved" in html
    assert 'value="Half a sword"' in html
    assert Item.objects.count() == 1


# --- variants and the bin --------------------------------------------------------------------------------------------


def test_a_variant_begins_as_the_original_and_remembers_it(gm_client, gm):
    original = make_item(make_user("Otto"), visibility="public", damage_type="Fire")
    new = f"{NEW}?variant_of={original.uid}"
    html = gm_client.get(new).content.decode()
    assert "A variant of Longsword" in html
    assert 'name="damage_type" value="Fire"' in html
    gm_client.post(new, posted(name="Hotsword"))
    variant = Item.objects.get(owner=gm)
    assert (variant.origin, variant.origin_name, variant.origin_author) == (original, "Longsword", "Otto")
    page = gm_client.get(address(variant)).content.decode()
    assert f'A variant of <a href="{address(original)}">Longsword</a> by Otto' in page


def test_no_variant_of_what_one_may_not_see(gm_client):
    secret = make_item()
    assert gm_client.get(f"{NEW}?variant_of={secret.uid}").status_code == 404
    assert gm_client.get(f"{NEW}?variant_of=sword").status_code == 404


def test_a_deleted_item_comes_back_from_the_bin_as_it_was(gm_client, gm):
    item = make_item(gm, special_effect=CURSE, tags=["blade"])
    before = item_document(only())
    assert "Delete Longsword?" in gm_client.get(address(item, "delete/")).content.decode()
    assert "lies in your bin" in gm_client.post(address(item, "delete/"), follow=True).content.decode()
    assert gm_client.get(address(item)).status_code == 404
    assert "Longsword" in gm_client.get("/shop/bin/").content.decode()
    gm_client.post(address(item, "restore/"))
    assert item_document(only()) == before
    assert "Nothing in the bin" in gm_client.get("/shop/bin/").content.decode()


# --- who may ---------------------------------------------------------------------------------------------------------

OWN = ["edit/", "delete/"]
OPEN = ["", "upgrade/"]


@pytest.mark.parametrize("rest", [*OPEN, *OWN])
def test_a_strangers_private_item_is_not_found(gm_client, client, rest):
    secret = make_item()
    assert gm_client.get(address(secret, rest)).status_code == 404
    gm_client.logout()
    assert gm_client.get(address(secret, rest)).status_code == 404


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
@pytest.mark.parametrize("rest", OWN)
def test_what_others_may_see_only_its_owner_may_change(gm_client, visibility, rest):
    item = make_item(visibility=visibility)
    assert gm_client.get(address(item)).status_code == 200
    assert gm_client.get(address(item, rest)).status_code == 404
    assert gm_client.post(address(item, rest), posted(name="Mine now")).status_code == 404
    item.refresh_from_db()
    assert (item.name, item.deleted_at) == ("Longsword", None)


def test_nobody_else_restores_from_a_bin_and_the_bin_shows_ones_own_only(gm_client, gm):
    theirs = make_item(name="Gone of theirs")
    make_item(gm, name="Gone of mine")
    Item.objects.all().move_to_bin(timezone.now())
    assert gm_client.post(address(theirs, "restore/")).status_code == 404
    html = gm_client.get("/shop/bin/").content.decode()
    assert "Gone of mine" in html
    assert "Gone of theirs" not in html


def test_what_is_not_public_is_kept_out_of_search_engines(gm_client, gm):
    assert gm_client.get(address(make_item(gm)))["X-Robots-Tag"] == "noindex, nofollow"
    assert "X-Robots-Tag" not in gm_client.get(address(make_item(gm, visibility="public")))
