"""Worlds Awakening: the shop. Items and their prices, upgrades, haggling."""

from pathlib import Path

import bestiary.rules
from bestiary.rules.version import digest
from shop.rules.attempts import Attempt, Bargaining, Entry, Event, NewDay, pc_key, replay
from shop.rules.haggle import Haggle, critical_range, haggle, haggle_outcome, roll_natural
from shop.rules.items import (
    Equipment,
    EquipmentLimits,
    Item,
    Service,
    SpecialEffect,
    Weapon,
    WeaponLimits,
    check_stock,
    parse_damage,
)
from shop.rules.prices import (
    CounterPrices,
    DealPrices,
    ListPrice,
    Price,
    PriceTag,
    bonus_cost,
    counter_prices,
    damage_bonus_cost,
    damage_cost,
    die_value,
    list_price,
    outfit_price,
    price_tag,
    resale_price,
    roll_bonus_cost,
)
from shop.rules.tables import COUNTER, CURRENCY, DIE_VALUES, LIMITS, PLAIN_CRITICAL, POINT_PRICES, UPGRADE_PRICES
from shop.rules.upgrades import Change, Upgrade, UpgradeOption, special_effect_refusal, upgrade, upgrade_options
from shop.rules.words import BonusKind, CounterPrice, Deal, ItemKind, Outcome, WeaponStat

rules_version: str = digest(Path(bestiary.rules.__file__).parent, Path(__file__).parent)
"""Like `bestiary.rules.rules_version`, for what is computed by these rules on top of those."""

__all__ = [
    "COUNTER",
    "CURRENCY",
    "DIE_VALUES",
    "LIMITS",
    "PLAIN_CRITICAL",
    "POINT_PRICES",
    "UPGRADE_PRICES",
    "Attempt",
    "Bargaining",
    "BonusKind",
    "Change",
    "CounterPrice",
    "CounterPrices",
    "Deal",
    "DealPrices",
    "Entry",
    "Equipment",
    "EquipmentLimits",
    "Event",
    "Haggle",
    "Item",
    "ItemKind",
    "ListPrice",
    "NewDay",
    "Outcome",
    "Price",
    "PriceTag",
    "Service",
    "SpecialEffect",
    "Upgrade",
    "UpgradeOption",
    "Weapon",
    "WeaponLimits",
    "WeaponStat",
    "bonus_cost",
    "check_stock",
    "counter_prices",
    "critical_range",
    "damage_bonus_cost",
    "damage_cost",
    "die_value",
    "haggle",
    "haggle_outcome",
    "list_price",
    "outfit_price",
    "parse_damage",
    "pc_key",
    "price_tag",
    "replay",
    "resale_price",
    "roll_bonus_cost",
    "roll_natural",
    "rules_version",
    "special_effect_refusal",
    "upgrade",
    "upgrade_options",
]
