"""The library beside the rows of the builder: kept and inserted in place, with everything typed still there."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from bestiary.library import MOST_PICKS
from bestiary.models import Creature, LibraryEntry
from bestiary.starter_set import starter_set
from tests.bestiary.forms import NEW, error_at, posted, value_of
from tests.factories import ability_document, attack_document, creature_document, make_creature

pytestmark = pytest.mark.django_db

BOATHOOK = next(one for one in starter_set() if one.name == "Boathook")
FLOOR = next(one for one in starter_set() if one.name == "The Floor Remembers")


def press(client, button: str, value: str, htmx: bool = False, address: str = NEW, **data) -> str:
    """Press a button of the library in a form with a name and an attack; returns the page."""
    document = creature_document(name="Moor ox", attacks=[attack_document(name="Horn")])
    headers = {"HX-Request": "true"} if htmx else {}
    response = client.post(address, {**posted(document), **data, button: value}, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def offered(html: str) -> list[str]:
    """The names that a picker offers."""
    return [unescape(name) for name in re.findall(r'<p class="pick__name"><b>(.*?)</b>', html)]


# --- finding and inserting -------------------------------------------------------------------------------------------


def test_the_builder_opens_with_the_library_closed(client):
    html = client.get(NEW).content.decode()
    assert html.count("From the library") == 2
    assert not offered(html)


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "in place"])
def test_the_open_library_offers_mine_first_and_then_the_starter_set(gm_client, gm, make_attack, make_ability, htmx):
    make_attack(gm, name="Zeal")
    make_ability(gm, name="Zither")
    html = press(gm_client, "library_attack", "open", htmx)
    assert offered(html) == ["Zeal", *(one.name for one in starter_set() if one.is_attack)]
    assert ("<html" in html) is not htmx


def test_the_library_is_searched_by_words(gm_client, gm, make_attack):
    make_attack(gm, name="Boat anchor")
    assert offered(press(gm_client, "library_attack", "find", library_attack_find="boat")) == [
        "Boat anchor",
        "Boathook",
    ]
    assert "Nothing fits “zzz”" in press(gm_client, "library_attack", "find", library_attack_find="zzz")


def test_a_full_library_offers_a_few_and_asks_for_a_word(gm_client, gm, make_attack):
    for number in range(MOST_PICKS + 1):
        make_attack(gm, name=f"Claw {number:02}")
    html = press(gm_client, "library_attack", "open")
    assert len(offered(html)) == MOST_PICKS
    assert "There are more" in html


def test_the_library_closes_again(client):
    html = press(client, "library_attack", "close", library_attack_open="1")
    assert not offered(html)
    assert "From the library" in html


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "in place"])
def test_one_press_adds_a_filled_row_and_keeps_everything_typed(client, htmx):
    html = press(
        client, "library_attack", f"insert:{BOATHOOK.uid}", htmx, library_attack_open="1", library_attack_find="boat"
    )
    assert value_of(html, "attacks-0-name") == "Horn"
    assert value_of(html, "attacks-1-name") == "Boathook"
    assert value_of(html, "attacks-1-range_metres") == "3"
    assert offered(html) == ["Boathook"], "the library stays open at what was looked for"
    assert re.search(r'<input[^>]* name="attacks-1-name"[^>]* autofocus', html)
    if not htmx:
        assert value_of(html, "name") == "Moor ox"
    assert not Creature.objects.exists()
    assert not User.objects.exists(), "looking and inserting makes nobody a guest"


def test_a_half_typed_form_comes_back_as_it_was(client):
    html = press(client, "library_ability", f"insert:{FLOOR.uid}", base_hp="x", attacks__0="", name="<Moor> ox")
    assert value_of(html, "base_hp") == "x"
    assert value_of(html, "name") == "&lt;Moor&gt; ox"
    assert "turns back into what it was before" in html


def test_what_is_inserted_is_saved_with_the_creature_and_is_a_copy(gm_client, gm, make_ability):
    kept = make_ability(
        gm, name="Slip Away", upgrades=[{"level": 3, "text": "Faster."}], limit_kind="day", limit_count=1
    )
    html = press(gm_client, "library_ability", f"insert:{kept.uid}")
    fields = dict(re.findall(r'<input[^>]* name="(abilities-0-[^"]*)"[^>]* value="([^"]*)"', html))
    assert fields["abilities-0-upgrades-0-level"] == "3"
    document = creature_document(abilities=[kept.row])
    assert gm_client.post(NEW, {**posted(document), "save": "1"}).status_code == 302
    kept.delete()
    assert Creature.objects.get().abilities.get().upgrades == [{"level": 3, "text": "Faster."}]


def test_a_row_without_a_word_gives_its_place(client):
    blank = {
        "attacks-1-name": "",
        "attacks-1-kind": "melee",
        "attacks-1-roll_bonus": "0",
        "attacks-1-damage_bonus": "0",
    }
    html = press(client, "library_attack", f"insert:{BOATHOOK.uid}", **blank)
    assert value_of(html, "attacks-1-name") == "Boathook"
    assert "attacks-2-name" not in html


def test_a_fifth_ability_is_refused_with_the_limit_and_nothing_lost(gm_client, gm):
    document = creature_document(abilities=[ability_document(name=f"Trick {n}") for n in range(4)])
    html = gm_client.post(NEW, {**posted(document), "library_ability": f"insert:{FLOOR.uid}"}).content.decode()
    assert error_at(html, "abilities") == "A creature has at most 4 abilities."
    assert [value_of(html, f"abilities-{n}-name") for n in range(4)] == [f"Trick {n}" for n in range(4)]
    assert "abilities-4-name" not in html


@pytest.mark.parametrize("key", ["", "x", "\0", "00000000-0000-0000-0000-000000000000", str(FLOOR.uid)])
def test_an_entry_that_is_not_there_or_of_the_other_kind_says_so(client, key):
    html = press(client, "library_attack", f"insert:{key}")
    assert error_at(html, "attacks") == "This entry is not in the library any more."
    assert "attacks-1-name" not in html


def test_a_strangers_entry_can_be_neither_found_nor_inserted(other_gm_client, gm, make_attack):
    entry = make_attack(gm, name="Secret claw")
    assert "Secret claw" not in press(other_gm_client, "library_attack", "find", library_attack_find="secret")
    html = press(other_gm_client, "library_attack", f"insert:{entry.uid}")
    assert error_at(html, "attacks") == "This entry is not in the library any more."
    assert "Secret claw" not in html


@pytest.mark.parametrize("verb", ["", "insert", "keep", "keep:99", "keep:x", "zzz", "close:1"])
def test_forged_buttons_of_the_library_change_nothing(client, verb):
    data = {**posted(creature_document(attacks=[attack_document(name="Horn")])), "library_attack": verb}
    response = client.post(NEW, data)
    assert response.status_code in (200, 302)
    assert not LibraryEntry.objects.exists()


# --- keeping ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "in place"])
def test_a_row_of_the_builder_is_kept_without_saving_the_creature(gm_client, gm, htmx):
    html = press(gm_client, "library_attack", "keep:0", htmx)
    assert "“Horn” is in your library." in html
    assert value_of(html, "attacks-0-name") == "Horn"
    entry = LibraryEntry.objects.get()
    assert (entry.owner, entry.kind, entry.row) == (gm, "attack", attack_document(name="Horn"))
    assert not Creature.objects.exists()


def test_the_same_row_is_not_kept_twice(gm_client):
    press(gm_client, "library_attack", "keep:0")
    assert "is in your library already" in press(gm_client, "library_attack", "keep:0")
    assert LibraryEntry.objects.count() == 1


def test_a_visitor_who_keeps_a_row_becomes_a_guest(client):
    press(client, "library_attack", "keep:0")
    assert LibraryEntry.objects.get().owner.is_guest
    assert "Horn" in client.get("/bestiary/library/").content.decode()


def test_a_wrong_row_is_not_kept_and_says_why(client):
    html = press(client, "library_attack", "keep:0", **{"attacks-0-roll_bonus": "9"})
    assert error_at(html, "attacks") == "Horn cannot be kept yet. Roll bonus: Type a whole number from −5 to 5."
    assert value_of(html, "attacks-0-roll_bonus") == "9"
    html = press(client, "library_attack", "keep:0", **{"attacks-0-name": "", "attacks-0-damage_bonus": "1"})
    assert "Give it a name." in error_at(html, "attacks")
    assert not LibraryEntry.objects.exists()
    assert not User.objects.exists()


def test_a_full_library_says_so_and_keeps_what_was_typed(client, guest, make_attack, settings):
    settings.GUEST_THINGS = 1
    make_attack(guest)
    client.force_login(guest)
    html = press(client, "library_attack", "keep:0")
    assert "Your library is full: it holds at most 1" in error_at(html, "attacks")
    assert value_of(html, "attacks-0-name") == "Horn"
    assert LibraryEntry.objects.count() == 1


# --- what it costs ---------------------------------------------------------------------------------------------------


def test_an_open_library_costs_one_query_however_many_entries(gm_client, gm, make_attack):
    creature = make_creature(gm)
    address = f"/bestiary/creatures/{creature.uid}/edit/"
    press(gm_client, "library_attack", "close", True, address)

    def queries(value: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            press(gm_client, "library_attack", value, True, address)
        return len(captured)

    closed = queries("close")
    assert queries("open") == closed + 1
    for number in range(30):
        make_attack(gm, name=f"Claw {number}")
    assert queries("open") == closed + 1
