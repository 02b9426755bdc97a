"""Markdown and markup in every text field: on the page, on a shared page, in the live pane, on paper and in the API."""

import re
from html import unescape

import pytest
from django.urls import reverse

from bestiary.documents import creature_document
from bestiary.models import Creature
from bestiary.pdf import render_pdf
from encounters.models import Encounter
from tests.bestiary.forms import PREVIEW, posted
from tests.encounters.cast import make_encounter
from tests.factories import (
    ability_document,
    attack_document,
    effect_document,
    make_creature,
    make_foe,
)
from tests.factories import creature_document as goblin
from tests.print.creatures import whole_text
from tests.print.test_sheet import links

MARKDOWN = """On a hit, **one** of these:

- *Slowed* until its next turn
- loses `2` AP, see [the rules](https://example.org/r)

# Afterwards
3. third thing
4. fourth thing

> It whispers."""
LINES = (
    "On a hit, one of these:",
    "Slowed until its next turn",
    "loses 2 AP, see the rules",
    "Afterwards",
    "third thing",
    "fourth thing",
    "It whispers.",
)
SCRIPT = "<script>alert({})</script>"


@pytest.fixture
def printed(monkeypatch):
    """The PDFs that were made."""
    made = []
    monkeypatch.setattr(
        "bestiary.pdf.render_pdf", lambda *args, **more: made.append(render_pdf(*args, **more)) or made[-1]
    )
    return made


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def in_order(lines, text: str) -> bool:
    return re.search(".*?".join(re.escape(line) for line in lines), text) is not None


def wa_document() -> dict:
    upgrades = [{"level": 3, "text": "The bonus is **+2**."}]
    return goblin(description=MARKDOWN, abilities=[ability_document(text=MARKDOWN, upgrades=upgrades)])


@pytest.mark.parametrize("make", [lambda gm: make_creature(gm, "public", **wa_document()),
                                  lambda gm: make_foe(gm, "public", notes=MARKDOWN, description=MARKDOWN)],
                         ids=["worlds_awakening", "two_d12"])  # fmt: skip
def test_the_pdf_says_what_the_page_says(client, gm, printed, make):
    creature = make(gm)
    page = client.get(creature.get_absolute_url()).content.decode()
    client.get(f"{creature.get_absolute_url()}sheet.pdf")
    paper = whole_text(printed[0])
    for text in (re.search(r'<div class="ability__text">(.*?)</div>', page, re.DOTALL)[1],
                 re.search(r'<section class="prose">(.*?)</section>', page, re.DOTALL)[1]):  # fmt: skip
        assert in_order(LINES, plain(text))
        assert '<ol start="3">' in text
        assert 'href="https://example.org/r" rel="nofollow ugc noopener"' in text
    assert in_order((*LINES, *LINES), paper)
    assert "3. 4." in paper
    assert "**" not in paper
    assert "# Afterwards" not in paper
    assert links(printed[0]).count("https://example.org/r") == 2


def test_upgrades_take_markdown_within_their_line(client, gm, printed):
    creature = make_creature(gm, "public", **wa_document())
    assert (
        "<b>Level 3:</b> The bonus is <strong>+2</strong>." in client.get(creature.get_absolute_url()).content.decode()
    )
    client.get(f"{creature.get_absolute_url()}sheet.pdf")
    assert "Level 3: The bonus is +2." in whole_text(printed[0])


def test_headings_in_texts_do_not_change_the_pages_outline(client, gm):
    def outline(**fields):
        html = client.get(make_creature(gm, "public", **fields).get_absolute_url()).content.decode()
        return re.findall(r"<h([1-6])[ >]", html)

    headed = "# One\n\n## Two\n\nThree\n=====\n"
    assert outline(description=headed, abilities=[ability_document(text=headed)]) == outline(
        description="x", abilities=[ability_document(text="x")]
    )


def test_the_live_pane_shows_what_the_page_will_show(client, gm):
    document = wa_document()
    pane = client.post(PREVIEW, posted(document)).content.decode()
    page = client.get(make_creature(gm, "public", **document).get_absolute_url()).content.decode()
    fragment = re.search(r'<div class="ability">.*?</ul>', pane, re.DOTALL)[0]
    assert "<li><em>Slowed</em> until its next turn</li>" in fragment
    assert fragment in page


def test_the_shared_page_and_its_print_show_the_same(client, gm, printed):
    make_creature(gm, **wa_document())
    creature = Creature.objects.with_stats().get()
    encounter = make_encounter(gm, (creature, 1, 5))
    Encounter.objects.filter(pk=encounter.pk).update(share_token="token-of-these-tests")
    shared = plain(client.get("/shared/token-of-these-tests/").content.decode())
    assert in_order((*LINES, "Level 3: The bonus is +2 ."), shared)
    client.get(reverse("encounters:shared_encounter_print", args=["token-of-these-tests"]))
    assert in_order((*LINES, "Level 3: The bonus is +2."), whole_text(printed[0]))


def test_the_api_and_the_form_keep_the_text_as_typed(gm_client, gm):
    creature = make_creature(gm, **wa_document())
    assert creature_document(creature)["abilities"][0]["text"] == MARKDOWN
    assert creature_document(creature)["description"] == MARKDOWN
    form = unescape(gm_client.get(f"{creature.get_absolute_url()}edit/").content.decode())
    assert form.count(MARKDOWN) == 2
    assert form.count("Markdown: **bold**") == 2


# --- script in every text field --------------------------------------------------------------------------------------


def scripts(count: int):
    """So many scripts, each with its own number."""
    return [SCRIPT.format(number) for number in range(count)]


def hostile_creature(gm):
    s = scripts(9)
    return s, make_creature(
        gm,
        "public",
        name=s[0],
        description=s[1],
        tags=[s[2]],
        resistances=[s[3]],
        weaknesses=[s[4]],
        attacks=[attack_document(name=s[5], damage_type="<i>x</i>")],
        abilities=[ability_document(name=s[6], text=s[7], upgrades=[{"level": 2, "text": s[8]}])],
    )


def hostile_foe(gm):
    s = scripts(7)
    return s, make_foe(
        gm,
        "public",
        name=s[0],
        description=s[1],
        tags=[s[2]],
        damage=s[3],
        damage_type="<i>x</i>",
        notes=s[4],
        effects=[effect_document(note=s[5]), effect_document(effect="exposed", charges=2, damage_type=s[6])],
    )


@pytest.mark.parametrize("make", [hostile_creature, hostile_foe])
def test_script_in_any_text_shows_as_typed_on_page_and_paper(client, gm, printed, make):
    typed, creature = make(gm)
    response = client.get(creature.get_absolute_url())
    page = response.content.decode()
    assert "<script>alert" not in page
    assert "<i>x</i>" not in page
    assert not [one for one in typed if one not in unescape(page)]
    assert "<script>alert" not in client.get("/bestiary/").content.decode()
    assert client.get(f"{creature.get_absolute_url()}sheet.pdf").status_code == 200
    paper = whole_text(printed[0]).replace(" ", "")
    assert not [one for one in typed if one.replace(" ", "") not in paper]
    assert "<i>x</i>" in paper
