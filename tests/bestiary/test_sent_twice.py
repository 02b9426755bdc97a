"""The form of a new thing sent twice: a double click, a slow line, five at once. One thing is made, and shown."""

from re import search

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.leaving import delete_account
from accounts.models import User
from bestiary import keeping, pdf
from bestiary.models import Ancestry, CharacterClass, Creature
from encounters.models import Encounter, Party
from encounters.screens.models import Screen
from shop.models import Item, Merchant, Outfit
from tests.at_once import at_once
from tests.encounters.cast import fields_of
from tests.factories import make_user
from tests.shop.items import make_item

PCS = {"pcs-TOTAL_FORMS": "1", "pcs-0-name": "Lía", "pcs-0-level": "3", "pcs-0-present": "on"}
NEW = {
    "creature": (Creature, "/bestiary/creatures/new/", {"level": "1"}),
    "foe": (Creature, "/bestiary/foes/new/", {}),
    "ancestry": (Ancestry, "/bestiary/ancestries/new/", {}),
    "class": (CharacterClass, "/bestiary/classes/new/", {}),
    "item": (Item, "/shop/items/new/", {}),
    "merchant": (Merchant, "/shop/merchants/new/", {}),
    "outfit": (Outfit, "/shop/outfits/new/", {}),
    "encounter": (Encounter, reverse("encounters:encounter_create"), PCS),
    "party": (Party, reverse("encounters:party_create"), PCS),
    "screen": (Screen, reverse("encounters:screen_create"), {}),
}
OWNED = ("merchant", "outfit", "encounter", "party", "screen")


@pytest.fixture(autouse=True)
def _no_worker_for_pages(monkeypatch):
    monkeypatch.setattr(pdf, "warm_up", lambda: None)


@pytest.fixture(params=NEW)
def kind(request):
    return request.param


def typed(client, kind: str, **changes) -> dict:
    """What a browser sends of the page of a new thing that was given a name."""
    _, address, fields = NEW[kind]
    return fields_of(client.get(address).content.decode()) | fields | {"name": "Typed", "save": "1"} | changes


def test_a_form_sent_twice_makes_one_thing_and_leads_to_it_both_times(gm_client, kind):
    model, address, _ = NEW[kind]
    form = typed(gm_client, kind)
    first, second = gm_client.post(address, form), gm_client.post(address, form)
    assert (first.status_code, second.status_code) == (302, 302)
    assert first["Location"] == second["Location"]
    assert model.objects.count() == 1


def test_two_pages_that_say_the_same_make_two_things(gm_client, kind):
    for _ in range(2):
        gm_client.post(NEW[kind][1], typed(gm_client, kind))
    assert NEW[kind][0].objects.count() == 2


def test_what_was_changed_before_it_was_sent_again_is_another_thing(gm_client, kind):
    form = typed(gm_client, kind)
    for name in ("Typed", "Another"):
        gm_client.post(NEW[kind][1], form | {"name": name})
    assert sorted(NEW[kind][0].objects.values_list("name", flat=True)) == ["Another", "Typed"]


def test_a_page_that_came_back_is_still_the_same_form(gm_client, kind):
    form = typed(gm_client, kind)
    wrong = gm_client.post(NEW[kind][1], form | {"name": ""})
    assert wrong.status_code == 422
    assert fields_of(wrong.content.decode())["form_id"] == form["form_id"]


@pytest.mark.parametrize("button", ["nothing", "x" * 40, "\0", "0"])
def test_a_form_with_an_id_that_is_none_is_saved_all_the_same(gm_client, kind, button):
    assert gm_client.post(NEW[kind][1], typed(gm_client, kind, form_id=button)).status_code == 302
    assert NEW[kind][0].objects.count() == 1


def test_the_same_form_from_somebody_else_makes_their_own(gm_client, kind):
    form, other = typed(gm_client, kind), Client()
    other.force_login(make_user())
    gm_client.post(NEW[kind][1], form)
    other.post(NEW[kind][1], form)
    assert NEW[kind][0].objects.values("owner").distinct().count() == 2


def test_a_form_sent_again_after_its_thing_was_binned_makes_another(gm_client, kind):
    model, address, _ = NEW[kind]
    form = typed(gm_client, kind)
    gm_client.post(address, form)
    model.objects.move_to_bin(timezone.now())
    gm_client.post(address, form)
    assert model.objects.filter(deleted_at=None).count() == 1


def test_a_visitor_who_sends_a_form_twice_before_an_answer_is_one_guest(db, kind):
    first, second = Client(), Client()
    form = typed(first, kind)
    assert [client.post(NEW[kind][1], form).status_code for client in (first, second)] == [302, 302]
    thing = NEW[kind][0].objects.get()
    assert User.objects.get() == thing.owner
    assert second.get(f"{thing.get_absolute_url()}").status_code == 200


@pytest.mark.parametrize("is_named", [True, False], ids=["a user", "an old guest"])
def test_nobody_gets_into_anothers_account_by_sending_their_form(db, kind, is_named, monkeypatch):
    owner = Client()
    form = typed(owner, kind)
    if is_named:
        owner.force_login(make_user())
    else:
        monkeypatch.setattr(keeping, "FIRST_MINUTES", -keeping.FIRST_MINUTES)
    owner.post(NEW[kind][1], form)
    stranger = Client()
    stranger.post(NEW[kind][1], form)
    assert NEW[kind][0].objects.values("owner").distinct().count() == 2
    assert stranger.session["_auth_user_id"] != owner.session["_auth_user_id"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["creature", "item", "merchant", "encounter"])
def test_of_five_equal_forms_at_once_one_makes_the_thing(kind):
    user = make_user()
    clients = [Client() for _ in range(5)]
    for client in clients:
        client.force_login(user)
    form = typed(clients[0], kind)
    assert at_once([(client, NEW[kind][1], form) for client in clients]) == [302] * 5
    assert NEW[kind][0].objects.count() == 1


def test_a_step_of_somebody_elses_item_pressed_twice_makes_one_copy(gm_client, gm):
    theirs = make_item(visibility="public")
    address = f"{theirs.get_absolute_url()}upgrade/"
    html = gm_client.get(address).content.decode()
    form = {"form_id": search('name="form_id" value="([^"]+)"', html)[1], "revision": "1", "take": "roll_bonus"}
    first, second = gm_client.post(address, form), gm_client.post(address, form)
    assert first["Location"] == second["Location"]
    mine = Item.objects.get(owner=gm)
    assert (mine.roll_bonus, mine.upgrades.count()) == (3, 1)


# --- what a guest may keep -------------------------------------------------------------------------------------------


def test_a_guest_who_has_all_there_may_be_is_told_and_keeps_what_was_typed(db, kind, settings):
    settings.GUEST_THINGS = 1
    client = Client()
    model, address, _ = NEW[kind]
    form = typed(client, kind)
    client.post(address, form)
    assert client.post(address, form).status_code == 302, "the same form again needs no room"
    response = client.post(address, typed(client, kind, name="One too many"))
    html = response.content.decode()
    assert response.status_code == 422
    assert f"at most 1 {model._meta.verbose_name_plural}" in html
    assert 'value="One too many"' in html
    assert model.objects.count() == 1


def test_an_account_with_a_name_has_no_such_limit(gm_client, kind, settings):
    settings.GUEST_THINGS = 1
    for _ in range(2):
        assert gm_client.post(NEW[kind][1], typed(gm_client, kind)).status_code == 302


@pytest.mark.parametrize("kind", OWNED)
def test_a_new_thing_saved_while_the_account_goes_says_so(gm_client, gm, kind, monkeypatch):
    form = typed(gm_client, kind)
    keep = keeping._keep

    def meanwhile(*args, **kwargs):
        delete_account(User.objects.get(pk=gm.pk))
        return keep(*args, **kwargs)

    monkeypatch.setattr(keeping, "_keep", meanwhile)
    response = gm_client.post(NEW[kind][1], form)
    assert response.status_code == 409
    assert "The account was deleted at this moment" in response.content.decode()
    assert 'value="Typed"' in response.content.decode()
