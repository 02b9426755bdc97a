"""The printed sheets of ancestries and classes: what the page says, on paper."""

import re

import pytest

from tests.makings.pages import posted_ancestry, posted_class, text_of, url
from tests.makings.things import ability_doc, item_doc, make_ancestry, make_class
from tests.makings.things import outfit_doc as outfit
from tests.print.creatures import read, texts, whole_text
from tests.print.test_sheet import PAPERS, links

pytestmark = pytest.mark.django_db
NUMBER = re.compile(r"[+−]?\d+(?:d\d+(?:[+−]\d+)?)?")


def numbers(text: str) -> set[str]:
    return set(NUMBER.findall(text))


def sheet_of(page) -> str:
    """The text of the sheet on a page."""
    return re.sub(r"<[^>]+>", " ", page.content.decode().split("<article")[1].split("</article>")[0])


@pytest.mark.parametrize(
    ("kind", "make", "rows"),
    [
        (
            "ancestry",
            make_ancestry,
            {
                "adaptability": 2,
                "innate_abilities": [ability_doc(), ability_doc(name="B", limit_kind="cooldown", limit_count=7)],
            },
        ),
        (
            "class",
            make_class,
            {"outfits": [outfit(item_doc(), item_doc(damage="2d12+5", roll_bonus=-3)), outfit(name="At home")]},
        ),
    ],
    ids=["ancestry", "class"],
)
def test_every_number_on_the_page_is_on_the_sheet(kind, make, rows, gm, gm_client):
    thing = make(gm, **rows)
    shown = numbers(sheet_of(gm_client.get(thing.get_absolute_url())))
    pdf = whole_text(gm_client.get(url(kind, "sheet", thing)).content)
    assert len(shown) > 5
    assert shown - numbers(pdf) == set()


def test_a_class_is_printed_with_its_outfits_effects_and_sums(gm, gm_client):
    cursed = item_doc(name="Whisper", special_effect={"text": "It **tells** secrets.", "value": -30})
    lent = {"outfits_of": {"id": None, "name": "Nightwatch", "author": "Otto", "revision": 1}}
    thing = make_class(
        gm, **lent, outfits=[outfit(cursed, item_doc())], tags=["city"], description="Light *after* dark."
    )
    text = whole_text(gm_client.get(url("class", "sheet", thing)).content)
    for line in (
        "Class · city · by Gretchen",
        "Sum of the modifiers +3 of +3 at most: 3 = 3 + 0 + 0 + 0 + 0 + 0",
        "Free points 0 = 3 + (−3)",
        "Magic stat INT",
        "Those of Nightwatch by Otto.",
        "Whisper Weapon · STR +2 · 1d8+2 Slashing. It tells secrets. 130 NX",
        "All together 290 NX",
        "Light after dark.",
    ):
        assert line in text, line


def test_an_ancestry_is_printed_with_its_abilities_and_uses(gm, gm_client):
    text = whole_text(gm_client.get(url("ancestry", "sheet", make_ancestry(gm))).content)
    for line in (
        "STR DEX CON INT WIS CHA −1 +2 −1 +2 +0 +0",
        "Free points 1 = 3 + (−2)",
        "Adaptability 1",
        "Winter sleep · 1 / Day Sleeps through one cold night.",
    ):
        assert line in text, line


@pytest.mark.parametrize("paper", PAPERS)
def test_the_paper_is_the_one_asked_for_and_ones_own_otherwise(paper, gm, gm_client):
    thing = make_ancestry(gm)
    asked = read(gm_client.get(url("ancestry", "sheet", thing) + f"?paper={paper}").content)
    gm.paper = paper
    gm.save()
    own = read(gm_client.get(url("ancestry", "sheet", thing)).content)
    for pdf in (asked, own):
        box = pdf.pages[0].mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(PAPERS[paper], abs=0.01)


def test_another_paper_is_refused_in_words(gm, gm_client):
    response = gm_client.get(url("ancestry", "sheet", make_ancestry(gm)) + "?paper=a5")
    assert response.status_code == 400
    assert "A4 or Letter" in text_of(response)


def test_the_file_has_a_safe_name_and_the_address_of_what_others_may_open(gm, gm_client):
    thing = make_class(gm, visibility="unlisted", name='Gate/Keeper "x"')
    response = gm_client.get(url("class", "sheet", thing))
    assert 'filename="Gate Keeper x.pdf"' in response["Content-Disposition"]
    assert links(response.content) == [f"http://testserver{thing.get_absolute_url()}"]
    assert links(gm_client.get(url("class", "sheet", make_class(gm))).content) == []


def test_the_longest_texts_are_printed_whole_over_several_pages(gm, gm_client):
    words = " ".join(f"word{n:04}" for n in range(220))
    abilities = [ability_doc(name=f"Ability {n}", text=words) for n in range(4)]
    thing = make_ancestry(gm, innate_abilities=abilities, description=" ".join(f"text{n:04}" for n in range(440)))
    pages = texts(gm_client.get(url("ancestry", "sheet", thing)).content)
    whole = " ".join(pages)
    assert len(pages) > 1
    assert whole.count("word0219") == 4
    assert "text0439" in whole
    # No heading stands alone at the foot of a page.
    for page in pages[:-1]:
        body = page.split("Unofficial tool")[0].rstrip() if "Unofficial tool" in page else page
        assert not re.search(r"(Ability \d · 1 / Day|Description|Innate abilities)\s*$", body)


@pytest.mark.parametrize(("kind", "posted"), [("ancestry", posted_ancestry), ("class", posted_class)])
def test_what_is_in_the_builder_is_printed_without_saving(kind, posted, client):
    response = client.post(url(kind, "preview_sheet"), posted(name="Unsaved", paper="letter"))
    assert response["Content-Type"] == "application/pdf"
    assert "Unsaved" in whole_text(response.content)
    wrong = client.post(url(kind, "preview_sheet"), posted(strength="9"))
    assert wrong.status_code == 422
    assert "STR: Type a whole number" in text_of(wrong)
