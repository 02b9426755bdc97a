"""A Foe or a creature with mistakes: all are said at once, and the pane shows what is right of what was typed."""

import re

import pytest

from bestiary.models import Creature
from tests.bestiary.forms import NEW as NEW_CREATURE
from tests.bestiary.forms import posted as posted_creature
from tests.bestiary.two_d12.forms import NEW, PREVIEW, posted
from tests.bestiary.two_d12.test_preview import card, rows_of
from tests.factories import effect_document, foe_document, make_foe

pytestmark = pytest.mark.django_db


def effects(*rows: dict) -> dict:
    """Posted fields of a Foe with these Effects."""
    return posted(foe_document(effects=[effect_document(charges=1, note="") for _ in rows])) | {
        f"effects-{place}-{field}": value for place, row in enumerate(rows) for field, value in row.items()
    }


def errors(response) -> dict[str, str]:
    return dict(re.findall(r'id="id_([\w-]+)_error">([^<]+)</p>', response.content.decode()))


WRONG = (
    {"effect": "dazed", "charges": "3"},
    {"effect": "frozen", "charges": "0"},
    {"effect": "blind", "charges": "", "damage_type": "fire"},
    {"effect": "hidden", "charges": "2", "damage_type": "cold"},
    {"effect": "burning", "charges": "4"},
)


def test_every_mistake_in_every_effect_is_said_at_once(client):
    response = client.post(NEW, effects(*WRONG))
    assert response.status_code == 422
    assert errors(response) == {
        "effects-0-charges": "Dazed doesn&#x27;t stack: 1 charge.",
        "effects-1-charges": "Type a whole number from 1 to 999.",
        "effects-2-damage_type": "Blind has no damage type.",
        "effects-3-charges": "Hidden doesn&#x27;t stack: 1 charge.",
        "effects-3-damage_type": "Hidden has no damage type.",
    }
    assert not Creature.objects.exists()


@pytest.mark.parametrize("charges", ["", "1"])
def test_an_effect_that_does_not_stack_takes_no_or_one_charge(client, charges):
    assert client.post(NEW, effects({"effect": "dazed", "charges": charges})).status_code == 302


def test_the_page_tells_its_script_where_charges_and_types_mean_something(client):
    html = client.get(NEW).content.decode()
    stacking = re.search(r'data-stacking="([^"]*)"', html)[1].split()
    assert len(stacking) == 8
    assert {"burning", "frozen"} < set(stacking)
    assert re.search(r'data-typed="([^"]*)"', html)[1] == "exposed fortified"


# --- the pane --------------------------------------------------------------------------------------------------------


def stale(html: str) -> str:
    return re.search(r'id="preview"[^>]*?(?: data-stale="(\w+)")?(?: hx-post|>)', html)[1]


def test_a_refused_new_foe_shows_what_is_right_of_it(client):
    data = effects(*WRONG) | {"name": "Glass bailiff", "rank": "boss", "guard": "1000000", "agility": "2"}
    html = client.post(NEW, data).content.decode()
    assert stale(html) == "partly"
    shown = card(html)
    assert "Glass bailiff" in shown
    assert "Boss" in shown
    assert "Burning" in shown
    assert "Dazed" not in shown
    assert "1000000" not in shown
    assert rows_of(shown)["Agility +2"][2] == "54.2"
    assert "Unnamed Foe" not in html


def test_a_refused_edit_shows_what_is_right_of_what_was_typed(gm_client, gm):
    foe = make_foe(gm, name="Old bailiff", guard=3, vitality=11)
    html = gm_client.post(
        f"{foe.get_absolute_url()}edit/", posted(name="New bailiff", guard="7", vitality="x", revision="1")
    ).content.decode()
    assert stale(html) == "partly"
    assert "New bailiff" in card(html)
    assert "<dt>Guard</dt><dd>7</dd>" in card(html)
    assert "<dt>Vitality</dt><dd>11</dd>" in card(html)


def test_too_many_effects_leave_the_first_ones(client):
    data = effects(*({"effect": "burning", "charges": "1", "note": f"No. {number}"} for number in range(26)))
    html = client.post(NEW, data).content.decode()
    assert stale(html) == "partly"
    assert "No. 23" in card(html)
    assert "No. 24" not in card(html)


def test_a_form_without_mistakes_in_what_can_be_shown_has_a_plain_pane(client):
    html = client.post(NEW, posted(name="")).content.decode()
    assert stale(html) is None
    assert "Unnamed Foe" in card(html)


def test_a_refused_new_creature_shows_what_is_right_of_it(client):
    html = client.post(NEW_CREATURE, posted_creature(name="Marsh king", base_hp="9999", con="3")).content.decode()
    assert stale(html) == "partly"
    sheet = re.search(r'<article class="stat-block.*?</article>', html, re.DOTALL)[0]
    assert "Marsh king" in sheet
    assert "9999" not in sheet


def test_the_live_pane_leaves_the_numbers_before_where_they_are(client):
    response = client.post(PREVIEW, effects(*WRONG))
    assert response["HX-Reswap"] == "none"
    assert "foe-card" not in response.content.decode()
