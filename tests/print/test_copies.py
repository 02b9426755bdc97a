"""Boxes to cross off for as many copies as the print form asks; names of any length stay on the paper."""

import re

import pytest
from django.template.loader import render_to_string

from bestiary.rules.two_d12 import Foe
from tests.bestiary.forms import posted as posted_creature
from tests.bestiary.two_d12.forms import PREVIEW_CARD, posted
from tests.factories import make_creature, make_foe
from tests.print.boxes import pages_of
from tests.print.creatures import SHEET, read, sheet_context
from tests.print.test_foe_card import CARD, context
from tests.print.test_sheet import PAPERS, plain_creature

pytestmark = pytest.mark.django_db

MAKERS = {"creature": make_creature, "Foe": make_foe}


@pytest.fixture(params=MAKERS)
def printable(request):
    """A public creature of either game with hit points that fit boxes, and its noun."""
    return MAKERS[request.param](visibility="public"), request.param


def sheet(client, creature, **query) -> bytes:
    response = client.get(f"{creature.get_absolute_url()}sheet.pdf", query)
    assert response.status_code == 200
    return response.content


def numbered(pdf: bytes) -> list[int]:
    """The numbers of the copies: the small texts of the boxes."""
    found = []
    for page in read(pdf).pages:
        page.extract_text(visitor_text=lambda text, _m, _t, _f, size: found.append((text.strip(), size)))
    # 2.5 of a user unit that is a millimetre.
    return [int(text) for text, size in found if text.isdigit() and size == pytest.approx(2.5, abs=0.01)]


@pytest.mark.parametrize("copies", [1, 6, 7, 24])
def test_as_many_copies_are_numbered_as_were_asked_for(client, printable, copies):
    creature, noun = printable
    pdf = sheet(client, creature, copies=copies)
    kinds = 2 if noun == "Foe" else 1  # Guard and Vitality
    assert sorted(numbered(pdf)) == sorted([*range(1, copies + 1)] * kinds)


def test_none_asked_for_is_as_usual(client, printable):
    creature, _ = printable
    for query in ({}, {"copies": ""}):
        assert 1 < max(numbered(sheet(client, creature, **query))) <= 6


@pytest.mark.parametrize("copies", ["0", "25", "-1", "x", "2.5", "٣"])
def test_a_number_that_cannot_be_is_refused_in_words(client, printable, copies):
    creature, _ = printable
    response = client.get(f"{creature.get_absolute_url()}sheet.pdf", {"copies": copies})
    assert response.status_code == 400
    assert "Boxes to cross off are for 1 to 24 copies." in response.content.decode()


def test_the_page_and_the_builder_ask_for_it(client, printable):
    creature, noun = printable
    new = "/bestiary/foes/new/" if noun == "Foe" else "/bestiary/creatures/new/"
    for address in (creature.get_absolute_url(), new):
        assert re.search(r'<input type="number" name="copies"[^>]* max="24"', client.get(address).content.decode())


def test_the_preview_of_what_is_not_saved_has_them_too(client):
    assert max(numbered(client.post(PREVIEW_CARD, posted(copies="9")).content)) == 9
    address = "/bestiary/creatures/preview/sheet.pdf"
    assert max(numbered(client.post(address, posted_creature(copies="9")).content)) == 9


@pytest.mark.parametrize("paper", PAPERS)
def test_many_copies_stay_on_the_paper(client, paper):
    foe = make_foe(visibility="public", guard=60, vitality=60)
    places = []
    for page in read(sheet(client, foe, copies=24, paper=paper)).pages:
        page.extract_text(visitor_text=lambda text, m, t, *_: text.strip() and places.append(m[0] * t[4] + m[4]))
    width = PAPERS[paper][0]
    assert max(places) < width - 20


@pytest.mark.parametrize("letter", ["W", "M", "i", "漢"])
@pytest.mark.parametrize("paper", PAPERS)
def test_an_unbroken_name_stays_within_the_running_head(paper, letter):
    text = "\n\n".join(["A word or two. " * 60] * 8)
    card = context(Foe(letter * 80, "boss"), paper, description=text)
    sheet = sheet_context(plain_creature(name=letter * 80), 5, range(1, 9), paper, description=text)
    for template, given in ((CARD, card), (SHEET, sheet)):
        pages = pages_of(render_to_string(template, given))
        assert len(pages) > 1
        for page in pages[1:]:
            assert "".join(word.text for word in page.head) == letter * 80
            assert max(word.right for word in page.head) <= page.right + 0.1
            assert min(word.top for word in page.head) >= 5, "where printers print"
            assert max(word.bottom for word in page.head) <= page.top
