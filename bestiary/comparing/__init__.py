"""Two versions of a creature's document side by side, field by field, and one document put together from both.

    old, new             ─→ compare ─→ differences, as a page shows them
    base, theirs, mine   ─→ compare ─→ differences, each with the side that is likely meant
    the sides picked     ─→ merge   ─→ one document

Pure functions of documents; a document may hold its creature's `visibility` beside the rest.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from types import MappingProxyType

from bestiary.comparing import two_d12, worlds_awakening
from bestiary.comparing.outline import Field, Outline, Rows
from bestiary.comparing.rows import identified
from bestiary.rules.worlds_awakening.vocabulary import STANDARD_WORDS, Vocabulary

THEIRS, MINE = "theirs", "mine"
# Below this a text is read at a glance, and marks inside it only disturb.
SHORT_TEXT = 60

OUTLINES: Mapping[str, Outline] = MappingProxyType(
    {"worlds_awakening": worlds_awakening.OUTLINE, "two_d12": two_d12.OUTLINE}
)


@dataclass(frozen=True, slots=True)
class Difference:
    """What two versions say differently at one place.

    `key` names the place, `heading` the row that it is in ("Attack “Claw”"; "" outside rows). A side is "" where it
    says nothing, and None where it lacks the whole row. `likely` is the side that changed it, "mine" where both did:
    then it `is_contested`.
    """

    key: str
    heading: str
    label: str
    theirs: str | None
    mine: str | None
    likely: str
    is_contested: bool

    @property
    def name(self) -> str:
        """What a list of changes calls it."""
        return f"{self.heading}: {self.label}" if self.heading and self.label else self.heading or self.label

    @property
    def their_pieces(self) -> list[tuple[str, bool]]:
        """The text of `theirs` in pieces, each with whether `mine` lacks it."""
        return _pieces(self.theirs or "", self.mine or "")

    @property
    def my_pieces(self) -> list[tuple[str, bool]]:
        return _pieces(self.mine or "", self.theirs or "")


def compare(
    theirs: Mapping, mine: Mapping, base: Mapping | None = None, *, words: Vocabulary = STANDARD_WORDS
) -> list[Difference]:
    """Return where two documents of one game differ, in the order of their form.

    `base` is the version that both were made from; without it nobody knows which side changed what.
    """
    return list(_differences(theirs, mine, base, words))


def merge(theirs: Mapping, mine: Mapping, base: Mapping | None, picked: Mapping[str, str]) -> dict:
    """Return one document: where both differ, the side that `picked` has for the difference's key, or the likely one.

    What comes out is no better than its parts: the rules have to look at it.
    """
    outline = OUTLINES[theirs["system"]]
    sides = {one.key: picked.get(one.key, one.likely) for one in _differences(theirs, mine, base, STANDARD_WORDS)}
    merged = deepcopy(dict(theirs))
    _merge_fields(outline.fields, "", mine, merged, sides)
    for group in outline.groups:
        merged[group.key] = _merged_rows(group, theirs, mine, base, sides)
    return merged


def fields_of(document: Mapping, *, words: Vocabulary = STANDARD_WORDS) -> list[tuple[str, str]]:
    """Return everything in a document as (label, text), for one that today's rules do not take."""
    outline = OUTLINES[document["system"]]
    shown = [(field.label, field.read(document, words)) for field in outline.fields]
    for group in outline.groups:
        shown += [(group.title(row), group.read(row, words)) for row in group.of(document)]
    return [(label, text) for label, text in shown if text]


def _differences(theirs: Mapping, mine: Mapping, base: Mapping | None, words: Vocabulary) -> Iterator[Difference]:
    outline = OUTLINES[theirs["system"]]
    yield from _field_differences(outline.fields, "", "", theirs, mine, base, words)
    for group in outline.groups:
        yield from _row_differences(group, theirs, mine, base, words)


def _field_differences(
    fields: tuple[Field, ...],
    prefix: str,
    heading: str,
    theirs: Mapping,
    mine: Mapping,
    base: Mapping | None,
    words: Vocabulary,
) -> Iterator[Difference]:
    for field in fields:
        if field.same_in(theirs, mine):
            continue
        theirs_changed = base is None or not field.same_in(base, theirs)
        mine_changed = base is None or not field.same_in(base, mine)
        yield Difference(
            key=f"{prefix}{field.slug}",
            heading=heading,
            label=field.label,
            theirs=field.read(theirs, words),
            mine=field.read(mine, words),
            likely=MINE if mine_changed else THEIRS,
            is_contested=theirs_changed and mine_changed,
        )


def _row_differences(
    group: Rows, theirs: Mapping, mine: Mapping, base: Mapping | None, words: Vocabulary
) -> Iterator[Difference]:
    old, their_rows, my_rows = _identified(group, theirs, mine, base)
    for key in dict.fromkeys([*their_rows, *my_rows]):
        one, other = their_rows.get(key), my_rows.get(key)
        place = f"{group.key}-{key}"
        if one is not None and other is not None:
            yield from _field_differences(
                group.fields, f"{place}-", group.title(other), one, other, old.get(key) if base else None, words
            )
            continue
        # One side has the row. Left as it was, the other one has removed it; else both have had a hand in it.
        row, side, lacking = (one, THEIRS, MINE) if one is not None else (other, MINE, THEIRS)
        was_there = base is not None and key in old
        is_untouched = was_there and all(field.same_in(old[key], row) for field in group.fields)
        text = group.read(row, words)
        yield Difference(
            key=place,
            heading=group.title(row),
            label="",
            theirs=text if side == THEIRS else None,
            mine=text if side == MINE else None,
            likely=lacking if is_untouched else side,
            is_contested=base is None or (was_there and not is_untouched),
        )
    yield from _order_difference(group, old, their_rows, my_rows, is_known=base is not None)


def _order_difference(group: Rows, old: dict, theirs: dict, mine: dict, *, is_known: bool) -> Iterator[Difference]:
    """The order of the rows that both have, where it is another one."""
    shared = set(theirs) & set(mine)
    orders = [[key for key in rows if key in shared] for rows in (theirs, mine)]
    if orders[0] == orders[1]:
        return
    was = [key for key in old if key in shared]
    mine_changed, theirs_changed = ([key for key in order if key in old] != was for order in (orders[1], orders[0]))
    yield Difference(
        key=f"{group.key}-order",
        heading="",
        label=f"Order of the {group.plural}",
        theirs=", ".join(group.name(theirs[key]) for key in orders[0]),
        mine=", ".join(group.name(mine[key]) for key in orders[1]),
        likely=MINE if mine_changed or not is_known else THEIRS,
        is_contested=(mine_changed and theirs_changed) or not is_known,
    )


def _identified(group: Rows, theirs: Mapping, mine: Mapping, base: Mapping | None) -> tuple[dict, dict, dict]:
    """The rows of the three by their ids. Without a base, a row both have is one that both have had."""
    return identified(group, theirs if base is None else base, theirs, mine)


def _merge_fields(fields: tuple[Field, ...], prefix: str, mine: Mapping, merged: dict, sides: Mapping) -> None:
    for field in fields:
        if sides.get(f"{prefix}{field.slug}") == MINE:
            field.copy(mine, merged)


def _merged_rows(group: Rows, theirs: Mapping, mine: Mapping, base: Mapping | None, sides: Mapping) -> list[dict]:
    _, their_rows, my_rows = _identified(group, theirs, mine, base)
    rows = {}
    for key in dict.fromkeys([*their_rows, *my_rows]):
        place = f"{group.key}-{key}"
        if key in their_rows and key in my_rows:
            rows[key] = deepcopy(dict(their_rows[key]))
            _merge_fields(group.fields, f"{place}-", my_rows[key], rows[key], sides)
        elif sides[place] == (THEIRS if key in their_rows else MINE):
            rows[key] = deepcopy(dict(their_rows.get(key) or my_rows[key]))
    first, second = (my_rows, their_rows) if sides.get(f"{group.key}-order") == MINE else (their_rows, my_rows)
    order = [key for key in first if key in rows]
    # A row that only the other side has follows the one that it followed there; without rows in common, all of them.
    start = 0 if any(key in second for key in order) else len(order)
    before = None
    for key in second:
        if key not in rows:
            continue
        if key not in order:
            order.insert(order.index(before) + 1 if before in order else start, key)
        before = key
    return [rows[key] for key in order]


def _pieces(text: str, other: str) -> list[tuple[str, bool]]:
    """`text` in pieces, each with whether `other` lacks it. Short texts differ as a whole."""
    if not text or not other or max(len(text), len(other)) <= SHORT_TEXT:
        return [(text, False)]
    parts, others = (re.findall(r"\w+|\s+|[^\w\s]", whole) for whole in (text, other))
    pieces = []
    for action, start, end, _, _ in difflib.SequenceMatcher(None, parts, others).get_opcodes():
        if start < end:
            pieces.append(("".join(parts[start:end]), action != "equal"))
    return pieces
