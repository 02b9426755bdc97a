"""The fields of the composer: the screen itself, and a row for each panel."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError

from accounts.models import Paper
from encounters.forms import QuietForm, name_field
from encounters.screens.catalogue import all_panels
from encounters.screens.models import PANEL_TEXT_LENGTH, TITLE_LENGTH, Orientation, TextSize

GONE = "This table is not there any more: remove the row."


class ScreenForm(QuietForm):
    """Everything of a screen but its panels."""

    name = name_field("Give the screen a name.")
    paper = forms.ChoiceField(label="Paper", choices=Paper, error_messages={"invalid_choice": "Choose A4 or Letter."})
    orientation = forms.ChoiceField(
        label="Pages", choices=Orientation, error_messages={"invalid_choice": "Choose portrait or landscape."}
    )
    text_size = forms.ChoiceField(
        label="Text", choices=TextSize, error_messages={"invalid_choice": "Choose a size of the text from the list."}
    )


class PanelForm(QuietForm):
    """A panel: a table of the catalogue, or a title (`name`) and a text of one's own."""

    table = forms.CharField(max_length=60, required=False, widget=forms.HiddenInput)
    name = forms.CharField(
        label="Title",
        max_length=TITLE_LENGTH,
        required=False,
        error_messages={
            "max_length": f"At most {TITLE_LENGTH} characters.",
            "null_characters_not_allowed": "This title holds a character that cannot be stored: type it again.",
        },
    )
    text = forms.CharField(
        label="Text",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        error_messages={
            "null_characters_not_allowed": "This text holds a character that cannot be stored: type it again."
        },
    )

    @property
    def slug(self) -> str:
        """The table that was posted, checked or not; "" for a panel of one's own."""
        return (self["table"].value() or "").strip()

    @property
    def own_text(self) -> str:
        """The text as it was posted, with plain line ends: browsers send a line break as two characters."""
        return "" if self.slug else (self["text"].value() or "").replace("\r\n", "\n").rstrip()

    @property
    def is_blank(self) -> bool:
        return not any((self[name].value() or "").strip() for name in ("table", "name", "text"))

    @property
    def panel(self):
        """The table as the standard words have it, None for a panel of one's own and for what is none."""
        return all_panels().get(self.slug)

    def clean_table(self) -> str:
        table = self.cleaned_data["table"]
        if table and table not in all_panels():
            raise ValidationError(GONE)
        return table

    def clean_text(self) -> str:
        text = self.own_text
        if len(text) > PANEL_TEXT_LENGTH:
            raise ValidationError(f"At most {PANEL_TEXT_LENGTH:,} characters; this has {len(text):,}.")
        return text

    def clean(self) -> dict:
        data = super().clean()
        if data.get("table"):
            return {**data, "name": "", "text": ""}
        if "table" not in self.errors and "name" not in self.errors and not data.get("name"):
            self.add_error("name", "Give the panel a title.")
        return data
