"""The choices of a Worlds Awakening creature as rows."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from bestiary.models.constraints import between, labelled, not_blank, one_of
from bestiary.models.creature import Creature, OrderedRow
from bestiary.rules import worlds_awakening as wa

STAT_NAMES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def within(field: str, limit: str = "") -> models.CheckConstraint:
    """Return the constraint that the field keeps the rules' limit of that name, its own name by default."""
    band = wa.LIMITS[limit or field]
    return between(field, band.low, band.high)


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

    def to_rules(self) -> wa.Creature:
        """Return these choices with the creature's name and rows; fetch the creature with `with_stats()` first."""
        creature = self.creature
        affinities = list(creature.affinities.all())
        return wa.Creature(
            name=creature.name,
            size=wa.Size(self.size),
            base_hp=self.base_hp,
            boss_damage=self.boss_damage,
            stats=wa.Stats(**{name: getattr(self, name) for name in STAT_NAMES}),
            attacks=tuple(attack.to_rules() for attack in creature.attacks.all()),
            abilities=tuple(ability.to_rules() for ability in creature.abilities.all()),
            resistances=tuple(a.damage_type for a in affinities if a.kind == DamageAffinity.Kind.RESISTANCE),
            weaknesses=tuple(a.damage_type for a in affinities if a.kind == DamageAffinity.Kind.WEAKNESS),
        )


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
