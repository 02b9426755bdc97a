"""The fields of a form whose thing may have a portrait. The file itself is taken before the form looks at anything."""

from __future__ import annotations

from django import forms

from bestiary.forms.fields import TextField, TickField
from bestiary.forms.shared import BuilderForm, short_text
from bestiary.models import ALT_LENGTH
from bestiary.pictures import MAX_BYTES, MEDIA_TYPES, RULE


class FileField(forms.Field):
    """Where a file is chosen; see `bestiary.portraits.take_upload` for what becomes of it."""

    def clean(self, value: object) -> None:
        return None


class PortraitForm(BuilderForm):
    """A form with a portrait: `portrait_kept` is the key of one that comes with the next save."""

    portrait = FileField(
        required=False,
        label="Picture",
        help_text=f"{RULE}. Only its pixels are kept.",
        widget=forms.FileInput(attrs={"accept": ",".join(MEDIA_TYPES), "data-most-bytes": MAX_BYTES}),
    )
    portrait_kept = TextField(40, widget=forms.HiddenInput)
    portrait_alt = TextField(
        ALT_LENGTH,
        label="What it shows",
        help_text="In words, for those who cannot see it.",
        widget=short_text("A grey wolf with three eyes"),
    )
    portrait_remove = TickField(label="Save without this picture")

    # Why the file that came with this form was refused.
    refused_portrait = ""

    def clean(self) -> dict:
        if self.refused_portrait:
            self.add_error("portrait", self.refused_portrait)
        return self.cleaned_data

    def typed(self) -> dict:
        """Return what stands in the fields; a browser lets nobody fill in a file."""
        typed = super().typed()
        typed.pop("portrait")
        return typed

    def beside_document(self) -> dict:
        """Return what the form says of the portrait, which is no part of the thing's document."""
        return {name: self[name].value() or "" for name in ("portrait_kept", "portrait_alt", "portrait_remove")}
