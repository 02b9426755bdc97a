"""Panels of a GM's own: Markdown, tables and headings included, as safe HTML for page and print."""

from __future__ import annotations

import re

from django.utils.safestring import SafeString

from bestiary.markdown import block_html


def count_parts(html: str) -> int:
    """How many elements such HTML has: paragraphs, line breaks, list items, table cells, words in bold."""
    return len(re.findall("<[a-z]", html))


def panel_html(text: str) -> SafeString:
    """Markdown with tables and headings as HTML; tags typed into the text show as typed."""
    return block_html(text, panel=True)
