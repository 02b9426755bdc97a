"""A form without what is wrong in it: the last good numbers of what was typed, for the pane beside a refused save."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping

from bestiary.forms.shared import RowForm
from bestiary.forms.whole import WholeForm

# What the rules say of a form shows only after its fields are right, one thing at a time.
MOST_PASSES = 40


def without_mistakes(builder: WholeForm, stored: Mapping | None = None) -> WholeForm | None:
    """A valid draft of what was typed: wrong rows are left out, wrong fields are as `stored`, or as in a new thing.

    None where something is wrong that is in no field.
    """
    usual = builder.blank_values if stored is None else stored
    data = builder.posted()
    for _ in range(MOST_PASSES):
        draft = type(builder).from_post(data, draft=True)
        if draft.is_valid():
            return draft
        if not _leave_out(draft, data, usual):
            return None
    return None


def _leave_out(draft: WholeForm, data: MutableMapping, usual: Mapping) -> bool:
    """Take what is wrong in `draft` out of its data; False where nothing was taken."""
    before = len(data), {name: data.get(name) for name in draft.main.fields}
    for part in draft.parts():
        if part.errors and isinstance(part, RowForm):
            _remove_row(part, data)
        elif part.errors:
            for name in part.errors:
                _reset(name, data, usual)
    for name in draft.row_errors:
        for row in draft.used_rows(name)[draft.groups[name].most :]:
            _remove_row(row, data)
    return before != (len(data), {name: data.get(name) for name in draft.main.fields})


def _remove_row(row: RowForm, data: MutableMapping) -> None:
    for key in [key for key in data if key.startswith(f"{row.prefix}-")]:
        del data[key]


def _reset(name: str, data: MutableMapping, usual: Mapping) -> None:
    """Put what usually stands in the field where something wrong stood."""
    data.pop(name, None)
    if usual.get(name) not in (None, "", False):
        data[name] = str(usual[name])
