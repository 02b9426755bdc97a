"""The hidden field by which a form is known when it is sent twice."""

from django import template
from django.utils.html import format_html

from bestiary.keeping import FIELD, form_id

register = template.Library()


@register.simple_tag(takes_context=True, name="form_id")
def form_id_field(context) -> str:
    """Return the field for the form of a new thing, see `bestiary.keeping`."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, form_id(context["request"]))
