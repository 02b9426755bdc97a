"""Entries of a library: a row of a creature's document by itself, and the words that a search finds it by.

`read_row` trusts nothing, as `rules_from_document` does; the addresses of what it refuses begin with "row.".
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from bestiary.documents.reading import as_object, check_texts
from bestiary.documents.shared import SavedElsewhereError, read_texts, sort_name
from bestiary.documents.worlds_awakening import read_ability, read_attack, row_document
from bestiary.models import EntryKind, LibraryEntry
from bestiary.rules import worlds_awakening as wa
from bestiary.search import facets, searchable

# What a filter offers: the first say themselves from the fields of a row, see `told_tags`.
TOLD_TAGS = ("melee", "ranged", "magic", "support", "area", "several targets", "passive")
OFFERED_TAGS = (*TOLD_TAGS, "control", "defence", "healing", "movement", "summoning", "weak point")

# How many of its former wordings an entry is known by. Rows that nobody brought up to date for longer are left alone.
MOST_EARLIER = 12


def read_row(kind: str, row: object) -> wa.Attack | wa.Ability:
    """Return the attack or ability of a row, checked by the rules."""
    row = as_object(row, "row")
    check_texts(row, "row")
    rules = read_attack(row) if kind == EntryKind.ATTACK else read_ability(row, "row")
    rules.check("row")
    return rules


def told_tags(rules: wa.Attack | wa.Ability) -> list[str]:
    """Return the tags that a row's own fields say, so that they are never out of step with it."""
    if isinstance(rules, wa.Attack):
        return [rules.kind.value]
    tags = [rules.kind.value] if rules.kind else []
    if rules.reaches_all:
        tags.append("area")
    elif rules.reaches_several:
        tags.append("several targets")
    return tags + ["passive"] * (rules.usage is wa.Usage.PASSIVE)


def all_tags(rules: wa.Attack | wa.Ability, tags: Sequence[str]) -> list[str]:
    """Return the tags of a row and those that its author gave it, each once."""
    return list(dict.fromkeys([*told_tags(rules), *tags]))


def searched_text(kind: str, rules: wa.Attack | wa.Ability, tags: Sequence[str]) -> str:
    """Return the text that a search looks through, with its facets."""
    tags = all_tags(rules, tags)
    if isinstance(rules, wa.Attack):
        words = [rules.damage_type]
    else:
        words = [rules.text, *(upgrade.text for upgrade in rules.upgrades)]
    text = " ".join((rules.name, *words, *tags))
    return searchable(text, facets([("kind", kind), *(("tag", tag) for tag in tags)]))


def save_entry(entry: LibraryEntry, row: object, tags: Sequence[str], *, now: datetime | None = None) -> LibraryEntry:
    """Write a row and its tags into an entry, new or stored, its owner and kind set by the caller.

    What the entry said before is kept among its `earlier` documents. Raises RulesError for a wrong row or wrong tags,
    and SavedElsewhereError when the stored entry is no longer what `entry` was read from.
    """
    rules = read_row(entry.kind, row)
    _, tags = read_texts({"tags": tags})
    row = row_document(rules)
    if entry.pk and entry.row != row:
        others = [document for document in entry.earlier if document not in (entry.row, row)]
        entry.earlier = [*others, entry.row][-MOST_EARLIER:]
    entry.row, entry.tags, entry.name = row, tags, rules.name
    entry.sort_name = sort_name(entry.name)
    entry.searched = searched_text(entry.kind, rules, tags)
    entry.updated = now or timezone.now()
    with transaction.atomic():
        if entry.pk:
            # One statement, so that of two saves at the same moment exactly one finds the revision it expects.
            read = LibraryEntry.objects.filter(pk=entry.pk, revision=entry.revision, deleted_at=None)
            if not read.update(revision=F("revision") + 1):
                raise SavedElsewhereError
            entry.revision += 1
        entry.save()
    return entry
