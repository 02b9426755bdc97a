"""The page that checks an ancestry and a class together."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from tests.makings.pages import CHECK, message_at, text_of
from tests.makings.things import NOTHING, make_ancestry, make_class

pytestmark = pytest.mark.django_db


@pytest.fixture
def check(gm, gm_client):
    """Asks the page about an ancestry and a class of one's own that both make STR as high as it goes."""
    ancestry = make_ancestry(gm, name="Ogre", adaptability=2, modifiers={**NOTHING, "str": 3, "wis": -2})
    made = make_class(gm, name="Guard", modifiers={**NOTHING, "str": 3, "wis": -2})

    def ask(**choices):
        return gm_client.get(reverse(CHECK), {"ancestry": ancestry.uid, "class": made.uid, **choices})

    return ask


def test_without_a_choice_the_menus_offer_ones_own_and_public_ones(gm, other_gm, gm_client):
    make_ancestry(gm, name="Mine")
    make_ancestry(other_gm, name="Theirs", visibility="public")
    make_ancestry(other_gm, name="Hidden")
    page = text_of(gm_client.get(reverse(CHECK)))
    assert "Mine by Gretchen" in page
    assert "Theirs by Otto" in page
    assert "Hidden" not in page
    assert "Choose an ancestry and a class" in page


def test_words_narrow_a_menu_and_the_choice_stays_in_it(check, gm):
    for number in range(3):
        make_class(gm, name=f"Cook {number}")
    page = check(find_class="cook 2")
    menu = [option.name for option in page.context["picks"][1].options]
    assert menu == ["Guard", "Cook 2"]


def test_the_six_stats_are_added_up_with_what_they_can_become(check):
    page = text_of(check())
    assert "STR +3 +3 +6 superhuman 4 to 6" in page
    assert "WIS −2 −2 −4 very weak −4 to 2" in page
    assert "DEX +0 +0 +0 average −2 to 6" in page
    assert "Free points 4 = 2 + 2" in page
    assert "All six in the end +6" in page
    assert "STR : takes no free point; WIS : gives none to adaptability" in page
    assert "4 free points to give, and adaptability may move 2" in page


def test_a_plan_that_fits_is_told_so(check):
    page = text_of(check(points_dexterity="4", moved_strength="-1", moved_wisdom="1"))
    assert "This fits. Every free point is given; adaptability could move 1 more." in page


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"points_strength": "1"}, "7 is above 6: give 1 point of it to another stat"),
        ({"points_dexterity": "5"}, "5 points given, but there are 4: take 1 back."),
        ({"moved_dexterity": "1"}, "take 1 from a stat above −4"),
        ({"moved_wisdom": "-1", "moved_dexterity": "1"}, "−5 is below −4: move 1 fewer away from it"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_told_with_what_would(choices, said, check):
    response = check(**choices)
    assert response.status_code == 200
    page = text_of(response)
    assert "This does not fit." in page
    assert said in page


@pytest.mark.parametrize("typed", ["x", "11", "1.5", "1e1", "--1", "9" * 40, "<b>"])
def test_a_number_that_cannot_be_read_is_said_at_its_place_and_stays(typed, check):
    response = check(points_dexterity=typed, points_charisma="1")
    assert response.status_code == 422
    assert message_at(response, "points_dexterity") == "Type a whole number from 0 to 10."
    html = response.content.decode()
    assert f'value="{escape(typed)}"' in html
    assert "3 free points to give" in text_of(response)


@pytest.mark.parametrize("uid", ["nonsense", "00000000-0000-0000-0000-000000000000", "%00"])
def test_something_that_is_not_there_is_not_found(uid, client):
    assert client.get(reverse(CHECK), {"ancestry": uid}).status_code == 404
    assert client.get(reverse(CHECK), {"class": uid}).status_code == 404


def test_only_one_of_both_is_no_pair_yet(check, gm_client, gm):
    made = make_class(gm)
    page = text_of(gm_client.get(reverse(CHECK), {"class": made.uid}))
    assert "Choose an ancestry and a class" in page


def test_the_number_of_queries_does_not_grow(check, gm):
    check()
    with CaptureQueriesContext(connection) as few:
        check()
    for _ in range(5):
        make_ancestry(gm, visibility="public")
        make_class(gm, visibility="public")
    with CaptureQueriesContext(connection) as more:
        check()
    assert len(more) == len(few)
