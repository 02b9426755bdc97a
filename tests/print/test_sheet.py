"""What stands on a printed sheet, read back from the PDF."""

import re

import pytest

from bestiary.pdf import render_pdf
from bestiary.rules.worlds_awakening import Ability, Attack, Creature, Size, Stats, Upgrade
from bestiary.templatetags.stat_block import stat_block
from tests.print.creatures import ADDRESS, SHEET, heavy, ordinary, read, sheet_context, texts, whole_text

BUNDLED_FONTS = {"Folio-Sans", "Folio-Sans-Bold", "Folio-Sans-Italic"} | {
    "Folio-Serif",
    "Folio-Serif-Italic",
    "Folio-Serif-Semi-Bold",
}
PAPERS = {"a4": (595.2756, 841.8898), "letter": (612, 792)}
NUMBER = re.compile(r"[+−]?\d+(?:\.\d+)?(?:d\d+(?:[+−]\d+)?|/\d+)?")


def print_sheet(creature, *args, **kwargs) -> bytes:
    return render_pdf(SHEET, sheet_context(creature, *args, **kwargs))


def plain_creature(**fields):
    given = {"name": "Ooze", "size": Size.MEDIUM, "base_hp": 7, "boss_damage": False, "stats": Stats()} | fields
    return Creature(**given)


def links(pdf: bytes) -> list[str]:
    found = []
    for page in read(pdf).pages:
        for annotation in page.get("/Annots", ()):
            action = annotation.get_object().get("/A")
            if action:
                found.append(action["/URI"])
    return found


@pytest.mark.parametrize(("creature", "levels"), [(ordinary(), range(1, 9)), (heavy(), range(1, 21))])
def test_every_number_on_the_page_is_on_the_sheet(creature, levels):
    context = sheet_context(creature, 5, levels)
    page = stat_block({}, context["block"], context["table"], hide_advice=True)
    shown = NUMBER.findall(re.sub(r"<[^>]*>", " ", page))
    printed = set(NUMBER.findall(whole_text(render_pdf(SHEET, context))))
    # The page writes the d20 before the roll; on paper the column says that it is the roll.
    wanted = {number.removeprefix("d20") for number in shown} - {"20"}
    assert len(wanted) > 60
    assert not {number for number in wanted if number not in printed and number.lstrip("+") not in printed}


def test_a_row_of_the_level_table_reads_in_order():
    text = whole_text(print_sheet(ordinary()))
    assert "5 18 11 17 +4 2d6+3 +8 2d8+1 +5 2d4+5 +2 2d6+5 +9 2d8+1" in text
    assert "8 30 14 20 +7 3d6+5 +11 2d8+7 +8 3d4+8 +5 3d6+7 +12 2d8+7" in text


def test_every_calculated_number_stands_with_its_sum():
    text = whole_text(print_sheet(ordinary()))
    for line in (
        "Max HP 18 4 × 5 + (−2)",
        "Init 13 10 + DEX 3",
        "Phys Def 11 10 + 2 × CON (−2) + level 5",
        "Mag Def 17 10 + 2 × WIS 1 + level 5",
        "Melee Atk +4 STR (−1) + level 5",
        "AR 1/3 = 1/2 (Small, standard HP), one step down (stat sum −1, weak)",
    ):
        assert line in text


def test_attacks_and_abilities_are_written_as_the_game_writes_them():
    text = whole_text(print_sheet(ordinary()))
    assert "Rusty Scimitar (Melee) −2/+2 · slashing +2 2d6+5" in text
    assert "Sound the Horn | C - F - Support - 40 m radius: Every goblin within earshot" in text
    assert "Level 3: The bonus is +2. Level 6: They also move up to 5 m at once. 1 / Day · Reaches all" in text


@pytest.mark.parametrize("paper", PAPERS)
def test_the_page_is_exactly_as_large_as_the_paper(paper):
    for page in read(print_sheet(heavy(), paper=paper)).pages:
        assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, *PAPERS[paper]], abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("creature", "levels", "pages"), [(ordinary(), 8, 1), (heavy(), 8, 2), (heavy(), 20, 2)])
def test_an_ordinary_creature_takes_one_page_and_a_heavy_one_two(creature, levels, pages, paper):
    assert len(read(print_sheet(creature, 5, range(1, levels + 1), paper)).pages) == pages


def test_a_table_that_goes_on_has_its_header_row_again():
    pdf = print_sheet(ordinary(), 1, range(1, 21), description="A word or two. " * 110)
    first, second = texts(pdf)
    header = "Level Max HP Phys Def Mag Def Melee Atk base damage"
    assert header in first
    assert header in second
    assert "1 2 7 13 +0" in first
    assert "20 78 26 32 +19" in second


def test_no_heading_stands_alone_at_the_foot_of_a_page():
    headings = ("Attacks", "Abilities", "Description", "Levels 1 to 20")
    breaks = set()
    for length in range(40, 140, 20):
        pages = texts(print_sheet(ordinary(), 1, range(1, 21), description="A word or two. " * length))
        body = pages[0].partition("Unofficial tool for")[0].strip()
        body = re.sub(r"( \d)+$", "", body)  # the numbers beside the boxes for hit points
        assert not body.endswith(headings), body[-80:]
        breaks.add(body[-30:])
    assert len(breaks) > 2  # the page did end in different places


def test_every_page_says_what_it_is():
    pages = texts(print_sheet(heavy()))
    for number, text in enumerate(pages, start=1):
        assert "Unofficial tool for Worlds Awakening" in text
        assert ADDRESS in text
        assert f"page {number} of 2" in text
        assert "Frost Wyrm of the Shattered Crown" in text


def test_the_address_at_the_foot_is_a_link_and_missing_for_an_unsaved_creature():
    assert links(print_sheet(ordinary())) == [ADDRESS]
    assert links(print_sheet(ordinary(), url="")) == []
    assert "http" not in whole_text(print_sheet(ordinary(), url=""))


def test_only_bundled_fonts_are_used_each_embedded_in_part():
    names = set()
    for page in read(print_sheet(heavy(), 5, range(1, 21))).pages:
        for font in page["/Resources"]["/Font"].values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            subset, _, name = descendant["/BaseFont"].lstrip("/").partition("+")
            assert re.fullmatch("[A-Z]{6}", subset)
            assert "/FontFile2" in descendant["/FontDescriptor"]
            names.add(name)
    assert names <= BUNDLED_FONTS
    assert len(names) >= 4


def test_the_file_carries_title_author_and_language_and_is_tagged():
    reader = read(print_sheet(ordinary()))
    assert reader.metadata.title == "Goblin Lookout"
    assert reader.metadata.author == "Maren"
    catalog = reader.trailer["/Root"]
    assert catalog["/Lang"] == "en"
    assert catalog["/MarkInfo"]["/Marked"]
    assert "pdfuaid:part" in catalog["/Metadata"].get_object().get_data().decode()


def test_a_description_is_set_as_on_its_page():
    printed = whole_text(print_sheet(plain_creature(), description="It **never** sleeps.\n\n- iron\n- salt"))
    assert "It never sleeps." in printed
    assert "**" not in printed
    assert "- salt" not in printed
    assert "salt" in printed


def test_markup_in_what_people_write_is_printed_as_they_wrote_it():
    name = "<b>Bold</b> & </title><h1>Big"
    text = '<img src="file:///etc/passwd"><style>p{display:none}</style> {{ 7|add:1 }} &amp;'
    creature = plain_creature(
        name=name,
        attacks=(Attack("<i>Bite</i>", "melee"),),
        abilities=(Ability("<u>Gaze", "C", "A", text=text),),
        weaknesses=("<hr>",),
    )
    pdf = print_sheet(creature, description="<table><td>cell", author='"><b>x')
    printed = whole_text(pdf)
    for written in (name, text, "<i>Bite</i>", "<u>Gaze", "<hr>", "<table><td>cell", '"><b>x'):
        assert written in printed
    assert read(pdf).metadata.title == name


def test_a_long_text_is_printed_to_its_last_word():
    def text(word):
        return f"first{word} " + "and so on " * 196 + f"last{word}."

    upgrades = tuple(Upgrade(level, text(f"upgrade{level}")) for level in (2, 9, 20))
    abilities = tuple(Ability(f"Ability {n}", "C", "MA", text=text(f"ability{n}"), upgrades=upgrades) for n in range(4))
    pdf = print_sheet(plain_creature(abilities=abilities), description=text("description") * 2)
    printed = whole_text(pdf)
    for n in range(4):
        assert printed.count(f"firstability{n}") == printed.count(f"lastability{n}.") == 1
    for level in (2, 9, 20):
        assert printed.count(f"lastupgrade{level}.") == 4
    assert printed.count("lastdescription") == 2
    assert len(re.findall(r"\bso\b", printed)) == 196 * (4 + 12 + 2)
    assert "8 56 18 18" in printed  # the last row of the level table
    assert all(len(page) > 300 for page in texts(pdf))  # no blank page


def test_a_word_without_end_is_broken_and_not_cut():
    word = "abcdefghij" * 195
    pdf = print_sheet(plain_creature(name="N" * 80, abilities=(Ability("One", "C", "A", text=word),)))
    printed = "".join(page.extract_text() for page in read(pdf).pages)
    letters = re.sub(r"\s", "", printed)
    assert word in letters
    assert "N" * 80 in letters


def test_twelve_attacks_have_all_their_rolls_at_all_levels():
    kinds = ("melee", "ranged", "magic")
    attacks = tuple(Attack(f"Head {n} of twelve", kinds[n % 3], n % 5, 5 - n % 6, 12, "fire") for n in range(12))
    context = sheet_context(plain_creature(attacks=attacks), 20, range(1, 21))
    printed = whole_text(render_pdf(SHEET, context))
    for row in context["table"]:
        halves = [f"{row.level}", f"{row.level}"]
        for index, line in enumerate(row.attacks):
            halves[index // 6] += f" +{line.roll} {line.damage.typeset}"
        assert all(half in printed for half in halves), row.level
    for n in range(12):
        assert f"Head {n} of twelve" in printed


@pytest.mark.parametrize(
    "name",
    [
        "Élfe ß Čaroděj",
        "Дракон Ωμέγα",
        "龍の王",
        "العنقاء",
        "גולם",
        "Dragon 🐉🔥",
        "👩\u200d👩\u200d👧",
        "Z\u0335a\u0301\u0323lgo",
    ],
)
def test_a_name_in_any_script_can_be_printed_and_read_back(name):
    reader = read(print_sheet(plain_creature(name=name), description=""))
    assert reader.metadata.title == name
    # Where no font on the machine has a sign, a box stands for it, which still knows what it is.
    readable = "".join(
        font.get_object()["/ToUnicode"].get_data().decode("latin-1").upper()
        for page in reader.pages
        for font in page["/Resources"]["/Font"].values()
    )
    signs = set(name) - {" ", "\u200d"}
    assert not {sign for sign in signs if sign.encode("utf-16-be").hex().upper() not in readable}


def test_signs_that_are_no_letters_do_no_harm():
    odd = "a\x00b\x01c\x0bd\x1fe\x7ff\u2028g\ufffeh\ufeffi\ud800j\u202ek\u200bl"
    printed = whole_text(print_sheet(plain_creature(), description=odd))
    assert "Max HP 35 7 × 5 + 0" in printed
    assert "8 56 18 18" in printed
