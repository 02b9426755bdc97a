"""Pictures of things, drawn anew by `bestiary.pictures` and kept by `bestiary.portraits`."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils import timezone

from bestiary.models.constraints import between
from bestiary.models.creature import Creature
from bestiary.pictures import PAGE_SIDE

ALT_LENGTH = 200


def new_key() -> str:
    """Return a name that nobody can guess, for the files of a picture and its address."""
    return secrets.token_hex(16)


class Picture(models.Model):
    """A picture that never changes: another one has another key, so its address may be remembered for ever.

    It is no part of a document, and so of no revision, copy in an encounter or export either.
    """

    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    alt = models.CharField("what it shows", max_length=ALT_LENGTH, blank=True)
    # Of the version for the page.
    width = models.PositiveSmallIntegerField(editable=False)
    height = models.PositiveSmallIntegerField(editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        abstract = True
        constraints = [between("width", 1, PAGE_SIDE), between("height", 1, PAGE_SIDE)]

    def __str__(self) -> str:
        return self.alt or self.key


class Portrait(Picture):
    """What a creature looks like. Without one it was uploaded with a form that could not be saved yet."""

    thing = models.OneToOneField(Creature, on_delete=models.CASCADE, null=True, related_name="portrait")

    class Meta(Picture.Meta):
        indexes = [models.Index(fields=["created"], name="portrait_waiting", condition=models.Q(thing=None))]
