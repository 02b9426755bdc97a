"""What can be sold: weapons, equipment and services, with the hard limits of every part.

An item checks itself when it is built; RulesError names the part ("roll_bonus", "damage.count",
"bonuses.melee_attack"). Words may be given as text. A name may be missing, since a price needs none.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from bestiary.rules import checks
from bestiary.rules.dice import Dice
from bestiary.rules.errors import DiceError, OutOfRange, RulesError, UnknownChoice
from bestiary.rules.numbers import signed
from bestiary.rules.worlds_awakening import LONGEST_DAMAGE_TYPE, LONGEST_NAME, LONGEST_TEXT, Band
from shop.rules.tables import DIE_VALUES, LIMITS, MOST_LOST_PER_ADDED_DIE, limited
from shop.rules.words import BonusKind, ItemKind, WeaponStat

Bonuses = tuple[tuple[BonusKind, int], ...]


@dataclass(frozen=True, slots=True)
class SpecialEffect:
    """What an item does beyond its numbers, and its value in NX, −9999 to 9999, both set by the GM.

    A negative value is a drawback that makes the item cheaper. A weapon or piece of equipment has one at most.
    """

    text: str
    value: int = 0

    @classmethod
    def given(cls, text: str, value: int) -> "SpecialEffect | None":
        """The effect of two fields of a form, None when both are empty."""
        return cls(text, value) if text or value else None

    def check(self, field: str) -> None:
        checks.short_text(self.text, LONGEST_TEXT, f"{field}.text", "The text of a special effect")
        checks.storable_text(self.text, f"{field}.text")
        if self.text and not checks.shows(self.text):
            raise RulesError("Nothing of this can be seen: type letters or digits.", f"{field}.text")
        limited("special_effect_value", self.value, f"{field}.value", "The value of a special effect in NX")

    @property
    def is_negative(self) -> bool:
        return self.value < 0


@dataclass(frozen=True, slots=True)
class WeaponLimits:
    """What the parts of one weapon may be: its hands and its added dice decide."""

    roll_bonus: Band
    damage_bonus: Band
    dice: Band


@dataclass(frozen=True, slots=True)
class EquipmentLimits:
    """What each bonus of a piece of equipment may be."""

    bonuses: Band


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon by its parts.

    `roll_bonus` −3 to 3; `damage` 1 to 3 dice (4 two-handed) of d4, d6, d8, d10 or d12 with a bonus of −5 to 5.
    `added_dice` counts those that upgrades added: each lowers the most that both bonuses may be.
    """

    kind: ClassVar[ItemKind] = ItemKind.WEAPON

    damage: Dice
    roll_bonus: int = 0
    two_handed: bool = False
    special_effect: SpecialEffect | None = None
    name: str = ""
    stat: WeaponStat = WeaponStat.STR
    damage_type: str = ""
    added_dice: int = 0

    def __post_init__(self):
        object.__setattr__(self, "stat", checks.known(WeaponStat, self.stat))
        _check_name(self.name)
        if type(self.two_handed) is not bool:
            raise RulesError("A weapon is two-handed or it is not.", "two_handed")
        checks.member(WeaponStat, self.stat, "stat", "The stat")
        checks.short_text(self.damage_type, LONGEST_DAMAGE_TYPE, "damage_type", "The damage type")
        check_special_effect(self.special_effect, "special_effect")
        self._check_dice()
        limits = self.limits
        _check_bonus(self.roll_bonus, LIMITS["roll_bonus"], limits.roll_bonus, self, "roll_bonus", "roll bonus")
        damage_bonus, full = self.damage.bonus, LIMITS["damage_bonus"]
        _check_bonus(damage_bonus, full, limits.damage_bonus, self, "damage.bonus", "damage bonus")

    def _check_dice(self) -> None:
        if type(self.damage) is not Dice:
            raise RulesError("The damage must be dice, like 1d8+2.", "damage")
        check_die(self.damage.sides, "damage.sides")
        count = self.damage.count
        if type(count) is not int or count not in self.dice_limit:
            raise OutOfRange(f"{dice_limit_text(self.two_handed)}; these are {count}.", "damage.count")
        # At least one die was there before any upgrade.
        checks.whole_number(self.added_dice, 0, count - 1, "added_dice", "The number of added dice")

    @property
    def dice_limit(self) -> Band:
        return LIMITS["two_handed_dice" if self.two_handed else "one_handed_dice"]

    @property
    def limits(self) -> WeaponLimits:
        """What upgrades may still reach: each added die takes 1 from the most of both bonuses."""
        lost = MOST_LOST_PER_ADDED_DIE * self.added_dice
        return WeaponLimits(
            _lowered(LIMITS["roll_bonus"], lost), _lowered(LIMITS["damage_bonus"], lost), self.dice_limit
        )

    @property
    def summary(self) -> str:
        """As the guide writes it: "STR+2 DM 1d8+2"."""
        return f"{self.stat.label}{signed(self.roll_bonus)} DM {self.damage.typeset}"


@dataclass(frozen=True, slots=True)
class Equipment:
    """A piece of equipment: off-hand, without an attack of its own.

    `bonuses` are pairs of kind and value −3 to 3, kept in the order of BonusKind; a mapping is welcome. A bonus
    that is listed at 0 is one that the piece has, and that can be upgraded.
    """

    kind: ClassVar[ItemKind] = ItemKind.EQUIPMENT

    bonuses: Bonuses = ()
    special_effect: SpecialEffect | None = None
    name: str = ""

    def __post_init__(self):
        _check_name(self.name)
        object.__setattr__(self, "bonuses", bonus_pairs(self.bonuses, "bonuses"))
        for bonus, value in self.bonuses:
            limited("equipment_bonus", value, f"bonuses.{bonus}", f"The bonus to {bonus.label}")
        check_special_effect(self.special_effect, "special_effect")

    def bonus(self, kind: BonusKind) -> int | None:
        """The value of that bonus, None where the piece has no such bonus."""
        return dict(self.bonuses).get(kind)

    @property
    def limits(self) -> EquipmentLimits:
        return EquipmentLimits(LIMITS["equipment_bonus"])

    @property
    def summary(self) -> str:
        """As the guide writes it: "+2 Melee Atk"; several with commas."""
        return ", ".join(f"{signed(value)} {bonus.label}" for bonus, value in self.bonuses)


@dataclass(frozen=True, slots=True)
class Service:
    """Anything else with a price, which the GM types: 0 to 99999 NX."""

    kind: ClassVar[ItemKind] = ItemKind.SERVICE

    price: int
    name: str = ""

    def __post_init__(self):
        _check_name(self.name)
        limited("service_price", self.price, "price", "The price in NX")

    @property
    def summary(self) -> str:
        """A service has no numbers but its price."""
        return ""


Item = Weapon | Equipment | Service


def parse_damage(text: str, field: str = "damage") -> Dice:
    """The damage dice of a weapon from one text such as "1d8+2". DiceError at `field` for anything else.

    Whether a weapon may throw so many, of that kind, is for `Weapon` to say; none at all is no damage.
    """
    if isinstance(text, str) and not text.strip():
        raise DiceError("A weapon needs its damage: dice and a bonus, like 1d8+2.", field)
    if isinstance(text, str) and re.match(r"\s*0+\s*[dD]", text):
        raise DiceError("A weapon throws at least 1 die, not 0: write it like 1d8+2.", field)
    return Dice.parse(text, field)


def check_die(sides: int, field: str) -> int:
    """`sides` as it is when a weapon may throw such a die; UnknownChoice at `field` otherwise."""
    if type(sides) is not int or sides not in DIE_VALUES:
        *most, last = (f"d{known}" for known in DIE_VALUES)
        raise UnknownChoice(f"The damage dice of a weapon are {', '.join(most)} or {last}, not d{sides}.", field)
    return sides


def dice_limit_text(two_handed: bool) -> str:
    """ "A two-handed weapon has 1 to 4 damage dice"; a one-handed one names both limits."""
    one, two = LIMITS["one_handed_dice"], LIMITS["two_handed_dice"]
    if two_handed:
        return f"A two-handed weapon has {two.low} to {two.high} damage dice"
    return f"A one-handed weapon has {one.low} to {one.high} damage dice, a two-handed one up to {two.high}"


def check_stock(count: Any, field: str = "count") -> int:
    """How many of an item a merchant has, 0 to 999; OutOfRange at `field` otherwise."""
    return limited("stock", count, field, "The number in stock")


def check_special_effect(effect: Any, field: str) -> None:
    """RulesError at `field` or below it unless this is one valid special effect, or none."""
    if effect is None:
        return
    if isinstance(effect, list | tuple):
        raise RulesError(f"An item can have one special effect only; these are {len(effect)}.", field)
    if type(effect) is not SpecialEffect:
        raise RulesError("A special effect needs a text and a value.", field)
    effect.check(field)


def bonus_pairs(bonuses: Any, field: str) -> Bonuses:
    """Pairs of bonus and value in the order of BonusKind, from a mapping or from pairs; words become members.

    UnknownChoice at `field` for an unknown bonus, RulesError for one named twice or what is neither. The values
    are left for the caller to check.
    """
    listed = list(bonuses.items()) if isinstance(bonuses, Mapping) else _pairs(bonuses, field)
    found = {}
    for word, value in listed:
        kind = checks.member(BonusKind, checks.known(BonusKind, word), field, "A bonus")
        if kind in found:
            raise RulesError(f"The bonus to {kind.label} may be listed once.", field)
        found[kind] = value
    return tuple((kind, found[kind]) for kind in BonusKind if kind in found)


def _pairs(bonuses: Any, field: str) -> list[tuple[Any, Any]]:
    listed = list(bonuses) if isinstance(bonuses, Iterable) and not isinstance(bonuses, str) else [None]
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in listed):
        raise RulesError("The bonuses must be a list of what each raises and by how much.", field)
    return [(word, value) for word, value in listed]


def _check_name(name: Any) -> None:
    if name == "":
        return
    checks.visible_text(name, LONGEST_NAME, "name", "The name")


def _check_bonus(value: Any, full: Band, allowed: Band, weapon: Weapon, field: str, name: str) -> None:
    """Within the full limits, and then within those that the added dice left."""
    checks.whole_number(value, full.low, full.high, field, f"The {name}")
    if value not in allowed:
        raise OutOfRange(f"The {name} {highest_text(allowed.high, weapon.added_dice)}, not {signed(value)}.", field)


def highest_text(highest: int, added_dice: int) -> str:
    """ "may be +2 at most with 1 added die"."""
    if not added_dice:
        return f"may be {signed(highest)} at most"
    return f"may be {signed(highest)} at most with {added_dice} added {'die' if added_dice == 1 else 'dice'}"


def _lowered(band: Band, lost: int) -> Band:
    return Band(band.low, band.high - lost, band.source)
