"""The form of the haggling desk: who haggles, over what, with whom, and the die."""

from __future__ import annotations

from django import forms

from bestiary.forms.quiet import QuietForm, WholeNumber, name_field
from bestiary.rules.worlds_awakening import MAX_STAT, MIN_STAT
from shop.rules import LIMITS, Deal

TYPED = "typed"


class DeskForm(QuietForm):
    """What is typed and chosen at the desk; what the choices stand for is looked up by `shop.desk.Desk`."""

    # The options of the three choices are the GM's own, so the desk sets and checks them.
    pc = forms.CharField(label="PC", required=False, widget=forms.Select)
    pc_name = name_field(required=False)
    charisma = WholeNumber("The CHA", MIN_STAT, MAX_STAT, label="CHA", required=False)
    critical_by_charisma = forms.BooleanField(
        label="Critical ranges by CHA", required=False, help_text="Otherwise a natural 20 and a natural 1."
    )
    deal = forms.ChoiceField(
        label="What the PC does",
        choices=[(Deal.BUY.value, "Buys"), (Deal.SELL.value, "Sells")],
        initial=Deal.BUY.value,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose whether the PC buys or sells."),
    )
    difficulty = WholeNumber(
        "The difficulty", LIMITS["difficulty"].low, LIMITS["difficulty"].high, label="Difficulty", initial=14
    )
    merchant = forms.CharField(label="Merchant", required=False, widget=forms.Select)
    merchant_name = name_field(required=False)
    item = forms.CharField(required=False, widget=forms.HiddenInput)
    natural_roll = WholeNumber(
        "The natural roll",
        LIMITS["natural_roll"].low,
        LIMITS["natural_roll"].high,
        label="Natural roll",
        required=False,
    )
