"""Two tabs, a double click, two requests at the same moment: never two attempts, and nothing typed is lost."""

from contextlib import closing
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.test import Client

from shop.haggling_log import read_log
from shop.models import HaggleEvent
from tests.encounters.cast import fields_of
from tests.factories import make_user
from tests.shop.trade import DESK, desk, events, haggle, make_merchant, press, priced, shown


@pytest.fixture
def ferry(gm):
    return priced(gm, 45, "Ferry")


@pytest.fixture
def blade(gm):
    return priced(gm, 200, "Blade")


@pytest.fixture
def merchant(gm, ferry, blade):
    return make_merchant(gm, (ferry, 1), (blade, 1))


def test_the_same_form_sent_twice_makes_one_attempt(gm_client, gm, merchant, ferry):
    posted = desk(merchant, ferry, roll="1")
    assert gm_client.post(DESK, posted).status_code == 302
    rolled = events(gm)
    second = gm_client.post(DESK, posted)
    assert second.status_code == 409
    assert "The log has moved on since you opened this page" in shown(second)
    assert events(gm) == rolled


def test_a_second_tab_that_knows_an_older_log_is_told_and_loses_nothing(gm_client, gm, merchant, ferry, blade):
    other_tab = desk(merchant, blade, natural_roll="17", use_roll="1", pc_name="Bo", difficulty="15")
    haggle(gm_client, merchant, ferry, 14)
    answer = gm_client.post(DESK, other_tab)
    kept = fields_of(shown(answer))
    assert answer.status_code == 409
    typed = ("pc_name", "charisma", "difficulty", "natural_roll", "item", "merchant")
    assert {name: kept[name] for name in typed} == {name: other_tab[name] for name in typed}
    assert "16 = 14 + CHA 2 against 14" in shown(answer), "the log as it is now"
    assert len(events(gm)) == 1
    assert gm_client.post(DESK, {**kept, "use_roll": "1"}).status_code == 302
    assert len(events(gm)) == 2


@pytest.mark.parametrize("button", ["undo", "redo", "new_day", "take"])
def test_a_button_pressed_twice_acts_once(gm_client, gm, merchant, ferry, blade, button):
    haggle(gm_client, merchant, blade, 14)
    haggle(gm_client, merchant, ferry, 14)
    number = HaggleEvent.objects.last().pk
    if button == "redo":
        for _ in range(2):
            press(gm_client, gm, undo="1")
    posted = {"seen": read_log(gm).mark, button: str(number), "pc_name": "Kept"}
    assert gm_client.post(DESK, posted).status_code == 302
    once = list(HaggleEvent.objects.values())
    second = gm_client.post(DESK, posted)
    if button == "take":  # taking changes no state of the log: the second time there is nothing to take
        assert second.status_code == 302
    else:
        assert second.status_code == 409
        assert fields_of(shown(second))["pc_name"] == "Kept"
    assert list(HaggleEvent.objects.values()) == once
    assert merchant.lines.get(item=ferry).count == (0 if button == "take" else 1)


@pytest.mark.parametrize("seen", ["", "nonsense", "0-0-999"])
def test_a_form_that_does_not_say_what_it_saw_changes_nothing(gm_client, gm, merchant, ferry, seen):
    assert gm_client.post(DESK, {**desk(merchant, ferry, roll="1"), "seen": seen}).status_code == 409
    assert not events(gm)


@pytest.mark.django_db(transaction=True)
def test_of_four_requests_at_the_same_moment_one_rolls():
    gm = make_user()
    ferry = priced(gm, 45)
    merchant = make_merchant(gm, (ferry, 1))
    posted, gate, statuses = desk(merchant, ferry, roll="1"), Barrier(4), []
    clients = [Client() for _ in range(4)]
    for client in clients:
        client.force_login(gm)

    def send(client):
        with closing(connection):
            gate.wait(timeout=10)
            statuses.append(client.post(DESK, posted).status_code)

    threads = [Thread(target=send, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert sorted(statuses) == [302, 409, 409, 409]
    assert HaggleEvent.objects.count() == 1
