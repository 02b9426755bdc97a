"""Filters that write exact numbers in templates; all typography is the rules' own."""

from django import template

from bestiary.rules import numbers

register = template.Library()

register.filter("signed", numbers.signed)
register.filter("minus", numbers.minus)
register.filter("ratio", numbers.ratio)
register.filter("mixed", numbers.mixed)
register.filter("decimal", numbers.decimal)
