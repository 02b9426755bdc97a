"""Improving an item: what it costs, what it does to the other parts, or why it can't be done.

An upgrade never changes the item handed in; `upgrade` returns the next one. A refusal is a RulesError whose message
is the reason in words and whose field is the part of the change, "change.dice".
"""

from dataclasses import dataclass, replace
from typing import Any

from bestiary.rules import checks
from bestiary.rules.errors import OutOfRange, RulesError
from bestiary.rules.numbers import signed
from bestiary.rules.tables import Source
from bestiary.rules.total import Term, Total
from bestiary.rules.worlds_awakening import LONGEST_TEXT
from shop.rules.items import (
    Bonuses,
    Equipment,
    EquipmentLimits,
    Item,
    SpecialEffect,
    Weapon,
    WeaponLimits,
    bonus_pairs,
    check_special_effect,
    dice_limit_text,
    highest_text,
)
from shop.rules.prices import die_value
from shop.rules.tables import (
    ADDED_DICE_SOURCE,
    BONUS_LOST_PER_ADDED_DIE,
    CURRENCY,
    DIE_VALUES_PER_ADDED_DIE,
    LIMITS,
    SIDE_EFFECT_SOURCE,
    UPGRADE_PRICES,
    limited,
)
from shop.rules.words import BonusKind

_ORDINALS = ("first", "second", "third")


@dataclass(frozen=True, slots=True)
class Change:
    """What to improve: exactly one of these.

    Points to add to the roll bonus, the damage bonus or the bonuses of a piece of equipment (a mapping is welcome),
    dice to add, a special effect to put on or in place of the present one, or the present one to be removed. A
    special effect needs `gm_price`, 0 to 99999 NX; `components` are what else the GM asks for, in words.
    """

    roll_bonus: int | None = None
    damage_bonus: int | None = None
    dice: int | None = None
    bonuses: Bonuses = ()
    special_effect: SpecialEffect | None = None
    remove_special_effect: bool = False
    gm_price: int | None = None
    components: str = ""

    def __post_init__(self):
        object.__setattr__(self, "bonuses", bonus_pairs(self.bonuses, "change.bonuses"))
        for name in ("roll_bonus", "damage_bonus"):
            _check_points(getattr(self, name), f"change.{name}", "The points to add")
        _check_points(self.dice, "change.dice", "The dice to add")
        for bonus, points in self.bonuses:
            _check_points(points, f"change.bonuses.{bonus}", f"The points to add to {bonus.label}", needed=True)
        if type(self.remove_special_effect) is not bool:
            raise RulesError("A special effect is removed or it is not.", "change.remove_special_effect")
        self._check_special_effect()
        if len(self.parts) != 1:
            raise RulesError("Choose one thing to improve at a time.", "change")

    def _check_special_effect(self) -> None:
        checks.short_text(self.components, LONGEST_TEXT, "change.components", "The components")
        checks.storable_text(self.components, "change.components")
        check_special_effect(self.special_effect, "change.special_effect")
        if self.special_effect is not None:
            place = "change.special_effect.text"
            checks.visible_text(self.special_effect.text, LONGEST_TEXT, place, "The text of a special effect")
        if self.special_effect is not None or self.remove_special_effect:
            limited("gm_price", self.gm_price, "change.gm_price", "The price in NX, which the GM sets,")
        elif self.gm_price is not None or self.components:
            place = "change.components" if self.gm_price is None else "change.gm_price"
            raise RulesError("Only for a special effect does the GM set price and components.", place)

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of what is to be improved; one, once the change is built."""
        named = {
            "roll_bonus": self.roll_bonus is not None,
            "damage_bonus": self.damage_bonus is not None,
            "dice": self.dice is not None,
            "bonuses": bool(self.bonuses),
            "special_effect": self.special_effect is not None,
            "remove_special_effect": self.remove_special_effect,
        }
        return tuple(name for name, is_given in named.items() if is_given)


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An upgrade that can be done.

    `cost` in NX with its terms; `item` is the item afterwards and `limits` what it may still reach; `effects` says in
    words what changes, side effects included; `source` is that of the side effects, else of the cost.
    """

    change: Change
    cost: Total
    item: Weapon | Equipment
    limits: WeaponLimits | EquipmentLimits
    effects: tuple[str, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class UpgradeOption:
    """One thing the upgrade bench offers: the `upgrade`, or else the reason why not in `refusal`."""

    label: str
    change: Change
    upgrade: Upgrade | None
    refusal: str = ""


def upgrade(item: Item, change: Change) -> Upgrade:
    """What a change costs and makes of a valid item.

    RulesError at the part of the change ("change.roll_bonus", "change.bonuses.magical_defence") with the reason when
    the rules refuse it. Source: guide for points, published for dice; their side effects ours in part.
    """
    if not isinstance(item, Weapon | Equipment):
        raise RulesError("A service can't be upgraded; only weapons and equipment can.", "change")
    [part] = change.parts
    if part in ("special_effect", "remove_special_effect"):
        return _special_effect(item, change, part)
    if isinstance(item, Equipment):
        if part != "bonuses":
            raise RulesError("Equipment has no attack: only the bonuses it has can be upgraded.", f"change.{part}")
        return _bonuses(item, change)
    if part == "bonuses":
        raise RulesError("A weapon has no such bonus: upgrade its roll bonus, damage bonus or dice.", "change.bonuses")
    return {"roll_bonus": _roll_bonus, "damage_bonus": _damage_bonus, "dice": _dice}[part](item, change)


def upgrade_options(item: Item) -> tuple[UpgradeOption, ...]:
    """Every single step of points and dice, the possible and the refused ones; a service has none.

    Special effects are not among them, since their text, value and price are the GM's: see
    `special_effect_refusal`.
    """
    if isinstance(item, Weapon):
        steps = [
            ("Roll bonus +1", Change(roll_bonus=1)),
            ("Damage bonus +1", Change(damage_bonus=1)),
            (f"One more d{item.damage.sides}", Change(dice=1)),
        ]
    elif isinstance(item, Equipment):
        steps = [(f"{bonus.label} +1", Change(bonuses={bonus: 1})) for bonus in BonusKind]
    else:
        steps = []
    return tuple(_option(item, label, change) for label, change in steps)


def special_effect_refusal(item: Item) -> str:
    """Why no special effect can be put on the item now, or "" when one can."""
    if not isinstance(item, Weapon | Equipment):
        return "A service has no special effect."
    if item.special_effect is not None and item.special_effect.is_negative:
        return "The negative special effect must be removed first, for a price that the GM sets."
    return ""


def _option(item: Item, label: str, change: Change) -> UpgradeOption:
    try:
        return UpgradeOption(label, change, upgrade(item, change))
    except RulesError as error:
        return UpgradeOption(label, change, None, error.message)


# ------------------------------------------------------------------------------------------- each part


def _roll_bonus(weapon: Weapon, change: Change) -> Upgrade:
    points, most = change.roll_bonus, weapon.limits.roll_bonus.high
    after = _raised(weapon.roll_bonus, points, most, "change.roll_bonus", "roll bonus", weapon.added_dice)
    effects = (_became("Roll bonus", weapon.roll_bonus, after),)
    return _done(change, _points_cost("roll_bonus", points), replace(weapon, roll_bonus=after), effects)


def _damage_bonus(weapon: Weapon, change: Change) -> Upgrade:
    points, most, before = change.damage_bonus, weapon.limits.damage_bonus.high, weapon.damage
    after = _raised(before.bonus, points, most, "change.damage_bonus", "damage bonus", weapon.added_dice)
    improved = replace(weapon, damage=replace(before, bonus=after))
    effects = (f"Damage {before.typeset} → {improved.damage.typeset}",)
    return _done(change, _points_cost("damage_bonus", points), improved, effects)


def _dice(weapon: Weapon, change: Change) -> Upgrade:
    before, count = weapon.damage, change.dice
    _check_added_dice(weapon, count)
    lost = count * BONUS_LOST_PER_ADDED_DIE
    improved = replace(
        weapon,
        damage=replace(before, count=before.count + count, bonus=before.bonus - lost),
        roll_bonus=weapon.roll_bonus - lost,
        added_dice=weapon.added_dice + count,
    )
    price = die_value(before.sides) * DIE_VALUES_PER_ADDED_DIE
    cost = Term(f"added dice, d{before.sides}", count * price, f"{count} × {price} (added dice, d{before.sides})")
    limits = improved.limits
    most_roll, most_damage = signed(limits.roll_bonus.high), signed(limits.damage_bonus.high)
    effects = (
        f"Damage {before.typeset} → {improved.damage.typeset}",
        _became("Roll bonus", weapon.roll_bonus, improved.roll_bonus),
        f"From now on roll bonus {most_roll} at most, damage bonus {most_damage} at most",
    )
    total = Total((cost,), "Cost = added dice × die value", ADDED_DICE_SOURCE)
    return _done(change, total, improved, effects, SIDE_EFFECT_SOURCE)


def _check_added_dice(weapon: Weapon, count: int) -> None:
    """The dice one by one, so that the reason names the first that can't be added."""
    bonuses = (
        ("roll bonus", weapon.roll_bonus, LIMITS["roll_bonus"].low),
        ("damage bonus", weapon.damage.bonus, LIMITS["damage_bonus"].low),
    )
    for added in range(1, count + 1):
        if weapon.damage.count + added > weapon.dice_limit.high:
            would_have = weapon.damage.count + count
            raise OutOfRange(f"{dice_limit_text(weapon.two_handed)}; this would have {would_have}.", "change.dice")
        lost = added * BONUS_LOST_PER_ADDED_DIE
        under = [f"the {name} under {signed(lowest)}" for name, value, lowest in bonuses if value - lost < lowest]
        if under:
            ordinal = _ORDINALS[weapon.added_dice + added - 1]
            raise OutOfRange(f"A {ordinal} added die would bring {' and '.join(under)}.", "change.dice")


def _bonuses(equipment: Equipment, change: Change) -> Upgrade:
    after, effects, terms = dict(equipment.bonuses), [], []
    price, most = UPGRADE_PRICES["equipment_bonus"], LIMITS["equipment_bonus"].high
    for bonus, points in change.bonuses:
        place, before = f"change.bonuses.{bonus}", equipment.bonus(bonus)
        if before is None:
            raise RulesError(
                f"This has no bonus to {bonus.label}; upgrades can't add one. Make it a special effect.", place
            )
        after[bonus] = _raised(before, points, most, place, f"bonus to {bonus.label}")
        effects.append(_became(bonus.label, before, after[bonus]))
        terms.append(_points_term(bonus.label, points, price.price))
    total = Total(tuple(terms), f"Cost = added points × {price.price}", price.source)
    return _done(change, total, replace(equipment, bonuses=after), tuple(effects))


def _special_effect(item: Weapon | Equipment, change: Change, part: str) -> Upgrade:
    before, after = item.special_effect, change.special_effect
    if part == "remove_special_effect" and before is None:
        raise RulesError("This has no special effect to remove.", f"change.{part}")
    if part == "special_effect" and (refusal := special_effect_refusal(item)):
        raise RulesError(refusal, f"change.{part}")
    if after is None:
        effect = f"Special effect removed (value {_money(before.value)})"
    elif before is None:
        effect = f"Special effect added (value {_money(after.value)})"
    else:
        effect = f"Special effect changed (value {_money(before.value)} → {_money(after.value)})"
    cost = Term("price set by the GM", change.gm_price, f"{change.gm_price} (set by the GM)")
    total = Total((cost,), "Cost = what the game master asks", Source.GUIDE)
    effects = (effect, f"Components: {change.components}") if change.components else (effect,)
    return _done(change, total, replace(item, special_effect=after), effects)


# ------------------------------------------------------------------------------------- words and checks


def _done(
    change: Change, cost: Total, item: Weapon | Equipment, effects: tuple[str, ...], source: Source | None = None
) -> Upgrade:
    return Upgrade(change, cost, item, item.limits, effects, source or cost.source)


def _check_points(points: Any, field: str, name: str, needed: bool = False) -> None:
    if points is None and not needed:
        return
    limited("upgrade", points, field, name)


def _raised(before: int, points: int, most: int, field: str, name: str, added_dice: int = 0) -> int:
    after = before + points
    if after > most:
        reason = highest_text(most, added_dice)
        raise OutOfRange(f"The {name} {reason}; {signed(before)} and {points} more would be {signed(after)}.", field)
    return after


def _points_cost(part: str, points: int) -> Total:
    row = UPGRADE_PRICES[part]
    term = _points_term(part.replace("_", " "), points, row.price)
    return Total((term,), f"Cost = added points × {row.price}", row.source)


def _points_term(name: str, points: int, price: int) -> Term:
    return Term(name, points * price, f"{points} × {price} ({name})")


def _became(name: str, before: int, after: int) -> str:
    return f"{name} {signed(before)} → {signed(after)}"


def _money(value: int) -> str:
    return f"{signed(value)} {CURRENCY}"
