"""A panel of a GM screen as markup, the same on page and paper."""

from functools import lru_cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

register = template.Library()

TEMPLATE = "encounters/screens/_panel.html"
REMEMBERED_PANELS = 256


@register.simple_tag
def panel_markup(panel) -> SafeString:
    """The panel by its template; the same panel is rendered once, since a screen has a thousand cells."""
    return _rendered(panel) if settings.DEBUG else _remembered(panel)


def _rendered(panel) -> SafeString:
    return render_to_string(TEMPLATE, {"panel": panel})


_remembered = lru_cache(maxsize=REMEMBERED_PANELS)(_rendered)
