"""The odds of Trait Checks as the cells of a table. The rules computed them; here they only get their text."""

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.success import read_success_rule
from bestiary.rules.two_d12 import THRESHOLDS, FoeCard, Odds, RollKind, ThresholdRow, foe_card

register = template.Library()


@register.simple_tag
def thresholds() -> tuple[ThresholdRow, ...]:
    """The six Thresholds, the columns of every table of odds."""
    return tuple(THRESHOLDS.values())


@register.simple_tag(takes_context=True)
def card_as_read(context, card: FoeCard) -> FoeCard:
    """The card with the odds of the table that reads it: `success_rule` of the context, as `words` is for magic."""
    rule = read_success_rule(str(context.get("success_rule", "")))
    return card if card.success_rule is rule else foe_card(card.foe, rule)


# The live card writes some hundred of these at every keystroke; there are few bonuses, so most were asked before.
@register.filter
@lru_cache(maxsize=4096)
def chances(odds: tuple[Odds, ...], kind: str = "plain") -> tuple[str, ...]:
    """The chances of one bonus against the six Thresholds, in percent without the sign: "38.2", "0", ">99.9".

    `kind` is "plain", "advantage" or "disadvantage".
    """
    kind = RollKind(kind)
    return tuple(getattr(one, f"{kind.value}_text").removesuffix(" %") for one in odds)


@register.filter
@lru_cache(maxsize=4096)
def ways_of(odds: tuple[Odds, ...]) -> tuple[str, ...]:
    """How many of the 144 results of 2d12 succeed, for each of the six Thresholds."""
    return tuple(str(one.ways) for one in odds)


@register.filter
@lru_cache(maxsize=4096)
def printed_odds(odds: Odds) -> SafeString:
    """One cell on paper: the plain chance, small beside it Advantage, Disadvantage and the ways among 144."""
    plain, advantage, disadvantage = (chances((odds,), kind)[0] for kind in RollKind)
    return format_html("{} <small>{}/{}/{}</small>", plain, advantage, disadvantage, odds.ways)
