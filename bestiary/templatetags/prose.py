"""Markdown of creatures, items and encounters in templates, see `bestiary.markdown`."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from bestiary.markdown import block_html, line_html

register = template.Library()


@register.filter
def prose(text: str) -> SafeString:
    """Return Markdown as HTML blocks; tags in the text show as typed, links are not vouched for."""
    return block_html(text)


@register.filter
def prose_line(text: str) -> SafeString:
    """Return Markdown as HTML within a line, for texts that stand behind a label."""
    return line_html(text)


@register.filter
def run_in(text: str) -> SafeString:
    """Return Markdown as HTML that goes on in a paragraph which the template has opened, and closes it.

    A text that begins with a list or the like closes it at once.
    """
    html = block_html(text)
    return mark_safe(html.removeprefix("<p>") if html.startswith("<p>") else f"</p>{html}")
