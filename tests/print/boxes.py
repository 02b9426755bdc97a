"""Where words stand on a laid-out page, measured in a process of its own: WeasyPrint must not come into that of the
tests, where it would change how pictures are read.

Lengths are millimetres.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import NamedTuple

from bestiary.pdf_worker import _Press

MM = 25.4 / 96


class Word(NamedTuple):
    """A piece of text in one line."""

    text: str
    left: float
    right: float
    top: float
    bottom: float


class Cell(NamedTuple):
    """A cell of a table; `is_padded` where there is room kept on its left."""

    left: float
    right: float
    is_padded: bool
    words: tuple[Word, ...]


class Table(NamedTuple):
    """What a page holds of a table: its head in one line, and its rows."""

    head: str
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def firsts(self) -> list[str]:
        """What stands in the first cells."""
        return ["".join(word.text for word in row[0].words) for row in self.rows]


class Page(NamedTuple):
    """A page: where its content ends on the right and begins at the top, its running head, its tables."""

    right: float
    top: float
    head: tuple[Word, ...]
    tables: tuple[Table, ...]


def pages_of(html: str, assets: Mapping[str, bytes] | None = None) -> list[Page]:
    """The pages of a printed document."""
    return _pool().submit(_measure, html.encode(), dict(assets or {})).result()


@cache
def _pool() -> ProcessPoolExecutor:
    from bestiary.pdf_pool import current_bundle

    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, context, initializer=_start, initargs=(current_bundle().files,))


def _start(files: Mapping[str, bytes]) -> None:
    global _press
    _press = _Press(files)


def _measure(html: bytes, assets: Mapping[str, bytes]) -> list[Page]:
    fetcher = _press.fetcher({f"asset:{name}": data for name, data in assets.items()})
    return [_page(page._page_box) for page in _press._lay_out(html, fetcher).pages]


def _page(box) -> Page:
    from weasyprint.formatting_structure import boxes

    found = list(box.descendants())
    heads = [each for each in found if isinstance(each, boxes.MarginBox) and each.at_keyword == "@top-left"]
    return Page(
        right=(box.margin_left + box.width) * MM,
        top=box.margin_top * MM,
        head=tuple(word for head in heads for word in _words(head)),
        tables=tuple(_table(each) for each in found if isinstance(each, boxes.TableBox)),
    )


def _table(box) -> Table:
    head = [word.text for group in box.children if group.is_header for word in _words(group)]
    bodies = [group for group in box.children if not group.is_header]
    rows = tuple(tuple(_cell(cell) for cell in row.children) for group in bodies for row in group.children)
    return Table(" ".join(head), rows)


def _cell(box) -> Cell:
    left = box.position_x * MM
    return Cell(left, left + box.border_width() * MM, bool(box.padding_left), tuple(_words(box)))


def _words(box) -> Iterator[Word]:
    from weasyprint.formatting_structure import boxes

    for each in box.descendants():
        if isinstance(each, boxes.TextBox) and each.text.strip():
            left, top = each.position_x * MM, each.position_y * MM
            yield Word(each.text, left, left + each.width * MM, top, top + each.height * MM)
