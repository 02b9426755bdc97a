"""The printed screens: nothing lost, nothing cut, two sheets at most, what is ours marked."""

import pytest

from bestiary.rules.worlds_awakening.vocabulary import UNIVERSES, Vocabulary
from encounters.screens.catalogue import GAMES
from encounters.screens.markdown import panel_html
from encounters.screens.models import TextSize
from encounters.screens.panels import OwnPanel, Panel
from encounters.screens.printing import Print, pages_of
from tests.encounters.screens.prints import (
    ORIENTATIONS,
    PAPERS,
    SIZES,
    printed,
    read,
    squeezed,
    text_of,
)

every_print = [
    pytest.mark.parametrize("game", GAMES),
    pytest.mark.parametrize("paper", PAPERS),
    pytest.mark.parametrize("orientation", ORIENTATIONS),
]


def every(test):
    for mark in every_print:
        test = mark(test)
    return test


@every
def test_a_screen_takes_one_or_two_sheets_of_the_right_size(game, paper, orientation):
    pages = read(printed(game, paper, orientation)).pages
    assert len(pages) <= 2
    size = SIZES[paper] if orientation == "portrait" else SIZES[paper][::-1]
    for page in pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(size, abs=0.5)


@every
def test_every_text_of_every_table_is_on_paper(game, paper, orientation):
    text = squeezed(text_of(printed(game, paper, orientation)))
    missing = [
        part
        for panel in GAMES[game].screen()
        for whole in panel.texts()
        for part in whole.split("\n")
        if squeezed(part) not in text
    ]
    assert missing == []


@every
def test_what_is_ours_is_marked_on_paper_and_the_mark_explained(game, paper, orientation):
    content = printed(game, paper, orientation)
    text = squeezed(text_of(content))
    for panel in GAMES[game].screen():
        if panel.suggested:
            assert f"{squeezed(panel.title)}suggested" in text
        for row in (*panel.rows, *panel.notes):
            for cell in row:
                assert not cell.suggested or f"{squeezed(cell.text)}*" in text, cell.text
        for column in panel.columns:
            assert not column.suggested or f"{squeezed(column.title)}*" in text, column.title
    for page in read(content).pages:
        assert squeezed("* and “suggested”: our own value, not the game’s") in squeezed(page.extract_text())


@every
def test_the_foot_names_game_and_page(game, paper, orientation):
    pages = read(printed(game, paper, orientation)).pages
    for number, page in enumerate(pages, start=1):
        text = squeezed(page.extract_text())
        assert squeezed(f"Unofficial tool for {GAMES[game].name}, made with Duskfolio") in text
        assert f"{number}/{len(pages)}" in text


@every
def test_no_heading_stands_alone_at_the_foot_of_a_column(game, paper, orientation):
    reader = read(printed(game, paper, orientation))
    headings = [heading for heading in reader.outline if not isinstance(heading, list)]
    assert [heading.title for heading in headings] == [panel.title for panel in GAMES[game].screen()]
    # A heading, the head of its table and a row need 15 mm above the margin of 12 mm.
    assert min(float(heading.top) for heading in headings) > 27 * 72 / 25.4


def test_all_effects_stand_beside_the_odds_on_the_first_sheet():
    first, second = pages_of(printed("two_d12"))
    assert first == ["Thresholds", "Odds in percent", "Effects"]
    assert second[0] == "The nine Traits"
    assert squeezed("the Heal action can revive") in squeezed(read(printed("two_d12")).pages[0].extract_text())


@every
def test_nothing_is_printed_outside_the_margins(game, paper, orientation):
    width, height = SIZES[paper] if orientation == "portrait" else SIZES[paper][::-1]
    places = []

    def note(text, page_matrix, text_matrix, _font, _size):
        if text.strip():
            a, b, c, d, e, f = page_matrix
            x, y = text_matrix[4:]
            places.append((a * x + c * y + e, b * x + d * y + f))

    for page in read(printed(game, paper, orientation)).pages:
        page.extract_text(visitor_text=note)
    assert places
    margin = 8 * 72 / 25.4 - 1
    assert min(x for x, _ in places) >= margin
    assert max(x for x, _ in places) < width - margin
    assert max(y for _, y in places) < height - margin


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_longest_words_fit_on_two_sheets_too(paper, orientation):
    words = Vocabulary.own("Subterranean Resonance Fields", "Subterranean Resonance Points")
    content = printed("worlds_awakening", paper, orientation, words)
    assert len(read(content).pages) <= 2
    assert squeezed(words.magic) in squeezed(text_of(content))


def test_a_universe_prints_its_own_words():
    text = text_of(printed("worlds_awakening", words=UNIVERSES["post_apocalyptic"]))
    assert "Rad Def" in text
    assert "Mag Def" not in text


def test_a_screen_reader_finds_language_title_headings_and_tables():
    reader = read(printed("two_d12"))
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert reader.metadata.title == "two_d12: GM screen"
    tags = set()

    def look(node):
        node = node.get_object()
        if hasattr(node, "get") and "/S" in node:
            tags.add(node["/S"])
        kids = node.get("/K", []) if hasattr(node, "get") else []
        for kid in kids if isinstance(kids, list) else [kids]:
            if hasattr(kid.get_object(), "get"):
                look(kid)

    look(root["/StructTreeRoot"]["/K"][0])
    assert {"/H2", "/Table", "/TR", "/TH", "/TD", "/P"} <= tags


# --- screens put together --------------------------------------------------------------------------------------------


def own(title: str, markdown: str) -> OwnPanel:
    return OwnPanel(title, panel_html(markdown))


def laid_out(*panels: Panel | OwnPanel, **options) -> bytes:
    choices = {"paper": "a4", "orientation": "portrait", "text_size": TextSize.MEDIUM, **options}
    return Print("Test", panels, **choices).pdf()


def long_text(lines: int) -> str:
    return "\n\n".join(f"Line {line}." for line in range(1, lines + 1))


def test_a_long_panel_flows_from_column_to_column_and_page_to_page_and_loses_nothing():
    content = laid_out(own("Long", long_text(400)), own("Last", "The end."))
    text = text_of(content)
    assert len(read(content).pages) >= 3
    assert [line for line in range(1, 401) if f"Line {line}." not in text] == []
    assert "The end." in text


def test_columns_fill_from_the_left_and_the_next_panel_follows_below():
    content = laid_out(own("First", long_text(30)), own("Second", "Below it."))
    reader = read(content)
    first, second = reader.outline
    assert first.title == "First"
    assert float(first.left) == pytest.approx(float(second.left), abs=1)
    assert float(first.top) > float(second.top)


def test_a_table_that_goes_on_in_the_next_column_repeats_its_head():
    rows = "\n".join(f"| Roll {number} | A result |" for number in range(120))
    text = text_of(laid_out(own("Encounters", f"| Die | What comes |\n|---|---|\n{rows}")))
    assert text.count("What comes") >= 2
    assert [number for number in range(120) if f"Roll {number}" not in text] == []


def test_small_text_takes_fewer_pages_than_large():
    panels = tuple(panel for game in GAMES.values() for panel in game.screen())
    counts = [len(read(laid_out(*panels, text_size=size)).pages) for size in TextSize]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_the_outline_says_what_stands_on_which_page():
    pages = pages_of(laid_out(own("One", long_text(200)), own("Two", "x"), own("Three", "y")))
    assert [title for titles in pages for title in titles] == ["One", "Two", "Three"]
    assert "One" in pages[0]
    assert len(pages) == 2


def test_an_empty_screen_prints_one_empty_page():
    assert len(read(laid_out()).pages) == 1
