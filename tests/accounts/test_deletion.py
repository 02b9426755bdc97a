"""Deleting an account: what goes, what stays, and whose name stands nowhere any more."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse

from accounts.mentions import FORMER_MEMBER, mentions
from accounts.models import User
from bestiary.models import CharacterClass, Creature, CreatureDecision, CreatureReport, Portrait
from bestiary.portraits import file_name
from encounters.models import Encounter, EncounterLine
from shop.models import Item, Merchant, OutfitLine, StockLine
from tests.accounts.everything import APPS, all_keys, copy_from, fill, places_of, rows_that_go_with
from tests.factories import PASSWORD, make_creature, make_guest, make_user

pytestmark = pytest.mark.django_db

DELETE = "/accounts/delete/"
DONE = "/accounts/deleted/"


@pytest.fixture
def full(gm, other_gm):
    """Gretchen's account with something of everything, of which Otto copied what he could; both know a third."""
    fill(gm, other_gm)
    copy_from(gm, other_gm)
    third = make_user("Thirza")
    make_creature(third, "public", name="Toad")
    return gm


def delete(client, **changes):
    """What the button sends."""
    return client.post(DELETE, {"current_password": PASSWORD, **changes})


# --- what goes ------------------------------------------------------------------------------------------------------


def test_everything_that_hangs_on_the_account_goes_and_nothing_else(full, gm_client):
    before, hers = all_keys(), rows_that_go_with(full)
    assert delete(gm_client).url == DONE
    after = all_keys()
    expected = {model: keys - hers.get(model, set()) for model, keys in before.items()}
    passing = {model for model in before if model.__name__ == "Allowance"}
    assert {model: after[model] for model in after if model not in passing} == {
        model: expected[model] for model in expected if model not in passing
    }


def test_the_name_and_the_address_stand_in_no_column_of_any_table_afterwards(full, gm_client):
    assert {"User.username", "Creature.origin_author", "EncounterLine.author"} < places_of("gretchen")
    delete(gm_client)
    assert places_of("gretchen") == set()


def test_every_column_for_the_name_of_somebody_is_known_to_the_account_page():
    """A new one is registered as a `Mention` in its app's `belongings.py`."""
    known = {(mention.model, mention.field) for mention in mentions()}
    for model in (model for model in apps.get_models() if model._meta.app_label in APPS):
        names = {field.name for field in model._meta.concrete_fields if not field.is_relation}
        for field in names:
            if field.endswith(("author", "moderator", "saved_by")):
                assert (model, field) in known, f"{model.__name__}.{field}"


def test_what_others_copied_lives_on_without_the_name(full, other_gm, gm_client):
    delete(gm_client)
    variant = Creature.objects.get(owner=other_gm, name="Lantern goblin")
    assert (variant.origin, variant.origin_name, variant.origin_author) == (None, "Lamp goblin", FORMER_MEMBER)
    item = Item.objects.get(owner=other_gm, name="Post round")
    assert (item.origin, item.origin_name, item.origin_author) == (None, "Lamp post", FORMER_MEMBER)
    line = EncounterLine.objects.get(encounter__owner=other_gm)
    assert (line.creature, line.name, line.author, line.count) == (None, "Lamp goblin", FORMER_MEMBER, 3)
    assert line.document["description"] == "It keeps lamps."
    for lines in (
        StockLine.objects.filter(merchant__owner=other_gm),
        OutfitLine.objects.filter(outfit__owner=other_gm),
    ):
        kept = lines.get()
        assert (kept.item, kept.name, kept.author) == (None, "Lamp post", FORMER_MEMBER)
    lent = CharacterClass.objects.get(owner=other_gm)
    assert (lent.outfits_of, lent.outfits_of_name, lent.outfits_of_author) == (None, "Wick trimmer", FORMER_MEMBER)


def test_pages_of_copies_open_and_say_a_former_member(full, other_gm, other_gm_client, gm_client):
    delete(gm_client)
    variant = Creature.objects.get(owner=other_gm, name="Lantern goblin")
    assert "Lamp goblin by a former member" in other_gm_client.get(variant.get_absolute_url()).content.decode()
    for thing in (
        Encounter.objects.get(owner=other_gm),
        Merchant.objects.get(owner=other_gm),
        Item.objects.get(owner=other_gm, name="Post round"),
    ):
        response = other_gm_client.get(thing.get_absolute_url())
        assert response.status_code == 200
        assert "Gretchen" not in response.content.decode()
        assert "a former member" in response.content.decode()


def test_pictures_go_from_the_disk_and_those_of_others_stay(
    full, other_gm, gm_client, media, django_capture_on_commit_callbacks
):
    theirs = Creature.objects.get(owner=other_gm, name="Bridge warden")
    portrait = Portrait.objects.create(thing=theirs, width=1, height=1)
    default_storage.save(file_name(portrait.key, "page.webp"), ContentFile(b"Otto"))
    assert len([path for path in media.rglob("*") if path.is_file()]) == 4
    with django_capture_on_commit_callbacks(execute=True):
        delete(gm_client)
    assert [path.read_bytes() for path in media.rglob("*") if path.is_file()] == [b"Otto"]


def test_bookmarks_of_others_things_are_no_longer_counted(full, other_gm, gm_client):
    theirs = Creature.objects.get(owner=other_gm, name="Bridge warden")
    assert theirs.bookmark_count == 1
    delete(gm_client)
    theirs.refresh_from_db()
    assert theirs.bookmark_count == 0


def test_moderators_keep_reports_and_their_log_without_the_name(full, other_gm, gm_client):
    delete(gm_client)
    [report] = CreatureReport.objects.all()
    assert (report.owner, report.text) == (None, "It looks like mine.")
    [decision] = CreatureDecision.objects.all()
    assert (decision.thing, decision.author, decision.moderator) == (None, FORMER_MEMBER, FORMER_MEMBER)
    assert decision.note == "Fewer lamps."


def test_every_browser_is_logged_out_at_once(full, gm_client):
    elsewhere = Client()
    elsewhere.force_login(full)
    delete(gm_client)
    for client in (gm_client, elsewhere):
        assert not client.get("/accounts/").context["user"].is_authenticated
        assert client.get("/encounters/").status_code == 200
    response = Client().post("/accounts/log-in/", {"username": "Gretchen", "password": PASSWORD})
    assert response.context["form"].errors


def test_every_shared_link_and_page_is_dead(full, client, gm_client):
    encounter, merchant = Encounter.objects.get(owner=full), Merchant.objects.get(owner=full)
    goblin = Creature.objects.get(owner=full, name="Lamp goblin")
    addresses = [
        encounter.get_shared_url(),
        reverse("encounters:shared_screen", args=[f"screen-{full.pk}"]),
        merchant.get_shared_url(),
        goblin.get_absolute_url(),
        reverse("bestiary:author_detail", args=["Gretchen"]),
    ]
    visitor = Client()
    assert [visitor.get(address).status_code for address in addresses] == [200] * 5
    delete(gm_client)
    assert [visitor.get(address).status_code for address in addresses] == [404] * 5


def test_the_name_is_free_and_brings_nothing_with_it(full, other_gm, gm_client):
    delete(gm_client)
    answers = {"username": "Gretchen", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    Client().post("/accounts/sign-up/", answers)
    heir = User.objects.get(username="Gretchen")
    assert not Creature.objects.filter(owner=heir).exists()
    client = Client()
    client.force_login(heir)
    assert "At this moment there is none" in client.get(DELETE).content.decode()
    delete(client)
    assert Creature.objects.get(name="Lantern goblin").origin_author == FORMER_MEMBER


@pytest.mark.parametrize("name", ["a former member", "A Former Member", "former-member", "f0rmer member"])
def test_nobody_can_take_the_name_of_those_who_left(client, name):
    answers = {"username": name, "email": "", "password1": PASSWORD, "password2": PASSWORD}
    assert "username" in client.post("/accounts/sign-up/", answers).context["form"].errors


# --- what the page says and asks ------------------------------------------------------------------------------------


def test_the_page_says_what_will_happen_with_numbers(full, gm_client):
    page = gm_client.get(DELETE).content.decode()
    for line in ("3 creatures", "1 encounter", "1 party", "2 items", "1 merchant", "1 outfit", "1 bookmark", "1 class"):
        assert f"<li>{line}</li>" in page
    for line in ("1 variant of your creatures", "1 line in encounters", "1 line in merchants’ stocks"):
        assert f"<li>{line}</li>" in page
    assert "without who told it: 1 report." in page
    assert User.objects.filter(pk=full.pk).exists()


@pytest.mark.parametrize("password", ["", "wrong", PASSWORD.upper(), "x" * 5000])
def test_without_the_password_nothing_happens(full, gm_client, password):
    before = all_keys()
    response = delete(gm_client, current_password=password)
    assert response.status_code == 422
    assert response.context["form"].errors["current_password"]
    after = all_keys()
    assert {m.__name__ for m in after if after[m] != before[m]} <= {"Allowance"}
    assert gm_client.get("/accounts/").context["user"] == full


def test_after_ten_wrong_passwords_not_even_the_right_one_opens(gm, gm_client):
    for _ in range(10):
        assert "not your password" in delete(gm_client, current_password="wrong").content.decode()
    assert "Try again in 60 minutes" in delete(gm_client).content.decode()
    assert User.objects.filter(pk=gm.pk).exists()
    answers = {"username": "Greta", "email": gm.email, "paper": "a4", "current_password": PASSWORD}
    assert "Too many wrong passwords" in gm_client.post("/accounts/", answers).content.decode()
    passwords = {"old_password": PASSWORD, "new_password1": "seventeen mimics", "new_password2": "seventeen mimics"}
    assert "Too many wrong passwords" in gm_client.post("/accounts/password/", passwords).content.decode()


def test_the_right_password_forgets_the_wrong_ones(gm, gm_client):
    for _ in range(3):
        for _ in range(9):
            delete(gm_client, current_password="wrong")
        answers = {"username": "Gretchen", "email": f"{gm.pk}@example.org", "paper": "a4", "current_password": PASSWORD}
        assert gm_client.post("/accounts/", {**answers, "username": "Greta"}).status_code == 302
        User.objects.filter(pk=gm.pk).update(username="Gretchen", username_key="gretchen")


def test_looking_at_the_page_and_a_form_of_another_site_delete_nothing(gm, gm_client):
    assert gm_client.get(DELETE, {"current_password": PASSWORD}).status_code == 200
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(gm)
    assert delete(strict).status_code == 403
    assert User.objects.filter(pk=gm.pk).exists()


def test_a_guest_is_asked_plainly_and_has_no_password_to_type(client, other_gm):
    guest = make_guest()
    make_creature(guest, name="Wisp")
    copied = Creature(owner=other_gm, origin_name="Wisp", origin_author="Guest")
    copied.name = "Will"
    copied.save()
    client.force_login(guest)
    page = client.get(DELETE).content.decode()
    assert "<li>1 creature</li>" in page
    assert 'type="password"' not in page
    assert client.post(DELETE).url == DONE
    assert not User.objects.filter(is_guest=True).exists()
    assert not Creature.objects.filter(name="Wisp").exists()
    copied.refresh_from_db()
    assert copied.origin_author == "Guest"


@pytest.mark.parametrize("send", ["get", "post"])
def test_a_visitor_has_nothing_to_delete(client, db, send):
    assert getattr(client, send)(DELETE).url == "/accounts/"
    assert not User.objects.exists()


def test_the_last_page_needs_no_account_and_sets_no_cookie(client, db):
    response = client.get(DONE)
    assert "Your account is deleted" in response.content.decode()
    assert not response.cookies


def test_a_second_click_finds_it_done(gm, gm_client):
    again = Client()
    again.force_login(gm)
    assert delete(gm_client).url == DONE
    assert delete(again).url == "/accounts/"


def test_an_administrator_deletes_an_account_as_its_owner_would(full, admin_client):
    address = reverse("admin:accounts_user_delete", args=[full.pk])
    assert admin_client.post(address, {"post": "yes"}).status_code == 302
    assert Creature.objects.get(name="Lantern goblin").origin_author == FORMER_MEMBER
    assert places_of("gretchen") <= {"LogEntry.object_repr"}
    chosen = {"action": "delete_selected", "_selected_action": [User.objects.get(username="Otto").pk], "post": "yes"}
    admin_client.post(reverse("admin:accounts_user_changelist"), chosen)
    assert not Creature.objects.filter(name="Lantern goblin").exists()


def test_staff_without_the_permission_delete_nobody(full):
    staff = make_user("Steward", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_user"))
    client = Client()
    client.force_login(staff)
    assert client.post(reverse("admin:accounts_user_delete", args=[full.pk]), {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=full.pk).exists()
