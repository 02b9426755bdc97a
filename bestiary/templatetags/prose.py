"""Markdown of creatures and encounters as safe HTML."""

from functools import cache

import nh3
from django import template
from django.utils.safestring import mark_safe
from markdown_it import MarkdownIt

register = template.Library()

TAGS = {"p", "br", "hr", "em", "strong", "code", "blockquote", "ul", "ol", "li", "a"}


@cache
def _markdown() -> MarkdownIt:
    # Headings and images stay text: a description must not pretend to be part of the page, nor load anything.
    return MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(["heading", "lheading", "image"])


@register.filter
def prose(text: str):
    """Return Markdown as HTML; tags in the text show as typed, links say that the site does not vouch for them."""
    # The cleaner takes whole characters alone, and half a pair may have come from an old document.
    html = _markdown().render(text).encode(errors="replace").decode()
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(clean)
