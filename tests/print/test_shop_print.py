"""The shop on paper: the numbers of the pages, true sizes, who may print what."""

import re
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from bestiary.models import Visibility
from shop.models import Merchant
from shop.printing import price_list_context
from shop.shelves import shown_lines
from tests.print.creatures import read, texts, whole_text
from tests.print.goods import ARM_GUARD, CURSED, LONG, LONGSWORD, NIGHT, make_item, make_merchant
from tests.print.test_sheet import BUNDLED_FONTS, PAPERS

pytestmark = pytest.mark.django_db

NUMBER = re.compile(r"[+−]?\d+(?:d\d+(?:[+−]\d+)?)?[½¼¾⅛⅜⅝⅞]?|[½¼¾]")


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


def card(client, item, query=""):
    return client.get(reverse("shop:item_card", args=[item.uid]) + query)


def cards(client, *items, **query):
    return client.get(reverse("shop:item_cards"), {"item": [str(item.uid) for item in items]} | query)


def price_list(client, merchant, query=""):
    return client.get(reverse("shop:merchant_price_list", args=[merchant.uid]) + query)


def shared_list(client, merchant, query=""):
    return client.get(reverse("shop:shared_merchant_price_list", args=[merchant.share_token]) + query)


@pytest.fixture
def merchant(gm):
    return make_merchant(gm, (LONGSWORD, 3), (ARM_GUARD, 0), (NIGHT, 12), (CURSED, 1))


# --- one item --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", [LONGSWORD, ARM_GUARD, NIGHT, CURSED], ids=lambda document: document["name"])
def test_every_number_of_the_price_on_the_page_is_on_the_card(client, gm, document):
    item = make_item(gm, document)
    page = words(render_to_string("shop/_item_price.html", {"tag": item.price_tag()}))
    printed = whole_text(card(client, item).content)
    wanted = NUMBER.findall(page)
    assert len(wanted) > 15
    assert not set(wanted) - set(NUMBER.findall(printed))


def test_the_longsword_is_160_with_its_sum_and_six_prices(client, gm):
    printed = whole_text(card(client, make_item(gm, LONGSWORD)).content)
    for line in (
        "List price 160 NX",
        "Weapon · STR +2 · 1d8+2 Slashing",
        "2 × 20 (roll bonus) 40 1 × 80 (damage dice, d8) 80 2 × 20 (damage bonus) 40 0 (no special effect) 0",
        "PC buys for 160 120 80",
        "PC sells for 80 100 160",
        "Upgrades may reach roll bonus +3, damage bonus +5, dice 3d8.",
    ):
        assert line in printed, line


def test_45_nx_are_45_34_23_and_22_27_45(client, gm):
    printed = whole_text(card(client, make_item(gm, NIGHT)).content)
    assert "PC buys for 45 34 23" in printed
    assert "PC sells for 22 27 45" in printed
    assert "34 = ¾ × 45 = 33¾, rounded up" in printed
    assert "Upgrades may reach" not in printed


def test_effect_discount_description_and_tags_are_on_the_card(client, gm):
    printed = whole_text(card(client, make_item(gm, CURSED)).content)
    for line in (
        "It tells its bearer's secrets.",
        "Value −35 NX",
        "Discount: damage bonus takes 60 NX off.",
        "Weapon, two-handed · DEX −1 · 2d10−3 · curse · by Gretchen",
        "Nobody sells it twice.",
    ):
        assert line in printed, line


def test_a_private_items_address_is_not_printed(gm_client, client, gm):
    private = make_item(gm, LONGSWORD, Visibility.PRIVATE)
    assert "/shop/items/" not in whole_text(card(gm_client, private).content)
    public = make_item(gm, LONGSWORD)
    assert public.get_absolute_url() in whole_text(card(client, public).content)


# --- cards to cut out ------------------------------------------------------------------------------------------------


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


ODD = {
    "wide letters": LONGSWORD
    | {"name": "W" * 80, "damage_type": "W" * 40, "special_effect": {"text": "W" * 2000, "value": 9999}},
    "signs": LONGSWORD | {"name": "🔥" * 80, "special_effect": {"text": "🗡" * 2000, "value": -9999}},
    "a thousand lines": LONGSWORD | {"special_effect": {"text": "a\n" * 999 + "z", "value": 0}},
    "all bonuses": {
        "kind": "equipment",
        "name": "Mm " * 26 + "m",
        "bonuses": dict.fromkeys(
            ("physical_defence", "magical_defence", "melee_attack", "ranged_attack", "magical_attack"), -3
        ),
        "special_effect": {"text": "mw " * 666, "value": -9999},
    },
    "a long description": NIGHT | {"price": 99_999, "description": "\n\n".join(["It goes on. " * 60] * 5)},
}


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


# --- price lists -----------------------------------------------------------------------------------------------------


def test_every_number_of_the_price_list_on_the_page_is_on_the_print_row_by_row(client, merchant):
    lines = shown_lines(Merchant.objects.with_lines().get(pk=merchant.pk).lines.all())
    page = render_to_string("shop/_price_list.html", {"merchant": merchant, "lines": lines, "can_change": False})
    printed = whole_text(shared_list(client, merchant).content)
    rows = re.findall(r"<tr role=\"row\".*?</tr>", page, re.DOTALL)[2:]
    assert len(rows) == 4
    for row, line in zip(rows, lines, strict=True):
        cells = re.sub(r'<span class="price-list__label".*?</span>', "", row)
        numbers = [words(cell) for cell in re.findall(r"<td.*?</td>", cells, re.DOTALL)]
        assert len(numbers) == 7
        tail = printed[printed.index(line.line.name) :]
        assert " ".join(numbers) in tail[:300]


def test_the_guides_prices_stand_in_the_list(client, merchant):
    printed = whole_text(shared_list(client, merchant).content)
    assert "Longsword Weapon · STR +2 · 1d8+2 Slashing 3 160 120 80 80 100 160" in printed
    assert "Arm Guard Equipment · Melee Atk +2 sold out 40 30 20 20 25 40" in printed
    assert "A night at the inn Service 12 45 34 23 22 27 45" in printed
    assert "It tells its bearer's secrets." in printed


@pytest.mark.parametrize("paper", PAPERS)
def test_the_header_row_is_repeated_on_every_page(gm_client, gm, paper):
    goods = [(NIGHT | {"name": f"Night number {number}"}, number) for number in range(1, 10)]
    merchant = make_merchant(gm, (LONGSWORD | {"special_effect": {"text": LONG, "value": 1}}, 1), *goods * 5)
    response = price_list(gm_client, merchant, f"?paper={paper}")
    pages = texts(response.content)
    assert len(pages) >= 2
    for number, text in enumerate(pages, start=1):
        assert "The PC buys, NX The PC sells, NX" in text
        assert "Item In stock List price Success Critical Resale Success Critical" in text
        assert f"page {number} of {len(pages)}" in text
        assert "Pell's" in text
    assert whole_text(response.content).count("Night number 7 Service 7 45 34 23 22 27 45") == 5


def test_no_row_is_cut_in_two_by_the_end_of_a_page(gm_client, gm):
    effect = {"text": "Mice leave it alone. " * 12, "value": 5}
    goods = [(LONGSWORD | {"name": f"Sword {n}.", "special_effect": effect}, 1) for n in range(20)]
    pages = texts(price_list(gm_client, make_merchant(gm, *goods)).content)
    assert len(pages) >= 2
    for page in pages:
        for name, row in re.findall(r"(Sword \d+\.) (.*?)(?=Sword \d+\.|One CHA test|$)", page):
            assert row.count("Mice leave it alone.") == 12, name


def test_the_gms_notes_are_on_no_print_of_a_merchant(client, gm_client, merchant):
    for response in (
        price_list(gm_client, merchant),
        shared_list(client, merchant),
        gm_client.get(reverse("shop:merchant_cards", args=[merchant.uid])),
    ):
        assert response.status_code == 200
        assert "Difficulty 14" not in whole_text(response.content)
    assert "notes" not in price_list_context(merchant.name, merchant.place, ())


def test_a_merchants_cards_are_those_of_the_stock(gm_client, merchant):
    printed = whole_text(gm_client.get(reverse("shop:merchant_cards", args=[merchant.uid])).content)
    for name in ("Longsword", "Arm Guard", "A night at the inn", "Whisper"):
        assert printed.count(name) == 1


def test_a_price_list_shows_the_item_as_it_was_put_on_the_shelf(client, merchant):
    merchant.lines.get(name="Longsword").item.delete()
    assert "Longsword Weapon · STR +2 · 1d8+2 Slashing 3 160" in whole_text(shared_list(client, merchant).content)


def test_an_empty_counter_prints_too(gm_client, gm):
    merchant = make_merchant(gm)
    assert "The counter is empty." in whole_text(price_list(gm_client, merchant).content)
    assert gm_client.get(reverse("shop:merchant_cards", args=[merchant.uid])).status_code == 400


# --- all of them -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_every_page_is_as_large_as_the_paper_black_on_white_and_says_what_it_is(client, gm, merchant, paper):
    items = [make_item(gm, document) for name, document in ODD.items() if name != "signs"]
    for response in (
        card(client, items[0], f"?paper={paper}"),
        cards(client, *items, paper=paper),
        shared_list(client, merchant, f"?paper={paper}"),
    ):
        pages = read(response.content).pages
        for number, (page, text) in enumerate(zip(pages, texts(response.content), strict=True), start=1):
            assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, *PAPERS[paper]], abs=0.01)
            assert "Unofficial tool for Worlds Awakening" in text
            assert f"page {number} of {len(pages)}" in text
            drawn = page.get_contents().get_data().decode("latin-1")
            colours = re.findall(r"^(\S+) (\S+) (\S+) (?:rg|RG)$", drawn, re.MULTILINE)
            assert all(red == green == blue for red, green, blue in colours)


def test_only_bundled_fonts_are_used(client, gm, merchant):
    for response in (cards(client, make_item(gm, CURSED | {"description": "Old."})), shared_list(client, merchant)):
        fonts = {
            font.get_object()["/BaseFont"].split("+")[1]
            for page in read(response.content).pages
            for font in page["/Resources"]["/Font"].values()
        }
        assert fonts <= BUNDLED_FONTS


def test_ones_own_paper_is_the_default(gm_client, gm, merchant):
    gm.paper = "letter"
    gm.save()
    sword = make_item(gm, LONGSWORD)
    for response in (card(gm_client, sword), cards(gm_client, sword), price_list(gm_client, merchant)):
        assert float(read(response.content).pages[0].mediabox.width) == pytest.approx(612, abs=0.01)


@pytest.mark.parametrize("paper", ["a5", "A4", "../a4", "\x00"])
def test_another_paper_is_refused_with_a_page(client, gm, paper):
    response = cards(client, make_item(gm, LONGSWORD), paper=paper)
    assert response.status_code == 400
    assert "The paper is A4 or Letter." in response.content.decode()


def test_what_one_may_not_see_cannot_be_printed(client, other_gm_client, gm, merchant):
    private, public = make_item(gm, LONGSWORD, Visibility.PRIVATE), make_item(gm, ARM_GUARD)
    for other in (client, other_gm_client):
        assert card(other, private).status_code == 404
        assert cards(other, public, private).status_code == 404
        assert cards(other, public).status_code == 200
        assert price_list(other, merchant).status_code == 404
        assert other.get(reverse("shop:merchant_cards", args=[merchant.uid])).status_code == 404


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


def test_the_shared_price_list_ends_with_its_link(client, merchant):
    response = shared_list(client, merchant)
    assert response["X-Robots-Tag"] == "noindex, nofollow"
    assert response["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response["Cache-Control"]
    assert not response.cookies
    Merchant.objects.filter(pk=merchant.pk).move_to_bin(timezone.now())
    assert shared_list(client, merchant).status_code == 404
    Merchant.objects.filter(pk=merchant.pk).update(deleted_at=None, share_token=None)
    assert shared_list(client, merchant).status_code == 404


def test_files_are_called_like_what_they_show(client, gm_client, gm, merchant):
    sword = make_item(gm, LONGSWORD | {"name": "../Sword: “Ünder/all” 🔥"})
    for response, name in (
        (card(client, sword), "Sword Under all"),
        (cards(client, sword), "Sword Under all card"),
        (cards(client, sword, make_item(gm, NIGHT)), "Item cards"),
        (price_list(gm_client, merchant), "Pells price list"),
    ):
        assert response["Content-Type"] == "application/pdf"
        assert f'filename="{name}.pdf"' in response["Content-Disposition"], response["Content-Disposition"]


@pytest.mark.parametrize("stock", [2, 9])
def test_the_database_is_asked_no_more_for_more_stock(client, gm, django_assert_num_queries, stock):
    merchant = make_merchant(gm, *[(NIGHT, 1)] * stock)
    shared_list(client, merchant)
    with django_assert_num_queries(2):
        shared_list(client, merchant)
