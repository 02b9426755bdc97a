"""A table of a GM screen as data: what page, print and composer show alike.

A panel is computed from the tables of the rules and holds texts only. A value of our own is marked `suggested`, so
that neither page nor paper can show it as the game's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from bestiary.rules.tables import Source

SUGGESTED_MARK = "*"
"""Stands after a suggested value; a legend says what it means."""

WIDE_FROM = 5
"""Columns from which on a table may not fit a phone."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A text and whether it is our own suggestion."""

    text: str
    suggested: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column; `width` is its printed width in millimetres, 0 shares what the others leave.

    Neighbours of the same `group` stand under that word. `suggested` says that every value below is ours.
    """

    title: str
    width: int = 0
    is_number: bool = False
    group: str = ""
    suggested: bool = False


Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class OwnPanel:
    """A panel that a GM wrote: a title and safe HTML."""

    title: str
    html: str
    suggested: bool = False
    has_suggestions: bool = False
    is_long: bool = True


@dataclass(frozen=True, slots=True)
class Panel:
    """One table with its heading.

    Without `columns` the rows are pairs of a term and what it means. `suggested` says that all of it is ours; its
    cells then carry no marks of their own. `notes` stand below the rows: a text each, or a term and a text.
    """

    slug: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[Row, ...] = ()
    suggested: bool = False
    is_long: bool = False
    """May be cut between rows at the end of a column; the head is repeated."""
    together: int = 0
    """So many rows of a long table are never cut apart; 0 sets none together."""
    on_screen: bool = True
    """Stands on the screen of its game; the others are for screens of one's own."""

    @property
    def groups(self) -> tuple[tuple[str, int], ...]:
        """The words above the heads with the columns each spans; () when there are none."""
        if not any(column.group for column in self.columns):
            return ()
        return tuple((group, len(list(same))) for group, same in groupby(self.columns, lambda column: column.group))

    @property
    def is_wide(self) -> bool:
        """Whether a phone may have to scroll it sideways."""
        return len(self.columns) >= WIDE_FROM

    @property
    def has_heads(self) -> bool:
        return any(column.title for column in self.columns)

    @property
    def bodies(self) -> tuple[tuple[tuple[tuple[str, bool, bool], ...], ...], ...]:
        """The rows of a table as (text, is suggested, is a number), those that stay together in one body."""
        marked = tuple(
            tuple((cell.text, cell.suggested, column.is_number) for cell, column in zip(row, self.columns, strict=True))
            for row in self.rows
        )
        size = self.together or len(marked)
        return tuple(marked[start : start + size] for start in range(0, len(marked), size))

    @property
    def has_suggestions(self) -> bool:
        """Whether the legend is needed."""
        marks = [column.suggested for column in self.columns]
        marks += [cell.suggested for row in (*self.rows, *self.notes) for cell in row]
        return self.suggested or any(marks)

    def texts(self) -> Iterable[str]:
        """Every text of the panel in reading order: what page and print must both hold."""
        yield self.title
        yield from (group for group, _ in self.groups if group)
        yield from (column.title for column in self.columns if column.title)
        yield from (cell.text for row in (*self.rows, *self.notes) for cell in row if cell.text)


def cell(text: object, source: Source | None = None) -> Cell:
    """A cell whose mark follows from where its value comes from."""
    return Cell(str(text), source is Source.OURS)


def text_column(title: str, width: int = 0, **options) -> Column:
    return Column(title, width, **options)


def number_column(title: str, width: int = 0, **options) -> Column:
    return Column(title, width, is_number=True, **options)


def terms(slug: str, title: str, rows: Iterable[tuple[str, str, Source | None]], **options) -> Panel:
    """A panel of terms with their meaning."""
    return Panel(slug, title, (), pairs(rows), **options)


def pairs(rows: Iterable[tuple[str, str, Source | None]]) -> tuple[Row, ...]:
    """Rows of a term and its meaning; the meaning carries the mark."""
    return tuple((Cell(name), cell(text, source)) for name, text, source in rows)
