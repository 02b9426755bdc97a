"""The builders of ancestries and classes: saving, rows, outfits, live sums, bad forms."""

import re

import pytest

from bestiary.documents.makings import ancestry_document, class_document, save_class
from bestiary.models import Ancestry, CharacterClass
from shop.documents import item_document
from shop.models import Outfit, OutfitLine
from shop.shelves import fill_line
from tests.makings.pages import message_at, posted_ancestry, posted_class, text_of, url
from tests.makings.things import ability_doc, ancestry_doc, class_doc, make_ancestry, make_class
from tests.makings.things import outfit_doc as outfit
from tests.shop.items import arm_guard, make_item

pytestmark = pytest.mark.django_db
STATS = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def make_outfit(owner, *items, name: str = "Squire’s kit") -> Outfit:
    """An outfit in the shop."""
    made = Outfit.objects.create(owner=owner, name=name)
    for order, item in enumerate(items):
        fill_line(OutfitLine(outfit=made, order=order), item, owner).save()
    return made


def ancestries() -> list[dict]:
    return [ancestry_document(one) for one in Ancestry.objects.with_rows().order_by("pk")]


def the_class(name: str) -> CharacterClass:
    return CharacterClass.objects.with_rows().get(name=name)


# --- saving ----------------------------------------------------------------------------------------------------------


def test_what_is_posted_is_what_is_kept(gm_client):
    response = gm_client.post(url("ancestry", "create"), posted_ancestry(tags="Small, warm"))
    made = Ancestry.objects.get()
    assert response.url == made.get_absolute_url()
    head = {"type": "ancestry", "version": 1, "id": str(made.uid)}
    assert ancestries() == [head | ancestry_doc(tags=["small", "warm"])]


def test_an_edit_keeps_everything_that_was_not_touched(gm, gm_client):
    made = make_ancestry(gm, visibility="unlisted", description="Old.", tags=["warm"])
    before = ancestries()
    page = gm_client.get(url("ancestry", "edit", made))
    fields = dict(re.findall(r'name="([a-z_0-9-]+)"[^>]*? value="([^"]*)"', page.content.decode()))
    assert fields["revision"] == "1"
    data = posted_ancestry(visibility="unlisted", description="Old.", tags="warm", revision="1")
    assert gm_client.post(url("ancestry", "edit", made), data).status_code == 302
    assert ancestries() == before
    assert Ancestry.objects.get().visibility == "unlisted"


def test_a_variant_keeps_its_origin_when_that_goes(gm, other_gm, gm_client):
    origin = make_class(other_gm, visibility="public", outfits=[outfit()])
    address = f"{url('class', 'create')}?variant_of={origin.uid}"
    data = posted_class(class_document(the_class("Lamplighter")), name="Nightlighter")
    assert gm_client.post(address, data).status_code == 302
    made = the_class("Nightlighter")
    assert (made.origin, made.origin_name, made.origin_author) == (origin, "Lamplighter", "Otto")
    assert [row.name for row in made.outfits.all()] == ["On the street"]
    origin.delete()
    assert "A variant of Lamplighter by Otto." in text_of(gm_client.get(made.get_absolute_url()))


@pytest.mark.parametrize("kind", ["ancestry", "class"])
def test_of_two_tabs_the_second_is_asked_and_nothing_is_lost(kind, gm, gm_client):
    make, posted = {"ancestry": (make_ancestry, posted_ancestry), "class": (make_class, posted_class)}[kind]
    thing = make(gm)
    address = url(kind, "edit", thing)
    assert gm_client.post(address, posted(name="First", revision="1")).status_code == 302
    second = gm_client.post(address, posted(name="Second", revision="1"))
    assert second.status_code == 409
    assert "was saved somewhere else" in text_of(second)
    assert 'value="Second"' in second.content.decode()
    thing.refresh_from_db()
    assert (thing.name, thing.revision) == ("First", 2)
    assert gm_client.post(address, posted(name="Second", revision="2")).status_code == 302


# --- bad forms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"name": ""}, "name", "Give it a name."),
        ({"name": "x" * 81}, "name", "At most 80 characters"),
        ({"strength": "4"}, "strength", "Type a whole number from −2 to 3."),
        ({"strength": ""}, "strength", "Type a whole number from −2 to 3."),
        ({"strength": "1.5"}, "strength", "Type a whole number from −2 to 3."),
        ({"strength": "--1"}, "strength", "Type a whole number from −2 to 3."),
        ({"strength": "9" * 30}, "strength", "Type a whole number from −2 to 3."),
        ({"strength": None}, "strength", "Type a whole number from −2 to 3."),
        ({"adaptability": "4"}, "adaptability", "Type a whole number from 0 to 3."),
        ({"strength": "3"}, "creature-form", "these add up to +6: take 3 points away."),
        ({"visibility": "everyone"}, "visibility", "Choose one from the list."),
        ({"abilities-0-name": ""}, "abilities-0-name", "Give it a name."),
        ({"abilities-0-limit_count": ""}, "abilities-0-limit_count", "Type a whole number from 1 to 99."),
        ({"abilities-0-limit_kind": "moon"}, "abilities-0-limit_kind", "Choose one from the list."),
        ({"abilities-0-text": "a\x00"}, "abilities-0-text", "cannot be stored"),
        ({"tags": "x" * 41}, "tags", "At most 40 characters an entry"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_at_its_place_and_nothing_is_lost(changes, field, said, gm_client):
    data = posted_ancestry(description="Still here", **changes)
    response = gm_client.post(url("ancestry", "create"), data)
    assert response.status_code == 422
    assert said in message_at(response, field)
    assert "Still here" in response.content.decode()
    assert not Ancestry.objects.exists()


@pytest.mark.parametrize("minus", ["-1", "−1", "–1"])
def test_every_minus_that_people_type_is_one(minus, gm_client):
    assert gm_client.post(url("ancestry", "create"), posted_ancestry(wisdom=minus)).status_code == 302
    assert Ancestry.objects.get().wisdom == -1


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "'\"%_\\", "👹" * 20, "a\u202eb"])
def test_any_text_is_kept_and_shown_as_typed(text, gm_client):
    row = {"abilities-0-name": text, "abilities-0-text": text}
    data = posted_ancestry(name=text, description=text, tags=text, **row)
    assert gm_client.post(url("ancestry", "create"), data).status_code == 302
    made = Ancestry.objects.with_rows().get()
    assert (made.name, made.description, made.innate_abilities.all()[0].text) == (text, text, text)
    assert "<script>alert" not in gm_client.get(made.get_absolute_url()).content.decode()


def test_empty_posts_and_hundreds_of_rows_are_answered_well(gm_client):
    assert gm_client.post(url("class", "create"), {}).status_code == 422
    rows = {f"abilities-{n}-name": "A" for n in range(300)} | {f"abilities-{n}-limit_kind": "" for n in range(300)}
    response = gm_client.post(url("ancestry", "create"), posted_ancestry(**rows))
    assert response.status_code == 422
    assert "At most 4 abilities" in text_of(response)


# --- rows ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "names"),
    [
        ({"add_ability": "1"}, ["A", "B", ""]),
        ({"remove_ability": "0"}, ["B"]),
        ({"move_ability_down": "0"}, ["B", "A"]),
        ({"move_ability_up": "1"}, ["B", "A"]),
        ({"remove_ability": "7"}, ["A", "B"]),
    ],
    ids=str,
)
def test_row_buttons_work_without_a_script_and_save_nothing(button, names, gm_client):
    rows = {"abilities-0-name": "A", "abilities-1-name": "B", "abilities-1-limit_kind": "", "abilities-1-text": "t"}
    response = gm_client.post(url("ancestry", "create"), posted_ancestry(**rows, **button))
    assert response.status_code == 200
    found = re.findall(r'name="abilities-\d+-name"[^>]*>', response.content.decode())
    assert [(re.search(r'value="([^"]*)"', control) or [None, ""])[1] for control in found] == names
    assert not Ancestry.objects.exists()


def test_a_new_ability_is_once_a_day_and_one_left_blank_is_not_there(gm_client):
    response = gm_client.post(url("ancestry", "create"), posted_ancestry(add_ability="1"))
    html = response.content.decode()
    assert re.search(r'name="abilities-1-limit_count" value="1"', html)
    assert re.search(r'<select name="abilities-1-limit_kind".*?<option value="day" selected', html, re.S)
    blank = {"abilities-1-name": "", "abilities-1-limit_kind": "day", "abilities-1-limit_count": "1"}
    assert gm_client.post(url("ancestry", "create"), posted_ancestry(**blank)).status_code == 302
    assert Ancestry.objects.get().innate_abilities.count() == 1


def test_a_fifth_ability_is_not_offered_and_a_forged_one_refused(gm_client):
    rows = {f"abilities-{n}-{name}": value for n in range(4) for name, value in ability_doc(name=f"A{n}").items()}
    response = gm_client.post(url("ancestry", "create"), posted_ancestry(**rows, move_ability_up="1"))
    assert "Add an innate ability" not in text_of(response)
    response = gm_client.post(url("ancestry", "create"), posted_ancestry(**rows, add_ability="1"))
    assert message_at(response, "abilities") == "An ancestry has at most 4 abilities."


# --- live pane -------------------------------------------------------------------------------------------------------


def test_the_pane_says_sum_free_points_and_advice(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = client.post(url("ancestry", "preview"), posted_ancestry(name="", **{"abilities-0-limit_count": "2"}))
    assert response.status_code == 200
    text = text_of(response)
    assert "2 = (−1) + 2 + (−1) + 2 + 0 + 0" in text
    assert "1 = 3 + (−2)" in text
    assert "once a day is recommended; “Winter sleep” is 2 / Day" in text
    assert "Unnamed ancestry" in text


def test_a_sum_that_is_too_high_is_said_at_once_and_the_pane_stays(client):
    response = client.post(url("class", "preview"), posted_class(dexterity="3"))
    assert response["HX-Reswap"] == "none"
    assert "add up to +6: take 3 points away" in message_at(response, "creature-form")
    mended = client.post(url("class", "preview"), posted_class(hinted="creature-form"))
    assert message_at(mended, "creature-form") == ""


def test_recalculate_shows_the_sums_without_a_script(client):
    response = client.post(url("class", "create"), posted_class(recalculate="1", strength="1"))
    assert response.status_code == 200
    assert "2 = 3 + (−1)" in text_of(response)
    assert not CharacterClass.objects.exists()


# --- outfits ---------------------------------------------------------------------------------------------------------


def test_a_class_gets_outfits_of_the_shop_and_keeps_them_as_they_were(gm, gm_client):
    sword, guard = make_item(gm), make_item(gm, arm_guard())
    kit = make_outfit(gm, sword, guard)
    data = posted_class(**{"outfits-0-outfit": str(kit.uid)})
    pane = text_of(gm_client.post(url("class", "preview"), data))
    assert "Squire’s kit 200 NX" in pane
    assert gm_client.post(url("class", "create"), data).status_code == 302
    made = the_class("Lamplighter")
    [kept] = made.outfits.all()
    assert (kept.name, kept.price, kept.source) == ("Squire’s kit", 200, kit.uid)
    assert [item["document"] for item in kept.items] == [item_document(sword), item_document(guard)]
    kit.delete()
    sword.delete()
    page = text_of(gm_client.get(made.get_absolute_url()))
    assert "Longsword Weapon · STR +2 · 1d8+2 Slashing 160 NX" in page
    assert "200 NX" in page
    again = posted_class(class_document(made), revision="1")
    assert gm_client.post(url("class", "edit", made), again).status_code == 302
    assert the_class("Lamplighter").outfits.get().price == 200


def test_an_outfit_that_was_changed_in_the_shop_is_offered_as_it_was_and_as_it_is(gm, gm_client):
    kit = make_outfit(gm, make_item(gm))
    gm_client.post(url("class", "create"), posted_class(**{"outfits-0-outfit": str(kit.uid)}))
    made = the_class("Lamplighter")
    fill_line(OutfitLine(outfit=kit, order=1), make_item(gm, arm_guard()), gm).save()
    page = text_of(gm_client.get(url("class", "edit", made)))
    assert "Squire’s kit (as this class has it)" in page
    assert "Squire’s kit (as it is now)" in page
    fresh = posted_class(**{"outfits-0-outfit": str(kit.uid), "revision": "1"})
    assert gm_client.post(url("class", "edit", made), fresh).status_code == 302
    assert the_class("Lamplighter").outfits.get().price == 200


def test_outfits_keep_the_order_they_were_put_in(gm, gm_client):
    made = make_class(gm, outfits=[outfit(name="A"), outfit(name="B")])
    keys = posted_class(class_document(the_class("Lamplighter")))
    swapped = {"outfits-0-outfit": keys["outfits-1-outfit"], "outfits-1-outfit": keys["outfits-0-outfit"]}
    assert gm_client.post(url("class", "edit", made), posted_class(**swapped, revision="1")).status_code == 302
    assert [row.name for row in the_class("Lamplighter").outfits.all()] == ["B", "A"]


def test_an_outfit_that_is_gone_is_said_at_its_row(gm, gm_client):
    kit = make_outfit(gm, make_item(gm))
    data = posted_class(**{"outfits-0-outfit": str(kit.uid), "description": "Still here"})
    kit.delete()
    response = gm_client.post(url("class", "create"), data)
    assert response.status_code == 422
    assert "not there any more" in message_at(response, "outfits-0-outfit")
    assert "Still here" in response.content.decode()


def test_outfits_of_somebody_else_are_not_offered_and_not_taken(gm, other_gm, gm_client):
    kit = make_outfit(other_gm, make_item(other_gm), name="Otto’s kit")
    assert "Otto’s kit" not in text_of(gm_client.post(url("class", "create"), posted_class(add_outfit="1")))
    response = gm_client.post(url("class", "create"), posted_class(**{"outfits-0-outfit": str(kit.uid)}))
    assert response.status_code == 422
    assert not CharacterClass.objects.exists()


def test_a_class_has_the_outfits_of_another_one_and_says_whose_they_are(gm, other_gm, gm_client):
    lender = make_class(other_gm, visibility="public", name="Nightwatch", outfits=[outfit()])
    search = posted_class(outfits_from="class", find_class="night", recalculate="find")
    found = gm_client.post(url("class", "create"), search)
    assert "Nightwatch by Otto" in text_of(found)
    data = posted_class(name="Borrower", outfits_from="class", outfits_of=str(lender.uid))
    assert "On the street 160 NX" in text_of(gm_client.post(url("class", "preview"), data))
    assert gm_client.post(url("class", "create"), data).status_code == 302
    made = the_class("Borrower")
    assert "Those of Nightwatch by Otto." in text_of(gm_client.get(made.get_absolute_url()))
    save_class(lender, class_doc(name="Nightwatch", outfits=[outfit(name="At home")]))
    page = text_of(gm_client.get(made.get_absolute_url()))
    assert "That class was changed since" in page
    assert "On the street" in page
    kept = posted_class(class_document(made), revision="1")
    assert gm_client.post(url("class", "edit", made), kept).status_code == 302
    assert [row.name for row in the_class("Borrower").outfits.all()] == ["On the street"]
    fresh = posted_class(name="Borrower", outfits_from="class", outfits_of=str(lender.uid), revision="2")
    assert gm_client.post(url("class", "edit", made), fresh).status_code == 302
    assert [row.name for row in the_class("Borrower").outfits.all()] == ["At home"]
    lender.delete()
    assert "Those of Nightwatch by Otto." in text_of(gm_client.get(made.get_absolute_url()))


def test_one_does_not_lend_outfits_to_oneself(gm, gm_client):
    made = make_class(gm, outfits=[outfit()])
    data = posted_class(outfits_from="class", outfits_of=str(made.uid), revision="1")
    response = gm_client.post(url("class", "edit", made), data)
    assert response.status_code == 422
    assert message_at(response, "outfits_of") == "Choose the class whose outfits it has."


@pytest.mark.parametrize("key", ["", "kept", "no id", "x" * 61, "kept-0000", "a\x00"])
def test_a_class_that_is_no_class_is_refused_at_the_menu(key, gm_client):
    response = gm_client.post(url("class", "create"), posted_class(outfits_from="class", outfits_of=key))
    assert response.status_code == 422
    assert message_at(response, "outfits_of")


def test_a_new_class_can_begin_with_the_outfits_of_another(gm, gm_client):
    lender = make_class(gm, name="Nightwatch", outfits=[outfit()])
    page = gm_client.get(f"{url('class', 'create')}?outfits_of={lender.uid}")
    assert re.search(rf'<option value="{lender.uid}" selected>', page.content.decode())
    assert "On the street 160 NX" in text_of(page)


def test_the_magic_stat_is_int_and_speaks_the_readers_words(gm, gm_client):
    page = gm_client.get(url("class", "create"))
    assert '<option value="int" selected>' in page.content.decode()
    gm.vocabulary = "post_apocalyptic"
    gm.save()
    for address in (make_class(gm).get_absolute_url(), url("class", "create")):
        page = text_of(gm_client.get(address))
        assert "Radiant Energy stat" in page
        assert "Magic" not in page


def test_a_save_into_the_bin_is_told_and_nothing_is_lost(gm, gm_client):
    made = make_ancestry(gm)
    gm_client.post(url("ancestry", "delete", made))
    response = gm_client.post(url("ancestry", "edit", made), posted_ancestry(name="Typed", revision="1"))
    assert response.status_code == 409
    assert 'value="Typed"' in response.content.decode()
    assert Ancestry.objects.get().name == made.name
