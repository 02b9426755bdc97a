"""Rows of a posted form that are added, removed and moved: `pcs-0-name`, `pcs-0-level`, `pcs-3-name`, …

Numbers may have gaps and keep their row for the life of a page, so a hint that arrives late still finds its field.
`ORDER` fields say the order where the page moved rows; a row marked `DELETE` is not there. All else is the forms'.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.forms import Form
from django.http import QueryDict
from django.utils.functional import cached_property

# How many rows are read beyond the maximum, so that what was typed comes back; hundreds of them would only take time.
SPARE_ROWS = 8


class Rows:
    """The rows under one prefix of `data`, which the methods change in place.

    `check` returns what is wrong with the rows as a whole beyond their number, "" when nothing is.
    """

    quiet = False
    focus: int | None = None
    """The row that takes the keyboard when the page comes back."""
    defaults: Mapping[str, object] = MappingProxyType({})
    """What a new row holds before anything is typed."""

    def __init__(
        self,
        data: QueryDict,
        prefix: str,
        form_class: type[Form],
        maximum: int,
        too_many: str,
        check: Callable[[], str] = str,
    ):
        self.data = data
        self.prefix = prefix
        self.form_class = form_class
        self.maximum = maximum
        self.too_many = too_many
        self.check = check

    def name(self, number: int | str, field: str) -> str:
        return f"{self.prefix}-{number}-{field}"

    @property
    def numbers(self) -> list[int]:
        """The rows' numbers in the order they are shown, a few more than the maximum at the most."""
        pattern = re.compile(rf"{re.escape(self.prefix)}-([0-9]{{1,4}})-\w+")
        found = {int(match[1]) for key in self.data if (match := pattern.fullmatch(key))}
        kept = sorted((n for n in found if not self.data.get(self.name(n, "DELETE"))), key=self._place)
        return kept[: self.maximum + SPARE_ROWS]

    def _place(self, number: int) -> tuple[int, int]:
        order = self.data.get(self.name(number, "ORDER"), "")
        return (int(order) if re.fullmatch("[0-9]{1,6}", order) else number + 1), number

    @property
    def next_number(self) -> int:
        """A number no row has or had on this page; rows.js counts it up in the hidden field TOTAL_FORMS."""
        posted = self.data.get(f"{self.prefix}-TOTAL_FORMS", "")
        counted = int(posted) if re.fullmatch("[0-9]{1,4}", posted) else 0
        return max([counted, *(number + 1 for number in self.numbers)])

    @property
    def is_full(self) -> bool:
        return len(self.numbers) >= self.maximum

    def add(self, **values: object) -> int:
        """Append a row and return its number."""
        number = self.next_number
        last = max((self._place(n)[0] for n in self.numbers), default=0)
        for field, value in {**values, "ORDER": last + 1}.items():
            self.data[self.name(number, field)] = str(value)
        self.data[f"{self.prefix}-TOTAL_FORMS"] = str(number + 1)
        self._forget()
        return number

    def remove(self, number: int) -> None:
        for key in [key for key in self.data if key.startswith(f"{self.prefix}-{number}-")]:
            del self.data[key]
        self._forget()

    def move(self, number: int, *, up: bool) -> None:
        """Swap a row with its neighbour; the first cannot go up, the last not down."""
        numbers = self.numbers
        if number not in numbers:
            return
        place = numbers.index(number)
        other = place - 1 if up else place + 1
        if 0 <= other < len(numbers):
            numbers[place], numbers[other] = numbers[other], numbers[place]
        for order, each in enumerate(numbers, start=1):
            self.data[self.name(each, "ORDER")] = str(order)
        self._forget()

    def set(self, number: int, field: str, value: object) -> None:
        if number in self.numbers:
            self.data[self.name(number, field)] = str(value)
            self._forget()

    def press(self, button: str, value: str) -> int | None:
        """Do what a row's button says, "remove" of "pcs-3" say; returns the number, None if it is not one of ours."""
        match = re.fullmatch(rf"{re.escape(self.prefix)}-([0-9]{{1,4}})", value)
        if match is None:
            return None
        number = int(match[1])
        if button == "remove":
            self.remove(number)
        elif button in ("move_up", "move_down"):
            self.move(number, up=button == "move_up")
        return number

    @cached_property
    def forms(self) -> list[Form]:
        """The rows' bound forms in order; each knows its `number`."""
        forms = []
        for number in self.numbers:
            form = self.form_class(self.data, prefix=f"{self.prefix}-{number}")
            form.number = number
            form.order = self.data.get(self.name(number, "ORDER"), "")
            form.quiet = form.is_blank
            if number == self.focus:
                form.fields["name"].widget.attrs["autofocus"] = True
            forms.append(form)
        return forms

    def _forget(self) -> None:
        self.__dict__.pop("forms", None)

    @property
    def filled(self) -> list[Form]:
        """The forms but for rows nobody typed anything into."""
        return [form for form in self.forms if not form.is_blank]

    @property
    def empty_form(self) -> Form:
        """The row that rows.js copies; its number is put in place of `__prefix__`."""
        form = self.form_class(prefix=f"{self.prefix}-__prefix__", initial=dict(self.defaults))
        form.number = "__prefix__"
        form.order = ""
        return form

    @property
    def errors(self) -> list[str]:
        """What is wrong with the rows as a whole."""
        if self.quiet:
            return []
        too_many = self.too_many if len(self.numbers) > self.maximum else ""
        return [message for message in (too_many, self.check()) if message]

    @property
    def error_id(self) -> str:
        return f"id_{self.prefix}_error"

    def is_valid(self) -> bool:
        return all(form.is_valid() for form in self.filled) and not self.errors
