"""Filters that write exact numbers in templates; all typography is the rules' own."""

from django import template

from bestiary.rules import numbers

register = template.Library()

register.filter("signed", numbers.signed)
register.filter("minus", numbers.minus)
register.filter("ratio", numbers.ratio)
register.filter("mixed", numbers.mixed)
register.filter("decimal", numbers.decimal)


@register.filter
def cells(row) -> list[str]:
    """The cells of a row of the level table (LevelNumbers), in the order of its head.

    One call per row: looking up each of eighty cells in the template cost more than all the rules.
    """
    return [
        str(row.max_hp),
        str(row.physical_defence),
        str(row.magical_defence),
        numbers.signed(row.melee_attack.value),
        numbers.signed(row.ranged_attack.value),
        numbers.signed(row.magical_attack.value),
        *[dice.typeset for dice in row.base_damage.values()],
    ]
