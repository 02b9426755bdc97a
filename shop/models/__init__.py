"""The shop as rows. Ranges and choices are check constraints; prices are computed, see `shop.rules`."""

from shop.models.item import (
    BONUS_NAMES,
    EQUIPMENT_FIELDS,
    PARTS_OF_KIND,
    SERVICE_FIELDS,
    WEAPON_FIELDS,
    Item,
    ItemUpgrade,
)

__all__ = [
    "BONUS_NAMES",
    "EQUIPMENT_FIELDS",
    "PARTS_OF_KIND",
    "SERVICE_FIELDS",
    "WEAPON_FIELDS",
    "Item",
    "ItemUpgrade",
]
