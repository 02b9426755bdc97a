"""The lists of ancestries and classes: search, filters, order, tabs, and how many queries they take."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.makings.pages import text_of, url
from tests.makings.things import NOTHING, ability_doc, make_ancestry, make_class
from tests.makings.things import outfit_doc as outfit

pytestmark = pytest.mark.django_db


def names(response) -> list[str]:
    return [card["thing"].name for card in response.context["cards"]]


@pytest.fixture
def three(gm):
    """Three public ancestries, the oldest first."""
    make_ancestry(gm, visibility="public", name="Élfe", modifiers={**NOTHING, "str": 2}, tags=["wood"])
    make_ancestry(gm, visibility="public", name="Borrower", adaptability=3, innate_abilities=[ability_doc(name="Hide")])
    make_ancestry(gm, visibility="public", name="Dwarf 50%", innate_abilities=[])


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Dwarf 50%", "Borrower", "Élfe"]),
        ("?q=elf", ["Élfe"]),
        ("?q=hide", ["Borrower"]),
        ("?q=50%25", ["Dwarf 50%"]),
        ("?q=_", []),
        ("?raises=str", ["Élfe"]),
        ("?raises=dex&adaptability=3", ["Borrower"]),
        ("?tag=Wood", ["Élfe"]),
        ("?sort=name", ["Borrower", "Dwarf 50%", "Élfe"]),
        ("?sort=nonsense&raises=luck&adaptability=9", ["Dwarf 50%", "Borrower", "Élfe"]),
        ("?q=%00%27%22%5C", []),
        ("?q=" + "x" * 300, []),
        ("?after=nonsense", ["Dwarf 50%", "Borrower", "Élfe"]),
    ],
)
def test_words_and_filters_stand_in_the_address(query, found, three, client):
    response = client.get(url("ancestry", "list") + query)
    assert response.status_code == 200
    assert names(response) == found


def test_mine_holds_what_nobody_else_sees(gm, gm_client, other_gm_client):
    make_class(gm, name="Secret")
    assert names(gm_client.get(url("class", "list") + "?mine=1")) == ["Secret"]
    assert names(other_gm_client.get(url("class", "list") + "?mine=1")) == []
    assert names(gm_client.get(url("class", "list"))) == []


def test_a_class_is_found_by_its_magic_stat_and_outfits(gm, client):
    make_class(gm, visibility="public", name="Seer", magic_stat="wis", outfits=[outfit(name="Robes")])
    make_class(gm, visibility="public", name="Bard", magic_stat="cha")
    assert names(client.get(url("class", "list") + "?magic=wis")) == ["Seer"]
    assert names(client.get(url("class", "list") + "?q=robe")) == ["Seer"]


def test_pages_lead_forward_and_back(gm, client, monkeypatch):
    monkeypatch.setattr("bestiary.paging.keyset_page.__kwdefaults__", {"after": "", "before": "", "size": 2})
    for number in range(5):
        make_ancestry(gm, visibility="public", name=f"A{number}")
    first = client.get(url("ancestry", "list") + "?sort=name")
    second = client.get(url("ancestry", "list") + first.context["next_url"])
    assert names(second) == ["A2", "A3"]
    assert names(client.get(url("ancestry", "list") + second.context["previous_url"])) == ["A0", "A1"]


@pytest.mark.parametrize(("kind", "make"), [("ancestry", make_ancestry), ("class", make_class)])
@pytest.mark.parametrize("where", ["list", "detail", "edit"])
def test_the_number_of_queries_does_not_grow(kind, make, where, gm, gm_client):
    rows = {"outfits": [outfit(name=str(n)) for n in range(8)]} if kind == "class" else {}
    few = make(gm, visibility="public")
    address = url(kind, "list") if where == "list" else url(kind, where, few)
    gm_client.get(address)
    with CaptureQueriesContext(connection) as one:
        gm_client.get(address)
    many = [make(gm, visibility="public", tags=["a", "b"], **rows) for _ in range(6)]
    address = url(kind, "list") if where == "list" else url(kind, where, many[0])
    with CaptureQueriesContext(connection) as seven:
        assert gm_client.get(address).status_code == 200
    assert len(seven) == len(one), [query["sql"][:150] for query in seven]


@pytest.mark.parametrize("kind", ["ancestry", "class"])
def test_the_tabs_of_the_bestiary_lead_everywhere(kind, client):
    html = client.get(url(kind, "list")).content.decode()
    for address in ("/bestiary/", "/bestiary/ancestries/", "/bestiary/classes/", "/bestiary/ancestries/check/"):
        assert f'href="{address}"' in html
        assert client.get(address).status_code == 200


@pytest.mark.parametrize(("kind", "noun"), [("ancestry", "an ancestry"), ("class", "a class")])
def test_an_empty_list_says_what_one_can_do(kind, noun, client):
    for query in ("", "?mine=1", "?q=nothing", "?mine=1&q=nothing"):
        assert f"Build {noun}" in text_of(client.get(url(kind, "list") + query))
