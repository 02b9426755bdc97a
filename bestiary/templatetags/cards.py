"""The cards of lists and the parts that pages share with them.

A list shows two dozen, so their templates are Jinja's as that of the stat block is: Django's own took as long for the
cards as for all the rest of a page.
"""

from datetime import datetime

from django import template
from django.template import engines
from django.template.backends.utils import csrf_input
from django.utils import timezone
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def creature_cards(context, cards) -> SafeString:
    """The cards made by `bestiary.views.cards`, as items of a list."""
    return _drawn(context, "_cards", cards=cards, links_author=True, **_bookmarks(context))


@register.simple_tag(takes_context=True)
def card_by(context, thing) -> SafeString:
    """Who made a thing and when, and who may see it."""
    return _drawn(context, "_card_by", thing=thing, links_author=False)


@register.simple_tag(takes_context=True)
def author(context, thing) -> SafeString:
    """The name of who made a thing: a link to their page where they have one and the thing is public."""
    return _drawn(context, "_author", thing=thing)


@register.simple_tag(takes_context=True)
def bookmark(context, thing, is_bookmarked: bool) -> SafeString:
    """The ribbon that bookmarks a creature."""
    return _drawn(context, "_bookmark", thing=thing, is_bookmarked=is_bookmarked, **_bookmarks(context))


def _bookmarks(context) -> dict:
    request = context["request"]
    return {"csrf_input": csrf_input(request), "back": context.get("back") or request.get_full_path()}


def _drawn(context, name: str, **shown) -> SafeString:
    shared = {"words": context.get("words"), "mine": context.get("mine", False)}
    return SafeString(engines["jinja"].get_template(f"bestiary/{name}.jinja").render({**shared, **shown}).rstrip("\n"))


def day(moment: datetime) -> str:
    """ "1 Dec 2026"."""
    local = timezone.localtime(moment)
    return f"{local.day} {local:%b %Y}"


def iso_day(moment: datetime) -> str:
    """ "2026-12-01"."""
    return timezone.localtime(moment).date().isoformat()
