"""Guests: a visitor who saves something is a real user, whose work goes where they go."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory

from accounts.guests import describe_work, ensure_user, move_work, owned_models
from accounts.models import User
from bestiary.models import Creature
from tests.accounts.helpers import give_creature

pytestmark = pytest.mark.django_db


@pytest.fixture
def visit():
    """A POST of a visitor without an account."""
    request = RequestFactory().post("/")
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request


def test_a_visitor_who_saves_becomes_a_guest(visit):
    user = ensure_user(visit)
    assert user.is_guest
    assert user.display_name == "Guest"
    assert not user.has_usable_password()
    assert visit.user == user
    assert User.objects.get() == user


def test_the_second_save_is_the_same_guest(visit):
    first = ensure_user(visit)
    assert ensure_user(visit) == first
    assert User.objects.count() == 1


def test_becoming_a_guest_changes_the_session_key(visit):
    visit.session.save()
    before = visit.session.session_key
    ensure_user(visit)
    assert visit.session.session_key != before


def test_every_save_of_a_guest_renews_the_year(visit):
    ensure_user(visit)
    visit.session.modified = False
    ensure_user(visit)
    assert visit.session.modified


def test_somebody_with_a_name_stays_who_they_are(visit, gm):
    visit.user = gm
    assert ensure_user(visit) == gm
    assert User.objects.count() == 1


def test_creatures_and_encounters_are_among_the_things_that_move():
    assert {model.__name__ for model in owned_models()} >= {"Creature", "Encounter", "Party"}


def test_everything_moves_even_what_lies_in_the_bin(guest, gm):
    kept, binned = give_creature(guest, "Goblin"), give_creature(guest, "Ogre", binned=True)
    assert move_work(guest, gm) == 2
    assert set(Creature._base_manager.filter(owner=gm)) == {kept, binned}
    assert not User.objects.filter(is_guest=True).exists()


def test_the_work_of_others_stays_where_it_is(guest, gm, other_gm):
    theirs = give_creature(other_gm, "Troll")
    move_work(guest, gm)
    theirs.refresh_from_db()
    assert theirs.owner == other_gm


def test_work_is_described_in_words(guest):
    assert describe_work(guest) == ""
    give_creature(guest, "Goblin")
    assert describe_work(guest) == "1 creature"
    give_creature(guest, "Ogre")
    assert describe_work(guest) == "2 creatures"
