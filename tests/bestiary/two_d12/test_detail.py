"""A Foe's page, and what its print is given."""

import re

import pytest

from bestiary import pdf
from tests.bestiary.two_d12.forms import PREVIEW_CARD, posted
from tests.bestiary.two_d12.test_documents import FULL
from tests.factories import effect_document, foe_document, make_foe, make_user


@pytest.fixture
def printed(monkeypatch):
    """What the views hand to the printer, instead of printing it."""
    calls = []

    def sheet_response(request, template, context, filename, **options):
        calls.append((template, context, filename))
        return pdf.pdf_response(b"%PDF-", filename)

    monkeypatch.setattr(pdf, "sheet_response", sheet_response)
    return calls


def test_the_page_shows_card_description_and_shelf(client, db):
    foe = make_foe(make_user("ann"), "public", **FULL)
    html = client.get(foe.get_absolute_url()).content.decode()
    assert "Leader for 2d12 Traits, threat 3, by ann." in html
    assert "<em>very</em>" in html.lower()
    assert ">Spirit<" in html
    assert ">Ruins<" in html
    assert 'href="/bestiary/?tag=old%20town"' in html
    assert "/edit/" not in html
    assert "Level by level" not in html


@pytest.mark.parametrize("query", ["?from=0", "?to=99", "?from=x"])
def test_levels_mean_nothing_for_a_foe(gm_client, gm, query):
    assert gm_client.get(make_foe(gm).get_absolute_url() + query).status_code == 200


def test_a_page_costs_the_same_queries_whatever_the_foe_has(gm_client, gm, django_assert_max_num_queries):
    foe = make_foe(gm, effects=[effect_document()] * 24, tags=[str(n) for n in range(12)])
    with django_assert_max_num_queries(10):
        gm_client.get(foe.get_absolute_url())


def test_the_page_lists_the_variants_one_may_see(gm_client):
    original = make_foe(make_user(), "public")
    for visibility in ("public", "private"):
        variant = make_foe(make_user(), visibility, name=f"{visibility} variant")
        variant.origin = original
        variant.save()
    html = gm_client.get(original.get_absolute_url()).content.decode()
    assert "public variant" in html
    assert "private variant" not in html


def test_the_print_gets_card_text_and_paper(client, db, printed):
    foe = make_foe(make_user("ann"), "public", **FULL)
    response = client.get(f"{foe.get_absolute_url()}sheet.pdf?paper=letter")
    ((template, context, filename),) = printed
    assert response["Content-Type"] == "application/pdf"
    assert (template, filename) == ("bestiary/two_d12/sheet.html", FULL["name"])
    assert context["card"].foe == foe.to_rules()
    assert (context["paper"], context["creature_text"]["habitat"]) == ("letter", "Ruins")
    assert context["url"] == f"http://testserver{foe.get_absolute_url()}"


def test_a_private_address_is_not_printed(gm_client, gm, printed):
    gm.paper = "letter"
    gm.save()
    gm_client.get(f"{make_foe(gm).get_absolute_url()}sheet.pdf")
    assert (printed[0][1]["url"], printed[0][1]["paper"]) == ("", "letter")


@pytest.mark.parametrize("paper", ["a3", "A4"])
def test_paper_that_is_none_gets_a_page_that_says_so(gm_client, gm, printed, paper):
    response = gm_client.get(f"{make_foe(gm).get_absolute_url()}sheet.pdf?paper={paper}")
    assert response.status_code == 400
    assert "The paper is A4 or Letter." in response.content.decode()
    assert printed == []


def test_an_unsaved_foe_is_printed_from_the_builder(client, db, printed, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = client.post(PREVIEW_CARD, posted(foe_document(family="spirit"), guard="44", paper="a4"))
    assert response["Content-Type"] == "application/pdf"
    ((template, context, filename),) = printed
    assert (template, filename) == ("bestiary/two_d12/sheet.html", "Lamp warden")
    assert context["card"].foe.guard == 44
    assert (context["creature_text"]["family"], context["url"]) == ("Spirit", "")


def test_a_wrong_form_is_not_printed_but_says_what_to_put_right(client, db, printed):
    response = client.post(PREVIEW_CARD, posted(guard="x"))
    assert response.status_code == 422
    assert "Guard: Type a whole number from 0 to 9999." in response.content.decode()
    assert printed == []


def test_pages_that_are_not_public_ask_search_engines_to_stay_away(client, db):
    assert b"noindex" in client.get(make_foe(visibility="unlisted").get_absolute_url()).content
    assert b"noindex" not in client.get(make_foe(visibility="public").get_absolute_url()).content


def test_the_admin_shows_a_foe_with_its_own_rows(client, db):
    client.force_login(make_user("keeper", is_staff=True, is_superuser=True))
    foe = make_foe(effects=[effect_document(note="from its lamp")])
    assert "Lamp warden" in client.get("/admin/bestiary/creature/?system__exact=two_d12").content.decode()
    page = client.get(f"/admin/bestiary/creature/{foe.pk}/change/").content.decode()
    assert "from its lamp" in page
    assert re.search(r"2d12 Traits stats", page)
    assert "Base HP" not in page


def test_the_pages_of_a_foe_call_it_a_foe(gm_client, gm):
    for visibility in ("private", "unlisted", "public"):
        foe = make_foe(gm, visibility, name="Bailiff")
        pages = ("", "delete/", "revisions/", "revisions/1/")
        for page in pages:
            html = gm_client.get(f"{foe.get_absolute_url()}{page}").content.decode()
            main = re.sub(r"<[^>]+>", " ", re.search(r"<main.*</main>", html, re.DOTALL)[0])
            assert not re.search(r"\b(?:the|this) creature\b", main), page
    assert "edit the Foe and make it unlisted" in gm_client.get(make_foe(gm).get_absolute_url()).content.decode()
