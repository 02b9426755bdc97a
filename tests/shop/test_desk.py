"""The haggling desk: the guide's scenarios, one attempt, the day's refusal, and the log that takes things back."""

import re
from random import Random

import pytest
from django.urls import reverse

from accounts.guests import move_work
from shop.haggling_log import read_log
from shop.models import HaggleEvent, Merchant
from shop.rules import replay
from shop.views import desk as desk_views
from tests.encounters.cast import fields_of, message_at
from tests.shop.items import crossing, make_item, text_of
from tests.shop.trade import DESK, desk, events, haggle, make_merchant, make_pc, press, priced, shown

PRICES = reverse("shop:haggling_prices")
ITEMS = reverse("shop:haggling_items")


@pytest.fixture
def blade(gm):
    """A thing for 200 NX, the one of the guide's scenarios."""
    return priced(gm, 200, "Blade")


@pytest.fixture
def ferry(gm):
    """A thing for 45 NX."""
    return priced(gm, 45, "Ferry")


@pytest.fixture
def merchant(gm, blade, ferry):
    return make_merchant(gm, (blade, 2), (ferry, 1), name="Marrow")


def result(client, answer) -> str:
    """What the page that follows an attempt says of it."""
    assert answer.status_code == 302, message_at(shown(answer), "item")
    html = shown(client.get(answer["Location"]))
    return text_of(html.split('id="result"')[1].split("</section>")[0])


def state(owner):
    return read_log(owner).state


# --- the guide's scenarios: a thing for 200 NX, difficulty 14


@pytest.mark.parametrize(
    ("natural_roll", "charisma", "price", "why"),
    [
        (
            14,
            2,
            150,
            "Success Lía buys Blade for 150 NX Total 16 = 14 + CHA 2 , difficulty 14; natural roll 14, typed.",
        ),
        (20, -4, 100, "Critical success Lía buys Blade for 100 NX Natural 20 , difficulty 14; natural roll 20, typed."),
        (9, 2, 200, "Failure Lía buys Blade for 200 NX Total 11 = 9 + CHA 2 , difficulty 14; natural roll 9, typed."),
        (1, 6, 200, "Critical failure Lía buys Blade for 200 NX Natural 1 , difficulty 14; natural roll 1, typed."),
    ],
)
def test_the_guides_scenarios(gm_client, gm, merchant, blade, natural_roll, charisma, price, why):
    answer = haggle(gm_client, merchant, blade, natural_roll, charisma=str(charisma))
    assert why in result(gm_client, answer)
    assert read_log(gm).lines[-1].result.price.value == price
    refused = "refuses to haggle with Lía until a new day" in shown(gm_client.get(answer["Location"]))
    assert refused == (natural_roll == 1)


@pytest.mark.parametrize(
    ("deal", "prices"), [("buy", {9: 45, 14: 34, 20: 23}), ("sell", {9: 22, 14: 27, 20: 45})], ids=["buy", "sell"]
)
def test_45_nx_by_every_result(gm_client, gm, merchant, ferry, deal, prices):
    for number, (natural_roll, price) in enumerate(prices.items()):
        answer = haggle(gm_client, merchant, ferry, natural_roll, deal=deal, pc_name=f"PC {number}")
        assert f"{deal}s Ferry for {price} NX" in result(gm_client, answer)


def test_every_price_is_shown_before_the_die_falls(gm_client, gm, merchant, ferry):
    for answer in (
        gm_client.get(DESK, desk(merchant, ferry)),
        gm_client.post(DESK, {**desk(merchant, ferry), "show": "1"}),
        gm_client.post(PRICES, desk(merchant, ferry)),
    ):
        text = text_of(shown(answer))
        assert "Ferry , list price 45 NX" in text
        assert "Critical success 1 of 20 23 45" in text
        assert "Success 8 of 20 34 27" in text
        assert "Failure, or no test 11 of 20 45 22" in text
    assert not HaggleEvent.objects.exists()


def test_critical_ranges_go_by_charisma_when_the_gm_says_so(gm_client, merchant, blade):
    ranges = desk(merchant, blade, charisma="4", critical_by_charisma="on")
    assert "Critical success from 18; critical failure on 1" in text_of(shown(gm_client.post(PRICES, ranges)))
    assert "for 150 NX" in result(gm_client, haggle(gm_client, merchant, blade, 18, charisma="4", pc_name="Plain"))
    by_charisma = haggle(gm_client, merchant, blade, 18, charisma="4", critical_by_charisma="on")
    assert "for 100 NX" in result(gm_client, by_charisma)


def test_the_die_is_rolled_by_the_site(gm_client, gm, merchant, blade, monkeypatch):
    monkeypatch.setattr(desk_views, "_dice", Random(5))
    rolled = Random(5).randint(1, 20)
    answer = gm_client.post(DESK, desk(merchant, blade, roll="1"))
    assert f"natural roll {rolled}, rolled here" in result(gm_client, answer)
    assert events(gm) == [("attempt", "Lía", "Blade", rolled)]


def test_what_stands_in_the_field_of_the_roll_does_not_stop_the_sites_own_die(gm_client, gm, merchant, blade):
    assert gm_client.post(DESK, desk(merchant, blade, roll="1", natural_roll="abc")).status_code == 302


def test_the_desk_stays_as_it_was_after_an_attempt(gm_client, gm, merchant, blade):
    answer = haggle(gm_client, merchant, blade, 14, difficulty="15", critical_by_charisma="on")
    fields = fields_of(shown(gm_client.get(answer["Location"])))
    kept = {"pc_name": "Lía", "charisma": "2", "difficulty": "15", "critical_by_charisma": "on", "deal": "buy"}
    kept |= {"merchant": str(merchant.uid), "item": f"line:{merchant.lines.first().pk}", "natural_roll": ""}
    assert {name: fields[name] for name in kept} == kept


# --- who haggles, with whom, over what


def test_a_pc_of_a_saved_party_brings_name_and_charisma(gm_client, gm, merchant, blade):
    pc = make_pc(gm, charisma=2)
    page = gm_client.get(DESK, {"pc": pc, "merchant": merchant.uid})
    assert "Lía, level 3, CHA +2" in shown(page)
    haggle(gm_client, merchant, blade, 12, pc=pc, pc_name="", charisma="")
    assert events(gm) == [("attempt", "Lía", "Blade", 12)]
    assert HaggleEvent.objects.get().charisma == 2


def test_a_charisma_typed_goes_before_that_of_the_party(gm_client, gm, merchant, blade):
    haggle(gm_client, merchant, blade, 12, pc=make_pc(gm, charisma=2), charisma="5")
    assert HaggleEvent.objects.get().charisma == 5


def test_a_merchant_and_an_item_need_no_stock(gm_client, gm, other_gm):
    item = make_item(other_gm, crossing(), visibility="public")
    posted = {"seen": read_log(gm).mark, "pc_name": "Lía", "charisma": "0", "difficulty": "14", "deal": "sell"}
    posted |= {"merchant_name": "A pedlar", "item": f"item:{item.uid}", "natural_roll": "14", "use_roll": "1"}
    assert "Lía sells Crossing for 27 NX" in result(gm_client, gm_client.post(DESK, posted))
    event = HaggleEvent.objects.get()
    assert (event.merchant, event.merchant_name, event.line) == (None, "A pedlar", None)
    again = gm_client.post(DESK, {**posted, "seen": read_log(gm).mark, "pc_name": " LÍA ", "merchant_name": "Another"})
    assert again.status_code == 422, "the same PC under the same name"


def test_a_typed_merchant_is_the_same_one_under_the_same_name(gm_client, gm):
    first, second = priced(gm, 1), priced(gm, 2)
    posted = {"pc_name": "Lía", "charisma": "0", "merchant_name": "The Pedlar", "use_roll": "1"}
    for item, name, status in ((first, "The Pedlar", 302), (second, "the  pedlar", 422), (second, "Another", 302)):
        posted |= {"item": f"item:{item.uid}", "merchant_name": name, "natural_roll": "1", "seen": read_log(gm).mark}
        answer = gm_client.post(DESK, posted)
        assert answer.status_code == status
        refusal = "After a critical failure" in message_at(shown(answer), "merchant_name")
        assert refusal == (status == 422)


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"pc_name": ""}, "pc_name", "Choose a PC, or type a name."),
        ({"pc_name": "x" * 81}, "pc_name", "At most 80 characters."),
        ({"pc": "gone:0"}, "pc", "not there any more"),
        ({"charisma": ""}, "charisma", "Type the PC's CHA"),
        ({"charisma": "7"}, "charisma", "from −4 to 6"),
        ({"charisma": "abc"}, "charisma", "from −4 to 6"),
        ({"difficulty": ""}, "difficulty", "from 1 to 99"),
        ({"difficulty": "0"}, "difficulty", "from 1 to 99"),
        ({"deal": "steal"}, "deal", "buys or sells"),
        ({"merchant": ""}, "merchant_name", "Choose a merchant, or type a name."),
        ({"merchant": "00000000-0000-0000-0000-000000000000"}, "merchant", "not there any more"),
        ({"item": ""}, "item", "Choose an item."),
        ({"item": "line:999999"}, "item", "not there any more"),
        ({"item": "item:nonsense"}, "item", "not there any more"),
        ({"natural_roll": ""}, "natural_roll", "from 1 to 20"),
        ({"natural_roll": "0"}, "natural_roll", "from 1 to 20"),
        ({"natural_roll": "21"}, "natural_roll", "from 1 to 20"),
        ({"natural_roll": "abc"}, "natural_roll", "from 1 to 20"),
    ],
)
def test_what_is_wrong_is_said_at_its_place_and_nothing_is_lost(gm_client, merchant, blade, changes, field, message):
    posted = desk(merchant, blade, natural_roll="14", use_roll="1") | changes
    answer = gm_client.post(DESK, posted)
    html = shown(answer)
    assert answer.status_code == 422
    assert message in message_at(html, field)
    typed = ("pc_name", "charisma", "difficulty", "natural_roll")
    assert {name: fields_of(html)[name] for name in typed} == {name: posted[name] for name in typed}
    assert not HaggleEvent.objects.exists()


def test_nothing_of_a_stranger_reaches_the_desk(gm_client, gm, other_gm, merchant, blade):
    secret = make_item(other_gm, name="Their secret")
    theirs = make_merchant(other_gm, (secret, 1), name="Their merchant")
    pc = make_pc(other_gm, name="Their PC")
    line = theirs.lines.get().pk
    for changes, field in (
        ({"item": f"item:{secret.uid}"}, "item"),
        ({"item": f"line:{line}"}, "item"),
        ({"merchant": str(theirs.uid)}, "merchant"),
        ({"pc": pc}, "pc"),
    ):
        posted = {**desk(merchant, blade, natural_roll="14", use_roll="1"), **changes}
        answer = gm_client.post(DESK, posted)
        assert answer.status_code == 422
        assert "not there any more" in message_at(shown(answer), field)
        for url in (PRICES, ITEMS):
            assert "Their" not in shown(gm_client.post(url, posted))
        assert "Their" not in shown(answer)
    assert not HaggleEvent.objects.exists()


# --- one attempt, and the day's refusal


def test_one_attempt_for_each_item_and_pc_with_every_merchant(gm_client, gm, merchant, blade, ferry):
    elsewhere = make_merchant(gm, (blade, 1))
    assert haggle(gm_client, merchant, blade, 9).status_code == 302
    for shop in (merchant, elsewhere):
        answer = haggle(gm_client, shop, blade, 20, pc_name="lía")
        assert answer.status_code == 422
        assert "already haggled over this item" in message_at(shown(answer), "item")
        assert fields_of(shown(answer))["natural_roll"] == "20"
    assert len(events(gm)) == 1
    assert haggle(gm_client, merchant, blade, 20, pc_name="Bo").status_code == 302
    assert haggle(gm_client, merchant, ferry, 20).status_code == 302


def test_a_refusal_is_told_before_the_die_falls(gm_client, merchant, blade):
    haggle(gm_client, merchant, blade, 14)
    text = text_of(shown(gm_client.post(PRICES, desk(merchant, blade))))
    assert "This PC has already haggled over this item" in text
    assert "success, buys for 150 NX." in text
    assert "The PC buys for 200 NX" not in text


def test_enter_shows_prices_and_never_presses_what_stands_beside_a_result(gm_client, merchant, blade):
    html = shown(gm_client.get(haggle(gm_client, merchant, blade, 14)["Location"]))
    main = html[html.index("<main") :]
    first = next(tag for tag in re.findall(r"<button[^>]*>", main) if "desk-form" in tag)
    assert 'name="show"' in first
    assert main.index(first) < main.index('id="result"') < main.index('id="desk-form"')


def test_a_critical_failure_closes_the_merchant_to_that_pc_until_a_new_day(gm_client, gm, merchant, blade, ferry):
    elsewhere = make_merchant(gm, (ferry, 1))
    haggle(gm_client, merchant, blade, 1)
    refused = haggle(gm_client, merchant, ferry, 20)
    assert refused.status_code == 422
    assert "After a critical failure this merchant refuses" in message_at(shown(refused), "merchant")
    assert haggle(gm_client, merchant, ferry, 20, pc_name="Bo").status_code == 302
    assert haggle(gm_client, elsewhere, ferry, 9, pc_name="Tamsin").status_code == 302
    press(gm_client, gm, new_day="1")
    assert "Log, day 2" in shown(gm_client.get(DESK))
    assert haggle(gm_client, merchant, ferry, 20).status_code == 302
    tried = haggle(gm_client, merchant, blade, 20)
    assert "already haggled" in message_at(shown(tried), "item"), "what was tried stays tried"


# --- the log


def test_undo_leads_back_to_an_equal_state_and_redo_forward_again(gm_client, gm, merchant, blade, ferry):
    states = [state(gm)]
    haggle(gm_client, merchant, blade, 1)
    states.append(state(gm))
    press(gm_client, gm, new_day="1")
    states.append(state(gm))
    haggle(gm_client, merchant, ferry, 14)
    states.append(state(gm))
    for before in reversed(states[:-1]):
        press(gm_client, gm, undo="1")
        assert state(gm) == before
    assert press(gm_client, gm, undo="1").status_code == 302, "nothing left to undo"
    for after in states[1:]:
        press(gm_client, gm, redo="1")
        assert state(gm) == after
    assert press(gm_client, gm, redo="1").status_code == 302
    assert state(gm) == states[-1]


def test_after_undo_the_attempt_may_be_made_again(gm_client, gm, merchant, blade):
    haggle(gm_client, merchant, blade, 1)
    press(gm_client, gm, undo="1")
    assert haggle(gm_client, merchant, blade, 14).status_code == 302
    assert events(gm) == [("attempt", "Lía", "Blade", 14)]
    assert HaggleEvent.objects.count() == 1, "what was undone is gone once something else is added"


def test_the_state_is_the_replay_of_the_events(gm_client, gm, merchant, blade, ferry):
    haggle(gm_client, merchant, blade, 1)
    press(gm_client, gm, new_day="1")
    haggle(gm_client, merchant, ferry, 9)
    press(gm_client, gm, undo="1")
    events = HaggleEvent.objects.of(gm).filter(undone_at=None)
    assert state(gm) == replay(event.to_rules() for event in events)


def test_the_log_reads_the_same_when_merchant_and_item_are_gone(gm_client, gm, merchant, blade):
    haggle(gm_client, merchant, blade, 14)
    before = state(gm)
    merchant.delete()
    blade.delete()
    assert state(gm) == before
    text = text_of(shown(gm_client.get(DESK)))
    assert "Lía · Blade, 200 NX · Marrow 16 = 14 + CHA 2 against 14: success, buys for 150 NX" in text


def test_an_item_of_the_stock_that_was_deleted_by_its_author_can_still_be_haggled_over(gm_client, gm, merchant, blade):
    posted = desk(merchant, blade, natural_roll="14", use_roll="1")
    blade.delete()
    assert "for 150 NX" in result(gm_client, gm_client.post(DESK, posted))


def test_a_log_is_its_owners_alone(gm_client, other_gm_client, gm, other_gm, merchant, blade):
    haggle(gm_client, merchant, blade, 14)
    number = HaggleEvent.objects.get().pk
    html = shown(other_gm_client.get(DESK, {"done": number}))
    assert "Blade" not in html
    assert 'id="result"' not in html
    for button in ({"undo": "1"}, {"redo": "1"}, {"take": str(number)}):
        press(other_gm_client, other_gm, **button)
    assert HaggleEvent.objects.get().undone_at is None
    assert merchant.lines.first().count == 2


def test_two_logs_that_become_one_keep_every_line_and_count_an_attempt_once(gm_client, gm, guest, merchant, blade):
    haggle(gm_client, merchant, blade, 14)
    copied = HaggleEvent.objects.get()
    copied.pk, copied.owner = None, guest
    copied.save()
    move_work(guest, gm)
    lines = read_log(gm).lines
    assert [bool(line.refusal) for line in lines] == [False, True]
    assert "Does not count: This PC has already haggled" in text_of(shown(gm_client.get(DESK)))
    press(gm_client, gm, undo="1")
    assert len(read_log(gm).lines) == 1


def test_older_lines_are_one_click_away(gm_client, gm, merchant):
    for _ in range(desk_views.LOG_SHOWN + 1):
        press(gm_client, gm, new_day="1")
    gm_client.get(DESK)  # says that the days began
    assert "Day 2 begins" not in shown(gm_client.get(DESK))
    assert "Day 2 begins" in shown(gm_client.get(DESK, {"log": "all"}))


@pytest.mark.parametrize("number", [1, 30])
def test_the_number_of_queries_does_not_grow_with_log_and_stock(gm_client, gm, number, django_assert_max_num_queries):
    items = [priced(gm, n + 1) for n in range(number)]
    merchant = make_merchant(gm, *((item, 1) for item in items))
    make_pc(gm)
    for item in items:
        haggle(gm_client, merchant, item, 14)
    with django_assert_max_num_queries(11):
        gm_client.get(DESK, desk(merchant, items[0]))


# --- visitors


def test_a_visitor_becomes_a_guest_with_the_first_attempt(client, other_gm):
    item = make_item(other_gm, crossing(), visibility="public")
    page = shown(client.get(DESK))
    assert "Nobody has haggled yet" in page
    posted = fields_of(page) | {"pc_name": "Lía", "charisma": "0", "merchant_name": "A pedlar"}
    posted |= {"item": f"item:{item.uid}", "natural_roll": "14", "use_roll": "1"}
    assert "for 34 NX" in result(client, client.post(DESK, posted))
    assert HaggleEvent.objects.get().owner.is_guest


def test_markup_in_names_is_shown_as_text(gm_client, gm):
    bad = "<script>alert(1)</script>"
    item = make_item(gm, crossing(), name=bad)
    merchant = make_merchant(gm, (item, 1), name=bad, place=bad)
    answer = haggle(gm_client, merchant, item, 14, pc_name=bad)
    assert "<script>alert" not in shown(gm_client.get(answer["Location"]))
    assert Merchant.objects.get().name == bad
