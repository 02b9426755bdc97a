"""The stat block of a Worlds Awakening creature and its key numbers, the same on every page that shows one.

Their templates are Jinja's: compiled to Python, they take a third of the time that Django's own took, and the live pane
writes them on every keystroke. They stand among the other templates as `*.jinja`.
"""

from django import template
from django.template import engines
from django.urls import reverse
from django.utils.safestring import SafeString
from jinja2 import Environment, StrictUndefined

from bestiary.markdown import block_html, line_html
from bestiary.rules import numbers
from bestiary.templatetags import cards, vocabulary
from bestiary.templatetags.numbers import cells

register = template.Library()

FOLDER = "bestiary/worlds_awakening"
FILTERS = {
    "cells": cells,
    "decimal": numbers.decimal,
    "signed": numbers.signed,
    "advice": vocabulary.advice,
    "behaviour": vocabulary.behaviour,
    "called": vocabulary.called,
    "day": cards.day,
    "heading": vocabulary.heading,
    "iso_day": cards.iso_day,
    "mag": vocabulary.mag,
    "magic_head": vocabulary.magic_head,
    "prose": block_html,
    "prose_line": line_html,
}


def environment(**options) -> Environment:
    """Jinja with these filters and `url`, where everything is escaped and a name that nobody gave is an error."""
    made = Environment(**{**options, "undefined": StrictUndefined, "autoescape": True})  # noqa: S701 (it is on)
    made.filters |= FILTERS
    made.globals["url"] = lambda name, *args: reverse(name, args=args)
    return made


@register.simple_tag(takes_context=True)
def stat_block(context, block, table=(), *, hide_advice: bool = False) -> SafeString:
    """The stat block `block` with its numbers, their sums, and the level table `table` (none where empty)."""
    return _drawn(context, "_stat_block.jinja", stat_block=block, table=table, hide_advice=hide_advice)


@register.simple_tag(takes_context=True)
def key_numbers(context, block) -> SafeString:
    """The bar of key numbers that stays in view on a phone."""
    return _drawn(context, "_key_numbers.jinja", stat_block=block)


def _drawn(context, name: str, **shown) -> SafeString:
    rendered = engines["jinja"].get_template(f"{FOLDER}/{name}").render({"words": context.get("words"), **shown})
    return SafeString(rendered)
