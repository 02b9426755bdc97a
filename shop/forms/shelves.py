"""The forms of merchants and outfits: what they are, and a row for each item."""

from __future__ import annotations

from django import forms

from bestiary.forms.quiet import LongText, NameField, QuietForm, WholeNumber, name_field
from shop.rules import LIMITS


class MerchantForm(QuietForm):
    """Everything of a merchant but the stock."""

    name = name_field("Give the merchant a name.")
    place = NameField(label="Place", required=False, help_text="Where the PCs find them. It stands on the price list.")
    notes = LongText(label="Notes for the GM", help_text="Only you see these. They are never on a price list.")


class OutfitForm(QuietForm):
    """Everything of an outfit but its items."""

    name = name_field("Give the outfit a name.")


class ShelfRowForm(QuietForm):
    """A row that holds an item: one that was saved before (`line`), or one to be taken as it is now (`item`)."""

    is_blank = False
    shown = None
    """What the page says of the item, set by the draft that looked it up."""

    line = forms.RegexField("^[0-9]{1,18}$", required=False, widget=forms.HiddenInput)
    item = forms.UUIDField(required=False, widget=forms.HiddenInput)
    # Set where a saved row shall hold the item as it is now.
    fresh = forms.BooleanField(required=False, widget=forms.HiddenInput)

    @property
    def line_id(self) -> int | None:
        """The stored line that was posted, checked or not."""
        text = str(self["line"].value() or "")
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None

    @property
    def item_uid(self) -> str:
        """The item that was posted, checked or not."""
        return str(self["item"].value() or "")

    @property
    def wants_fresh(self) -> bool:
        return bool(self["fresh"].value())


class StockRowForm(ShelfRowForm):
    """A row of a merchant's stock."""

    count = WholeNumber("The number in stock", LIMITS["stock"].low, LIMITS["stock"].high, label="In stock", initial=1)
