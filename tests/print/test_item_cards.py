"""Cards to cut out: nine to a page, 63 × 88 mm, nothing lost of an effect, nothing outside its card."""

import re

import pytest
from django.urls import reverse

from tests.print.creatures import read, texts, whole_text
from tests.print.goods import CURSED, LONG, LONGSWORD, NIGHT, ODD, cards, make_item
from tests.print.test_sheet import PAPERS

pytestmark = pytest.mark.django_db


def test_cards_have_name_numbers_effect_and_all_prices(client, gm):
    response = cards(client, make_item(gm, CURSED), make_item(gm, NIGHT))
    printed = whole_text(response.content)
    for line in (
        "Whisper Weapon, two-handed · DEX −1 · 2d10−3 Special effect, value −35 NX",
        "It tells its bearer's secrets. Bone-handled. Nobody sells it twice.",
        "List price 85 NX",
        "PC buys 45 34 23 PC sells 22 27 45",
    ):
        assert line in printed, line


def test_nine_cards_stand_on_a_page_and_the_tenth_on_the_next(client, gm):
    items = [make_item(gm, LONGSWORD | {"name": f"Sword {letter}"}) for letter in "ABCDEFGHIJ"]
    pages = texts(cards(client, *items).content)
    assert [len(re.findall(r"Sword [A-J]", page)) for page in pages] == [9, 1]
    assert "Sword J" in pages[1]


def test_one_item_named_twice_gets_two_cards(client, gm):
    sword = make_item(gm, LONGSWORD)
    assert whole_text(cards(client, sword, sword).content).count("Longsword") == 2


def test_cut_marks_stand_at_the_corners_of_every_card(client, gm):
    sword = make_item(gm, LONGSWORD)
    for count, corners in ((1, 4), (3, 8), (4, 12), (9, 16)):
        page = read(cards(client, *[sword] * count).content).pages[0]
        drawn = page.get_contents().get_data().decode("latin-1")
        lines = re.findall(r"^(\S+) (\S+) m\n(\S+) (\S+) l$", drawn, re.MULTILINE)
        lengths = [abs(float(x1) - float(x0)) + abs(float(y1) - float(y0)) for x0, y0, x1, y1 in lines]
        # A mark is a line of 5 mm along and one across.
        assert lengths.count(5) == 2 * corners


def places(pdf: bytes) -> list[tuple[float, float, str]]:
    """Where each piece of text of a PDF begins, in mm from the left and from the top of its page."""
    found = []
    for page in read(pdf).pages:
        height = float(page.mediabox.height)

        def note(text, cm, tm, *_, height=height):
            # The page's own transformation comes first: CSS pixels from the top.
            x, y = tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]
            # Signs that no font has are read back with zeros between the letters.
            text = text.replace("\0", "").strip()
            if text:
                found.append((x / 72 * 25.4, (height - y) / 72 * 25.4, text))

        page.extract_text(visitor_text=note)
    return found


@pytest.mark.parametrize(("paper", "left", "top"), [("a4", 10.5, 15), ("letter", 13.45, 4.5)])
def test_cards_are_63_by_88_mm_in_the_middle_of_the_paper(client, gm, paper, left, top):
    items = [make_item(gm, NIGHT | {"name": f"N{number}"}) for number in range(9)]
    corners = {text: (x, y) for x, y, text in places(cards(client, *items, paper=paper).content) if text[0] == "N"}
    first = corners["N0"]
    assert first[0] == pytest.approx(left + 3, abs=0.2)
    assert top + 3 < first[1] < top + 9
    for number in range(9):
        row, column = divmod(number, 3)
        x, y = corners[f"N{number}"]
        assert (x - first[0], y - first[1]) == pytest.approx((column * 63, row * 88), abs=0.1)


def test_a_long_effect_goes_on_to_more_cards_to_its_last_word(client, gm):
    pdf = cards(client, make_item(gm, LONGSWORD | {"special_effect": {"text": LONG, "value": 10}})).content
    printed = whole_text(pdf)
    assert re.findall(r"Card (\d of \d)", printed) == ["1 of 3", "2 of 3", "3 of 3"]
    assert printed.count("List price") == 1
    together = re.sub(r"List price.*?Card 2 of 3 |Longsword Card 3 of 3 ", "", printed)
    assert " ".join(LONG.split()) in together


@pytest.mark.parametrize("document", ODD.values(), ids=ODD)
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_odd_leaves_its_card_or_runs_into_the_prices(client, gm, document, paper):
    item = make_item(gm, document)
    pdf = cards(client, item, paper=paper).content
    left, top = (10.5, 15) if paper == "a4" else (13.45, 4.5)
    on_cards = [place for place in places(pdf) if top <= place[1] <= top + 264]
    pages = read(pdf).pages
    assert len(pages) == 1
    for x, y, text in on_cards:
        column, row = divmod(x - left, 63), divmod(y - top, 88)
        assert 2.9 <= column[1] <= 60.1, text
        assert 3 <= row[1] <= 85.1, text
    # On the first card nothing stands between the price's line and the end but the prices.
    line = next(y for _, y, text in on_cards if text.startswith("List price"))
    beside = [text for x, y, text in on_cards if x < left + 63 and line + 1 < y < top + 88]
    assert re.match(r"No test Success \S+ PC buys \d+ \d+ \d+ PC sells \d+ \d+ \d+", " ".join(beside))


def test_the_words_of_an_odd_effect_are_all_there(client, gm):
    for document, sign, count in ((ODD["wide letters"], "W", 2000), (ODD["a thousand lines"], "a", 999)):
        faces = whole_text(cards(client, make_item(gm, document | {"name": "x", "damage_type": ""})).content)
        effect = re.sub(r"List price.*?Card 2 of", "Card 2 of", faces)
        spaced = effect if sign == "W" else " ".join(re.findall(r"\ba\b", effect))
        assert spaced.count(sign) - (2 if sign == "W" else 0) == count  # Weapon, Worlds Awakening


@pytest.mark.parametrize("uid", ["x", "", "00000000-0000-0000-0000-000000000000", "\x00", "1" * 500])
def test_an_item_that_is_not_there_is_not_found(client, db, uid):
    assert client.get(reverse("shop:item_cards"), {"item": uid}).status_code == 404


def test_too_few_and_too_many_cards_are_refused_with_a_reason(client, gm):
    nothing = client.get(reverse("shop:item_cards"))
    assert (nothing.status_code, "Choose at least one item." in nothing.content.decode()) == (400, True)
    many = cards(client, *[make_item(gm, LONGSWORD)] * 100)
    assert (many.status_code, "Choose 99 items at most" in many.content.decode()) == (400, True)


def test_forty_different_items_print(client, gm):
    items = [make_item(gm, CURSED | {"name": f"Blade {number}."}) for number in range(40)]
    response = cards(client, *items)
    assert len(read(response.content).pages) == 5
    printed = whole_text(response.content)
    assert all(f"Blade {number}." in printed for number in range(40))
