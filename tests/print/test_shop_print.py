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
from tests.print.goods import (
    ARM_GUARD,
    CURSED,
    LONG,
    LONGSWORD,
    NIGHT,
    ODD,
    card,
    cards,
    make_item,
    make_merchant,
    price_list,
    shared_list,
)
from tests.print.test_sheet import BUNDLED_FONTS, PAPERS

pytestmark = pytest.mark.django_db

NUMBER = re.compile(r"[+−]?\d+(?:d\d+(?:[+−]\d+)?)?[½¼¾⅛⅜⅝⅞]?|[½¼¾]")


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


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
