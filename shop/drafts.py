"""A merchant or an outfit while its GM works on it: what was posted, looked up, checked, and saved as rows.

    stored thing -> draft -> form -> posted -> draft -> `resolve` and `save` -> rows

A draft is the form's data and nothing else, so whatever was typed comes back in the page that follows. Rows that were
saved before keep the item as it was; new ones take it as it is now.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.http import QueryDict

from bestiary.drafts import Draft
from bestiary.forms.quiet import QuietForm
from bestiary.rows import Rows
from shop.documents import rules_from_document
from shop.forms.shelves import MerchantForm, OutfitForm, ShelfRowForm, StockRowForm
from shop.models import MAX_STOCK_LINES, Item, Merchant, Outfit, OutfitLine, StockLine
from shop.models.shelf import ShelfLine
from shop.rules import LIMITS
from shop.shelves import about, fill_line, visible_items

GONE = "This item is not there any more, or no longer yours to see: remove the row."
NOT_THERE = "This item is not there, or not yours to see."


@dataclass(frozen=True, slots=True)
class ShownRow:
    """What a row of the form says of its item; `is_changed`: the item is another one by now."""

    name: str
    about: str
    list_price: int
    author: str = ""
    is_changed: bool = False


class ShelfDraft(Draft):
    """The form of something with lines of items."""

    form_class: type[QuietForm]
    row_class: type[ShelfRowForm]
    line_class: type[ShelfLine]
    owner_field: str
    fields: tuple[str, ...]
    maximum: int
    too_many: str

    def __init__(self, data: QueryDict):
        self.data = data
        self.form = self.form_class(data)
        self.lines = Rows(data, "lines", self.row_class, self.maximum, self.too_many)
        self.rows = {"lines": self.lines}
        self._stored: dict[int, ShelfLine] = {}
        self._visible: dict[str, Item] = {}
        self._resolved: list[ShelfLine] = []

    @classmethod
    def of(cls, thing):
        """The draft of a stored thing (fetch with `with_lines()`), or of a new one."""
        data = QueryDict(mutable=True)
        for name in cls.fields:
            data[name] = getattr(thing, name)
        draft = cls(data)
        for line in thing.lines.all() if thing.pk else ():
            draft.lines.add(line=line.pk, item=line.item_key, **cls.row_values(line))
        return draft

    # --- what a stock has and an outfit has not

    @classmethod
    def row_values(cls, line: ShelfLine) -> dict:
        """What of a line its GM may change, as the row's fields."""
        return {}

    def write_row(self, form: ShelfRowForm, line: ShelfLine) -> None:
        """The way back, of a valid row."""

    def grows(self, number: int) -> bool:
        """Whether one more of the row's item raised its count instead of making a row of its own."""
        return False

    # --- rows and buttons

    def set_defaults(self) -> None:
        """New rows come from the search alone."""

    def add_row(self, prefix: str) -> None:
        return None

    def add_item(self, item: Item) -> int | None:
        """Add `item` and return its row's number; None when there is no room."""
        for form in self.lines.forms:
            if form.item_uid == str(item.uid) and self.grows(form.number):
                return form.number
        if self.lines.is_full:
            return None
        return self.lines.add(item=item.uid, **self.row_values(self.line_class()))

    def refresh(self, button: str) -> bool:
        """Do what the button beside a changed item says, "lines-3" say: the row holds it as it is now."""
        match = re.fullmatch(r"lines-([0-9]{1,4})", button)
        if match is None:
            return False
        self.lines.set(int(match[1]), "fresh", "on")
        return True

    # --- looking up

    def look_up(self, user, thing) -> None:
        """Fetch what the rows speak of, as `user` may see it, so that the page can name it; two queries at most."""
        self._stored = {line.pk: line for line in thing.lines.all()} if thing.pk else {}
        self._visible = visible_items(user, (form.item_uid for form in self.lines.forms))
        for form in self.lines.forms:
            form.shown = self._shown(form)

    def _shown(self, form: ShelfRowForm) -> ShownRow | None:
        line, item = self._stored.get(form.line_id), self._visible.get(form.item_uid)
        if line and form.item_uid != line.item_key:
            item = None
        if line and not (form.wants_fresh and item):
            rules = rules_from_document(line.document, texts_are_clean=True)
            changed = bool(item) and item.revision != line.revision
            return ShownRow(line.name, about(rules), line.list_price, line.author, changed)
        if item:
            return ShownRow(item.name, about(item.to_rules()), item.list_price, item.owner.display_name)
        return None

    def resolve(self, user, thing) -> bool:
        """Make lines of the rows; False, with messages at them, where an item is gone. The draft must be valid."""
        self.look_up(user, thing)
        unused, self._resolved = dict(self._stored), []
        for form in self.lines.forms:
            # A line posted twice is kept once; the second is a row of its own.
            line = unused.pop(form.line_id, None)
            item = self._visible.get(form.item_uid)
            if line is None or (form.wants_fresh and item and line.item_key == form.item_uid):
                if item is None:
                    form.add_error("item", GONE)
                    continue
                line = fill_line(line or self.line_class(), item, user)
            self.write_row(form, line)
            self._resolved.append(line)
        return all(form.is_valid() for form in self.lines.forms)

    def is_valid(self) -> bool:
        return all([self.form.is_valid(), self.lines.is_valid()])

    @transaction.atomic
    def save(self, thing, now: datetime):
        """Write the draft, valid and resolved, into `thing`, whose owner the caller has set."""
        for name in self.fields:
            setattr(thing, name, self.form.cleaned_data[name])
        thing.updated = now
        thing.save()
        thing.lines.exclude(pk__in=[line.pk for line in self._resolved if line.pk]).delete()
        for order, line in enumerate(self._resolved):
            setattr(line, self.owner_field, thing)
            line.order = order
        changeable = ["order", "item", "document", "name", "author", "revision", "list_price"]
        changeable += self.row_values(self.line_class())
        self.line_class.objects.bulk_update([line for line in self._resolved if line.pk], changeable)
        self.line_class.objects.bulk_create([line for line in self._resolved if not line.pk])
        # Rows prefetched before the save would show the thing as it was.
        thing._prefetched_objects_cache = {}
        return thing


class MerchantDraft(ShelfDraft):
    """The form of a merchant. Adding an item that is there already raises its count."""

    form_class, row_class, line_class, owner_field = MerchantForm, StockRowForm, StockLine, "merchant"
    model = Merchant
    fields = ("name", "place", "notes")
    maximum = MAX_STOCK_LINES
    too_many = f"A stock has at most {MAX_STOCK_LINES} rows."

    @classmethod
    def row_values(cls, line: StockLine) -> dict:
        return {"count": line.count}

    def write_row(self, form: StockRowForm, line: StockLine) -> None:
        line.count = form.cleaned_data["count"]

    def grows(self, number: int) -> bool:
        count = self.data.get(self.lines.name(number, "count"), "")
        if not re.fullmatch("[0-9]{1,3}", count) or int(count) >= LIMITS["stock"].high:
            return False
        self.lines.set(number, "count", int(count) + 1)
        return True


class OutfitDraft(ShelfDraft):
    """The form of an outfit. Two daggers are two rows."""

    form_class, row_class, line_class, owner_field = OutfitForm, ShelfRowForm, OutfitLine, "outfit"
    model = Outfit
    fields = ("name",)
    maximum = LIMITS["outfit_items"].high
    too_many = f"An outfit has at most {LIMITS['outfit_items'].high} items."
