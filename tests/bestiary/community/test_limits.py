"""What is limited is stated where it applies, counted in the database, and refused without losing what was typed."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.limits import has_room, use_allowance
from accounts.models import Allowance, User
from bestiary.models import Creature, CreatureReport
from tests.at_once import at_once
from tests.bestiary.forms import NEW, posted, value_of
from tests.factories import make_creature, make_foe, make_guest, make_user

NOW = datetime(2031, 5, 4, 12, tzinfo=UTC)


def client_of(user) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


# --- things of a guest ------------------------------------------------------------------------------------------------


@pytest.fixture
def full_guest(guest, settings):
    """A guest who has as many creatures as guests may have: one of each game, one of them in the bin."""
    settings.GUEST_THINGS = 2
    make_creature(guest)
    Creature.objects.move_to_bin(NOW)
    make_foe(guest)
    return guest


def test_a_guest_with_all_their_creatures_keeps_what_they_typed(full_guest):
    response = client_of(full_guest).post(NEW, posted(name="One more", save="1"))
    html = response.content.decode()
    assert response.status_code == 422
    assert "at most 2 creatures" in html
    assert 'href="/accounts/sign-up/"' in html
    assert value_of(html, "name") == "One more"
    assert Creature.objects.count() == 2


def test_with_a_name_the_same_form_is_saved(full_guest):
    client = client_of(full_guest)
    User.objects.filter(pk=full_guest.pk).update(is_guest=False)
    assert client.post(NEW, posted(name="One more", save="1")).status_code == 302


def test_a_full_guest_still_changes_what_they_have(full_guest):
    foe = Creature.objects.get(deleted_at=None)
    make_creature(full_guest, name="Old")
    old = Creature.objects.get(name="Old")
    response = client_of(full_guest).post(f"{old.get_absolute_url()}edit/", posted(name="New", revision="1", save="1"))
    assert response.status_code == 302
    assert Creature.objects.exclude(pk=foe.pk).filter(name="New").exists()


def test_the_builder_says_to_guests_alone_how_much_they_may_keep(gm_client, settings):
    settings.GUEST_THINGS = 77
    for address in (NEW, "/bestiary/foes/new/"):
        assert "you can keep 77 creatures" in Client().get(address).content.decode()
        assert "you can keep" not in gm_client.get(address).content.decode()


@pytest.mark.django_db(transaction=True)
def test_room_is_only_asked_for_where_the_answer_holds():
    with pytest.raises(RuntimeError):
        has_room(make_guest(), Creature, 1)


@pytest.mark.django_db(transaction=True)
def test_of_six_creatures_that_a_guest_saves_at_once_as_many_are_kept_as_have_room(settings):
    settings.GUEST_THINGS = 4
    guest = make_guest()
    make_creature(guest)
    posts = [(client_of(guest), NEW, posted(name=f"N{number}", save="1")) for number in range(6)]
    assert sorted(at_once(posts)) == [302] * 3 + [422] * 3
    assert Creature.objects.count() == 4


# --- reports in an hour -----------------------------------------------------------------------------------------------


def report(client: Client, text: str = "Bad."):
    creature = make_creature(visibility="public")
    return client.post(f"{creature.get_absolute_url()}report/", {"reason": "other", "text": text})


def test_more_reports_than_an_hour_has_wait_with_their_text(gm_client, settings):
    settings.REPORTS_PER_HOUR = 2
    assert [report(gm_client).status_code for _ in range(2)] == [302, 302]
    response = report(gm_client, "The third of them.")
    html = response.content.decode()
    assert response.status_code == 429
    assert "more than 2 reports in an hour" in html
    assert "60 minutes" in html
    assert "The third of them." in html
    assert CreatureReport.objects.count() == 2


def test_a_dropped_cookie_gives_no_new_reports_but_a_name_does(db, gm_client, settings):
    settings.GUEST_REPORTS_PER_HOUR = 1
    assert report(Client()).status_code == 302
    refused = report(Client())
    assert refused.status_code == 429
    assert not refused.cookies.get("sessionid"), "a refused report makes no guest"
    assert report(client_of(make_guest())).status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.7").get("/").status_code == 200
    assert report(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302
    assert report(gm_client).status_code == 302


def test_the_form_says_how_many_there_are(gm_client, settings):
    settings.REPORTS_PER_HOUR, settings.GUEST_REPORTS_PER_HOUR = 71, 72
    address = f"{make_creature(visibility='public').get_absolute_url()}report/"
    assert "At most 71 reports in an hour." in gm_client.get(address).content.decode()
    assert "At most 72 reports in an hour without an account." in Client().get(address).content.decode()


def test_a_report_with_a_mistake_costs_none(gm_client, settings):
    settings.REPORTS_PER_HOUR = 1
    assert report(gm_client, "").status_code == 422
    assert report(gm_client).status_code == 302


def test_no_address_is_kept(db):
    report(Client(REMOTE_ADDR="192.0.2.7"))
    assert "192.0.2.7" not in Allowance.objects.get().who
    assert len(Allowance.objects.get().who) == 64


# --- the hour itself --------------------------------------------------------------------------------------------------


def test_the_hour_begins_with_the_first_use_and_gives_all_back_at_its_end(db):
    def use(minutes: int) -> int:
        return use_allowance("report", "user 1", 2, NOW + timedelta(minutes=minutes))

    assert [use(minute) for minute in (0, 40, 45, 59)] == [0, 0, 15, 1]
    assert [use(minute) for minute in (60, 61, 62)] == [0, 0, 58]
    assert use_allowance("report", "user 2", 2, NOW) == 0
    assert use_allowance("upload", "user 1", 2, NOW) == 0


def test_hours_that_are_over_leave_no_rows(db):
    for number in range(3):
        use_allowance("report", f"user {number}", 2, NOW)
    use_allowance("report", "user 9", 2, NOW + timedelta(hours=2))
    assert Allowance.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_reports_that_come_at_once_share_one_allowance(settings):
    settings.REPORTS_PER_HOUR = 3
    user = make_user()
    things = [make_creature(visibility="public") for _ in range(6)]
    posts = [
        (client_of(user), f"{thing.get_absolute_url()}report/", {"reason": "spam", "text": ""}) for thing in things
    ]
    assert sorted(at_once(posts)) == [302] * 3 + [429] * 3
    assert CreatureReport.objects.count() == 3
