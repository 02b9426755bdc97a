"""A creature's page and its sheet."""

import re

import pytest

from bestiary import pdf
from tests.bestiary.forms import PREVIEW_SHEET, posted
from tests.factories import attack_document, make_creature, make_user


def levels_of(html: str) -> list[int]:
    return [int(level) for level in re.findall(r'<th scope="row">(\d+)</th>', html)]


@pytest.fixture
def printed(monkeypatch):
    """What the views hand to the printer, instead of printing it."""
    calls = []

    def sheet_response(request, template, context, filename, **options):
        calls.append((template, context, filename))
        return pdf.pdf_response(b"%PDF-", filename)

    monkeypatch.setattr(pdf, "sheet_response", sheet_response)
    return calls


@pytest.mark.parametrize(
    ("query", "levels"),
    [("", range(1, 9)), ("?from=3&to=5", range(3, 6)), ("?from=12", range(12, 13)), ("?from=1&to=20", range(1, 21))],
)
def test_the_table_shows_the_levels_asked_for(gm_client, gm, query, levels):
    html = gm_client.get(make_creature(gm).get_absolute_url() + query).content.decode()
    assert levels_of(html) == list(levels)


@pytest.mark.parametrize("query", ["?from=0", "?to=21", "?from=5&to=2", "?from=x", "?from=-1", "?to=²", "?from=10000"])
def test_levels_that_cannot_be_get_a_message_and_the_usual_table(gm_client, gm, query):
    response = gm_client.get(make_creature(gm).get_absolute_url() + query)
    html = response.content.decode()
    assert response.status_code == 400
    assert levels_of(html) == list(range(1, 9))
    assert re.search(r'id="levels-problem">[^<]+<', html)


def test_the_page_shows_the_creature_at_the_level_asked_for(gm_client, gm):
    address = make_creature(gm, level=5).get_absolute_url()
    assert "<h3>At level 5</h3>" in gm_client.get(f"{address}?level=").content.decode()
    html = gm_client.get(f"{address}?level=7&from=2&to=9").content.decode()
    assert "<h3>At level 7</h3>" in html
    assert levels_of(html) == list(range(2, 10))
    assert re.search(r'name="level"[^>]* value="7"', html)


@pytest.mark.parametrize("level", ["0", "21", "x", "-1", "²", "10000"])
def test_a_level_that_cannot_be_gets_a_message_at_its_field_and_the_creatures_own(gm_client, gm, level):
    response = gm_client.get(make_creature(gm, level=5).get_absolute_url(), {"level": level})
    html = response.content.decode()
    assert response.status_code == 400
    assert "<h3>At level 5</h3>" in html
    assert 'id="id_level_error">Levels are whole' in html
    assert 'id="levels-problem"></p>' in html


def test_the_page_says_who_made_it_when_and_who_may_see_it(client, db):
    creature = make_creature(make_user("ann"), "public", family="goblinoid", habitat="forest", tags=["night"])
    html = client.get(creature.get_absolute_url()).content.decode()
    assert 'by <a href="/bestiary/by/ann/">ann</a>' in html
    assert 'badge--public">Public' in html
    assert "Goblinoid" in html
    assert "Forest" in html
    assert 'href="/bestiary/?tag=night"' in html
    assert "/edit/" not in html
    assert "/delete/" not in html


def test_the_page_lists_the_variants_one_may_see(client, gm, gm_client):
    original = make_creature(make_user(), "public")
    for visibility in ("public", "unlisted", "private"):
        variant = make_creature(make_user(), visibility, name=f"{visibility} variant")
        variant.origin = original
        variant.save()
    html = gm_client.get(original.get_absolute_url()).content.decode()
    assert "public variant" in html
    assert "unlisted variant" not in html
    assert "private variant" not in html


def test_a_page_costs_the_same_queries_whatever_the_creature_has(gm_client, gm, django_assert_max_num_queries):
    creature = make_creature(gm, attacks=[attack_document()] * 12, tags=[str(n) for n in range(12)])
    with django_assert_max_num_queries(10):
        gm_client.get(creature.get_absolute_url())


def test_markdown_of_a_description_becomes_a_text_and_nothing_else(client, db):
    text = "*Old*\n\n# Big\n\n- one\n- two\n\n[far](http://example.org/) ![x](http://example.org/x.png)"
    html = client.get(make_creature(visibility="public", description=text).get_absolute_url()).content.decode()
    prose = html[
        html.index('<section class="prose">') : html.index("</section>", html.index('<section class="prose">'))
    ]
    assert "<em>Old</em>" in prose
    assert "<li>one</li>" in prose
    assert 'rel="nofollow ugc noopener"' in prose
    assert "<h1" not in prose
    assert "<img" not in prose


# --- the sheet ------------------------------------------------------------------------------------


def test_the_sheet_gets_the_creature_its_text_and_the_options(client, db, printed):
    creature = make_creature(make_user("ann"), "public", description="Bites.", family="goblinoid", tags=["night"])
    response = client.get(f"{creature.get_absolute_url()}sheet.pdf?paper=letter&from=2&to=4")
    ((template, context, filename),) = printed
    assert response["Content-Type"] == "application/pdf"
    assert (template, filename) == ("bestiary/worlds_awakening/sheet.html", "Goblin")
    assert [row.level for row in context["table"]] == [2, 3, 4]
    assert context["block"].level == 5
    assert context["paper"] == "letter"
    assert context["creature_text"]["family"] == "Goblinoid"
    assert context["creature_text"]["author"] == "ann"
    assert context["url"] == f"http://testserver{creature.get_absolute_url()}"


def test_the_sheet_is_at_the_level_asked_for(gm_client, gm, printed):
    gm_client.get(f"{make_creature(gm, level=5).get_absolute_url()}sheet.pdf?level=7")
    assert printed[0][1]["block"].level == 7


def test_the_sheet_is_on_ones_own_paper_unless_asked_otherwise(gm_client, gm, printed):
    gm.paper = "letter"
    gm.save()
    creature = make_creature(gm)
    gm_client.get(f"{creature.get_absolute_url()}sheet.pdf")
    assert printed[0][1]["paper"] == "letter"
    assert printed[0][1]["url"] == ""  # a private address on paper leads nobody anywhere


@pytest.mark.parametrize("query", ["paper=a3", "paper=A4", "from=0", "to=21", "from=5&to=2", "from=x", "level=21"])
def test_options_of_a_sheet_that_cannot_be_get_a_page_that_says_so(gm_client, gm, printed, query):
    response = gm_client.get(f"{make_creature(gm).get_absolute_url()}sheet.pdf?{query}")
    assert response.status_code == 400
    assert re.search(r"The paper is|Levels are|first level of a table", response.content.decode())
    assert printed == []


def test_an_unsaved_creature_is_printed_from_the_builder(client, db, printed):
    response = client.post(PREVIEW_SHEET, posted(base_hp="6", paper="a4", **{"from": "1", "to": "3"}))
    assert response["Content-Type"] == "application/pdf"
    ((_, context, filename),) = printed
    assert filename == "Goblin"
    assert context["block"].numbers.max_hp.value == 28
    assert [row.level for row in context["table"]] == [1, 2, 3]
    assert context["url"] == ""


def test_a_wrong_form_is_not_printed_but_says_what_to_put_right(client, db, printed):
    response = client.post(PREVIEW_SHEET, posted(base_hp="31"))
    assert response.status_code == 422
    assert "Base HP: Type a whole number from 1 to 30." in response.content.decode()
    assert printed == []
