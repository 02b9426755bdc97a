"""The words for magic: chosen per account and per encounter, seen everywhere, changing no data and no number."""

import json
import re

import pytest
from django.urls import reverse

from accounts.models import User
from bestiary.documents import creature_document
from bestiary.models import Creature
from bestiary.rules.worlds_awakening import Size, behaviour
from bestiary.rules.worlds_awakening.vocabulary import UNIVERSES, Vocabulary, vocabulary
from encounters.models import Encounter
from encounters.screens.models import Screen
from tests.encounters.cast import make_creature, make_encounter
from tests.encounters.screens.cast import make_screen
from tests.encounters.screens.prints import text_of, words_of_page

pytestmark = pytest.mark.django_db

BOLT = {
    "name": "Magic Missile",
    "kind": "magic",
    "roll_bonus": 0,
    "damage_bonus": 0,
    "range_metres": 12,
    "damage_type": "",
}
HEX = {
    "name": "Magic Hex",
    "usage": "C",
    "action": "A",
    "kind": "magic",
    "range_metres": 6,
    "is_radius": False,
    "targets": 1,
    "text": "Costs no MP.",
    "upgrades": [],
    "limit_kind": "",
    "limit_count": None,
}  # fmt: skip
OWN = {"universe": "own", "own_magic": "Aether", "own_points": "Breath Points"}
WORDS_OF_MAGIC = re.compile(r"\bMag (?:Def|Atk)\b|\(Magic\)|- Magic -|Limits of magic|magic points|Favours magic")


@pytest.fixture
def sorcerer(gm):
    """A creature whose attack and ability are of magic, and whose texts speak of it."""
    return make_creature(gm, "Magic Sorcerer", visibility="unlisted", attacks=[BOLT], abilities=[HEX])


def speak(user: User, code: str) -> None:
    user.vocabulary = code
    user.save()


def said(response) -> str:
    return " ".join(words_of_page(response.content.decode()).split())


# --- the account -----------------------------------------------------------------------------------------------------


def profile(client, **values):
    return client.post(reverse("accounts:profile"), {"username": "Gretchen", "email": "", "paper": "a4", **values})


@pytest.mark.parametrize("slug", UNIVERSES)
def test_a_universe_is_chosen_on_the_account_page(gm_client, gm, slug):
    gm.email = ""
    gm.save()
    assert profile(gm_client, universe=slug).status_code == 302
    gm.refresh_from_db()
    assert gm.vocabulary == slug
    page = gm_client.get(reverse("accounts:profile")).content.decode()
    assert re.search(rf'<input[^>]*value="{slug}"[^>]*checked', page)


def test_words_of_ones_own_are_chosen_on_the_account_page(gm_client, gm):
    gm.email = ""
    gm.save()
    assert profile(gm_client, **OWN).status_code == 302
    gm.refresh_from_db()
    assert gm.vocabulary == "own|Aether|AET|Breath Points|BP"
    assert 'value="Breath Points"' in gm_client.get(reverse("accounts:profile")).content.decode()


def test_a_guest_chooses_too(client, guest):
    client.force_login(guest)
    assert client.post(reverse("accounts:profile"), {"paper": "a4", "universe": "contemporary"}).status_code == 302
    guest.refresh_from_db()
    assert guest.vocabulary == "contemporary"


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"own_magic": ""}, "own_magic", "The word for magic must not be blank."),
        ({"own_points": " "}, "own_points", "The word for its points must not be blank."),
        ({"own_magic": "x" * 31}, "own_magic", "At most 30 characters."),
        ({"own_magic": "a|b"}, "own_magic", "The word for magic is one line of text without “|”."),
        ({"own_magic_short": "toolong"}, "own_magic_short", "At most 5 characters."),
        ({"universe": "narnia"}, "universe", "Choose a universe from the list."),
        ({"own_points": "a\0b"}, "own_points", "This holds a character that cannot be stored: type it again."),
    ],
)
def test_words_that_cannot_be_are_refused_at_their_field(gm_client, gm, change, field, message):
    page = profile(gm_client, **{**OWN, **change}).content.decode()
    place = page.index(f'id="id_{field}_error"')
    assert message in page[place : page.index("</p>", place)]
    gm.refresh_from_db()
    assert gm.vocabulary == ""


# --- what is seen ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [*list(UNIVERSES)[1:], "own|Aether|AET|Breath Points|BP"])
def test_the_page_of_a_creature_speaks_the_readers_words(gm_client, gm, sorcerer, code):
    speak(gm, code)
    words = vocabulary(code)
    page = said(gm_client.get(sorcerer.get_absolute_url()))
    assert words.defence in page
    assert words.attack in page
    assert f"({words.magic})" in page
    assert f"C - A - {words.magic} - 6 m" in page
    assert f"have no {words.points_in_sentence} to spend" in page
    assert not WORDS_OF_MAGIC.search(page)


def test_names_and_texts_of_a_creature_stay_as_its_author_wrote_them(gm_client, gm, sorcerer):
    speak(gm, "post_apocalyptic")
    page = said(gm_client.get(sorcerer.get_absolute_url()))
    for text in ("Magic Sorcerer", "Magic Missile", "Magic Hex", "Costs no MP."):
        assert text in page


def test_the_printed_sheet_speaks_the_readers_words(gm_client, gm, sorcerer):
    speak(gm, "science_fiction")
    text = text_of(gm_client.get(reverse("bestiary:creature_sheet", args=[sorcerer.uid])).content)
    assert "Flu Def" in text
    assert "Energy Flux" in text
    assert not WORDS_OF_MAGIC.search(text)
    assert "Magic Missile" in text


def test_every_reader_reads_their_own_words(gm_client, gm, other_gm_client, client, sorcerer):
    speak(gm, "science_fiction")
    assert "Flu Def" in said(gm_client.get(sorcerer.get_absolute_url()))
    assert "Mag Def" in said(other_gm_client.get(sorcerer.get_absolute_url()))


def test_the_builder_offers_the_kinds_in_the_readers_words(gm_client, gm, sorcerer):
    speak(gm, "post_apocalyptic")
    page = gm_client.get(reverse("bestiary:creature_edit", args=[sorcerer.uid])).content.decode()
    assert page.count('<option value="magic" selected>Radiant Energy</option>') == 2
    assert ">Magic</option>" not in page


def test_one_readers_words_do_not_stay_in_the_form_of_the_next(gm_client, gm, other_gm_client, sorcerer):
    speak(gm, "post_apocalyptic")
    gm_client.get(reverse("bestiary:creature_edit", args=[sorcerer.uid]))
    page = other_gm_client.get(f"{reverse('bestiary:creature_create')}?variant_of={sorcerer.uid}").content.decode()
    assert '<option value="magic" selected>Magic</option>' in page
    assert "Radiant" not in page


def test_the_filter_of_the_list_speaks_the_readers_words(gm_client, gm):
    speak(gm, "contemporary")
    page = gm_client.get(reverse("bestiary:creature_list")).content.decode()
    assert '<option value="magic">Supernatural Energy</option>' in page


def preview_data(code: str) -> dict:
    return {
        "words": code, "name": "Bolt", "size": "medium", "base_hp": "6", "level": "1", "visibility": "private",
        **dict.fromkeys(("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), "0"),
        "attacks-0-name": "Zap", "attacks-0-kind": "magic", "attacks-0-roll_bonus": "0", "attacks-0-damage_bonus": "0",
    }  # fmt: skip


def test_the_live_pane_takes_the_words_from_the_form_and_asks_nobody(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = client.post(reverse("bestiary:creature_preview"), preview_data("post_apocalyptic")).content.decode()
    assert "Rad Def" in page
    assert "(Radiant Energy)" in page
    assert not WORDS_OF_MAGIC.search(page)


def test_the_builder_sends_its_readers_words_along(gm_client, gm):
    speak(gm, "own|Aether|AET|Breath|BR")
    page = gm_client.get(reverse("bestiary:creature_create")).content.decode()
    assert '<input type="hidden" name="words" value="own|Aether|AET|Breath|BR">' in page


@pytest.mark.parametrize("code", ["nonsense", "own|<b>x</b>|<i>|p|q", "own|x|y|z|w|v", "a" * 500])
def test_words_made_up_by_somebody_do_no_harm(client, code):
    page = client.post(reverse("bestiary:creature_preview"), preview_data(code)).content.decode()
    assert "<b>x</b>" not in page
    assert "<i> Def" not in page
    assert "Zap" in page


# --- encounters ------------------------------------------------------------------------------------------------------


def encounter_form(encounter: Encounter, **values) -> dict:
    """The builder's form of an encounter without lines."""
    return {
        "system": "worlds_awakening", "name": encounter.name, "party_mode": "uniform", "pc_count": "4", "pc_level": "3",
        "introduction": "", "notes": "", "seen": encounter.updated.isoformat(), "save": "1", **values,
    }  # fmt: skip


def test_an_encounter_has_its_own_words_or_those_of_its_owner(gm_client, gm, sorcerer):
    speak(gm, "science_fiction")
    encounter = make_encounter(gm, (sorcerer, 2))
    assert "Flu Def" in said(gm_client.get(encounter.get_absolute_url()))
    Encounter.objects.filter(pk=encounter.pk).update(vocabulary="contemporary")
    page = said(gm_client.get(encounter.get_absolute_url()))
    assert "Sur Def" in page
    assert "Flu Def" not in page


def test_the_words_of_an_encounter_are_chosen_in_its_builder(gm_client, gm):
    encounter = make_encounter(gm)
    path = reverse("encounters:encounter_edit", args=[encounter.uid])
    assert gm_client.post(path, encounter_form(encounter, **OWN)).status_code == 302
    encounter.refresh_from_db()
    assert encounter.vocabulary == "own|Aether|AET|Breath Points|BP"
    page = gm_client.get(path).content.decode()
    assert '<option value="own" selected>' in page
    assert 'value="Breath Points"' in page
    assert gm_client.post(path, encounter_form(encounter, universe="")).status_code == 302
    encounter.refresh_from_db()
    assert encounter.vocabulary == ""


def test_wrong_words_keep_the_encounter_from_being_saved_and_say_so(gm_client, gm):
    encounter = make_encounter(gm, name="Before")
    data = encounter_form(encounter, universe="own", own_magic="", own_points="x", name="After")
    response = gm_client.post(reverse("encounters:encounter_edit", args=[encounter.uid]), data)
    assert response.status_code == 422
    assert "The word for magic must not be blank." in response.content.decode()
    encounter.refresh_from_db()
    assert encounter.name == "Before"


def test_the_shared_link_and_its_print_speak_the_words_of_the_encounter(client, gm, sorcerer):
    encounter = make_encounter(gm, (sorcerer, 1), share_token="a-token-nobody-guesses", vocabulary="post_apocalyptic")
    path = encounter.get_shared_url()
    page = client.get(path)
    assert "Rad Def" in said(page)
    assert not WORDS_OF_MAGIC.search(said(page))
    assert not page.cookies
    text = text_of(client.get(f"{path}encounter.pdf").content)
    assert "Rad Def" in text
    assert not WORDS_OF_MAGIC.search(text)


def test_the_gms_print_speaks_the_words_of_the_encounter(gm_client, gm, sorcerer):
    encounter = make_encounter(gm, (sorcerer, 1), vocabulary="post_apocalyptic")
    assert "Rad Def" in text_of(gm_client.get(reverse("encounters:encounter_print", args=[encounter.uid])).content)


# --- data ------------------------------------------------------------------------------------------------------------


def test_other_words_change_no_data(gm_client, gm, sorcerer):
    encounter = make_encounter(gm, (sorcerer, 1))
    screen = make_screen(gm, "worlds_awakening.formulas")

    def stored() -> str:
        creature = creature_document(Creature.objects.with_stats().get(pk=sorcerer.pk))
        line = encounter.lines.get()
        panels = list(Screen.objects.get(pk=screen.pk).panels.values("table", "title", "text"))
        return json.dumps([creature, line.document, line.name, panels], sort_keys=True)

    before = stored()
    gm.email = ""
    gm.save()
    profile(gm_client, **OWN)
    for path in (sorcerer.get_absolute_url(), encounter.get_absolute_url(), screen.get_absolute_url()):
        assert "Aet Def" in said(gm_client.get(path))
    assert stored() == before


def test_the_api_keeps_the_words_of_the_game(gm_client, gm):
    speak(gm, "post_apocalyptic")
    body = {
        "name": "Hexer",
        "size": "tiny",
        "base_hp": 2,
        "boss_damage": False,
        "stats": dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 0),
        "attacks": [{"name": "Zap", "kind": "magic", "roll_bonus": 0, "damage_bonus": 0}],
    }
    answer = gm_client.post("/api/v1/worlds-awakening/stat-block", body, content_type="application/json")
    assert answer.status_code == 200
    assert "magical_defence" in answer.content.decode()
    assert "adian" not in answer.content.decode()


def test_the_rules_say_the_behaviour_of_a_size_in_any_words():
    assert behaviour(Size.TINY) == "Favours magic or ranged attacks."
    assert behaviour(Size.TINY, UNIVERSES["science_fiction"]) == "Favours energy flux or ranged attacks."
    assert behaviour(Size.TINY, Vocabulary.own("Ki", "Ki")) == "Favours Ki or ranged attacks."
