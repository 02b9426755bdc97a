"""What player characters of Worlds Awakening are made of, as rows: ancestries and classes.

Limits are check constraints; free stat points and all else that follows from a choice is computed, see
`bestiary.rules.worlds_awakening.ancestry`.
"""

from __future__ import annotations

from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import F, Q, Value
from django.urls import reverse

from bestiary.models.authored import Authored
from bestiary.models.constraints import between, labelled, not_blank, one_of
from bestiary.models.creature import OrderedRow
from bestiary.models.worlds_awakening import STAT_NAMES, within
from bestiary.querysets import CommunityQuerySet
from bestiary.rules import worlds_awakening as wa

MOST_FREE_POINTS = wa.LIMITS["modifier_sum"].high


class Making(Authored):
    """An ancestry or a class: six modifiers that add up to +3 at most."""

    strength = models.SmallIntegerField(default=0)
    dexterity = models.SmallIntegerField(default=0)
    constitution = models.SmallIntegerField(default=0)
    intelligence = models.SmallIntegerField(default=0)
    wisdom = models.SmallIntegerField(default=0)
    charisma = models.SmallIntegerField(default=0)

    class Meta(Authored.Meta):
        abstract = True
        constraints = [
            *Authored.Meta.constraints,
            *(within(name, "stat_modifier") for name in STAT_NAMES),
            models.CheckConstraint(
                condition=Q(
                    strength__lte=Value(MOST_FREE_POINTS)
                    - F("dexterity")
                    - F("constitution")
                    - F("intelligence")
                    - F("wisdom")
                    - F("charisma")
                ),
                name="%(class)s_modifier_sum",
            ),
        ]

    @property
    def modifiers(self) -> wa.Stats:
        return wa.Stats(**{name: getattr(self, name) for name in STAT_NAMES})


class AncestryQuerySet(CommunityQuerySet):
    """Ancestries."""

    def with_rows(self) -> AncestryQuerySet:
        """Everything `to_rules()` and an ancestry's document read, in a constant number of queries."""
        return self.select_related("owner").prefetch_related("innate_abilities", "tags")


class Ancestry(Making):
    """What a character is born as."""

    adaptability = models.PositiveSmallIntegerField("adaptability points", default=0)

    objects = AncestryQuerySet.as_manager()

    class Meta(Making.Meta):
        verbose_name_plural = "ancestries"
        constraints = [*Making.Meta.constraints, within("adaptability")]

    def get_absolute_url(self) -> str:
        return reverse("bestiary:ancestry_detail", args=[self.uid])

    def to_rules(self) -> wa.Ancestry:
        """Return the ancestry as the rules take it; fetch `with_rows()` first."""
        abilities = tuple(ability.to_rules() for ability in self.innate_abilities.all())
        return wa.Ancestry(self.name, self.modifiers, self.adaptability, abilities)


class InnateAbility(OrderedRow):
    """What everybody of an ancestry can do; without a limit, always."""

    ancestry = models.ForeignKey(Ancestry, on_delete=models.CASCADE, related_name="innate_abilities")
    name = models.CharField(max_length=wa.LONGEST_NAME)
    text = models.TextField(blank=True, validators=[MaxLengthValidator(wa.LONGEST_TEXT)])
    limit_kind = models.CharField(max_length=10, choices=labelled(wa.LimitKind), blank=True)
    limit_count = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta(OrderedRow.Meta):
        verbose_name_plural = "innate abilities"
        constraints = [
            models.UniqueConstraint(fields=["ancestry", "order"], name="innateability_order_once"),
            between("order", 0, wa.LIMITS["innate_abilities"].high - 1),
            not_blank("name"),
            one_of("limit_kind", [kind.value for kind in wa.LimitKind], blank=True),
            within("limit_count"),
            models.CheckConstraint(
                condition=Q(limit_kind="", limit_count=None) | (~Q(limit_kind="") & Q(limit_count__isnull=False)),
                name="innateability_limit_whole",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def to_rules(self) -> wa.InnateAbility:
        kind = wa.LimitKind(self.limit_kind) if self.limit_kind else None
        return wa.InnateAbility(self.name, self.text, kind, self.limit_count)


class CharacterClassQuerySet(CommunityQuerySet):
    """Classes."""

    def with_rows(self) -> CharacterClassQuerySet:
        """Everything `to_rules()` and a class's document read, in a constant number of queries."""
        return self.select_related("owner", "outfits_of").prefetch_related("outfits", "tags")


class CharacterClass(Making):
    """What a character has learned.

    Its outfits are its own, or those of the class `outfits_of` as that had them when this one was saved: they stay when
    that class changes or goes, and so do its name and its author's.
    """

    magic_stat = models.CharField(max_length=3, choices=labelled(wa.MagicStat), default=wa.MagicStat.INT.value)
    outfits_of = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    outfits_of_name = models.CharField(max_length=wa.LONGEST_NAME, blank=True)
    outfits_of_author = models.CharField(max_length=150, blank=True)
    outfits_of_revision = models.PositiveIntegerField(null=True, blank=True)

    objects = CharacterClassQuerySet.as_manager()

    class Meta(Making.Meta):
        verbose_name = "class"
        verbose_name_plural = "classes"
        indexes = [
            *Authored.Meta.indexes,
            # As of `origin_author`: for an author who changes their name or leaves.
            models.Index(
                fields=["outfits_of_author"], name="class_outfits_of_author", condition=~Q(outfits_of_author="")
            ),
        ]
        constraints = [
            *Making.Meta.constraints,
            one_of("magic_stat", [stat.value for stat in wa.MagicStat]),
            models.CheckConstraint(
                condition=Q(outfits_of=None) | (~Q(outfits_of_name="") & Q(outfits_of_revision__isnull=False)),
                name="characterclass_outfits_of_whole",
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("bestiary:class_detail", args=[self.uid])

    def to_rules(self) -> wa.CharacterClass:
        """Return the class as the rules take it; fetch `with_rows()` first."""
        outfits = tuple(outfit.to_rules() for outfit in self.outfits.all())
        return wa.CharacterClass(self.name, self.modifiers, wa.MagicStat(self.magic_stat), outfits)


class ClassOutfit(OrderedRow):
    """An outfit of a class, as it was when its author put it there.

    `items` are the documents of its items, each beside what lists read of it: name, what it is in a line, special
    effect, list price; `price` is what they cost together. `source` is the id of the outfit in whatever app keeps
    outfits, see `bestiary.outfits`.
    """

    character_class = models.ForeignKey(CharacterClass, on_delete=models.CASCADE, related_name="outfits")
    name = models.CharField(max_length=wa.LONGEST_NAME)
    items = models.JSONField(default=list, blank=True)
    price = models.PositiveIntegerField(default=0)
    source = models.UUIDField(null=True, blank=True)

    class Meta(OrderedRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["character_class", "order"], name="classoutfit_order_once"),
            between("order", 0, wa.LIMITS["class_outfits"].high - 1),
            not_blank("name"),
        ]

    def __str__(self) -> str:
        return self.name

    def to_rules(self) -> wa.ClassOutfit:
        return wa.ClassOutfit(self.name, tuple(_rules_item(item) for item in self.items))


def _rules_item(item: dict) -> wa.OutfitItem:
    key = item["document"].get("id", "")
    return wa.OutfitItem(item["name"], item["about"], item["price"], item["effect"], key)
