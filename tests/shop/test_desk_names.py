"""Merchants and PCs by their names: neither a typed name nor signs that do not show open what is closed."""

import pytest
from django.urls import reverse

from encounters.models import Encounter
from encounters.screens.models import Screen
from shop import haggling_log
from shop.models import HaggleEvent, Item, Merchant, Outfit
from shop.rules import pc_key
from shop.views import desk as desk_views
from tests.encounters.cast import message_at
from tests.shop.items import posted
from tests.shop.trade import DESK, NEW_MERCHANT, NEW_OUTFIT, desk, events, haggle, make_merchant, priced, shown

CLOSED = "refuses to haggle with this PC until a new day"
UNSEEN = ["\u200b", "\u2060", "\u00ad", "\ufeff", "\u3164", "\u115f", "\ufe0f", "\u034f", "\u2800"]


@pytest.fixture
def wares(gm):
    return [priced(gm, 200), priced(gm, 45)]


@pytest.fixture
def merchant(gm, wares):
    return make_merchant(gm, *((item, 1) for item in wares), name="Kay One")


def typed(client, merchant, item, name: str, **fields):
    """An attempt at any item with a merchant whose name was typed."""
    form = desk(merchant, item, **{"natural_roll": "10", "use_roll": "1", **fields})
    return client.post(DESK, form | {"merchant": "", "merchant_name": name, "item": f"item:{item.uid}"})


@pytest.mark.parametrize("name", ["Kay One", " kay  ONE ", "Kay\u200b One"])
def test_a_merchant_who_is_closed_stays_closed_when_the_name_is_typed(gm_client, merchant, wares, name):
    haggle(gm_client, merchant, wares[0], 1)
    response = typed(gm_client, merchant, wares[1], name)
    assert response.status_code == 422
    assert CLOSED in message_at(shown(response), "merchant_name")


def test_a_typed_merchant_who_is_closed_stays_closed_as_one_of_the_gms_own(gm_client, gm, merchant, wares):
    Merchant.objects.update(name="Before")
    typed(gm_client, merchant, wares[0], "Kay One", natural_roll="1")
    assert len(events(gm)) == 1
    Merchant.objects.update(name="Kay One")
    response = haggle(gm_client, merchant, wares[1], 10)
    assert response.status_code == 422
    assert CLOSED in message_at(shown(response), "merchant")


def test_a_typed_name_that_several_merchants_have_asks_which_of_them(gm_client, gm, merchant, wares):
    make_merchant(gm, name="kay one")
    response = typed(gm_client, merchant, wares[0], "Kay One")
    assert response.status_code == 422
    assert "choose one of them" in message_at(shown(response), "merchant_name")
    assert events(gm) == []


def test_somebody_elses_merchant_of_the_name_says_nothing(gm_client, gm, other_gm, merchant, wares):
    make_merchant(other_gm, name="Rook")
    assert typed(gm_client, merchant, wares[0], "Rook").status_code == 302
    assert HaggleEvent.objects.get().merchant is None


@pytest.mark.parametrize("sign", UNSEEN)
def test_signs_that_do_not_show_make_no_other_pc(gm_client, gm, merchant, wares, sign):
    assert pc_key(f"L{sign}ía{sign}") == pc_key("Lía")
    haggle(gm_client, merchant, wares[0], 10)
    assert haggle(gm_client, merchant, wares[0], 10, pc_name=f"Lía{sign}").status_code == 422
    assert len(events(gm)) == 1


# --- names that show nothing, names on several lines


@pytest.mark.parametrize("sign", UNSEEN)
@pytest.mark.parametrize(("address", "model"), [(NEW_MERCHANT, Merchant), (NEW_OUTFIT, Outfit)])
def test_a_name_that_shows_nothing_is_refused(gm_client, address, model, sign):
    response = gm_client.post(address, {"name": sign * 3})
    assert response.status_code == 422
    assert "Nothing of this can be seen" in message_at(shown(response), "name")
    assert not model.objects.exists()


def test_a_typed_merchant_or_pc_whose_name_shows_nothing_is_refused(gm_client, gm, merchant, wares):
    for field in ("merchant_name", "pc_name"):
        fields = {"merchant_name": "Rook", "pc_name": "Lía", field: "\u200b"}
        response = typed(gm_client, merchant, wares[0], fields.pop("merchant_name"), **fields)
        assert response.status_code == 422
        assert "Nothing of this can be seen" in message_at(shown(response), field)
    assert events(gm) == []


@pytest.mark.parametrize("sign", ["\n", "\r\n", "\x1b", "\t", "\x85", "\u2028"])
def test_a_name_stands_on_one_line(gm_client, sign):
    gm_client.post(NEW_MERCHANT, {"name": f"Kay{sign}One", "place": f"At{sign}home"})
    gm_client.post(reverse("shop:item_create"), posted(name=f"Long{sign}sword"))
    merchant, name = Merchant.objects.get(), Item.objects.get().name
    for text in (merchant.name, merchant.place, name):
        assert " ".join(text.split(" ")) == text
        assert text.isprintable()


# --- the log has an end


def test_a_full_log_says_so_and_what_was_typed_stays(gm_client, gm, merchant, wares, monkeypatch):
    monkeypatch.setattr(haggling_log, "MOST_EVENTS", 1)
    haggle(gm_client, merchant, wares[0], 10)
    response = haggle(gm_client, merchant, wares[1], 10)
    assert response.status_code == 422
    assert "The log is full: it holds at most 1,000 lines" in shown(response)
    assert 'value="Lía"' in shown(response)
    assert gm_client.post(DESK, desk(merchant, wares[1], new_day="1")).status_code == 422
    assert len(events(gm)) == 1
    assert desk_views.MOST_EVENTS == 1_000
    gm_client.post(DESK, desk(merchant, wares[1], undo="1"))
    assert haggle(gm_client, merchant, wares[1], 10).status_code == 302


# --- links that were ended


@pytest.mark.parametrize("kind", ["merchant", "encounter", "screen"])
def test_renewing_a_link_that_was_ended_makes_none(gm_client, gm, kind):
    model = {"merchant": Merchant, "encounter": Encounter, "screen": Screen}[kind]
    thing = model.objects.create(owner=gm, name="Shown")
    address = reverse(f"{'shop' if kind == 'merchant' else 'encounters'}:{kind}_share", args=[thing.uid])
    for action in ("renew", "start", "end", "renew"):
        gm_client.post(address, {"action": action})
        thing.refresh_from_db()
        assert (thing.share_token is not None) == (action == "start")
