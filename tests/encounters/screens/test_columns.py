"""Printed columns: words of a cell stay in it, and rows that belong together are not cut apart."""

from collections.abc import Iterator
from functools import cache

import pytest
from django.template.loader import render_to_string
from weasyprint.formatting_structure import boxes

from bestiary.pdf_pool import current_bundle
from bestiary.pdf_worker import _Press
from bestiary.rules.worlds_awakening.vocabulary import STANDARD_WORDS, Vocabulary
from encounters.screens.catalogue import all_panels
from encounters.screens.markdown import panel_html
from encounters.screens.models import TextSize
from encounters.screens.panels import OwnPanel
from encounters.screens.printing import COLUMNS_TEMPLATE, Print
from tests.encounters.screens.prints import ORIENTATIONS, PAPERS

LONG_WORDS = Vocabulary.own("Subterranean Resonance Fields", "Subterranean Resonance Points")
OWN = OwnPanel(
    "Mine",
    panel_html(
        "| Incomprehensibilities | Counterrevolutionaries | 3 |\n|---|---|---|\n| Characteristically | x | 4d6+10 |"
    ),
)
CLEAR = 0.25
"""Millimetres between a word and the edge of its cell at least: two neighbours are then half a millimetre apart."""
PX = 25.4 / 96


@cache
def _press() -> _Press:
    return _Press(current_bundle().files)


@cache
def laid_out(paper: str, orientation: str, text_size: str, words: Vocabulary):
    """All tables of both games and one of the GM's own, as columns."""
    panels = (*all_panels(words).values(), OWN)
    sheet = Print("Test", panels, paper, orientation, text_size)
    fetcher = _press().fetcher({f"asset:{name}": data for name, data in sheet.options()["assets"].items()})
    return _press()._lay_out(render_to_string(COLUMNS_TEMPLATE, sheet.context()).encode(), fetcher)


def cells_of(document) -> Iterator[tuple]:
    """Every cell with each of its texts."""
    for page in document.pages:
        for box in page._page_box.descendants():
            if isinstance(box, boxes.TableCellBox):
                texts = (text for text in box.descendants() if isinstance(text, boxes.TextBox) and text.text.strip())
                yield from ((box, text) for text in texts)


@pytest.mark.parametrize("words", [STANDARD_WORDS, LONG_WORDS], ids=["standard", "long"])
@pytest.mark.parametrize("text_size", TextSize.values)
@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("paper", PAPERS)
def test_no_word_comes_near_the_next_column(paper, orientation, text_size, words):
    outside = []
    count = 0
    for cell, text in cells_of(laid_out(paper, orientation, text_size, words)):
        count += 1
        before = (text.position_x - cell.position_x) * PX
        after = (cell.position_x + cell.border_width() - text.position_x - text.width) * PX
        # Own tables are as wide as their words, with the gap on the right.
        if min(before if cell.padding_left else CLEAR, after) < CLEAR:
            outside.append(text.text)
    assert count > 1000
    assert outside == []


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_column_begins_with_four_rows_of_the_odds_at_least_below_what_they_are(paper, orientation):
    for text_size in TextSize.values:
        document = laid_out(paper, orientation, text_size, STANDARD_WORDS)
        parts = [part for page in document.pages for part in odds_on(page)]
        assert sum(len(bonuses) for _, bonuses in parts) == 15
        for head, bonuses in parts:
            assert "Odds in percent that 2d12 + bonus is ≥" in head
            assert len(bonuses) >= 3  # the last of the 15 are three


def odds_on(page) -> Iterator[tuple[str, list[str]]]:
    """What a page holds of the table of odds: its head and its bonuses."""
    for box in page._page_box.descendants():
        if not isinstance(box, boxes.TableBox):
            continue
        head = "".join(words(group) for group in box.children if group.is_header)
        if "2d12 + bonus" in head:
            bodies = [group for group in box.children if not group.is_header]
            yield head, [words(row.children[0]) for group in bodies for row in group.children]


def words(box) -> str:
    """What a box says, its lines set apart by a blank."""
    lines = [line for line in box.descendants() if isinstance(line, boxes.LineBox)]
    return " ".join("".join(t.text for t in line.descendants() if isinstance(t, boxes.TextBox)) for line in lines)
