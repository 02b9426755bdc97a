"""Markdown of what people write, as safe HTML: the same for page, shared page and PDF.

What it knows is little on purpose, and all else shows as typed: paragraphs and line ends, **bold**, *italic*, `code`,
lists, quotes, rules, links. HTML and pictures stay text, and a heading is a line in bold: a text must not pretend to be
part of the page, change its outline or load anything. A panel of a GM screen, which is a page of its GM's own, has
tables too, and headings of two sizes below its title.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

import nh3
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

_TAGS = {"p", "br", "hr", "em", "strong", "code", "blockquote", "ul", "ol", "li", "a"}
_PANEL_TAGS = {"table", "thead", "tbody", "tr", "th", "td", "h3", "h4"}
_LINK = re.compile(r"(?:https?://|mailto:).", re.IGNORECASE)

# Indented lines and lines under-, over- or fenced-in are more often somebody's way of setting a text than meant as code
# or headings, and a line such as "[Note]: it flees" would vanish as the definition of a link.
_UNKNOWN = ["lheading", "code", "fence", "reference", "image", "entity"]

# A text in more pieces than this, or with so many inside each other, is no longer writing: each costs a PDF a
# millisecond, and deep ones more than its engine can take. It shows as typed.
MOST_PIECES = 250
DEEPEST = 16


@cache
def _parser(*, panel: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(_UNKNOWN)
    parser.validateLink = lambda address: bool(_LINK.match(address))
    if panel:
        parser.enable("table")
        parser.add_render_rule("heading_open", lambda _, tokens, place, *__: f"<{_heading(tokens[place])}>")
        parser.add_render_rule("heading_close", lambda _, tokens, place, *__: f"</{_heading(tokens[place])}>\n")
    else:
        parser.add_render_rule("heading_open", lambda *_: "<p><strong>")
        parser.add_render_rule("heading_close", lambda *_: "</strong></p>\n")
    return parser


def _heading(token: Token) -> str:
    """The tag of a heading below the panel's title: "#" is the larger, all others are the smaller."""
    return "h3" if token.tag == "h1" else "h4"


# The live pane asks for the same texts on every keystroke, for all but the one that is being typed.
@lru_cache(maxsize=1024)
def block_html(text: str, *, panel: bool = False) -> SafeString:
    """Return a text with paragraphs, lists and so on as HTML; in a `panel` with tables and headings."""
    parser = _parser(panel=panel)
    tokens = parser.parse(text)
    # Whoever allows tables counts their cells too, and says where the end is.
    if _is_too_much(tokens, None if panel else MOST_PIECES):
        parts = re.split(r"\n\s*\n", escape(text.strip()))
        return _clean("".join(f"<p>{part}</p>" for part in parts).replace("\n", "<br>\n"), _TAGS)
    html = parser.renderer.render(tokens, parser.options, {})
    return _clean(html, _TAGS | _PANEL_TAGS if panel else _TAGS)


@lru_cache(maxsize=1024)
def line_html(text: str) -> SafeString:
    """Return a text that stands within a line as HTML: what would make a block shows as typed."""
    parser = _parser(panel=False)
    tokens = parser.parseInline(text)
    if _is_too_much(tokens, MOST_PIECES):
        return _clean(escape(text).replace("\n", "<br>\n"), _TAGS)
    return _clean(parser.renderer.render(tokens, parser.options, {}), _TAGS)


def _clean(html: str, tags: set[str]) -> SafeString:
    # The cleaner takes whole characters alone, and half a pair may have come from an old document.
    clean = nh3.clean(
        html.encode(errors="replace").decode(),
        tags=tags,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        url_relative="deny",
        link_rel="nofollow ugc noopener",
    )
    return mark_safe(clean)


def _is_too_much(tokens: list[Token], most: int | None) -> bool:
    """Whether a text has more than `most` pieces, or too many inside each other."""
    pieces = depth = 0
    for token in tokens:
        for each in (token, *(token.children or ())):
            pieces += each.nesting == 1 or each.type in ("hardbreak", "code_inline", "hr")
            depth += each.nesting
            if depth > DEEPEST:
                return True
    return most is not None and pieces > most
