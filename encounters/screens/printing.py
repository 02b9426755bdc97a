"""A screen as a PDF: its panels in columns, two on a page upright, three (two of large text) lying down."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from bestiary import pdf
from encounters.screens.catalogue import games_of, names_of
from encounters.screens.models import Orientation, TextSize
from encounters.screens.panels import OwnPanel, Panel

if TYPE_CHECKING:
    import pikepdf

COLUMNS_TEMPLATE = "encounters/screens/print_columns.html"
FRAME_TEMPLATE = "encounters/screens/print_frame.html"
STYLESHEET = "screen_print.css"


def columns_of(orientation: str, text_size: str) -> int:
    """How many columns stand side by side; as wide as the stylesheet says."""
    return 3 if orientation == Orientation.LANDSCAPE and text_size != TextSize.LARGE else 2


@dataclass(frozen=True, slots=True)
class Print:
    """A screen with all that decides how it is printed."""

    title: str
    panels: tuple[Panel | OwnPanel, ...]
    paper: str
    orientation: str
    text_size: str
    url: str = ""
    author: str = ""

    def context(self) -> dict:
        slugs = (panel.slug for panel in self.panels if isinstance(panel, Panel))
        return {
            "title": self.title,
            "panels": self.panels,
            "paper": self.paper,
            "orientation": self.orientation,
            "text_size": self.text_size,
            "url": self.url,
            "author": self.author,
            "has_suggestions": any(panel.has_suggestions for panel in self.panels),
            "games": names_of(games_of(slugs)),
        }

    def options(self) -> dict:
        """What `bestiary.pdf` needs beside template and context."""
        css = (settings.BASE_DIR / "static" / "css" / STYLESHEET).read_bytes()
        columns = columns_of(self.orientation, self.text_size)
        return {"assets": {STYLESHEET: css}, "frame_template": FRAME_TEMPLATE, "columns": columns}

    def pdf(self) -> bytes:
        """The PDF; raises `PdfError`."""
        return pdf.render_pdf(COLUMNS_TEMPLATE, self.context(), **self.options())

    def response(self, request: HttpRequest) -> HttpResponse:
        """The PDF, or a page that says why there is none."""
        return pdf.sheet_response(request, COLUMNS_TEMPLATE, self.context(), self.title, **self.options())


def pages_of(content: bytes) -> list[list[str]]:
    """For each page of a PDF the headings that stand on it, in order."""
    import pikepdf  # only the composer needs it, and a server should not wait for it

    with pikepdf.open(io.BytesIO(content)) as document:
        places = {page.obj.objgen: number for number, page in enumerate(document.pages)}
        pages: list[list[str]] = [[] for _ in places]
        with document.open_outline() as outline:
            for item in _flat(outline.root):
                pages[places[item.destination[0].objgen]].append(item.title)
    return pages


def _flat(items: Iterable[pikepdf.OutlineItem]) -> Iterable[pikepdf.OutlineItem]:
    for item in items:
        yield item
        yield from _flat(item.children)
