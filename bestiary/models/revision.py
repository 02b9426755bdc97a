"""What a thing was before it was saved again."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from bestiary.models.authored import Visibility
from bestiary.models.constraints import one_of
from bestiary.models.creature import Creature


class Revision(models.Model):
    """A version of a thing that a later save replaced, never changed again: its document, who saved it and when.

    The version in force is the thing itself, so what was never changed costs no row, and there is nothing to catch up
    on for things from before revisions were kept.
    """

    number = models.PositiveIntegerField()
    document = models.JSONField()
    # No part of the document: restoring a text must not publish it again.
    visibility = models.CharField(max_length=10, choices=Visibility)
    # A name, not a user: it says who it was then, a guest before they took a name too.
    saved_by = models.CharField(max_length=150)
    saved = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True
        ordering = ["-number"]
        constraints = [
            models.CheckConstraint(condition=Q(number__gte=1), name="%(class)s_number_from_1"),
            one_of("visibility", Visibility.values),
        ]

    def __str__(self) -> str:
        return f"revision {self.number}"


class CreatureRevision(Revision):
    """A version of a creature."""

    creature = models.ForeignKey(Creature, on_delete=models.CASCADE, related_name="revisions")

    class Meta(Revision.Meta):
        constraints = [
            *Revision.Meta.constraints,
            models.UniqueConstraint(fields=["creature", "number"], name="creaturerevision_once"),
        ]
