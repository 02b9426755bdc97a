"""What Worlds Awakening's magic is called where it is written: `words` is the reader's vocabulary.

Every filter starts from `words`, since a template may have been handed none: then the standard words are spoken.
"""

from copy import copy, deepcopy

from django import template
from django.forms import BoundField

from bestiary.rules.worlds_awakening import AttackKind, creature_advice
from bestiary.rules.worlds_awakening import behaviour as behaviour_of
from bestiary.rules.worlds_awakening.vocabulary import STANDARD_WORDS

register = template.Library()


@register.filter
def mag(words, what=""):
    """ "Mag Def", "Mag Atk", or "Mag" alone."""
    prefix = (words or STANDARD_WORDS).prefix
    return f"{prefix} {what}" if what else prefix


@register.filter
def magic(words):
    """ "Magic"."""
    return (words or STANDARD_WORDS).magic


@register.filter
def magic_head(words):
    """ "Magic", or the short form of a word too long for the head of a narrow column."""
    return (words or STANDARD_WORDS).head


@register.filter
def called(words, kind):
    """The kind of an attack: "Melee", "Magic"."""
    return (words or STANDARD_WORDS).kind(kind)


@register.filter
def heading(words, ability):
    """The line after an ability's name: "C - MA - Magic - 5 m radius"."""
    return ability.heading_in(words or STANDARD_WORDS)


@register.filter
def behaviour(words, block):
    """Which attacks a creature of this size prefers."""
    return behaviour_of(block.creature.size, words or STANDARD_WORDS)


@register.filter
def advice(words, block):
    """The advice of a stat block."""
    if not words or words == STANDARD_WORDS:
        return block.advice
    return creature_advice(block.creature, words)


@register.filter
def in_words(words, field):
    """A choice of kinds with magic called by its word. The form's own field stays as it is: other readers share it."""
    words = words or STANDARD_WORDS
    if words == STANDARD_WORDS:
        return field
    renamed = copy(field.field)
    renamed.widget = deepcopy(renamed.widget)
    renamed.widget.choices = [
        (value, words.magic if value == AttackKind.MAGIC.value else label) for value, label in renamed.widget.choices
    ]
    return BoundField(field.form, renamed, field.name)
