"""What stands on a printed encounter, on the GM's own print and on the shared one."""

import re
from html import unescape

import pytest
from django.urls import reverse

from bestiary.models import Creature
from tests.encounters.cast import LARGE_BOSS, SMALL, add_quick_foe, make_creature, make_encounter
from tests.print.creatures import read, texts, whole_text

pytestmark = pytest.mark.django_db

HORN = {
    "name": "Sound the Horn",
    "usage": "C",
    "action": "F",
    "kind": "support",
    "range_metres": 40,
    "is_radius": True,
    "targets": 0,
    "text": "Every goblin within earshot is warned.",
    "upgrades": [{"level": 3, "text": "And angry."}],
    "limit_kind": "day",
    "limit_count": 1,
}
BITE = {
    "name": "Bite",
    "kind": "melee",
    "roll_bonus": -2,
    "damage_bonus": 2,
    "range_metres": None,
    "damage_type": "cold",
}
NUMBER = re.compile(r"[+−]?\d+(?:\.\d+)?(?:d\d+(?:[+−]\d+)?|/\d+)?|[½⅓⅔¼¾⅙⅚]")


@pytest.fixture
def encounter(gm):
    """A dragon, six goblins and two cultists; the goblins' author is the GM."""
    dragon = make_creature(gm, "Dragon", **LARGE_BOSS, attacks=[BITE], resistances=["cold"])
    goblin = make_creature(gm, "Goblin", **SMALL, abilities=[HORN])
    made = make_encounter(
        gm,
        (dragon, 1, 5),
        (goblin, 6, 4),
        (goblin, 1, 7),
        name="The Frozen Gate",
        introduction="A gate of blue ice.\nSomething breathes behind it.",
        notes="The gatekeeper lies.",
        share_token="a-token-nobody-guesses",
    )
    add_quick_foe(made, "Cultist", ar_step=-1, number=2, level=4)
    return made


def own_print(client, encounter, query=""):
    return client.get(reverse("encounters:encounter_print", args=[encounter.uid]) + query)


def shared_print(client, encounter, query=""):
    return client.get(reverse("encounters:shared_encounter_print", args=[encounter.share_token]) + query)


def test_the_gms_print_has_the_notes_and_the_shared_one_has_not(client, gm_client, encounter):
    assert "The gatekeeper lies." in whole_text(own_print(gm_client, encounter).content)
    for response in (own_print(gm_client, encounter, "?notes=0"), shared_print(client, encounter)):
        printed = whole_text(response.content)
        assert "A gate of blue ice. Something breathes behind it." in printed
        assert "gatekeeper" not in printed
        assert "Notes for the GM" not in printed


def test_the_sum_and_its_meaning_stand_on_the_print(gm_client, encounter):
    printed = whole_text(own_print(gm_client, encounter).content)
    page = gm_client.get(encounter.get_absolute_url()).content.decode()
    sum_text = re.search(r'<p class="calibration__sum">(.*?)</p>', page)[1]
    assert sum_text in printed
    assert "against 10 creatures" in printed


def test_every_number_on_the_shared_page_is_on_the_print(client, encounter):
    page = client.get(encounter.get_shared_url()).content.decode()
    main = re.search(r'<section class="read-aloud".*?</main>', page, re.DOTALL)[0]
    # The short blocks leave the sums out that the page opens at a touch.
    folded = unescape(re.sub(r"<[^>]*>", " ", re.sub(r"</summary>.*?</details>", "", main, flags=re.DOTALL)))
    shown = set(NUMBER.findall(folded.replace("d20", "").replace("−1 →", "one less:")))
    printed = set(NUMBER.findall(whole_text(shared_print(client, encounter).content)))
    assert len(shown) > 25
    assert not {number for number in shown if number not in printed and number.lstrip("+") not in printed}


def test_each_creature_stands_once_for_each_of_its_levels(gm_client, encounter):
    printed = whole_text(own_print(gm_client, encounter).content)
    assert printed.count("Level 5 · Large") == 1
    assert printed.count("Level 4 · Small") == 1
    assert printed.count("Level 7 · Small") == 1
    assert "Bite (Melee) −2/+2 · cold · roll" in printed
    assert "Sound the Horn | C - F - Support - 40 m radius: Every goblin within earshot is warned." in printed
    assert "1 / Day" in printed


def test_every_copy_has_a_place_for_its_hit_points(gm_client, encounter):
    pages = read(own_print(gm_client, encounter).content).pages
    drawn = b"".join(page.get_contents().get_data() for page in pages).decode("latin-1")
    # One box is one closed line: six goblins of 17 HP, one of 29. The dragon's 101 are written on a line.
    assert len(re.findall(r"^h$", drawn, re.MULTILINE)) == 6 * 17 + 29
    printed = whole_text(own_print(gm_client, encounter).content)
    assert "Dragon 101" in printed
    assert "Goblin 17" in printed
    assert "Goblin 29" in printed


def test_a_creature_that_is_gone_is_printed_as_it_was(gm_client, encounter):
    Creature.objects.filter(name="Dragon").delete()
    assert "Bite (Melee)" in whole_text(own_print(gm_client, encounter).content)


@pytest.mark.parametrize(("paper", "size"), [("a4", (595.2756, 841.8898)), ("letter", (612, 792))])
def test_every_page_is_as_large_as_the_paper_and_says_what_it_is(client, encounter, paper, size):
    response = shared_print(client, encounter, f"?paper={paper}")
    pages = read(response.content).pages
    for number, (page, text) in enumerate(zip(pages, texts(response.content), strict=True), start=1):
        assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, *size], abs=0.01)
        assert f"page {number} of {len(pages)}" in text
        assert "Unofficial tool for Worlds Awakening" in text
        assert encounter.get_shared_url() in text


def test_an_empty_encounter_prints_too(gm_client, gm):
    printed = whole_text(own_print(gm_client, make_encounter(gm, name="Nothing yet")).content)
    assert "Nothing yet" in printed
    assert "4 PCs of level 3" in printed


def test_the_file_is_called_like_the_encounter(gm_client, encounter):
    response = own_print(gm_client, encounter)
    assert response["Content-Type"] == "application/pdf"
    assert 'filename="The Frozen Gate.pdf"' in response["Content-Disposition"]


def test_a_crowd_is_counted_and_not_drawn_to_the_last_one(gm_client, gm):
    rats = make_creature(gm, "Rat", **SMALL)
    printed = whole_text(own_print(gm_client, make_encounter(gm, (rats, 99, 3))).content)
    assert "and 75 more" in printed
