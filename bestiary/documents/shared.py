"""What the documents of creatures of every game system have in common, and those of other things with an author."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from bestiary.choices import FAMILIES, HABITATS
from bestiary.documents.reading import as_list
from bestiary.models import DESCRIPTION_LENGTH, TAG_LENGTH, Authored, Creature, Tag, Visibility
from bestiary.rules.checks import shows
from bestiary.rules.errors import OutOfRange, RulesError, UnknownChoice
from bestiary.search import facets, fold, searchable

DOCUMENT_VERSION = 1
MAX_TAGS = 12

_HABITAT_LABELS = dict(HABITATS)
_FAMILY_LABELS = dict(FAMILIES)


class SavedElsewhereError(Exception):
    """Somebody saved this thing after it was read: in another tab, on another device."""


def document_head(creature: Creature) -> dict:
    """Return what every creature's document begins with."""
    return {
        "type": "creature",
        "version": DOCUMENT_VERSION,
        "id": str(creature.uid),
        "system": creature.system,
        "name": creature.name,
    }


def document_tail(creature: Creature) -> dict:
    """Return what follows the choices of the game."""
    return {
        "description": creature.description,
        "habitat": creature.habitat,
        "family": creature.family,
        "tags": sorted(tag.name for tag in creature.tags.all()),
    }


def normal_tags(tags: Sequence[str]) -> list[str]:
    """Return tags as they are kept: lower case, single blanks, each once, in alphabetical order; only what shows."""
    return sorted({tag for tag in (" ".join(tag.split()).lower() for tag in tags) if shows(tag)})


def read_texts(document: Mapping) -> tuple[str, list[str]]:
    """Return the description and the tags as they are kept; RulesError names the field that is wrong."""
    description = document.get("description", "")
    if not isinstance(description, str) or len(description) > DESCRIPTION_LENGTH:
        raise OutOfRange(f"A description is a text of at most {DESCRIPTION_LENGTH:,} characters.", "description")
    tags = as_list(document, "tags")
    if not all(isinstance(tag, str) for tag in tags):
        raise RulesError("Tags are words.", "tags")
    tags = normal_tags(tags)
    if len(tags) > MAX_TAGS or any(len(tag) > TAG_LENGTH for tag in tags):
        raise OutOfRange(f"At most {MAX_TAGS} tags of {TAG_LENGTH} characters each.", "tags")
    return description, tags


def read_shared(document: Mapping) -> dict:
    """Return what creatures of every system have beside their rules; raises RulesError like `rules_from_document`."""
    description, tags = read_texts(document)
    habitat, family = document.get("habitat", ""), document.get("family", "")
    if habitat not in ("", *_HABITAT_LABELS):
        raise UnknownChoice("Choose a habitat from the list, or none.", "habitat")
    if family not in ("", *_FAMILY_LABELS):
        raise UnknownChoice("Choose a family from the list, or none.", "family")
    return {"description": description, "habitat": habitat, "family": family, "tags": tags}


def search_text(
    creature: Creature, tags: Sequence[str], words: Sequence[str] = (), marks: Iterable[tuple[str, object]] = ()
) -> str:
    """Return the text that a search looks through, with its facets; `words` and `marks` are the game's own."""
    labels = (_FAMILY_LABELS.get(creature.family, ""), _HABITAT_LABELS.get(creature.habitat, ""))
    shared = [("system", creature.system), ("habitat", creature.habitat), ("family", creature.family)]
    shared += [("portrait", "with")] * creature.has_portrait
    text = " ".join((creature.name, creature.description, *tags, *labels, *words))
    return searchable(text, facets([*shared, *(("tag", tag) for tag in tags), *marks]))


def sort_name(name: str) -> str:
    """Return what lists in alphabetical order go by."""
    return fold(name)[:200]


def save_authored(
    thing: Authored, tags: Sequence[str], save_rows: Callable[[], None] | None = None, now: datetime | None = None
) -> None:
    """Write a thing whose columns are set, its tags and, by `save_rows`, what hangs on it: all or nothing.

    The revision counts up with every save. SavedElsewhereError when the stored revision is no longer the one that
    `thing` was read with, or the stored thing lies in the bin by now, or is gone.
    """
    thing.sort_name = sort_name(thing.name)
    thing.updated = now or timezone.now()
    if thing.visibility == Visibility.PUBLIC and thing.published_at is None:
        thing.published_at = thing.updated
    columns = None
    with transaction.atomic():
        if thing.pk:
            # One statement, so that of two saves at the same moment exactly one finds the revision it expects, and a
            # save never takes out of the bin what was put there at the same moment.
            read = type(thing).objects.filter(pk=thing.pk, revision=thing.revision, deleted_at=None)
            if not read.update(revision=F("revision") + 1):
                raise SavedElsewhereError
            thing.revision += 1
            columns = [field.name for field in thing._meta.concrete_fields if not field.primary_key]
            columns = [name for name in columns if name not in thing.SET_BY_OTHERS]
        thing.save(update_fields=columns)
        if save_rows is not None:
            save_rows()
        Tag.objects.bulk_create([Tag(name=tag) for tag in tags], ignore_conflicts=True)
        thing.tags.set(Tag.objects.filter(name__in=tags))
    # Rows prefetched before the save would show the thing as it was.
    thing._prefetched_objects_cache = {}
