"""What the forms of encounters of every game share."""

from __future__ import annotations

from django import forms
from django.utils.functional import cached_property

from bestiary.forms.quiet import LongText, QuietForm, WholeNumber, name_field
from encounters.models import MAX_COUNT

QUICK_FOE = "Quick foe"


class TextsForm(QuietForm):
    """What an encounter of any game has beside its rows: a name and texts."""

    name = name_field("Give the encounter a name.")
    introduction = LongText(
        label="Text for everybody", help_text="Read aloud or shared: it stands on the shared page and on prints."
    )
    notes = LongText(label="Notes for the GM", help_text="Only you see these. They are never on a shared page.")


class RowForm(QuietForm):
    """A row of creatures. With a ticket it is a creature as it was when added, without one a quick foe."""

    ticket = forms.CharField(required=False, widget=forms.HiddenInput)
    # Which line of this encounter a quick foe is, so that saving keeps the line it was.
    line = forms.RegexField("^[0-9]{1,18}$", required=False, widget=forms.HiddenInput)
    name = name_field(required=False, widget=forms.TextInput(attrs={"placeholder": QUICK_FOE}))
    count = WholeNumber("The count", 1, MAX_COUNT, label="Count", initial=1)

    is_blank = False

    @property
    def line_id(self) -> int | None:
        """The stored line of a quick foe; the form must be valid."""
        return int(self.cleaned_data["line"] or 0) or None

    @cached_property
    def creature(self):
        """What the row's ticket says; None for a quick foe, and for a ticket this site did not sign."""
        text = self["ticket"].value()
        return self.read_ticket(text) if text else None

    def read_ticket(self, text: str):
        raise NotImplementedError

    def clean(self):
        data = super().clean()
        if data.get("ticket") and self.creature is None:
            self.add_error("ticket", "This creature cannot be read: remove the row and add the creature again.")
        return data
