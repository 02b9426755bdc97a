"""What creatures of every game system share, as a row.

A system brings its own one-to-one model of choices, reached by its slug: `creature.worlds_awakening`,
`creature.two_d12`. `Creature.to_rules()` is the one bridge to the rules: it reads, it never computes.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from bestiary.choices import FAMILIES, HABITATS
from bestiary.models.constraints import between, labelled, not_blank, one_of
from bestiary.querysets import CreatureQuerySet
from bestiary.rules import SYSTEMS, two_d12
from bestiary.rules import worlds_awakening as wa

DESCRIPTION_LENGTH = 4_000
TAG_LENGTH = 40

SYSTEM_CHOICES = [(system.slug, system.name) for system in SYSTEMS.values()]
RANK_STEPS = {rank.value: step for step, rank in enumerate(two_d12.Rank)}


class Visibility(models.TextChoices):
    """Who may open a creature. Unlisted: whoever knows its address."""

    PRIVATE = "private", "Private"
    UNLISTED = "unlisted", "Unlisted"
    PUBLIC = "public", "Public"


class Tag(models.Model):
    """A free word on creatures, kept in lower case so that it exists once."""

    name = models.CharField(max_length=TAG_LENGTH, unique=True)

    class Meta:
        ordering = ["name"]
        constraints = [not_blank("name")]

    def __str__(self) -> str:
        return self.name


class Creature(models.Model):
    """What creatures of every game system share. `uid` is the id in every address and document."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="creatures")
    system = models.CharField(max_length=30, choices=SYSTEM_CHOICES, default="worlds_awakening")
    name = models.CharField(max_length=wa.LONGEST_NAME)
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PRIVATE)
    description = models.TextField(blank=True, validators=[MaxLengthValidator(DESCRIPTION_LENGTH)])
    habitat = models.CharField(max_length=20, choices=HABITATS, blank=True)
    family = models.CharField(max_length=20, choices=FAMILIES, blank=True)
    tags = models.ManyToManyField(Tag, blank=True, related_name="creatures")
    level = models.PositiveSmallIntegerField("level shown first", default=1)

    # The names stay readable when the creature this one was made from is gone or hidden.
    origin = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="variants")
    origin_name = models.CharField(max_length=wa.LONGEST_NAME, blank=True)
    origin_author = models.CharField(max_length=150, blank=True)

    # What lists sort, filter and search by, set by `documents.save_document` alone. Power and AR are numbers of Worlds
    # Awakening, the rank of 2d12 Traits: empty for the other game.
    sort_name = models.CharField(max_length=200, editable=False, default="")
    power = models.CharField(max_length=20, choices=labelled(wa.Power), editable=False, default="standard", blank=True)
    ar_step = models.SmallIntegerField("step on the ladder of Adversity Ratios", editable=False, default=0, null=True)
    rank_step = models.PositiveSmallIntegerField("rank, counted from Minion", editable=False, null=True)
    search_text = models.TextField(editable=False, default="")

    revision = models.PositiveIntegerField(default=1, editable=False)
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = CreatureQuerySet.as_manager()

    class Meta:
        ordering = ["-created", "-id"]
        indexes = [
            models.Index(fields=["visibility", "-created", "-id"], name="creature_newest"),
            models.Index(fields=["visibility", "sort_name", "id"], name="creature_by_name"),
            models.Index(fields=["visibility", "ar_step", "id"], name="creature_by_ar"),
            models.Index(fields=["visibility", "rank_step", "id"], name="creature_by_rank"),
            models.Index(fields=["owner", "-created", "-id"], name="creature_mine"),
            models.Index(fields=["deleted_at"], name="creature_bin", condition=Q(deleted_at__isnull=False)),
        ]
        constraints = [
            one_of("system", SYSTEMS),
            not_blank("name"),
            one_of("visibility", Visibility.values),
            one_of("habitat", [value for value, _ in HABITATS], blank=True),
            one_of("family", [value for value, _ in FAMILIES], blank=True),
            between("level", wa.LIMITS["level"].low, wa.LIMITS["level"].high),
            one_of("power", [power.value for power in wa.Power], blank=True),
            models.CheckConstraint(
                condition=(Q(system="worlds_awakening", ar_step__isnull=False, rank_step=None) & ~Q(power=""))
                | Q(system="two_d12", ar_step=None, rank_step__isnull=False, rank_step__lt=len(RANK_STEPS), power=""),
                name="creature_numbers_of_its_system",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("bestiary:creature_detail", args=[self.uid])

    def to_rules(self) -> wa.Creature | two_d12.Foe:
        """Return the creature as its game's rules take it; fetch with `with_stats()` first."""
        return getattr(self, self.system).to_rules()


class OrderedRow(models.Model):
    """A row of a creature that keeps the place its author gave it, counted from 0."""

    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True
        ordering = ["order", "id"]
