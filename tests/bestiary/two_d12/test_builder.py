"""New, edit, variant of a Foe: the ordinary ways, the wrong ways, and the ways without a script."""

import re

import pytest

from accounts.models import User
from bestiary.documents import SavedElsewhereError, creature_document, save_document
from bestiary.forms import FoeBuilder
from bestiary.models import Creature
from bestiary.rules import two_d12
from tests.bestiary.forms import NEW as NEW_CREATURE
from tests.bestiary.forms import error_at, value_of
from tests.bestiary.two_d12.forms import NEW, posted
from tests.bestiary.two_d12.test_documents import FULL, SPARSE
from tests.factories import effect_document, foe_document, make_creature, make_foe, make_user


def only() -> Creature:
    return Creature.objects.with_stats().get()


def edit_address(creature: Creature) -> str:
    return f"/bestiary/creatures/{creature.uid}/edit/"


# --- saving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", [foe_document(), SPARSE, FULL], ids=["some", "sparse", "full"])
def test_a_document_goes_through_the_form_and_comes_out_equal(document):
    builder = FoeBuilder.from_post(FoeBuilder.from_document(document).posted())
    assert builder.is_valid(), builder.errors()
    assert builder.document() == document


def test_saving_leads_to_the_foes_page_with_its_card(gm_client, gm):
    response = gm_client.post(NEW, posted(FULL), follow=True)
    assert response.redirect_chain == [(f"/bestiary/creatures/{only().uid}/", 302)]
    assert "Élan “the” Warden &lt;b&gt;, Foe card" in response.content.decode()
    assert (only().owner, only().visibility, only().system) == (gm, "private", "two_d12")
    assert creature_document(only())["effects"] == FULL["effects"]


def test_name_and_rank_are_enough(gm_client):
    response = gm_client.post(NEW, {"name": "Rat", "rank": "minion", "visibility": "private"})
    assert response.status_code == 302
    assert only().to_rules() == two_d12.Foe("Rat", two_d12.Rank.MINION)


def test_a_visitor_becomes_a_guest_by_saving_and_finds_the_foe_again(client, db):
    assert client.get(NEW).status_code == 200
    assert not User.objects.exists()
    client.post(NEW, posted())
    assert only().owner.is_guest
    assert "Lamp warden" in client.get("/bestiary/?mine=1").content.decode()


def test_editing_changes_the_same_foe(gm_client, gm):
    foe = make_foe(gm)
    gm_client.post(edit_address(foe), posted(name="Lamp marshal", rank="leader", revision="1", visibility="public"))
    assert only().uid == foe.uid
    assert (only().name, only().two_d12.rank, only().visibility, only().revision) == (
        "Lamp marshal",
        "leader",
        "public",
        2,
    )


def test_a_saved_page_holds_every_choice_again(gm_client, gm):
    html = gm_client.get(edit_address(make_foe(gm, **FULL))).content.decode()
    assert "Edit Élan" in html
    assert '<option value="leader" selected>' in html
    for field, value in (
        ("stamina", "0"),
        ("control", "-99"),
        ("damage", "as much as it has Vitality left"),
        ("effects-0-charges", "4"),
        ("effects-1-damage_type", "cold"),
        ("effects-3-charges", ""),
        ("tags", "lamp, old town"),
    ):
        assert value_of(html, field) == value, field
    assert '<option value="panicked" selected>' in html


def test_a_new_foe_is_a_soldier_of_whom_nothing_is_known(client, db):
    html = client.get(NEW).content.decode()
    assert '<option value="soldier" selected>' in html
    assert value_of(html, "guard") == value_of(html, "agility") == ""
    assert "No Trait has a MOD yet" in html


@pytest.mark.parametrize(("rank", "chosen"), [("boss", "boss"), ("general", "soldier"), ("", "soldier")])
def test_a_start_from_a_rank(client, db, rank, chosen):
    assert f'<option value="{chosen}" selected>' in client.get(f"{NEW}?rank={rank}").content.decode()


def test_each_builder_leads_to_the_other_games(client, db):
    for here, there in ((NEW, NEW_CREATURE), (NEW_CREATURE, NEW)):
        tabs = re.search(r'<nav class="tabs" aria-label="Game">.*?</nav>', client.get(here).content.decode(), re.DOTALL)
        assert f'href="{there}"' in tabs[0]
        assert f'href="{here}" aria-current="page"' in tabs[0]


def test_the_list_and_the_front_page_lead_to_both_builders(client, db):
    for address in ("/", "/bestiary/"):
        html = client.get(address).content.decode()
        assert f'href="{NEW}"' in html
        assert f'href="{NEW_CREATURE}"' in html


# --- variants -------------------------------------------------------------------------------------


def test_a_variant_keeps_author_and_origin(gm_client, gm):
    origin = make_foe(make_user("ann"), "public", **FULL)
    address = f"{NEW}?variant_of={origin.uid}"
    html = gm_client.get(address).content.decode()
    assert "by ann" in html
    assert value_of(html, "effects-1-damage_type") == "cold"
    gm_client.post(address, posted(FULL, name="My own Warden"))
    variant = Creature.objects.get(name="My own Warden")
    assert (variant.owner, variant.origin, variant.origin_author) == (gm, origin, "ann")
    assert f"variant_of={origin.uid}" in gm_client.get(origin.get_absolute_url()).content.decode()
    assert "/bestiary/foes/new/?variant_of" in gm_client.get(origin.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("make", "wrong", "right"), [(make_foe, NEW_CREATURE, NEW), (make_creature, NEW, NEW_CREATURE)]
)
def test_a_variant_of_the_other_game_is_begun_at_its_own_bench(gm_client, make, wrong, right):
    origin = make(visibility="public")
    response = gm_client.get(f"{wrong}?variant_of={origin.uid}")
    assert (response.status_code, response["Location"]) == (302, f"{right}?variant_of={origin.uid}")


# --- wrong input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "\u200b"}, "name"),
        ({"rank": "general"}, "rank"),
        ({"rank": ""}, "rank"),
        ({"rank": None}, "rank"),
        ({"level": "100"}, "level"),
        ({"exp": "-1"}, "exp"),
        ({"guard": "10000"}, "guard"),
        ({"vitality": "many"}, "vitality"),
        ({"stamina": "1.5"}, "stamina"),
        ({"motion": "--1"}, "motion"),
        ({"might": "100"}, "might"),
        ({"track": "+-1"}, "track"),
        ({"damage": "x" * 81}, "damage"),
        ({"damage_type": "x" * 41}, "damage_type"),
        ({"notes": "x" * 2_001}, "notes"),
        ({"description": "x" * 4_001}, "description"),
        ({"effects__0__effect": "tired"}, "effects-0-effect"),
        ({"effects__0__effect": ""}, "effects-0-effect"),
        ({"effects__0__charges": "0"}, "effects-0-charges"),
        ({"effects__0__charges": "1000"}, "effects-0-charges"),
        ({"effects__0__damage_type": "fire"}, "effects-0-damage_type"),
        ({"effects__1__charges": "2"}, "effects-1-charges"),
        ({"effects__1__note": "x" * 201}, "effects-1-note"),
        ({"visibility": "everybody"}, "visibility"),
    ],
)
def test_what_is_wrong_gets_its_message_at_the_field_and_keeps_everything_typed(gm_client, change, field):
    document = foe_document(effects=[effect_document(), effect_document(effect="blind", charges=None)])
    response = gm_client.post(NEW, posted(document, tags="kept, typed", **change))
    html = response.content.decode()
    assert response.status_code == 422
    assert error_at(html, field)
    assert "Not saved yet" in html
    assert value_of(html, "tags") == "kept, typed"
    assert value_of(html, "agility") == ("2" if field != "agility" else change["agility"])
    typed = next(iter(change.values()))
    if typed and not field.startswith(("effects-0-effect", "rank", "visibility", "notes", "description")):
        assert value_of(html, field).strip() == typed.strip()
    assert not Creature.objects.exists()


@pytest.mark.parametrize(
    ("typed", "value"), [("−3", -3), ("–3", -3), ("+4", 4), (" 5 ", 5), ("007", 7), ("0", 0), ("", None)]
)
def test_a_mod_is_read_as_people_write_it(gm_client, typed, value):
    gm_client.post(NEW, posted(insight=typed))
    assert only().two_d12.insight == value


def test_twenty_five_effects_are_one_too_many_and_none_is_lost(gm_client):
    html = gm_client.post(NEW, posted(foe_document(effects=[effect_document()] * 25))).content.decode()
    assert error_at(html, "effects") == "At most 24 effects: these are 25. Remove 1 of them."
    assert value_of(html, "effects-24-note") == "on a hit"


def test_a_row_where_nothing_was_typed_is_not_saved(gm_client):
    gm_client.post(NEW, posted(foe_document(effects=[{"effect": "", "charges": None, "damage_type": "", "note": ""}])))
    assert not only().caused_effects.exists()


def test_public_needs_a_name(client, db):
    html = client.post(NEW, posted(visibility="public")).content.decode()
    assert "sign up" in error_at(html, "visibility")
    assert not Creature.objects.exists()


def test_two_tabs_get_a_warning_before_one_overwrites_the_other(gm_client, gm):
    foe = make_foe(gm)
    save_document(foe, foe_document(name="From the other tab"))
    response = gm_client.post(edit_address(foe), posted(name="Mine", revision="1"))
    assert response.status_code == 409
    assert "saved somewhere else" in response.content.decode()
    assert only().name == "From the other tab"
    assert gm_client.post(edit_address(foe), posted(name="Mine", revision="1", seen="2")).status_code == 302


def test_two_saves_at_the_same_moment_are_not_both_made(gm):
    make_foe(gm)
    first, second = only(), only()
    save_document(first, foe_document(name="First"))
    with pytest.raises(SavedElsewhereError):
        save_document(second, foe_document(name="Second"))


# --- rows, without a script -----------------------------------------------------------------------

TWO = foe_document(effects=[effect_document(), effect_document(effect="blind", charges=None, note="dust")])


def effects_of(html: str) -> list[str]:
    return re.findall(r'<option value="(\w+)" selected>', html[html.index('id="effects"') :].split("</fieldset>")[0])


@pytest.mark.parametrize(
    ("button", "effects"),
    [
        ({"move_effect_down": "0"}, ["blind", "burning"]),
        ({"move_effect_up": "1"}, ["blind", "burning"]),
        ({"remove_effect": "0"}, ["blind"]),
        ({"remove_effect": "7"}, ["burning", "blind"]),
        ({"add_effect": "1"}, ["burning", "blind"]),
    ],
)
def test_row_buttons_work_without_a_script_and_save_nothing(client, db, button, effects):
    html = client.post(NEW, posted(TWO, name="", **button)).content.decode()
    shown = effects_of(html)
    assert [effect for effect in shown if effect] == effects
    assert html.count('<li class="row">') == len(effects) + ("add_effect" in button)
    assert "Give it a name" not in html
    assert not Creature.objects.exists()


def test_a_new_row_is_ready_to_choose_in(client, db):
    html = client.post(NEW, posted(TWO, add_effect="1")).content.decode()
    assert re.search(r'<select name="effects-2-effect"[^>]* autofocus', html)


def test_with_htmx_only_the_rows_come_back(client, db):
    response = client.post(NEW, posted(TWO, add_effect="1"), headers={"HX-Request": "true"})
    html = response.content.decode()
    assert html.startswith('<fieldset class="form-section row-group" id="effects"')
    assert html.rstrip().endswith("</fieldset>")
    assert response["HX-Trigger-After-Settle"] == "rows-changed"


def test_recalculate_shows_the_card_of_what_was_typed_and_saves_nothing(client, db):
    html = client.post(NEW, posted(guard="77", recalculate="1")).content.decode()
    assert re.search(r"<dt>Guard</dt><dd>77</dd>", html)
    assert "data-unsaved" in html
    assert not Creature.objects.exists()


def test_drafts_of_the_two_games_do_not_mix(client, db):
    assert 'data-draft="foe:new"' in client.get(NEW).content.decode()
    assert 'data-draft="creature:new"' in client.get(NEW_CREATURE).content.decode()
