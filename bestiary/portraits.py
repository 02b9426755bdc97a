"""How pictures come, stay and go: a file with a form, a row and three files in the storage, and nothing of either.

    file with a form ─→ `take_upload` ─→ a picture that waits, named by its key in the form ─┐
    a variant's form names the picture of what it comes from by its key ─────────────────────┴→ `Change` ─→ saved

A picture waits because a form may come back: a name is missing, another tab saved first, a row was added without a
script. Browsers empty file fields then, so without this the picture would be lost. It waits for a day.

The files lie in Django's default storage, named by the key, and go when their row goes. Whatever remains because a
transaction or the machine ended half-way is found by `tidy`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.limits import use_allowance, who_asks
from bestiary.models import Authored, Creature, Portrait
from bestiary.pictures import PRINT, VERSIONS, PictureRefused, in_grey, read_picture

logger = logging.getLogger(__name__)

FOLDER = "portraits"
WAITING = timedelta(days=1)


class PictureGone(Exception):
    """The picture that a form names is no longer there, in a sentence for whoever sent the form."""


# --- files -----------------------------------------------------------------------------------------------------------


def file_name(key: str, version: str) -> str:
    """Return where a version of a picture lies in the storage."""
    return f"{FOLDER}/{key[:2]}/{key}-{version}"


def read_version(portrait: Portrait, version: str) -> bytes | None:
    """Return the bytes of a version, None where the storage has lost them."""
    try:
        with default_storage.open(file_name(portrait.key, version)) as file:
            return file.read()
    except OSError as error:
        logger.warning("A picture cannot be read: %s", error)
        return None


def _keep(portrait: Portrait, versions: dict[str, bytes]) -> Portrait:
    for version, data in versions.items():
        default_storage.save(file_name(portrait.key, version), ContentFile(data))
    portrait.save()
    return portrait


def delete_files(instance: Portrait, using: str, **_) -> None:
    """Delete the files of a row that was deleted, as soon as that is certain."""
    names = [file_name(instance.key, version) for version in VERSIONS]
    transaction.on_commit(lambda: [_delete(name) for name in names], using=using)


def _delete(name: str) -> None:
    try:
        default_storage.delete(name)
    except OSError as error:
        logger.warning("A picture cannot be deleted: %s", error)


def tidy(now: datetime) -> int:
    """Delete the pictures that waited for a day, and files without a row as old; returns how many pictures and files.

    The storage is looked through folder by folder, so that a large one needs no more memory than a small one.
    """
    old = now - WAITING
    count, _ = Portrait.objects.filter(thing=None, created__lte=old).delete()
    for folder in _listed(FOLDER)[0]:
        path = f"{FOLDER}/{folder}"
        names = _listed(path)[1]
        kept = set(Portrait.objects.filter(key__startswith=folder).values_list("key", flat=True))
        for name in names:
            if name.partition("-")[0] not in kept and default_storage.get_modified_time(f"{path}/{name}") <= old:
                _delete(f"{path}/{name}")
                count += 1
    return count


def _listed(path: str) -> tuple[list[str], list[str]]:
    try:
        return default_storage.listdir(path)
    except FileNotFoundError:
        return [], []


# --- coming with a form ----------------------------------------------------------------------------------------------


def take_upload(request: HttpRequest, file: UploadedFile, most: int) -> Portrait:
    """Read the picture in a file that came with a form and let it wait. Raises PictureRefused.

    Counted, since reading one costs more than any page: `most` in an hour.
    """
    now = timezone.now()
    minutes = use_allowance("picture", who_asks(request), most, now)
    if minutes:
        raise PictureRefused(
            f"That is more than {most} pictures in an hour. Choose it again in {minutes} "
            f"minute{'' if minutes == 1 else 's'}; all else can be saved without it."
        )
    picture = read_picture(file.read(), file.size)
    return _keep(Portrait(width=picture.width, height=picture.height, created=now), picture.versions)


def copy_of(portrait: Portrait) -> Portrait:
    """Return a picture that waits and is the same, in files of its own: it lives on when the other one goes."""
    versions = {version: read_version(portrait, version) for version in VERSIONS}
    if None in versions.values():
        raise PictureGone("The picture is no longer there: choose another one, or save without.")
    return _keep(Portrait(width=portrait.width, height=portrait.height), versions)


@dataclass(frozen=True, slots=True)
class Change:
    """What saving a form does to the portrait of a thing. Make and apply it in the transaction that saves the thing."""

    new: Portrait | None
    is_removed: bool
    alt: str

    @classmethod
    def wanted(cls, fields: dict, thing: Authored, user) -> Change:
        """Return the change that the cleaned `fields` of a form ask for. Raises PictureGone.

        A picture of somebody's creature, named by its key, may be taken over by whoever may see it.
        """
        key, is_removed, alt = fields["portrait_kept"], fields["portrait_remove"], fields["portrait_alt"]
        if is_removed or not key:
            return cls(None, is_removed, alt)
        named = Portrait.objects.select_for_update(of=("self",)).filter(key=key).first()
        if named is None or not may_take(named, user):
            raise PictureGone("The picture waited for a day and is gone: choose it again, or save without.")
        if named.thing_id is not None and named.thing_id == thing.pk:
            return cls(None, False, alt)  # sent once more: it is there already
        return cls(named if named.thing_id is None else copy_of(named), False, alt)

    def leaves_one(self, thing: Authored) -> bool:
        """Whether the thing has a portrait afterwards."""
        return self.new is not None or (thing.has_portrait and not self.is_removed)

    def apply(self, thing: Authored) -> None:
        """Give the saved thing its portrait, or take it away."""
        if self.new is not None or self.is_removed:
            Portrait.objects.filter(thing=thing).delete()
        if self.new is not None:
            self.new.thing, self.new.alt = thing, self.alt
            self.new.save()
        else:
            Portrait.objects.filter(thing=thing).exclude(alt=self.alt).update(alt=self.alt)
        # What was read before this would show the thing as it was.
        thing._state.fields_cache.pop("portrait", None)


def may_take(portrait: Portrait, user) -> bool:
    """Whether `user` may see a picture, and so may take a copy: it waits, or its creature may be opened."""
    return portrait.thing_id is None or Creature.objects.visible_to(user).filter(pk=portrait.thing_id).exists()


def portrait_of(thing: Authored | None) -> Portrait | None:
    """Return the portrait of a thing, None where it has none."""
    if thing is None or not thing.has_portrait:
        return None
    return getattr(thing, "portrait", None)


def portraits_among(things: Iterable[Authored]) -> dict[int, Portrait]:
    """Return the portraits of those things that have one, by the thing's key; one query, or none."""
    keys = [thing.pk for thing in things if thing.has_portrait]
    return {portrait.thing_id: portrait for portrait in Portrait.objects.filter(thing__in=keys)} if keys else {}


# --- on paper --------------------------------------------------------------------------------------------------------

PAPER_CHOICES = {"grey": "in grey", "colour": "in colour", "none": "left out"}


def printed(portrait: Portrait | None, how: str) -> bytes | None:
    """Return the picture for a print, `how` a word of PAPER_CHOICES ("grey" for any other); None for no picture."""
    if portrait is None or how == "none":
        return None
    data = read_version(portrait, PRINT)
    return data if data is None or how == "colour" else in_grey(data)
