"""The choices of a Foe of 2d12 Traits as rows. NULL is a number that nobody typed."""

from __future__ import annotations

from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q

from bestiary.models.constraints import between, labelled, one_of
from bestiary.models.creature import Creature, OrderedRow
from bestiary.rules import two_d12

TRAIT_NAMES = tuple(trait.value for trait in two_d12.Trait)
# Field → the rules' limit that it keeps.
FOE_NUMBERS = {
    "level": "level",
    "exp": "exp",
    "guard": "points",
    "vitality": "points",
    "stamina": "points",
    "motion": "motion",
}
STACKING_EFFECTS = [effect.value for effect, row in two_d12.EFFECTS.items() if row.stacks is not two_d12.Stacking.NO]
TYPED_EFFECTS = sorted(effect.value for effect in two_d12.TYPED_EFFECTS)


def within(field: str, limit: str) -> models.CheckConstraint:
    """Return the constraint that the field keeps the rules' limit of that name."""
    return between(field, *two_d12.LIMITS[limit])


def number(label: str) -> models.PositiveSmallIntegerField:
    return models.PositiveSmallIntegerField(label, null=True, blank=True)


def trait_mod() -> models.SmallIntegerField:
    return models.SmallIntegerField(null=True, blank=True)


class FoeStats(models.Model):
    """What 2d12 Traits asks of a Foe beyond what every creature has: a rank, all else if one likes."""

    creature = models.OneToOneField(Creature, on_delete=models.CASCADE, primary_key=True, related_name="two_d12")
    rank = models.CharField(max_length=10, choices=labelled(two_d12.Rank))
    level = number("Level")
    exp = number("EXP")
    guard = number("Guard")
    vitality = number("Vitality")
    stamina = number("Stamina")
    motion = number("Motion in feet")
    agility = trait_mod()
    control = trait_mod()
    insight = trait_mod()
    might = trait_mod()
    resist = trait_mod()
    sneak = trait_mod()
    study = trait_mod()
    tinker = trait_mod()
    track = trait_mod()
    damage = models.CharField(max_length=two_d12.LONGEST_DAMAGE, blank=True)
    damage_type = models.CharField(max_length=two_d12.LONGEST_DAMAGE_TYPE, blank=True)
    notes = models.TextField(blank=True, validators=[MaxLengthValidator(two_d12.LONGEST_NOTES)])

    class Meta:
        verbose_name = verbose_name_plural = "2d12 Traits stats"
        constraints = [
            one_of("rank", [rank.value for rank in two_d12.Rank]),
            *(within(field, limit) for field, limit in FOE_NUMBERS.items()),
            *(within(name, "trait_mod") for name in TRAIT_NAMES),
        ]

    def __str__(self) -> str:
        return self.get_rank_display()

    def to_rules(self) -> two_d12.Foe:
        """Return these choices with the creature's name and rows; fetch the creature with `with_stats()` first."""
        return two_d12.Foe(
            name=self.creature.name,
            rank=two_d12.Rank(self.rank),
            **{field: getattr(self, field) for field in FOE_NUMBERS},
            traits=two_d12.TraitMods(**{name: getattr(self, name) for name in TRAIT_NAMES}),
            damage=self.damage,
            damage_type=self.damage_type,
            notes=self.notes,
            effects=tuple(effect.to_rules() for effect in self.creature.caused_effects.all()),
        )


class FoeEffect(OrderedRow):
    """An Effect that a Foe causes. Charges are NULL exactly where they do not stack."""

    creature = models.ForeignKey(Creature, on_delete=models.CASCADE, related_name="caused_effects")
    effect = models.CharField(max_length=20, choices=labelled(two_d12.Effect))
    charges = models.PositiveSmallIntegerField(null=True, blank=True)
    damage_type = models.CharField(max_length=two_d12.LONGEST_DAMAGE_TYPE, blank=True)
    note = models.CharField(max_length=two_d12.LONGEST_EFFECT_NOTE, blank=True)

    class Meta(OrderedRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["creature", "order"], name="foeeffect_order_once"),
            between("order", 0, two_d12.LIMITS["caused_effects"][1] - 1),
            one_of("effect", [effect.value for effect in two_d12.Effect]),
            within("charges", "charges"),
            models.CheckConstraint(
                condition=Q(effect__in=STACKING_EFFECTS, charges__isnull=False)
                | (~Q(effect__in=STACKING_EFFECTS) & Q(charges=None)),
                name="foeeffect_charges_where_they_stack",
            ),
            models.CheckConstraint(
                condition=Q(effect__in=TYPED_EFFECTS) | Q(damage_type=""), name="foeeffect_type_where_it_has_one"
            ),
        ]

    def __str__(self) -> str:
        return self.get_effect_display()

    def to_rules(self) -> two_d12.CausedEffect:
        return two_d12.CausedEffect(
            effect=two_d12.Effect(self.effect),
            charges=1 if self.charges is None else self.charges,
            damage_type=self.damage_type,
            note=self.note,
        )
