"""The mechanics of a builder's whole form, the same for every thing: its main form, and rows in groups.

    posted fields ─→ WholeForm.from_post ─→ is_valid ─→ document ─→ save, or live pane
    document      ─→ WholeForm.from_document ─→ page
    posted fields + a row button ─→ WholeForm.after_row_action ─→ page, with everything typed still in it

The fields of a row are named `attacks-0-name`; the numbers say the order and may have gaps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Self

from django.utils.datastructures import MultiValueDict

from bestiary.documents import rules_from_document
from bestiary.forms.fields import SeveralOfField
from bestiary.forms.shared import BuilderForm, RowForm
from bestiary.rules.errors import RulesError

# How many rows the form draws and reads beyond the limit, so that what was typed is not lost.
SPARE_ROWS = 8

_ROW_NAME = re.compile(r"([a-z]+)-([0-9]{1,4})-")


@dataclass(frozen=True, slots=True)
class Rows:
    """A group of rows: the form of one, how many there may be, what a new one begins with, what one is called."""

    form: type[RowForm]
    most: int
    blank: Mapping
    noun: str


class WholeForm:
    """All parts of a thing's form, either bound to posted fields or filled from a document.

    A form of creatures of one game, say, says its parts, and how they and a document become each other.
    """

    form: type[BuilderForm]
    # What stands in the form of a new thing.
    blank_values: Mapping
    groups: Mapping[str, Rows] = MappingProxyType({})
    noun = "creature"
    article = "A"
    # From a document whose texts are clean to what the rules take, see `documents.rules_from_document`.
    read_document: Callable = staticmethod(rules_from_document)

    def __init__(self, main: BuilderForm, rows: Mapping[str, list[RowForm]], *, draft: bool = False):
        self.main = main
        self.rows = rows
        self.draft = draft
        self.row_errors: dict[str, str] = {}
        # The rows whose "Add" button takes the focus, after the last row has gone.
        self.focus_add = ""
        # Set where a button beside the rows changed none of them: the pane need not look again.
        self.has_same_rows = False
        # Set where somebody else's save came between: the page asks whether to save over it.
        self.stale = False

    @classmethod
    def from_post(cls, data: Mapping, *, draft: bool = False) -> Self:
        """The form as posted. A draft accepts what has no name yet, for the live pane."""
        indexes: dict[str, set[int]] = {name: set() for name in cls.groups}
        for key in data:
            if (match := _ROW_NAME.match(key)) and match[1] in indexes:
                indexes[match[1]].add(int(match[2]))
        rows = {
            name: [
                group.form(data, prefix=f"{name}-{index}", draft=draft, blank=group.blank)
                for index in sorted(indexes[name])[: group.most + SPARE_ROWS]
            ]
            for name, group in cls.groups.items()
        }
        return cls(cls.form(data, draft=draft), rows, draft=draft)

    @classmethod
    def from_document(cls, document: Mapping, *, visibility: str = "private") -> Self:
        """The form filled with a stored thing."""
        raise NotImplementedError

    @classmethod
    def filled(cls, main: Mapping, rows: Mapping[str, list[Mapping]], focus: tuple = ()) -> Self:
        """The form with these values in its fields, nothing checked. `focus`: (rows, index, field) to type in next."""
        forms = {
            name: [
                group.form(
                    initial=values,
                    prefix=f"{name}-{index}",
                    focus=focus[2] if focus[:2] == (name, index) else "",
                )
                for index, values in enumerate(rows.get(name, ()))
            ]
            for name, group in cls.groups.items()
        }
        return cls(cls.form(initial=main), forms)

    @classmethod
    def blank(cls, **values) -> Self:
        """The form of a new thing, with these values instead of the usual ones."""
        return cls.filled({**cls.blank_values, **values}, {})

    # --- checking ----------------------------------------------------------------------------------------------------

    def parts(self) -> list[BuilderForm]:
        """The forms that count: all but the rows where nothing was typed (a draft counts those too)."""
        rows = [row for name in self.groups for row in self.used_rows(name)]
        return [self.main, *rows]

    def used_rows(self, name: str) -> list[RowForm]:
        return [row for row in self.rows[name] if row.counts()]

    def is_valid(self) -> bool:
        """Check every part, then the whole by the rules; messages stand at their fields afterwards."""
        # Every part is checked, also after the first wrong one.
        valid = not [part for part in self.parts() if not part.is_valid()]
        for name, group in self.groups.items():
            most, count = group.most, len(self.used_rows(name))
            if count > most:
                self.row_errors[name] = f"At most {most} {name}: these are {count}. Remove {count - most} of them."
                valid = False
        return valid and self.rules is not None

    @cached_property
    def rules(self):
        """The thing as the rules take it, or None with a message at the field the rules refuse."""
        try:
            return self.read_document(self.document(), texts_are_clean=True)
        except RulesError as error:
            self._place(error)
            return None

    def _place(self, error: RulesError) -> None:
        """Put what the rules say at its field: "abilities.1.range_metres" is in the second row that counts."""
        head, *rest = error.field.split(".")
        if head in self.groups and len(rest) > 1:
            form, field = self.used_rows(head)[int(rest[0])], rest[1]
        else:
            form, field = self.main, self.field_of(head, rest)
        form.add_error(field if field in form.fields else None, error.message)

    def field_of(self, head: str, rest: list[str]) -> str:
        """The field of the main form for what stands in its document at `head`, or further down at `rest`."""
        return head

    def document(self) -> dict:
        """Return the valid form as a document, without `type`, `version` and `id`."""
        raise NotImplementedError

    def beside_document(self) -> dict:
        """Return what is posted and no part of the document, by field."""
        return self.main.beside_document()

    def errors(self) -> dict[str, str]:
        """Return the first message of each field that has one, by the field's name in the page."""
        found = {}
        for part in self.parts():
            for field, messages in part.errors.items():
                name = part.add_prefix(field) if field in part.fields else f"{part.prefix or 'creature'}-form"
                found[name] = messages[0]
        return found | self.row_errors

    def labelled_errors(self) -> list[tuple[str, str]]:
        """Return (what the field is called, its message) for everything that is wrong, in the order of the page."""
        found = []
        for part in self.parts():
            where = f"{part.heading}, " if isinstance(part, RowForm) else ""
            for field, messages in part.errors.items():
                label = (part.fields[field].label or field.capitalize()) if field in part.fields else "Form"
                found.append((f"{where}{label}", messages[0]))
        return found + [(name.capitalize(), message) for name, message in self.row_errors.items()]

    @property
    def is_checked(self) -> bool:
        """Whether the form was sent to be saved, so that messages belong on the page."""
        return self.main.is_bound

    # --- rows --------------------------------------------------------------------------------------------------------

    @classmethod
    def row_button(cls, data: Mapping) -> tuple[str, str, str]:
        """The row button pressed: (rows, "add", "remove", "move_up" or "move_down", number of the row); "" for none."""
        for name, group in cls.groups.items():
            for action, button in (
                ("add", f"add_{group.noun}"),
                ("remove", f"remove_{group.noun}"),
                ("move_up", f"move_{group.noun}_up"),
                ("move_down", f"move_{group.noun}_down"),
            ):
                if button in data:
                    return name, action, data.get(button)
        return "", "", ""

    def after_row_action(self, data: Mapping) -> Self | None:
        """Return the form after the row button in `data` was pressed, or None when none was."""
        name, action, number = self.row_button(data)
        if not name:
            return None
        group = self.groups[name]
        rows = {key: [row.typed() for row in forms] for key, forms in self.rows.items()}
        places = {row.index: place for place, row in enumerate(self.rows[name])}
        focus = change_rows(rows[name], action, places.get(number, -1), group)
        changed = self.filled(self.main.typed(), rows, focus=(name, *focus))
        changed.focus_add = name if focus[1] == "add" else ""
        if action == "add" and len(self.rows[name]) >= group.most:
            changed.row_errors[name] = f"{self.article} {self.noun} has at most {group.most} {name}."
        return changed

    def as_typed(self) -> Self:
        """Return the same form with nothing checked yet, to show what was typed without messages."""
        rows = {key: [row.typed() for row in forms] for key, forms in self.rows.items()}
        return self.filled(self.main.typed(), rows)

    def posted(self) -> MultiValueDict:
        """Return what a browser would send for this form."""
        data = MultiValueDict()
        for part in (self.main, *(row for name in self.groups for row in self.rows[name])):
            for name, value in part.typed().items():
                key = part.add_prefix(name)
                if name == "upgrades":
                    for slot, (level, text) in enumerate(value or ()):
                        data[f"{key}-{slot}-level"], data[f"{key}-{slot}-text"] = str(level), text
                elif isinstance(part.fields[name], SeveralOfField):
                    data.setlist(key, list(value or ()))
                elif value is not False:
                    data[key] = "" if value is None else str(value)
        return data


def change_rows(rows: list[dict], action: str, place: int, group: Rows) -> tuple[int, str]:
    """Change `rows` as a row button asks, in place; returns (row, control) to put the focus on.

    A place that does not exist changes nothing: the row was removed in the meantime.
    """
    first = group.form.first_field
    if action == "add":
        if len(rows) < group.most:
            rows.append(dict(group.blank))
        return len(rows) - 1, first
    if not 0 <= place < len(rows):
        return -1, ""
    if action == "remove":
        del rows[place]
        return min(place, len(rows) - 1), first if rows else "add"
    other = place + (1 if action == "move_down" else -1)
    if not 0 <= other < len(rows):
        return place, action
    rows[place], rows[other] = rows[other], rows[place]
    # At either end the button that was pressed is gone: its opposite takes the focus.
    ends = {0: "move_down", len(rows) - 1: "move_up"}
    return other, ends.get(other, action)
