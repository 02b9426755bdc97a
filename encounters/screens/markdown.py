"""Panels of a GM's own: a little Markdown, tables included, as safe HTML for page and print."""

from __future__ import annotations

import re
from functools import cache, lru_cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {
    "p", "br", "hr", "em", "strong", "code", "blockquote", "ul", "ol", "li", "a",
    "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip


@cache
def _markdown() -> MarkdownIt:
    # A panel has one heading, its title; images would have to be fetched from elsewhere.
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True})
    return markdown.enable("table").disable(["heading", "lheading", "image"])


def count_parts(html: str) -> int:
    """How many elements such HTML has: paragraphs, line breaks, list items, table cells, words in bold."""
    return len(re.findall("<[a-z]", html))


@lru_cache(maxsize=256)
def panel_html(text: str) -> SafeString:
    """Markdown with tables as HTML; tags typed into the text show as typed."""
    clean = nh3.clean(
        _markdown().render(text),
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(clean)
