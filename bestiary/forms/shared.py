"""What the forms of creatures of every game share: their base, the row, and the fields that all creatures have.

In a draft form (the live pane) a missing name is no mistake: the pane must move before everything has a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorDict

from bestiary.choices import FAMILIES, HABITATS
from bestiary.documents import MAX_TAGS, normal_tags
from bestiary.forms.fields import OneOfField, TextField, WordsField
from bestiary.models import DESCRIPTION_LENGTH, TAG_LENGTH, Visibility

VISIBILITY_CHOICES = [
    (Visibility.PRIVATE.value, "Private: only you"),
    (Visibility.UNLISTED.value, "Unlisted: by link"),
    (Visibility.PUBLIC.value, "Public: everybody"),
]


# Beside every field that takes it, see `bestiary.markdown`.
MARKDOWN_HINT = "Markdown: **bold**, *italic*, lists with - or 1., > quote, [link](https://…)."


def short_text(placeholder: str = "", **attributes) -> forms.TextInput:
    return forms.TextInput(attrs={"class": "text", "placeholder": placeholder, "autocomplete": "off", **attributes})


class BuilderForm(forms.Form):
    """Base of all parts of a builder: `draft` forgives what is not yet typed, `focus` marks the row to type in next."""

    unnamed = "Unnamed"

    def __init__(self, *args, draft: bool = False, focus: str = "", **kwargs):
        super().__init__(*args, **kwargs)
        self.draft = draft
        self.focus = focus

    def _clean_fields(self) -> None:
        # As Django does it, without a BoundField for every field: those took half of a preview's time in the form.
        for name, field in self.fields_in_use():
            try:
                value = field.clean(field.widget.value_from_datadict(self.data, self.files, self.add_prefix(name)))
                self.cleaned_data[name] = value
                if name == "name":
                    self.cleaned_data[name] = self.clean_name()
            except ValidationError as error:
                self.add_error(name, error)

    def fields_in_use(self) -> Iterable[tuple[str, forms.Field]]:
        """The fields that are read; what stands in another one is kept and means nothing."""
        return self.fields.items()

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        if not name and not self.draft:
            raise ValidationError("Give it a name.", code="required")
        return name or self.unnamed

    def beside_document(self) -> dict:
        """Return what is posted and no part of the thing's document."""
        return {}

    def typed(self) -> dict:
        """Return what stands in the fields, as typed, to fill another form with."""
        return {name: self[name].value() for name in self.fields}


class RowForm(BuilderForm):
    """A row of the builder. A row where nothing was typed is not there: saving leaves it out."""

    first_field = "name"

    def __init__(self, *args, blank: Mapping | None = None, **kwargs):
        """`blank` is what stands in a new row."""
        super().__init__(*args, **kwargs)
        self.blank = blank or {}

    def full_clean(self) -> None:
        if self.is_bound and not self.draft and self.is_blank():
            self._errors, self.cleaned_data = ErrorDict(), {}
        else:
            super().full_clean()

    @property
    def index(self) -> str:
        """The row's number in the names of its fields, as its buttons send it."""
        return self.prefix.rpartition("-")[2]

    @property
    def first_input(self) -> str:
        """The input to type in first; that of a new row has the focus."""
        first = self.first_field
        return self[first].as_widget(attrs={"autofocus": True} if self.focus == first else None)

    @property
    def heading(self) -> str:
        """What a message calls this row."""
        return self.cleaned_data.get("name") or self.unnamed

    def counts(self) -> bool:
        """Whether the row is part of the creature; in a draft also one that says nothing yet."""
        return self.draft or not self.is_blank()

    def is_blank(self) -> bool:
        """Whether the row says nothing: all in it is as in a new row, or was emptied."""
        return all(self.is_untouched(name) for name in self.fields)

    def is_untouched(self, name: str) -> bool:
        value = self[name].value()
        typed = "" if value is None or value is False else str(value).strip()
        return typed in ("", str(self.blank.get(name, "")))


# --- fields that every creature has ----------------------------------------------------------------------------------


def description_field() -> TextField:
    return TextField(DESCRIPTION_LENGTH, widget=forms.Textarea(attrs={"rows": 6}), help_text=MARKDOWN_HINT)


def habitat_field() -> OneOfField:
    return OneOfField(choices=[("", "any habitat"), *HABITATS], required=False)


def family_field() -> OneOfField:
    return OneOfField(choices=[("", "no family"), *FAMILIES], required=False)


def tags_field() -> WordsField:
    return WordsField(
        MAX_TAGS,
        TAG_LENGTH,
        normal=normal_tags,
        help_text="Free words, separated by commas.",
        widget=short_text("night, cavalry"),
    )


def visibility_field() -> OneOfField:
    return OneOfField(choices=VISIBILITY_CHOICES, widget=forms.RadioSelect, label="Who may see it")
