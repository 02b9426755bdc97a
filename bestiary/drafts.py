"""What the forms of kept things have in common: one form and rows, all of it nothing but what was posted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.http import QueryDict

from bestiary.forms.quiet import QuietForm
from bestiary.rows import Rows


class Draft:
    """What the forms with rows have in common. `data` is changed in place by the rows' buttons."""

    form: QuietForm
    rows: Mapping[str, Rows]

    def press(self, post: QueryDict) -> bool:
        """Do what the row buttons of `post` say; False when none was pressed."""
        pressed = False
        if (prefix := post.get("add")) in self.rows:
            self.set_defaults()
            self.rows[prefix].focus = self.add_row(prefix)
            pressed = True
        for button in ("remove", "move_up", "move_down"):
            for rows in self.rows.values():
                pressed |= button in post and rows.press(button, post[button]) is not None
        return pressed

    def add_row(self, prefix: str) -> int | None:
        """Append a row ready to type into and return its number; None when the group is full."""
        rows = self.rows[prefix]
        return None if rows.is_full else rows.add(**rows.defaults)

    def set_defaults(self) -> None:
        """Decide what new rows hold, from what the form says by now."""
        raise NotImplementedError

    def forms(self) -> Iterable[QuietForm]:
        yield self.form
        for rows in self.rows.values():
            yield from rows.forms

    def quieten(self) -> None:
        """Show the form as typed, without messages."""
        for form in self.forms():
            form.quiet = True
        for rows in self.rows.values():
            rows.quiet = True

    def messages(self) -> dict[str, str]:
        """Every message by the id of its field; the missing name of something unsaved is not one yet."""
        found: dict[str, str] = {}
        checked = [self.form, *(form for rows in self.rows.values() for form in rows.filled)]
        for form in checked:
            for name, errors in form.errors.as_data().items():
                if form is self.form and name == "name" and errors[0].code == "required":
                    continue
                found[f"{form[name].auto_id}_error"] = " ".join(form.errors[name])
        for rows in self.rows.values():
            if rows.errors:
                found[rows.error_id] = " ".join(rows.errors)
        return found

    def labelled_errors(self) -> list[tuple[str, str]]:
        """(What the field is called, its message) for everything that is wrong, in the order of the page."""
        found = [(_label(self.form, name), message) for name, message in _each(self.form)]
        for prefix, rows in self.rows.items():
            found += [(prefix.capitalize(), message) for message in rows.errors]
            for place, form in enumerate(rows.forms, start=1):
                if not form.is_blank:
                    where = called(form) or f"Row {place}"
                    found += [(_place(where, _label(form, name)), message) for name, message in _each(form)]
        return found


def called(form: QuietForm) -> str:
    """What a message calls a row: the name of what it holds, or the one typed, "" where there is neither."""
    held = getattr(form, "creature", None) or getattr(form, "item", None)
    return (getattr(held, "name", "") or form["name"].value() or "").strip()


def _each(form: QuietForm) -> list[tuple[str, str]]:
    return [(name, " ".join(messages)) for name, messages in form.errors.items()]


def _label(form: QuietForm, name: str) -> str:
    """The label of a field that one can see."""
    field = form[name]
    return "" if field.is_hidden else field.label


def _place(where: str, label: str) -> str:
    return f"{where}, {label}" if label else where
