"""What the upgrade bench is asked to do: one step, or a special effect for the GM's price."""

from __future__ import annotations

from typing import ClassVar

from django import forms

from bestiary.forms.fields import TextField
from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening import LONGEST_TEXT
from shop.forms.item import MoneyField, effect_text_field
from shop.rules import Change, Item, SpecialEffect, Upgrade, upgrade


class GmForm(forms.Form):
    """What the GM says about a change that the rules give no price."""

    gm_price = MoneyField("gm_price", label="Price in NX", help_text="Set by the GM.")
    components = TextField(
        LONGEST_TEXT,
        label="Components",
        widget=forms.TextInput(attrs={"class": "text", "placeholder": "A drop of dragon blood", "autocomplete": "off"}),
        help_text="What else the GM asks for.",
    )

    # Part of a change → field of the form.
    fields_of: ClassVar = {"change.gm_price": "gm_price", "change.components": "components"}

    def change(self) -> Change:
        """The change that the valid form asks for."""
        raise NotImplementedError

    def upgrade(self, item: Item) -> Upgrade | None:
        """The upgrade of `item`, or None with messages at the fields."""
        if not self.is_valid():
            return None
        try:
            return upgrade(item, self.change())
        except RulesError as error:
            self.add_error(self.fields_of.get(error.field), error.message)
            return None


class EffectForm(GmForm):
    """A special effect to put on, or in place of the present one."""

    text = effect_text_field()
    value = MoneyField(
        "special_effect_value", label="Value in NX", help_text="What it adds to the list price. Set by the GM."
    )
    field_order = ("text", "value", "gm_price", "components")

    fields_of: ClassVar = {
        **GmForm.fields_of,
        "change.special_effect": "text",
        "change.special_effect.text": "text",
        "change.special_effect.value": "value",
    }

    def change(self) -> Change:
        values = self.cleaned_data
        return Change(
            special_effect=SpecialEffect(values["text"], values["value"]),
            gm_price=values["gm_price"],
            components=values["components"],
        )


class RemovalForm(GmForm):
    """The present special effect to be removed."""

    def change(self) -> Change:
        values = self.cleaned_data
        return Change(remove_special_effect=True, gm_price=values["gm_price"], components=values["components"])
