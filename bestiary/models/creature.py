"""What creatures of every game system share, as a row.

A system brings its own one-to-one model of choices, reached by its slug: `creature.worlds_awakening`,
`creature.two_d12`. `Creature.to_rules()` is the one bridge to the rules: it reads, it never computes.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse

from bestiary.choices import FAMILIES, HABITATS
from bestiary.models.authored import LISTED, Authored
from bestiary.models.constraints import between, labelled, one_of
from bestiary.querysets import CreatureQuerySet
from bestiary.rules import SYSTEMS, two_d12
from bestiary.rules import worlds_awakening as wa

SYSTEM_CHOICES = [(system.slug, system.name) for system in SYSTEMS.values()]
RANK_STEPS = {rank.value: step for step, rank in enumerate(two_d12.Rank)}


class Creature(Authored):
    """What creatures of every game system share."""

    system = models.CharField(max_length=30, choices=SYSTEM_CHOICES, default="worlds_awakening")
    habitat = models.CharField(max_length=20, choices=HABITATS, blank=True)
    family = models.CharField(max_length=20, choices=FAMILIES, blank=True)
    level = models.PositiveSmallIntegerField("level shown first", default=1)
    # What the last save's author was called then; "" from before that was kept.
    saved_by = models.CharField(max_length=150, blank=True, editable=False, default="")

    # In step with the row in `portrait`, which lists need not look for.
    has_portrait = models.BooleanField(default=False, db_default=False, editable=False)

    # What lists sort and filter by. Power and AR are numbers of Worlds Awakening, the rank of 2d12 Traits: empty for
    # the other game.
    power = models.CharField(max_length=20, choices=labelled(wa.Power), editable=False, default="standard", blank=True)
    ar_step = models.SmallIntegerField("step on the ladder of Adversity Ratios", editable=False, default=0, null=True)
    rank_step = models.PositiveSmallIntegerField("rank, counted from Minion", editable=False, null=True)

    objects = CreatureQuerySet.as_manager()

    class Meta(Authored.Meta):
        indexes = [
            *Authored.Meta.indexes,
            models.Index(fields=["ar_step", "id"], name="creature_by_ar", condition=LISTED),
            models.Index(fields=["rank_step", "id"], name="creature_by_rank", condition=LISTED),
        ]
        constraints = [
            *Authored.Meta.constraints,
            one_of("system", SYSTEMS),
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

    def get_absolute_url(self) -> str:
        return reverse("bestiary:creature_detail", args=[self.uid])

    @property
    def noun(self) -> str:
        """What its game calls it within a sentence."""
        return "Foe" if self.system == "two_d12" else "creature"

    def to_rules(self) -> wa.Creature | two_d12.Foe:
        """Return the creature as its game's rules take it; fetch with `with_stats()` first."""
        return getattr(self, self.system).to_rules()


class OrderedRow(models.Model):
    """A row of a creature that keeps the place its author gave it, counted from 0."""

    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True
        ordering = ["order", "id"]
