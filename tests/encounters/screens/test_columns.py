"""Printed columns: words of a cell stay in it, and rows that belong together are not cut apart."""

from functools import cache

import pytest
from django.template.loader import render_to_string

from bestiary.rules.worlds_awakening.vocabulary import STANDARD_WORDS, Vocabulary
from encounters.screens.catalogue import all_panels
from encounters.screens.markdown import panel_html
from encounters.screens.models import TextSize
from encounters.screens.panels import OwnPanel
from encounters.screens.printing import COLUMNS_TEMPLATE, Print
from tests.encounters.screens.prints import ORIENTATIONS, PAPERS
from tests.print.boxes import Page, pages_of

LONG_WORDS = Vocabulary.own("Subterranean Resonance Fields", "Subterranean Resonance Points")
OWN = OwnPanel(
    "Mine",
    panel_html(
        "| Incomprehensibilities | Counterrevolutionaries | 3 |\n|---|---|---|\n| Characteristically | x | 4d6+10 |"
    ),
)
CLEAR = 0.25
"""Millimetres between a word and the edge of its cell at least: two neighbours are then half a millimetre apart."""


@cache
def laid_out(paper: str, orientation: str, text_size: str, words: Vocabulary) -> list[Page]:
    """All tables of both games and one of the GM's own, as columns."""
    panels = (*all_panels(words).values(), OWN)
    sheet = Print("Test", panels, paper, orientation, text_size)
    return pages_of(render_to_string(COLUMNS_TEMPLATE, sheet.context()), sheet.options()["assets"])


@pytest.mark.parametrize("words", [STANDARD_WORDS, LONG_WORDS], ids=["standard", "long"])
@pytest.mark.parametrize("text_size", TextSize.values)
@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("paper", PAPERS)
def test_no_word_comes_near_the_next_column(paper, orientation, text_size, words):
    pages = laid_out(paper, orientation, text_size, words)
    cells = [cell for page in pages for table in page.tables for row in table.rows for cell in row]
    assert len(cells) > 700
    outside = [
        word.text
        for cell in cells
        for word in cell.words
        # Own tables are as wide as their words, with the gap on the right.
        if (cell.is_padded and word.left < cell.left + CLEAR) or word.right > cell.right - CLEAR
    ]
    assert outside == []


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_column_has_several_rows_of_the_odds_below_what_they_are(paper, orientation):
    for text_size in TextSize.values:
        pages = laid_out(paper, orientation, text_size, STANDARD_WORDS)
        parts = [table for page in pages for table in page.tables if "2d12 + bonus" in table.head]
        assert sum(len(part.rows) for part in parts) == 15
        for part in parts:
            assert "Odds in percent that 2d12 + bonus is ≥" in part.head
            assert len(part.rows) >= 3, part.firsts  # four stay together, the last of the 15 are three
