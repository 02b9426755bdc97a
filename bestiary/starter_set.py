"""The starter set: attacks and abilities that everybody's library begins with.

Data of the program like the tables of the rules, no rows: the same on every site, never out of date, changed by nobody.
What is inserted or kept from it is a copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from uuid import UUID

from bestiary.documents.library import all_tags, read_row, searched_text
from bestiary.documents.shared import normal_tags
from bestiary.documents.worlds_awakening import row_document
from bestiary.models import EntryKind, LibraryEntry
from bestiary.rules import worlds_awakening as wa
from bestiary.sample_kinds import read_toml, sample_uid
from bestiary.search import Search

FILE = Path(__file__).parent / "starter_set.toml"


@dataclass(frozen=True, slots=True)
class Offer:
    """An entry as lists and pickers show it, one of the starter set or one's own.

    `tags` are all of its tags, `own_tags` those that its author gave it beside what the row says.
    """

    uid: UUID
    kind: str
    row: dict
    rules: wa.Attack | wa.Ability
    own_tags: list[str]
    searched: str
    entry: LibraryEntry | None = None

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def tags(self) -> list[str]:
        return all_tags(self.rules, self.own_tags)

    @property
    def is_starter(self) -> bool:
        return self.entry is None

    @property
    def is_attack(self) -> bool:
        return self.kind == EntryKind.ATTACK

    def fits(self, search: Search) -> bool:
        """Whether it has all the words and facets of the search: as the database would say of an entry."""
        return all(needle in self.searched for needle in search.needles)


def offer(entry: LibraryEntry) -> Offer:
    """Return an entry of somebody's library as it is shown."""
    rules = read_row(entry.kind, entry.row)
    return Offer(entry.uid, entry.kind, entry.row, rules, entry.tags, entry.searched, entry)


@cache
def starter_set() -> tuple[Offer, ...]:
    """Return the whole set in the order of its file, checked by the rules."""
    document = read_toml(FILE)
    return tuple(
        _starter(kind, dict(row))
        for kind, group in ((EntryKind.ATTACK, "attacks"), (EntryKind.ABILITY, "abilities"))
        for row in document[group]
    )


def starter(uid: UUID) -> Offer | None:
    """Return the entry of the set with that id."""
    return next((one for one in starter_set() if one.uid == uid), None)


def _starter(kind: EntryKind, row: dict) -> Offer:
    tags = normal_tags(row.pop("tags", ()))
    rules = read_row(kind, row)
    return Offer(
        uid=sample_uid(f"library/{rules.name}"),
        kind=kind.value,
        row=row_document(rules),
        rules=rules,
        own_tags=tags,
        searched=searched_text(kind, rules, tags),
    )
