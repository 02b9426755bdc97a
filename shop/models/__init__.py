"""The shop as rows. Ranges and choices are check constraints; prices are computed, see `shop.rules`."""

from shop.models.haggling import HaggleEvent, HaggleKind
from shop.models.item import (
    BONUS_NAMES,
    EQUIPMENT_FIELDS,
    PARTS_OF_KIND,
    SERVICE_FIELDS,
    WEAPON_FIELDS,
    Item,
    ItemUpgrade,
)
from shop.models.merchant import MAX_STOCK_LINES, Merchant, StockLine
from shop.models.outfit import Outfit, OutfitLine

__all__ = [
    "BONUS_NAMES",
    "EQUIPMENT_FIELDS",
    "MAX_STOCK_LINES",
    "PARTS_OF_KIND",
    "SERVICE_FIELDS",
    "WEAPON_FIELDS",
    "HaggleEvent",
    "HaggleKind",
    "Item",
    "ItemUpgrade",
    "Merchant",
    "Outfit",
    "OutfitLine",
    "StockLine",
]
