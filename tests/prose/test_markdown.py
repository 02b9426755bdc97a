"""Markdown of people's texts: what it knows, what shows as typed, what it never does."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.markdown import DEEPEST, MOST_PIECES, block_html, line_html
from bestiary.templatetags.prose import run_in

LINK = 'rel="nofollow ugc noopener"'


def text_of(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html).strip()


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("**bold** and *italic*", "<p><strong>bold</strong> and <em>italic</em></p>"),
        ("one\ntwo", "<p>one<br>\ntwo</p>"),
        ("one\n\ntwo", "<p>one</p>\n<p>two</p>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'),
        ("> a", "<blockquote>\n<p>a</p>\n</blockquote>"),
        ("a\n\n---", "<p>a</p>\n<hr>"),
        ("`2d6`", "<p><code>2d6</code></p>"),
        (r"\*not\*", "<p>*not*</p>"),
        ("", ""),
    ],
)
def test_what_it_knows(typed, shown):
    assert block_html(typed).strip() == shown


@pytest.mark.parametrize(
    "typed",
    [
        "2 * 3 * 4 = 24",
        "snake_case_word",
        "roll + 2, d20 − 1 < 12 & more",
        "&amp; &lt;b&gt; &#60;",
        "[Note]: flees",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "#1 of its kind",
        "Text\n===",
        "<script>alert(1)</script>",
        "<b onclick=alert(1)>bold</b>",
        "<!-- hidden -->",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "[a](JaVaScRiPt:alert(1))",
        "[a](data:text/html,x)",
        "[a](file:///etc/passwd)",
        "[a](vbscript:x)",
        "[a](/accounts/logout/)",
        "[a](//evil.example/)",
        "[a](ftp://example.org/x)",
    ],
)
def test_what_shows_as_typed(typed):
    from html import unescape

    html = block_html(typed)
    assert unescape(text_of(html)) == typed
    assert set(re.findall(r"<(\w+)", html)) <= {"p", "br"}


@pytest.mark.parametrize(
    "address", ["http://example.org/", "https://example.org/a?b=c&d=e", "HTTPS://EXAMPLE.ORG/", "mailto:a@example.org"]
)
def test_links_lead_to_the_web_and_to_mail_and_are_not_vouched_for(address):
    html = block_html(f"[far]({address})")
    assert html.count("<a ") == html.count(LINK) == 1
    assert f'href="{address.replace("&", "&amp;")}"' in html


def test_a_picture_from_elsewhere_is_a_link_at_most():
    assert "<img" not in block_html("![x](https://example.org/x.png)")
    assert "<img" not in line_html("![x](https://example.org/x.png)")


@pytest.mark.parametrize("level", range(1, 7))
def test_a_heading_is_a_line_in_bold_and_not_in_the_outline(level):
    assert block_html(f"{'#' * level} Then *run*").strip() == "<p><strong>Then <em>run</em></strong></p>"


def test_within_a_line_there_are_no_blocks():
    assert line_html("- a **b**\n# c") == "- a <strong>b</strong><br>\n# c"


def test_a_text_goes_on_behind_its_label_and_a_list_begins_below_it():
    assert run_in("a\n\nb") == "a</p>\n<p>b</p>\n"
    assert run_in("- a").startswith("</p><ul>")


@pytest.mark.parametrize(
    "typed",
    ["*_" * 900 + "a" + "_*" * 900, "> " * 900 + "a", "- " * 900 + "a", "- a\n" * 900, "*a* " * 900, "**a\n" * 900],
)
def test_a_text_of_too_many_or_too_deep_pieces_shows_as_typed(typed):
    for html in (block_html(typed), line_html(typed)):
        depth = deepest = 0
        for closing, tag in re.findall(r"<(/?)(\w+)", html):
            depth += 0 if tag in ("br", "hr") else -1 if closing else 1
            deepest = max(deepest, depth)
        assert deepest <= DEEPEST + 1
        assert len(re.findall(r"<(?!br|/)", html)) <= MOST_PIECES + 1
        assert text_of(html).count("a") == typed.count("a")


@pytest.mark.parametrize("piece", ["[", "![[", "**a", "_*", "a_", "[a](", "<", "`", "\\", "&", "<http:", "[a](<"])
def test_no_text_keeps_the_server_for_long(piece):
    text = (piece * 4000)[:4000]
    began = time.process_time()
    block_html.__wrapped__(text)
    assert time.process_time() - began < 3


@given(st.text(alphabet=st.sampled_from("ab <>&\"'/\\*_-+#=[]()!|`.1:\n\ud800é"), max_size=80))
def test_whatever_is_typed_the_html_has_nothing_but_a_few_tags(typed):
    for html in (block_html(typed), line_html(typed)):
        tags = set(re.findall(r"<\s*/?\s*(\w+)", html))
        assert tags <= {"p", "br", "hr", "em", "strong", "code", "blockquote", "ul", "ol", "li", "a"}
        assert "<" not in re.sub(r"</?\w+(?: [\w-]+=\"[^\"]*\")*>", "", html)
        html.encode()
