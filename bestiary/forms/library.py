"""The forms of a library: one entry, and what its list is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from bestiary.documents.library import OFFERED_TAGS, read_row
from bestiary.forms.builder import Builder
from bestiary.forms.creature import AbilityForm, AttackForm, in_fields
from bestiary.forms.fields import OneOfField, WordsField, share_fields
from bestiary.forms.filters import word_field
from bestiary.forms.making_filters import MakingFilters
from bestiary.forms.shared import RowForm, short_text, tags_field
from bestiary.models import TAG_LENGTH, EntryKind
from bestiary.rules.errors import RulesError


def _tags_field() -> WordsField:
    field = tags_field()
    field.widget = short_text("control, night")
    field.help_text = (
        "Free words, separated by commas. Melee, ranged, magic, support, area and passive come from the row."
    )
    return field


class EntryForm(RowForm):
    """A row as in the builder, by itself, with tags."""

    kind_of_entry: EntryKind

    def is_blank(self) -> bool:
        """Never: an entry without a word is one whose name is missing."""
        return False

    def clean(self) -> dict:
        super().clean()
        if not self.errors:
            try:
                read_row(self.kind_of_entry, self.document())
            except RulesError as error:
                field = error.field.removeprefix("row.").partition(".")[0]
                self.add_error(field if field in self.fields else None, error.message)
        return self.cleaned_data

    def as_typed(self) -> Self:
        """Return the same form with nothing checked yet."""
        return type(self)(initial=self.typed())

    def labelled_errors(self) -> list[tuple[str, str]]:
        """Return (what the field is called, its message) for everything that is wrong."""
        return [
            ((self.fields[name].label or name.capitalize()) if name in self.fields else "Form", messages[0])
            for name, messages in self.errors.items()
        ]


@share_fields
class AttackEntryForm(EntryForm, AttackForm):
    kind_of_entry = EntryKind.ATTACK
    tags = _tags_field()


@share_fields
class AbilityEntryForm(EntryForm, AbilityForm):
    kind_of_entry = EntryKind.ABILITY
    tags = _tags_field()


ENTRY_FORMS = {EntryKind.ATTACK: AttackEntryForm, EntryKind.ABILITY: AbilityEntryForm}


def entry_form(kind: str, row: Mapping | None = None, tags: list[str] | None = None) -> EntryForm:
    """Return the form of an entry that is stored, or a blank one."""
    blank = {group.noun: group.blank for group in Builder.groups.values()}
    values = in_fields(row) if row else blank[kind]
    return ENTRY_FORMS[EntryKind(kind)](initial={**values, "tags": tags or []}, focus="" if row else "name")


class LibraryFilters(MakingFilters):
    """Search words and filters of the library."""

    raises = sort = None
    kind = OneOfField(choices=[("", "any kind"), *EntryKind.choices], required=False, label="Kind")
    tag = word_field(TAG_LENGTH, "Tag", "any tag", list="library-tags")

    facet_names = ("kind", "tag")
    offered_tags = OFFERED_TAGS
    order = ("sort_name", False)
