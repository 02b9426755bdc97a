"""New, edit, variant, bin: the ordinary ways, the wrong ways, and the ways without a script."""

import pytest

from accounts.models import User
from bestiary.documents import SavedElsewhereError, creature_document, save_document
from bestiary.models import Creature
from tests.bestiary.forms import NEW, error_at, posted, value_of
from tests.factories import ability_document, attack_document, make_creature, make_user
from tests.factories import creature_document as goblin


def only() -> Creature:
    return Creature.objects.with_stats().get()


def edit_address(creature: Creature) -> str:
    return f"/bestiary/creatures/{creature.uid}/edit/"


# --- saving ---------------------------------------------------------------------------------------


def test_saving_leads_to_the_creatures_page_with_its_numbers(gm_client, gm):
    response = gm_client.post(NEW, posted(), follow=True)
    assert response.redirect_chain == [(f"/bestiary/creatures/{only().uid}/", 302)]
    html = response.content.decode()
    assert "18 = 4 × 5 + (−2)" in html
    assert only().owner == gm
    assert only().visibility == "private"


def test_a_visitor_becomes_a_guest_by_saving_and_finds_the_creature_again(client, db):
    assert client.get(NEW).status_code == 200
    assert not User.objects.exists()
    client.post(NEW, posted())
    assert only().owner.is_guest
    assert "Goblin" in client.get("/bestiary/?mine=1").content.decode()


def test_editing_changes_the_same_creature(gm_client, gm):
    creature = make_creature(gm, name="Gobbo")
    gm_client.post(edit_address(creature), posted(name="Goblin", revision="1", visibility="public"))
    assert only().uid == creature.uid
    assert (only().name, only().visibility, only().revision) == ("Goblin", "public", 2)


def test_a_saved_page_holds_every_choice_again(gm_client, gm):
    creature = make_creature(
        gm,
        resistances=["Fire", "song"],
        attacks=[attack_document(range_metres=3)],
        abilities=[ability_document(upgrades=[{"level": 4, "text": "Faster"}], limit_kind="day", limit_count=2)],
        tags=["night", "sneaky"],
    )
    html = gm_client.get(edit_address(creature)).content.decode()
    assert value_of(html, "constitution") == "-2"
    assert value_of(html, "attacks-0-range_metres") == "3"
    assert value_of(html, "abilities-0-upgrades-0-level") == "4"
    assert value_of(html, "resistances_other") == "song"
    assert value_of(html, "tags") == "night, sneaky"
    assert 'value="Fire"' in html


def test_two_creatures_may_have_the_same_name(gm_client, gm):
    gm_client.post(NEW, posted())
    gm_client.post(NEW, posted())
    assert Creature.objects.filter(name="Goblin", owner=gm).count() == 2


def test_a_start_from_a_size_and_a_power_lies_in_the_advised_band(client, db):
    html = client.get(f"{NEW}?size=large&power=boss").content.decode()
    assert value_of(html, "base_hp") == "20"
    assert '<option value="large" selected>' in html
    assert "Large · Boss" in html


def test_the_builder_offers_to_start_from_a_size_and_a_power(client, db):
    html = client.get(NEW).content.decode()
    start = html[html.index('id="start-from"') : html.index('id="builder"')]
    assert '<option value="titanic">Titanic</option>' in start
    assert '<option value="mini_boss_hp">Mini-Boss (HP)</option>' in start
    assert 'id="start-from"' not in client.post(NEW, posted(add_attack="1")).content.decode()


@pytest.mark.parametrize("query", ["?size=enormous&power=mighty", "?size=&power=", "?power=%00"])
def test_a_start_from_words_that_mean_nothing_is_the_blank_one(client, db, query):
    response = client.get(NEW + query)
    assert response.status_code == 200
    assert "Medium · Standard" in response.content.decode()


def test_the_page_arrives_with_the_sheet_in_it(gm_client, gm):
    creature = make_creature(gm)
    assert "18 = 4 × 5 + (−2)" in gm_client.get(edit_address(creature)).content.decode()


# --- wrong input ----------------------------------------------------------------------------------

LONG = "x" * 100_000


@pytest.mark.parametrize(
    ("change", "field", "part_of_message"),
    [
        ({"name": "   "}, "name", "name"),
        ({"name": LONG}, "name", "80"),
        ({"name": "\u200b"}, "name", "blank"),
        ({"name": "a\x00b"}, "name", "cannot be stored"),
        ({"size": "enormous"}, "size", "list"),
        ({"base_hp": "0"}, "base_hp", "1 to 30"),
        ({"base_hp": "31"}, "base_hp", "1 to 30"),
        ({"base_hp": ""}, "base_hp", "1 to 30"),
        ({"base_hp": "4.5"}, "base_hp", "1 to 30"),
        ({"base_hp": "1000000000000"}, "base_hp", "1 to 30"),
        ({"base_hp": "1_0"}, "base_hp", "1 to 30"),
        ({"constitution": "-5"}, "constitution", "−4 to 6"),
        ({"constitution": "7"}, "constitution", "−4 to 6"),
        ({"constitution": "--1"}, "constitution", "−4 to 6"),
        ({"constitution": "+-1"}, "constitution", "−4 to 6"),
        ({"constitution": ""}, "constitution", "−4 to 6"),
        ({"constitution": None}, "constitution", "−4 to 6"),
        ({"level": "0"}, "level", "1 to 20"),
        ({"level": "21"}, "level", "1 to 20"),
        ({"description": LONG}, "description", "4,000"),
        ({"habitat": "moon"}, "habitat", "list"),
        ({"resistances": ["Cheese"]}, "resistances", "list"),
        ({"weaknesses_other": ",".join(f"type {n}" for n in range(21))}, "weaknesses_other", "20"),
        ({"tags": ",".join(str(n) for n in range(13))}, "tags", "12"),
        ({"tags": LONG}, "tags", "characters"),
        ({"visibility": "secret"}, "visibility", "list"),
        ({"attacks__0__name": ""}, "attacks-0-name", "name"),
        ({"attacks__0__roll_bonus": "6"}, "attacks-0-roll_bonus", "−5 to 5"),
        ({"attacks__0__kind": "bite"}, "attacks-0-kind", "list"),
        ({"attacks__0__range_metres": "0"}, "attacks-0-range_metres", "1 to 999"),
        ({"abilities__0__text": LONG}, "abilities-0-text", "2,000"),
        ({"abilities__0__targets": "13"}, "abilities-0-targets", "list"),
        ({"abilities__0__limit_kind": "day"}, "abilities-0-limit_count", "1 to 99"),
        ({"abilities__0__limit_count": "3"}, "abilities-0-limit_kind", "limit"),
        ({"abilities__0__upgrades__0__level": "21"}, "abilities-0-upgrades", "1 to 20"),
        ({"abilities__0__upgrades__0__level": "4"}, "abilities-0-upgrades", "what changes"),
    ],
)
def test_a_mistake_gets_its_message_at_its_field_and_nothing_typed_is_lost(gm_client, change, field, part_of_message):
    document = goblin(
        attacks=[attack_document(name="Hook", range_metres=7)],
        abilities=[ability_document(name="Dash", upgrades=[{"level": 3, "text": "Further"}])],
    )
    if "abilities__0__upgrades__0__level" in change:
        change = {**change, "abilities__0__upgrades__0__text": "" if "4" in change.values() else "Further"}
    response = gm_client.post(NEW, posted(document, **{"wisdom": "3", **change}))
    html = response.content.decode()
    assert response.status_code == 422
    assert part_of_message in error_at(html, field)
    assert not Creature.objects.exists()
    assert value_of(html, "wisdom") == "3"
    assert value_of(html, "abilities-0-name") == "Dash"
    for name, typed in change.items():
        if isinstance(typed, str) and name in ("base_hp", "constitution", "tags", "attacks__0__range_metres"):
            assert value_of(html, name.replace("__", "-")) == typed


def test_a_true_minus_is_a_minus(gm_client):
    gm_client.post(NEW, posted(goblin(attacks=[attack_document()]), constitution="−2", attacks__0__roll_bonus="–1"))
    assert only().worlds_awakening.constitution == -2
    assert only().attacks.get().roll_bonus == -1


def test_a_fifth_ability_is_refused_with_all_five_kept(gm_client):
    document = goblin(abilities=[ability_document(name=f"Trick {n}") for n in range(5)])
    html = gm_client.post(NEW, posted(document)).content.decode()
    assert "At most 4" in error_at(html, "abilities")
    assert [value_of(html, f"abilities-{n}-name") for n in range(5)] == [f"Trick {n}" for n in range(5)]
    assert not Creature.objects.exists()


def test_a_row_nobody_typed_in_is_left_out(gm_client):
    blank = attack_document(name="", roll_bonus=0, damage_bonus=0)
    gm_client.post(NEW, posted(goblin(attacks=[blank, attack_document(), blank])))
    assert [attack.name for attack in only().attacks.all()] == ["Rusty hook"]


def test_a_message_after_a_skipped_row_stands_in_the_right_row(gm_client):
    rows = [attack_document(name="", roll_bonus=0, damage_bonus=0), attack_document(name="\u200b")]
    html = gm_client.post(NEW, posted(goblin(attacks=rows))).content.decode()
    assert error_at(html, "attacks-0-name") == ""
    assert "blank" in error_at(html, "attacks-1-name")


def test_text_that_looks_like_a_page_is_shown_as_text(gm_client):
    evil = "<script>alert(1)</script>"
    document = goblin(
        name=evil,
        description=f"{evil} [x](javascript:alert(1)) ![i](http://x/y.png) <img src=x onerror=alert(1)>",
        tags=[evil],
        resistances=[evil],
        attacks=[attack_document(name=evil)],
        abilities=[ability_document(name=evil, text=evil)],
    )
    html = gm_client.post(NEW, posted(document), follow=True).content.decode()
    assert "&lt;script&gt;" in html
    assert "<script>alert" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html


# --- publishing and conflicts ---------------------------------------------------------------------


def test_publishing_asks_a_guest_for_a_name_and_keeps_everything(client, db):
    html = client.post(NEW, posted(visibility="public", description="Lives under bridges")).content.decode()
    assert "/accounts/sign-up/" in error_at(html, "visibility")
    assert "Lives under bridges" in html
    assert not Creature.objects.exists()
    assert not User.objects.exists()


def test_a_guest_may_share_by_link(client, db):
    client.post(NEW, posted(visibility="unlisted"))
    assert only().visibility == "unlisted"


def test_a_save_from_a_page_opened_before_another_save_is_held_back_once(gm_client, gm):
    creature = make_creature(gm, name="First")
    gm_client.post(edit_address(creature), posted(name="Second", revision="1"))
    response = gm_client.post(edit_address(creature), posted(name="Third", revision="1"))
    html = response.content.decode()
    assert response.status_code == 409
    assert "saved somewhere else" in html
    assert value_of(html, "name") == "Third"
    assert only().name == "Second"
    gm_client.post(edit_address(creature), posted(name="Third", revision="1", seen=value_of(html, "seen"), save="mine"))
    assert only().name == "Third"


def test_of_two_saves_at_the_same_moment_one_is_held_back(gm_client, gm):
    creature = make_creature(gm)
    first, second = Creature.objects.get(), Creature.objects.get()
    save_document(first, goblin(name="First"))
    with pytest.raises(SavedElsewhereError):
        save_document(second, goblin(name="Second"))
    assert (only().uid, only().name) == (creature.uid, "First")


def test_a_row_button_does_not_hide_that_somebody_saved_in_between(gm_client, gm):
    creature = make_creature(gm)
    gm_client.post(edit_address(creature), posted(name="Second", revision="1"))
    html = gm_client.post(edit_address(creature), posted(revision="1", add_attack="1")).content.decode()
    assert value_of(html, "revision") == "1"


# --- rows without a script ------------------------------------------------------------------------

THREE = goblin(attacks=[attack_document(name=name) for name in ("Bite", "Claw", "Tail")])


def rows_after(client, document, **buttons) -> tuple[list[str], str]:
    response = client.post(NEW, posted(document, base_hp="99", description="Half a", **buttons))
    html = response.content.decode()
    assert response.status_code == 200
    assert value_of(html, "base_hp") == "99"  # what is wrong stays too, and without a message yet
    assert error_at(html, "base_hp") == ""
    assert "Half a</textarea>" in html
    names = []
    while f'name="attacks-{len(names)}-name"' in html:
        names.append(value_of(html, f"attacks-{len(names)}-name"))
    return names, html


def test_adding_a_row_keeps_everything_and_opens_it_ready_to_type(client, db):
    names, html = rows_after(client, THREE, add_attack="1")
    assert names == ["Bite", "Claw", "Tail", ""]
    assert html.count("autofocus") == 1
    assert "autofocus" in html[html.index('name="attacks-3-name"') :].split(">")[0]


@pytest.mark.parametrize(
    ("button", "value", "names"),
    [
        ("remove_attack", "1", ["Bite", "Tail"]),
        ("move_attack_up", "2", ["Bite", "Tail", "Claw"]),
        ("move_attack_down", "0", ["Claw", "Bite", "Tail"]),
        ("move_attack_up", "0", ["Bite", "Claw", "Tail"]),
        ("move_attack_down", "2", ["Bite", "Claw", "Tail"]),
        ("remove_attack", "9", ["Bite", "Claw", "Tail"]),
        ("remove_attack", "", ["Bite", "Claw", "Tail"]),
        ("move_attack_up", "−1", ["Bite", "Claw", "Tail"]),
    ],
)
def test_rows_are_removed_and_moved_with_everything_kept(client, db, button, value, names):
    assert rows_after(client, THREE, **{button: value})[0] == names


def test_abilities_move_with_their_upgrades(client, db):
    document = goblin(
        abilities=[ability_document(name="A"), ability_document(name="B", upgrades=[{"level": 4, "text": "More"}])]
    )
    html = client.post(NEW, posted(document, move_ability_up="1")).content.decode()
    assert value_of(html, "abilities-0-name") == "B"
    assert value_of(html, "abilities-0-upgrades-0-level") == "4"
    assert value_of(html, "abilities-1-upgrades-0-level") == ""


def test_a_fifth_ability_is_not_even_offered(client, db):
    document = goblin(abilities=[ability_document()] * 4)
    html = client.post(NEW, posted(document, add_ability="1")).content.decode()
    assert "abilities-4-name" not in html
    assert "at most 4" in error_at(html, "abilities")


def test_row_buttons_save_nothing_and_make_no_guest(client, db):
    client.post(NEW, posted(add_attack="1"))
    client.post(NEW, posted(recalculate="1"))
    client.post(NEW, posted(restore="1"))
    assert not Creature.objects.exists()
    assert not User.objects.exists()


def test_recalculate_shows_the_numbers_of_the_form_as_it_stands(client, db):
    html = client.post(NEW, posted(base_hp="6", recalculate="1")).content.decode()
    assert "28 = 6 × 5 + (−2)" in html


def test_the_sheet_of_the_page_follows_a_row_button(client, db):
    html = client.post(NEW, posted(THREE, remove_attack="0")).content.decode()
    assert "<b>Bite</b>" not in html
    assert "<b>Claw</b>" in html


def test_htmx_gets_the_one_region_that_stands_verbatim_in_the_page(client, db):
    region = client.post(NEW, posted(THREE, add_attack="1"), headers={"HX-Request": "true"})
    page = client.post(NEW, posted(THREE, add_attack="1")).content.decode()
    assert region["HX-Trigger-After-Settle"] == "rows-changed"
    assert region.content.decode().strip() in page
    assert len(region.content) < len(page) / 2


def test_enter_saves_because_save_is_the_first_button_of_the_form(client, db):
    html = client.get(NEW).content.decode()
    form = html[html.index('id="creature-form"') :]
    first = form[form.index("<button") :].split(">")[0]
    assert 'name="save"' in first


# --- variants and the bin -------------------------------------------------------------------------


def test_a_variant_begins_as_the_original_and_remembers_it(gm_client, gm):
    ann = make_user("ann")
    original = make_creature(ann, visibility="public", name="Ash Dragon", attacks=[attack_document()])
    address = f"{NEW}?variant_of={original.uid}"
    html = gm_client.get(address).content.decode()
    assert value_of(html, "name") == "Ash Dragon"
    assert value_of(html, "attacks-0-name") == "Rusty hook"
    gm_client.post(address, posted(name="Cinder Dragon"))
    variant = Creature.objects.get(owner=gm)
    assert (variant.origin, variant.origin_name, variant.origin_author) == (original, "Ash Dragon", "ann")
    page = gm_client.get(variant.get_absolute_url()).content.decode()
    assert original.get_absolute_url() in page
    assert variant.visibility == "private"


def test_a_variant_lives_on_when_the_original_goes(gm_client, gm):
    original = make_creature(make_user("ann"), visibility="public", name="Ash Dragon")
    gm_client.post(f"{NEW}?variant_of={original.uid}", posted(name="Cinder Dragon"))
    original.delete()
    variant = Creature.objects.with_stats().get()
    page = gm_client.get(variant.get_absolute_url()).content.decode()
    assert "A variant of Ash Dragon by ann" in page


def test_a_variant_can_still_be_saved_when_the_original_was_hidden_meanwhile(gm_client, gm):
    original = make_creature(make_user(), visibility="public")
    Creature.objects.update(visibility="private")
    gm_client.post(f"{NEW}?variant_of={original.uid}", posted(name="Mine"))
    assert Creature.objects.get(owner=gm).name == "Mine"


def test_a_hidden_original_is_named_but_not_linked(client, gm_client, gm):
    original = make_creature(make_user(), visibility="public", name="Ash Dragon")
    gm_client.post(f"{NEW}?variant_of={original.uid}", posted(name="Cinder", visibility="public"))
    Creature.objects.filter(pk=original.pk).update(visibility="private")
    page = gm_client.get(Creature.objects.get(owner=gm).get_absolute_url()).content.decode()
    assert "Ash Dragon" in page
    assert original.get_absolute_url() not in page


def test_a_deleted_creature_comes_back_from_the_bin_as_it_was(gm_client, gm):
    creature = make_creature(gm, attacks=[attack_document()])
    before = creature_document(only())
    address = f"/bestiary/creatures/{creature.uid}/"
    assert "Delete Goblin?" in gm_client.get(f"{address}delete/").content.decode()
    assert "lies in your bin" in gm_client.post(f"{address}delete/", follow=True).content.decode()
    assert gm_client.get(address).status_code == 404
    gm_client.post(f"{address}restore/")
    assert gm_client.get(address).status_code == 200
    assert creature_document(only()) == before
