"""Creatures as rows. Ranges and choices are check constraints; the numbers a sheet shows are never stored.

`Creature` is what every game system shares; a system brings its own one-to-one model of choices, here
`WorldsAwakeningStats`. `Creature.to_rules()` is the one bridge to the rules: it reads, it never computes.
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
from bestiary.querysets import CreatureQuerySet
from bestiary.rules import SYSTEMS
from bestiary.rules import worlds_awakening as wa

DESCRIPTION_LENGTH = 4_000
TAG_LENGTH = 40

STAT_NAMES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")

SYSTEM_CHOICES = [(system.slug, system.name) for system in SYSTEMS.values()]


def labelled(words) -> list[tuple[str, str]]:
    """Return a rules enumeration as Django choices."""
    return [(word.value, word.label) for word in words]


def between(field: str, low: int, high: int) -> models.CheckConstraint:
    """Return the constraint low ≤ field ≤ high; an empty field passes."""
    return models.CheckConstraint(
        condition=Q(**{f"{field}__gte": low, f"{field}__lte": high}), name=f"%(class)s_{field}_range"
    )


def within(field: str, limit: str = "") -> models.CheckConstraint:
    """Return the constraint that the field keeps the rules' limit of that name, its own name by default."""
    band = wa.LIMITS[limit or field]
    return between(field, band.low, band.high)


def one_of(field: str, values, *, blank: bool = False) -> models.CheckConstraint:
    """Return the constraint that the field holds one of `values`, or nothing where it may be blank."""
    allowed = [*values, ""] if blank else list(values)
    return models.CheckConstraint(condition=Q(**{f"{field}__in": allowed}), name=f"%(class)s_{field}_choice")


def not_blank(field: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=~Q(**{field: ""}), name=f"%(class)s_{field}_not_blank")


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

    # What lists sort, filter and search by, set by `documents.save_document` alone.
    sort_name = models.CharField(max_length=200, editable=False, default="")
    power = models.CharField(max_length=20, choices=labelled(wa.Power), editable=False, default="standard")
    ar_step = models.SmallIntegerField("step on the ladder of Adversity Ratios", editable=False, default=0)
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
            models.Index(fields=["owner", "-created", "-id"], name="creature_mine"),
            models.Index(fields=["deleted_at"], name="creature_bin", condition=Q(deleted_at__isnull=False)),
        ]
        constraints = [
            one_of("system", SYSTEMS),
            not_blank("name"),
            one_of("visibility", Visibility.values),
            one_of("habitat", [value for value, _ in HABITATS], blank=True),
            one_of("family", [value for value, _ in FAMILIES], blank=True),
            within("level"),
            one_of("power", [power.value for power in wa.Power]),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("bestiary:creature_detail", args=[self.uid])

    def to_rules(self) -> wa.Creature:
        """Return the creature as its game's rules take it; fetch with `with_stats()` first."""
        stats = self.worlds_awakening
        affinities = list(self.affinities.all())
        return wa.Creature(
            name=self.name,
            size=wa.Size(stats.size),
            base_hp=stats.base_hp,
            boss_damage=stats.boss_damage,
            stats=wa.Stats(**{name: getattr(stats, name) for name in STAT_NAMES}),
            attacks=tuple(attack.to_rules() for attack in self.attacks.all()),
            abilities=tuple(ability.to_rules() for ability in self.abilities.all()),
            resistances=tuple(a.damage_type for a in affinities if a.kind == DamageAffinity.Kind.RESISTANCE),
            weaknesses=tuple(a.damage_type for a in affinities if a.kind == DamageAffinity.Kind.WEAKNESS),
        )


class WorldsAwakeningStats(models.Model):
    """The choices Worlds Awakening asks for beyond what every creature has."""

    creature = models.OneToOneField(
        Creature, on_delete=models.CASCADE, primary_key=True, related_name="worlds_awakening"
    )
    size = models.CharField(max_length=10, choices=labelled(wa.Size))
    base_hp = models.PositiveSmallIntegerField("Base HP")
    boss_damage = models.BooleanField("boss damage column", default=False)
    strength = models.SmallIntegerField(default=0)
    dexterity = models.SmallIntegerField(default=0)
    constitution = models.SmallIntegerField(default=0)
    intelligence = models.SmallIntegerField(default=0)
    wisdom = models.SmallIntegerField(default=0)
    charisma = models.SmallIntegerField(default=0)

    class Meta:
        verbose_name = verbose_name_plural = "Worlds Awakening stats"
        constraints = [
            one_of("size", [size.value for size in wa.Size]),
            within("base_hp"),
            *(within(name, "stat") for name in STAT_NAMES),
        ]

    def __str__(self) -> str:
        return f"{self.size}, Base HP {self.base_hp}"


class OrderedRow(models.Model):
    """A row of a creature that keeps the place its author gave it, counted from 0."""

    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True
        ordering = ["order", "id"]


class Attack(OrderedRow):
    """A simple attack."""

    creature = models.ForeignKey(Creature, on_delete=models.CASCADE, related_name="attacks")
    name = models.CharField(max_length=wa.LONGEST_NAME)
    kind = models.CharField(max_length=10, choices=labelled(wa.AttackKind))
    roll_bonus = models.SmallIntegerField(default=0)
    damage_bonus = models.SmallIntegerField(default=0)
    range_metres = models.PositiveSmallIntegerField(null=True, blank=True)
    damage_type = models.CharField(max_length=wa.LONGEST_DAMAGE_TYPE, blank=True)

    class Meta(OrderedRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["creature", "order"], name="attack_order_once"),
            not_blank("name"),
            one_of("kind", [kind.value for kind in wa.AttackKind]),
            within("roll_bonus"),
            within("damage_bonus"),
            within("range_metres"),
        ]

    def __str__(self) -> str:
        return self.name

    def to_rules(self) -> wa.Attack:
        return wa.Attack(
            name=self.name,
            kind=wa.AttackKind(self.kind),
            roll_bonus=self.roll_bonus,
            damage_bonus=self.damage_bonus,
            range_metres=self.range_metres,
            damage_type=self.damage_type,
        )


class Ability(OrderedRow):
    """One of the at most four abilities. `upgrades` is a list of {"level", "text"}."""

    creature = models.ForeignKey(Creature, on_delete=models.CASCADE, related_name="abilities")
    name = models.CharField(max_length=wa.LONGEST_NAME)
    usage = models.CharField(max_length=2, choices=labelled(wa.Usage))
    action = models.CharField(max_length=2, choices=labelled(wa.Action))
    kind = models.CharField(max_length=10, choices=labelled(wa.AbilityKind), blank=True)
    range_metres = models.PositiveSmallIntegerField(null=True, blank=True)
    is_radius = models.BooleanField(default=False)
    targets = models.PositiveSmallIntegerField(default=1, help_text="0 means all in the area")
    text = models.TextField(blank=True)
    upgrades = models.JSONField(default=list, blank=True)
    limit_kind = models.CharField(max_length=10, choices=labelled(wa.LimitKind), blank=True)
    limit_count = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta(OrderedRow.Meta):
        verbose_name_plural = "abilities"
        constraints = [
            models.UniqueConstraint(fields=["creature", "order"], name="ability_order_once"),
            models.CheckConstraint(condition=Q(order__lt=wa.LIMITS["abilities"].high), name="ability_order_range"),
            not_blank("name"),
            one_of("usage", [usage.value for usage in wa.Usage]),
            one_of("action", [action.value for action in wa.Action]),
            one_of("kind", [kind.value for kind in wa.AbilityKind], blank=True),
            one_of("limit_kind", [kind.value for kind in wa.LimitKind], blank=True),
            within("range_metres"),
            within("targets"),
            within("limit_count"),
            models.CheckConstraint(
                condition=Q(limit_kind="", limit_count=None) | (~Q(limit_kind="") & Q(limit_count__isnull=False)),
                name="ability_limit_whole",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def to_rules(self) -> wa.Ability:
        return wa.Ability(
            name=self.name,
            usage=wa.Usage(self.usage),
            action=wa.Action(self.action),
            kind=wa.AbilityKind(self.kind) if self.kind else None,
            range_metres=self.range_metres,
            is_radius=self.is_radius,
            targets=self.targets,
            text=self.text,
            upgrades=tuple(wa.Upgrade(level=u["level"], text=u["text"]) for u in self.upgrades),
            limit_kind=wa.LimitKind(self.limit_kind) if self.limit_kind else None,
            limit_count=self.limit_count,
        )


class DamageAffinity(OrderedRow):
    """A damage type the creature resists or is weak to: a shared name or the author's own words."""

    class Kind(models.TextChoices):
        RESISTANCE = "resistance", "Resistance"
        WEAKNESS = "weakness", "Weakness"

    creature = models.ForeignKey(Creature, on_delete=models.CASCADE, related_name="affinities")
    kind = models.CharField(max_length=10, choices=Kind)
    damage_type = models.CharField(max_length=wa.LONGEST_DAMAGE_TYPE)

    class Meta(OrderedRow.Meta):
        verbose_name_plural = "damage affinities"
        constraints = [
            models.UniqueConstraint(fields=["creature", "kind", "damage_type"], name="affinity_once"),
            one_of("kind", ["resistance", "weakness"]),
            not_blank("damage_type"),
        ]
        indexes = [models.Index(fields=["damage_type", "kind"], name="affinity_by_type")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.damage_type}"
