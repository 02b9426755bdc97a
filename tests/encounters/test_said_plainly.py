"""What pages of encounters of both games say: what is wrong, whose word counts, what is kept, what players see."""

import re

import pytest
from django.urls import reverse

from bestiary.documents import creature_document, save_document
from tests.encounters import cast as wa
from tests.encounters.screens.prints import words_of_page
from tests.encounters.two_d12 import cast as foes
from tests.print.creatures import whole_text

pytestmark = pytest.mark.django_db

NEW = "/encounters/new/"
LIST = re.compile(r'<div class="notice notice--bad" role="alert"[^>]*>.*?<ul>(.*?)</ul></div>', re.DOTALL)


def said(client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(words_of_page(response.content.decode()).split())


def problems(response) -> list[str]:
    return re.findall(r"<li>(.*?)</li>", LIST.search(response.content.decode())[1])


# --- a refused save --------------------------------------------------------------------------------------------------


def test_a_refused_encounter_names_every_field(client):
    data = wa.form(name="", pc_count="0") | wa.foe(0, name="Cultist", count="100") | wa.foe(1, name="", level="21")
    response = client.post(NEW, data)
    assert response.status_code == 422
    assert problems(response) == [
        "Name: Give the encounter a name.",
        "PCs: The number of PCs is a whole number from 1 to 12.",
        "Cultist, Count: The count is a whole number from 1 to 99.",
        "Row 2, Level: The level is a whole number from 1 to 20.",
    ]


def test_a_refused_encounter_of_foes_names_every_field(client):
    data = foes.form(name="", personas="x", cut_low="much") | foes.foe(0, name="Understudy", count="0", rank="king")
    assert problems(client.post(NEW, data)) == [
        "Name: Give the encounter a name.",
        "Personas taking part: The number of Personas is a whole number from 0 to 12.",
        "Low up to: Write the cut as a number for each Persona, like ½, 1 or 3/2.",
        "Understudy, Count: The count is a whole number from 1 to 99.",
        "Understudy, Rank (threat): Choose a rank from the list.",
    ]


def test_too_many_rows_are_named_too(client):
    data = wa.form() | {key: value for number in range(101) for key, value in wa.foe(number).items()}
    (problem,) = problems(client.post(NEW, data))
    assert problem.startswith("Lines: ")


def test_a_refused_screen_names_every_field(client):
    data = {"name": "", "paper": "a3", "orientation": "portrait", "text_size": "medium", "panels-TOTAL_FORMS": "1"}
    data |= {"panels-0-table": "", "panels-0-name": "", "panels-0-text": "Words", "panels-0-ORDER": "1"}
    assert problems(client.post("/screens/new/", data)) == [
        "Name: Give the screen a name.",
        "Paper: Choose A4 or Letter.",
        "Row 1, Title: Give the panel a title.",
    ]


@pytest.mark.parametrize("button", [{"recalculate": "1"}, {"add": "lines"}, {"search": "1"}])
def test_other_buttons_complain_of_no_missing_name_before_it_is_saved(client, button):
    response = client.post(NEW, foes.form(name="") | button)
    assert response.status_code == 200
    if "recalculate" not in button:
        assert not LIST.search(response.content.decode())


# --- which game ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("here", "there"), [("worlds_awakening", "two_d12"), ("two_d12", "worlds_awakening")])
def test_a_new_encounter_offers_the_other_game_on_top(client, here, there):
    html = client.get(f"{NEW}?system={here}").content.decode()
    tabs = re.search(r'<nav class="tabs" aria-label="Game">.*?</nav>', html, re.DOTALL)[0]
    assert f'href="{NEW}?system={there}">' in tabs
    assert f'href="{NEW}?system={here}" aria-current="page">' in tabs


def test_a_saved_encounter_stays_of_its_game(gm_client, gm):
    encounter = foes.make_encounter(gm)
    assert 'aria-label="Game"' not in gm_client.get(f"{encounter.get_absolute_url()}edit/").content.decode()


def test_the_front_page_leads_to_both_games(client):
    html = client.get("/").content.decode()
    for address in ("/bestiary/creatures/new/", "/bestiary/foes/new/", NEW, f"{NEW}?system=two_d12"):
        assert f'href="{address}"' in html


# --- the GM's own word -----------------------------------------------------------------------------------------------


def test_what_a_change_would_do_is_by_the_sum_where_the_gm_overrules_it(gm_client, gm):
    encounter = foes.make_encounter(gm, ("boss", 1), ("soldier", 1), gm_threat_level="low")
    text = said(gm_client, encounter.get_absolute_url())
    assert "By the sum: your own word, Low, stays until you change it." in text
    assert "+1 → by the sum Deadly" in text
    assert "−1 → by the sum Low" in text
    assert "by the sum, one more: 7 → Deadly" in whole_text(
        gm_client.get(reverse("encounters:encounter_print", args=[encounter.uid])).content
    )
    plain = said(gm_client, foes.make_encounter(gm, ("boss", 1)).get_absolute_url())
    assert "+1 → Deadly" in plain
    assert "by the sum" not in plain


def test_each_line_shows_its_part_of_the_sum(gm_client, gm):
    encounter = foes.make_encounter(gm, ("minion", 9), ("boss", 1))
    html = gm_client.get(encounter.get_absolute_url()).content.decode()
    assert '<td class="num"><span class="nowrap">9 × ½ = 4½</span></td>' in html
    assert '<td class="num">5</td>' in html
    assert "Minion · 9 × ½ = 4½" in said(gm_client, encounter.get_absolute_url())


# --- what players see ------------------------------------------------------------------------------------------------


@pytest.fixture(params=["worlds_awakening", "two_d12"])
def encounter(request, gm):
    """An encounter of either game with a creature of the GM's own, shared by link."""
    token = {"share_token": "token-of-the-plain-words"}
    if request.param == "two_d12":
        return foes.make_encounter(gm, (foes.make_foe(gm, "Bailiff"), 2), **token)
    return wa.make_encounter(gm, (wa.make_creature(gm, "Bailiff"), 2), **token)


def test_players_are_not_told_what_one_more_or_less_would_do(client, gm_client, encounter):
    own = said(gm_client, encounter.get_absolute_url())
    assert "One more, one less" in own
    assert "+1 →" in own
    client.logout()
    shared = said(client, encounter.get_shared_url())
    assert "Bailiff" in shared
    for words in ("One more, one less", "+1 →", "−1 →", "one more", "one less"):
        assert words not in shared, words


def test_nor_on_paper(client, gm_client, encounter):
    own = whole_text(gm_client.get(reverse("encounters:encounter_print", args=[encounter.uid])).content)
    assert "one less: " in own
    client.logout()
    address = reverse("encounters:shared_encounter_print", args=[encounter.share_token])
    shared = whole_text(client.get(address).content)
    assert "Bailiff" in shared
    assert "one less" not in shared
    assert "one more" not in shared


# --- what is kept ----------------------------------------------------------------------------------------------------


def test_the_gm_is_told_that_a_creature_was_changed_since_it_was_added(gm_client, encounter):
    address = encounter.get_absolute_url()
    assert "changed since" not in said(gm_client, address)
    creature = encounter.lines.get().creature
    save_document(creature, {**creature_document(creature), "description": "Taller now."})
    text = said(gm_client, address)
    assert "(as added; changed since)" in text
    assert "as it was when added. What is marked was changed on its own page since" in text


def test_a_creature_that_the_gm_cannot_see_any_more_says_nothing(gm_client, gm, other_gm):
    theirs = wa.make_creature(other_gm, "Lent", visibility="public")
    encounter = wa.make_encounter(gm, (theirs, 1))
    save_document(theirs, {**creature_document(theirs), "description": "A secret."})
    type(theirs).objects.filter(pk=theirs.pk).update(visibility="private")
    assert "changed since" not in said(gm_client, encounter.get_absolute_url())


# --- one voice -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [f"{NEW}?system=two_d12", NEW, "/screens/hazards/", "/screens/new/"])
def test_a_page_has_one_live_region(client, address):
    html = client.get(address).content.decode()
    assert len(re.findall(r'role="status"|aria-live="polite"', html)) == 1
