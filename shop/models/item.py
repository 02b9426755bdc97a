"""An item of the shop and the history of its upgrades.

The parts of a weapon, of equipment and of a service are columns of one table, so that lists filter by them. Those of
the other kinds are NULL, texts and dice without meaning blank. `Item.to_rules()` is the one bridge to the rules.
"""

from __future__ import annotations

from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from bestiary.models.authored import LISTED, Authored
from bestiary.models.constraints import between, labelled, one_of
from bestiary.rules.dice import Dice
from bestiary.rules.worlds_awakening import LONGEST_DAMAGE_TYPE, LONGEST_TEXT
from shop.querysets import ItemQuerySet
from shop.rules import (
    DIE_VALUES,
    LIMITS,
    BonusKind,
    Equipment,
    ItemKind,
    PriceTag,
    Service,
    SpecialEffect,
    Weapon,
    WeaponStat,
    price_tag,
)
from shop.rules import Item as RulesItem

BONUS_NAMES = tuple(bonus.value for bonus in BonusKind)

# The columns that an item of the kind has, none of them NULL; a bonus that equipment does not have is.
WEAPON_FIELDS = ("two_handed", "roll_bonus", "dice_count", "dice_sides", "damage_bonus", "added_dice")
EQUIPMENT_FIELDS = BONUS_NAMES
SERVICE_FIELDS = ("price",)
PARTS_OF_KIND = {
    ItemKind.WEAPON.value: WEAPON_FIELDS,
    ItemKind.EQUIPMENT.value: EQUIPMENT_FIELDS,
    ItemKind.SERVICE.value: SERVICE_FIELDS,
}
MOST_DICE = LIMITS["two_handed_dice"].high


def number() -> models.SmallIntegerField:
    return models.SmallIntegerField(null=True, blank=True)


def within(field: str, limit: str) -> models.CheckConstraint:
    """Return the constraint that the field keeps the rules' limit of that name."""
    return between(field, LIMITS[limit].low, LIMITS[limit].high)


def none_of(kind: ItemKind) -> Q:
    """The condition that all parts of that kind are missing."""
    return Q(**dict.fromkeys(PARTS_OF_KIND[kind]))


def all_of(kind: ItemKind) -> Q:
    """The condition that all parts of that kind are there."""
    return Q(**{f"{field}__isnull": False for field in PARTS_OF_KIND[kind]})


class Item(Authored):
    """A weapon, a piece of equipment or a service."""

    kind = models.CharField(max_length=10, choices=labelled(ItemKind))

    two_handed = models.BooleanField(null=True, blank=True)
    stat = models.CharField(max_length=3, choices=labelled(WeaponStat), blank=True)
    roll_bonus = number()
    dice_count = number()
    dice_sides = number()
    damage_bonus = number()
    damage_type = models.CharField(max_length=LONGEST_DAMAGE_TYPE, blank=True)
    added_dice = number()

    physical_defence = number()
    magical_defence = number()
    melee_attack = number()
    ranged_attack = number()
    magical_attack = number()

    price = models.PositiveIntegerField(null=True, blank=True)

    # NULL: no special effect.
    special_effect_value = models.IntegerField(null=True, blank=True)
    special_effect_text = models.TextField(blank=True, validators=[MaxLengthValidator(LONGEST_TEXT)])

    # What lists sort and filter by, set by `documents.save_document` alone.
    list_price = models.PositiveIntegerField(default=0, editable=False)

    objects = ItemQuerySet.as_manager()

    class Meta(Authored.Meta):
        indexes = [
            *Authored.Meta.indexes,
            models.Index(fields=["list_price", "id"], name="item_by_price", condition=LISTED),
        ]
        constraints = [
            *Authored.Meta.constraints,
            one_of("kind", [kind.value for kind in ItemKind]),
            one_of("stat", [stat.value for stat in WeaponStat], blank=True),
            within("roll_bonus", "roll_bonus"),
            within("dice_count", "two_handed_dice"),
            one_of("dice_sides", DIE_VALUES),
            within("damage_bonus", "damage_bonus"),
            between("added_dice", 0, MOST_DICE - 1),
            *(within(bonus, "equipment_bonus") for bonus in BONUS_NAMES),
            within("price", "service_price"),
            within("special_effect_value", "special_effect_value"),
            within("list_price", "list_price"),
            models.CheckConstraint(
                condition=(Q(kind="weapon") & all_of(ItemKind.WEAPON) & ~Q(stat=""))
                | (~Q(kind="weapon") & none_of(ItemKind.WEAPON) & Q(stat="", damage_type="")),
                name="item_weapon_parts",
            ),
            models.CheckConstraint(
                condition=Q(kind="equipment") | none_of(ItemKind.EQUIPMENT), name="item_equipment_parts"
            ),
            models.CheckConstraint(
                condition=(Q(kind="service") & all_of(ItemKind.SERVICE) & Q(special_effect_value=None))
                | (~Q(kind="service") & none_of(ItemKind.SERVICE)),
                name="item_service_parts",
            ),
            models.CheckConstraint(
                condition=Q(special_effect_value__isnull=False) | Q(special_effect_text=""),
                name="item_special_effect_whole",
            ),
            # NULL passes: neither a weapon nor a piece of equipment without these parts.
            models.CheckConstraint(
                condition=Q(two_handed=True) | Q(dice_count=None) | Q(dice_count__lte=LIMITS["one_handed_dice"].high),
                name="item_dice_for_its_hands",
            ),
            models.CheckConstraint(
                condition=Q(added_dice=None) | Q(added_dice__lt=models.F("dice_count")), name="item_added_dice_of_all"
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("shop:item_detail", args=[self.uid])

    def to_rules(self) -> RulesItem:
        """Return the item as the rules take it; it reads its own row alone."""
        if self.kind == ItemKind.SERVICE:
            return Service(self.price, name=self.name)
        if self.kind == ItemKind.EQUIPMENT:
            bonuses = {bonus: getattr(self, bonus) for bonus in BONUS_NAMES if getattr(self, bonus) is not None}
            return Equipment(bonuses, special_effect=self.special_effect, name=self.name)
        return Weapon(
            Dice(self.dice_count, self.dice_sides, self.damage_bonus),
            roll_bonus=self.roll_bonus,
            two_handed=self.two_handed,
            special_effect=self.special_effect,
            name=self.name,
            stat=WeaponStat(self.stat),
            damage_type=self.damage_type,
            added_dice=self.added_dice,
        )

    @property
    def special_effect(self) -> SpecialEffect | None:
        if self.special_effect_value is None:
            return None
        return SpecialEffect(self.special_effect_text, self.special_effect_value)

    def price_tag(self) -> PriceTag:
        """The list price and the six prices at the counter."""
        return price_tag(self.to_rules())


class ItemUpgrade(models.Model):
    """One step of an item's history: what was improved, what it cost, the item before and after as documents.

    `effects` are the sentences that the rules of that day said of it.
    """

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="upgrades")
    order = models.PositiveIntegerField()
    change = models.JSONField()
    cost = models.PositiveIntegerField()
    effects = models.JSONField(default=list)
    before = models.JSONField()
    after = models.JSONField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["item", "order"], name="itemupgrade_order_once"),
        ]

    def __str__(self) -> str:
        return f"{self.item_id}: upgrade {self.order + 1}"
