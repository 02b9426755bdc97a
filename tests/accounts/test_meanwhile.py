"""What another tab, another click or another person does between the check of a form and its saving."""

import pytest
from django.urls import reverse

from accounts.forms import LogInForm
from accounts.models import User
from accounts.names import name_key
from bestiary.models import Creature
from tests.accounts.helpers import give_creature
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

TAKEN = "Somebody has this name already. Choose another one."


@pytest.fixture
def unchecked(monkeypatch):
    """Forms find every name free, as the second of two do that are checked at the same moment."""
    monkeypatch.setattr(User, "clean", lambda self: None)
    monkeypatch.setattr(User, "_perform_unique_checks", lambda self, checks: {})


@pytest.mark.parametrize("name", ["Otto", "OTTO"])
def test_a_name_taken_while_one_signed_up_gets_its_message(client, guest, other_gm, unchecked, name):
    client.force_login(guest)
    answers = {"username": name, "email": "", "password1": PASSWORD, "password2": PASSWORD}
    response = client.post(reverse("accounts:signup"), answers)
    assert response.status_code == 200
    assert response.context["form"].errors["username"] == [TAKEN]
    guest.refresh_from_db()
    assert guest.is_guest
    assert response.context["user"].is_guest


@pytest.mark.parametrize("name", ["Otto", "OTTO"])
def test_a_name_taken_while_one_was_renamed_gets_its_message(gm_client, gm, other_gm, unchecked, name):
    answers = {"username": name, "email": gm.email, "paper": "a4", "universe": "", "current_password": PASSWORD}
    response = gm_client.post(reverse("accounts:profile"), answers)
    assert response.status_code == 200
    assert response.context["form"].errors["username"] == [TAKEN]
    gm.refresh_from_db()
    assert gm.username == "Gretchen"


@pytest.fixture
def meanwhile(monkeypatch):
    """Do something once the password has been found right, before the log-in goes on."""

    def arrange(change):
        given = LogInForm.get_user

        def get_user(form):
            change()
            return given(form)

        monkeypatch.setattr(LogInForm, "get_user", get_user)

    return arrange


def log_in(client, user):
    return client.post(reverse("accounts:login"), {"username": user.username, "password": PASSWORD})


def test_a_second_click_on_log_in_finds_the_guests_work_moved_already(client, guest, gm, meanwhile):
    give_creature(guest, "Goblin")
    client.force_login(guest)
    meanwhile(lambda: (Creature.objects.update(owner=gm), User.objects.filter(pk=guest.pk).delete()))
    response = log_in(client, gm)
    assert response.status_code == 302
    assert client.get("/accounts/").context["user"] == gm
    assert Creature.objects.get().owner == gm


def test_a_guest_who_took_a_name_in_another_tab_keeps_account_and_work(client, guest, gm, meanwhile):
    give_creature(guest, "Goblin")
    client.force_login(guest)
    meanwhile(
        lambda: User.objects.filter(pk=guest.pk).update(username="Otto", username_key=name_key("Otto"), is_guest=False)
    )
    assert log_in(client, gm).status_code == 302
    assert client.get("/accounts/").context["user"] == gm
    assert Creature.objects.get().owner == User.objects.get(username="Otto")


@pytest.mark.parametrize("name", ["OTTO", "otto", "", "a<b", "x" * 61])
def test_the_admin_gets_a_message_for_a_name_that_cannot_be(client, other_gm, name):
    client.force_login(make_user("Boss", is_staff=True, is_superuser=True))
    answers = {"username": name, "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    response = client.post(reverse("admin:accounts_user_add"), answers)
    assert response.status_code == 200
    assert "username" in response.context["adminform"].form.errors
