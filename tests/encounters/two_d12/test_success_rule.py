"""Beat or reach the Threshold: one choice of the account, followed by every page, print and shared link with odds."""

import re

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from bestiary.rules import two_d12
from encounters.screens.models import Screen
from tests.bestiary.two_d12.forms import PREVIEW, PREVIEW_CARD, posted
from tests.bestiary.two_d12.test_preview import card, rows_of
from tests.encounters.screens.cast import make_screen
from tests.encounters.screens.cast import posted as posted_screen
from tests.encounters.screens.prints import text_of, words_of_page
from tests.encounters.two_d12.cast import make_encounter, make_foe
from tests.factories import make_guest, make_user

pytestmark = pytest.mark.django_db

# 2d12 + 2, plain, against the six Thresholds.
REACHED = ["99.3", "85.4", "54.2", "19.4", "2.1", "0"]
BEATEN = ["97.9", "80.6", "45.8", "14.6", "0.7", "0"]


@pytest.fixture
def beater():
    """A GM whose table beats Thresholds."""
    return make_user("beater", success_rule="beat")


@pytest.fixture
def beating(client, beater):
    client.force_login(beater)
    return client


def agility(html: str) -> list[str]:
    return rows_of(card(html))["Agility +2"]


def page(client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return response.content.decode()


def printed(client, url: str) -> str:
    return text_of(client.get(url).content)


def is_beating(text: str) -> bool:
    """Whether a card on paper shows the odds of beating, for Agility +2 against Standard."""
    found = re.search(r"(54\.2|45\.8) [0-9.]+/[0-9.]+/(78|66)", text)
    assert found, text
    return found[1] == "45.8"


# --- the choice ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_guest", [True, False])
def test_everybody_with_a_row_chooses_it_on_the_account_page(client, is_guest):
    user = make_guest() if is_guest else make_user("ann")
    client.force_login(user)
    names = {} if is_guest else {"username": "ann", "email": user.email}
    assert client.post(reverse("accounts:profile"), {"paper": "a4", "success_rule": "beat", **names}).status_code == 302
    assert User.objects.get(pk=user.pk).success_rule == "beat"
    assert re.search(r'<option value="beat" selected', page(client, reverse("accounts:profile")))
    # A form from before there was a choice leaves it as it is.
    assert client.post(reverse("accounts:profile"), {"paper": "a4", **names}).status_code == 302
    assert User.objects.get(pk=user.pk).success_rule == "beat"


def test_a_word_that_is_none_is_refused_at_its_field(client):
    client.force_login(make_guest())
    response = client.post(reverse("accounts:profile"), {"paper": "a4", "success_rule": "match"})
    assert response.context["form"].errors.keys() == {"success_rule"}


def test_the_database_knows_two_readings_only():
    user = make_user()
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=user.pk).update(success_rule="match")


# --- what follows it -------------------------------------------------------------------------------------------------


def test_the_page_of_a_foe_follows_its_reader(client, beating, gm):
    foe = make_foe(gm, visibility="public", traits={"agility": 2})
    assert agility(page(beating, foe.get_absolute_url())) == BEATEN
    client.logout()
    html = page(client, foe.get_absolute_url())
    assert agility(html) == REACHED
    assert "reaches the Threshold (≥" in html
    assert agility(page(client, f"{foe.get_absolute_url()}?success_rule=beat")) == BEATEN
    assert agility(page(client, f"{foe.get_absolute_url()}?success_rule=none")) == REACHED


def test_the_card_on_paper_follows_its_reader_and_the_print_form(beating, gm):
    foe = make_foe(gm, visibility="public", traits={"agility": 2})
    address = f"{foe.get_absolute_url()}sheet.pdf"
    assert '<option value="beat" selected' in page(beating, foe.get_absolute_url())
    assert is_beating(printed(beating, address))
    assert not is_beating(printed(beating, f"{address}?success_rule=reach"))


def test_the_builder_opens_with_it_and_its_pane_follows_the_form_alone(client, beating, beater):
    foe = make_foe(beater, traits={"agility": 2})
    html = page(beating, f"{foe.get_absolute_url()}edit/")
    assert '<input type="hidden" name="success_rule" value="beat">' in html
    assert agility(html) == BEATEN
    client.logout()
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(PREVIEW, posted(success_rule="beat")).content.decode()
        plain = client.post(PREVIEW, posted()).content.decode()
    assert len(queries) == 0
    assert agility(answer) == BEATEN
    assert agility(plain) == REACHED
    assert is_beating(text_of(client.post(PREVIEW_CARD, posted(success_rule="beat")).content))


def test_a_refused_save_keeps_the_reading_of_the_form(client):
    html = client.post("/bestiary/foes/new/", posted(name="", success_rule="beat")).content.decode()
    assert '<input type="hidden" name="success_rule" value="beat">' in html
    assert agility(html) == BEATEN


def test_an_encounter_and_its_shared_page_follow_their_owner(client, beating, beater, gm):
    foe = make_foe(beater, traits={"agility": 2})
    theirs = make_encounter(beater, (foe, 1), share_token="token-of-the-beater-here")
    assert agility(page(beating, theirs.get_absolute_url())) == BEATEN
    client.force_login(gm)
    assert agility(page(client, theirs.get_shared_url())) == BEATEN
    assert is_beating(printed(client, reverse("encounters:shared_encounter_print", args=[theirs.share_token])))
    ours = make_encounter(gm, (make_foe(gm, traits={"agility": 2}), 1), share_token="token-of-the-reacher-here")
    client.force_login(beater)
    assert agility(page(client, ours.get_shared_url())) == REACHED


def says_beat(html: str) -> bool:
    text = " ".join(words_of_page(html).split())
    assert ("Reaching it exactly fails." in text) != ("So does reaching it exactly." in text)
    return "Reaching it exactly fails." in text


def test_the_screen_of_the_game_follows_its_reader_or_its_address(client, beating):
    address = reverse("encounters:game_screen", args=["two-d12"])
    assert says_beat(page(beating, address))
    assert not says_beat(page(beating, f"{address}?success_rule=reach"))
    client.logout()
    assert not says_beat(page(client, address))
    html = page(client, f"{address}?success_rule=beat")
    assert says_beat(html)
    assert '<input type="hidden" name="success_rule" value="beat">' in html
    paper = reverse("encounters:game_screen_print", args=["two-d12"])
    assert says_beat(printed(client, f"{paper}?success_rule=beat"))
    assert not says_beat(printed(client, paper))


def test_a_screen_of_ones_own_and_its_link_follow_their_owner(client, beating, beater, gm):
    screen = make_screen(beater, "two_d12.key_terms", share_token="token-of-the-screen-here")
    assert says_beat(page(beating, screen.get_absolute_url()))
    client.force_login(gm)
    assert says_beat(page(client, screen.get_shared_url()))
    assert says_beat(printed(client, reverse("encounters:shared_screen_print", args=[screen.share_token])))


def test_the_composer_prints_and_counts_by_its_form_alone(client, beating):
    assert '<input type="hidden" name="success_rule" value="beat">' in page(beating, "/screens/new/")
    client.logout()
    data = posted_screen("two_d12.key_terms", success_rule="beat")
    with CaptureQueriesContext(connection) as queries:
        assert says_beat(text_of(client.post("/screens/preview.pdf", data).content))
        assert client.post("/screens/pages/", data).status_code == 200
    assert len(queries) == 0
    assert not Screen.objects.exists()


def test_the_odds_of_every_card_are_those_of_the_rules(client):
    for rule in two_d12.SuccessRule:
        wanted = [one.plain_text.removesuffix(" %") for one in two_d12.threshold_odds(2, rule)]
        assert agility(client.post(PREVIEW, posted(success_rule=rule.value)).content.decode()) == wanted
